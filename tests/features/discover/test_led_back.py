"""Writes that lead to another address: to what they made or changed, or back to the form that was not right."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover import Draft, Recorded, discover
from tests.features.discover.exchanges import ORIGIN, exchange, feature

Row = dict[str, Any]
BOATS = [{"id": 3, "name": "Ada", "gone": None}, {"id": 4, "name": "Ben", "gone": None}]


def page(*boats: Row, **wrong: str) -> Row:
    return {"props": {"errors": wrong, "boats": [*boats]}}


def one(boat: Row) -> Row:
    return {"props": {"errors": {}, "boat": boat}}


def draft(*, wrong: bool = True) -> Draft:
    """Of a tour in which a boat is made, one is refused, one changed, one put away and taken back."""
    cyd = {"id": 5, "name": "Cyd", "gone": None}
    said = {"name": "The name is required."} if wrong else {}
    dialogue: list[tuple[str, str, Any, Any, str]] = [
        ("GET", "/boats", None, page(*BOATS), ""),
        ("POST", "/boats", {"name": "Cyd"}, None, "/boats/5/edit"),
        ("GET", "/boats/5/edit", None, one(cyd), ""),
        ("GET", "/boats", None, page(*BOATS, cyd), ""),
        ("POST", "/boats", {"name": ""}, None, "/boats/create"),
        ("GET", "/boats/create", None, {"props": {"errors": said, "kinds": ["sail", "motor"]}}, ""),
        ("PUT", "/boats/4", {"name": "Benno"}, None, "/boats/4/edit"),
        ("GET", "/boats/4/edit", None, one({"id": 4, "name": "Benno", "gone": None}), ""),
        ("DELETE", "/boats/5", None, None, "/boats/5/edit"),
        ("GET", "/boats/5/edit", None, one({**cyd, "gone": "deleted"}), ""),
        ("PUT", "/boats/5/restore", None, None, "/boats/5/edit"),
        ("GET", "/boats/5/edit", None, one(cyd), ""),
    ]
    raws = [
        exchange(seq, method, path, sent, 303, location=ORIGIN + to) if to
        else exchange(seq, method, path, sent, 200, answer)
        for seq, (method, path, sent, answer, to) in enumerate(dialogue, 1)
    ]  # fmt: skip
    return discover(Recorded(raws), "demo")


def test_answers_lead_to_what_was_made_or_changed() -> None:
    found = draft()
    made, changed = (feature(found, f"boats.{role}.api")["reply"] for role in ("create", "update"))
    assert made["headers"] == {"location": "'https://app.test/boats/' + string(result.id) + '/edit'"}
    assert changed["headers"] == {"location": "'https://app.test/boats/' + string(segments[0]) + '/edit'"}


def test_what_is_led_back_to_its_form_is_refused_and_so_are_changes() -> None:
    found = draft()
    new, change = feature(found, "boats.refused.api"), feature(found, "boats.refused.api-2")
    assert new["on"]["request"] == f"POST {ORIGIN}/boats"
    assert new["reply"] == {"status": 303, "headers": {"location": "'https://app.test/boats/create'"}}
    assert change["on"]["request"] == f"PUT {ORIGIN}/boats/*"
    assert change["reply"]["headers"]["location"].startswith("'https://app.test/boats/' + string(segments[0])")
    assert not [one for one in draft(wrong=False).features if "refused" in str(one.document["id"])], "nothing says why"


def test_a_put_that_sends_nothing_empties_what_it_empties() -> None:
    actions: Any = draft().model["x-actions"]
    effects = actions["restore_boat"]["effects"]
    assert {"gone": "dyn(null)"} in [one["value"] for one in effects]
