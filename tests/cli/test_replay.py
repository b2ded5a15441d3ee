"""The command `replay` as a program: one line when ready, a clean stop, errors that say what to do."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.replay import har


def start(home: Path, *arguments: str) -> subprocess.Popen[str]:
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(home), "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    command = [sys.executable, "-m", "awe_author", "replay", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, env=environment, cwd=Path(__file__).parents[2]
    )


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_ready_serve_stop(tmp_path: Path, stop: signal.Signals) -> None:
    file = har.write(tmp_path / "app.har", har.exchange("http://app.test/", "hello", "text/plain"))
    with start(tmp_path, str(file), "--log", str(tmp_path / "log.jsonl")) as running:
        assert running.stdout is not None
        ready = json.loads(running.stdout.readline())
        try:
            assert ready["event"] == "ready"
            assert {"proxy", "control", "token", "ca", "spki"} <= ready.keys()
            assert Path(ready["ca"]).exists()
            assert httpx.get("http://app.test/", proxy=ready["proxy"], trust_env=False).text == "hello"
        finally:
            running.send_signal(stop)
        rest, remarks = running.communicate(timeout=20)
        assert running.returncode == 0
        assert rest == ""
        assert "app.har" in remarks


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with start(tmp_path, str(tmp_path / "none.wacz")) as running:
        printed, remarks = running.communicate(timeout=20)
    assert running.returncode == 2
    assert printed == ""
    assert "none.wacz" in remarks
    assert "Traceback" not in remarks


def test_a_log_that_cannot_be_written(tmp_path: Path) -> None:
    file = har.write(tmp_path / "app.har", har.exchange("http://app.test/", "hello", "text/plain"))
    with start(tmp_path, str(file), "--log", str(tmp_path / "no" / "log.jsonl")) as running:
        _, remarks = running.communicate(timeout=20)
    assert running.returncode == 2
    assert "log.jsonl" in remarks


MODEL = {
    "type": "object",
    "properties": {
        "notes": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {"text": {"type": "string"}},
                "required": ["text"],
            },
        }
    },
    "x-actions": {
        "add": {
            "params": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
            "effects": [{"op": "add", "path": "/notes/{new_id('note')}", "value": {"text": "params.text"}}],
        }
    },
}
FEATURES = """
app: app
features:
  - id: list
    "on": {request: "GET http://app.test/notes"}
    reply: {like: recorded, json: {notes: "state.notes.values().map(n, n.text)"}}
  - id: add
    "on": {request: "POST http://app.test/notes"}
    do: add
    with: body
    reply: {status: 201, json: {ok: true}}
"""


def mock(folder: Path) -> Path:
    """A folder with model, features and the recording of an app."""
    har.write(folder / "app.har", har.exchange("http://app.test/notes", '{"notes":["old"],"v":2}', "application/json"))
    (folder / "model.json").write_text(json.dumps(MODEL))
    (folder / "seed.json").write_text(json.dumps({"notes": {"n1": {"text": "old"}}}))
    (folder / "features.yaml").write_text(FEATURES)
    world = folder / "world.yaml"
    world.write_text("world: w\napps: {app: {model: model.json, recording: app.har, features: features.yaml}}\n")
    return world


def test_a_mock_is_replayed_from_its_state_which_a_reset_puts_back(tmp_path: Path) -> None:
    with start(tmp_path, str(mock(tmp_path))) as running:
        assert running.stdout is not None
        ready = json.loads(running.stdout.readline())
        try:
            with httpx.Client(proxy=ready["proxy"], trust_env=False) as client:
                assert client.get("http://app.test/notes").json() == {"notes": ["old"], "v": 2}
                assert client.post("http://app.test/notes", json={"text": "new"}).status_code == 201
                assert client.get("http://app.test/notes").json() == {"notes": ["old", "new"], "v": 2}
                url = f"{ready['control']}/sessions/{ready['session']}/reset"
                assert httpx.post(
                    url, headers={"Authorization": f"Bearer {ready['token']}"}, trust_env=False
                ).is_success
                assert client.get("http://app.test/notes").json() == {"notes": ["old"], "v": 2}
        finally:
            running.send_signal(signal.SIGTERM)
        _, remarks = running.communicate(timeout=20)
        assert running.returncode == 0, remarks


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (("features.yaml", FEATURES.replace("do: add", "do: ad")), "features.yaml:9"),
        (
            ("world.yaml", "world: w\napps: {app: {model: model.json, recording: app.har, features: f.yaml}}\n"),
            "f.yaml",
        ),
        (("world.yaml", "world: w\napps: {app: {model: model.json}}\n"), "no app has a recording"),
    ],
)
def test_a_mock_that_is_wrong_is_told(tmp_path: Path, broken: tuple[str, str], said: str) -> None:
    world = mock(tmp_path)
    (tmp_path / broken[0]).write_text(broken[1])
    with start(tmp_path, str(world)) as running:
        printed, remarks = running.communicate(timeout=30)
    assert running.returncode == 2
    assert printed == ""
    assert said in remarks
    assert "Traceback" not in remarks
