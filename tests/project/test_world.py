"""world.yaml and the folders of apps."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from awe_author.errors import InputError
from awe_author.project.apps import files_of, load_models, neighbours_of
from awe_author.project.world import load_world
from awe_author.state.loading import ModelProblems
from awe_author.state.world import World
from tests.state.loading.models import CRM, MAIL, WAREHOUSE, edited

REDUCERS = """
from __future__ import annotations
from dataclasses import dataclass
from awe_author.state.types import ReducerResult

@dataclass
class Nothing:
    why: str = "nothing"

def merge_leads(state, params, context):
    return ReducerResult((), Nothing().why)
"""
WORLD = """world: sdr
apps:
  crm: {model: ../models/crm/model.json, recording: crm.wacz}
  mail:
    model: ../models/mail
warehouse: {model: ../models/warehouse/model.json}
clock: {start: 2025-03-03T09:00:00Z, step: PT2S}
seed: 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for app, model in (("crm", CRM), ("mail", MAIL), ("warehouse", WAREHOUSE)):
        (tmp_path / "models" / app).mkdir(parents=True)
        (tmp_path / "models" / app / "model.json").write_text(json.dumps(model, indent=2))
    (tmp_path / "models/crm/reducers.py").write_text(REDUCERS)
    (tmp_path / "models/crm/seed.json").write_text('{"users": {"u1": {"id": "u1"}}}')
    (tmp_path / "sdr").mkdir()
    (tmp_path / "sdr/world.yaml").write_text(WORLD)
    return tmp_path


def spoil(folder: Path, app: str, edits: dict[str, Any]) -> None:
    file = folder / "models" / app / "model.json"
    file.write_text(json.dumps(edited(json.loads(file.read_text()), edits), indent=2))


def test_a_world_is_loaded(folder: Path) -> None:
    world = load_world(folder / "sdr")
    assert world.name == "sdr"
    assert set(world.loaded.models) == {"crm", "mail", "warehouse"}
    assert world.seeds == {"crm": {"users": {"u1": {"id": "u1"}}}}
    assert world.clock.start == 1_740_992_400_000_000
    assert world.clock.step == 2_000_000
    assert world.seed == 7
    assert world.recordings == {"crm": folder / "sdr/crm.wacz"}
    state = World(world.loaded.models.values()).initial(world.seeds)
    assert state.get("/crm/users/u1") == {"id": "u1"}


def test_an_app_may_have_a_recording_and_no_state(tmp_path: Path) -> None:
    (tmp_path / "world.yaml").write_text("world: w\napps:\n  site: {recording: a/site.wacz}\n")
    world = load_world(tmp_path / "world.yaml")
    assert world.recordings == {"site": tmp_path / "a" / "site.wacz"}
    assert not world.loaded.models["site"].actions


@pytest.mark.parametrize("apart", [False, True])
def test_timers_of_a_world(folder: Path, apart: bool) -> None:
    timer = {"at": "2025-03-04T09:00:00Z", "app": "crm", "action": "remind", "params": {"id": "l1"}}
    (folder / "sdr/timers.json").write_text(json.dumps({"crm:one": timer}))
    text = "timers.json" if apart else json.dumps({"crm:one": timer})
    (folder / "sdr/world.yaml").write_text(f"{WORLD}timers: {text}\n")
    assert load_world(folder / "sdr").seeds["timers"] == {"crm:one": timer}


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("[]", ":1", "is not of type 'object'"),
        ('{"crm:one":\n {"app": "crm"}}', ":1", "is a required property"),
        ('{"crm:one": {\n"at": 3, "app": "crm", "action": "a"}}', ":2", "is not of type 'string'"),
        ("{", ":1:", "not valid JSON"),
    ],
)
def test_timers_that_are_refused(folder: Path, text: str, place: str, said: str) -> None:
    (folder / "sdr/timers.json").write_text(text)
    (folder / "sdr/world.yaml").write_text(f"{WORLD}timers: timers.json\n")
    with pytest.raises(InputError) as raised:
        load_world(folder / "sdr")
    assert raised.value.where.startswith(f"{folder}/sdr/timers.json{place}")
    assert said in raised.value.what


def test_reducers_leave_nothing_behind(folder: Path) -> None:
    before = set(sys.modules)
    world = load_world(folder / "sdr")
    assert {name for name in set(sys.modules) - before if "reducers" in name} == set()
    reducer = world.loaded.models["crm"].actions["merge_leads"].reducer
    assert reducer is not None
    assert not (folder / "models/crm/__pycache__").exists()


