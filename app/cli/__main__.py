"""`python -m app.cli`, the same as `casilla`."""

import sys

from app.cli import main

sys.exit(main())
