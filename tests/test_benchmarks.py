"""The benchmarks' own parts: equal bytes for all, a load client that counts right, tables that tell the truth."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from awe_author.archive import open_archive
from awe_author.session import MemoryStore, Sessions
from benchmarks import (
    evaluation,
    features_api,
    features_dom,
    load_client,
    process,
    report,
    state,
    state_report,
    state_world,
)
from benchmarks.formats import write_wacz_and_warc
from benchmarks.material import ORIGIN, PAGES, Material, build_big
from benchmarks.pages import PageTimes
from benchmarks.rates import Rate
from benchmarks.systems import FLOOR, OURS
from benchmarks.twin.apps import ELSEWHERE, App, elsewhere, kit
from benchmarks.twin.run import BY_HAND, by_hand
from benchmarks.wire import Route, answers

BODY = b"x" * 5000


class Fixed(BaseHTTPRequestHandler):
    """Answers everything with BODY; /chunked in chunks, /close and closes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        if self.path == "/chunked":
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"1388\r\n" + BODY + b"\r\n0\r\n\r\n")
            return
        self.send_header("Content-Length", str(len(BODY)))
        if self.path == "/close":
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@pytest.fixture
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Fixed)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("path", ["/", "/chunked", "/close"])
def test_the_load_client_gets_whole_answers(port: int, path: str) -> None:
    url = f"http://127.0.0.1:{port}{path}"
    load = load_client.run(Route(port, proxy=False), url, len(BODY), connections=2, seconds=0.2)
    assert load.requests > 2
    assert load.wrong == 0
    assert (load.reconnects > 0) == (path == "/close")


def test_a_short_answer_is_wrong(port: int) -> None:
    url = f"http://127.0.0.1:{port}/"
    assert not answers(Route(port, proxy=False), url, len(BODY) + 1)
    load = load_client.run(Route(port, proxy=False), url, len(BODY) + 1, connections=1, seconds=0.1)
    assert load.wrong == load.requests > 0


def test_material_is_the_same_every_time(tmp_path: Path) -> None:
    one, two = (build_big(tmp_path / name, 300_000) for name in ("one", "two"))
    assert [item.path for item in one.items] == [item.path for item in two.items]
    assert all(a.file.read_bytes() == b.file.read_bytes() for a, b in zip(one.items, two.items, strict=True))


def test_the_wacz_holds_the_material(tmp_path: Path) -> None:
    material = Material(tmp_path / "root")
    material.add("/a.js", b"let a = 1;" * 50, "text/javascript", cache="no-store", compress=True)
    wacz, _ = write_wacz_and_warc(material, tmp_path)
    archive = open_archive([wacz])
    (entry,) = [entry for entry in archive.entries() if entry.url == ORIGIN + "/a.js"]
    answer = archive.response(entry)
    assert b"".join(answer.body) == material.items[0].file.read_bytes()
    assert ("content-encoding", "gzip") in [(name.lower(), value) for name, value in answer.headers]
    archive.close()


def test_the_report_gives_ratios_to_the_floor(tmp_path: Path) -> None:
    made = report.Report("a machine", "today", {}, {})
    label = next(iter(PAGES))
    made.pages = {label: {FLOOR: PageTimes([100.0, 110.0, 90.0], [50.0]), OURS: PageTimes([115.0], [60.0])}}
    made.rates = {"HTTP/1.1": {"1 KB": {OURS: Rate([1000.0], [50.0], [1.0], [0.99]), "pywb": Rate([100.0], [5000.0])}}}
    pages, rates = report.grids(made)
    assert pages.rows[1] == [label, OURS, "115", "1.15", "60.0", "1.20", "0"]
    assert rates.rows[1][3:6] == ["10.00", "5000", "100.00"]
    report.write(made, tmp_path)
    assert json.loads((tmp_path / "latest.json").read_text())["pages"][label][OURS]["cold"] == [115.0]
    assert f"| {label} | {OURS} | 115 | 1.15 |" in (tmp_path / "latest.md").read_text()


