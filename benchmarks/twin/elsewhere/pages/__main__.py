"""`python -m benchmarks.twin.elsewhere.pages [STYLE...] [-v]`: documents equal / asked of each style."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from benchmarks.twin.elsewhere.apis.measuring import Measured
from benchmarks.twin.elsewhere.pages.measuring import STYLES, measure


def main() -> int:
    """See the module."""
    cli = argparse.ArgumentParser(description=__doc__)
    cli.add_argument("style", nargs="*", metavar="STYLE", help=f"of: {', '.join(STYLES)} [all]")
    cli.add_argument("-v", "--verbose", action="store_true", help="each difference")
    cli.add_argument("--keep", type=Path, metavar="DIR", help="keep recordings, drafts and mocks there")
    asked = cli.parse_args()
    unknown = [one for one in asked.style if one not in STYLES]
    if unknown:
        cli.error(f"there is no style {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder:
        place = asked.keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        found = [asyncio.run(_told(style, place, every=asked.verbose)) for style in asked.style or STYLES]
    equal, total = sum(one.equal for one in found), sum(len(one.results) for one in found)
    print(f"{'all':18} {equal:4} of {total:4}  {equal / max(1, total):4.0%}")
    return 0


async def _told(style: str, folder: Path, *, every: bool) -> Measured:
    found = await measure(style, folder)
    total = len(found.results)
    print(f"{style:18} {found.equal:4} of {total:4}  {found.equal / max(1, total):4.0%}  {found.problem}", flush=True)
    for number, one in enumerate(found.results if every else [], 1):
        if not one.equal:
            print(f"  {number:3} {one.method} {one.url[:160]}\n      {one.cause}; {one.source[:160]}; "
                  f"live {one.live_status} mock {one.mock_status}")  # fmt: skip
            for each in one.differences[:6]:
                print(f"        {each.path} {each.what}: {str(each.live)[:90]!r} / {str(each.mock)[:90]!r}")
            for line in one.text.lines[:8] if one.text else ():
                print(f"        {str(line)[:200]}")
    return found


if __name__ == "__main__":
    sys.exit(main())
