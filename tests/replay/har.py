"""A small HAR file, the plainest archive there is, for tests of what opens files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def exchange(
    url: str, text: str, mime: str = "text/html", *, method: str = "GET", second: int = 0, body: str | None = None
) -> dict[str, Any]:
    request: dict[str, Any] = {"method": method, "url": url, "httpVersion": "HTTP/1.1", "headers": []}
    if body is not None:
        request["postData"] = {"mimeType": "application/json", "text": body}
        request["headers"].append({"name": "Content-Type", "value": "application/json"})
    return {
        "startedDateTime": f"2024-03-01T10:00:{second:02}.000Z",
        "time": 1,
        "request": request,
        "response": {
            "status": 200,
            "statusText": "OK",
            "httpVersion": "HTTP/1.1",
            "headers": [{"name": "Content-Type", "value": mime}],
            "content": {"size": len(text), "mimeType": mime, "text": text},
        },
    }


def write(path: Path, *exchanges: dict[str, Any]) -> Path:
    creator = {"name": "tests", "version": "1"}
    path.write_text(json.dumps({"log": {"version": "1.2", "creator": creator, "entries": list(exchanges)}}))
    return path
