"""Pages that a server renders of entities that its API manages."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover import Recorded, discover
from awe_author.state.cel import DYN, compile_expression
from awe_author.state.collection import Collection
from tests.features.discover.exchanges import draft_of, exchange
from tests.features.discover.test_draft import check


def post(key: int, slug: str, title: str, status: str = "live", summary: Any = None) -> dict[str, Any]:
    return {"id": key, "slug": slug, "title": title, "status": status, "summary": summary, "kind": "news item"}


OLD, OTHER = post(1, "spring-fair", "Spring fair"), post(2, "summer-fete", "Summer fête & tea")
NEW = post(3, "winter-walk", "Winter walk", summary="Bring <boots>")
PAGE = """\
<title>Winter walk</title><a href='/news/winter-walk/'></a><h1>Winter walk</h1>
<p>Bring &lt;boots&gt;</p> news item
"""


def dialogue(*pages: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [
        ("GET", "/api/posts", None, 200, {"posts": [OLD, OTHER]}),
        ("POST", "/api/posts", {"title": "Winter walk", "summary": "Bring <boots>"}, 201, {"posts": [NEW]}),
        *pages,
        ("GET", "/api/posts", None, 200, {"posts": [OLD, OTHER, NEW]}),
    ]


def rendered(spoken: list[tuple[Any, ...]], html: dict[str, str]) -> Any:
    raws = []
    for number, one in enumerate(spoken, 1):
        more = {"html": html[one[1]]} if one[1] in html else {}
        raws.append(exchange(number, *one, **more))
    draft = discover(Recorded(raws), "demo")
    check(draft)
    return next((one.document for one in draft.features if str(one.document["id"]).endswith(".rendered")), None)


def test_the_page_of_an_entity_is_that_of_another_with_its_words() -> None:
    made = rendered(dialogue(("GET", "/news/winter-walk/", None, 200)), {"/news/winter-walk/": PAGE})
    assert made["on"]["request"] == "GET https://app.test/news/*/"
    assert made["reply"]["swap"] == {
        "winter-walk": "string(post.slug)",
        "Winter walk": "string(post.title)",
        "Bring <boots>": "string(post.summary)",
    }
    where = compile_expression(made["on"]["where"], {"segments": DYN, "state": DYN})

    def holds(name: str, *posts: dict[str, Any]) -> bool:
        state = {"posts": Collection({str(one["id"]): one for one in posts})}
        return where.evaluate({"segments": [name], "state": state}) is True

    full = post(4, "tea-dance", "Tea dance", summary="At five")
    assert holds("tea-dance", full)
    assert not holds("tea-dance", OLD)
    assert not holds("tea-dance", {**full, "status": "draft"})
    assert not holds("tea-dance", {**full, "summary": None})


@pytest.mark.parametrize(
    "page",
    [
        "<h1>Something else</h1>",  # nothing of the entity stands in it
        "<a href='/news/winter-walk/'>winter-walk</a>",  # only its address
        "<p>Winter walkers, Winter walks</p>",  # other words
        "<p>news item</p>",  # what all of them have
    ],
)
def test_a_page_without_the_entitys_words_is_none_of_it(page: str) -> None:
    assert rendered(dialogue(("GET", "/news/winter-walk/", None, 200)), {"/news/winter-walk/": page}) is None


def test_kinds_that_nothing_writes_have_no_such_pages() -> None:
    spoken = [("GET", "/api/posts", None, 200, {"posts": [OLD, OTHER, NEW]}), ("GET", "/news/winter-walk/", None, 200)]
    assert rendered(spoken, {"/news/winter-walk/": PAGE}) is None


def test_other_recorded_pages_stay_as_they_are() -> None:
    pages = [("GET", "/news/winter-walk/", None, 200), ("GET", "/news/spring-fair/", None, 200)]
    html = {"/news/winter-walk/": PAGE, "/news/spring-fair/": "<h1>Spring fair</h1>"}
    made = rendered(dialogue(*pages), html)
    assert "!(segments[0] in ['spring-fair'])" in made["on"]["where"]


def test_without_pages_there_is_no_feature() -> None:
    assert not any(".rendered" in str(one.document["id"]) for one in draft_of(*dialogue()).features)


TALKS, FAIRS = (
    {"id": one, "slug": f"{name.lower()}-of-ours", "name": name} for one, name in ((8, "Talks"), (9, "Fairs"))
)
BODY = '{"root":[{"text":"Mind the ice."}]}'


def with_tag(found: dict[str, Any], tag: Any, body: str) -> dict[str, Any]:
    return {**found, "tag": tag, "body": body}


def test_the_words_of_records_and_documents_in_it_are_swapped_too() -> None:
    old, other = with_tag(OLD, FAIRS, '{"text":"Green."}'), with_tag(OTHER, None, '{"text":"Hot."}')
    new = with_tag(NEW, TALKS, BODY)
    page = PAGE + "<a href='/tags/talks-of-ours/'>Talks</a><div><p>Mind the ice.</p></div>"
    spoken = [
        ("GET", "/api/posts", None, 200, {"posts": [old, other]}),
        ("POST", "/api/posts", {"title": "Winter walk", "body": BODY}, 201, {"posts": [new]}),
        ("GET", "/news/winter-walk/", None, 200),
        ("GET", "/api/posts", None, 200, {"posts": [old, other, new]}),
    ]
    swap = rendered(spoken, {"/news/winter-walk/": page})["reply"]["swap"]

    def said(words: str, **more: Any) -> Any:
        return compile_expression(swap[words], {"post": DYN}).evaluate({"post": {**new, **more}})

    assert (said("Talks", tag=FAIRS), said("talks-of-ours", tag=FAIRS)) == ("Fairs", "fairs-of-ours")
    assert (said("Talks", tag=None), said("Talks", tag="fairs")) == ("", "")
    assert said("Mind the ice.", body='{"root":[{"text":"Bring"},{"text":"cake"}]}') == "Bring cake"
    assert (said("Mind the ice.", body=None), said("Mind the ice.", body="{}")) == ("", "")
    alone = rendered(spoken, {"/news/winter-walk/": PAGE + "<p class='talks-of-ours'>Talks and cakes</p>"})["reply"]
    assert "Talks" not in alone["swap"]
