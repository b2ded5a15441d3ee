"""What `enrich` would refuse is left out of a draft, with the reason; the rest stays."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.checking import Recorded, RecordedRequest
from awe_author.features.discover import Draft, Page, accepted, draft, drafted, features_text, report_of
from awe_author.features.discover import Recorded as Discovered
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.loading import load_features
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.features.discover.exchanges import ORIGIN, draft_of, exchange

BOATS = [{"id": 1, "name": "Ash", "mail": "ash@app.test"}, {"id": 2, "name": "Bay", "mail": "bay@app.test"}]


def boats() -> Draft:
    return draft_of(
        ("GET", "/boats", None, 200, BOATS),
        ("POST", "/boats", {"name": "Elm", "mail": "elm@app.test"}, 201, {**BOATS[0], "id": 3, "name": "Elm"}),
        ("PATCH", "/boats/1", {"name": "Oak"}, 200, {**BOATS[0], "name": "Oak"}),
    )


def loads(app: Draft) -> list[str]:
    """The features of a draft that can be loaded as a whole, with its seed."""
    model = load_model(json.loads(json.dumps(app.model)), app=app.app)
    World([model]).initial({app.app: app.seed})
    return [one.id for one in load_features(features_text(app), "features.yaml", {app.app: model}).features]


def added(app: Draft, **document: Any) -> Feature:
    feature = Feature({"id": "odd", **document}, ["seen: nothing"], 0.3)
    app.features.insert(1, feature)
    return feature


def test_a_part_that_fails_is_left_out_and_the_rest_is_drafted(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = Discovered(
        [
            exchange(1, "GET", "/boats", None, 200, BOATS),
            exchange(2, "PATCH", "/boats/1", {"name": "Oak"}, 200, BOATS[0]),
        ],
        pages=[Page(f"{ORIGIN}/", "Boats", "<p>Boats</p>", 3)],
    )

    def from_pages(recorded: Discovered, found: object) -> object:
        if recorded.pages:
            raise KeyError("boats")
        return given(recorded, found)

    given: Any = draft.from_pages
    monkeypatch.setattr(draft, "from_pages", from_pages)
    made = drafted(recorded, "demo")
    assert "boats.list.api" in loads(made)
    assert made.left_features == [("pages", made.left_features[0][1])]
    assert "KeyError: 'boats' (test_accepted.py:" in made.left_features[0][1]
    with pytest.raises(KeyError):
        drafted(recorded, "demo", strict=True)


def test_a_draft_that_fits_stays_as_it_is() -> None:
    before, after = boats(), accepted(boats())
    assert (features_text(after), after.model, after.left_features) == (features_text(before), before.model, [])


def test_features_that_cannot_be_loaded_are_left_out() -> None:
    app = boats()
    names = loads(app)
    added(app, on={"request": f"GET {ORIGIN}/odd"}, reply={"json": {"all": "state.nothing.size( "}})
    added(app, on={"request": f"POST {ORIGIN}/odd"}, do="sink_boat", reply={"status": 204})
    accepted(app)
    assert loads(app) == names
    assert [name for name, _ in app.left_features] == ["odd", "odd"]
    said = report_of(app)["left_out"]["features"]
    assert "sink_boat" in str(said)
    assert all(one["why"] for one in said)


def test_actions_that_cannot_be_compiled_go_with_their_features() -> None:
    app = boats()
    actions: Any = app.model["x-actions"]
    actions["update_boat"]["effects"].append({"op": "merge", "path": "/boats/{params.id}", "value": {"x": "1 +"}})
    accepted(app)
    assert "update_boat" not in actions
    assert "create_boat" in actions
    assert [name for name, _ in app.left_features] == ["boats.update.api"]
    assert "boats.create.api" in loads(app)


def test_a_constraint_that_the_seed_does_not_keep_is_none() -> None:
    app = boats()
    definitions: Any = app.model["$defs"]
    definitions["boat"]["properties"]["mail"] = {"type": ["string", "null"], "maxLength": 3}
    accepted(app)
    assert definitions["boat"]["properties"]["mail"] == {}
    assert "boats.list.api" in loads(app)
    assert [name for name, _ in app.left_features] == ["seed"]


def test_surfaces_that_the_recording_does_not_have_are_left_out() -> None:
    app = boats()
    names = loads(app)
    added(app, on={"request": f"GET {ORIGIN}/odd"}, reply={"like": "recorded", "json": {"count": "1"}})
    requests = [
        RecordedRequest(1, "GET", f"{ORIGIN}/boats", status=200, mime="application/json"),
        RecordedRequest(2, "POST", f"{ORIGIN}/boats", content=b"{}", status=201, mime="application/json"),
        RecordedRequest(3, "PATCH", f"{ORIGIN}/boats/1", content=b"{}", status=200, mime="application/json"),
    ]
    accepted(app, Recorded(requests=requests))
    assert loads(app) == names
    assert [name for name, _ in app.left_features] == ["odd"]
