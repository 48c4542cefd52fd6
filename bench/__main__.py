"""`python -m bench [--json FILE]`: every figure, printed and written (to bench/results/ where no file is named)."""

import argparse
import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

from bench import geometry, web


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--json", type=Path, help="file to write")
    options = parser.parse_args()
    now = datetime.now(UTC)
    figures = {"geometry": geometry.results(), "web": web.results()}
    for part, found in figures.items():
        print(f"\n{part}")
        for name, milliseconds in found.items():
            print(f"{milliseconds:10.3f} ms  {name}")
    path = options.json or Path(__file__).parent / "results" / f"{now:%Y-%m-%d-%H%M%S}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    machine = {"python": platform.python_version(), "cores": os.cpu_count(), "load": os.getloadavg()}
    text = json.dumps({"at": now.isoformat(timespec="seconds"), "machine": machine, "milliseconds": figures}, indent=2)
    path.write_text(text + "\n", encoding="utf-8")
    print(f"\nWritten to {path}")


if __name__ == "__main__":
    main()
