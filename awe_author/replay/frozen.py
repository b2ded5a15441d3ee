"""Pages that `site.yaml` calls frozen: served as they looked when recorded, from their rendered DOM, without scripts.

For pages whose scripts cannot be replayed, or need not be. The DOM was written by the recorder so that it shows the
same without scripts (`browser.facts`); what is left of them is taken out here, and a policy forbids the rest. Links
lead to other recorded pages as ever.
"""

from __future__ import annotations

import base64
import hashlib
import html
from fnmatch import fnmatchcase
from html.parser import HTMLParser

from awe_author.archive.model import Entry, StepRecord
from awe_author.door.messages import Request, Response
from awe_author.replay.session import ReplaySession

_RESTORE = (
    "{const all=r=>{for(const e of r.querySelectorAll('*')){if(e.shadowRoot)all(e.shadowRoot);"
    "const s=e.getAttribute('data-awe-scroll');if(s)[e.scrollLeft,e.scrollTop]=s.split(',').map(Number);"
    "if(e.hasAttribute('data-awe-focus'))e.focus({preventScroll:true})}};"
    "document.addEventListener('DOMContentLoaded',()=>all(document))}"
)
"""The only script: what was scrolled is scrolled, what had the focus has it."""
_HASH = base64.b64encode(hashlib.sha256(_RESTORE.encode()).digest()).decode()
_HEADERS = [
    ("Content-Type", "text/html; charset=utf-8"),
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", f"script-src 'sha256-{_HASH}'; object-src 'none'"),
]
_ADDRESSES = frozenset({"href", "src", "action", "formaction", "xlink:href", "data", "to", "from", "values"})
_FETCHING = frozenset({"preload", "modulepreload", "prefetch", "dns-prefetch", "preconnect"})
_ACTING = frozenset({"refresh", "content-security-policy"})


def frozen_page(request: Request, entry: Entry | None, session: ReplaySession) -> Response | None:
    """The answer to a navigation to a frozen page, None for other pages. `entry`: the recorded document, if any."""
    recording = session.archive.recording
    if recording is None or not recording.frozen or request.method != "GET":
        return None
    url = request.url.partition("#")[0]
    if not any(fnmatchcase(url, glob) for glob in recording.frozen):
        return None
    seen = [step for step in recording.steps if step.dom and step.url.partition("#")[0] == url]
    step = _due([one for one in seen if one.page] or seen, entry, session.cursor.step)
    dom = session.archive.resource(step.dom) if step is not None and step.dom else None
    if dom is None:
        return None
    return Response(200, list(_HEADERS), still(dom.decode("utf-8", "replace")).encode(), "OK")


def _due(steps: list[StepRecord], entry: Entry | None, pinned: int | None) -> StepRecord | None:
    """The first of these steps that is not over yet, else the last."""
    if pinned is not None:
        left = [step for step in steps if step.number >= pinned]
    else:
        left = [step for step in steps if entry is None or step.next_seq > entry.seq]
    return left[0] if left else steps[-1] if steps else None


def still(markup: str) -> str:
    """A rendered document without anything that runs."""
    parser = _Stilled()
    parser.feed(markup)
    parser.close()
    text = "".join(parser.parts)
    at = text.lower().find("<head>") + len("<head>")
    return f"{text[:at]}<script>{_RESTORE}</script>{text[at:]}" if at >= len("<head>") else text


class _Stilled(HTMLParser):
    """Writes what it reads, less scripts, handlers, and addresses that are scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []
        self._in_script = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self._in_script += 1
        elif not self._in_script and not _acts(tag, dict(attrs)):
            changed = _stilled(tag, attrs)
            self.parts.append(self.get_starttag_text() or "" if changed == attrs else _written(tag, changed))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "script":
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._in_script = max(0, self._in_script - 1)
        else:
            self._add(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._add(data)

    def handle_entityref(self, name: str) -> None:
        self._add(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._add(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self._add(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self._add(f"<!{decl}>")

    def _add(self, text: str) -> None:
        if not self._in_script:
            self.parts.append(text)


def _acts(tag: str, attributes: dict[str, str | None]) -> bool:
    """Is it an element that does something by itself?"""
    if tag == "link":
        return bool(_FETCHING & set((attributes.get("rel") or "").lower().split()))
    return tag == "meta" and (attributes.get("http-equiv") or "").lower() in _ACTING


def _stilled(tag: str, attrs: list[tuple[str, str | None]]) -> list[tuple[str, str | None]]:
    kept = [(name, value) for name, value in attrs if not name.startswith("on") and not _is_script(name, value)]
    given = dict(kept)
    if given.get("srcdoc") is not None:
        kept = [(name, still(value or "") if name == "srcdoc" else value) for name, value in kept]
    picture = given.get("data-awe-canvas") or ""
    if tag == "canvas" and picture.startswith("data:image/"):
        style = f"{given.get('style') or ''};background:url({picture}) 0 0/100% 100% no-repeat"
        kept = [pair for pair in kept if pair[0] not in ("style", "data-awe-canvas")] + [("style", style)]
    if tag == "img" and given.get("data-awe-src"):
        kept = [pair for pair in kept if pair[0] not in ("src", "srcset")] + [("src", given["data-awe-src"])]
    return kept


def _is_script(name: str, value: str | None) -> bool:
    letters = "".join(letter for letter in value or "" if letter > " ").lower()
    return name in _ADDRESSES and letters.startswith("javascript:")


def _written(tag: str, attrs: list[tuple[str, str | None]]) -> str:
    pairs = "".join(f" {name}" if value is None else f' {name}="{html.escape(value)}"' for name, value in attrs)
    return f"<{tag}{pairs}>"
