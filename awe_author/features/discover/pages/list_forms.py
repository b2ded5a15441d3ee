"""One list in several forms: with other columns, or in groups, as its address asks for (`?columns=id,title`).

Looks with other heads are apart when one parameter of the address tells which heads there are, in all looks: each form
has its own rows and documents. The one that was seen most is also for what was never asked for; but where it was seen
only without the parameter, which names no heads, other values of that look as the recorded ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id, snake
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.cell_texts import shown_text
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.row_selectors import common_selector
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.queries import parse_qsl

Alike = tuple[Page, Rows, Shown]
"""One look at a list."""
Form = tuple[tuple[str, ...], bool]
"""What the heads say, and whether the rows are in groups."""


def agree_on_rows(alike: Sequence[Alike]) -> None:
    """Give all looks at a list one selector of rows: the classes that the rows of all of them have."""
    told = [rows.row for _, rows, _ in alike if rows.rows and rows.row]
    for _, rows, _ in alike if told else ():
        rows.row = common_selector(told) if rows.row else ""


def list_forms(alike: Sequence[Alike]) -> list[tuple[str, list[Alike]]]:
    """(condition, looks) of each form of a list; one without a condition where it has but one, or nothing tells them
    apart."""
    forms = [_form(rows) for _, rows, _ in alike]
    whole = [("", [*alike])]
    if len(set(forms)) < 2 or not all(heads for heads, _ in forms):
        return whole
    asked = [dict(parse_qsl(urlsplit(page.url).query)) for page, _, _ in alike]
    param = _telling(asked, forms)
    if not param:
        return whole
    values: dict[Form, list[str]] = {}
    for said, form in zip(asked, forms, strict=True):
        known = values.setdefault(form, [])
        known += [said.get(param, "")] if said.get(param, "") not in known else []
    usual = max(values, key=lambda form: ("" in values[form], forms.count(form)))
    own, found = f"page.query.get({text(param)}, '')", list[tuple[str, list[Alike]]]()
    any_value = len(values) == 2 and values[usual] == [""] and not _named(asked, forms, param)
    for form in values:
        wanted = [value for other in values if other != usual for value in values[other]]
        test = f"{own} in [{', '.join(map(text, values[form]))}]"
        test = f"!({own} in [{', '.join(map(text, wanted))}])" if form == usual else test
        if any_value:
            test = f"!({own} != '')" if form == usual else f"{own} != ''"
        found.append((test, [one for one, of in zip(alike, forms, strict=True) if of == form]))
    return found


def only_where(features: Sequence[Feature], test: str, alike: Sequence[Alike]) -> None:
    """Make features of one form of a list for that form only, shown on the documents that have it."""
    for feature in features if test else ():
        on = feature.document["on"]
        assert isinstance(on, dict)
        on["where"] = f"{on['where']} && {test}" if "where" in on else test
        if not test.startswith("!"):  # what was asked for otherwise may be no list at all
            on.setdefault("like", list(dict.fromkeys(one.load.seq for _, _, one in alike if one.load is not None)))


def elsewhere(alike: Sequence[Alike], shown: Sequence[Shown]) -> str:
    """The condition that a page is none of those that have no such list though their address is the same but for
    parameters that no list has: `?form=create` beside `?filter=off`; "" when there are none."""
    listing = {urlsplit(page.url).path for page, _, _ in alike}
    known = {name for page, _, _ in alike for name, _ in parse_qsl(urlsplit(page.url).query)}
    containers = {rows.container for _, rows, _ in alike}
    told: dict[str, list[str]] = {}
    for other in shown:
        parts = urlsplit(other.page.url)
        asked = [(name, value) for name, value in parse_qsl(parts.query) if name not in known and not searches(name)]
        there = any(other.document.select(container, limit=1) for container in containers)
        if parts.path not in listing or len(asked) != 1 or there or other.load is None:
            continue
        (name, value), *_ = asked
        if not looks_like_id(value) and value not in told.setdefault(name, []):
            told[name].append(value)
    tests = [f"page.query.get({text(name)}, '') in [{', '.join(map(text, of))}]" for name, of in told.items() if of]
    return f"!({' || '.join(tests)})" if tests else ""


def _form(rows: Rows) -> Form:
    table = rows.parent.find_parent("table") if rows.parent is not None and rows.parent.name != "table" else rows.parent
    head = table.find("tr") if table is not None else None
    cells = head.find_all(["th", "td"], recursive=False) if head is not None else []
    return tuple(re.sub(r"[^\w ]", "", shown_text(one)).strip() for one in cells), bool(rows.heads)


def _telling(asked: Sequence[Mapping[str, str]], forms: Sequence[Form]) -> str:
    """The parameter whose values tell the forms apart: of several that with fewest values, and that names columns."""
    found = []
    for name in dict.fromkeys(name for said in asked for name in said):
        told: dict[str, set[Form]] = {}
        for said, form in zip(asked, forms, strict=True):
            told.setdefault(said.get(name, ""), set()).add(form)
        if all(len(of) == 1 for of in told.values()) and not searches(name):
            found.append((len(told), -_named(asked, forms, name), name))
    return min(found)[2] if found else ""


def _named(asked: Sequence[Mapping[str, str]], forms: Sequence[Form], name: str) -> int:
    """How many heads the values of a parameter name."""
    pairs = {(said.get(name, ""), head) for said, (heads, _) in zip(asked, forms, strict=True) for head in heads}
    words = [(snake(head).replace("_", ""), re.split(r"\W+", value.replace("_", "").lower())) for value, head in pairs]
    return sum(head in values for head, values in words)
