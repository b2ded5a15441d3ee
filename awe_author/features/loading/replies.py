"""`reply`, and the replies under `errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awe_author.features.bodies import BodyTemplate, compile_body
from awe_author.features.loading.pages import load_show
from awe_author.features.loading.scope import SHOWN, TEXT, TRUTH, Scope
from awe_author.features.model import Reply, Show
from awe_author.state.loading.expressions import compile_template
from awe_author.state.loading.problems import under
from awe_author.state.model import Expression, Template

_BODIES = ("json", "text", "html", "form", "show", "swap", "embedded", "file", "go")


def load_reply(given: Mapping[str, Any], pointer: str, scope: Scope, surface: str) -> Reply | None:
    """The reply, or None after saying what is wrong with it. `surface`: `request` or `socket`."""
    problems = scope.problems
    before = len(problems.found)
    _check_keys(given, pointer, scope, surface)
    headers = _headers(given.get("headers"), under(pointer, "headers"), scope)
    body = _body(given, under(pointer, "json"), scope)
    embedded = _embedded(given.get("embedded"), under(pointer, "embedded"), scope)
    form = _form(given, under(pointer, "form"), scope)
    found = Reply(
        status=given.get("status"),
        headers=headers,
        like="recorded" if given.get("like") == "recorded" else None,
        json=body,
        text=scope.optional(given, "text", pointer, SHOWN),
        html=scope.optional(given, "html", pointer, TEXT),
        form=form,
        show=_show(given.get("show"), under(pointer, "show"), scope),
        swap=_swap(given.get("swap"), under(pointer, "swap"), scope),
        calls=_calls(given, under(pointer, "calls"), scope),
        embedded=embedded,
        file=scope.optional(given, "file", pointer),
        inline=given.get("inline") is True,
        go=scope.optional(given, "go", pointer, TEXT),
        when=scope.optional(given, "when", pointer, TRUTH),
        early=given.get("early") is True,
        place=problems.place(pointer),
    )
    return found if len(problems.found) == before and problems.well_formed(pointer) else None


def _check_keys(given: Mapping[str, Any], pointer: str, scope: Scope, surface: str) -> None:
    """Say which keys do not go together, or not with this surface."""
    problems = scope.problems
    bodies = [key for key in _BODIES if key in given]
    if len(bodies) > 1:
        what = f"a reply has one body, this has `{bodies[0]}` and `{bodies[1]}`"
        problems.add_key(under(pointer, bodies[1]), what, "Keep one of them.")
    if surface == "socket":
        for key in (key for key in given if key not in ("like", "json", "text", "when", "early")):
            problems.add_key(under(pointer, key), f"a message of a socket has no `{key}`", "Give `json` or `text`.")
    for key in ("when", "early") if surface != "socket" else ():
        if key in given:
            problems.add_key(under(pointer, key), f"`{key}` is for messages of sockets", "Leave it out.")
    if "inline" in given and "file" not in given:
        problems.add_key(under(pointer, "inline"), "`inline` without `file`", "Add the file, or leave it out.")
    for key in (key for key in ("show", "swap", "calls", "embedded") if key in given and "like" not in given):
        problems.add_key(under(pointer, key), f"`{key}` without `like`", "Add `like: recorded`.")


def _body(given: Mapping[str, Any], place: str, scope: Scope) -> BodyTemplate | None:
    there = "json" in given and scope.problems.well_formed(place)
    return compile_body(given["json"], scope.names, place, scope.problems) if there else None


def _calls(given: Mapping[str, Any], place: str, scope: Scope) -> BodyTemplate | None:
    """As `calls` in a body of JSON, where the recorded body is a text."""
    if not isinstance(given.get("calls"), dict) or not scope.problems.well_formed(place):
        return None
    return compile_body({"calls": given["calls"]}, scope.names, place.removesuffix("/calls"), scope.problems)


def _embedded(given: Any, place: str, scope: Scope) -> BodyTemplate | None:
    if not isinstance(given, dict) or not scope.problems.well_formed(place):
        return None
    for name in given:
        scope.problems.note(under(place, name), key=True)
    return compile_body(given, scope.names, place, scope.problems)


def _form(given: Mapping[str, Any], place: str, scope: Scope) -> Template | None:
    there = "form" in given and scope.problems.well_formed(place)
    return compile_template(given["form"], scope.names, place, scope.problems, context=False) if there else None


def _show(given: Any, pointer: str, scope: Scope) -> tuple[Show, ...]:
    found = [
        load_show(one, under(pointer, at), scope)
        for at, one in enumerate(given if isinstance(given, list) else ())
        if isinstance(one, dict)
    ]
    return tuple(one for one in found if one is not None)


def _swap(given: Any, pointer: str, scope: Scope) -> tuple[tuple[str, Expression], ...]:
    found = [
        (words, scope.expression(value, under(pointer, words), SHOWN, "what is shown"))
        for words, value in (given.items() if isinstance(given, dict) else ())
    ]
    return tuple((words, expression) for words, expression in found if expression)


def _headers(given: Any, pointer: str, scope: Scope) -> Any:
    found = []
    seen: dict[str, str] = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        place = under(pointer, name)
        if name.lower() in seen:
            what = f'the header "{name}" is there already, as "{seen[name.lower()]}"'
            scope.problems.add_key(place, what, "Keep one of them.")
        seen[name.lower()] = name
        if name.lower() in ("content-length", "transfer-encoding", "connection"):
            scope.problems.add_key(place, f"`{name}` follows from the body", "Leave it out.")
            continue
        expression = scope.expression(value, place, SHOWN, "a header")
        if expression:
            found.append((name.lower(), expression))
    return tuple(found)
