"""What PyYAML makes of scalars and documents: the answers that test/yaml-oracle.test.ts holds our reader to.

Made with Python 3.11.7 and PyYAML 6.0.4 (pure Python loader and dumper). To make it again:

    python3 -m venv /tmp/yaml-oracle && /tmp/yaml-oracle/bin/pip install pyyaml==6.0.4
    /tmp/yaml-oracle/bin/python make_yaml.py   # writes yaml.json and yaml-dumps.json beside this file; then `biome check --write`

yaml.json holds `cases`: {name, yaml, pyyaml | refused, ours?, why?}. `pyyaml` is what safe_load returns; `refused` the class of
what it raises. Where we mean to differ, `ours` is the answer wanted of us ("accepted": any, an IngestError too) and `why`
says the reason. Values that JSON cannot say are {"$float": "nan" | "inf" | "-inf"}, {"$timestamp": text}, {"$bytes": base64}, {"$set": [...]}.

yaml-dumps.json holds outputs of yaml.dump for seeded random mappings, and the mappings themselves.
"""
import base64
import datetime
import json
import math
import os
import random

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = []


def plain(value):
    """A loaded value in JSON's terms; keys as their text is in the source where that can be told."""
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        return {"$float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    if isinstance(value, (datetime.date, datetime.datetime)):
        return {"$timestamp": value.isoformat()}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, set):
        return {"$set": [plain(v) for v in sorted(value, key=str)]}
    if isinstance(value, tuple):
        return [plain(v) for v in value]
    if isinstance(value, list):
        return [plain(v) for v in value]
    return {key if isinstance(key, str) else repr(key): plain(v) for key, v in value.items()}


MISSING = object()


def case(name, text, ours=MISSING, why=None):
    entry = {"name": name, "yaml": text}
    try:
        entry["pyyaml"] = plain(yaml.safe_load(text))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        entry["refused"] = type(error).__name__
    if ours is not MISSING:
        entry["ours"] = ours
        entry["why"] = why
    CASES.append(entry)


def scalars(group, texts):
    for text in texts:
        case(f"{group}: {text}", f"v: {text}\n")


def scalar(group, text, ours, why):
    case(f"{group}: {text}", f"v: {text}\n", {"v": ours}, why)


# ---------------------------------------------------------------------------------------------- scalars
scalars("bool", "yes Yes YES no No NO true True TRUE false False FALSE on On ON off Off OFF".split())
scalars("text like a bool", "y Y n N yEs nO tRUE oFF yess onn truee none None nil".split())
scalars("null", ["~", "null", "Null", "NULL", "", "nULL", "nul", "~~"])
scalars("decimal integer", "0 1 42 -17 +3 -0 1_000 1__000 1_ 10_ 0_ 9007199254740992 -9007199254740991".split())
scalars("no integer", "_1 1,000 1.000.000 12a +-1 - -- 1- 0-1 + 1+1".split())
scalars("octal", "0777 -017 +017 07_7 00 08 09 018 0o17 0_7".split())
scalars("hexadecimal", "0x1F 0xff -0xA +0x10 0x_1 0xG 0X1F 0x1_0".split())
scalars("binary", "0b101 0b1_0 -0b11 +0b1 0b2 0B1".split())
scalars("sexagesimal integer", "1:30 2:00:00 24:00:00 90:00 190:20:30 -1:30 +1:30 1_0:30 1:1:1:1 100:59 1:5".split())
scalars("no sexagesimal", "04:00:00 0:30:00 1:60 1:99 1:2:60 1-00:00:00 1:30:5a 12:30: :30 1::30 01:30".split())
scalars("sexagesimal float", "12:30:45.5 1:30.5 0:30:00.5 04:00:00.25 190:20:30.15 -1:30.5 1:30. 47:43.670".split())
scalars("float", "1.0 -1.5 +0.5 1. .5 0.0 -0.0 1.5e+3 1.5E-3 1.e+5 685.230_15e+03 1_0.5 00.5 3600.0 1.0e+16 1.5e-07".split())
scalars("no float", "1e5 12E5000000 12e3 1.5e3 1.5e 1.0e5 -.5 +.5 . .. ._5 1.2.3 e5 1e+5 12345E6789 0.5.5 1.5e+-3 .e5".split())
scalars("infinite or not a number", ".inf .Inf .INF -.inf +.inf -.Inf .nan .NaN .NAN .iNF -.nan inf nan NaN Infinity -Infinity".split())
for stamp in ["2026-05-04", "2026-05-04 10:00:00", "2026-05-04T10:00:00", "2026-05-04t10:00:00.5", "2026-05-04T10:00:00Z",
              "2026-05-04 10:00:00 +02:00", "2026-05-04T10:00:00.123456", "2026-1-1 1:2:3", "2026-05-04T10:00:00-05:30"]:
    scalar("timestamp", stamp, stamp, "timestamps stay text")
