"""`awe-author verify` on the command line: exit codes, JSON, the report's place."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from awe_author.cli import schema
from awe_author.cli.main import main
from tests.fidelity.drawn import foreign_warc, picture

URL = "http://still.test/"
STILL = "<!doctype html><title>Still</title><body style='margin:0;background:#0b6e8a'></body>"


@pytest.mark.browser
def test_json_follows_the_schema_and_names_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = foreign_warc(tmp_path / "still.warc", {URL: STILL}, {URL: picture((300, 200), ground="#0b6e8a")})
    assert main(["verify", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    html = Path(document.pop("report")["html"])
    assert html == tmp_path / "still-fidelity" / "report.html"
    assert "Passed" in html.read_text()
    jsonschema.Draft202012Validator(schema.load("fidelity")).validate(document)


@pytest.mark.browser
def test_a_difference_ends_with_1_and_a_table_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = foreign_warc(tmp_path / "still.warc", {URL: STILL}, {URL: picture((300, 200))})
    assert main(["verify", str(path), "--out", str(tmp_path / "report")]) == 1
    shown = capsys.readouterr().out
    assert "Not passed" in shown
    assert "To look at" in shown
    assert (tmp_path / "report" / "report.json").is_file()


@pytest.mark.parametrize(
    "arguments",
    [
        ["absent.wacz"],
        ["x.wacz", "--threshold", "95"],
        ["x.wacz", "--repeat", "0"],
        ["x.wacz", "--timeout", "-1"],
        ["x.wacz", "--page", "/"],
        [],
    ],
)
def test_wrong_input_ends_with_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *arguments]) == 2
    assert capsys.readouterr().err
