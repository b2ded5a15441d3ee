"""Trails in the model and on pages: the records of each entity, what writes add to them, and the rows that show them.

An entity whose page was never opened has none: what the page of another one shows is not known of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.plain_values import add_counter
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.row_selectors import stable_classes
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.trail_columns import Columns, columns_of
from awe_author.features.discover.pages.trail_counts import counting, counts
from awe_author.features.discover.pages.trail_lines import callings
from awe_author.features.discover.pages.trail_records import Added, Known, condition
from awe_author.features.discover.pages.trail_tabs import tabs_by_records
from awe_author.features.discover.pages.trail_texts import OwnText, own_texts
from awe_author.features.discover.pages.trail_values import ways_of
from awe_author.features.discover.pages.trails import Trail, trails_of
from awe_author.json_types import Json, JsonObject


@dataclass(slots=True)
class Shows:
    """A trail that pages show."""

    known: Known
    rows: tuple[str, ...]
    """CSS selector of each part of a record in the container."""
    unopened: tuple[str, ...] = ()
    """Entities whose page was never opened: which records they have is not known."""
    own: tuple[OwnText, ...] = ()
    """Texts in records that are made of the entity's fields."""
    counted: tuple[str, ...] = ()
    """Columns of lists that say how many there are."""

    @property
    def trail(self) -> Trail:
        """The trail."""
        return self.known.trail

    @property
    def columns(self) -> Columns:
        """Its columns."""
        return self.known.columns

    def there(self, item: str) -> str:
        """The expression of the records of an entity."""
        return f"dyn({item}).get({text(self.trail.name)}, [])"

    def holds(self, shown: Sequence[Shown]) -> set[int]:
        """id() of the elements that are records, on all looks at these pages."""
        tops = [page.document.select_one(self.trail.container) for page in shown]
        return {id(tag) for top in tops if top is not None for row in self.rows for tag in top.select(row)}

    # ---- pages -------------------------------------------------------------------------------

    def surfaces(self, shown: Sequence[Shown], item: str) -> list[Json]:
        """The rows on these pages; nothing where none of them has the container."""
        having = [one for one in shown if (top := one.document.select_one(self.trail.container)) is not None
                  and (not self.trail.having or top.select_one(self.rows[0]) is not None)]  # fmt: skip
        if not having:
            return []
        there = self.there(item)
        listed: JsonObject = {"each": there + (".reverse()" if self.trail.front else "")}
        one, parts = "item", len(self.rows)
        if parts > 1:
            made = ", ".join(f"{{'of': one, 'part': {part}}}" for part in range(parts))
            listed = {"each": f"{listed['each']}.map(one, [{made}]).flatten()", "as": "part"}
            one = "part.of"
        listed |= {
            "into": self.trail.container,
            "row": self._kinds(parts),
            "samples": self._samples(),
            "key": "string(item.id)" if parts == 1 else "string(part.of.id) + '/' + string(part.part)",
            "set": self._settings(one, item, parts),
        }
        hidden = self._whole(having[0], there) if not self.trail.having else []
        told = [*self.known.shown_by_records()]
        tabs = tabs_by_records(self.trail, self.columns, told, having, there, f"{item}.id")
        return [listed, *hidden, *tabs]

    def _kinds(self, parts: int) -> JsonObject:
        found: JsonObject = {}
        for part, row in enumerate(self.rows):
            test = "true" if parts == 1 else f"part.part == {part}"
            has = "".join(f":has({short})" for of, _, short in self.columns.optional
                          if of == part and self.columns.models[part].select_one(short))  # fmt: skip
            found |= {f"{row}{has}": test, **({row: "false"} if has else {})}
        return found

    def _samples(self) -> JsonObject:
        models = {row: str(model) for row, model in zip(self.rows, self.columns.models, strict=True)}
        return {kind: next(models[row] for row in self.rows if kind.startswith(row)) for kind in self._kinds(2)}

    def _settings(self, one: str, item: str, parts: int) -> JsonObject:
        made: dict[tuple[str, str], dict[int, str]] = {}
        for column in self.columns.every:
            start = self.known.of_key(column)
            own = f"string({one}.get({text(column.name)}, ''))"
            own = column.span.text(own) if column.span is not None else own
            own = f"{text(start)} + {item}.id" if start is not None else own
            own = f"{text(column.before)} + {own}" if column.before else own
            made.setdefault((column.selector, column.binding), {})[column.part] = own
        for part, selector, place, wording in self.own:
            made[selector, place] = {part: wording.text(lambda name: own_text(item, name))}
        for part, selector, _ in self.columns.optional:
            inside = [column for column in self.columns.every if column.part == part and selector in column.under]
            tests = [f"string({one}.get({text(column.name)}, '')) == ''" for column in inside]
            if tests:
                made.setdefault((selector, "hidden"), {})[part] = " && ".join(tests)
        found: JsonObject = {}
        for (selector, binding), by_part in made.items():
            value = next(iter(by_part.values()))
            if parts > 1:
                other = "false" if binding == "hidden" else "dyn('')"
                value = " : ".join([*(f"part.part == {part} ? dyn({own})" for part, own in by_part.items()), other])
            settings = found.setdefault(selector, {})
            assert isinstance(settings, dict)
            name, _, number = binding.partition(".")
            if number:
                runs = settings.setdefault(name, {})
                assert isinstance(runs, dict)
                runs[number] = value
            else:
                settings[binding] = value
        return found

    def _whole(self, page: Shown, there: str) -> list[Json]:
        """What is not there on pages without records; where it is not known whether there are any, it stays."""
        empty = [visit for visit, units in self.trail.looks if not units]
        gone = [visit for visit in empty if visit.shown.document.select_one(self.trail.container) is None]
        top = page.document.select_one(self.trail.container)
        while top is not None and top.name in ("tbody", "thead"):
            top = top.parent
        selector = alone(page.document, top, "") if top is not None and (gone or not empty) else None
        known = f" && !(segments[0] in [{', '.join(map(text, self.unopened))}])" if self.unopened else ""
        return [{"select": selector, "set": {"hidden": f"{there}.size() == 0{known}"}}] if selector else []


