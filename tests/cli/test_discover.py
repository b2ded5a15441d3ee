"""`awe-author discover` from a file to the four drafts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from awe_author.cli.main import main

TICKETS = [{"id": 7, "subject": "Door stuck"}, {"id": 8, "subject": "Lamp broken"}]


def har_entry(number: int, method: str, url: str, answer: Any, sent: Any = None, status: int = 200) -> dict[str, Any]:
    request: dict[str, Any] = {
        "method": method,
        "url": url,
        "httpVersion": "HTTP/1.1",
        "headers": [],
        "queryString": [],
    }
    if sent is not None:
        request["headers"] = [{"name": "Content-Type", "value": "application/json"}]
        request["postData"] = {"mimeType": "application/json", "text": json.dumps(sent)}
    content = {"mimeType": "application/json", "text": json.dumps(answer), "size": 0}
    headers = [{"name": "Content-Type", "value": "application/json"}]
    response = {"status": status, "statusText": "", "httpVersion": "HTTP/1.1", "headers": headers, "content": content}
    return {
        "startedDateTime": f"2025-03-03T09:00:{number:02d}.000Z",
        "time": 5,
        "request": request,
        "response": response,
    }


@pytest.fixture
def har(tmp_path: Path) -> Path:
    new = {"id": 9, "subject": "No coffee"}
    entries = [
        har_entry(1, "GET", "https://desk.test/api/tickets", {"data": TICKETS}),
        har_entry(2, "POST", "https://desk.test/api/tickets", {"data": new}, {"subject": "No coffee"}, 201),
        har_entry(3, "GET", "https://desk.test/api/tickets", {"data": [*TICKETS, new]}),
    ]
    path = tmp_path / "My Desk.har"
    path.write_text(
        json.dumps({"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": entries}})
    )
    return path


def test_drafts_are_written_and_the_model_passes_its_check(
    har: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "drafts" / "desk"
    assert main(["discover", str(har), "--out", str(out), "--app", "desk"]) == 0
    shown = capsys.readouterr().out
    assert "tickets" in shown
    assert "create" in shown
    assert sorted(path.name for path in out.iterdir()) == ["features.yaml", "model.json", "report.json", "seed.json"]
    assert set(json.loads((out / "seed.json").read_text())["tickets"]) == {"7", "8"}
    features = yaml.safe_load((out / "features.yaml").read_text())
    drafted = [one["id"] for one in features["features"]]
    assert drafted[:2] == ["tickets.list.api", "tickets.create.api"]
    # What was never recorded is guessed by convention, after what was.
    assert drafted[2:] == ["tickets.update.api", "tickets.delete.api", "tickets.read.api"]
    assert "# seen: POST /api/tickets, seq 2" in (out / "features.yaml").read_text()
    assert main(["check", "model", str(out), "--tries", "3"]) == 0


def test_the_report_is_the_json_result(har: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discover", str(har), "--out", str(tmp_path / "d"), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["app"] == "my-desk"
    seen = [(one["kind"], one["role"]) for one in report["operations"] if one["sure"] > 0.3]
    assert seen == [("tickets", "list"), ("tickets", "create")]
    guessed = [(one["kind"], one["role"]) for one in report["operations"] if one["sure"] <= 0.3]
    assert guessed == [("tickets", "update"), ("tickets", "delete"), ("tickets", "read")]


def test_a_wrong_name_or_folder_is_wrong_input(har: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["discover", str(har), "--out", str(tmp_path / "d"), "--app", "My App"]) == 2
    assert "small letters" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert main(["discover", str(har), "--out", str(tmp_path / "file" / "d")]) == 2
    assert main(["discover", str(tmp_path / "none.wacz"), "--out", str(tmp_path / "d")]) == 2
