"""The guide's page about the sales floor: what it shows is in the models, and what it prints is printed."""

from __future__ import annotations

import re

import pytest

from tests.state_models.floor import ROOT

PAGE = (ROOT / "docs/guide/sales-floor.md").read_text()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_the_program_prints_what_the_page_says(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(blocks("python")[0], "sales-floor.md", "exec"), {})
    assert capsys.readouterr().out == blocks("text")[0]


def test_what_is_quoted_stands_in_the_models() -> None:
    models = "".join((ROOT / "state_models" / app / "model.json").read_text() for app in ("crm", "engagement"))
    squeezed = re.sub(r"\s+", "", models)
    quoted = [
        text
        for block in blocks("json")
        for text in re.findall(r'"(?:that|message|each|at|key|read|from|path)": "(?:[^"\\]|\\.)*"', block)
    ]
    assert len(quoted) > 12
    missing = [one for one in quoted if re.sub(r"\s+", "", one) not in squeezed]
    assert missing == []
