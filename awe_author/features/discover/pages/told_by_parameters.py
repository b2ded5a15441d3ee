"""Pages of one path that are told apart by parameters beside the one that names their entity.

Keys and numbers in such parameters (`?title=Tea&diff=8&oldid=3`) are no part of the pattern of a page, so pages with
them and pages without them would be the same. They are others where their headings are, what their entity is called
aside, and where their form sends such a number: it is about a part of the entity, or what it was once. And a pattern
with fewer words is not that with more: what is known of `?title=Tea` says nothing of `?title=Tea&action=history`.

So with a parameter that no pattern has, whatever it says: `?title=Tea&shelf=north` is another page than `?title=Tea`
where pages with it have one heading, and none without it has that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import says_what
from awe_author.features.discover.markup.wording import squeezed
from awe_author.queries import parse_qsl

if TYPE_CHECKING:
    from awe_author.features.discover.pages.about_pages import About, AboutPage
    from awe_author.features.discover.pages.pages import Shown


@dataclass(slots=True)
class _Look:
    """The pages of one template."""

    base: str
    """Its path, and the parameter that has the key."""
    words: dict[str, str] = field(default_factory=dict)
    """Its other parameters that are part of the pattern."""
    numbers: list[str] = field(default_factory=list)
    """Names of those that are not."""
    headings: set[str] = field(default_factory=set)
    sent: bool = False
    """Do forms of its pages send the numbers?"""


Said = tuple[tuple[str, str], ...]
"""Parameters with their values."""


def parameter_tests(pages: Iterable[tuple[str, Iterable[AboutPage]]]) -> dict[str, list[str]]:
    """Template -> the conditions that tell its pages from those of other templates. `pages`: template, its pages."""
    looks: dict[str, _Look] = {}
    for template, mine in pages:
        look = looks.setdefault(template, _look(template))
        look.headings |= {_heading(page) for page in mine}
        look.sent = look.sent or any(sends_numbers(page[0], page[1]) for page in mine)
    return {template: _tests(look, looks) for template, look in looks.items()}


def sends_numbers(one: Shown, key: str) -> bool:
    """Does a form of a page send a number of its address in a hidden field called so: `section=3` as `wpSection`? What
    is in its fields is not the entity as it is. `key`: of the entity; where that is none of words, it and others
    around it are such numbers as well."""
    if looks_like_id(key):
        return False
    numbers = [(name.lower(), value) for name, value in parse_qsl(urlsplit(one.page.url).query) if value.isdigit()]
    return any(
        form.fields.get(field) == value and field.lower().endswith(name) and field.lower() != name
        for name, value in numbers for form in one.forms for field in form.hidden
    )  # fmt: skip


def _look(template: str) -> _Look:
    path, _, query = template.partition("?")
    said = dict(parse_qsl(query))
    star = next((name for name, value in said.items() if value == "*"), "")
    found = _Look(f"{path} {star}" if star else "")
    for name, value in said.items():
        if name != star and looks_like_id(value):
            found.numbers.append(name)
        elif name != star:
            found.words[name] = value
    return found


def _tests(look: _Look, looks: Mapping[str, _Look]) -> list[str]:
    """The conditions of one template."""
    around = [one for one in looks.values() if look.base and one.base == look.base and one is not look]
    around = [one for one in around if look.words.items() <= one.words.items()]
    absent: dict[str, None] = {}
    for one in around:
        absent |= dict.fromkeys(name for name in one.words if name not in look.words and says_what(name))
        if one.words == look.words and (one.sent or one.headings.isdisjoint(look.headings)):
            absent |= dict.fromkeys(name for name in one.numbers if name not in look.numbers)
    apart = bool(around) and (look.sent or all(one.headings.isdisjoint(look.headings) for one in around))
    there = [f"{text(name)} in page.query" for name in look.numbers] if apart else []
    return there + [f"!({text(name)} in page.query)" for name in absent]


def _heading(page: AboutPage) -> str:
    """The title of a page without what its entity is called."""
    shown, key, _ = page
    said = squeezed(shown.document.title.get_text()) if shown.document.title is not None else ""
    for name in (key, key.replace("_", " "), key.replace("+", " ")):
        said = said.replace(name, "*")
    return said


LEAST_TOLD = 2
"""Documents with such a parameter, and without."""


def apart_by(about: About) -> list[About]:
    """The pages of one template, apart by parameters that are no part of it and make other pages of it: pages with one
    of them all have the same heading, which no page without it has."""
    asked = [(page, _asked(page[0].page.url) - _asked(about.template)) for page in about.pages]
    names = [name for name in sorted({name for _, said in asked for name in said}) if _tells(name, asked)]
    groups: dict[frozenset[str], list[AboutPage]] = {}
    for page, said in asked:
        groups.setdefault(frozenset(said & {*names}), []).append(page)
    found = []
    for there, pages in groups.items():
        tests = [f"{text(name)} in page.query" if name in there else f"!({text(name)} in page.query)" for name in names]
        found.append(replace(about, pages=pages, tests=[*about.tests, *tests]))
    return found


def _tells(name: str, asked: Sequence[tuple[AboutPage, set[str]]]) -> bool:
    if says_what(name):
        return False
    some, rest = ([page for page, names in asked if (name in names) == there] for there in (True, False))
    told, others = ({_heading(page) for page in mine} for mine in (some, rest))
    enough = min(len({page[0].page.seq for page in mine}) for mine in (some, rest)) >= LEAST_TOLD
    return enough and len(told) == 1 and told.isdisjoint(others)


def _asked(url: str) -> set[str]:
    return {name for name, _ in parse_qsl(url.partition("#")[0].partition("?")[2])}


def told_by(said: Said, every: set[Said]) -> list[str]:
    """The conditions that tell pages of one path apart by such parameters; none where all say the same."""
    names = sorted({name for one in every for name, _ in one}) if len(every) > 1 else []
    return [f"page.query.get({text(name)}, '') == {text(dict(said).get(name, ''))}" for name in names]


def said_of(url: str, template: str) -> Said:
    """The parameters of a page that say what is done with what its template names: `/tickets/4?action=delete`,
    `/wiki.php?id=tea&do=edit`; those of the template itself are told by it."""
    query = parse_qsl(url.partition("#")[0].partition("?")[2])
    own = dict(parse_qsl(template.partition("?")[2]))
    return tuple(sorted((name, value) for name, value in query if says_what(name) and name not in own))
