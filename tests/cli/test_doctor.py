"""`awe-author doctor` on this machine, and with things taken away."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from awe_author.cli import doctor
from awe_author.cli.main import main

NOTHING = {"PATH": "/nonexistent", "HOME": "/nonexistent", "AWE_CHROMIUM": "/nonexistent/chrome"}


@pytest.mark.browser
def test_this_machine_can_record_and_replay(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["doctor", "--json"])
    document = json.loads(capsys.readouterr().out)
    found = {check["name"]: check for check in document["checks"]}
    assert found["Rendering"]["status"] == "ok", found
    assert found["Chromium"]["status"] == "ok"
    assert code == (0 if document["ok"] else 1)


@pytest.mark.browser
def test_a_person_reads_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor"])
    shown = capsys.readouterr().out
    assert "Rendering" in shown
    assert "127.0.0.1" in shown


def test_without_a_browser_rendering_is_not_tried() -> None:
    found = {check.name: check for check in doctor.examine_all(NOTHING)}
    assert found["Chromium"].status == "missing"
    assert "AWE_CHROMIUM" in found["Chromium"].advice
    assert found["Rendering"].found == "not tried, since something above is missing"
    assert found["Fonts"].status == "missing"
    assert "apt-get install" in found["Fonts"].advice


@pytest.mark.browser
def test_a_program_that_is_no_browser_is_told(tmp_path: Path) -> None:
    fake = tmp_path / "chrome"
    fake.write_text("#!/bin/sh\necho 'Chromium 156.0.1.2'\n")
    fake.chmod(0o755)
    check = doctor.rendering({**os.environ, "AWE_CHROMIUM": str(fake)})
    assert check.status == "missing"
    assert check.advice


@pytest.mark.parametrize(
    ("requirement", "problem"),
    [
        ("click>=8.1", ""),
        ("httpx[http2]>=0.27", ""),
        ("click", ""),
        ("click>=99.0", "99.0 or newer"),
        ("no-such-package-of-ours>=1", "is not installed"),
    ],
)
def test_requirements_are_compared_with_what_is_installed(requirement: str, problem: str) -> None:
    lacking = doctor.lacks(requirement)
    assert problem in lacking
    assert bool(lacking) == bool(problem)


def test_optional_things_do_not_fail_the_check() -> None:
    absent = doctor.optional("pywb", "only for view", lambda environ: "", "pip install it")({})
    assert (absent.status, absent.advice) == ("optional", "pip install it")
    assert doctor.optional("pywb", "only for view", lambda environ: "2.8", "")({}).status == "ok"
