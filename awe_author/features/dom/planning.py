"""From page features, an address and a state to a plan. Pure, but for what is remembered of the plan before.

An operation is worked out anew only when something that it read has changed: while its expressions run, the parts of
the state that they ask for are noted (parts that did not change are the same objects from one state to the next). In a
list, likewise, a row whose item is the same object is taken over (`rows`).
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.dom.operations import ListOperation, Operation, Plan, Record, SetOperation
from awe_author.features.dom.rows import NO_ROWS, Rows, rows_of
from awe_author.features.dom.selectors import any_row, scoped
from awe_author.features.dom.values import shown, text
from awe_author.features.model import Feature, FeatureFile, PageTrigger, Show, ShowList, ShowSet
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl
from awe_author.state.bindings import Names
from awe_author.state.model import Expression, ExpressionFault

MOST_REMEMBERED = 256
"""Operations of which the last value is kept, and addresses of which is kept which features may be for them."""
VIEWS = ("state", "warehouse")
"""Bindings that are views of the state."""

_NOTHING = object()
"""Stands for a part that is not there."""

_EMPTY: Mapping[str, Any] = {}


class Reads(Mapping[str, Any]):
    """A view that notes which of its parts were asked for."""

    __slots__ = ("_view", "seen", "whole")

    def __init__(self, view: Mapping[str, Any]) -> None:
        self._view = view
        self.seen: dict[str, object] = {}
        self.whole = False

    def __getitem__(self, name: str) -> Any:
        self.seen[name] = _NOTHING
        value = self.seen[name] = self._view[name]
        return value

    def __contains__(self, name: object) -> bool:
        self.whole = True
        return name in self._view

    def __iter__(self) -> Iterator[str]:
        self.whole = True
        return iter(self._view)

    def __len__(self) -> int:
        self.whole = True
        return len(self._view)

    def still(self, view: Mapping[str, Any]) -> bool:
        """Would all that was asked for be answered alike by this view?"""
        if self._view is view:
            return True
        if self.whole or not all(view.get(name, _NOTHING) is part for name, part in self.seen.items()):
            return False
        self._view = view
        return True


@dataclass(frozen=True, slots=True)
class Applied:
    """A page feature on one page."""

    feature: Feature
    trigger: PageTrigger
    segments: list[str]


@dataclass(slots=True)
class _Memory:
    """What an operation was, and what it read."""

    reads: tuple[Reads, ...]
    """Of each of `VIEWS`."""

    now: object
    operations: tuple[Operation, ...] = ()
    rows: Rows = NO_ROWS
    """Of a list whose rows read nothing but their items."""


class Memories:
    """What operations were, by feature, place in it, address and view; the ones that were used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], _Memory] = OrderedDict()

    def get(self, key: tuple[object, ...]) -> _Memory | None:
        """What an operation was; None when that is not known."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: tuple[object, ...], memory: _Memory) -> None:
        """Remember an operation."""
        self._kept[key] = memory
        if len(self._kept) > MOST_REMEMBERED:
            self._kept.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Fault:
    """An expression that failed while a page was planned: the author's mistake."""

    feature: str
    pointer: str
    message: str


