"""Links of a page that hand on what it was asked for: `/edit/?id=7&url=/items/?q=tea`, `?sort=2&q=tea`.

An address is taken apart: each of its parameters is always the same, is the key of the row, is what the page's own
address says under that name (and left out where that does not), or holds an address that is made so itself. This is
believed when it explains the address on all recorded looks at the page, and these differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote_plus, urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import LIMIT, OFFSET, PAGE, searches
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.rows import alone, attributes_in
from awe_author.features.discover.pages.page_lists import Look, outside
from awe_author.json_types import Json
from awe_author.queries import parse_qsl

MOST_PAIRS = 12
SIGNS = "%/?:=&+#"
PLAIN = "%=&+#"
"""Signs that cannot stand in a value as they are."""
MOST_LOOKS = 30
"""Looks at one list whose addresses are compared."""
MOST_HANDED = 60
"""Addresses beside one list that may hand on what the page was asked for."""
DEEPEST = 2


@dataclass(frozen=True, slots=True)
class Sample:
    """An address as one look at the page has it."""

    asked: Mapping[str, str]
    """The parameters of the page's own address."""
    value: str
    key: str = ""
    """Of the row that it stands in."""


def address_text(samples: Sequence[Sample], item: str = "", depth: int = 0) -> str | None:
    """The expression of an address that hands on what its page was asked for; None when it does not, or that cannot be
    told. `item`: the expression of the row's key."""
    if len({one.value.partition("?")[0] for one in samples}) != 1 or not any("?" in one.value for one in samples):
        return None
    queries = [dict(parse_qsl(one.value.partition("?")[2], keep_blank_values=True)) for one in samples]
    raws = [dict(_raw(one.value.partition("?")[2])) for one in samples]
    names = _merged([[*query] for query in queries])
    if names is None or len(names) > MOST_PAIRS:
        return None
    parts: list[str] = []
    told = False
    for name in names:
        values = [query.get(name) for query in queries]
        made = _pair(name, values, [raw.get(name, "") for raw in raws], samples, item, depth)
        if made is None:
            return None
        parts.append(made[0])
        told = told or made[1]
    if not told:
        return None
    base = samples[0].value.partition("?")[0]
    always = any("?" in one.value and not query for one, query in zip(samples, queries, strict=True))
    query = f"[{', '.join(parts)}].filter(pair, pair != '')"
    some = "" if always or all(queries) else f"{query}.size() == 0 ? {text(base)} : "
    return f"({some}{text(base + '?')} + {query}.join('&'))"


def _pair(
    name: str, values: Sequence[str | None], raws: Sequence[str], samples: Sequence[Sample], item: str, depth: int
) -> tuple[str, bool] | None:
    """(expression of `name=value`, does it depend on the page?); None when it cannot be told."""
    given = {value for value in values if value is not None}
    always = None not in values
    if always and item and all(value == one.key for value, one in zip(values, samples, strict=True)):
        return f"{text(quote(name) + '=')} + {item}", False
    own = all(value == one.asked.get(name) for value, one in zip(values, samples, strict=True))
    said = f"page.query.get({text(name)}, '')"
    if own and given and (len(given) > 1 or not always or searches(name)):
        return f"({said} == '' ? '' : {text(quote(name) + '=')} + {encoded(said, PLAIN)})", True
    if always and len(given) == 1:
        return text(f"{quote(name)}={raws[0]}"), False
    plain = {value for value, one in zip(values, samples, strict=True) if name not in one.asked}
    asked = all(value == one.asked[name] for value, one in zip(values, samples, strict=True) if name in one.asked)
    if always and asked and len(plain) == 1 and None not in plain:
        usual = text(str(next(iter(plain))))
        return f"{text(quote(name) + '=')} + ({said} == '' ? {usual} : {encoded(said, PLAIN)})", True
    if always and (step := _step(name, list(map(str, values)), samples)) is not None:
        return f"{text(quote(name) + '=')} + {step}", True
    if not always or depth >= DEEPEST:
        return None
    inner = address_text(
        [Sample(one.asked, str(value), one.key) for value, one in zip(values, samples, strict=True)], item, depth + 1
    )
    if inner is None:
        return None
    signs = "".join(sign for sign in SIGNS if any(quote(sign, safe="") in raw for raw in raws))
    signs = signs if signs.startswith("%") or not signs else f"%{signs}"
    return f"{text(quote(name) + '=')} + {encoded(inner, signs)}", True


