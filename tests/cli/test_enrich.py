"""`awe-author enrich` from files to the mock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from awe_author.cli import enrich
from awe_author.cli.enrich import Enriching
from awe_author.cli.main import main
from awe_author.errors import InputError
from awe_author.project.enrichment import load_enrichment
from awe_author.project.mocks import open_mock
from awe_author.project.served import world_of
from tests.cli.test_discover import har_entry
from tests.features.leads import DOCUMENT

FEATURES = """\
app: crm
features:
  - id: leads.list
    on: {request: GET https://crm.test/api/leads}
    reply: {like: recorded, json: {data: {each: state.leads.values(), as: l, like: first, set: {id: l.id}}}}
  - id: leads.create
    on: {request: POST https://crm.test/api/leads}
    do: create_lead
    with: {last_name: body.last_name}
    reply: {like: recorded, status: 201}
"""
SEED = {"leads": {"l1": {"id": "l1", "last_name": "Ames", "status": "new"}}, "users": {}, "currency": "EUR"}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder with the content of one app in its places; the current folder."""
    for name in ("enrichment/crm", "state_models/crm", "recordings/crm"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "enrichment/crm/leads.yaml").write_text(FEATURES)
    (tmp_path / "state_models/crm/model.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "state_models/crm/seed.json").write_text(json.dumps(SEED))
    entries = [
        har_entry(1, "GET", "https://crm.test/api/leads", {"data": [{"id": "l1"}]}),
        har_entry(2, "POST", "https://crm.test/api/leads", {"id": "l2"}, {"last_name": "Box"}, 201),
    ]
    log = {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": entries}}
    (tmp_path / "recordings/crm/crm.har").write_text(json.dumps(log))
    monkeypatch.chdir(tmp_path)
    return tmp_path


RECORDING = ["--recording", "recordings/crm/crm.har"]


def result(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_parts_are_found_in_their_places_checked_and_packed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrich", "--app", "crm", *RECORDING, "--json"]) == 0
    told = result(capsys)
    assert told["ok"] is True
    assert told["problems"] == []
    listed, create = told["features"]
    assert (listed["requests"], listed["reads"], listed["action"]) == (1, ["leads"], "")
    assert (create["requests"], create["action"], create["writes"]) == (1, "create_lead", ["leads"])
    mock = open_mock(project / "crm.mock")
    assert (mock.hash, mock.seed, len(mock.features)) == (told["mock"]["hash"], SEED, 1)
    assert told["mock"]["file"] == "crm.mock"


def test_what_a_person_reads(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrich", "--features", "enrichment/crm", *RECORDING, "--out", "out/a.mock"]) == 0
    shown = capsys.readouterr().out
    assert "leads.create" in shown
    assert "out/a.mock: 0.0 MB, version " in shown
    assert (project / "out/a.mock").is_file()


def test_problems_are_told_with_their_place_and_nothing_is_packed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "enrichment/crm/leads.yaml"
    file.write_text(FEATURES.replace("create_lead", "creat_lead").replace("state.leads", "state.leeds"))
    assert main(["enrich", "--app", "crm", *RECORDING]) == 1
    shown = capsys.readouterr().out
    place = "enrichment/crm/leads.yaml:5:55: features[0].reply.json.data.each"
    assert f"Problem: {place}: there is no field 'leeds'" in shown
    assert "    Did you mean leads? Or it has to go into the schema." in shown
    assert 'Problem: enrichment/crm/leads.yaml:8:9: features[1].do: "crm" has no action "creat_lead"' in shown
    assert "2 problems. Nothing was packed." in shown
    file.write_text(FEATURES.replace("POST https://crm.test/api/leads", "POST https://crm.test/api/leeds"))
    assert main(["enrich", "--app", "crm", *RECORDING, "--json"]) == 1
    (problem,) = result(capsys)["problems"]
    assert (problem["level"], problem["line"], problem["column"]) == ("error", 7, 19)
    assert problem["hint"] == "Nearest recorded: https://crm.test/api/leads"
    assert not (project / "crm.mock").exists()


def test_warnings_do_not_keep_from_packing_unless_they_are_to(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "enrichment/crm/leads.yaml"
    file.write_text(FEATURES + "  - {id: gone, on: {request: DELETE /api/leads/*}, reply: {status: 204}}\n")
    assert main(["enrich", "--app", "crm", *RECORDING, "--strict", "--json"]) == 1
    assert result(capsys)["problems"][0]["level"] == "warning"
    assert main(["enrich", "--app", "crm", *RECORDING, "--check"]) == 0
    assert "Warning: enrichment/crm/leads.yaml:11:30" in capsys.readouterr().out
    assert not (project / "crm.mock").exists()
    assert main(["enrich", "--app", "crm", *RECORDING]) == 0


def test_mistakes_of_model_and_seed_are_told_too(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "state_models/crm/seed.json").write_text(json.dumps({**SEED, "leads": {"l1": {"id": "l1"}}}))
    assert main(["enrich", "--app", "crm", *RECORDING, "--json"]) == 1
    (problem, *_) = result(capsys)["problems"]
    assert problem["file"] == "state_models/crm/seed.json"
    assert problem["path"].startswith("/leads/l1")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--app", "crm"], 'there is no recording of "crm"'),
        (["--app", "shop", *RECORDING], "there is no file enrichment/shop"),
        (["--features", "nothing.yaml", *RECORDING], "there is no file nothing.yaml"),
        (["--app", "crm", "--model", "m.json", *RECORDING], "there is no file m.json"),
        (["--app", "crm", "--recording", "r.wacz"], "there is no file r.wacz"),
        (["--features", "state_models/crm", *RECORDING], "there is no feature file in this folder"),
    ],
)
def test_what_is_missing_is_wrong_input(
    project: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert main(["enrich", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_of_discover_is_taken_as_it_is(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discover", "recordings/crm/crm.har", "--out", "drafts", "--app", "crm"]) == 0
    assert main(["enrich", "--features", "drafts", *RECORDING, "--out", "drafts/crm.mock"]) == 0
    assert open_mock(project / "drafts/crm.mock").app == "crm"


def test_watch_checks_again_when_a_file_is_saved(project: Path) -> None:
    command = [sys.executable, "-m", "awe_author", "enrich", "--app", "crm", *RECORDING, "--watch", "--json"]
    root = str(Path(__file__).resolve().parents[2])
    running = subprocess.Popen(
        command, cwd=project, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": root}
    )
    assert running.stdout is not None
    stop = threading.Timer(100, running.kill)
    stop.start()
    codes = []
    try:
        for line in running.stdout:
            if not line.startswith('{"event"'):
                continue
            codes.append(json.loads(line)["code"])
            file = project / "enrichment/crm/leads.yaml"
            if len(codes) == 1:
                file.write_text(FEATURES.replace("create_lead", "creat_lead"))
            elif len(codes) == 2:
                file.write_text(FEATURES.replace("leads.create", "leads.made"))
            else:
                break
    finally:
        stop.cancel()
        running.terminate()
        running.wait()
        running.stdout.close()
    assert codes == [0, 1, 0]


def saving_meanwhile(monkeypatch: pytest.MonkeyPatch, file: Path, text: str) -> None:
    """While the recording is read for the first time, somebody saves a file."""
    read = Enriching._read
    saved: list[Path] = []

    def slow(self: Enriching, path: Path) -> Any:
        if not saved:
            file.write_text(text)
            saved.append(file)
        return read(self, path)

    monkeypatch.setattr(Enriching, "_read", slow)


def test_what_was_saved_while_it_was_checked_is_not_packed(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "enrichment/crm/leads.yaml"
    saving_meanwhile(monkeypatch, file, FEATURES.replace("create_lead", "creat_lead"))
    assert main(["enrich", "--app", "crm", *RECORDING]) == 2
    assert "it was saved while it was checked" in capsys.readouterr().err
    assert not (project / "crm.mock").exists()
    assert main(["enrich", "--app", "crm", *RECORDING]) == 1


def test_watch_sees_what_is_saved_during_a_check(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = project / "enrichment/crm/leads.yaml"
    saving_meanwhile(monkeypatch, file, FEATURES.replace("create_lead", "creat_lead"))
    run = Enriching.run
    codes: list[int] = []

    def counted(self: Enriching) -> int:
        if len(codes) == 2:
            raise RuntimeError
        codes.append(0)
        codes[-1] = run(self)
        if len(codes) == 2:
            file.write_text(FEATURES)
        return codes[-1]

    monkeypatch.setattr(Enriching, "run", counted)
    main(["enrich", "--app", "crm", *RECORDING, "--watch", "--check"])
    assert codes == [0, 1]


def test_a_file_that_is_still_being_written_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """An editor empties the file, and writes it a moment later: that is one save."""
    file = Path("leads.yaml")
    saved, emptied, written = {file: (1, 90)}, {file: (2, 0)}, {file: (3, 95)}
    looks = iter([saved, saved, emptied, written, written])
    monkeypatch.setattr(enrich, "LOOK_EVERY", 0)
    enrich._until_saved(lambda: next(looks), saved, threading.Event())
    assert not list(looks)


MINE = """\
app: crm
instead_of: [leads.create]
model:
  properties: {made: {type: integer}}
  x-actions:
    create_lead:
      effects:
        - {op: add, path: "/leads/{id}", value: {id: id, last_name: params.last_name, status: "'won'"}}
        - {op: replace, path: /made, value: "state.made + 1"}
seed: {made: 4, currency: null}
features:
  - id: leads.create
    on: {request: POST https://crm.test/api/leads}
    do: create_lead
    with: {last_name: body.last_name}
    reply: {like: recorded, status: 202}
"""


def test_a_second_file_corrects_the_first_its_model_and_its_seed(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "mine.yaml").write_text(MINE)
    named = ["--features", "enrichment/crm", "--features", "mine.yaml"]
    assert main(["enrich", *named, *RECORDING, "--json"]) == 0
    told = result(capsys)
    assert [(one["id"], Path(one["file"]).name) for one in told["features"]] == [
        ("leads.create", "mine.yaml"),
        ("leads.list", "leads.yaml"),
    ]
    mock = open_mock(project / "crm.mock")
    assert mock.seed == {"leads": SEED["leads"], "users": {}, "made": 4}
    model: Any = mock.model.value
    assert [one["path"] for one in model["x-actions"]["create_lead"]["effects"]] == ["/leads/{id}", "/made"]
    assert model["x-actions"]["create_lead"]["params"] == DOCUMENT["x-actions"]["create_lead"]["params"]
    loaded = world_of([project / "crm.mock"])
    assert [one.file.rpartition("/")[2] for one in loaded.features] == ["mine.yaml", "leads.yaml"]
    assert json.loads((project / "state_models/crm/seed.json").read_text()) == SEED


def test_a_mistake_in_changes_is_told_where_it_was_written(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "mine.yaml").write_text(MINE.replace("path: /made", "path: /mad").replace("made: 4", "made: four"))
    named = ["--features", "enrichment/crm", "--features", "mine.yaml"]
    assert main(["enrich", *named, *RECORDING, "--json"]) == 1
    (told,) = result(capsys)["problems"]
    assert (told["file"], told["line"], told["column"]) == ("mine.yaml", 9, 31)
    assert told["path"] == "model.x-actions.create_lead.effects[1].path"
    (project / "mine.yaml").write_text(MINE.replace("made: 4", "made: four"))
    assert main(["enrich", *named, *RECORDING, "--json"]) == 1
    (told,) = result(capsys)["problems"]
    assert (told["file"], told["line"], told["path"]) == ("mine.yaml", 10, "seed.made")


def test_changes_that_nobody_made_are_refused(project: Path) -> None:
    (project / "mine.yaml").write_text("app: crm\nseed: {made: 4}\nfeatures: []\n")
    with pytest.raises(InputError) as caught:
        load_enrichment([project / "mine.yaml"], {})
    assert caught.value.where == f"{project}/mine.yaml:2:1"
