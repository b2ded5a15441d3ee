"""`awe-author report`: what the episodes of a run say, on the terminal, as JSON, Markdown and one HTML page."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import RenderableType
from rich.text import Text

from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.evaluation.episodes import Episode, Run, read_run
from awe_author.evaluation.metrics import Summary, summarise
from awe_author.evaluation.report import markdown, page, tables

SHOWN = ("completion", "repeats", "risk", "actions", "decay", "failures", "faults")
"""Tables that the terminal shows; the other forms have all."""

LEFT_OUT = frozenset({"95%", "range", "mix", "deviation#", "resolved#"})
"""Columns that are too wide for a terminal."""

EPILOG = """\b
Examples:
  awe-author report runs/2026-11-22
  awe-author report runs/a runs/b --html compared.html
  awe-author report runs/a --agent noop --json > figures.json
"""


@click.command(epilog=EPILOG)
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--agent", "agents", multiple=True, metavar="NAME", help="Only episodes of this agent (repeatable).")
@click.option("--task", "tasks", multiple=True, metavar="ID", help="Only episodes of this task (repeatable).")
@click.option("--markdown", "markdown_file", type=click.Path(path_type=Path), metavar="F", help="Write Markdown to F.")
@click.option("--html", "html_file", type=click.Path(path_type=Path), metavar="F", help="Write one HTML page to F.")
@with_output
def command(
    output: Output,
    runs: tuple[Path, ...],
    agents: tuple[str, ...],
    tasks: tuple[str, ...],
    markdown_file: Path | None,
    html_file: Path | None,
) -> int:
    """Report on the episodes of one or several RUNs: folders, or files with one episode a line.

    Success, resolved, checkpoint score, completion under policy, risk by dimension, pass@k and pass^k, actions, decay
    along the task, modes of failure, all by agent and by label. Invalid episodes are counted and take part in nothing
    else.

    Exit code 0; 2 when a run can't be read.
    """
    read = [read_run(path) for path in runs]
    summary = summarise(_chosen(read, agents, tasks))
    title = "Report on " + ", ".join(path.name or str(path) for path in runs)
    if markdown_file:
        _write(markdown_file, markdown(summary, title))
    if html_file:
        _write(html_file, page(summary, title, _subtitle(read, summary)))
    files = {"markdown": markdown_file, "html": html_file}
    written = {kind: str(file) if file else None for kind, file in files.items()}
    output.result({**summary.document, "written": written}, *_shown(summary, written, output))
    return 0


def _chosen(runs: list[Run], agents: tuple[str, ...], tasks: tuple[str, ...]) -> list[Episode]:
    episodes = [one for run in runs for one in run.episodes]
    for names, known, flag in (
        (agents, {one.agent for one in episodes}, "--agent"),
        (tasks, {one.task for one in episodes}, "--task"),
    ):
        for name in names:
            if name not in known:
                raise InputError(
                    f"no episode is of {name!r}", where=flag, hint=f"there are: {', '.join(sorted(known))}"
                )
    return [one for one in episodes if (not agents or one.agent in agents) and (not tasks or one.task in tasks)]


def _subtitle(runs: list[Run], summary: Summary) -> str:
    count = sum(len(run.episodes) for run in runs)
    parts = [f"{count} episode{'s' * (count != 1)}", f"{len(summary.agents)} agent{'s' * (len(summary.agents) != 1)}"]
    started = sorted({one.started for run in runs for one in run.episodes if one.started})
    if started:
        parts.append(f"begun {started[0]}")
    return ", ".join(parts)


def _write(file: Path, text: str) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"can't be written: {error.strerror}", where=str(file)) from error


def _shown(summary: Summary, written: dict[str, str | None], output: Output) -> list[RenderableType]:
    shown: list[RenderableType] = []
    for table in tables(summary):
        if table.name in SHOWN:
            kept = [place for place, column in enumerate(table.columns) if column not in LEFT_OUT]
            rows = [[row[place] for place in kept] for row in table.rows]
            shown.append(output.table(table.title, [table.columns[place] for place in kept], rows))
    if not shown:
        shown.append(Text("There are no episodes.", style="bold yellow"))
    shown += [f"{kind.upper() if kind == 'html' else kind.title()}: {file}" for kind, file in written.items() if file]
    return shown
