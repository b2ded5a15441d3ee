"""`awe-author demo` without the shared kit: the short parts. The whole path is in tests/e2e/test_record_replay.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.browser.step_language import parse_steps
from awe_author.cli import demo
from awe_author.cli.main import main
from awe_author.demo.apps import running
from awe_author.errors import AweError
from tests.fidelity.drawn import foreign_warc


def test_an_unknown_app_is_wrong_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["demo", "--app", "nonesuch", "--out", str(tmp_path)]) == 2
    assert "harbor" in capsys.readouterr().err


def test_an_app_that_still_answers_stops_the_demo() -> None:
    with running("harbor", None, lambda text: None) as app:
        with pytest.raises(AweError, match="still answers"):
            demo._insist_stopped(app)
        app.stop()
        demo._insist_stopped(app)


def test_what_was_taken_is_counted(tmp_path: Path) -> None:
    path = foreign_warc(tmp_path / "a.warc", {"http://a.test/": "<p>a", "http://a.test/b": "<p>b"}, {})
    steps = parse_steps('[{"goto": "/"}, {"click": "a"}, {"wait": 1}, {"fill": ["b", "c"]}, {"page": "d"}]')
    taken = demo.count(path, steps, 1.5)
    assert (taken.exchanges, taken.interactions, taken.sockets) == (2, 2, 0)