class Planner:
    """Plans the pages of one app in one session.

    `shared` remembers what sessions of the mock began with: the next one that opens a page finds it worked out.
    """

    def __init__(self, plan: FeatureFile, shared: Memories | None = None) -> None:
        self.file = plan
        self.features = [(feature, feature.on) for feature in plan.features if isinstance(feature.on, PageTrigger)]
        self.by_fragment = any("#" in trigger.page.text for _, trigger in self.features)
        self._by_address: dict[str, list[Applied]] = {}
        self._memory = Memories()
        self._shared = Memories() if shared is None else shared

    def applied(self, url: str, bindings: Mapping[str, object], view: JsonObject) -> tuple[list[Applied], list[Fault]]:
        """The features of a page, those whose `where` holds."""
        found, faults = [], []
        for one in self.fitting(url):
            where = one.trigger.where
            try:
                if where is None or where.evaluate(page_names(one, url, bindings, view)) is True:
                    found.append(one)
            except ExpressionFault as fault:
                faults.append(Fault(one.feature.id, fault.pointer, fault.message))
        return found, faults

    def fitting(self, url: str) -> list[Applied]:
        """The features whose pattern an address fits, as far as the address decides."""
        known = self._by_address.get(url)
        if known is None:
            places = ((feature, trigger, trigger.page.segments(url)) for feature, trigger in self.features)
            known = [Applied(feature, trigger, found) for feature, trigger, found in places if found is not None]
            if len(self._by_address) >= MOST_REMEMBERED:
                self._by_address.clear()
            self._by_address[url] = known
        return known

    def operations(
        self, applied: Sequence[Applied], url: str, bindings: Mapping[str, object], view: JsonObject
    ) -> tuple[list[Operation], list[Fault]]:
        """What the page shows. An operation whose expressions fail is left out."""
        made: list[Operation] = []
        faults: list[Fault] = []
        for one in applied:
            for number in range(len(one.feature.show)):
                try:
                    made += self._operation(one, number, url, bindings, view)
                except ExpressionFault as fault:
                    faults.append(Fault(one.feature.id, fault.pointer, fault.message))
        return made, faults

    def _operation(
        self, one: Applied, number: int, url: str, bindings: Mapping[str, object], view: JsonObject
    ) -> tuple[Operation, ...]:
        show = one.feature.show[number]
        key = (self.file.app, one.feature.id, number, url, json.dumps(view, sort_keys=True))
        now = bindings.get("now") if "now" in names_in(one.feature, show) else None
        views: list[Mapping[str, Any]] = [bindings.get(name, _EMPTY) for name in VIEWS]  # type: ignore[misc]
        before = self._memory.get(key) or self._shared.get(key)
        if before is not None and before.now == now and all(map(Reads.still, before.reads, views)):
            self._memory.put(key, before)
            return before.operations
        memory = _Memory(tuple(map(Reads, views)), now)
        names = page_names(one, url, {**bindings, **dict(zip(VIEWS, memory.reads, strict=True))}, view)
        if isinstance(show, ShowList):
            rows = before.rows if before is not None and before.now == now else NO_ROWS
            memory.operations = _list(one.feature, f"{one.feature.id}/{number}", show, names, rows, memory)
        else:
            memory.operations = _set(show, names)
        self._memory.put(key, memory)
        if self._shared.get(key) is None:
            self._shared.put(key, memory)
        return memory.operations


def plan_page(
    planners: Sequence[tuple[Planner, Mapping[str, object]]],
    url: str,
    view: JsonObject,
    version: str,
    *,
    served: bool = False,
) -> tuple[Plan, list[Fault]]:
    """The plan of a page from all apps that have features for it; `served`: with what is only shown as the document
    is served."""
    operations: list[Operation] = []
    events: list[tuple[str, str, str, str]] = []
    ids: list[str] = []
    faults: list[Fault] = []
    for planner, bindings in planners:
        applied, wrong = planner.applied(url, bindings, view)
        applied = [one for one in applied if served or not one.trigger.once]
        made, failed = planner.operations(applied, url, bindings, view)
        operations += made
        ids += [one.feature.id for one in applied]
        faults += [*wrong, *failed]
        events += [
            (one.feature.id, one.trigger.event, one.trigger.select or "", one.trigger.key or "")
            for one in applied
            if one.trigger.event is not None
        ]
    by_fragment = any(planner.by_fragment for planner, _ in planners)
    plan = Plan(
        version=version,
        url=url,
        view=view,
        operations=tuple(operations),
        events=tuple(events),
        applied=tuple(ids),
        by_fragment=by_fragment,
    )
    return plan, faults


