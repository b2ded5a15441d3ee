"""A draft that `enrich` accepts: what it would refuse is left out, and the report says why.

A part that does not fit is a fault of discovery. It costs its own feature then, not the whole mock: actions that cannot
be compiled, features that cannot be loaded or never match the recording, constraints that the seed does not keep.
"""

from __future__ import annotations

import json
import re
import traceback
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from awe_author.features.checking import Recorded, check_features
from awe_author.features.discover.draft import Draft, discover
from awe_author.features.discover.exchanges import reading as recording
from awe_author.features.discover.writing import features_text
from awe_author.features.loading import FeatureProblem, read_features
from awe_author.json_types import JsonObject
from awe_author.state.loading import ModelProblems, load_model
from awe_author.state.model import Model
from awe_author.state.schema import parts_of
from awe_author.state.seeds import SeedProblems
from awe_author.state.types import Problem
from awe_author.state.world import World

ROUNDS = 20
"""How often something is left out before the rest stands as it is."""
ACTIONS = "x-actions"
_FEATURE = re.compile(r"features\[(\d+)\]")


def drafted(recorded: recording.Recorded, app: str, *, strict: bool = False) -> Draft:
    """`discover`, without pages, and then without sockets, where it fails with them: a fault of ours costs their
    features then, not the draft, and `left_features` says so. With `strict`, and where it fails without them, it is
    raised."""
    faults: list[tuple[str, str]] = []
    tries = [("pages", recorded), ("sockets", replace(recorded, pages=[])), ("", replace(recorded, pages=[], talks=[]))]
    for left, part in tries:
        try:
            draft = discover(part, app)
        except Exception as error:
            if strict or not left:
                raise
            at = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {error} ({Path(at.filename).name}:{at.lineno})"
            faults.append((left, f"a fault of awe-author, please report it: {what}"))
        else:
            draft.left_features += faults
            break
    return draft


def accepted(draft: Draft, recorded: Recorded | None = None, step: Callable[[int], Any] = lambda _: None) -> Draft:
    """The same draft without what `enrich` would refuse, each with the reason in `left_features`. `recorded`: the
    recording, to look for the surfaces in it; `step` is called after each feature that was looked for."""
    model = _model(draft)
    for _ in range(ROUNDS if model is not None else 0):
        assert model is not None
        loaded, problems = read_features(features_text(draft), "features.yaml", {draft.app: model})
        if not problems and loaded is not None and recorded is not None:
            found = check_features([loaded], recorded, {draft.app: model}, step)
            problems = [one.problem for one in found.errors]
        if not _without_features(draft, problems):
            break
    return draft


def _model(draft: Draft) -> Model | None:
    """The model once it loads and the seed fits it; None when what is wrong is none of its actions."""
    for _ in range(ROUNDS):
        try:
            model = load_model(json.loads(json.dumps(draft.model)), app=draft.app)
            World([model]).initial({draft.app: json.loads(json.dumps(draft.seed))})
        except ModelProblems as found:
            if not _without_actions(draft, found.problems):
                return None
        except SeedProblems as found:
            told = [("seed", f"{one.message} ({one.pointer})") for one in found.problems if _loosened(draft.model, one)]
            if not told:
                return None
            draft.left_features += told
        else:
            return model
    return None


def _without_actions(draft: Draft, problems: Iterable[Problem]) -> bool:
    """Leave out the actions of which something is wrong, and the features that do them; whether there were any."""
    actions = draft.model.get(ACTIONS)
    wrong = {
        parts[1]: one.message for one in problems if len(parts := parts_of(one.pointer)) > 1 and parts[0] == ACTIONS
    }
    if not wrong or not isinstance(actions, dict):
        return False
    for name in wrong.keys() & actions.keys():
        del actions[name]
    for feature in [one for one in draft.features if one.document.get("do") in wrong]:
        draft.features.remove(feature)
        draft.left_features.append((str(feature.document["id"]), wrong[str(feature.document["do"])]))
    return True


def _without_features(draft: Draft, problems: Iterable[FeatureProblem]) -> bool:
    """Leave out the features of which something is wrong; whether there were any."""
    wrong = {int(match[1]): one.what for one in problems if (match := _FEATURE.match(one.path))}
    for place in sorted(wrong, reverse=True):
        feature = draft.features.pop(place)
        draft.left_features.append((str(feature.document["id"]), wrong[place]))
    return bool(wrong)


def _loosened(model: JsonObject, problem: Problem) -> bool:
    """Take away what the schema asks of the field that a problem of the seed is about; whether that was possible."""
    parts = parts_of(problem.pointer)
    collection = _inside(model, "properties", parts[0]) if parts else None
    of = _inside(collection, "additionalProperties")
    of = _inside(model, *str(of["$ref"]).removeprefix("#/").split("/")) if of is not None and "$ref" in of else of
    if of is None or len(parts) < 2:
        return False
    fields = _inside(of, "properties")
    if len(parts) == 2:
        return of.pop("required", None) is not None
    if fields is None or not fields.get(parts[2]):
        return False
    fields[parts[2]] = {}
    return True


def _inside(holder: Any, *names: str) -> JsonObject | None:
    for name in names:
        holder = holder.get(name) if isinstance(holder, dict) else None
    return holder if isinstance(holder, dict) else None
