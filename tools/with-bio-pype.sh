#!/usr/bin/env bash
# Runs a command with a Bio-Pype of its own, named in PRM_BIO_PYPE: tools/with-bio-pype.sh COMMAND...
# Bio-Pype comes from PyPI into a folder that is removed at the end; Python, where it is missing, from apt, which needs
# root. A Bio-Pype that PRM_BIO_PYPE names already is taken as it is.
set -euo pipefail

bio_pype=bio-pype==2.0.99rc9

fail() {
  echo "with-bio-pype: $*" >&2
  exit 1
}

# An environment of its own needs the modules that Debian packs apart, and Bio-Pype a Python that still lives.
has_python() {
  python3 -c 'import sys, venv; from ensurepip import version; sys.exit(sys.version_info < (3, 9))' 2> /dev/null
}

install_python() {
  local by_hand='install Python 3.9 or later with its venv module (Debian: apt-get install python3 python3-venv)'
  local as_root=()
  command -v apt-get > /dev/null || fail "$by_hand"
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2> /dev/null || fail "$by_hand; doing it from here needs root"
    as_root=(sudo -n)
  fi
  "${as_root[@]}" apt-get update -qq || echo 'with-bio-pype: apt-get update failed, going on' >&2
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3 python3-venv ||
    fail "apt-get could not; $by_hand"
  has_python || fail "the python3 on PATH is not the one of apt; $by_hand"
}

[ $# -gt 0 ] || fail 'usage: tools/with-bio-pype.sh COMMAND...'
if [ -n "${PRM_BIO_PYPE:-}" ]; then exec "$@"; fi

has_python || install_python
folder=$(mktemp -d "${TMPDIR:-/tmp}/prm-bio-pype.XXXXXX")
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder" || fail "python3 could not make an environment in $folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$bio_pype" ||
  fail "pip could not install $bio_pype: is PyPI reachable?"
PRM_BIO_PYPE="$folder" "$@"
