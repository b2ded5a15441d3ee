"""Whole recordings of a small live app, read back from the WACZ."""

from __future__ import annotations

import asyncio
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from awe_author.archive.capture import Capture
from awe_author.archive.model import Recording
from awe_author.archive.reader import open_archive
from awe_author.archive.spool import CaptureSpool
from awe_author.browser.facts import Console
from awe_author.browser.settle import Limits
from awe_author.browser.step_language import parse_steps
from awe_author.cli.main import main
from awe_author.door import CertificateAuthority
from awe_author.recorder.by_hand import watch
from awe_author.recorder.record import Plan, Reports, page_name, record
from awe_author.recorder.run import Progress, Run
from awe_author.recorder.site import Site
from awe_author.recorder.tape import Tape
from tests.browser.stages import APP, stage_of
from tests.recorder.apps import LiveApp, live_app

pytestmark = pytest.mark.browser

PUBLIC = "https://crm.acme.test"
QUICK = Limits(quiet=0.2, cap=5, pointer=0.2)


def site(app: LiveApp) -> Site:
    return Site("crm", [f"{PUBLIC}/"], origins={PUBLIC: app.origin}, limits=QUICK, timeout=4)


def plan(app: LiveApp, folder: Path, steps: str, **options: Any) -> Plan:
    return Plan(site(app), folder / "crm.wacz", parse_steps(steps, "steps.yaml"), **options)


def authority(folder: Path) -> CertificateAuthority:
    return CertificateAuthority.load(folder / "ca")


STEPS = """
- click: "#ask"
- click: "#missing"
- wait: "text=item 1"
- page: list
- fill: ["#user", ann]
- fill: ["#password", "Tr0ub4dor&3"]
- click: "#in"
- wait: "text=Page two"
- page: two
"""


async def test_a_recording_holds_exchanges_pages_steps_and_no_secret(tmp_path: Path) -> None:
    async with live_app() as app:
        found = await record(plan(app, tmp_path, STEPS), authority=authority(tmp_path))
    assert [(one.number, one.verb, one.where) for one in found.failures] == [(2, "click", "steps.yaml:3: step 2")]
    assert not found.ok
    assert (found.written.pages, found.written.steps, found.interrupted) == (2, 10, False)
    with open_archive([found.written.path]) as archive:
        recording = archive.recording
        assert recording is not None
        assert [step.verb for step in recording.steps][:3] == ["goto", "click", "click"]
        assert recording.steps[2].error
        listed, two = (step for step in recording.steps if step.verb == "page")
        assert (listed.page, listed.title, two.url) == ("list", "start", f"{PUBLIC}/two")
        assert archive.resource(two.screenshot or "")[:4] == b"\x89PNG"  # type: ignore[index]
        assert archive.resource(two.text or "") == b"Page two"
        assert b"<h1>Page two</h1>" in (archive.resource(two.dom or "") or b"")
        assert b'"heading"' in (archive.resource(two.accessibility or "") or b"")
        assert [page.url for page in archive.pages] == [f"{PUBLIC}/", f"{PUBLIC}/two"]
        asked = [(entry.method, entry.url.partition("?")[0], entry.step) for entry in archive.entries()]
        assert ("GET", f"{PUBLIC}/api/items", 1) in asked
        assert ("POST", f"{PUBLIC}/login", 7) in asked
        assert archive.storage[0].cookies == []
        assert archive.storage[-1].origins[PUBLIC]["local"] == {"visited": "yes"}
        assert [cookie["name"] for cookie in archive.storage[-1].cookies] == ["session"]
        assert (recording.origins, recording.entry) == ({PUBLIC: app.origin}, [f"{PUBLIC}/"])
        assert recording.clock_start == recording.steps[0].started
        typed = recording.steps[6].args[1]
        assert len(typed) == len("Tr0ub4dor&3")
        assert typed != "Tr0ub4dor&3"
    assert b"Tr0ub4dor" not in found.written.path.read_bytes()
    assert b"user=ann" in app.bodies[-2] + app.bodies[-1]


