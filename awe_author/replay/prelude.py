"""The determinism prelude: a JavaScript function that runs before any other in every document and worker.

While recording it seeds randomness and makes the page's clock stoppable; while replaying it also moves the clock to the
recorded time and reports attempts to get out that no proxy sees. The same text runs in both, so that a page asks for
the same things both times. The parts are in `prelude/`; here they are joined, configured and given to Python callers.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any


def _real_now() -> float:
    return time.time() * 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class PreludeConfig:
    """What one document or worker is told. Record and replay must agree on seed, document_key and ordinal."""

    seed: int
    document_key: str
    """URL without query and fragment."""
    ordinal: int = 0
    """How many times this key was loaded in the session before."""
    epoch_ms: float | None = None
    """The session's clock now (ms since the epoch); None leaves real time (recording)."""
    token: str
    """Secret of the session by which our own browser reaches the control hook."""
    storage: dict[str, Any] | None = None
    """{"local": {k: v}, "session": {k: v}, "indexeddb": [...]} to put in place before the page runs, else None."""
    report_path: str = ""
    """Secret path (on every origin) that takes reports; see guard.py."""
    replaying: bool = False
    timers: Mapping[str, float] | None = None
    """Timer -> when it was set while recording (ms since the epoch), for verify; None: count from when they are set."""
    orderly: bool = False
    """While recording and verifying: what the page draws waits for what it reads from IndexedDB."""
    origin_ms: float | None = None
    """performance.timeOrigin. Given the document's recorded time in both record and replay, `performance.now()` is the
    same whenever the clock is frozen at the same moment. None: the real moment, shifted like the clock."""
    goes_by: str = ""
    """Header of answers that says how far the clock of the session's state has come (ms since the epoch), which Date
    goes by: see `30_clock.js`. "": it runs by itself."""
    real_ms: float = field(default_factory=_real_now)
    """The machine's clock when `epoch_ms` was taken."""

    @property
    def offset_ms(self) -> float | None:
        """Page time minus real time. A document from the browser's cache keeps it, so its clock is right, too."""
        return None if self.epoch_ms is None else self.epoch_ms - self.real_ms


@cache
def source() -> str:
    """The prelude as one line: `function prelude(C, G, above) {...}`."""
    folder = resources.files("awe_author.replay").joinpath("prelude")
    parts = sorted((part for part in folder.iterdir() if part.name.endswith(".js")), key=lambda part: part.name)
    lines = [line.strip() for part in parts for line in part.read_text("utf-8").splitlines()]
    body = " ".join(line for line in lines if line and not line.startswith("//"))
    return 'function prelude(C, G, above) { "use strict"; ' + body + " }"


def policy_name(token: str) -> str:
    """Name of the Trusted Types policy that the prelude may need for worker URLs."""
    return "p" + hashlib.sha256(token.encode()).hexdigest()[:10]


def script_text(
    config: PreludeConfig, *, has_last_modified: bool = False, hints: Sequence[str] = (), coarse_clock: bool = False
) -> str:
    """A complete statement, ASCII, one line, safe inside a script element. `hints` are URLs of Link headers that were
    taken out, for the prelude to report. `coarse_clock` rounds the clock's offset to 10 s and leaves the ordinal out,
    so that the text stays the same all session (a service worker whose bytes change is taken for a new version)."""
    offset = config.offset_ms
    if offset is not None and coarse_clock:
        offset = round(offset / 10_000) * 10_000
    values = {
        "s": config.seed,
        "k": config.document_key,
        "n": 0 if coarse_clock else config.ordinal,
        "o": offset,
        "g": None if coarse_clock else config.origin_ms,
        "t": config.token,
        "w": config.storage,
        "r": config.report_path,
        "p": config.replaying,
        "q": config.orderly,
        "b": None if coarse_clock or config.timers is None else dict(config.timers),
        "d": "" if coarse_clock else config.goes_by,
        "m": has_last_modified,
        "y": policy_name(config.token),
        "h": list(hints),
        "l": "",
    }
    literal = json.dumps(values, separators=(",", ":")).replace("<", "\\u003c").replace(">", "\\u003e")
    return f"({source()})({literal},globalThis);"