def test_two_apps_have_reducers_of_the_same_name(folder: Path) -> None:
    spoil(folder, "mail", {"/x-actions/clean": {"reducer": "reducers:clean"}})
    (folder / "models/mail/reducers.py").write_text("def clean(state, params, context): return 'mail'\n")
    models = load_world(folder / "sdr").loaded.models
    clean, merge = models["mail"].actions["clean"].reducer, models["crm"].actions["merge_leads"].reducer
    assert clean is not None
    assert merge is not None
    assert clean.__module__ != merge.__module__


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("- a\n", 1, "a world is a mapping"),
        ("apps: {}\n", 1, 'the key "world" is missing'),
        ("world: sdr\n", 1, 'the key "apps" is missing'),
        ("world: sdr\napps: {}\n", 2, "apps: {} should be non-empty"),
        ("world: Sales Floor\napps: {a: {model: b}}\n", 1, 'world: "Sales Floor" is no name'),
        ("world: sdr\nappps: {a: {model: b}}\n", 2, 'there is no key "appps"'),
        ("world: sdr\napps:\n  crm: {modell: x}\n", 3, 'there is no key "modell"'),
        ("world: sdr\napps:\n  crm: {seed: x}\n", 3, 'the key "model" is missing'),
        ("world: sdr\napps:\n  crm: model.json\n", 3, "is not of type 'object'"),
        ("world: sdr\napps:\n  Crm: {model: x}\n", 3, '"Crm" is no name'),
        ("world: sdr\napps:\n  timers: {model: x}\n", 3, 'no app can be called "timers"'),
        ("world: sdr\napps:\n  crm: {model: none.json}\n", 3, "there is no file"),
        ("world: sdr\napps:\n  crm: {model: ../models/crm, seed: none.json}\n", 3, "there is no file"),
        ("world: sdr\napps:\n  crm: {model: ../models/crm}\nwarehouse:\n  model: none.json\n", 5, "there is no file"),
        (WORLD.replace("2025-03-03T09:00:00Z", "tomorrow"), 7, "'tomorrow' is not a moment"),
        (WORLD.replace("PT2S", "soon"), 7, "soon"),
        (WORLD.replace("PT2S", "-1"), 7, "may not be negative"),
        (WORLD.replace("seed: 7", "seed: x"), 8, "is not of type 'integer'"),
    ],
)
def test_worlds_that_are_refused(folder: Path, text: str, line: int, said: str) -> None:
    file = folder / "sdr/world.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as raised:
        load_world(file)
    assert said in raised.value.what
    assert raised.value.where == f"{file}:{line}"
    assert raised.value.hint


def test_problems_of_all_models_come_at_once(folder: Path) -> None:
    spoil(folder, "crm", {"/titel": "x"})
    spoil(folder, "mail", {"/titel": "x"})
    spoil(folder, "warehouse", {"/titel": "x"})
    with pytest.raises(ModelProblems) as raised:
        load_world(folder / "sdr")
    assert [Path(one.file).parent.name for one in raised.value.problems] == ["warehouse", "crm", "mail"]


def test_an_emit_to_an_app_that_the_world_lacks(folder: Path) -> None:
    file = folder / "sdr/world.yaml"
    file.write_text("world: sdr\napps:\n  crm: {model: ../models/crm}\nwarehouse: {model: ../models/warehouse}\n")
    with pytest.raises(ModelProblems, match='there is no app "mail" in the world'):
        load_world(file)


def test_neighbours_are_found_for_a_lone_model(folder: Path) -> None:
    asked = [files_of(folder / "models/crm")]
    beside = neighbours_of(asked)
    assert [one.name for one in beside] == ["mail", "warehouse"]
    assert set(load_models(asked, neighbours=beside).models) == {"crm", "mail", "warehouse"}


def test_problems_of_neighbours_are_not_ours(folder: Path) -> None:
    spoil(folder, "mail", {"/titel": "x"})
    asked = [files_of(folder / "models/crm")]
    assert set(load_models(asked, neighbours=neighbours_of(asked)).models) == {"crm", "warehouse"}


@pytest.mark.parametrize(
    ("code", "name", "said", "hint"),
    [
        ("def merge(:\n", "reducers:merge", "SyntaxError", "def name(state"),
        ("import not_there_at_all\n", "reducers:merge", "ModuleNotFoundError", "def name(state"),
        ("1 / 0\n", "reducers:merge", "ZeroDivisionError", "def name(state"),
        ("def merge_lead(s, p, c): ...\n", "reducers:merge_leads", 'reducers.py has no "merge_leads"', "merge_lead"),
        ("", "helpers:merge", "there is no helpers.py beside the model", "reducers"),
        ("def merge(s, p): ...\n", "reducers:merge", "does not take three arguments", "def name(state"),
        ("def merge(s, p, c): yield\n", "reducers:merge", "neither async nor a generator", "def name(state"),
    ],
)
def test_reducers_that_cannot_be_had(folder: Path, code: str, name: str, said: str, hint: str) -> None:
    spoil(folder, "crm", {"/x-actions/merge_leads/reducer": name})
    (folder / "models/crm/reducers.py").write_text(code)
    with pytest.raises(ModelProblems) as raised:
        load_world(folder / "sdr")
    (problem,) = raised.value.problems
    assert problem.pointer == "/x-actions/merge_leads/reducer"
    assert said in problem.message
    assert hint in problem.hint


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no model"):
        files_of(tmp_path)


@pytest.mark.parametrize(("seed", "said"), [("[]", "a seed is a JSON object"), ("{", "not valid JSON")])
def test_seeds_that_are_refused(folder: Path, seed: str, said: str) -> None:
    (folder / "models/crm/seed.json").write_text(seed)
    with pytest.raises(InputError, match=said):
        load_world(folder / "sdr")