scalars("no timestamp", ["2026-05", "26-05-04", "2026-5-4", "2026-05-04T10", "2026-05-04T10:00"])
scalars("plain text", ["a b", "a  b", "a:b", "a#b", "a #b", "/data/x y", "http://a/b", "-x", "--input", "?x", ":x", "a,b", "a]b",
                       "a{b}", "it's", 'say "x"', "a & b", "a*b", "a!b", "x|y", "1 2", "é ü 日本 😀", "~x", "4gb", "1.5GB", "2 gb", "8 h",
                       "1-12:00", "somatic:20260701", "=x", "a: 'b", "C:\\x", "%x"])
scalars("may not begin a plain scalar", ["@x", "`x", "%", ",x", "]", "}", "&", "*", "|x", ">x", "a: b", "a:", "- x"])
ACCEPTED = "either reading is clear, and PyYAML writes no such thing"
case("value: <<", "v: <<\n", "accepted", ACCEPTED)
case("value: !", "v: !\n", "accepted", ACCEPTED)
case("value: =", "v: =\n", {"v": "="}, "PyYAML has a type for a lone = that its safe loader cannot build; we read the text")

# ------------------------------------------------------------------------------------- quoted scalars
scalars("single-quoted", ["''", "'x'", "'it''s'", "'yes'", "'12'", "'~'", "'a # b'", "'a: b'", "'\\n'", "''''", "'a", "'a' b", "'2026-05-04'",
                          "'  x  '", "'0123456789'"])
scalars("double-quoted", ['""', '"x"', '"yes"', '"12"', r'"\""', r'"\\"', r'"\/"', r'"\n\t\r\b\a\e\f\v\0"', r'"\x41\xe9"', r'"\u263a"',
                          r'"\U0001F600"', r'"\N\_\L\P"', r'"\ x"', '"a', '"a" b', r'"\q"', r'"\x4"', r'"\u26"', '"a # b"', r'"caf\xE9"',
                          '"\t"', r'"\	x"'])
case("single-quoted folded", "v: 'a\n  b\n\n  c'\n")
case("single-quoted folded, blanks at the ends", "v: ' a\n\n\n  b '\n")
case("single-quoted folded, quote at the fold", "v: 'it''s\n  ''x'''\n")
case("double-quoted folded", 'v: "a\n  b\n\n  c"\n')
case("double-quoted with escaped line ends", 'v: "a\\\n  b\\\n  \\ c"\n')
case("double-quoted, blanks kept before an escaped line end", 'v: "a  \\\n  b"\n')
case("double-quoted, as PyYAML breaks it", 'v: "\\xE9 long \\\n  \\ text"\n')
case("plain folded", "v: a\n  b\n  c\n")
case("plain folded with an empty line", "v: a\n\n  b\n")
case("plain folded with a hash", "v: a\n  b # c\n")
case("plain folded that begins like a number", "v: 12\n  34\n")
case("plain folded that ends in a comment", "v: a # x\nw: 1\n")
case("plain folded at the key's own column", "v: a\nb\n")
case("quoted at the key's own column", "v: 'a\nb'\n", "accepted", ACCEPTED)
case("quoted key folded", "? 'a\n  b'\n: 1\n")
case("long single-quoted as PyYAML writes it", yaml.dump({"A": {"command": "PYPE_SNIPPET_REQUIREMENTS='{\"ncpu\": 4, \"mem\": \"8gb\", \"time\": \"04:00:00\"}' /opt/bin/pype --profile base snippets --log /data/log/x align --input '/data/my file' --x"}}))
case("long plain as PyYAML writes it", yaml.dump({"A": {"command": "/opt/bin/pype --profile base snippets --log /data/log/x align --input /data/file_with_a_long_name_%d --output /data/out" % 1}}))
case("long double-quoted as PyYAML writes it", yaml.dump({"A": {"description": "é " + "word " * 40 + "\n\tend"}}))
case("many lines as PyYAML writes them", yaml.dump({"A": {"description": "first\nsecond\n\nfourth  \n  fifth\n"}}))
case("a word of 200 letters as PyYAML writes it", yaml.dump({"v": "x" * 200}))
case("trailing and leading blanks as PyYAML writes them", yaml.dump({"v": " x ", "w": "\tx", "z": "x\n"}))

