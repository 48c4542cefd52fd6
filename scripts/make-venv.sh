#!/bin/sh
# make-venv.sh PYTHON FOLDER: a virtual environment, or a sentence that says what is missing.
set -eu
python=$1 folder=$2
if ! command -v "$python" >/dev/null 2>&1; then
    echo "Casilla needs Python 3.11 or newer, and there is no '$python' here. Name another: make PYTHON=python3.12" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Casilla needs Python 3.11 or newer; '$python' is $("$python" -V 2>&1). Name another: make PYTHON=python3.12" >&2
    exit 1
fi
if ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
    echo "This Python makes no virtual environments. On Debian and Ubuntu: apt-get install python3-venv" >&2
    exit 1
fi
test -x "$folder/bin/python" || "$python" -m venv "$folder"