def shows_of(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[Shows]:
    """The trails of a kind that pages can show."""
    pairs = [(trail, columns) for trail in trails_of(one, part, shown, seen)
             if (columns := columns_of(trail, one.times)) is not None]  # fmt: skip
    ways, said = callings(one, shown), ways_of(one)
    listed = frozenset(name for _, rows in one.lists for row in rows.rows for name in row.values)
    found = []
    for trail, columns in pairs:
        others = [other for other in pairs if other[0] is not trail]
        rows = _rows(trail)
        if rows is not None:
            unopened = tuple(sorted(part.seed.keys() - {visit.key for visit, _ in trail.looks}))
            known = Known(part.kind.name, trail, columns, ways, listed, others, said)
            own = tuple(own_texts(trail, columns, list(dict.fromkeys(one.sent.values()))))
            found.append(Shows(known, rows, unopened, own, tuple(counting(one, trail, shown))))
    return found


def _rows(trail: Trail) -> tuple[str, ...] | None:
    """The selectors of its parts, each of which selects those on all looks; None where nothing does."""
    found = []
    for part, mark_of in enumerate(trail.marks):
        tags = [unit[part] for _, units in trail.looks for unit in units]
        own = f":has(.{trail.having})" if trail.having else ""
        tried = (f"{one}{own}" for one in _selectors(tags, mark_of))
        selector = next((one for one in tried if _selects(one, trail, part)), None)
        if selector is None:
            return None
        found.append(selector)
    return tuple(found)


def _selectors(tags: Sequence[Tag], mark_of: str) -> Iterator[str]:
    name = tags[0].name
    yield from (f"{name}.{one}" for one in stable_classes(tags[0]) if all(one in stable_classes(tag) for tag in tags))
    for cell in mark_of.split(" ")[1:]:
        yield f"{name}:has(> {cell})"
    if name == "tr":
        yield from ("tr:has(> td:nth-child(2))", "tr:has(> th:nth-child(2))")
    yield name


def _selects(selector: str, trail: Trail, part: int) -> bool:
    for visit, units in trail.looks:
        top = visit.shown.document.select_one(trail.container)
        if top is not None and {id(one) for one in top.select(selector)} != {id(unit[part]) for unit in units}:
            return False
    return True


# ---- the model -------------------------------------------------------------------------------


def add_trails(
    document: JsonObject,
    seed: JsonObject,
    names: Mapping[int, str],
    one: PageKind,
    part: Entities,
    shows: Sequence[Shows],
) -> None:
    """Put the records that there are into the seed, and what writes add into the actions of a model. `names`: id() of
    an operation -> its action."""
    entities, actions = seed[part.kind.name], document["x-actions"]
    assert isinstance(entities, dict)
    assert isinstance(actions, dict)
    for shown in shows:
        for key, entity in entities.items():
            if isinstance(entity, dict):
                entity[shown.trail.name] = [*_first_records(shown, key)]
        for operation, action in one.made_or_changed(names, actions):
            for counter, first in _add_to(action, part.kind.name, shown, operation).items():
                add_counter(document, seed, counter, first)


def _first_records(shown: Shows, key: str) -> Iterator[JsonObject]:
    """What an entity had when the recording began."""
    visit, units = next(((visit, units) for visit, units in shown.trail.looks if visit.key == key), (None, []))
    written = [write for write, _ in shown.trail.added if write.key == key]
    late = sum(visit is not None and write.call.seq < visit.seq for write in written)
    for number, unit in enumerate(units[: len(units) - late], 1):
        record = shown.columns.record(unit)
        names = [column.name for column in shown.columns.every if shown.known.of_key(column) is None]
        yield {"id": str(number), **{name: record[name] for name in names}}


def _add_to(action: JsonObject, kind: str, shown: Shows, operation: Operation) -> dict[str, int]:
    """Add the effects; the counters that they use, with their first numbers."""
    role = operation.role
    made = shown.known.added(role, operation.endpoint.path)
    effects = action["effects"]
    assert isinstance(effects, list)
    name = shown.trail.name
    if role == "create":
        record = f"[{_record(made, text('1'))}]" if made is not None else "[]"
        test = condition(made, role) if made is not None else ""
        value = f"{test} ? {record} : []" if test else record
        effects.append({"op": "merge", "path": f"/{kind}/{{string(id)}}", "value": {name: value}})
        effects += counts(shown.counted, kind, f"({value})", "", new=True)
    elif made is not None:
        there = shown.there(f"state.{kind}[params.id]")
        record = _record(made, f"string({there}.size() + 1)")
        test = condition(made, role)
        value = f"{test} ? {there} + [{record}] : {there}" if test else f"{there} + [{record}]"
        effects.append({"op": "merge", "path": f"/{kind}/{{params.id}}", "value": {name: value}})
        effects += counts(shown.counted, kind, there, test, new=False)
    for counter in made.counters if made is not None else ():
        if not any(isinstance(one, dict) and one.get("path") == f"/next_ids/{counter}" for one in effects):
            test = condition(made, role) if made is not None else ""
            effects.append({"op": "replace", "path": f"/next_ids/{counter}", "value": f"state.next_ids.{counter} + 1",
                            **({"if": test} if test else {})})  # fmt: skip
    return made.counters if made is not None else {}


def _record(made: Added | None, key: str) -> str:
    values: Mapping[str, str] = made.values if made is not None else {}
    return "{" + ", ".join([f"'id': {key}", *(f"{text(name)}: {value}" for name, value in values.items())]) + "}"
