"""The models of the sales floor load without a complaint, and their seeds are what the script writes."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from awe_author.errors import InputError
from awe_author.project.purity import examine
from awe_author.project.world import load_world
from awe_author.state.loading import check_world, load_model
from awe_author.state.model import Model
from awe_author.state.world import World
from scripts.sales_floor.__main__ import files
from tests.state_models.floor import CLOCK, first_state

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("crm", "mail", "engagement")
SEEDS = files()


def load(app: str, warehouse: Model | None = None) -> Model:
    document = json.loads((ROOT / "state_models" / app / "model.json").read_text())
    return load_model(document, app=app, file=f"{app}/model.json", warehouse=warehouse)


def models(*apps: str) -> dict[str, Model]:
    warehouse = load("warehouse")
    return {"warehouse": warehouse} | {app: load(app, warehouse) for app in apps}


def test_every_model_loads_and_every_emit_has_somebody_to_go_to() -> None:
    assert check_world(models(*APPS)) == []


def test_the_world_file_names_all_of_it() -> None:
    world = load_world(ROOT / "tasks/sdr")
    assert (world.name, world.clock.start, world.seed) == ("sdr", CLOCK.start, 7)
    assert set(world.loaded.models) == {"warehouse", *APPS}
    assert world.seeds["timers"] == json.loads(SEEDS["tasks/sdr/timers.json"])
    assert World(world.loaded.models.values()).initial(world.seeds).hash == first_state().hash


def test_timers_in_a_file_that_is_not_there(tmp_path: Path) -> None:
    model = ROOT / "state_models/mail/model.json"
    (tmp_path / "world.yaml").write_text(f"world: w\napps: {{mail: {{model: {model}}}}}\ntimers: none.json\n")
    with pytest.raises(InputError, match=r"there is no file .*none\.json"):
        load_world(tmp_path)


def test_every_promise_is_kept() -> None:
    """What `awe-author check model tasks/sdr/world.yaml` does, with fewer tries."""
    world = load_world(ROOT / "tasks/sdr")
    loaded = dataclasses.replace(world.loaded, seeds=world.seeds)
    assert examine(loaded, APPS, tries=4).findings == ()


def test_mail_stands_without_the_apps_that_listen_to_it() -> None:
    assert check_world(models("mail")) == []


@pytest.mark.parametrize("name", SEEDS)
def test_seeds_are_what_the_script_writes(name: str) -> None:
    assert (ROOT / name).read_text() == SEEDS[name], f"{name} is out of date: run `python -m scripts.sales_floor`"


def test_the_same_script_writes_the_same_bytes() -> None:
    assert files() == SEEDS


def test_the_cast_lives_in_domains_that_belong_to_nobody() -> None:
    warehouse = json.loads(SEEDS["state_models/warehouse/seed.json"])
    assert all(one["email"].endswith(".example") for one in warehouse["people"].values())
    assert all(one["domain"].endswith(".example") for one in warehouse["companies"].values())


def test_the_sales_floor_is_as_full_as_a_real_one() -> None:
    crm = json.loads(SEEDS["state_models/crm/seed.json"])
    warehouse = json.loads(SEEDS["state_models/warehouse/seed.json"])
    found = {name: len(crm[name]) for name in ("users", "leads", "opportunities", "accounts", "contacts")}
    assert found == {"users": 12, "leads": 40, "opportunities": 30, "accounts": 12, "contacts": 22}
    assert {name: len(table) for name, table in warehouse.items()} == {
        "people": 72, "companies": 25, "messages": 50, "events": 10, "files": 4
    }  # fmt: skip
