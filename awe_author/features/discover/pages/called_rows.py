"""Rows that scripts write, of calls in answers: `this.add_row("3", {"name": "Tea"})`, where no row links to its entity.

The first argument is the key, objects among the others are what the row says. Which kind it is, an address of documents
tells that names several of these keys in one part, where each document shows a long text of its own row, or the only
one, which a form had made (`lone_rows`). Answers
of the same sort without such a call show an empty list. Lists of a search may say more around the keys (`3-0`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import OPERATION_PARAMS, Call, says_what
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import Row, Rows, parse
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.called_texts import texts_of_calls
from awe_author.features.discover.pages.lone_rows import made_alone, names_alone
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.scripts import Call as Scripted
from awe_author.features.scripts import calls_in
from awe_author.queries import parse_qsl

SEVERAL = 2
"""Entities whose documents show their own text, at least."""
LONG = 5
"""Characters of a text that is hardly in a document by chance."""
MOST_LISTS = 400


@dataclass(slots=True)
class Listed:
    """What one answer lists by calls of one function."""

    call: Call
    name: str
    rows: list[Row] = field(default_factory=list)
    around: tuple[str, str] = ("", "")
    """What stands before and behind the keys."""


def called_lists(shown: Sequence[Shown], calls: Sequence[Call]) -> list[Shown]:
    """A look at a page for each answer with such rows, of kinds that no page lists by links, or whose links scripts
    wrote into the rows that they made of the calls."""
    listed = list(_listed(calls))
    linked = {rows.template for one in shown for rows in one.lists}
    found: list[Shown] = []
    for name in dict.fromkeys(one.name for one in listed if one.rows):
        mine = [one for one in listed if one.name == name]
        _bare_keys(mine)
        keys = {tuple(row.key for row in one.rows) for one in mine}
        alike = {rows.template for one in shown for rows in one.lists if tuple(row.key for row in rows.rows) in keys}
        of_links = {template: [one for one in mine if belongs(one.call, template)] for template in sorted(alike)}
        for template in _drawn(of_links, shown):
            found += [_look(template, one) for one in of_links[template][:MOST_LISTS]]
        for template in _templates(mine, calls):
            of = [one for one in mine if belongs(one.call, template)]
            if template not in linked and not any(_lists_so(rows, of) for one in shown for rows in one.lists):
                found += [_look(template, one) for one in of[:MOST_LISTS]]
                break
    return sorted(found, key=lambda one: one.page.seq)


def belongs(call: Call, template: str) -> bool:
    """Contradicts a request none of the parameters in the addresses of a kind? What says what is done may differ."""
    fixed = [pair for pair in parse_qsl(template.partition("?")[2]) if pair[1] != "*" and not says_what(pair[0])]
    return all(call.params.get(name, value) == value for name, value in fixed)


def address_of(call: Call) -> str:
    """The address that a request asked for."""
    return f"{call.origin}{call.path}" + (f"?{urlencode(call.query)}" if call.query else "")


def sort_of(call: Call) -> tuple[str, ...]:
    """What tells sorts of requests apart: the address, and what is done."""
    return (
        call.origin,
        call.path,
        *(f"{name}={call.params[name]}" for name in OPERATION_PARAMS if name in call.params),
    )


def _listed(calls: Sequence[Call]) -> Iterator[Listed]:
    """What the answers to reads list, also those of the same sort that list nothing."""
    asked = [call for call in calls if not call.mutation and isinstance(call.answer, dict)]
    names: dict[tuple[str, ...], set[str]] = {}
    every: list[tuple[Call, list[Scripted]]] = []
    for call in asked:
        scripted = [one for _, said in texts_of_calls(call.answer) for one in calls_in(said)]
        every.append((call, scripted))
        for name in {one.name for one in scripted}:
            if all(_row(one) is not None for one in scripted if one.name == name):
                names.setdefault(sort_of(call), set()).add(name)
    for call, scripted in every:
        for name in sorted(names.get(sort_of(call), ())):
            rows = [row for one in scripted if one.name == name and (row := _row(one)) is not None]
            if len({row.key for row in rows}) == len(rows):
                yield Listed(call, name, rows)


def _row(scripted: Scripted) -> Row | None:
    """The row that a call writes; None when it does not begin with a key, or says nothing of it."""
    key, *others = [*scripted.arguments.values()] or [None]
    if isinstance(key, bool) or not isinstance(key, str | int) or not re.fullmatch(r"[\w.-]{1,64}", str(key)):
        return None
    values: dict[str, str] = {}
    for said in (one for one in others if isinstance(one, dict)):
        for name, value in said.items():
            plain = isinstance(value, str | int) and not isinstance(value, bool) and str(value) not in ("", str(key))
            shown = str(value) if plain else ""
            shown = parse(shown).get_text() if "</" in shown else shown
            if shown.strip():
                values.setdefault(snake(name), squeezed(shown))
    return Row(str(key), values, {}) if values else None


def _templates(listed: Sequence[Listed], calls: Sequence[Call]) -> list[str]:
    """Addresses of documents that name the entities of these rows, the best first."""
    told: dict[str, dict[str, int]] = {}
    wrong = set[str]()
    for call in calls:
        if call.mutation or not call.html or call.status != 200:
            continue
        url = address_of(call)
        for address in addresses(url, url):
            rows = [row for one in listed if belongs(one.call, address.template) for row in one.rows]
            mine = {value for row in rows if row.key == address.key for value in row.values.values()}
            others = {value for row in rows if row.key != address.key for value in row.values.values()}
            own = {value for value in mine - others if len(value) >= LONG}
            if any(value in call.html for value in own):
                of = told.setdefault(address.template, {})
                of[address.key] = of.get(address.key, 0) + 1
            elif own:
                wrong.add(address.template)
    sure = made_alone(listed, calls)
    several = {
        one: keys for one, keys in told.items()
        if one not in wrong and (len(keys) >= SEVERAL or (keys.keys() <= sure and names_alone(one, calls)))
    }  # fmt: skip
    return sorted(several, key=lambda one: (-len(several[one]), -sum(several[one].values()), len(one)))


def _lists_so(rows: Rows, listed: Sequence[Listed]) -> bool:
    """Does a page list the same by links: as many keys in common, each with a text of its row?"""
    called = {row.key: {*row.values.values()} for one in listed for row in one.rows}
    same = [row for row in rows.rows if called.get(row.key, set()) & {*row.values.values()}]
    return len(same) >= SEVERAL


def _drawn(listed: Mapping[str, Sequence[Listed]], shown: Sequence[Shown]) -> list[str]:
    """The lists with links whose rows scripts made of these calls: each look at one has the rows of the last answer, in
    its order, with a long text of each, and one of them several. The calls tell of them then, and not what scripts put
    into one cell. `listed`: template -> what may be its answers."""
    found: dict[str, list[Rows]] = {}
    several = 0
    for template, answers in listed.items():
        looks = [(one.page.seq, rows) for one in shown for rows in one.lists if rows.template == template and rows.rows]
        pairs = [(rows, next((one.rows for one in answers[::-1] if one.call.seq < seq), [])) for seq, rows in looks]
        if pairs and all(_made_of(rows.rows, told) for rows, told in pairs):
            found[template] = [rows for rows, _ in pairs]
            several = max(several, *(len(told) for _, told in pairs))
    for rows in (rows for looks in found.values() for rows in looks if several >= SEVERAL):
        rows.scripted = True
        for row in rows.rows:
            row.values.clear()
    return [*found] if several >= SEVERAL else []


def _made_of(rows: Sequence[Row], told: Sequence[Row]) -> bool:
    """Are rows of a page made of what calls said of them?"""
    if [row.key for row in rows] != [row.key for row in told]:
        return False
    for row, call in zip(rows, told, strict=True):
        shown = " ".join(row.values.values())
        if not any(len(said) >= LONG and said in shown for said in call.values.values()):
            return False
    return True


def _bare_keys(listed: Sequence[Listed]) -> None:
    """Keys without what all those of an answer have around them, where that leaves known ones that say the same."""
    known: dict[str, list[Mapping[str, str]]] = {}
    for one in listed:
        for row in one.rows:
            known.setdefault(row.key, []).append(row.values)
    for one in listed:
        for before, behind in ways_around([row.key for row in one.rows], {*known}):
            bare = [row.key[len(before) : len(row.key) - len(behind)] for row in one.rows]
            if all(row.values in known.get(key, ()) for row, key in zip(one.rows, bare, strict=True)):
                for row, key in zip(one.rows, bare, strict=True):
                    row.key = key
                one.around = (before, behind)
                break


def ways_around(keys: Sequence[str], known: set[str]) -> list[tuple[str, str]]:
    """What may stand around all of these keys so that the rest is known."""
    ways: set[tuple[str, str]] | None = None
    for key in keys:
        mine = {
            (key[: found.start()], key[found.end() :]) for one in known if one != key
            for found in re.finditer(re.escape(one), key)
            if re.fullmatch(r"(.*[^\w.])?", key[: found.start()]) and re.fullmatch(r"([^\w.].*)?", key[found.end() :])
        }  # fmt: skip
        ways = mine if ways is None else ways & mine
    return sorted(ways or ())


def _look(template: str, one: Listed) -> Shown:
    rows = Rows(template, one.name, "", one.rows, called=one.name, around=one.around)
    return Shown(Page(address_of(one.call), "", "", one.call.seq + 1), [rows], [], parse(""))