# ------------------------------------------------------------------------------------- block scalars
for sign in "|>":
    for chomp in ("", "-", "+"):
        case(f"block {sign}{chomp}", f"v: {sign}{chomp}\n  a\n  b\n\n  c\n    d\n\n\nw: 1\n")
    case(f"block {sign} with an indentation indicator", f"v: {sign}2\n    a\n  b\n")
    case(f"block {sign} with both indicators", f"v: {sign}2-\n    a\n  b\n\n")
    case(f"block {sign} with a comment", f"v: {sign} # note\n  a # b\n")
    case(f"block {sign} of nothing", f"v: {sign}\nw: 1\n")
    case(f"block {sign} that looks like a number", f"v: {sign}-\n  12\n")
    case(f"block {sign} at the end without a line end", f"v: {sign}\n  a", "accepted", "only a file that was cut ends so; the last line end is the reader's to add")
    case(f"block {sign} with a tab inside", f"v: {sign}\n  a\tb\n  \tc\n")

# ------------------------------------------------------------------------------ mappings and sequences
case("keys that look like numbers", "12E5000000: 1\n99E7: 2\n", {"12E5000000": 1, "99E7": 2}, "keys keep their text")
case("a key of digits", "12: 1\n'0123456789': 2\n", {"12": 1, "0123456789": 2}, "keys keep their text")
case("a key that is a bool", "yes: 1\n", {"yes": 1}, "keys keep their text")
case("a key that is a null", "~: 1\nnull: 2\n", {"~": 1, "null": 2}, "keys keep their text")
case("a key that is a float", "1.50: 1\n", {"1.50": 1}, "keys keep their text")
case("a key that is a timestamp", "2026-05-04: 1\n", {"2026-05-04": 1}, "keys keep their text")
case("a key in base 60", "1:30: 1\n", {"1:30": 1}, "keys keep their text")
case("an empty key", ": 1\n", {"": 1}, "keys keep their text")
case("inner keys keep their text", "a: {1: x, yes: y}\n", {"a": {"1": "x", "yes": "y"}}, "keys keep their text")
case("dependencies keep their text", "A:\n  dependencies: [12E5000000, 0123456789, 12, yes, ~, '1']\n",
     {"A": {"dependencies": ["12E5000000", "0123456789", "12", "yes", None, "1"]}}, "dependencies keep their text; a null stays one")
case("dependencies in block style keep their text", "A:\n  dependencies:\n  - 12E5\n  - 0123\n", {"A": {"dependencies": ["12E5", "0123"]}},
     "dependencies keep their text")
case("ids keep their text", "A:\n  queue_id: 12345678901234567890\n  batch_id: 9007199254740993\nB: {run_id: 0x1F, run_hash: 1e5, run_name: 1_0}\n",
     {"A": {"queue_id": "12345678901234567890", "batch_id": "9007199254740993"}, "B": {"run_id": "0x1F", "run_hash": "1e5", "run_name": "1_0"}},
     "ids keep their text")
case("an id that is null", "A: {queue_id: null, batch_id: ~, run_id: }\n")
case("an alias of a number as a dependency", "A:\n  pid: &p 0123\n  dependencies: [*p]\n", {"A": {"pid": 83, "dependencies": ["0123"]}},
     "dependencies keep their text, through an alias too")
