"""From page features, an address and a state to a plan. Pure, but for what is remembered of the plan before.

An operation is worked out anew only when something that it read has changed: while its expressions run, the parts of
the state that they ask for are noted (parts that did not change are the same objects from one state to the next). In a
list, likewise, a row whose item is the same object is taken over.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from awe_author.features.dom.operations import ListOperation, Operation, Plan, Record, SetOperation
from awe_author.features.dom.selectors import any_row, scoped
from awe_author.features.dom.values import shown, text
from awe_author.features.model import Feature, FeatureFile, PageTrigger, ShowList, ShowSet
from awe_author.json_types import JsonObject
from awe_author.state.bindings import Names
from awe_author.state.model import Expression, ExpressionFault

MOST_REMEMBERED = 256
"""Operations of which the last value is kept."""
_NOTHING = object()
"""Stands for a part that is not there."""


class Reads(Mapping[str, Any]):
    """An app's view that notes which of its parts were asked for."""

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


@dataclass(frozen=True, slots=True)
class Applied:
    """A page feature on one page."""

    feature: Feature
    trigger: PageTrigger
    segments: list[str]


@dataclass(slots=True)
class _Memory:
    """What an operation was, and what it read."""

    view: Mapping[str, Any]
    seen: dict[str, object]
    whole: bool
    around: tuple[object, ...]
    operations: tuple[Operation, ...]
    rows: dict[int, tuple[object, str, Record]] = field(default_factory=dict)
    """`id()` of an item -> the item (so that the number stays its own), its key and its record."""
    rows_read: bool = False
    """Do rows read more of the state than their items?"""


@dataclass(frozen=True, slots=True)
class Fault:
    """An expression that failed while a page was planned: the author's mistake."""

    feature: str
    pointer: str
    message: str


class Planner:
    """Plans the pages of one app in one session."""

    def __init__(self, plan: FeatureFile) -> None:
        self.file = plan
        self.features = [(feature, feature.on) for feature in plan.features if isinstance(feature.on, PageTrigger)]
        self.by_fragment = any("#" in trigger.page.text for _, trigger in self.features)
        self._memory: OrderedDict[tuple[object, ...], _Memory] = OrderedDict()

    def applied(self, url: str, bindings: Mapping[str, object], view: JsonObject) -> tuple[list[Applied], list[Fault]]:
        """The features of a page, those whose `where` holds."""
        found, faults = [], []
        for feature, trigger in self.features:
            segments = trigger.page.segments(url)
            if segments is None:
                continue
            one = Applied(feature, trigger, segments)
            try:
                if trigger.where is None or trigger.where.evaluate(page_names(one, url, bindings, view)) is True:
                    found.append(one)
            except ExpressionFault as fault:
                faults.append(Fault(feature.id, fault.pointer, fault.message))
        return found, faults

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
        key = (one.feature.id, number, url, json.dumps(view, sort_keys=True))
        around = (bindings.get("now") if "now" in names_in(one.feature, show) else None,)
        state: Any = bindings["state"]
        before = self._memory.get(key)
        if before is not None:
            self._memory.move_to_end(key)
            if before.around == around and _unchanged(before, state):
                before.view = state
                return before.operations
        reads = Reads(state)
        names = page_names(one, url, {**bindings, "state": reads}, view)
        memory = _Memory(state, reads.seen, False, around, ())
        if isinstance(show, ShowList):
            rows = before.rows if before is not None and not before.rows_read and before.around == around else {}
            memory.operations = _list(one, number, show, names, reads, rows, memory)
        else:
            memory.operations = _set(show, names)
        memory.whole = reads.whole
        self._memory[key] = memory
        if len(self._memory) > MOST_REMEMBERED:
            self._memory.popitem(last=False)
        return memory.operations


def plan_page(
    planners: Sequence[tuple[Planner, Mapping[str, object]]], url: str, view: JsonObject, version: str
) -> tuple[Plan, list[Fault]]:
    """The plan of a page from all apps that have features for it."""
    operations: list[Operation] = []
    events: list[tuple[str, str, str, str]] = []
    ids: list[str] = []
    faults: list[Fault] = []
    for planner, bindings in planners:
        applied, wrong = planner.applied(url, bindings, view)
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
    found = [expression for _, expression in feature.let]
    found += [show.when] if show.when is not None else []
    if isinstance(show, ShowSet):
        found += [expression for _, expression in show.set]
    else:
        found += [show.each, show.key, *(test for _, test in show.row if test is not None)]
        found += [expression for _, settings in show.set for _, expression in settings]
    return frozenset().union(*(expression.names for expression in found))


def _unchanged(before: _Memory, state: Mapping[str, Any]) -> bool:
    if before.view is state:
        return True
    return not before.whole and all(state.get(name, _NOTHING) is part for name, part in before.seen.items())


def _holds(test: Expression | None, names: Mapping[str, object]) -> bool:
    return test is None or test.evaluate(names) is True


def _set(show: ShowSet, names: Names) -> tuple[Operation, ...]:
    if not _holds(show.when, names):
        return ()
    values = tuple((binding, shown(binding, expression.evaluate(names))) for binding, expression in show.set)
    return (SetOperation(show.select, values),)


def _list(
    one: Applied,
    number: int,
    show: ShowList,
    names: Names,
    reads: Reads,
    rows: Mapping[int, tuple[object, str, Record]],
    memory: _Memory,
) -> tuple[Operation, ...]:
    if not _holds(show.when, names):
        return ()
    items = show.each.evaluate(names)
    if not isinstance(items, list | tuple):
        raise ExpressionFault("`each` has to give a list", show.each.pointer)
    read_by_each = dict(reads.seen)
    reads.seen.clear()
    columns = [(scoped(selector), binding, expr) for selector, settings in show.set for binding, expr in settings]
    records: dict[str, Record] = {}
    for item in items:
        known = rows.get(id(item))
        if known is None:
            names[show.name] = item
            known = item, text(show.key.evaluate(names)), _record(show, columns, names)
        memory.rows[id(item)] = known
        records[_free(known[1], records)] = known[2]
    memory.rows_read = reads.whole or bool(reads.seen)
    reads.seen.update(read_by_each)
    kinds = tuple((scoped(selector), any_row(selector)) for selector, _ in show.row)
    shape = tuple((selector, binding) for selector, binding, _ in columns)
    made: Operation = ListOperation(f"{one.feature.id}/{number}", show.into, kinds, shape, records)
    return (made,) if show.empty is None else (made, SetOperation(show.empty, (("hidden", bool(records)),)))


def _record(show: ShowList, columns: Sequence[tuple[str, str, Expression]], names: Names) -> Record:
    kind = next((index for index, (_, test) in enumerate(show.row) if _holds(test, names)), 0)
    return kind, tuple([shown(binding, expression.evaluate(names)) for _, binding, expression in columns])


def _free(key: str, taken: Mapping[str, object]) -> str:
    """Two items with one key are two rows all the same."""
    if key not in taken:
        return key
    found, count = key, 2
    while found in taken:
        found, count = f"{key}#{count}", count + 1
    return found
