"""Run inside mitmproxy's environment: MANIFEST (JSON lines of url, headers, file, time) -> a flow file.

Imports nothing of this project, as that is not installed there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from mitmproxy import connection, http
from mitmproxy.io import FlowWriter


def flow(facts: dict) -> http.HTTPFlow:
    """One exchange as mitmproxy keeps it."""
    client = connection.Client(peername=("127.0.0.1", 1), sockname=("127.0.0.1", 2), timestamp_start=facts["time"])
    made = http.HTTPFlow(client, connection.Server(address=None))
    made.request = http.Request.make("GET", facts["url"])
    headers = http.Headers([(name.encode(), value.encode()) for name, value in facts["headers"]])
    made.response = http.Response(
        b"HTTP/1.1", 200, b"OK", headers, Path(facts["file"]).read_bytes(), None, facts["time"], facts["time"]
    )
    return made


def main(manifest: str, out: str) -> None:
    """Write the flows of `manifest` to `out`."""
    with open(manifest) as lines, open(out, "wb") as stream:
        writer = FlowWriter(stream)
        for line in lines:
            writer.add(flow(json.loads(line)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