case("an alias of a number as an id", "A: {pid: &p 0123}\nB: {queue_id: *p}\n", {"A": {"pid": 83}, "B": {"queue_id": "0123"}},
     "ids keep their text, through an alias too")
case("duplicate keys: the last stands", "a: 1\nb: 2\na: 3\n")
case("duplicate inner keys: the last stands", "x: {a: 1, a: 2}\n")
case("duplicate keys in other spellings", "a: 1\n'a': 2\n\"a\": 3\n")
case("keys that are equal only as values", "1: a\n01: b\n", {"1": "a", "01": "b"}, "keys keep their text")
case("empty mapping", "{}\n")
case("empty values", "a:\nb:\n  c:\nd: ''\n")
case("empty list items", "a:\n-\n- x\n-\n")
case("sequence at the key's column", "a:\n- 1\n- 2\n")
case("sequence indented", "a:\n    - 1\n    - 2\n")
case("sequence of sequences", "a:\n- - 1\n  - 2\n- - 3\n")
case("sequence of mappings", "a:\n- x: 1\n  y: 2\n- x: 3\n")
case("complex key", "? a\n: 1\n? b\n")
case("a key that is a list", "? [a, b]\n: 1\n")
case("a key that is a mapping", "? {a: b}\n: 1\n")
case("a key of 2000 letters", "? " + "k" * 2000 + "\n: 1\n")
case("a plain key of 2000 letters", "k" * 2000 + ": 1\n")
case("flow mapping", "a: {b: 1, c: [x, 'y', \"z\"], d: {}, e: []}\n")
case("flow with trailing commas", "a: [1, 2,]\nb: {x: 1,}\n")
case("flow over lines", "a: [1,\n  2,\n  3]\nb: {x: 1,\n  y: 2}\n")
case("flow over lines at column 0", "a: [1,\n2]\n", "accepted", ACCEPTED)
case("flow mapping of keys alone", "a: {b, c: 1}\n")
case("flow pairs in a list", "a: [b: 1, c: 2]\n")
case("flow key in JSON style", 'a: {"b":1,"c":[2]}\n')
case("flow plain with colons", "a: {t: 2:00:00, u: a:b}\n")
case("flow plain without a blank after the colon", "a: {b:1}\n")
case("flow with a comment", "a: [1, # x\n  2]\n")
case("flow not closed", "a: [1, 2\n")
case("flow closed twice", "a: [1]]\n")
case("flow closed by the other kind", "a: [1}\n")
case("JSON is YAML", '{"A": {"command": "pype snippets --log /l x", "n": 1.5, "t": true, "z": null, "s": "a\\u00e9\\/b"}}')
case("JSON over lines", '{\n  "a": [\n    1,\n    2\n  ]\n}\n')
case("JSON with tabs", '{\n\t"a": 1,\n\t"b": [1]\n}\n', {"a": 1, "b": [1]}, "JSON indented by tabs is clear, and PyYAML alone refuses it")
case("deep blocks", "a:\n  b:\n    c:\n      d:\n        - e: 1\n          f:\n          - g\n")
case("a block that is dedented wrongly", "a:\n    b: 1\n  c: 2\n")
case("a mapping that goes on at a deeper column", "a: 1\n  b: 2\n")
case("a scalar and then a key", "a\nb: 1\n")
case("a list and then a key", "- a\nb: 1\n")
case("tab as indentation", "a:\n\tb: 1\n")
case("tab after the colon", "a:\t1\n", "accepted", ACCEPTED)
case("tab after a value", "a: 1\t\nb: 2\n", "accepted", ACCEPTED)
case("blank lines and trailing blanks", "\n\na: 1   \n\n   \nb: 2\n\n")
case("Windows line ends", "a: 1\r\nb:\r\n  c: 'x\r\n    y'\r\nd: |\r\n  p\r\n  q\r\n")
case("old Macintosh line ends", "a: 1\rb: 2\r", "accepted", ACCEPTED)
case("no line end at the end", "a: 1")
case("only a key", "a:")

