"""A body that is a list of one question; a count that is told what a list is; what was made in one second."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

MADE = "2025-01-05 08:00:31+00:00"
NAMES = {1: "Anna", 2: "Gull", 3: "Johanna", 4: "Otter", 5: "Annika"}


def boat(key: int, name: str = "", *, whole: bool = True) -> dict[str, Any]:
    made = {"made_at": MADE if key < 6 else "2025-03-03 09:00:00+00:00"} if whole else {}
    return {"id": key, "name": name or NAMES[key], **made}


def chunk(where: str, *boats: dict[str, Any]) -> tuple[Any, ...]:
    told = {"list": [*boats], "page": {"totalRows": len(boats)}}
    asked = [{"where": where, "offset": 0, "limit": 20, "alias": "chunk_0"}]
    return "POST", "/api/boats/search", asked, 200, {"chunk_0": told}


ALL = [boat(key, whole=False) for key in NAMES]
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/api/boats?where=", None, 200, {"list": ALL, "page": {"totalRows": 5}}),
    ("GET", "/api/boats/count?where=", None, 200, {"count": 5}),
    chunk("", *ALL),
    ("GET", "/api/boats/1", None, 200, boat(1)),
    ("GET", "/api/boats/3", None, 200, boat(3)),
    ("GET", "/api/boats/count?where=(name,like,%25an%25)", None, 200, {"count": 3}),
    chunk("(name,like,%an%)", ALL[0], ALL[2], ALL[4]),
    ("POST", "/api/boats", {"name": "Puffin"}, 200, boat(6, "Puffin")),
    ("GET", "/api/boats/count?where=", None, 200, {"count": 6}),
    chunk("", *ALL, boat(6, "Puffin", whole=False)),
]


async def test_a_list_of_one_question_is_asked_like_the_question() -> None:
    mock = Mock(*DIALOGUE)
    for where, *keys in (("(name,like,%tt%)", 4), ("", *NAMES), ("(name,like,%gu%)", 2)):
        method, path, asked, status, told = chunk(where, *(ALL[key - 1] for key in keys))
        assert await mock.ask(method, path, asked) == (status, told)


async def test_a_count_does_with_a_value_what_a_list_does_that_was_told_the_same() -> None:
    mock = Mock(*DIALOGUE)
    for word, count in (("gu", 1), ("n", 3), ("zz", 0)):
        path = f"/api/boats/count?where=(name,like,%25{word}%25)"
        assert await mock.ask("GET", path) == (200, {"count": count})


async def test_what_was_made_in_one_second() -> None:
    assert (await Mock(*DIALOGUE).ask("GET", "/api/boats/4"))[1] == boat(4)
