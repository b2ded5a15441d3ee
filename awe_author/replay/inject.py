"""Puts the prelude into HTML documents and worker scripts on their way to the browser.

What is archived stays as it was sent; only the browser's copy is changed. The inserted text is ASCII on one line, so
encodings and line numbers stay, and the script element removes itself before anything else runs. A document is told by
what the browser will do with it (Sec-Fetch-Dest), never by its type alone: HTML that a script fetches stays untouched.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence
from typing import Literal
from urllib.parse import urlsplit

from awe_author.door.messages import Headers, charset, header, header_values, without
from awe_author.replay import csp
from awe_author.replay.guard import without_hints
from awe_author.replay.inject_point import MORE, NOWHERE, html_point, xhtml_point
from awe_author.replay.prelude import PreludeConfig, policy_name, script_hash, script_text

__all__ = [
    "PreludeConfig",
    "StreamInjector",
    "around_prelude",
    "inject_document",
    "inject_worker",
    "insert_script",
    "is_navigation",
    "should_inject",
    "without_prelude",
]

Injection = Literal["document", "worker", "sharedworker", "serviceworker"]

DOCUMENTS = {"document", "iframe", "frame", "embed", "object", "fencedframe"}
NAVIGATION_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,"
"""How Chromium's Accept begins when it navigates (and no library's does)."""
HTML_TYPES = {"text/html", "application/xhtml+xml"}
UTF_16 = {
    "utf-16",
    "utf-16le",
    "utf-16be",
    "unicode",
    "ucs-2",
    "iso-10646-ucs-2",
    "csunicode",
    "unicodefeff",
    "unicodefffe",
}
_PRELUDE = b"<script>(function prelude("
_PLACE = "the place of the prelude"
ENOUGH = 1 << 20
"""A place that was not found in so many bytes is not looked for any more."""
SNIFFED = re.compile(
    rb"\s*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\s>]|\s*<!--",
    re.IGNORECASE,
)


def should_inject(request: Headers, response: Headers, status: int = 200) -> Injection | None:
    """What the browser will make of the response, when the prelude belongs into it; else None.

    Over plain http Chromium sends no Sec-Fetch-Dest (only to trustworthy origins): then a navigation is known by its
    Accept, and workers are not recognised.
    """
    if status in (204, 205, 206, 304) or status < 200 or 300 <= status < 400:
        return None
    destination = (header(request, "sec-fetch-dest") or "").lower()
    if destination == "worker" or destination == "sharedworker" or destination == "serviceworker":
        return destination  # type: ignore[return-value]
    mime = _mime(response)
    if (mime and mime not in HTML_TYPES) or not (is_navigation(request) or (mime and _for_later(request))):
        return None
    if (header(response, "content-disposition") or "").strip().lower().startswith("attachment"):
        return None
    return "document" if csp.scripts_can_run(response) else None


def is_navigation(request: Headers) -> bool:
    """Will the answer become a document? A service worker that passes a navigation on makes it a request with an empty
    destination: Chromium then leaves the mode, or at least the Accept header, as it was."""
    destination = (header(request, "sec-fetch-dest") or "").lower()
    if destination and destination != "empty":
        return destination in DOCUMENTS
    mode = (header(request, "sec-fetch-mode") or "").lower()
    return mode == "navigate" or (header(request, "accept") or "").startswith(NAVIGATION_ACCEPT)


def _for_later(request: Headers) -> bool:
    """May HTML become a document although no navigation asked for it? Prefetched, or fetched by a service worker for
    its cache: the Referer is then the worker's script (a page's own fetches have the page there)."""
    if (header(request, "sec-fetch-dest") or "").lower() != "empty":
        return False
    prefetch = "prefetch" in (header(request, "sec-purpose") or header(request, "purpose") or "").lower()
    return prefetch or urlsplit(header(request, "referer") or "").path.endswith((".js", ".mjs"))


def inject_document(headers: Headers, body: bytes, config: PreludeConfig) -> tuple[Headers, bytes]:
    """The document with the prelude in it. `body` is without content coding; so is the result."""
    stream = StreamInjector(headers, config)
    return stream.headers, stream.feed(body) + stream.finish()


def inject_worker(
    headers: Headers, body: bytes, config: PreludeConfig, kind: Injection = "worker"
) -> tuple[Headers, bytes]:
    """The worker's script with the prelude before it, on the same line.

    A module that begins with static imports would run those first; it imports the prelude (as a data: URL) before them.
    Imports that stand behind other code, and those of service workers, still run before the prelude.
    """
    text = script_text(config, coarse_clock=kind == "serviceworker")
    changed = _reframed(headers)
    if kind != "serviceworker":
        changed = csp.extend(changed, source="data:")
    bom = b"\xef\xbb\xbf" if body.startswith(b"\xef\xbb\xbf") else b""
    rest = body[len(bom) :]
    start = _first_code(rest)
    if kind != "serviceworker" and re.match(rb"""import\s*["'{*]|import\s+[\w$]""", rest[start : start + 200]):
        data = "data:text/javascript;base64," + base64.b64encode(text.encode()).decode()
        return changed, bom + f'import "{data}";'.encode() + rest
    strict = b'"use strict";' if re.match(rb"""(["'])use strict\1""", rest[start : start + 20]) else b""
    return changed, bom + strict + text.encode() + rest


