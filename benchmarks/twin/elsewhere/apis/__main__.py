"""`python -m benchmarks.twin.elsewhere.apis [STYLE...] [-v]`: replies equal / asked of each style."""

from __future__ import annotations

import sys

from benchmarks.twin.elsewhere.apis.measuring import STYLES, measure
from benchmarks.twin.elsewhere.measured import run

if __name__ == "__main__":
    sys.exit(run(__doc__ or "", STYLES, measure))