def _step(name: str, values: Sequence[str], samples: Sequence[Sample]) -> str | None:
    """The expression of the number of another page, or its first row: as much more at each look, or as many as the page
    is asked for rows."""
    counts = snake(name) in OFFSET
    if not counts and snake(name) not in PAGE:
        return None
    first, numbers = (
        "0" if counts else "1",
        [(value, one.asked.get(name, "")) for value, one in zip(values, samples, strict=True)],
    )
    if len(set(values)) < 2 or not all(value.isdigit() and (own or first).isdigit() for value, own in numbers):
        return None
    steps = {int(value) - int(own or first) for value, own in numbers}
    limits = {(of, one.asked[of]) for one in samples for of in one.asked if snake(of) in LIMIT}
    sized = next((of for of, said in limits if counts and {said} == {str(step) for step in steps}), "")
    said = f"page.query.get({text(name)}, '')"
    own = f"({said}.matches('^[0-9]{{1,9}}$') ? int({said}) : {first})"
    asked = f"page.query.get({text(sized)}, '')"
    more = f"({asked}.matches('^[0-9]{{1,5}}$') ? int({asked}) : {min(steps)})" if sized else str(min(steps))
    return f"string({own} + {more})" if len(steps) == 1 and 0 not in steps else None


def encoded(expression: str, signs: str) -> str:
    """The expression with these signs as addresses write them."""
    for sign in signs:
        expression += f".replace({text(sign)}, {text(quote(sign, safe=''))})"
    return expression + ".replace(' ', '+')"


def _raw(query: str) -> list[tuple[str, str]]:
    """The pairs of a query, values as they are written."""
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    return [(unquote_plus(name), value) for name, _, value in pairs]


def _merged(lists: Sequence[Sequence[str]]) -> list[str] | None:
    """All names in the order in which each list has them; None when the lists contradict each other."""
    found: list[str] = []
    for names in sorted(lists, key=len, reverse=True):
        at = 0
        for name in names:
            if name in found:
                if found.index(name) < at:
                    return None
                at = found.index(name) + 1
            else:
                found.insert(at, name)
                at += 1
    return found


def row_handed_on(
    alike: Sequence[tuple[Page, Rows]], selector: str, name: str, of: Callable[[Row], Tag | None]
) -> str | None:
    """The expression of such addresses in rows (of their part `of`), in the element that `selector` finds there."""
    samples = []
    for page, rows in alike[:MOST_LOOKS]:
        asked = dict(parse_qsl(urlsplit(page.url).query))
        for row in rows.rows[:3]:
            top = of(row)
            there = [] if top is None else [top] if selector == ":scope" else top.select(selector, limit=1)
            samples += [Sample(asked, str(found[name]), row.key) for found in there if found.has_attr(name)]
    return address_text(samples, "item.id") if len({one.value for one in samples}) > 1 else None


def beside_handed_on(looks: Sequence[Look]) -> list[Json]:
    """What is set in such addresses beside the rows of a list."""
    found: dict[tuple[str, str], Json] = {}
    tried: set[tuple[str, str]] = set()
    some = [*{look.page.url: look for look in looks}.values()][:MOST_LOOKS]
    for look in some if len(some) > 1 else ():
        free = outside(look.shown.document, [look.rows, *look.shown.lists])
        for tag, name, value in attributes_in(look.shown.document):
            address = name in ("href", "action") or (name == "value" and tag.get("type") == "hidden")
            if not address or "?" not in value or not free(tag) or len(tried) > MOST_HANDED:
                continue
            selector = alone(look.shown.document, tag, "")
            if selector is None or (selector, name) in tried:
                continue
            tried.add((selector, name))
            told = [(other, other.shown.document.select(selector)) for other in some]
            samples = [Sample(other.asked, str(tags[0].get(name) or "")) for other, tags in told if len(tags) == 1]
            made = address_text(samples) if len({one.value for one in samples}) > 1 else None
            if made is not None:
                found[selector, name] = {"select": selector, "set": {name: made}}
    return [*found.values()]
