"""The command `serve` as a program: ready, sessions, a clean stop that loses nothing, errors that say what to do."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from typing import Any

import httpx
import pytest

from awe_author.client import Client
from tests.cli.boards import MODEL, SEED, write_world
from tests.cli.many_sessions import SESSIONS, compare, run
from tests.cli.programs import ROOT, served, start
from tests.replay import har


@pytest.fixture
def world(tmp_path: Path) -> Path:
    return write_world(tmp_path / "content")


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_ready_serve_stop(tmp_path: Path, world: Path, stop: signal.Signals) -> None:
    with served(tmp_path, world) as server:
        assert server.ready.keys() == {"event", "proxy", "control", "token", "ca", "spki", "session"}
        assert (server.ready["event"], server.ready["proxy"], server.ready["session"]) == ("ready", None, None)
        assert Path(server.ready["ca"]).exists()
        with Client.from_ready(server.ready) as client:
            client.open_session(id="one")
            stream = client.follow("one", after=0)
            client.act("one", "board", "rename", {"name": "x"})
            assert next(stream)["node"] == 1
            server.stop(stop)
            assert list(stream) == []
    (store,) = tmp_path.glob("runs/boards-*/timelines.db")
    with served(tmp_path, world, "--store", f"sqlite:{store}") as again, Client.from_ready(again.ready) as client:
        assert client.state("one", "/board/settings/name") == "x"
        assert [session["id"] for session in client.list_sessions()] == ["one"]


def test_the_guides_example_runs(tmp_path: Path, world: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/guide/serving.md").read_text(), re.DOTALL)
    with served(tmp_path, world, "--store", "memory") as server:
        exec(compile(example, "serving.md", "exec"), {key: server.ready[key] for key in ("control", "token")})
    told = [line.rpartition("  # ")[2] for line in example.splitlines() if "print(" in line]
    assert capsys.readouterr().out.splitlines() == told
    assert not list(tmp_path.glob("runs"))


def test_a_model_alone_is_a_world(tmp_path: Path, world: Path) -> None:
    model = world.parent / "board"
    with served(tmp_path, model, "--out", tmp_path / "out") as server, Client.from_ready(server.ready) as client:
        assert client.worlds()[0]["apps"] == ["board"]
        assert client.models() == {"board": MODEL}
        id = client.open_session()["id"]
        assert client.state(id) == {"board": SEED}
    assert (tmp_path / "out" / "timelines.db").exists()


@pytest.mark.timeout(240)
def test_many_sessions_at_once(tmp_path: Path, world: Path) -> None:
    """64 sessions, each as its own model says; stopped in the middle of the work, the store has all that was answered.

    `python -m tests.cli.many_sessions 60` does the same for a minute.
    """
    file = tmp_path / "run.db"
    with served(tmp_path, world, "--store", f"sqlite:{file}") as server:
        figures = asyncio.run(run(server, 120, stop_after=6))
    assert figures.requests > 2 * SESSIONS
    assert compare(world, file, figures) >= SESSIONS - len(figures.unsure)


class TestWithRecordings:
    """Sessions whose apps were recorded have doors of their own."""

    API = "https://app.test/api"

    @pytest.fixture
    def recording(self, tmp_path: Path) -> Path:
        return har.write(
            tmp_path / "App One.har",
            har.exchange("https://app.test/", "<html><head></head><body>hello</body></html>"),
            har.exchange(self.API, "[]", "application/json", second=1),
            har.exchange(self.API, '{"id":1}', "application/json", method="POST", second=2, body='{"name":"x"}'),
            har.exchange(self.API, "[1]", "application/json", second=3),
        )

    def browser(self, ready: dict[str, Any], proxy: str | None) -> httpx.Client:
        import ssl

        context = ssl.create_default_context(cafile=ready["ca"])
        return httpx.Client(proxy=proxy, verify=context, trust_env=False)

    def test_a_recording_alone_is_a_world(self, tmp_path: Path, recording: Path) -> None:
        with served(tmp_path, recording, "--store", "memory") as server, Client.from_ready(server.ready) as client:
            assert client.worlds()[0]["apps"] == client.worlds()[0]["recordings"] == ["app-one"]
            assert server.ready["session"] == "default"
            with self.browser(server.ready, server.ready["proxy"]) as browser:
                assert "hello" in browser.get("https://app.test/").text

    def test_a_default_session_that_was_closed_is_followed_by_a_new_one(self, tmp_path: Path, recording: Path) -> None:
        store = f"sqlite:{tmp_path / 'one.db'}"
        with served(tmp_path, recording, "--store", store) as server, Client.from_ready(server.ready) as client:
            client.close_session("default")
        with served(tmp_path, recording, "--store", store) as server:
            assert server.ready["session"] != "default"
            with self.browser(server.ready, server.ready["proxy"]) as browser:
                assert "hello" in browser.get("https://app.test/").text

    def test_doors_follow_their_sessions(self, tmp_path: Path, recording: Path) -> None:
        world = write_world(tmp_path / "content", str(recording))
        with served(tmp_path, world, "--store", "memory") as server, Client.from_ready(server.ready) as client:
            one = client.open_session(id="one")
            with self.browser(server.ready, one["proxy"]) as browser:
                assert browser.get(self.API).json() == []
                client.snapshot("one", "before")
                assert browser.post(self.API, json={"name": "x"}).json() == {"id": 1}
                assert browser.get(self.API).json() == [1]
                client.act("one", "board", "rename", {"name": "after"})
                two = client.branch("one")
                with self.browser(server.ready, two["proxy"]) as other:
                    assert other.get(self.API).json() == [1]
                client.rewind("one", "before")
                assert browser.get(self.API).json() == []
                client.rewind("one", 1)
                assert browser.get(self.API).json() == [1]
                client.reset("one")
                assert browser.get(self.API).json() == []
                assert browser.post(self.API, json={"name": "y"}).status_code == 404
            missed = list(client.misses("one"))
            assert [(miss["kind"], miss["url"]) for miss in missed] == [("miss", self.API)]
            assert list(client.misses(two["id"])) == []
            client.close_session(two["id"])
            with pytest.raises(httpx.ConnectError), self.browser(server.ready, two["proxy"]) as gone:
                gone.get(self.API)

    def test_the_control_api_is_not_reached_through_a_door(self, tmp_path: Path, recording: Path) -> None:
        with served(tmp_path, recording, "--store", "memory") as server, Client.from_ready(server.ready) as client:
            headers = {"Authorization": f"Bearer {server.ready['token']}"}
            with self.browser(server.ready, server.ready["proxy"]) as browser:
                for url in (server.ready["control"], server.ready["control"].replace("127.0.0.1", "localhost")):
                    with pytest.raises(httpx.TransportError):
                        browser.post(f"{url}/sessions", headers=headers, json={"id": "stolen"})
            assert [session["id"] for session in client.list_sessions()] == ["default"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["none.yaml"], "none.yaml"),
        (["none.wacz"], "there is no such file"),
        (["content/world.yaml", "--store", "redis:x"], "'redis:x' is no store"),
        (["content/world.yaml", "--store", "redis://a:secret@host"], "'redis://a:***@host' is no store"),
        (["content/world.yaml", "--store", "sqlite:"], "the name of the file is missing"),
        (["content/world.yaml", "content/board"], "a world is served alone"),
        (["content/world.yaml", "--out", "content/world.yaml/x"], "cannot make the folder"),
        (["broken/model.json"], "model.json"),
        (["seeded"], "seed.json"),
    ],
)
def test_wrong_arguments_are_told(tmp_path: Path, world: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "model.json").write_text('{"type": "object", "properties": {"a": {"type": "obiect"}}}')
    seeded = write_world(tmp_path / "seeded").parent / "board" / "seed.json"
    seeded.write_text('{"cards": {"a": {"id": "a"}}}')
    process, log = start(tmp_path, *arguments)
    printed, _ = process.communicate(timeout=30)
    told = log.read_text()
    assert (process.returncode, printed) == (2, "")
    assert said in told
    assert "Traceback" not in told


def test_a_port_that_is_taken_is_told(tmp_path: Path, world: Path) -> None:
    with served(tmp_path, world, "--store", "memory") as server:
        (tmp_path / "other").mkdir()
        process, log = start(
            tmp_path / "other", world, "--store", "memory", "--port", server.ready["control"].rpartition(":")[2]
        )
        process.communicate(timeout=30)
        assert process.returncode == 2
        assert "--port: cannot listen on" in log.read_text()
