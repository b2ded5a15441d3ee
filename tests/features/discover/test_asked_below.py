"""Lists and counts that are asked for with POST below the path of their kind, with filters and orders in the body."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.test_draft import check

BOATS = [
    {"id": f"5f0c1f6e-0000-4000-8000-00000000000{number}", "title": title, "built": f"20{20 + number}"}
    for number, title in enumerate(("Heron", "Egret", "Gull", "Tern"), 1)
]
BY_TITLE = sorted(BOATS, key=lambda one: one["title"])


def ask(order: str = "TITLE_ASC", like: str = "") -> dict[str, Any]:
    return {"boats": {"title": {"like_": like} if like else {}}, "sort": order, "offset": 0}


def dialogue() -> list[tuple[Any, ...]]:
    gull, at = BOATS[2], "/api/boats/filter"
    return [
        ("POST", at, ask(), 200, BY_TITLE),
        ("POST", "/api/boats/count", ask(), 200, 4),
        ("POST", at, ask("TITLE_DESC"), 200, BY_TITLE[::-1]),
        ("POST", at, ask("BUILT_DESC"), 200, BOATS[::-1]),
        ("POST", at, ask(like="gu"), 200, [gull]),
        ("POST", "/api/boats/count", ask(like="gu"), 200, 1),
        ("PATCH", f"/api/boats/{gull['id']}", {"title": "Sea gull"}, 204),
        ("POST", at, ask(like="sea"), 200, [{**gull, "title": "Sea gull"}]),
    ]


def test_a_list_below_its_kind_is_named_by_the_kind_and_has_its_count() -> None:
    draft = draft_of(*dialogue())
    assert {("boats", "list"), ("boats", "count"), ("boats", "update")} <= found(draft)
    check(draft)


def test_comparisons_may_end_in_an_underscore() -> None:
    made = feature(draft_of(*dialogue()), "boats.list.api")["let"]["matched"]
    assert "boat.get('title', null)" in made
    assert "contains" in made
    assert "contains" in feature(draft_of(*dialogue()), "boats.count.api")["let"]["matched"]


def test_the_direction_may_be_the_last_word_of_the_order() -> None:
    made = feature(draft_of(*dialogue()), "boats.list.api")["let"]
    assert "_desc" in made["descending"]
    assert made["field"].endswith(".lowerAscii()")
    check(draft_of(*dialogue()))