def insert_script(
    headers: Headers, body: bytes, script: str, *, connect: Sequence[str] = (), waiting: str = ""
) -> tuple[Headers, bytes]:
    """The document with one more script element, which runs before all others and may connect to the URLs `connect`.
    `waiting` stands before it in an element that does not run until `script` makes it run.

    Both are ASCII, one line, and nothing in them ends a script element. `body` is without content coding.
    """
    inserter = _Inserter(headers, script, waiting)
    changed = _reframed(headers)
    if any(name.lower() in csp.POLICY_HEADERS for name, _ in changed):
        for text in filter(None, (script, waiting)):
            changed = csp.extend(changed, script=script_hash(text))
        for url in connect:
            changed = csp.extend(changed, report_url=url)
    return changed, inserter.feed(body) + inserter.finish()


def around_prelude(body: bytes) -> list[bytes] | None:
    """The document before and behind the prelude that was put into it; None where there is none."""
    at = body.find(_PRELUDE)
    end = body.find(b"</script>", at)
    return None if min(at, end) < 0 else [body[:at], body[end + len(b"</script>") :]]


def without_prelude(text: str, change: Callable[[str], str]) -> str:
    """A document changed as it is without the prelude, which stands where it stood afterwards. `change` keeps
    comments."""
    pieces = around_prelude(text.encode())
    if pieces is None:
        return change(text)
    before, behind = (piece.decode() for piece in pieces)
    prelude = text[len(before) : len(text) - len(behind)]
    first, found, rest = change(f"{before}<!--{_PLACE}-->{behind}").partition(f"<!--{_PLACE}-->")
    return first + prelude + rest if found else prelude + first


