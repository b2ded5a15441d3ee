"""The pages of an archive: from pages.jsonl, from the recorder, or, where neither is there, from the exchanges."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from awe_author.archive.canonical import request_form
from awe_author.archive.model import PageEntry, StorageState
from awe_author.archive.records import parse_date
from awe_author.archive.store import StoredEntry, key64, load, unpack
from awe_author.archive.urls import normal_url

MAX_PAGES = 50_000
_HTML = ("text/html", "application/xhtml+xml")


def listed(lines: Iterable[bytes], base: int) -> Iterator[PageEntry]:
    """The pages in a pages.jsonl (specs.webrecorder.net/wacz/1.1.1, 5.2.3); lines that are none are left out."""
    for count, line in enumerate(lines):
        if count > MAX_PAGES:
            return
        try:
            page = load(line) if line.strip() else None
        except (ValueError, RecursionError):
            continue
        if not isinstance(page, dict) or not isinstance(page.get("url"), str):
            continue
        seq = page.get("seq")
        moment = parse_date(str(page.get("ts") or page.get("loadTime") or "")) or 0.0
        title = page.get("title")
        url = page["url"]
        number = seq + base if isinstance(seq, int) else None
        yield PageEntry(url, title if isinstance(title, str) else "", moment, number, str(page.get("id") or ""))


def linked(found: Iterable[PageEntry], db: sqlite3.Connection) -> list[PageEntry]:
    """Pages with the seq of the exchange that is nearest in time among those of their URL."""
    return [page if page.seq is not None else replace(page, seq=_nearest(page, db)) for page in found]


def _nearest(page: PageEntry, db: sqlite3.Connection) -> int | None:
    url = normal_url(page.url)
    if url is None:
        return None
    exact = key64(request_form("GET", url, [], b"").exact)
    rows = db.execute("SELECT seq, doc FROM entry WHERE exact=? ORDER BY seq LIMIT 1000", (exact,))
    entries = [unpack(seq, doc) for seq, doc in rows]
    best = min(entries, key=lambda e: (not 200 <= e.status < 400, abs(e.time - page.time), e.seq), default=None)
    return best.seq if best is not None else None


def derived(db: sqlite3.Connection) -> list[PageEntry]:
    """Documents that somebody could have opened: HTML answered to GET with 200, not into a frame or by a script."""
    certain: list[PageEntry] = []
    possible: list[PageEntry] = []
    seen: set[str] = set()
    for seq, doc in db.execute("SELECT seq, doc FROM entry ORDER BY seq"):
        if b"html" not in doc:
            continue
        entry = unpack(seq, doc)
        if entry.method != "GET" or entry.status != 200 or entry.mime not in _HTML or entry.url in seen:
            continue
        if len(seen) >= MAX_PAGES:
            break
        kind = _opened(entry)
        if kind is None:
            continue
        seen.add(entry.url)
        (certain if kind else possible).append(PageEntry(entry.url, "", entry.time, seq))
    return certain or possible


def _opened(entry: StoredEntry) -> bool | None:
    """True: certainly a page of its own; None: certainly not."""
    vary = dict(entry.vary)
    dest = vary.get("sec-fetch-dest")
    if dest:
        return True if dest == "document" else None
    if "x-requested-with" in vary or entry.url.endswith(("/robots.txt", "/favicon.ico")):
        return None
    return False


def browser_state(package: Any) -> list[StorageState]:
    """ArchiveWeb.page's `browserState` in datapackage.json: web storage to restore before the first page."""
    state = package.get("browserState") if isinstance(package, dict) else None
    if not isinstance(state, dict):
        return []
    origins: dict[str, dict[str, Any]] = {}
    for name, short in (("localStorage", "local"), ("sessionStorage", "session")):
        areas = state.get(name)
        for origin, items in areas.items() if isinstance(areas, dict) else ():
            if isinstance(items, dict):
                texts = {str(key): item for key, item in items.items() if isinstance(item, str)}
                origins.setdefault(origin, {"local": {}, "session": {}})[short] = texts
    cookies = state.get("cookies")
    jar = [cookie for cookie in cookies if isinstance(cookie, dict)] if isinstance(cookies, list) else []
    anything = jar or any(area for one in origins.values() for area in one.values())
    return [StorageState(0, jar, origins)] if anything else []
