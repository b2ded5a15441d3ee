"""Recordings that went wrong somewhere: whatever was lost, doubled, cut or of another type, the draft is one that
`enrich` takes as it is."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

from awe_author.features.checking import Recorded, RecordedRequest, check_features
from awe_author.features.discover import features_text
from awe_author.features.loading import load_features
from awe_author.state.loading import load_model
from awe_author.state.world import World
from tests.features.discover.exchanges import ORIGIN, draft_of
from tests.features.discover.test_desk import OTHER, TOUR, performed
from tests.features.discover.test_families import STYLES, Style, toured

Exchange = tuple[Any, ...]
"""(method, path, request, status, answer)"""
WRONG = (None, 0, -1, 2.5, "", "7", "x/y?z", True, False, [], {}, ["a"], {"id": 1}, 10**20, "2025-03-03T09:00:00Z")


def graphql(steps: list[list[dict[str, Any]]], *, batched: bool) -> list[Exchange]:
    return [("POST", "/graphql", sent, 200, said) for sent, said in performed(steps, batched=batched)]


def log_of(style: Style) -> list[Exchange]:
    return toured(style).log


RECORDINGS: dict[str, Callable[[], list[Exchange]]] = {
    **{name: partial(log_of, style) for name, style in STYLES.items()},
    "GraphQL": lambda: graphql(TOUR + OTHER, batched=False),
    "GraphQL in batches": lambda: graphql(TOUR, batched=True),
}


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values within a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for name, one in inner for way in places(one, (*path, name)))]


def damaged(value: Any, random: Random) -> Any:
    """A JSON value with one thing in it lost, doubled or replaced."""
    whole = [copy.deepcopy(value)]
    *way, last = (0, *random.choice(places(value)))
    holder: Any = whole
    for part in way:
        holder = holder[part]
    what = random.randrange(4)
    if what == 0 and len(way):
        del holder[last]
    elif what == 1 and isinstance(holder[last], list) and holder[last]:
        holder[last].append(copy.deepcopy(random.choice(holder[last])))
    elif what == 2 and isinstance(holder[last], dict) and holder[last]:
        name = random.choice(sorted(holder[last]))
        holder[last][random.choice(("id", "data", "items", "size()", "a b", "ключ"))] = holder[last][name]
    else:
        holder[last] = copy.deepcopy(random.choice(WRONG))
    return whole[0]


def mutated(dialogue: list[Exchange], random: Random) -> list[Exchange]:
    """A few things went wrong."""
    made = list(dialogue)
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(made))
        method, path, sent, status, answer = made[at]
        what = random.randrange(8)
        if what == 0 and len(made) > 1:
            del made[at]
        elif what == 1:
            made.insert(random.randrange(len(made)), made[at])
        elif what == 2:
            made[at] = (method, path, sent, random.choice((200, 201, 204, 400, 404, 422, 500)), answer)
        elif what == 3:
            made[at] = (
                method,
                path + random.choice(("/", "?", "&page=", "&q=%ff", "/{id}", "/a%20b")),
                sent,
                status,
                answer,
            )
        elif what == 4 and sent is not None:
            made[at] = (method, path, damaged(sent, random), status, answer)
        elif answer is not None:
            made[at] = (method, path, sent, status, damaged(answer, random))
    return made


def problems(dialogue: list[Exchange]) -> list[str]:
    """What `enrich` would say of the unedited draft."""
    draft = draft_of(*dialogue)
    model = load_model(json.loads(json.dumps(draft.model)), app="demo")
    World([model]).initial({"demo": draft.seed})
    files = load_features(features_text(draft), "features.yaml", {"demo": model})
    requests = [
        RecordedRequest(
            number, method, ORIGIN + path, (("content-type", "application/json"),),
            b"" if sent is None else json.dumps(sent).encode(), status, "application/json",
        )
        for number, (method, path, sent, status, _) in enumerate(dialogue, 1)
    ]  # fmt: skip
    report = check_features([files], Recorded(requests), {"demo": model})
    return [one.problem.what for one in report.errors]


@pytest.mark.parametrize("recording", RECORDINGS)
def test_the_draft_of_a_damaged_recording_is_taken(recording: str) -> None:
    dialogue = RECORDINGS[recording]()
    assert problems(dialogue) == []
    for seed in range(12):
        assert problems(mutated(dialogue, Random(f"{recording} {seed}"))) == [], f"Random({f'{recording} {seed}'!r})"
