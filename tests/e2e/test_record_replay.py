"""The whole path: Harbor CRM is recorded under a public name, stopped, replayed, and is the same to the pixel."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import jsonschema
import pytest

from awe_author.archive import open_archive
from awe_author.browser.step_language import parse_steps
from awe_author.cli import schema
from awe_author.demo import DemoServer
from awe_author.demo.store import PASSWORD, USER
from awe_author.fidelity.model import Result
from awe_author.fidelity.report import write_report
from awe_author.fidelity.verify import verify
from awe_author.recorder.record import Plan, record
from awe_author.recorder.site import find_site

PUBLIC = "https://crm.harbor.test"
STEPS = f"""
- goto: /
- fill: ["input[name=email]", "{USER}"]
- fill: ["input[name=password]", "{PASSWORD}"]
- click: button
- wait: "#leads tbody tr"
- page: leads
- click: "#new"
- fill: ["#editor [name=name]", "Orla Fenwick"]
- fill: ["#editor [name=company]", "Lantern Point"]
- fill: ["#editor [name=value]", "42000"]
- click: "#save"
- wait: 'td a:has-text("Orla Fenwick")'
- page: created
- click: 'nav a[href="/dashboard"]'
- wait: "#top li"
- page: dashboard
- click: 'nav a[href="/settings"]'
- wait: "#about dd"
- page: settings
"""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of the app, which is gone afterwards."""
    out = tmp_path_factory.mktemp("harbor") / "harbor.wacz"
    with DemoServer() as app:
        site = find_site(PUBLIC, None)
        site.origins[PUBLIC] = app.url
        recorded = asyncio.run(record(Plan(site, out, parse_steps(STEPS))))
        port = app.port
    assert recorded.failures == []
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", port), timeout=5)
    return out


def in_full(result: Result) -> str:
    """Everything known of a step, in full: what a red run leaves behind."""
    return json.dumps(result.as_json(), indent=1)


@pytest.mark.browser
@pytest.mark.timeout(240)
async def test_the_replay_is_the_same_to_the_pixel(recording: Path, tmp_path: Path) -> None:
    report = await verify([recording])
    written = write_report(report, tmp_path)
    found = report.summary()
    looked_at = [in_full(one) for one in report.results if one.outcome != "same"]
    assert found.compared == len(report.results) == 19
    assert found.failed == 0, looked_at
    assert found.worst_ratio == 0.0, looked_at
    assert (found.recorded_missed, found.other_missed, found.new_errors) == (0, 0, 0)
    assert report.egress == []
    assert report.passed
    jsonschema.Draft202012Validator(schema.load("fidelity")).validate(json.loads(written.json.read_bytes()))


@pytest.mark.browser
@pytest.mark.timeout(120)
def test_the_password_is_not_in_the_recording(recording: Path) -> None:
    with open_archive([recording]) as archive:
        assert archive.recording is not None
        fills = [step.args for step in archive.recording.steps if step.verb == "fill"]
        assert ["input[name=email]", USER] in fills
        assert all(PASSWORD not in str(args) for args in fills)
        bodies = b"".join(archive.request_body(entry) for entry in archive.entries() if entry.method == "POST")
        assert b"graphql" in b" ".join(entry.url.encode() for entry in archive.entries())
    assert PASSWORD.encode() not in bodies
    assert b"password=" in bodies
