"""The files of docs/guide/features.md work as they stand, on a recording of the demo app."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

from awe_author.cli.main import main
from awe_author.features.loading import load_features
from awe_author.features.model import ShowList
from awe_author.project.enriching import find_parts, load_parts
from awe_author.project.mocks import open_mock
from awe_author.project.served import world_of
from awe_author.project.world import load_world
from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.types import Action, Rejected
from awe_author.state.world import World
from tests.features.harbor import make_mock

GUIDE = (Path(__file__).resolve().parents[2] / "docs/guide/features.md").read_text()
MODEL, SEED = re.findall(r"^```json\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
CLOCK = ClockRule.of("2025-03-03T09:00:00Z")
FEATURES, ORDER, MINE, WORLD = re.findall(r"^```yaml\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.mark.browser
@pytest.mark.timeout(600)
async def test_the_files_of_the_guide_make_a_mock(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "recorded").mkdir()
    await make_mock(tmp_path / "recorded")
    (tmp_path / "recorded" / "harbor.wacz").rename(tmp_path / "harbor.wacz")
    for name, text in {"leads.yaml": FEATURES, "order.yaml": ORDER, "model.json": MODEL, "seed.json": SEED}.items():
        (tmp_path / name).write_text(text)
    named = [f"--features={tmp_path / name}" for name in ("leads.yaml", "order.yaml")]
    assert main(["enrich", *named, "--out", str(tmp_path / "harbor.mock"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["problems"] == []
    seen = {one["id"]: one for one in told["features"]}
    assert seen["leads.table"]["pages"] >= 3
    assert seen["leads.table"]["selectors"]["#leads tbody"] == 1
    assert seen["leads.create"]["requests"] == 2
    assert seen["leads.list"]["requests"] >= 4
    assert seen["leads.order"]["steps"]
    assert open_mock(tmp_path / "harbor.mock").hash == told["mock"]["hash"]
    (tmp_path / "world.yaml").write_text(WORLD)
    assert [len(one.features) for one in load_world(tmp_path / "world.yaml").features] == [3, 1]
    assert world_of([tmp_path / "harbor.mock"]).recordings == {"harbor": tmp_path / "harbor.mock"}
    broken = FEATURES.replace("#leads tbody", "#leeds tbody")
    (tmp_path / "leads.yaml").write_text(broken)
    assert main(["enrich", *named, "--check"]) == 1
    shown = capsys.readouterr().out
    assert re.search(r"leads\.yaml:9:15: .*: `#leeds tbody` matches nothing on the \d+ recorded pages", shown), shown
    assert "Did you mean `#leads tbody`? It matches 1." in shown


def test_the_example_shows_what_the_state_says() -> None:
    model = load_model(json.loads(MODEL), app="harbor")
    plan = load_features(FEATURES, "leads.yaml", {"harbor": model})
    world = World([model])
    sessions = Sessions(world, MemoryStore(), initial=world.initial({"harbor": json.loads(SEED)}), clock=CLOCK)
    session = sessions.open()
    table, create, _ = plan.features
    assert create.with_
    assert create.do
    for name in ("Orla Fenwick", "Ada Box"):
        params = create.with_.evaluate({"body": {"name": name, "company": "Lantern Point"}})
        assert isinstance(params, dict)
        session.act(Action("harbor", create.do, params))
    with pytest.raises(Rejected, match="is required"):
        session.act(Action("harbor", create.do, {"name": ""}))
    shown = table.show[0]
    assert isinstance(shown, ShowList)
    names = {"state": session.state().view("harbor")}
    rows = shown.each.evaluate(names)
    assert isinstance(rows, list)
    (settings, _) = (dict(one) for _, one in shown.set)
    assert [settings["text"].evaluate({**names, "lead": row}) for row in rows] == [
        "Ada Box", "Mina Castell", "Orla Fenwick",
    ]  # fmt: skip
    assert settings["href"].evaluate({**names, "lead": rows[0]}) == "/leads/59"


def test_the_yaml_of_the_guide_is_yaml_for_every_reader() -> None:
    assert all(isinstance(yaml.safe_load(text), dict) for text in (FEATURES, ORDER, WORLD))


def test_the_correction_of_the_guide_fits_its_example(tmp_path: Path) -> None:
    for name, text in {"leads.yaml": FEATURES, "mine.yaml": MINE, "model.json": MODEL, "seed.json": SEED}.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "harbor.wacz").touch()
    enriched = load_parts(find_parts([tmp_path / "leads.yaml", tmp_path / "mine.yaml"]))
    first, second = enriched.files
    assert [one.id for one in first.features] == ["leads.list", "leads.renumber"]
    assert "leads.list" not in [one.id for one in second.features]
    assert "renumber" in enriched.model.actions
    assert enriched.loaded.seeds["harbor"]["next"] == 100
