"""Documents of which there is one: what explains all reads is believed, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover import Draft
from awe_author.features.discover.replies.stored import Stored, stored_of
from tests.features.discover.exchanges import draft_of, exchange, feature
from tests.features.discover.test_draft import check

LOOK = {"theme": "light", "columns": {"left": 200, "right": 300}}
GET, PUT, PATCH, POST = "GET", "PUT", "PATCH", "POST"


def found(*dialogue: tuple[Any, ...]) -> list[Stored]:
    from awe_author.features.discover.exchanges.calls import calls_of

    calls, _ = calls_of([exchange(number, *one) for number, one in enumerate(dialogue, 1)])
    return stored_of(calls, set(), frozenset(), set())


def effect(draft: Draft, name: str) -> Any:
    actions: Any = draft.model["x-actions"]
    return actions[name]["effects"]


def test_what_is_posted_is_merged_and_null_takes_away() -> None:
    draft = draft_of(
        (GET, "/settings/user", None, 200, LOOK),
        (POST, "/settings/user", {"columns": {"right": None}}, 204, None),
        (GET, "/settings/user", None, 200, {"theme": "light", "columns": {"left": 200}}),
        (POST, "/settings/user", {"sound": True}, 204, None),
        (GET, "/settings/user", None, 200, {"theme": "light", "columns": {"left": 200}, "sound": True}),
    )
    check(draft)
    assert draft.seed["settings_user"] == LOOK
    assert effect(draft, "store_settings_user") == [{"op": "merge", "path": "/settings_user", "value": "params"}]
    assert feature(draft, "settings_user.store.api")["with"] == "body"
    shown = feature(draft, "settings_user.show.api")
    assert shown["on"] == {"request": "GET https://app.test/settings/user"}
    assert shown["reply"] == {"like": "recorded", "json": "state.settings_user"}


def test_what_is_put_replaces() -> None:
    (one,) = found(
        (GET, "/profile", None, 200, {"data": LOOK}),
        (PUT, "/profile", {"theme": "dark"}, 200, {"ok": True}),
        (GET, "/profile", None, 200, {"data": {"theme": "dark"}}),
    )
    assert (one.way, one.seed, one.reads[0].place, one.reads[0].names) == ("replace", LOOK, ("data",), None)


def test_members_are_tied_where_reads_show_more_and_above_the_address() -> None:
    draft = draft_of(
        (GET, "/me", None, 200, {"data": {"name": "Ann", "last": "/home", "seen": 1}}),
        (PATCH, "/me/track/page", {"last": "/tickets"}, 204, None),
        (GET, "/me", None, 200, {"data": {"name": "Ann", "last": "/tickets", "seen": 2}}),
    )
    check(draft)
    assert draft.seed["me_track_page"] == {"last": "/home"}
    shown = feature(draft, "me_track_page.show.api")["reply"]["json"]
    assert shown == {"data": {"last": "dyn(state.me_track_page).get('last', null)"}}


@pytest.mark.parametrize("sent", [{"theme": "dark"}, {"theme": "dark", "more": 1}])
def test_never_shown_again_is_believed_of_known_members_only(sent: Any) -> None:
    made = found((GET, "/look", None, 200, LOOK), (PUT, "/look", sent, 204, None))
    assert [one.sure for one in made] == ([0.4] if "more" not in sent else [])


ARRANGED, WIDER = {"editor": {"grid": True}}, {"editor": {"grid": True}, "menu": {"open": False}}


@pytest.mark.parametrize("shown", [{}, {"editor": {"grid": False}}])
def test_what_is_posted_anew_with_all_that_was_posted_before_is_a_document(shown: Any) -> None:
    draft = draft_of(
        (GET, "/settings/user", None, 200, shown),
        (POST, "/settings/user", ARRANGED, 204, None),
        (POST, "/settings/user", WIDER, 204, None),
    )
    check(draft)
    assert draft.seed["settings_user"] == shown
    assert feature(draft, "settings_user.show.api")["reply"] == {"like": "recorded", "json": "state.settings_user"}


@pytest.mark.parametrize(
    ("shown", "posts"),
    [
        ({}, [ARRANGED]),
        ({}, [ARRANGED, ARRANGED]),
        ({}, [WIDER, ARRANGED]),
        ({"state": "idle"}, [ARRANGED, WIDER]),
    ],
)
def test_other_posts_are_none(shown: Any, posts: list[Any]) -> None:
    dialogue = [(GET, "/jobs", None, 200, shown), *((POST, "/jobs", sent, 204, None) for sent in posts)]
    assert not found(*dialogue)


def test_posts_that_are_answered_with_something_else_are_none() -> None:
    posts = [(POST, "/search", ARRANGED, 200, {"hits": 3}), (POST, "/search", WIDER, 200, {"hits": 4})]
    assert not found((GET, "/search", None, 200, {}), *posts)


def test_what_no_way_explains_is_no_document() -> None:
    shown = {"theme": "light", "columns": {"left": 1}}
    assert not found(
        (GET, "/look", None, 200, LOOK),
        (PUT, "/look", {"theme": "dark"}, 204, None),
        (GET, "/look", None, 200, shown),
    )
    assert not found((POST, "/jobs", {"run": True}, 202, None), (GET, "/jobs", None, 200, {"run": False}))


def test_a_read_before_which_nothing_was_written_proves_nothing() -> None:
    same = (GET, "/me", None, 200, {"name": "Ann", "last": "/home"})
    assert not found(same, (POST, "/me/seen", {"last": "/home"}, 204, None), same)


def test_one_document_for_each_address_and_no_name_twice() -> None:
    dialogue = [
        (GET, "/a/look", None, 200, {"theme": "light"}),
        (PUT, "/a/look", {"theme": "dark"}, 204, None),
        (GET, "/a/look", None, 200, {"theme": "dark"}),
        (GET, "/a-look", None, 200, {"theme": "light"}),
        (PUT, "/a-look", {"theme": "red"}, 204, None),
        (GET, "/a-look", None, 200, {"theme": "red"}),
    ]
    assert [one.name for one in found(*dialogue)] == ["a_look", "a_look_2"]


HOURS = {"open": 8, "close": 17, "name": "Quay"}


def test_numbers_that_a_form_sends_as_texts_are_kept_as_numbers() -> None:
    draft = draft_of(
        (GET, "/settings/hours", None, 200, {"label": "Hours", "params": HOURS}),
        (PUT, "/settings/hours", {**HOURS, "open": "9"}, 200, None),
        (GET, "/settings/hours", None, 200, {"label": "Hours", "params": {**HOURS, "open": 9}}),
    )
    check(draft)
    assert draft.seed["settings_hours"] == HOURS
    first, *others = effect(draft, "store_settings_hours")
    assert first == {"op": "replace", "path": "/settings_hours", "value": "params"}
    assert [[*one["value"]] for one in others] == [["open"], ["close"]], "the other number is sent so another time"


def test_a_document_that_the_app_changes_itself_before_it_is_written() -> None:
    dialogue = (
        (GET, "/settings/hours", None, 200, {**HOURS, "name": ""}),
        (GET, "/settings/hours", None, 200, HOURS),
        (PUT, "/settings/hours", {**HOURS, "open": 9}, 200, None),
        (GET, "/settings/hours", None, 200, {**HOURS, "open": 9}),
    )
    (one,) = found(*dialogue)
    assert (one.way, one.seed) == ("replace", HOURS)
    assert found(*dialogue[:3]) == [], "nothing shows that it keeps what is sent"
    assert found(*dialogue, (GET, "/settings/hours", None, 200, HOURS)) == []