async def test_performing_the_steps_twice_shows_what_changes_by_itself(tmp_path: Path) -> None:
    phases: list[str] = []
    async with live_app() as app:
        steps = "- click: '#ask'\n- wait: 'text=item 1'\n"
        found = await record(
            plan(app, tmp_path, steps, twice=True), Reports(phase=phases.append), authority=authority(tmp_path)
        )
    assert (found.learned, found.failures) == (1, [])
    assert [one.verb for one in found.again] == ["wait"]
    assert found.ok
    with open_archive([found.written.path]) as archive:
        assert archive.recording is not None
        (learned,) = archive.recording.learned
        assert (learned["operation"], learned["param"]) == (f"GET {PUBLIC}/api/items", "query:nonce")
    assert phases[0] == "Recording"
    assert phases[-1] == "Writing"


async def test_a_stop_in_the_middle_keeps_what_was_caught(tmp_path: Path) -> None:
    stop = asyncio.Event()

    def told(at: Progress) -> None:
        if at.number == 1 and at.done:
            stop.set()

    async with live_app() as app:
        steps = "- goto: /\n- page: start\n- wait: 600\n- page: never\n"
        found = await record(plan(app, tmp_path, steps), Reports(step=told), stop, authority(tmp_path))
    assert found.interrupted
    assert found.written.pages == 1
    with open_archive([found.written.path]) as archive:
        assert [page.title for page in archive.pages] == ["start"]
        assert archive.damage.skipped == 0


async def test_a_person_drives_and_each_document_is_kept(tmp_path: Path) -> None:
    pages = {"/": "<!doctype html><title>one</title><a href=/two>two</a>", "/two": "<!doctype html><title>two</title>"}
    async with stage_of(tmp_path, pages) as (stage, traffic):
        with CaptureSpool() as spool:
            capture = Capture(Recording())
            run = Run(stage, Tape(spool, traffic=traffic), capture, QUICK, Console())

            def told(at: Progress) -> None:
                act = stage.page.click("a") if at.number == 0 else stage.page.close()
                tasks.append(asyncio.ensure_future(act))

            tasks: list[asyncio.Future[None]] = []
            await asyncio.wait_for(watch(run, f"{APP}/", told), 30)
            assert [(step.verb, step.args, step.title) for step in capture.recording.steps] == [
                ("goto", f"{APP}/", "one"), ("goto", f"{APP}/two", "two")]  # fmt: skip
            assert [page.title for page in capture.pages] == ["one", "two"]


async def test_the_command_records_and_prints_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "site.yaml").write_text(f"entry: {PUBLIC}/two\nsettle: {{quiet: 0.2, cap: 5}}\n")
    async with live_app() as app:
        arguments = ["record", "crm", "--site", str(tmp_path / "site.yaml"), "--out", str(tmp_path / "out.wacz"),
                     "--origin", f"{PUBLIC}={app.origin}", "--json"]  # fmt: skip
        code = await asyncio.to_thread(main, arguments)
    printed = json.loads(capsys.readouterr().out)
    assert code == 0
    assert (printed["pages"], printed["steps"], printed["failures"]) == (1, 2, [])
    with zipfile.ZipFile(tmp_path / "out.wacz") as package:
        assert "datapackage.json" in package.namelist()


def test_wrong_input_is_said_before_a_browser_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "steps.yaml").write_text("- goto: /\n- clck: '#a'\n")
    (tmp_path / "unset.yaml").write_text("- goto: /\n- fill: ['#pw', {env: NO_SUCH_VARIABLE_HERE}]\n")
    for arguments in (
        ["record", "https://a.test", "--steps", str(tmp_path / "steps.yaml")],
        ["record", "https://a.test", "--steps", str(tmp_path / "none.yaml")],
        ["record", "https://a.test", "--steps", str(tmp_path / "unset.yaml")],
        ["record", "https://a.test", "--origin", "a.test"],
        ["record", "no-such-site"],
    ):
        assert main(arguments) == 2
        assert "Hint:" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "name"), [("https://a.test/", "start"), ("https://a.test/Leads/7?view=all", "leads-7-view-all")]
)
def test_pages_are_named_by_their_path(url: str, name: str) -> None:
    assert page_name(url) == name