# ---------------------------------------------------------------------------- comments and documents
case("comments", "# first\na: 1 # one\n# between\nb:  # none\n  # inside\n  c: 2\n# last\n")
case("a hash without a blank before it", "a: x#y\n")
case("a hash right after a quote", "b: 'x'#y\n", "accepted", ACCEPTED)
case("only comments", "# nothing\n\n# here\n")
case("nothing", "")
case("blanks alone", "  \n\n")
case("null at the top", "null\n")
case("tilde at the top", "~\n")
case("document start", "---\na: 1\n")
case("document start and end", "---\na: 1\n...\n")
case("document end alone", "a: 1\n...\n")
case("document start on one line", "--- {a: 1}\n")
case("document start with a comment", "--- # x\na: 1\n")
case("text after the document's end", "a: 1\n...\nb: 2\n")
case("comment after the document's end", "a: 1\n...\n# b\n")
case("two documents", "a: 1\n---\nb: 2\n")
case("two documents, the second empty", "a: 1\n---\n")
case("two documents, the first empty", "---\n---\na: 1\n")
case("version directive", "%YAML 1.1\n---\na: yes\n")
case("version directive 1.2", "%YAML 1.2\n---\na: yes\nb: 0o7\n")
case("version directive 2.0", "%YAML 2.0\n---\na: 1\n", "accepted", ACCEPTED)
case("tag directive", "%TAG !e! tag:example.org,2026:\n---\na: 1\n")
case("unknown directive", "%FOO bar\n---\na: 1\n")
case("list at the top", "- a\n- b\n")
case("text at the top", "just text\n")
case("number at the top", "12\n")

# ------------------------------------------------------------------- anchors, aliases and merge keys
case("anchor and alias", "a: &x {k: 1}\nb: *x\n")
case("anchor on a scalar", "a: &x 12\nb: *x\nc: [*x, *x]\n")
case("anchor on text", "a: &x '12'\nb: *x\n")
case("anchor on a list", "a: &x\n- 1\n- 2\nb: *x\n")
case("anchor on nothing", "a: &x\nb: *x\n")
case("anchor on a key", "&k a: 1\nb: *k\n")
case("alias as a key", "a: &k x\n*k : 1\n")
case("anchor given twice", "a: &x 1\nb: *x\nc: &x 2\nd: *x\n", {"a": 1, "b": 1, "c": 2, "d": 2}, "an alias is the latest anchor of its name, as YAML has it; PyYAML alone refuses it")
case("alias of nothing", "a: *x\n")
case("alias before its anchor", "a: *x\nb: &x 1\n")
case("alias inside its own anchor", "a: &x [*x]\n")
case("alias inside its own mapping", "&x a: 1\nb: &y {c: *y}\n")
case("anchors as PyYAML writes them", yaml.dump((lambda shared: {"A": {"x": shared}, "B": {"x": shared, "y": [shared]}})({"k": [1, 2]})))
case("a long anchor name", "a: &id-1.x/y 1\nb: 2\n", "accepted", ACCEPTED)
case("merge", "base: &b {x: 1, y: 2}\na: {<<: *b, y: 3}\n")
case("merge after own keys", "base: &b {x: 1, y: 2}\na:\n  y: 3\n  <<: *b\n")
case("merge of several: the first goes before", "p: &p {x: 1}\nq: &q {x: 2, y: 2}\na: {<<: [*p, *q]}\n")
case("merge of several, own key wins", "p: &p {x: 1}\nq: &q {x: 2, y: 2}\na: {<<: [*p, *q], y: 9}\n")
case("two merges", "p: &p {x: 1}\nq: &q {x: 2, y: 2}\na: {<<: *p, <<: *q}\n", "accepted", "in PyYAML 6.0.4 the one that wins depends on the length of the key")
case("merge of a merge", "p: &p {x: 1}\nq: &q {<<: *p, y: 2}\na: {<<: *q, z: 3}\n")
case("merge written out", "a: {<<: {x: 1}, y: 2}\n")
case("merge in a block", "b: &b\n  x: 1\na:\n  <<: *b\n  y: 2\n")
case("merge at the top", "b: &b {x: {k: 1}}\n<<: *b\n")
case("merge of text", "a: {<<: x}\n")
case("merge of null", "a: {<<: }\n")
case("merge of a list of text", "a: {<<: [x]}\n")
case("merge of nothing", "a: {<<: [], x: 1}\n")
case("a quoted merge key is a key", "a: {'<<': 1}\n")
case("a tagged merge key", "b: &b {x: 1}\na: {!!merge <<: *b}\n", "accepted", ACCEPTED)
case("merge keys that are no text", "b: &b {1: x}\na: {<<: *b}\n", {"b": {"1": "x"}, "a": {"1": "x"}}, "keys keep their text")

