"""An app of links with tags: what other steps show is compared with what the app itself would show."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.documents import parse
from awe_author.twin.texts import page_text
from tests.features.discover.links import Links
from tests.features.discover.site import Mock, Tour, same

TOKEN = "token=19a4bd4548560e"


def sent(title: str, tags: str) -> tuple[tuple[str, str], ...]:
    """What the form of a link sends."""
    return ("link_title", title), ("link_note", f"How {title.lower()} came about."), ("link_tags", tags)


def toured() -> Tour:
    tour = Tour(Links())
    ask = tour.ask
    ask("GET", "/")
    ask("GET", "/note/aQ3xZ9")
    ask("GET", "/link/0")
    ask("POST", "/save", ("link_id", "0"), *sent("Brewing the first pot", "tea howto leaves"))
    ask("GET", "/new")
    ask("POST", "/save", *sent("Baskets of willow", "baskets howto"))
    ask("GET", "/link/9")
    ask("POST", "/save", ("link_id", "9"), *sent("Baskets of willow", "baskets howto"), ("link_hidden", "on"))
    ask("GET", "/note/Jt8sWa")
    ask("GET", "/add/howto")
    ask("GET", "/cloud")
    ask("GET", "/?tags=clay+")
    ask("GET", "/words")
    ask("POST", "/words", ("was", "leaves"), ("to", "foliage"), ("rename", "Rename"))
    ask("GET", "/")
    ask("GET", f"/link/4/pin?{TOKEN}")
    ask("GET", f"/link/6/drop?{TOKEN}")
    ask("GET", "/")
    return tour


def links_of(html: str, title: str) -> list[str]:
    """The links in the row of a title."""
    rows = parse(html).select("div.link")
    return [str(link["href"]) for row in rows if title in row.get_text() for link in row.select("a")]


@pytest.fixture(scope="module")
def tour() -> Tour:
    return toured()


async def test_labels_are_one_word_each(tour: Tour) -> None:
    app, mock = Links(), Mock(tour)
    await same(app, mock, "GET", "/")
    await same(app, mock, "GET", "/link/3")
    changed = *sent("Firing by day", "clay fire safety"), ("link_hidden", "on")
    await same(app, mock, "POST", "/save", ("link_id", "3"), *changed)  # with a badge, a sign and a number


async def test_pages_by_codes(tour: Tour) -> None:
    app, mock = Links(), Mock(tour)
    await same(app, mock, "GET", "/note/D4rTy1")
    await same(app, mock, "GET", f"/link/3/pin?{TOKEN}")
    await same(app, mock, "GET", "/note/D4rTy1")
    said = await mock.ask("POST", "/save", *sent("Salt from the sea", "salt water"))
    code = next(link.rpartition("/")[2] for link in links_of(said.html, "Salt from the sea") if "/note/" in link)
    assert "Salt from the sea" in page_text((await mock.ask("GET", f"/note/{code}")).html)


async def test_links_with_tokens_write(tour: Tour) -> None:
    app, mock = Links(), Mock(tour)
    await same(app, mock, "GET", f"/link/3/pin?{TOKEN}")
    await same(app, mock, "GET", f"/link/5/pin?{TOKEN}")  # what is pinned comes first
    await same(app, mock, "GET", f"/link/3/pin?{TOKEN}")
    await same(app, mock, "GET", f"/link/1/drop?{TOKEN}")
    said = await mock.ask("POST", "/save", *sent("Salt from the sea", "salt water"))
    links = links_of(said.html, "Salt from the sea")
    assert [link.partition("?")[0] for link in links[-2:]] == ["/link/9/drop", "/link/9/pin"]


async def test_lists_are_narrowed_by_words(tour: Tour) -> None:
    app, mock = Links(), Mock(tour)
    await same(app, mock, "GET", "/add/tea")
    await same(app, mock, "GET", "/?tags=howto+")
    await same(app, mock, "GET", "/?tags=clay")


async def test_words_get_other_names(tour: Tour) -> None:
    app, mock = Links(), Mock(tour)
    await same(app, mock, "POST", "/words", ("was", "clay"), ("to", "earth"), ("rename", "Rename"))
    await same(app, mock, "GET", "/")
    await same(app, mock, "GET", "/add/earth")


async def test_lists_of_all_words(tour: Tour) -> None:
    app, mock = Links(), Mock(tour)
    await same(app, mock, "GET", "/cloud")
    await same(app, mock, "POST", "/save", ("link_id", "3"), *sent("Firing by day", "clay fire safety"))
    await same(app, mock, "GET", "/cloud")


def test_words_are_no_entities(tour: Tour) -> None:
    assert len(tour.draft().parts) == 1
