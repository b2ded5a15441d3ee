"""Results on stdout, the rest on stderr; one document under --json."""

from __future__ import annotations

import json

import click
import pytest
from click.testing import CliRunner

from awe_author.cli.output import Output, with_output


@click.command()
@click.option("--count", default=1)
@with_output
def example(output: Output, count: int) -> None:
    """An example."""
    output.note("working on [it]")
    with output.progress("Counting", total=count) as bar:
        bar.advance()
    rows = [["a [b]", count]]
    output.result({"count": count}, output.table("Counted", ["name", "count#"], rows), "plain [text]")


def test_under_json_stdout_is_one_document() -> None:
    done = CliRunner().invoke(example, ["--json", "--count", "3"])
    assert json.loads(done.stdout) == {"count": 3}
    assert "working on [it]" in done.stderr


def test_without_json_a_person_reads_a_table() -> None:
    done = CliRunner().invoke(example, ["--count", "3"])
    assert "a [b]" in done.stdout
    assert "count#" not in done.stdout
    assert "plain [text]" in done.stdout
    assert "working" not in done.stdout


def test_a_warning_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    Output(json=True).warn("one page [3] failed")
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "Warning: one page [3] failed\n")
