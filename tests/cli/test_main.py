"""The program as a shell sees it: exit codes, what goes to stdout and what to stderr."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from awe_author import __version__
from awe_author.cli.main import COMMANDS, LazyGroup, application, main, report
from awe_author.errors import AweError, InputError


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "awe_author", *arguments],
        capture_output=True, text=True, check=False, env={**os.environ, **environment}, timeout=60,
    )  # fmt: skip


def test_version_is_one_line_on_stdout() -> None:
    done = run("--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"awe-author {__version__}\n", "")


def test_help_names_every_command_without_importing_one() -> None:
    code = "import sys; from awe_author.cli.main import main; main(['-h']); print('playwright' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.rstrip().endswith("False")
    for name in COMMANDS:
        assert f"\n  {name}" in done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_json(name: str) -> None:
    context = click.Context(application)
    command = application.get_command(context, name)
    assert command is not None
    assert command.help
    for one in command.commands.values() if isinstance(command, click.Group) else [command]:
        assert one.help
        assert any("--json" in parameter.opts for parameter in one.params), f"{name} lacks --json (use with_output)"


def test_wrong_command_exits_2_and_says_so_on_stderr() -> None:
    done = run("rekord")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "rekord" in done.stderr


def test_wrong_usage_under_json_is_a_document_too() -> None:
    done = run("schema", "--nonsense", "--json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["exit_code"] == 2


def raising(error: BaseException) -> Callable[[], int]:
    def command() -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (AweError("it broke"), 1),
        (InputError("no such key", where="site.yaml:3", hint="did you mean `entry`?"), 2),
        (click.UsageError("no"), 2),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (ValueError("a [bug] of ours\nin two lines"), 70),
    ],
)
def test_exit_codes(error: BaseException, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert report(error, as_json=False) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "Traceback" not in shown.err


def test_an_error_says_what_where_and_hint(capsys: pytest.CaptureFixture[str]) -> None:
    report(InputError("no such key [entry]", where="site.yaml:3", hint="use `entry`"), as_json=True)
    shown = capsys.readouterr()
    assert "site.yaml:3: no such key [entry]" in shown.err
    assert "Hint: use `entry`" in shown.err
    facts = {"what": "no such key [entry]", "where": "site.yaml:3", "hint": "use `entry`", "exit_code": 2}
    assert json.loads(shown.out) == {"error": facts}


def test_a_bug_is_one_line_unless_debugging(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report(ValueError("odd\nthing"))
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    assert "ValueError: odd thing" in line
    assert "AWE_DEBUG=1" in line
    monkeypatch.setenv("AWE_DEBUG", "1")
    report(ValueError("odd"))
    assert "ValueError: odd" in capsys.readouterr().err


def test_a_command_that_lacks_an_optional_package_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "strange_commands"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "view.py").write_text("import pywb_that_is_absent\n")
    monkeypatch.syspath_prepend(tmp_path)
    group = LazyGroup({"view": "Look."}, "strange_commands")
    with pytest.raises(AweError, match="needs the Python package pywb_that_is_absent") as caught:
        group.main(["view", "some.wacz", "--port", "1"], standalone_mode=False)
    assert "pip install pywb_that_is_absent" in caught.value.hint


def test_a_closed_pipe_is_quiet() -> None:
    command = f"{sys.executable} -m awe_author -h | true"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert done.stderr == ""


def test_main_returns_what_the_command_returns() -> None:
    assert main(["schema"]) == 0
