"""What is asked about an entity that was made a moment ago: its own values, not those of the recording's new one."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

OLD = [
    {"trial_id": str(number), "name": f"trial {number}", "store": f"files:/{number}", "state": "active"}
    for number in range(4)
]
NEW = {"trial_id": "4", "name": "rice stock", "store": "files:/4", "state": "active"}


def overview(trial: dict[str, Any]) -> dict[str, Any]:
    shown = {"trialId": trial["trial_id"], "name": trial["name"], "store": trial["store"], "members": ["ann"]}
    return {"overview": {"__typename": "Overview", "trial": shown, "runs": 0}}


DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/trials/search", None, 200, {"trials": OLD}),
    ("POST", "/trials/create", {"name": "rice stock"}, 200, {"trial_id": "4"}),
    ("GET", "/trials/search", None, 200, {"trials": [*OLD, NEW]}),
    ("GET", "/overview?trial_id=4", None, 200, overview(NEW)),
]


async def test_its_own_values_are_told_also_under_the_key_that_the_recording_gave() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("POST", "/trials/create", {"name": "figs"}) == (200, {"trial_id": "4"})
    assert await mock.ask("POST", "/trials/create", {"name": "dates"}) == (200, {"trial_id": "5"})
    figs, dates = (
        {**NEW, "trial_id": key, "name": name, "store": f"files:/{key}"}
        for key, name in (["4", "figs"], ["5", "dates"])
    )
    assert (await mock.ask("GET", "/trials/search"))[1] == {"trials": [*OLD, figs, dates]}
    assert await mock.ask("GET", "/overview?trial_id=4") == (200, overview(figs))
    assert await mock.ask("GET", "/overview?trial_id=5") == (200, overview(dates))
    assert mock.replay.session.log.of("feature_fault") == []


BLENDS: list[dict[str, Any]] = [
    {"name": "dust", "made_at": 1, "about": "Fine.", "tags": [{"key": "owner", "value": "ann"}]},
    {"name": "leaf", "made_at": 2, "about": "Whole.", "tags": [{"key": "owner", "value": "bob"}]},
]
SMOKE = {"name": "smoke", "made_at": 3}
DRAFT = {"key": "stage", "value": "draft"}
TAGGED = {**BLENDS[1], "tags": [*BLENDS[1]["tags"], DRAFT]}
NONE = {"code": "NONE", "message": "No blend with name=smoke (smoke)."}
TALK: list[tuple[Any, ...]] = [
    ("GET", "/blends/search?max_results=25", None, 200, {"blends": BLENDS}),
    ("GET", "/blends/by-name?blend=smoke", None, 404, NONE),
    ("POST", "/blends/create", {"name": "smoke"}, 200, {"blend": SMOKE}),
    ("GET", "/blends/get?name=smoke", None, 200, {"blend": SMOKE}),
    ("GET", "/blends/get?name=leaf", None, 200, {"blend": BLENDS[1]}),
    ("POST", "/blends/set-tag", {"name": "leaf", "key": "stage", "value": "draft"}, 200, {}),
    ("GET", "/blends/get?name=leaf", None, 200, {"blend": TAGGED}),
    ("GET", "/blends/search?max_results=25", None, 200, {"blends": [BLENDS[0], TAGGED, SMOKE]}),
    ("POST", "/blends/metrics", {"name": "smoke", "since": 1}, 200, {"counts": []}),
]


async def test_a_record_that_is_sent_in_pieces_is_added_to_a_list_of_the_entity() -> None:
    mock = Mock(*TALK)
    owner = {"key": "owner", "value": "cat"}
    assert await mock.ask("POST", "/blends/set-tag", {"name": "dust", **DRAFT}) == (200, {})
    assert (await mock.ask("GET", "/blends/get?name=dust"))[1] == {
        "blend": {**BLENDS[0], "tags": [*BLENDS[0]["tags"], DRAFT]}
    }
    await mock.ask("POST", "/blends/set-tag", {"name": "dust", **owner})
    assert (await mock.ask("GET", "/blends/get?name=dust"))[1] == {"blend": {**BLENDS[0], "tags": [DRAFT, owner]}}
    await mock.ask("POST", "/blends/create", {"name": "mist"})
    await mock.ask("POST", "/blends/set-tag", {"name": "mist", **owner})
    assert (await mock.ask("GET", "/blends/get?name=mist"))[1]["blend"]["tags"] == [owner]


async def test_members_that_a_new_entity_does_not_have_are_not_there_rather_than_null() -> None:
    mock = Mock(*TALK)
    made = (await mock.ask("POST", "/blends/create", {"name": "mist"}))[1]["blend"]
    assert set(made) == {"name", "made_at"}
    assert (await mock.ask("GET", "/blends/get?name=mist"))[1] == {"blend": made}
    shown = (await mock.ask("GET", "/blends/search?max_results=25"))[1]["blends"]
    assert [set(one) for one in shown] == [set(BLENDS[0]), set(BLENDS[1]), {"name", "made_at"}]


async def test_whether_a_name_is_taken_is_answered_for_other_names() -> None:
    mock = Mock(*TALK)
    said = {"code": "NONE", "message": "No blend with name=mist (mist)."}
    assert await mock.ask("GET", "/blends/by-name?blend=mist") == (404, said)
    assert await mock.ask("GET", "/blends/by-name?blend=smoke") == (404, NONE)


async def test_what_goes_by_the_name_of_telemetry_and_is_answered_always_alike_is_so_for_all() -> None:
    mock = Mock(*TALK)
    assert await mock.ask("POST", "/blends/metrics", {"name": "mist", "since": 99}) == (200, {"counts": []})
