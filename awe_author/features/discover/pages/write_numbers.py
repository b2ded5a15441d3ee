"""Numbers that every write counts up, whatever it is about: the number of the version that a page shows.

    <a href="/wiki?title=Tea&version=8">Permanent link</a>    <input type="hidden" name="version" value="8">

A number in links that name the entity, or in a hidden field, of which each look at pages of one address has one. It is
such a number when it is another one after each write about the entity and the same while there was none, and when it
goes up by one from write to write, whichever entity that is about. Of entities that were never opened it is told by
what lists have beside links to them (an attribute, another link), where that is the number of all that were opened.

The state keeps the number in the entity (`WRITE`) and the next one in `next_ids`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.plain_values import add_counter
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.wording import WRITE
from awe_author.features.discover.pages.about_pages import About, abouts_of
from awe_author.features.discover.pages.pages import PageKind, Shown, WriteNumbers
from awe_author.features.discover.pages.trails import visits_of
from awe_author.json_types import JsonObject
from awe_author.queries import parse_qsl

LEAST_STEPS = 2
"""Writes after which the number was one more than after the one before."""
LEAST_KNOWN = 2
"""Entities that were opened, of which lists have to say it."""
_MAYBE = re.compile(r"=[1-9]\d{0,8}(?!\d)")
Look = tuple[int, str, int]
"""(when, key, number)."""


def write_numbers(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> WriteNumbers | None:
    """The number of a kind; None where pages show none."""
    writes = _writes(one)
    if len(writes) <= LEAST_STEPS or WRITE in part.fields():
        return None
    best: tuple[int, WriteNumbers] | None = None
    for about in abouts_of(one, part, shown, seen):
        for looks in _looks(about) if about.there else ():
            numbers = _counted(looks, writes)
            if numbers is not None and (best is None or len(looks) > best[0]):
                best = len(looks), numbers
    if best is None:
        return None
    _of_others(best[1], part, writes, shown)
    return best[1]


def _writes(one: PageKind) -> list[tuple[int, str]]:
    """(when, key) of all that make or change an entity."""
    return sorted(
        (call.seq, key) for operation in one.operations if operation.role in ("create", "update")
        for call, key in zip(operation.calls, operation.made, strict=False)
    )  # fmt: skip


def _looks(about: About) -> list[list[Look]]:
    """For each place that has one number on each page of an address: what the looks say."""
    found: dict[tuple[str, str], list[Look]] = {}
    visits = visits_of(about)
    for visit in visits:
        for place, numbers in _numbers(visit.shown, visit.key).items():
            if len(numbers) == 1:
                found.setdefault(place, []).append((visit.seq, visit.key, min(numbers)))
    return [looks for looks in found.values() if len(looks) == len(visits)]


def _numbers(page: Shown, key: str) -> dict[tuple[str, str], set[int]]:
    """(what has it, its name) -> the numbers in links that name an entity, and in hidden fields."""
    found: dict[tuple[str, str], set[int]] = {}
    for tag in page.document.find_all("a", href=True):
        for name, number in _beside(str(tag["href"]), page.page.url, key):
            found.setdefault(("link", name), set()).add(number)
    for tag in page.document.find_all("input", attrs={"type": "hidden", "name": True, "value": True}):
        if _is_number(value := str(tag["value"])):
            found.setdefault(("field", str(tag["name"])), set()).add(int(value))
    return found


def _beside(link: str, page: str, key: str) -> Iterator[tuple[str, int]]:
    """The numbers in the parameters of a link that names an entity."""
    if _MAYBE.search(link) is None:
        return
    url = joined(page, link)
    pairs = parse_qsl(urlsplit(url).query)
    if any(_is_number(value) for _, value in pairs) and any(one.key == key for one in addresses(url, page)):
        yield from ((name, int(value)) for name, value in pairs if value != key and _is_number(value))


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and 0 < len(value) < 10 and value[0] != "0"


def _counted(looks: Sequence[Look], writes: Sequence[tuple[int, str]]) -> WriteNumbers | None:
    """The numbers, when each write gave its entity another one, and nothing else did."""
    told: dict[tuple[str, int], set[int]] = {}
    for seq, key, number in looks:
        since = max((at for at, about in writes if about == key and at < seq), default=0)
        told.setdefault((key, since), set()).add(number)
    if any(len(numbers) > 1 for numbers in told.values()):
        return None
    by_write = sorted((since, key, min(numbers)) for (key, since), numbers in told.items())
    before = [number for since, _, number in by_write if not since]
    after = [(since, number) for since, _, number in by_write if since]
    if len(after) <= LEAST_STEPS or any(number >= after[0][1] for number in before):
        return None
    if len(set(before)) < len(before) or not _by_one(after, [at for at, _ in writes]):
        return None
    first = after[0][1] - sum(1 for at, _ in writes if at < after[0][0])
    made = WriteNumbers(first)
    for at, key in writes:
        made.known.setdefault(key, []).append((at, 0))
    for since, key, number in by_write:
        known = [one for one in made.known.get(key, ()) if one[0] != since]
        made.known[key] = sorted([*known, (since, number)])
    return made


def _by_one(after: Sequence[tuple[int, int]], writes: Sequence[int]) -> bool:
    """Does the number go up with each write, and by one from most of them to the next?"""
    steps = []
    for (was, number), (now, other) in pairwise(after):
        between = sum(1 for at in writes if was < at <= now)
        if other - number < between:
            return False
        steps.append(other - number == between)
    return sum(steps) >= LEAST_STEPS and 2 * sum(steps) > len(steps)


# ---- entities that were never opened ---------------------------------------------------------


def _of_others(made: WriteNumbers, part: Entities, writes: Sequence[tuple[int, str]], shown: Sequence[Shown]) -> None:
    """Add what lists have beside links to entities that were not opened before they were written."""
    keys = {key for key in (*part.seed, *part.made) if not key.isdigit()}
    told: dict[str, dict[str, set[int]]] = {}
    sure: dict[str, set[str]] = {}
    wrong: set[str] = set()
    for page in shown:
        for name, key, number in (one for one in _named_in(page, keys) if one[1] in part.seed):
            known = made.at(key, page.page.seq)
            if known is not None:
                sure.setdefault(name, set()).add(key)
                wrong |= {name} if known != number else set()
            elif not any(about == key and at < page.page.seq for at, about in writes):
                told.setdefault(name, {}).setdefault(key, set()).add(number)
    for name, numbers in told.items():
        for key, of in numbers.items() if name not in wrong and len(sure.get(name, ())) >= LEAST_KNOWN else ():
            if len(of) == 1:
                made.known[key] = [(0, min(of)), *made.known.get(key, ())]


def _named_in(page: Shown, keys: set[str]) -> list[tuple[str, str, int]]:
    """(name, key, number) of attributes of what has links to one entity alone, and of links; of several of one name
    and entity the greatest."""
    found: dict[tuple[str, str], int] = {}
    linked: dict[int, set[str]] = {}
    for tag in page.document.find_all("a", href=True):
        url = joined(page.page.url, str(tag["href"]))
        named = {one.key for one in addresses(url, page.page.url)} & keys
        for one in [tag, *tag.parents] if named else ():
            linked.setdefault(id(one), set()).update(named)
        for key in named:
            for name, number in _beside(url, page.page.url, key):
                found[name, key] = max(number, found.get((name, key), 0))
    for tag in page.document.find_all(_has_number):
        for key in linked[id(tag)] if len(linked.get(id(tag), ())) == 1 else ():
            for name, value in tag.attrs.items():
                if name.startswith("data-") and _is_number(str(value)):
                    found[name, key] = max(int(str(value)), found.get((name, key), 0))
    return [(name, key, number) for (name, key), number in found.items()]


def _has_number(tag: Tag) -> bool:
    return any(name.startswith("data-") and _is_number(str(value)) for name, value in tag.attrs.items())


# ---- the model -------------------------------------------------------------------------------


def add_write_numbers(
    document: JsonObject,
    seed: JsonObject,
    names: Mapping[int, str],
    one: PageKind,
    part: Entities,
    numbers: WriteNumbers,
) -> None:
    """Put the numbers that there are into the seed, and what counts them up into the actions of a model. `names`: id()
    of an operation -> its action."""
    kind, counter = part.kind.name, f"{part.kind.name}_{WRITE}"
    entities, actions = seed[kind], document["x-actions"]
    assert isinstance(entities, dict)
    assert isinstance(actions, dict)
    for key, entity in entities.items():
        if isinstance(entity, dict) and (number := numbers.at(key, 1)) is not None:
            entity[WRITE] = number
    for operation, action in one.made_or_changed(names, actions):
        effects = action["effects"]
        assert isinstance(effects, list)
        key = "{string(id)}" if operation.role == "create" else "{params.id}"
        effects += [
            {"op": "merge", "path": f"/{kind}/{key}", "value": {WRITE: f"state.next_ids.{counter}"}},
            {"op": "replace", "path": f"/next_ids/{counter}", "value": f"state.next_ids.{counter} + 1"},
        ]
    add_counter(document, seed, counter, numbers.first)
