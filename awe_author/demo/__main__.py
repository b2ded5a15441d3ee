"""Serve Harbor CRM until Ctrl-C: `python -m awe_author.demo --port 8300`."""

from __future__ import annotations

import argparse
import sys

from awe_author.demo.server import DemoServer
from awe_author.demo.store import PASSWORD, USER


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m awe_author.demo", description="Harbor CRM, a demo web app.")
    parser.add_argument("--port", type=int, default=8300, help="loopback port to listen on (default 8300, 0 = any)")
    port = parser.parse_args().port
    server = DemoServer(port)
    server.start()
    print(f"Harbor CRM: {server.url}   log-in: {USER} / {PASSWORD}   (Ctrl-C stops it)", file=sys.stderr, flush=True)
    try:
        server.wait()
    except KeyboardInterrupt:
        pass
    finally:
        server.stop()


if __name__ == "__main__":
    main()
