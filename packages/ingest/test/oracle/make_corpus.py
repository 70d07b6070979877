"""What PyYAML reads from the corpus's YAML runs: the answers that test/corpus.test.ts holds our reader to.

Made with Python 3.11.7 and PyYAML 6.0.4. To make it again:

    python3 -m venv /tmp/yaml-oracle && /tmp/yaml-oracle/bin/pip install pyyaml==6.0.4
    /tmp/yaml-oracle/bin/python make_corpus.py          # writes corpus.json beside this file; then `biome check --write`

For each file: SHA-256 of a text of all it holds. null n, booleans t and f, numbers # and the 16 hex digits of their binary64,
text " and the hex of its UTF-8 and ", lists [ ], mappings { } with their members sorted by the hex of their keys.
"""
import glob
import hashlib
import json
import os
import struct

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, "../../../../tools/testing/fixtures/corpus")


def text_of(value):
    if value is None:
        return "n"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, (int, float)):
        return "#" + struct.pack(">d", value).hex()
    if isinstance(value, str):
        return '"' + value.encode().hex() + '"'
    if isinstance(value, list):
        return "[" + "".join(map(text_of, value)) + "]"
    members = sorted((key.encode().hex(), text_of(member)) for key, member in value.items())
    return "{" + "".join(f"{key}:{member}" for key, member in members) + "}"


digests = {}
for path in sorted(glob.glob(os.path.join(CORPUS, "**/*.yaml"), recursive=True)):
    with open(path, encoding="utf-8") as file:
        text = text_of(yaml.safe_load(file))
    digests[os.path.relpath(path, CORPUS)] = hashlib.sha256(text.encode()).hexdigest()

with open(os.path.join(HERE, "corpus.json"), "w", encoding="ascii") as file:
    json.dump({"pyyaml": yaml.__version__, "digests": digests}, file, indent=2)
    file.write("\n")
print(len(digests), "files")
