"""`python -m benchmarks.twin.elsewhere.pages [STYLE...] [-v]`: documents equal / asked of each style."""

from __future__ import annotations

import sys

from benchmarks.twin.elsewhere.measured import run
from benchmarks.twin.elsewhere.pages.measuring import STYLES, measure

if __name__ == "__main__":
    sys.exit(run(__doc__ or "", STYLES, measure))
