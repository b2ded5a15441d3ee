"""`python -m awe_author` is `awe-author`."""

from __future__ import annotations

import sys

from awe_author.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
