"""Addresses with a key and words behind it: `/topic/7/which-soil-for-ferns/`."""

from __future__ import annotations

import re

import pytest

from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.wording import own_text, slug_name, slugged
from awe_author.features.discover.pages.posts import _behind
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, headers_of, same


class Forum:
    """Topics in cards, each with a link that says its key and its title."""

    def __init__(self) -> None:
        titles = ("Which soil for ferns?", "Slugs eat my lettuce", "Moss", "Roses, in pots")
        self.topics = {number: (title, "Plants") for number, title in enumerate(titles, 1)}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        said, pieces = dict(sent), path.partition("?")[0].strip("/").split("/")
        if method == "POST" and pieces[1] == "delete":
            self.topics.pop(int(pieces[2]))
            return Said(status=302, to="/topic/active/")
        if method == "POST":
            key = int(pieces[2]) if pieces[1] == "update" else max(self.topics) + 1
            self.topics[key] = (said["title"], said["group"])
            return Said(status=302, to=f"/topic/{key}/{slugged(said['title'])}/")
        if pieces[1].isdigit():
            title, group = self.topics[int(pieces[1])]
            return Said(f"<html><body><h1>{title}</h1><p class='group'>In {group} for all</p></body></html>")
        if pieces[1] in ("update", "publish"):
            title, group = self.topics[int(pieces[2])] if pieces[1] == "update" else ("", "")
            fields = f'<input name="title" value="{title}"><input name="group" value="{group}">'
            return Said(f'<html><body><form method="post" action="/{"/".join(pieces)}/">{fields}</form></body></html>')
        return Said(f'<html><body><div class="all">{"".join(map(self.card, self.topics))}</div></body></html>')

    def card(self, key: int) -> str:
        title, group = self.topics[key]
        link = f'<a class="topic__title" href="/topic/{key}/{slugged(title)}/">{title}</a>'
        return f'<div class="topic">{link}<div class="topic__group">{group}</div></div>'


def toured() -> Tour:
    tour = Tour(Forum())
    tour.ask("GET", "/topic/active/")
    tour.ask("GET", "/topic/2/slugs-eat-my-lettuce/")
    tour.ask("GET", "/topic/publish/")
    tour.ask("POST", "/topic/publish/", ("title", "Ivy on the wall"), ("group", "Walls and roofs"))
    tour.ask("GET", "/topic/active/")
    tour.ask("GET", "/topic/update/4/")
    tour.ask("POST", "/topic/update/4/", ("title", "Roses in small pots"), ("group", "Pots and jars"))
    tour.ask("POST", "/topic/delete/3/")
    tour.ask("GET", "/topic/active/")
    return tour


async def test_topics_are_listed_made_changed_opened_and_deleted() -> None:
    live, mock = Forum(), Mock(toured())
    await same(live, mock, "GET", "/topic/active/")
    await same(live, mock, "POST", "/topic/publish/", ("title", "Nettles, everywhere!"), ("group", "Wild things"))
    await same(live, mock, "GET", "/topic/5/nettles-everywhere/")
    await same(live, mock, "POST", "/topic/update/5/", ("title", "Nettles again"), ("group", "Wild things"))
    await same(live, mock, "POST", "/topic/delete/1/")
    await same(live, mock, "GET", "/topic/5/nettles-again/")
    post = await mock.replay.ask(
        "POST", ORIGIN + "/topic/publish/", b"title=Oh,+dill&group=x", headers_of([("a", "b")], "page")
    )
    assert ("Location", "/topic/6/oh-dill/") in [
        (name.title(), value.removeprefix(ORIGIN)) for name, value in post.headers
    ]
    live("POST", "/topic/publish/", (("title", "Oh, dill"), ("group", "x")))
    said = await mock.ask("GET", "/topic/active/")
    assert re.findall(r'href="([^"]+)"', said.html) == re.findall(
        r'href="([^"]+)"', live("GET", "/topic/active/", ()).html
    )


def test_an_address_has_its_words_taken_out() -> None:
    found = {one.template: (one.key, one.words) for one in addresses(ORIGIN + "/topic/7/green-tea/", ORIGIN + "/")}
    assert found["/topic/*/**/"] == ("7", "green-tea")
    assert not any("**" in one.template for one in addresses(ORIGIN + "/topic/7/8/", ORIGIN + "/"))
    assert not any("**" in one.template for one in addresses(ORIGIN + "/topic/tea/green/", ORIGIN + "/"))
    assert not any("**" in one.template for one in addresses(ORIGIN + "/topic/7/tea?a=b", ORIGIN + "/"))


@pytest.mark.parametrize("links", [("edit", "edit", "edit"), ("edit", "copy", "edit"), ("edit", "copy", "show")])
def test_what_can_be_done_with_a_row_is_no_name_of_it(links: tuple[str, ...]) -> None:
    rows = "".join(f'<li class="r"><a href="/t/{key}/{does}">x</a></li>' for key, does in enumerate(links, 1))
    found = rows_of(parse(f'<ul class="all">{rows}</ul>'), ORIGIN + "/t")
    assert not any("**" in one.template for one in found)


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/topics/update/7/", "7"),
        ("/topics/moderate/delete/7/", "7"),
        ("/topics/update/8/", None),
        ("/topics/update/7/2/", None),
        ("/topics/7/notes/", None),
        ("/comments/7/publish/", None),
    ],
)
def test_posts_that_say_what_is_done_before_the_key(path: str, key: str | None) -> None:
    assert _behind(path, "/topics/*/**/", {"7", "2"}) == key
    assert _behind(path, "/*", {"7"}) is None


@pytest.mark.parametrize("title", ["Which soil?", "Tea & cake", " Roses, in pots ", "A-B  c", "it's (not) 50%"])
def test_the_expression_of_words_says_the_same(title: str) -> None:
    expression = compile_expression(own_text("item", slug_name("name")), {"item": DYN})
    assert expression.evaluate({"item": {"name": title}}) == slugged(title)