def page_names(
    one: Applied, url: str, bindings: Mapping[str, object], view: JsonObject, more: Mapping[str, object] | None = None
) -> Names:
    """What expressions of a page feature can name."""
    parts = urlsplit(url)
    page = {"url": url, "path": parts.path, "query": dict(parse_qsl(parts.query, keep_blank_values=True))}
    values = {**bindings, "page": page, "segments": one.segments, "view": view, **(more or {})}
    return Names(values, dict(one.feature.let))


def names_in(feature: Feature, show: ShowList | ShowSet) -> frozenset[str]:
    """Every name that the expressions of an operation read."""
    return names_of(show).union(*(expression.names for _, expression in feature.let))


def names_of(show: Show) -> frozenset[str]:
    """Every name that its own expressions read."""
    found = [show.when] if show.when is not None else []
    found += [expression for _, expression in show.set] if isinstance(show, ShowSet) else [show.each, *_of_rows(show)]
    return frozenset().union(*(expression.names for expression in found))


def _of_rows(show: ShowList) -> list[Expression]:
    """The expressions that are worked out for every row."""
    found = [show.key, *(test for _, test in show.row if test is not None)]
    return found + [expression for _, settings in show.set for _, expression in settings]


def _rows_read_more(feature: Feature, show: ShowList) -> bool:
    """Do rows use a `let` name that may be of the state? It is worked out once, so maybe not while a row was."""
    let, used = dict(feature.let), set[str]().union(*(one.names for one in _of_rows(show)))
    while more := {name for known in used & set(let) for name in let[known].names} - used:
        used |= more
    return not used.isdisjoint(VIEWS) and not used.isdisjoint(let)


def _holds(test: Expression | None, names: Mapping[str, object]) -> bool:
    return test is None or test.evaluate(names) is True


def _set(show: ShowSet, names: Names) -> tuple[Operation, ...]:
    if not _holds(show.when, names):
        return ()
    values = tuple((binding, shown(binding, expression.evaluate(names))) for binding, expression in show.set)
    return (SetOperation(show.select, values),)


def shown_once(shows: Sequence[Show], names: Names) -> list[Operation]:
    """What an answer shows of these. Nothing is remembered of it. Raises ExpressionFault."""
    memory = _Memory((), None)
    return [
        made
        for number, show in enumerate(shows)
        for made in (
            _list(None, str(number), show, names, NO_ROWS, memory) if isinstance(show, ShowList) else _set(show, names)
        )
    ]


def _list(
    feature: Feature | None, name: str, show: ShowList, names: Names, before: Rows, memory: _Memory
) -> tuple[Operation, ...]:
    if not _holds(show.when, names):
        return ()
    items = show.each.evaluate(names)
    if not isinstance(items, list | tuple):
        raise ExpressionFault("`each` has to give a list", show.each.pointer)
    columns = [(scoped(selector), binding, expr) for selector, settings in show.set for binding, expr in settings]
    read = [dict(one.seen) for one in memory.reads]
    for one in memory.reads:
        one.seen.clear()

    def row(item: object) -> tuple[str, Record]:
        names[show.name] = item
        return text(show.key.evaluate(names)), _record(show, columns, names)

    rows = rows_of(items, before, row)
    same = feature is not None and not any(one.whole or one.seen for one in memory.reads)
    if same and feature is not None and not _rows_read_more(feature, show):
        memory.rows = rows
    for one, earlier in zip(memory.reads, read, strict=True):
        one.seen.update(earlier)
    kinds = tuple((scoped(selector), any_row(selector)) for selector, _ in show.row)
    shape = tuple((selector, binding) for selector, binding, _ in columns)
    made: Operation = ListOperation(name, show.into, kinds, shape, rows.keys, rows.records, show.samples)
    return (made,) if show.empty is None else (made, SetOperation(show.empty, (("hidden", bool(items)),)))


def _record(show: ShowList, columns: Sequence[tuple[str, str, Expression]], names: Names) -> Record:
    kind = next((index for index, (_, test) in enumerate(show.row) if _holds(test, names)), 0)
    return kind, tuple([shown(binding, expression.evaluate(names)) for _, binding, expression in columns])
