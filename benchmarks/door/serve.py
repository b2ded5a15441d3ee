"""A door over fixed answers, in a process of its own: prints its port, and what it cost when standard input ends.

python -m benchmarks.door.serve [asyncio|uvloop]
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time

from awe_author.door import CertificateAuthority, Door
from awe_author.door.messages import Answer, Request, Response

SCRIPTS = 300
SIZES = {"1k": 1024, "100k": 102_400, "5m": 5_242_880}
FIELDS = [
    ("Date", "Tue, 04 Nov 2025 10:00:00 GMT"),
    ("Server", "nginx"),
    ("Last-Modified", "Mon, 03 Nov 2025 10:00:00 GMT"),
    ("ETag", '"6908a1b0-400"'),
    ("Cache-Control", "no-store"),
    ("Vary", "Accept-Encoding"),
]
TEXT = b"".join(b'<script src="/s/%d.js"></script>' % number for number in range(SCRIPTS))
PAGE = b"<!doctype html><title>scripts</title>" + TEXT
SCRIPT = b"window.count = (window.count || 0) + 1; // " + b"x" * 2000


def answers() -> dict[str, Response]:
    """Answers by path."""
    found = {
        f"/{name}": Response(200, [("Content-Type", "text/plain"), *FIELDS], b"x" * n) for name, n in SIZES.items()
    }
    script = Response(200, [("Content-Type", "text/javascript"), *FIELDS], SCRIPT)
    found |= {f"/s/{number}.js": script for number in range(SCRIPTS)}
    found["/"] = Response(200, [("Content-Type", "text/html"), *FIELDS], PAGE)
    return found


async def main() -> None:
    table = answers()

    async def responder(request: Request, session: None) -> Answer | None:
        return table.get("/" + request.url.split("/", 3)[3])

    authority = CertificateAuthority.load(tempfile.mkdtemp())
    door = await Door.open([responder], None, authority)
    print(json.dumps({"port": door.port, "ca": str(authority.ca_path), "spki": authority.spki}), flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    print(json.dumps({"cpu": time.process_time()}), flush=True)
    await door.close()


if __name__ == "__main__":
    if sys.argv[1:] == ["uvloop"]:
        import uvloop

        uvloop.install()
    asyncio.run(main())
