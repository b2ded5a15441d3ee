"""Sorts of entities that their keys say, where pages about them have parts of their own."""

from __future__ import annotations

from types import SimpleNamespace

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.situations import Looks, Situation
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.named_sorts import by_sort, sorts_of, with_new
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.exchanges import ORIGIN


def page(key: str, *ids: str) -> AboutPage:
    html = "<html><body>" + "".join(f"<p id={one}>{one}</p>" for one in ids) + "</body></html>"
    return Shown(Page(f"{ORIGIN}/{key}", "", html, 1), [], [], parse(html)), key, {}


ADA, TEA, JAM = page("User:Ada", "head", "logs"), page("Tea", "head"), page("Jam", "head", "more")
EVERY = [("/pages/*", ADA), ("/edit/*", page("User:Ada", "form", "logs")), ("/pages/*", TEA), ("/edit/*", JAM)]


def test_keys_say_a_sort_where_all_its_pages_have_a_part_that_no_other_has() -> None:
    assert sorts_of(EVERY) == ["User:"]
    assert sorts_of([*EVERY, ("/pages/*", page("Ale", "head", "logs"))]) == []
    assert sorts_of([*EVERY, ("/pages/*", page("User:Ben", "head"))]) == []
    assert sorts_of([EVERY[0], *EVERY[2:]]) == []  # its own words may have an id


def test_pages_of_a_sort_stand_for_no_others() -> None:
    about = About("/pages/*", True, [ADA, TEA])
    mine, rest = by_sort(about, ["User:"])
    assert (mine.pages, mine.tests) == ([ADA], ["segments[0].startsWith('User:')"])
    assert (rest.pages, rest.tests, rest.rest) == ([TEA], ["!segments[0].startsWith('User:')"], True)
    assert by_sort(about, []) == [about]


def test_new_ones_look_as_those_that_were_written() -> None:
    part = SimpleNamespace(seed={"Tea": {}}, made={"User:Ada": {}}, kind=SimpleNamespace(name="pages"))
    plain, written = (Looks(Situation(after=after)) for after in ("", "update_page"))
    looks, about = [plain, written], About("/pages/*", True, [TEA], rest=True)
    there = "segments[0] in ['Tea']"
    assert with_new(about, part, looks, plain, ["calm"]) == ["calm", there]
    assert with_new(about, part, looks, written, ["told"]) == [f"(told || !({there}))"]
    assert with_new(About("/pages/*", True, [TEA]), part, looks, plain, ["calm"]) == ["calm"]
    assert with_new(about, part, looks[:1], plain, ["calm"]) == ["calm"]
