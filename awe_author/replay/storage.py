"""Give a browser the cookies and the storage it had when the recording was made.

The first document of each origin brings them, unless the browser has cookies of its own there: cookies as Set-Cookie
lines (moved by the age of the recording), storage through the prelude. That document also sets a marker cookie that
pages cannot see. A browser that comes without it to an origin that was visited before is a fresh one: the session
starts again from the beginning, so that many fresh browsers can use one port, one after the other.
"""

from __future__ import annotations

from email.utils import formatdate
from typing import Any
from urllib.parse import urlsplit

from awe_author.archive.model import StorageState
from awe_author.door.messages import Headers, Request
from awe_author.replay.requests import origin_of
from awe_author.replay.session import ReplaySession

MARKER = "_rs"
"""Name of the marker cookie. Its value names the session and the generation that set it."""


def arriving(request: Request, session: ReplaySession, *, top: bool) -> None:
    """A navigation begins (`top`: of a tab, not of a frame): note whether its browser is new here, and start again when
    it is a fresh one."""
    origin = origin_of(request.url)
    typed = (request.header("sec-fetch-site") or "none") == "none"
    visited = session.restart_on_fresh_browser and origin in session.progress.restored
    if visited and top and typed and not _marked(request):
        session.reset()
    if origin not in session.progress.restored and not request.header("cookie"):
        session.progress.fresh.add(origin)


def _marked(request: Request) -> bool:
    cookies = request.header("cookie") or ""
    return any(part.strip().startswith(MARKER + "=") for part in cookies.split(";"))


def restoration(
    request: Request, session: ReplaySession, seq: int, age: float
) -> tuple[Headers, dict[str, Any] | None]:
    """(Set-Cookie lines, storage for the prelude) for the document with place `seq`, recorded `age` seconds ago."""
    origin = origin_of(request.url)
    if origin in session.progress.restored:
        return [], None
    session.progress.restored.add(origin)
    headers: Headers = []
    if session.restart_on_fresh_browser:
        secure = "; Secure" if origin.startswith("https:") else ""
        value = f"{session.id}.{session.generation}"
        headers.append(("Set-Cookie", f"{MARKER}={value}; Path=/; HttpOnly; SameSite=Lax{secure}"))
    if origin not in session.progress.fresh:
        return headers, None
    state = session.storage_at(seq)
    if state is None:
        return headers, None
    host = urlsplit(request.url).hostname or ""
    held = {part.partition("=")[0].strip() for part in (request.header("cookie") or "").split(";")}
    given = [one for one in state.cookies if _belongs(one, host) and one.get("name") not in held]
    headers += [("Set-Cookie", set_cookie(cookie, age)) for cookie in given]
    return headers, _storage_of(state, origin)


def _storage_of(state: StorageState, origin: str) -> dict[str, Any] | None:
    found = state.origins.get(origin) or {}
    kept = {area: found[area] for area in ("local", "session", "indexeddb") if found.get(area)}
    return kept or None


def _belongs(cookie: dict[str, Any], host: str) -> bool:
    domain = str(cookie.get("domain") or host)
    return host == domain.lstrip(".") or (domain.startswith(".") and host.endswith(domain))


def set_cookie(cookie: dict[str, Any], age: float) -> str:
    """A cookie in Playwright's form as the value of a Set-Cookie header."""
    parts = [f"{cookie['name']}={cookie.get('value', '')}", f"Path={cookie.get('path') or '/'}"]
    domain = str(cookie.get("domain") or "")
    if domain.startswith("."):
        parts.append(f"Domain={domain.lstrip('.')}")
    expires = cookie.get("expires")
    if isinstance(expires, int | float) and expires > 0:
        parts.append(f"Expires={formatdate(expires + age, usegmt=True)}")
    if cookie.get("httpOnly"):
        parts.append("HttpOnly")
    if cookie.get("secure"):
        parts.append("Secure")
    if cookie.get("sameSite") in ("Strict", "Lax", "None"):
        parts.append(f"SameSite={cookie['sameSite']}")
    return "; ".join(parts)