# ----------------------------------------------------------------------------------------------- tags
case("tag str", "a: !!str 12\nb: !!str yes\nc: !!str\n")
case("tag int", "a: !!int '12'\nb: !!int \"0x1F\"\nc: !!int 1:30\n")
case("tag float", "a: !!float 1\nb: !!float '1.5'\nc: !!float '.inf'\n")
case("tag float as PyYAML writes it for a mapping's odd key", "a: !!float \"0.0005\"\n")
case("tag float of an exponent without a sign", "a: !!float '1e5'\n", "accepted", ACCEPTED)
case("tag bool", "a: !!bool 'yes'\nb: !!bool \"off\"\n")
case("tag null", "a: !!null ''\nb: !!null 'null'\n")
case("tag null of text", "a: !!null x\n", "accepted", "a tag that its text contradicts is rare enough to be read either way")
case("tag int of text", "a: !!int x\n", "accepted", "a tag that its text contradicts is rare enough to be read either way")
case("tag map and seq", "a: !!map {x: 1}\nb: !!seq [1]\n")
case("the non-specific tag is text", "a: ! 12\nb: ! yes\n", {"a": "12", "b": "yes"}, "as YAML has it; PyYAML reads past it")
case("tag timestamp", "a: !!timestamp '2026-05-04'\n", {"a": "2026-05-04"}, "timestamps stay text")
case("verbatim tag", "a: !<tag:yaml.org,2002:str> 12\n")
case("tag binary", "a: !!binary 'aGVsbG8='\n", {"a": "aGVsbG8="}, "binary stays the text it is written in, noted")
case("tag set", "a: !!set {x, y}\n", {"a": {"x": None, "y": None}}, "a set is read as the mapping it is written as")
case("tag omap", "a: !!omap [x: 1, y: 2]\n", {"a": [{"x": 1}, {"y": 2}]}, "an omap is read as the list it is written as")
case("tag of Python's tuple", "a: !!python/tuple [1, 2]\n", {"a": [1, 2]}, "unknown tags are read without the tag and noted")
case("tag of Python's tuple as PyYAML writes it", yaml.dump({"A": {"requirements": {"ncpu": (1, 2)}}}), {"A": {"requirements": {"ncpu": [1, 2]}}},
     "unknown tags are read without the tag and noted")
case("tag of a Python object", "a: !!python/object:x.Y {k: 1}\n", {"a": {"k": 1}}, "unknown tags are read without the tag and noted")
case("tag of a Python name", "a: !!python/name:builtins.int ''\n", {"a": ""}, "unknown tags are read without the tag and noted")
case("a numpy number as PyYAML writes it",
     "A:\n  requirements:\n    ncpu: !!python/object/apply:numpy._core.multiarray.scalar\n    - !!python/object/apply:numpy.dtype\n"
     "      args:\n      - i8\n      - false\n      - true\n      state: !!python/tuple\n      - 3\n      - <\n      - null\n    - !!binary |\n      BAAAAAAAAAA=\n",
     {"A": {"requirements": {"ncpu": [{"args": ["i8", False, True], "state": [3, "<", None]}, "BAAAAAAAAAA=\n"]}}},
     "unknown tags are read without the tag and noted")
case("quoted text with a tag of Python", "a: !!python/unicode '12'\nb: !!python/str \"yes\"\n", {"a": "12", "b": "yes"}, "unknown tags are read without the tag and noted")
case("local tag", "a: !foo x\nb: !foo 12\nc: !foo {k: 1}\n", {"a": "x", "b": 12, "c": {"k": 1}}, "unknown tags are read without the tag and noted")
case("tag and anchor", "a: &x !!str 12\nb: !!str &y 13\nc: [*x, *y]\n")
case("unknown tag handle", "a: !e!x 1\n", "accepted", "refused or read without the tag, either is clear")

