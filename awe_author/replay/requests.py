"""What a request is for, read off its headers (Fetch metadata; over plain http Chromium sends none, so by Accept)."""

from __future__ import annotations

from urllib.parse import urlsplit

from awe_author.door.messages import Request

FRAMES = frozenset({"iframe", "frame", "embed", "object", "fencedframe"})
WORKERS = frozenset({"worker", "sharedworker", "serviceworker"})


def destination(request: Request) -> str:
    """The Sec-Fetch-Dest value ("document", "script", "empty"...); guessed for navigations that do not say; else ""."""
    stated = request.header("sec-fetch-dest")
    if stated is not None:
        return stated
    accept = request.header("accept") or ""
    if request.method in ("GET", "POST") and accept.startswith("text/html") and not is_fetch(request):
        return "document"
    return ""


def is_fetch(request: Request) -> bool:
    """Is it made by script (fetch or XMLHttpRequest) as far as one can see?"""
    return request.header("x-requested-with") is not None or request.header("sec-fetch-dest") == "empty"


def fetches_page(request: Request) -> bool:
    """Does a script ask for a whole page, to show it in place of the one that is there?"""
    return request.header("sec-fetch-dest") == "empty" and "text/html" in (request.header("accept") or "")


def is_page(body: object) -> bool:
    """Is the body of an answer a whole page, no part of one?"""
    return isinstance(body, bytes) and b"<html" in body[:2000].lower()


def origin_of(url: str) -> str:
    """scheme://host[:port] of an absolute URL."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def document_key(url: str) -> str:
    """The URL without query and fragment: what loads of a document are counted by."""
    return url.partition("#")[0].partition("?")[0]
