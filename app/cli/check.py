"""Ask the engine the cases of files and print where it answers otherwise.

A file is {"cases": [...]} or holds one case a line. Exit status: 0 all as expected, 1 a difference, 2 a file that
cannot be read.
"""

import argparse
import sys
from pathlib import Path

from app.cli._reading import read_text, short
from geometry.casefile import CaseError, differences, read_cases


def arguments(parser: argparse.ArgumentParser) -> None:
    """The files."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="file of cases; - reads standard input")


def run(options: argparse.Namespace) -> int:
    """Check every file; a broken one does not keep the others from being checked."""
    asked = different = told = broken = 0
    for name in options.files:
        try:
            cases = read_cases(read_text(name))
            for case in cases:
                found = differences(case)
                asked += 1
                different += bool(found)
                told += len(found)
                for d in found:
                    print(f"{name}: {d.case}: {d.key}: expected {short(d.expected)}, found {short(d.found)}")
        except CaseError as error:
            broken += 1
            sys.stdout.flush()
            print(f"{Path(name).name if name != '-' else 'standard input'}: {error}", file=sys.stderr)
    unread = f"; {broken} of {len(options.files)} files could not be read" if broken else ""
    print(f"{asked} cases checked, {asked - different} as expected, {different} different ({told} answers){unread}")
    return 2 if broken else 1 if different else 0