# ------------------------------------------------------------------------------------ characters
case("a byte-order mark inside", "a: \ufeffx\n", "accepted", "PyYAML takes it for a character that may not stand there")
case("no-break space", "a: x\u00a0y\n")
case("a character beyond the basic plane", "a: 😀\n'😀': 1\n")
case("control character", "a: x\u0001y\n", "accepted", "PyYAML refuses control characters; read or refused, either is clear")


# ---------------------------------------------------------------------------------------------- dumps
WORDS = ["a", "the", "align", "--input", "/data/x y", "yes", "no", "on", "12", "1e5", "0x1F", "1:30", "04:00:00", "24:00:00", "null", "~", "#x", "a: b",
         "- x", "key:", '"q"', "'s'", "\\", "\t", "\n", "\n\n", "  ", "é", "ü", "日本語", "😀", "\u2028", "\x85", "\xa0", "\ufeff", "\x07", "\x1b", "%", "@",
         "`", "|", ">", "&a", "*a", "!t", "{", "}", "[", "]", ",", "?", "=", "<<", "...", "---", "012", "0o7", "1_000", ".5", ".inf", ".nan",
         "2026-01-01", "2026-01-01T00:00:00.123456", "12E5", "\r", "\r\n", "\x7f"]


def random_text(rng):
    kind = rng.random()
    if kind < 0.35:
        return rng.choice(WORDS)
    if kind < 0.4:
        return ""
    return rng.choice(["", " "]).join(rng.choice(WORDS) for _ in range(rng.randint(1, 40 if kind > 0.85 else 5)))


def random_value(rng, depth):
    kind = rng.random()
    if depth > 0 and kind < 0.2:
        return [random_value(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    if depth > 0 and kind < 0.4:
        return {random_text(rng): random_value(rng, depth - 1) for _ in range(rng.randint(0, 4))}
    if kind < 0.75:
        return random_text(rng)
    if kind < 0.85:
        return rng.choice([True, False, None, 0, 1, -1, 42, 2 ** 53, 123456789012])
    return rng.choice([0.0, 0.5, -1.25, 1e-7, 1e22, 1.5e300, 99.1, 3600.0, 0.0005, 1e16, rng.randint(0, 10 ** 9) / 7])


def random_dumps(count, seed):
    rng = random.Random(seed)
    styles = [{}, {}, {}, {}, {"sort_keys": False}, {"default_flow_style": True}, {"default_flow_style": None}, {"width": 20}, {"indent": 4},
              {"default_style": '"'}, {"default_style": "'"}, {"default_style": "|"}, {"default_style": ">"}, {"explicit_start": True},
              {"explicit_end": True}]
    dumps = []
    while len(dumps) < count:
        value = {random_text(rng): random_value(rng, 3) for _ in range(rng.randint(1, 5))}
        # A key of one character that JSON escapes is read wrong by the JSON.parse of some Node versions (V8 13.6): not our matter.
        text = yaml.dump(value, **rng.choice(styles))
        if len(text) < 2500 and yaml.safe_load(text) == value and '"\\' not in short_keys(value):
            dumps.append({"yaml": text, "json": value})
    return dumps


def short_keys(value):
    """The keys of one character, as JSON writes them."""
    if isinstance(value, list):
        return "".join(short_keys(v) for v in value)
    if isinstance(value, dict):
        return "".join((json.dumps(k) if len(k) == 1 else "") + short_keys(v) for k, v in value.items())
    return ""


def write(name, value):
    with open(os.path.join(HERE, name), "w", encoding="ascii") as file:
        json.dump(value, file, indent=1)
        file.write("\n")


names = [entry["name"] for entry in CASES]
assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
write("yaml.json", {"pyyaml": yaml.__version__, "cases": CASES})
write("yaml-dumps.json", {"pyyaml": yaml.__version__, "dumps": random_dumps(400, 20260504)})
print(len(CASES), "cases")