def script_hash(text: str) -> str:
    """The CSP source that allows exactly this inline script (CSP3 section 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _control(token: str, call: str) -> str:
    hook = f"Crypto.prototype.getRandomValues({json.dumps(token)})"
    return f"(() => {{ try {{ return {hook}.{call} }} catch (none) {{ return null }} }})()"


def freeze_expression(token: str, ms: float | None = None, ticks: float = 1000) -> str:
    """JavaScript that stops the frame's clock at `ms` (None: now); its value is the moment, null without a prelude.
    Intervals of about a second go on for `ticks` ms and stop, too: once, as a rule."""
    return _control(token, f"freeze({'null' if ms is None else repr(float(ms))}, {float(ticks)!r})")


def set_expression(token: str, ms: float) -> str:
    """JavaScript that moves the frame's clock to `ms` and lets it run."""
    return _control(token, f"set({float(ms)!r})")


def thaw_expression(token: str) -> str:
    """JavaScript that lets the frame's clock run on: from where it stood (replaying), or at real time (recording)."""
    return _control(token, "thaw()")


def now_expression(token: str) -> str:
    """JavaScript whose value is the frame's moment in ms, null without a prelude."""
    return _control(token, "now()")


def mark_expression(token: str) -> str:
    """JavaScript that notes which short timeouts of the frame are pending; its value is their number."""
    return _control(token, "mark()")


def left_expression(token: str) -> str:
    """JavaScript whose value is the number of noted timeouts that are still pending."""
    return _control(token, "left()")


def limit_expression(token: str, ms: float, *, hold: bool = False) -> str:
    """JavaScript that lets the frame's long timeouts and intervals not go beyond `ms` while the clock runs.

    `hold`: those that are set when it is later than `ms` count from `ms`, so that it does not matter how late it was.
    """
    return _control(token, f"limit({float(ms)!r}, {str(hold).lower()})")


def timers_expression(token: str, ms: float) -> str:
    """JavaScript that lets happen what the frame's long timeouts and intervals would have done by `ms`."""
    return _control(token, f"timersAt({float(ms)!r})")


def bring_expression(token: str, ms: float) -> str:
    """JavaScript that lets happen, while the clock runs, what the frame's long timeouts would have done by `ms`; its
    value is how many there were."""
    return _control(token, f"bring({float(ms)!r})")


def moving_expression(token: str) -> str:
    """JavaScript whose value is how many chains of callbacks (animations by scripts) go on in the frame."""
    return _control(token, "moving()")


def deaf_expression(token: str, on: bool) -> str:
    """JavaScript that keeps the frame from hearing that the visual viewport changed, or no longer."""
    return _control(token, f"deaf({str(on).lower()})")


def timers_set_expression(token: str) -> str:
    """JavaScript whose value tells which intervals of about a second were set in the frame since the last call: a list
    of [document key, ordinal, timer, ms since the epoch], null without a prelude."""
    return _control(token, "timersSet()")


def heard_expression(token: str) -> str:
    """JavaScript whose value tells when messages of the frame's WebSockets were heard since the last call: a list of
    [URL, when it was made (ms), number of the first message, [ms, ...]], null without a prelude."""
    return _control(token, "heard()")


def herald_expression(token: str, url: str, ms: float) -> str:
    """JavaScript that lets Date say `ms` while the next message of a WebSocket of `url` is handled in the frame."""
    return _control(token, f"herald({json.dumps(url)}, {float(ms)!r})")


def quiet_expression(token: str) -> str:
    """JavaScript that waits until the frame has done what it can do by itself (at most some seconds); its value is how
    much of IndexedDB is under way still, null without a prelude."""
    return _control(token, "quiet()")


def failures_expression(token: str) -> str:
    """JavaScript whose value lists what the prelude could not patch in the frame, null without a prelude."""
    return _control(token, "failed")


@dataclass(frozen=True, slots=True)
class PreludeClock:
    """Reaches the clock of the prelude with `token` in the pages of one run (`browser.stage.PageClock`).

    `ticks`: seconds that intervals of about a second go on for when a clock is stopped.
    """

    token: str
    ticks: float = 1.0

    def freeze(self, milliseconds: float | None = None, ticks: float | None = None) -> str:
        return freeze_expression(self.token, milliseconds, (self.ticks if ticks is None else ticks) * 1000)

    def set(self, milliseconds: float) -> str:
        return set_expression(self.token, milliseconds)

    def thaw(self) -> str:
        return thaw_expression(self.token)

    def mark(self) -> str:
        return mark_expression(self.token)

    def left(self) -> str:
        return left_expression(self.token)

    def moving(self) -> str:
        return moving_expression(self.token)

    def bring(self, milliseconds: float) -> str:
        return bring_expression(self.token, milliseconds)

    def heard(self) -> str:
        return heard_expression(self.token)

    def deaf(self, on: bool) -> str:
        return deaf_expression(self.token, on)

    def timers_set(self) -> str:
        return timers_set_expression(self.token)

    def quiet(self) -> str:
        return quiet_expression(self.token)
