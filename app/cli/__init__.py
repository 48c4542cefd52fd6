"""The `casilla` command.

A module in here is a subcommand: its docstring is its help, `arguments` and `run` are its parts.
"""

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand; only its module is imported, so that `check` does not wait for the web."""
    given = list(sys.argv[1:] if argv is None else argv)
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_"))
    parser = argparse.ArgumentParser(prog="casilla", description="A battle map for the browser that knows the rules.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in [given[0]] if given and given[0] in names else names:
        module = importlib.import_module(f"{__name__}.{name}")
        summary, _, more = (module.__doc__ or "").partition("\n")
        command = commands.add_parser(name, help=summary, description=summary + more)
        module.arguments(command)
        command.set_defaults(run=module.run)
    options = parser.parse_args(given)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