def test_the_state_benchmark_measures_what_it_says() -> None:
    """A small run: every action is accepted, all that a table needs is there."""
    quiet: list[str] = []
    found = state.measure(rounds=2, chunk=40, sizes=(100, 400), lengths=(10,), idle=0, say=quiet.append)
    grids = {grid.title: grid for grid in state_report.grids(found)}
    assert list(grids) == ["Actions", "Moves in a history", "Copies of the state"]
    assert [row[:2] for row in grids["Actions"].rows] == [
        [store, size] for store in (state.SQLITE, state.MEMORY) for size in ("100", "400")
    ]
    assert all(len(row) == len(grid.columns) for grid in grids.values() for row in grid.rows)
    rate = found.rates[state.SQLITE][400]
    assert len(rate.per_second) == len(rate.median_us) == 2
    assert set(rate.by_action_us) <= set(state_world.SALES["x-actions"])  # type: ignore[call-overload,arg-type]
    assert all(one > 0 for moves in found.moves for times in moves.us.values() for one in times)


def test_work_of_the_state_benchmark_keeps_its_size() -> None:
    world, work = state_world.build_world(), state_world.Work(100, seed=1)
    first = state_world.build_state(world, 100)
    session = Sessions(world, MemoryStore(), initial=first, clock=state_world.CLOCK).open()
    for _ in range(300):
        work.learn(session.act(work.next()))
    assert abs(len(session.state().get("/sales/leads")) - len(first.get("/sales/leads"))) < 30
    assert {event.action for event in session.events()[1:]} == set(state_world.SALES["x-actions"])  # type: ignore[call-overload,arg-type]


async def test_both_replays_of_the_features_benchmark_serve_the_same(tmp_path: Path) -> None:
    paths = [f"/api/tickets?page={page}" for page in (1, 2, 40)] + ["/api/tickets/0007"]
    async with (
        features_api.running(tmp_path) as sides,
        sides.client(sides.plain) as plain,
        sides.client(sides.enriched) as enriched,
    ):
        for path in paths:
            assert (await enriched.get(path)).json() == (await plain.get(path)).json()
        assert (await enriched.post("/api/tickets/0002/close")).json()["state"] == "closed"
        assert (await enriched.get("/api/tickets?page=1")).json()["items"][1]["state"] == "closed"


def test_the_table_of_features_has_a_row_for_all_that_was_measured() -> None:
    times = ([2.0, 2.2], [3.0, 3.3])
    results = features_api.Results({"a write": times}, {"a write": [4.0, 9.0]}, times, [500.0])
    (grid,) = features_api.grids(results)
    assert [row[0].split(":")[0] for row in grid.rows] == [
        "a write",
        "the page with seven answers",
        "one of 100 sessions",
    ]
    assert grid.rows[0][1:] == ["2.10 (2.00 to 2.20)", "3.15 (3.00 to 3.30)", "1.50 (1.50 to 1.50)", "9.00"]
    assert grid.rows[2][2] == "5.00"


def test_scoring_is_measured_on_what_its_table_says() -> None:
    made = evaluation.measure(lambda text: None, quick=True)
    assert len(evaluation._mixed()) == len(evaluation._scans()) == evaluation.CHECKPOINTS
    assert sum(map(len, evaluation._seed().values())) == made.entities == 10_000  # type: ignore[arg-type]
    assert len(made.verdict_ms) == len(made.plain_ms) == len(made.scans_ms) == 5
    (grid,) = evaluation.grids(made)
    assert len(grid.rows) == 3


