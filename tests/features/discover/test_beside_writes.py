"""Posts that pages send by themselves behind a write, of which nothing comes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from awe_author.features.discover.exchanges.calls import Call, call_of
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.pages.beside_writes import beside_features, beside_writes
from awe_author.features.discover.pages.pages import PageKind
from tests.features.discover.exchanges import Html, exchange, form

TOKEN = "4f9808f1707c17158423f4a7d7ade3b1"
Roles = list[tuple[Call, str, str]]


def post(seq: int, step: int, path: str, said: str = "", **sent: str) -> Call:
    raw = exchange(seq, "POST", path, form(**sent), 200 if path == "/ajax" else 302, Html(said) if said else None)
    return call_of(replace(raw, step=step))


def saved(seq: int, step: int, key: str, role: str = "update", **sent: str) -> Roles:
    """A page is saved, and posts something by itself."""
    words = {"call": "drop_draft", "id": key, "sectok": TOKEN, **sent}
    return [(post(seq, step, f"/wiki?id={key}", words="Green tea"), role, key),
            (post(seq + 1, step, "/ajax", **words), "update", key)]  # fmt: skip


TWO = [*saved(1, 1, "tea"), *saved(5, 2, "office:mugs", "create")]


def test_posts_that_say_nothing_come_behind_writes() -> None:
    assert [[call.seq for call in calls] for calls in beside_writes(TWO)] == [[2, 6]]
    one = PageKind(Kind("wikis", "id", [], 0.8), "/wiki?id=*", beside=beside_writes(TWO))
    (feature,) = beside_features(one)
    assert feature.document["on"] == {
        "request": "POST https://app.test/ajax",
        "where": "body.get('call', '') == 'drop_draft' && 'id' in body && 'sectok' in body",
    }
    assert feature.document["reply"] == {"status": 200, "like": "recorded"}
    assert "do" not in feature.document


OTHERS: dict[str, Roles] = {
    "once": saved(1, 1, "tea"),
    "in a step of its own": [*saved(1, 1, "tea"), (saved(5, 2, "mugs")[1])],
    "behind a write to another": [*saved(1, 1, "tea"), saved(5, 2, "mugs")[0], saved(6, 2, "rye")[1]],
    "it says something": [*saved(1, 1, "tea", stage="new"), *saved(5, 2, "mugs", stage="old")],
    "it is told something": [
        *TWO[:3], (post(6, 2, "/ajax", "<b>3</b>", call="drop_draft", id="office:mugs", sectok=TOKEN), "update", "mugs")
    ],
}  # fmt: skip


@pytest.mark.parametrize("case", OTHERS)
def test_other_posts_may_change_something(case: str) -> None:
    assert beside_writes(OTHERS[case]) == []
