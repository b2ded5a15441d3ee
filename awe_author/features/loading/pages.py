"""What pages show, and what they do after an event: `show`, `then`, `view`, `errors`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bs4 import BeautifulSoup, Tag

from awe_author.features.loading.problems import Collected
from awe_author.features.loading.scope import SHOWN, TEXT, TRUTH, Scope, check_selector, element
from awe_author.features.model import PageError, Settings, Show, ShowList, ShowSet, Then, Toast
from awe_author.state.loading.expressions import article
from awe_author.state.loading.problems import nearest, under
from awe_author.state.model import Expression

ROW = (":scope", ".")
"""In `set` of a list: the row itself."""

_TRUTHS = ("checked", "hidden", "disabled", "selected", "readonly", "required", "multiple", "open")
"""Settings that take a boolean."""


def load_show(given: Mapping[str, Any], pointer: str, scope: Scope) -> Show | None:
    """A list or a set, or None after saying what is wrong with it."""
    before = len(scope.problems.found)
    found = _list(given, pointer, scope) if "each" in given else _set(given, pointer, scope)
    return found if len(scope.problems.found) == before and scope.problems.well_formed(pointer) else None


def _list(given: Mapping[str, Any], pointer: str, scope: Scope) -> Show | None:
    problems = scope.problems
    each = scope.typed(given["each"], under(pointer, "each"))
    if each and each.type.kind not in ("list", "dyn"):
        hint = "Give its values: `state.leads.values()`." if each.type.kind in ("map", "object") else "Give a list."
        problems.add(under(pointer, "each"), f"`each` must give a list, this gives {article(each.type)}", hint)
    name = given.get("as", "item")
    if name in scope.names:
        problems.add(under(pointer, "as"), f'"{name}" is bound already', "Choose another name.")
    inner = scope.also({name: element(each)}) if isinstance(name, str) else scope
    into, empty = scope.selector(given, "into", pointer), scope.selector(given, "empty", pointer)
    row = _rows(given.get("row"), under(pointer, "row"), inner)
    samples = _samples(given.get("samples"), row, under(pointer, "samples"), problems)
    key = inner.optional(given, "key", pointer, SHOWN)
    when = scope.optional(given, "when", pointer, TRUTH)
    settings: list[tuple[str, Settings]] = []
    there = given.get("set", {})
    for selector, one in there.items() if isinstance(there, dict) else ():
        place = under(pointer, "set", selector)
        if selector in ROW or check_selector(selector, place, problems, key=True):
            settings.append((selector, _settings(one, place, inner)))
    if each is None or into is None or key is None or row is None:
        return None
    return ShowList(
        each=each.expression, name=name, into=into, row=row, key=key, set=tuple(settings), empty=empty, when=when,
        samples=samples, place=problems.place(pointer),
    )  # fmt: skip


def _rows(given: Any, pointer: str, scope: Scope) -> tuple[tuple[str, Expression | None], ...] | None:
    if isinstance(given, str) and scope.problems.well_formed(pointer):
        return ((given, None),) if check_selector(given, pointer, scope.problems) else None
    if not isinstance(given, dict):
        return None
    rows: list[tuple[str, Expression | None]] = []
    for selector, condition in given.items():
        place = under(pointer, selector)
        when = scope.expression(condition, place, TRUTH, "the condition of a row")
        if check_selector(selector, place, scope.problems, key=True) and when:
            rows.append((selector, when))
    return tuple(rows)


def _samples(
    given: Any, row: tuple[tuple[str, Expression | None], ...] | None, pointer: str, problems: Collected
) -> tuple[str | None, ...]:
    """The sample of each kind of row; nothing where none is given."""
    if not isinstance(given, dict) or row is None:
        return ()
    kinds = [selector for selector, _ in row]
    for selector, markup in given.items():
        place = under(pointer, selector)
        if selector not in kinds:
            problems.add_key(place, f"`{selector}` is no `row` of this list", nearest(selector, kinds))
        elif isinstance(markup, str) and not _one_element(markup):
            problems.add(place, "a sample of a row is one element", "Write it as HTML: `<tr><td>Tea</td></tr>`.")
    return tuple(given[one] if isinstance(given.get(one), str) else None for one in kinds)


def _one_element(markup: str) -> bool:
    found = [one for one in BeautifulSoup(markup, "html.parser").contents if isinstance(one, Tag) or str(one).strip()]
    return len(found) == 1 and isinstance(found[0], Tag)


def _set(given: Mapping[str, Any], pointer: str, scope: Scope) -> Show | None:
    select = scope.selector(given, "select", pointer)
    settings = _settings(given.get("set"), under(pointer, "set"), scope)
    when = scope.optional(given, "when", pointer, TRUTH)
    if select is None:
        return None
    return ShowSet(select=select, set=settings, when=when, place=scope.problems.place(pointer))


def _settings(given: Any, pointer: str, scope: Scope) -> Settings:
    found: list[tuple[str, Expression]] = []
    for name, value in given.items() if isinstance(given, dict) else ():
        place = under(pointer, name)
        if isinstance(value, dict) and name in ("class", "style", "text"):
            wanted = TRUTH if name == "class" else SHOWN
            if (
                name == "text"
                and (wrong := next((part for part in value if not str(part).isdigit()), None)) is not None
            ):
                what = f'"{wrong}" is no number of a run of text'
                hint = "0 is the element's own text before its first child element, 1 the text behind that."
                scope.problems.add_key(under(place, wrong), what, hint)
                continue
            for part, one in value.items():
                expression = scope.expression(one, under(place, part), wanted, null=name == "style")
                found += [(f"{name}.{part}", expression)] if expression else []
        elif name.lower().startswith("on"):
            hint = "Say what happens in a feature of its own: `on: {page: ..., event: click}`."
            scope.problems.add_key(place, f'"{name}" would run a script of the feature file', hint)
        elif not _ATTRIBUTE(name):
            hint = nearest(name, ("text", "html", "value", "checked", "hidden", "class", "style", "href", "src"))
            scope.problems.add_key(place, f'"{name}" is no name of an attribute', hint)
        else:
            wanted = TRUTH if name in _TRUTHS else SHOWN
            expression = scope.expression(value, place, wanted, f"`{name}`", null=wanted is SHOWN)
            found += [(name, expression)] if expression else []
    return tuple(found)


def _ATTRIBUTE(name: str) -> bool:
    return bool(name) and name[0].isalpha() and all(one.isalnum() or one in "-_:" for one in name)


def load_then(given: Mapping[str, Any], pointer: str, scope: Scope) -> Then | None:
    """What happens after an event, or None after saying what is wrong with it."""
    before = len(scope.problems.found)
    ways = [key for key in ("go", "push", "reload") if given.get(key) not in (None, False)]
    if len(ways) > 1:
        what = f"`{ways[0]}` and `{ways[1]}` cannot both be done"
        scope.problems.add_key(under(pointer, ways[1]), what, "Keep one of them.")
    found = Then(
        go=scope.optional(given, "go", pointer, TEXT),
        push=scope.optional(given, "push", pointer, TEXT),
        reload=given.get("reload") is True,
        toast=_toast(given["toast"], under(pointer, "toast"), scope) if "toast" in given else None,
        open=scope.selector(given, "open", pointer),
        close=scope.selector(given, "close", pointer),
        toggle=scope.selector(given, "toggle", pointer),
        focus=scope.selector(given, "focus", pointer),
        place=scope.problems.place(pointer),
    )
    return found if len(scope.problems.found) == before and scope.problems.well_formed(pointer) else None


def _toast(given: Any, pointer: str, scope: Scope) -> Toast | None:
    if isinstance(given, str):
        text = scope.expression(given, pointer, SHOWN, "`toast`")
        return Toast(text=text) if text else None
    if not isinstance(given, dict):
        return None
    text = scope.optional(given, "text", pointer, SHOWN)
    select = scope.selector(given, "select", pointer)
    return Toast(text=text, select=select) if text else None


def load_page_error(given: Mapping[str, Any], pointer: str, scope: Scope) -> PageError | None:
    """Where a refusal is shown, or None after saying what is wrong with it."""
    before = len(scope.problems.found)
    select = scope.selector(given, "select", pointer)
    text = scope.optional(given, "text", pointer, SHOWN)
    if select is None or len(scope.problems.found) > before or not scope.problems.well_formed(pointer):
        return None
    return PageError(select=select, text=text, place=scope.problems.place(pointer))
