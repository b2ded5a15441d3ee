"""Harbor CRM against its own recording: what is the same is called the same, and a planted difference has its cause."""

from __future__ import annotations

import asyncio
import json
import shlex
import sys
from pathlib import Path

import jsonschema
import pytest

from awe_author.browser.step_language import parse_steps
from awe_author.cli import schema
from awe_author.cli.twin import opened
from awe_author.demo import DemoServer
from awe_author.demo.store import PASSWORD, USER
from awe_author.errors import InputError
from awe_author.recorder.record import Plan as Recording
from awe_author.recorder.record import record
from awe_author.recorder.site import find_site
from awe_author.twin.drive import Plan, twin
from awe_author.twin.model import TwinReport
from awe_author.twin.report import write_report

PUBLIC = "https://crm.harbor.test"
SEEDED = 1_790_000_000.0
LOGIN = f"""
- goto: /
- fill: ["input[name=email]", "{USER}"]
- fill: ["input[name=password]", "{PASSWORD}"]
- click: button
- wait: "#leads tbody tr"
"""
TOUR = f"""{LOGIN}
- page: leads
- fill: ["#search", "holm"]
- wait: "#total:has-text('found')"
- goto: /leads
- wait: "#leads tbody tr"
- click: "#new"
- fill: ["#editor [name=name]", "Orla Fenwick"]
- fill: ["#editor [name=company]", "Lantern Point"]
- fill: ["#editor [name=value]", "42000"]
- click: "#save"
- wait: 'td a:has-text("Orla Fenwick")'
- page: created
"""
OTHER = f"""{LOGIN}
- click: "#new"
- fill: ["#editor [name=name]", "Piet Vos"]
- fill: ["#editor [name=company]", "Blue Quay"]
- fill: ["#editor [name=value]", "7000"]
- click: "#save"
- wait: 'td a:has-text("Piet Vos")'
- goto: /leads
- page: reloaded
"""


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("harbor") / "harbor.wacz"
    with DemoServer(seeded=SEEDED) as app:
        site = find_site(PUBLIC, None)
        site.origins[PUBLIC] = app.url
        recorded = asyncio.run(record(Recording(site, out, parse_steps(TOUR))))
    assert recorded.failures == []
    return out


async def compared(mock: Path, steps: str, app: DemoServer, baseline: str | None = None) -> TwinReport:
    async with opened([mock]) as served:
        return await twin(Plan(served, app.url, parse_steps(steps), timeout=10.0, baseline=baseline), lambda at: None)


def told(report: TwinReport) -> str:
    """Everything that differs, for a test that fails."""
    return json.dumps([step.as_json() for step in report.steps if not step.clean], indent=1, default=str)


@pytest.mark.browser
@pytest.mark.timeout(300)
async def test_reads_that_were_recorded_are_equal(recording: Path, tmp_path: Path) -> None:
    with DemoServer(seeded=SEEDED) as app:
        report = await compared(recording, TOUR.partition("- goto: /leads")[0], app)
    scores = report.scores()
    assert scores["replies"].share == 1.0, told(report)
    assert scores["steps"].share == 1.0, told(report)
    assert scores["texts"].share == 1.0, told(report)
    assert scores["entities"].total > 5
    assert scores["entities"].share == 1.0, report.entities
    assert report.passed
    written = write_report(report, tmp_path)
    document = json.loads(written.json.read_bytes())
    jsonschema.Draft202012Validator(schema.load("twin")).validate(document)
    html = written.html.read_text()
    assert "Passed" in html
    assert "data:image/png" in html


@pytest.mark.browser
@pytest.mark.timeout(300)
async def test_what_the_recording_does_not_know_is_found_with_its_cause(recording: Path, tmp_path: Path) -> None:
    with DemoServer(seeded=SEEDED) as app:
        report = await compared(recording, OTHER, app)
    replies = {(one.method, one.operation.rpartition("/")[2]): one for one in report.replies}
    assert replies["POST", "leads"].cause == "unmodelled write", told(report)
    assert replies["POST", "leads"].live_status == 201
    after = [one for one in report.replies if one.operation == "GET crm.harbor.test/api/leads" and one.step > 8]
    assert {one.cause for one in after if not one.equal} <= {"missing feature", "not asked"}, told(report)
    assert any(one.cause == "missing feature" for one in after), told(report)
    waited = next(step for step in report.steps if "Piet Vos" in step.label and step.verb == "wait")
    assert waited.live_error is None
    assert waited.mock_error is not None
    assert not waited.text_equal
    assert report.scores()["entities"].share is not None
    assert not report.passed
    written = write_report(report, tmp_path)
    jsonschema.Draft202012Validator(schema.load("twin")).validate(json.loads(written.json.read_bytes()))
    assert "unmodelled write" in written.html.read_text()


@pytest.mark.browser
@pytest.mark.timeout(300)
async def test_the_live_app_is_compared_with_itself(recording: Path, tmp_path: Path) -> None:
    back = tmp_path / "back"
    steps = f'{LOGIN}\n- fill: ["#search", "holm"]\n- wait: "#total:has-text(\'found\')"\n- page: found\n'
    with DemoServer(seeded=SEEDED) as app:
        report = await compared(recording, steps, app, shlex.join([sys.executable, "-c", f"open({str(back)!r}, 'x')"]))
    assert back.is_file(), "the app was put back once"
    assert set(report.baseline) == {"replies", "messages", "texts"}
    assert all(score.share == 1.0 for score in report.baseline.values() if score.total), told(report)
    assert report.baseline["replies"].total > 5
    assert report.by_baseline() == {"replies": 0, "texts": 0}
    assert report.scores()["texts"].share == 1.0, told(report)
    written = write_report(report, tmp_path)
    document = json.loads(written.json.read_bytes())
    jsonschema.Draft202012Validator(schema.load("twin")).validate(document)
    assert document["baseline"]["texts"]["share"] == 1.0
    assert "two runs of the live app" in written.html.read_text()


async def test_a_live_app_under_another_name_has_to_be_placed(recording: Path) -> None:
    async with opened([recording]) as served:
        plan = Plan(served, "https://else.test", parse_steps(TOUR), {"https://third.test": "http://127.0.0.1:9"})
        with pytest.raises(InputError, match=r"recorded at https://crm\.harbor\.test"):
            await twin(plan, lambda at: None)


async def test_a_mock_without_pages_is_wrong_input(tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text('{"type": "object", "properties": {"n": {"type": "string"}}}')
    with pytest.raises(InputError, match="no recording"):
        async with opened([tmp_path / "model.json"]):
            pass