def test_what_is_written_by_hand_is_at_most_forty_lines(tmp_path: Path) -> None:
    few = "# why\n\n" + "".join(f"line{number}: 1\n" for number in range(40))
    (tmp_path / "crm.yaml").write_text(few)
    assert by_hand("crm", tmp_path) == (tmp_path / "crm.yaml", 40)
    (tmp_path / "crm.yaml").write_text(few + "more: 1\n")
    with pytest.raises(RuntimeError, match="has 41 lines"):
        by_hand("crm", tmp_path)
    (tmp_path / "crm.yaml").write_text("long: " + "x" * 160)
    with pytest.raises(RuntimeError, match="1 lines, the longest of 166 characters"):
        by_hand("crm", tmp_path)
    with pytest.raises(RuntimeError, match=r"there is no mail\.yaml"):
        by_hand("mail", tmp_path)


def test_the_files_written_by_hand_keep_to_it() -> None:
    for file in BY_HAND.glob("*.yaml"):
        assert by_hand(file.stem)[1] > 0


def test_pages_with_features_are_compared_round_by_round() -> None:
    loads = features_dom.Loads()
    for wall in (100.0, 200.0, 400.0):
        loads.add("plain", wall=wall, cpu=wall)
        loads.add("again", wall=wall * 0.98, cpu=wall)
        loads.add("enriched", wall=wall * 1.02, cpu=wall * 1.1)
    changed = features_dom.Loads()
    for _ in range(3):
        changed.add("plain", wall=100.0, cpu=100.0)
        changed.add("enriched", wall=130.0, cpu=120.0)
    long = features_dom.Long(loads, changed, [50.0], [float(ms) for ms in range(1, 101)], [7.0, 7.0])
    made = features_dom.Results({"heavy": {"cold": loads}}, {10_000: long}, 100, [1.0, 2.0], [3.0, 4.0], 0.5)
    pages, lists, clicks = features_dom.grids(made)
    again = "0.98 (0.98 to 0.98)"
    recorded, otherwise = ["1.02 (1.02 to 1.02)", "1.10 (1.10 to 1.10)"], ["1.30 (1.30 to 1.30)", "1.20 (1.20 to 1.20)"]
    assert pages.rows == [["heavy", "cold", "200 (100 to 400)", "204 (102 to 408)", *recorded, again]]
    assert lists.rows[0][:1] + lists.rows[0][3:] == ["10,000", *recorded, again, *otherwise, "50.0"]
    assert clicks.rows[1] == ["10,000", "first click on a quiet page", "7.00", "7.00", "7.00", "2", "-"]
    assert clicks.rows[0] == ["10,000", "one page", "50.5", "90.9", "100.0", "100", "-"]
    assert all(len(row) == len(grid.columns) for grid in (pages, lists, clicks) for row in grid.rows)


def test_processor_time_is_that_of_the_work() -> None:
    before = process.running([os.getpid()])
    begun = time.thread_time()
    while time.thread_time() - begun < 0.2:
        pass
    spent = process.spent_ms(before, process.running([os.getpid()]))
    assert spent >= 190


def test_the_program_of_the_kit_runs_apps_of_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit" / "app").write_text("#!/bin/sh\n")
    monkeypatch.setenv("AWE_APPS", str(tmp_path / "kit"))
    for _ in range(2):
        made = kit(tmp_path / "links")
    assert (made / "app").read_text() == "#!/bin/sh\n"
    assert all((made / name / "app.sh").is_file() for name in elsewhere())


def test_apps_of_elsewhere_are_whole() -> None:
    told = {name: json.loads((ELSEWHERE / name / "app.json").read_text()) for name in elsewhere()}
    ports = [one["port"] for one in told.values()]
    assert len(set(ports)) == len(ports)
    for name in told:
        app = App(name, ELSEWHERE)
        assert app.public == f"https://{told[name].get('host', f'{name}.acme.test')}"
        for steps in ("tour", "other"):
            assert app.steps(steps)[-1].name == f"{steps}.json"
            assert all(isinstance(json.loads(file.read_text()), list) for file in app.steps(steps))