class _Inserter:
    """Puts a script into a document that streams by: `feed` for each chunk, `finish` at the end.

    Holds back only what comes before the place of insertion.
    """

    def __init__(self, headers: Headers, script: str, waiting: str = "") -> None:
        self._xml = _mime(headers) == "application/xhtml+xml"
        self._sniff = not _mime(headers)
        self._charset = charset(header(headers, "content-type"))
        self._script, self._waiting = script, waiting
        self._held = b""
        self._done = False

    def feed(self, chunk: bytes) -> bytes:
        """What can be sent on after this chunk."""
        if self._done:
            return chunk
        self._held += chunk
        return self._try(final=len(self._held) > ENOUGH)

    def finish(self) -> bytes:
        """What is left at the end of the body."""
        return b"" if self._done else self._try(final=True)

    def _try(self, *, final: bool) -> bytes:
        if not final and len(self._held) < 4:
            return b""
        if self._sniff and not SNIFFED.match(self._held):
            return self._release(self._held) if final or len(self._held) > 512 else b""
        codec, view = self._view()
        point = (xhtml_point if self._xml else html_point)(view, final=final)
        if point == MORE:
            return b""
        if point == NOWHERE:
            return self._release(self._held)
        at = point * 2 if codec != "latin-1" else point
        return self._release(self._held[:at] + self._element().encode(codec) + self._held[at:])

    def _view(self) -> tuple[str, str]:
        """The bytes held as text of one letter per byte (UTF-16: per unit), and the codec for what is inserted."""
        held = self._held
        if held[:2] in (b"\xff\xfe", b"\xfe\xff") or self._charset in UTF_16:
            big = held[:2] == b"\xfe\xff" or (held[:2] != b"\xff\xfe" and self._charset in ("utf-16be", "unicodefffe"))
            units = memoryview(held[: len(held) // 2 * 2])
            high, low = (units[0::2], units[1::2]) if big else (units[1::2], units[0::2])
            letters = [chr(a) if b == 0 else "?" for a, b in zip(low.tolist(), high.tolist(), strict=True)]
            if held[:2] in (b"\xff\xfe", b"\xfe\xff"):
                letters[0] = " "
            return ("utf-16-be" if big else "utf-16-le"), "".join(letters)
        return "latin-1", held.decode("latin-1")

    def _element(self) -> str:
        if self._xml:
            return f'<script xmlns="http://www.w3.org/1999/xhtml"><![CDATA[{self._script}]]></script>'
        before = f'<script type="text/plain">{self._waiting}</script>' if self._waiting else ""
        return f"{before}<script>{self._script}</script>"

    def _release(self, data: bytes) -> bytes:
        self._done, self._held = True, b""
        return data


class StreamInjector(_Inserter):
    """Injects the prelude while a document streams by: `headers` at once, then `feed` and `finish`."""

    def __init__(self, headers: Headers, config: PreludeConfig) -> None:
        plain, hints = without_hints(headers) if config.replaying else (headers, [])
        dated = header(headers, "last-modified") is not None
        super().__init__(headers, script_text(config, has_last_modified=dated, hints=hints))
        report = _absolute(config) if config.replaying and config.report_path else None
        self.headers: Headers = csp.extend(
            _reframed(plain),
            script=script_hash(self._script),
            report_url=report,
            policy=policy_name(config.token),
        )
        if config.replaying:
            self.headers = [*self.headers, ("X-DNS-Prefetch-Control", "off")]
        if config.storage:
            # From the browser's cache it would put the old storage back.
            self.headers = [*without(self.headers, "cache-control", "expires"), ("Cache-Control", "no-store")]


def _reframed(headers: Headers) -> Headers:
    """Headers for changed bytes. Vary keeps a copy without the prelude (fetched by a script) apart from this one in the
    browser's cache."""
    kept = without(
        headers, "content-length", "content-encoding", "transfer-encoding", "content-md5", "digest", "repr-digest",
        "content-digest", "accept-ranges",
    )  # fmt: skip
    vary = header_values(headers, "vary")
    if any("*" in value or "sec-fetch-dest" in value.lower() for value in vary):
        return kept
    return [*kept, ("Vary", "Sec-Fetch-Dest")]


def _mime(headers: Headers) -> str:
    return (header(headers, "content-type") or "").partition(";")[0].strip().lower()


def _absolute(config: PreludeConfig) -> str | None:
    parts = urlsplit(config.document_key)
    return f"{parts.scheme}://{parts.netloc}{config.report_path}" if parts.netloc else None


def _first_code(script: bytes) -> int:
    """Index of the first token of a script: behind white space and comments."""
    blank = re.match(rb"(?:\s+|//[^\n]*(?:\n|$)|/\*.*?\*/)*", script, re.DOTALL)
    return blank.end() if blank else 0
