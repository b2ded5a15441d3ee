"""Sees what a reducer asks of the machine while it runs: the clock, chance, files, the environment.

`sys.setprofile` tells of every call, of C functions too, so it does not matter how a reducer came by `time.time`. What
is seen is reported with the line of the reducer's file. (What no call shows, such as the order of a set, is found by
running everything again in a process with another hash seed.)
"""

from __future__ import annotations

import copy
import gc
import os
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from types import FrameType
from typing import Any

from awe_author.json_types import Json
from awe_author.state.model import Model
from awe_author.state.types import Context, Reducer, ReducerResult

_CLOCKS = frozenset(
    name + suffix
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time", "clock_gettime")
    for suffix in ("", "_ns")
)
_SHARED: Any = random._inst  # the generator behind the functions of `random`
_ENVIRONMENT = {one.__code__ for one in vars(type(os.environ)).values() if hasattr(one, "__code__")}
_OUTSIDE = {
    "open": "a file",
    "print": "the terminal",
    "input": "the terminal",
    "urandom": "chance",
    "getrandom": "chance",
    "getpid": "the process",
    "listdir": "a folder",
    "scandir": "a folder",
    "connect": "the network",
    "getaddrinfo": "the network",
}


@dataclass(frozen=True, slots=True)
class Seen:
    """Something that a pure function does not do."""

    app: str
    action: str
    what: str
    """`it asks the clock: time.time()`"""

    line: int
    """In the reducer's file; 0 when unknown."""


class Watch:
    """Wraps reducers of models and keeps what they did."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []

    def models(self, models: Mapping[str, Model]) -> dict[str, Model]:
        """The models with every reducer watched."""
        return {app: replace(model, actions=self._actions(model)) for app, model in models.items()}

    def _actions(self, model: Model) -> dict[str, Any]:
        return {
            name: replace(one, reducer=self._watched(one.reducer, model.app, name)) if one.reducer else one
            for name, one in model.actions.items()
        }

    def _watched(self, reducer: Reducer, app: str, action: str) -> Reducer:
        file = getattr(getattr(reducer, "__code__", None), "co_filename", "")

        def watched(state: Mapping[str, Json], params: Mapping[str, Json], context: Context) -> ReducerResult:
            given = copy.deepcopy(params)
            try:
                with _profiling(self._profile(file, app, action)):
                    return reducer(state, params, context)
            finally:
                if params != given:
                    self._add(Seen(app, action, "it changes its params", 0))

        return watched

    def _profile(self, file: str, app: str, action: str) -> Callable[[FrameType, str, Any], None]:
        def profile(frame: FrameType, event: str, called: Any) -> None:
            what = _c_call(called) if event == "c_call" else _call(frame) if event == "call" else ""
            if what:
                self._add(Seen(app, action, f"it asks {what}", _line(frame, file)))

        return profile

    def _add(self, seen: Seen) -> None:
        if seen not in self.seen:
            self.seen.append(seen)


def watched_call(
    function: Callable[..., bool | float], args: Any, params: Any, tell: Callable[[str], object]
) -> bool | float:
    """Call a heuristic of a task, and tell what it does that it may not: clock, chance, files, network, environment."""
    file = getattr(getattr(function, "__code__", None), "co_filename", "")

    def profile(frame: FrameType, event: str, called: Any) -> None:
        what = _c_call(called) if event == "c_call" else _call(frame) if event == "call" else ""
        if what:
            line = _line(frame, file)
            tell(f"asks {what}" + (f", line {line} of {file.rpartition('/')[2]}" if line else ""))

    with _profiling(profile):
        return function(*args, **params)


@contextmanager
def _profiling(profile: Callable[[FrameType, str, Any], None]) -> Iterator[None]:
    """Tell `profile` of every call in the block. Garbage is collected later, as what other libraries do whenever it is
    (`gc.callbacks`; some measure how long it takes) would be taken for what the function does."""
    before, collects = sys.getprofile(), gc.isenabled()
    gc.disable()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()


def _c_call(called: Any) -> str:
    name, owner = getattr(called, "__name__", ""), getattr(called, "__self__", None)
    module = getattr(called, "__module__", None) or getattr(owner, "__name__", "")
    if module == "time" and name in _CLOCKS:
        return f"the clock: time.{name}()"
    if name in ("now", "utcnow", "today") and isinstance(owner, type) and issubclass(owner, date):
        return f"the clock: {owner.__name__}.{name}()"
    if owner is _SHARED:
        return f"chance: random.{name}()"
    if name in _OUTSIDE and module in ("_io", "io", "builtins", "posix", "_socket", "socket"):
        return f"{_OUTSIDE[name]}: {name}()"
    return ""


def _call(frame: FrameType) -> str:
    code = frame.f_code
    if code.co_filename == random.__file__ and frame.f_locals.get("self") is _SHARED:
        return f"chance: random.{code.co_name}()"
    if code in _ENVIRONMENT and frame.f_locals.get("self") is os.environ:
        return "the environment: os.environ"
    return ""


def _line(frame: FrameType | None, file: str) -> int:
    while frame is not None:
        if frame.f_code.co_filename == file:
            return frame.f_lineno
        frame = frame.f_back
    return 0
