"""`on`: which page, request or socket, and which event."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from awe_author.features.frames import FRAMES
from awe_author.features.loading.names import PAGE, REQUEST, SOCKET
from awe_author.features.loading.problems import Collected
from awe_author.features.loading.scope import SHOWN, TRUTH, Scope, element
from awe_author.features.model import EVENTS, PageTrigger, RequestTrigger, SocketTrigger, Trigger
from awe_author.features.patterns import Pattern
from awe_author.state.cel.types import LIST
from awe_author.state.loading.problems import nearest, under

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY", "MERGE")
SOCKET_EVENTS = ("message", "open", "played", "change", "added", "changed", "removed")
_SAID = ("message", "played")
OF_ITEMS = ("added", "changed", "removed")
"""Of them those that tell of the items of a list."""
_SOCKETS_ALONE = ("frame", "each", "as")
MODIFIERS = ("Alt", "Control", "Meta", "Shift")
KEYS = (
    "Enter", "Escape", "Tab", "Backspace", "Delete", "Insert", "Space", "ArrowUp", "ArrowDown", "ArrowLeft",
    "ArrowRight", "Home", "End", "PageUp", "PageDown", *(f"F{number}" for number in range(1, 13)),
)  # fmt: skip
_REQUEST = re.compile(r"(\S+)[ \t]+(\S.*)\Z")
_METHOD = re.compile(r"[A-Z]+\Z")


def load_trigger(given: Mapping[str, Any], pointer: str, scope: Scope) -> Trigger | None:
    """The trigger, or None after saying what is wrong with it. `scope`: what is bound whatever the surface."""
    problems = scope.problems
    before = len(problems.found)
    if "page" in given:
        found = _page(given, pointer, scope.also(PAGE))
    elif "request" in given:
        found = _request(given, pointer, scope.also(REQUEST))
    else:
        found = _socket(given, pointer, scope.also(SOCKET))
    others = {"request": ("event", "select", "key", "once"), "socket": ("select", "like", "once"), "stream": ("once",)}
    for key in next((keys for surface, keys in others.items() if surface in given), ()):
        if key in given:
            problems.add_key(under(pointer, key), f"`{key}` is only for pages", "Leave it out, or name a `page`.")
    for key in _SOCKETS_ALONE if "page" in given or "request" in given else ():
        if key in given:
            problems.add_key(under(pointer, key), f"`{key}` is only for sockets", "Leave it out, or name a `socket`.")
    return found if len(problems.found) == before and problems.well_formed(pointer) else None


def _page(given: Mapping[str, Any], pointer: str, scope: Scope) -> Trigger | None:
    problems = scope.problems
    pattern = _pattern(given["page"], under(pointer, "page"), problems)
    where = scope.optional(given, "where", pointer, TRUTH)
    select = scope.selector(given, "select", pointer)
    event = given.get("event")
    if isinstance(event, str) and event not in EVENTS:
        hint = nearest(event, EVENTS)
        problems.add(under(pointer, "event"), f'pages have no event "{event}"', hint)
    for key in ("select", "key"):
        if key in given and event is None:
            problems.add_key(under(pointer, key), f"`{key}` without `event`", _WITHOUT[key])
    if isinstance(given.get("key"), str) and isinstance(event, str):
        _key(given["key"], event, under(pointer, "key"), problems)
    for key in ("like", "once"):
        if given.get(key) and event is not None:
            what = f"`{key}` beside `event`"
            problems.add_key(under(pointer, key), what, "Leave it out: an event serves no document.")
    if pattern is None:
        return None
    return PageTrigger(
        page=pattern, event=event, select=select, key=given.get("key"), where=where, like=_numbers(given),
        once=given.get("once") is True,
    )  # fmt: skip


def _numbers(given: Mapping[str, Any]) -> tuple[int, ...]:
    like = given.get("like")
    return tuple(one for one in like if isinstance(one, int)) if isinstance(like, list) else ()


_WITHOUT = {
    "select": "Say what happens there: `event: click`. What an element shows is said under `show`.",
    "key": "Add `event: keydown`.",
}


def _key(key: str, event: str, pointer: str, problems: Collected) -> None:
    if event not in ("keydown", "keyup"):
        problems.add(pointer, f"`key` goes with the event keydown, this is {event}", "Write `event: keydown`.")
        return
    *held, last = key.split("+") if key != "+" and not key.endswith("++") else [*key[:-2].split("+"), "+"]
    for one in held if held != [""] else ():
        if one not in MODIFIERS:
            problems.add(pointer, f'"{one}" is no key to hold', nearest(one, MODIFIERS))
            return
    if len(last) > 1 and last not in KEYS:
        problems.add(pointer, f'there is no key "{last}"', nearest(last, KEYS, what="Such as"))
    elif not last:
        problems.add(pointer, "the key is missing after the +", "Such as `Control+k`.")


def _request(given: Mapping[str, Any], pointer: str, scope: Scope) -> Trigger | None:
    problems, place = scope.problems, under(pointer, "request")
    where = scope.optional(given, "where", pointer, TRUTH)
    if not isinstance(given["request"], str):
        return None
    form = _REQUEST.match(given["request"])
    if not form or "/" in form[1]:
        hint = "Such as `POST https://crm.example/api/leads`, or `* ...` for any method."
        problems.add(place, "a request is a method and an address", hint)
        return None
    methods = () if form[1] == "*" else tuple(form[1].split("|"))
    for method in methods:
        if not _METHOD.match(method) or method not in METHODS:
            problems.add(place, f'there is no method "{method}"', nearest(method.upper(), METHODS))
            return None
    pattern = _pattern(form[2].rstrip(), place, problems, offset=form.start(2))
    if pattern is None:
        return None
    if pattern.parts.fragment is not None:
        at = form.start(2) + form[2].index("#")
        problems.add_inside(place, at, "a request has no fragment", "Leave out what begins with #.")
        return None
    return RequestTrigger(methods=methods, pattern=pattern, where=where, like=_numbers(given))


def _socket(given: Mapping[str, Any], pointer: str, scope: Scope) -> Trigger | None:
    problems, stream = scope.problems, "stream" in given
    place = under(pointer, "stream" if stream else "socket")
    event = given.get("event", "message")
    if isinstance(event, str) and event not in SOCKET_EVENTS:
        problems.add(under(pointer, "event"), f'sockets have no event "{event}"', nearest(event, SOCKET_EVENTS))
        return None
    if stream and event in _SAID:
        what = "pages say nothing on" if event == "message" else "recorded events are played as they are on"
        others = [one for one in SOCKET_EVENTS if one not in _SAID]
        problems.add(place, f"{what} an event stream", f"Add one of `event: {', '.join(others)}`.")
        return None
    frame = given.get("frame")
    if isinstance(frame, str) and frame not in FRAMES:
        problems.add(under(pointer, "frame"), f'there is no frame "{frame}"', nearest(frame, FRAMES))
        return None
    items = _items(given, event, pointer, scope)
    pattern = _pattern(given["stream" if stream else "socket"], place, problems)
    if pattern is None or items is None:
        return None
    origin = pattern.parts.origin
    if origin and origin.startswith("ws" if stream else "http"):
        wanted = ("an event stream", "http:// or https://") if stream else ("a WebSocket", "ws:// or wss://")
        what = f"{wanted[0]} has the address {wanted[1]}, not {origin.partition(':')[0]}://"
        rest = given["stream"][2:] if stream else given["socket"][4:]
        problems.add(place, what, f"Write `{'http' if stream else 'ws'}{rest}`.")
        return None
    inner = scope.also({items["name"]: items["element"]}) if "each" in given else scope
    where = inner.optional(given, "where", pointer, TRUTH)
    return SocketTrigger(pattern=pattern, event=event, where=where, frame=frame, stream=stream, **items)


def _items(given: Mapping[str, Any], event: str, pointer: str, scope: Scope) -> dict[str, Any] | None:
    """`each`, `as` and `key`; None after saying what is wrong with them."""
    problems = scope.problems
    if event not in OF_ITEMS:
        for key in ("each", "as", "key"):
            if key in given:
                hint = f"Write `event: {'`, `'.join(OF_ITEMS)}`, or leave it out."
                problems.add_key(under(pointer, key), f"`{key}` without items to watch", hint)
                return None
        return {"name": "item", "element": element(None)}
    for needed, such in (("each", "each: state.messages.values()"), ("key", "key: item.id")):
        if needed not in given:
            problems.add(under(pointer, "event"), f"`event: {event}` needs `{needed}`", f"Such as `{such}`.")
            return None
    typed = scope.typed(given["each"], under(pointer, "each"))
    each = scope.expression(given["each"], under(pointer, "each"), (LIST,), "`each`") if typed else None
    name = given.get("as", "item")
    if each is None or not isinstance(name, str):
        return None
    kind = element(typed)
    told = scope.also({name: kind}).expression(given["key"], under(pointer, "key"), SHOWN, "`key`")
    return None if told is None else {"each": each, "name": name, "key": told, "element": kind}


def _pattern(given: Any, pointer: str, problems: Collected, offset: int = 0) -> Pattern | None:
    if not isinstance(given, str):
        return None
    try:
        found = Pattern(given)
        problems.note(pointer)
        return found
    except ValueError as error:
        hint = "Such as `https://crm.example/leads/*`, or `/leads/*` of any origin."
        problems.add_inside(pointer, offset, str(error), hint)
        return None
