"""What commands print, and where: results on stdout, everything else on stderr.

With `--json` stdout holds exactly one JSON document and nothing else; without it, stdout holds what a person reads.
Progress and remarks go to stderr either way, so that a pipe gets the result only. A command takes the option so:

    @click.command()
    @with_output
    def command(output: Output) -> int:
        with output.progress("Pages") as bar: ...
        output.result({"pages": 3}, output.table("Pages", ["name"], [["start"]]))
        return 0            # the exit code
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

import click
import orjson
from rich.console import Console, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from awe_author.errors import InputError

P = ParamSpec("P")
R = TypeVar("R")


def print_document(value: Any) -> None:
    """`value` as one indented JSON document on stdout. Paths, dates and dataclasses are allowed in it."""
    sys.stdout.write(encode(value).decode() + "\n")
    sys.stdout.flush()


def print_event(value: Any) -> None:
    """`value` as one line of JSON on stdout, at once: what a program that started us waits for ("ready")."""
    sys.stdout.write(orjson.dumps(value, default=str).decode() + "\n")
    sys.stdout.flush()


def encode(value: Any) -> bytes:
    """`value` as indented JSON, keys in the given order."""
    return orjson.dumps(value, default=str, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS)


class Bar:
    """One line of progress."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress, self._task = progress, task

    def advance(self, steps: float = 1) -> None:
        self._progress.advance(self._task, steps)

    def say(self, text: str) -> None:
        """What is being done now, shown in place of the first label."""
        self._progress.update(self._task, description=text)

    def total(self, steps: float | None) -> None:
        """How many steps there will be (None: unknown)."""
        self._progress.update(self._task, total=steps)


class Output:
    """Where one command writes."""

    def __init__(self, *, json: bool = False) -> None:
        self.json = json
        """Was `--json` given?"""
        self.out = Console(highlight=False)
        """stdout, for the result; not to be used under `--json` (`result` sees to it)."""
        self.err = Console(stderr=True, highlight=False)
        """stderr, for progress and remarks."""

    def result(self, document: Any, *human: RenderableType) -> None:
        """The command's result: `document` under `--json`, else what `human` shows: tables, or text as it is."""
        if self.json:
            print_document(document)
            return
        for shown in human:
            if isinstance(shown, str | Text):
                self.out.print(shown, markup=False, soft_wrap=True)
            else:
                self.out.print(shown)

    def note(self, text: str) -> None:
        """A remark for the person who watches."""
        self.err.print(Text(text), soft_wrap=True)

    def warn(self, text: str) -> None:
        """A remark about something that went wrong without stopping the command."""
        self.err.print(Text.assemble(("Warning: ", "bold yellow"), text), soft_wrap=True)

    @contextmanager
    def progress(self, label: str, total: float | None = None) -> Iterator[Bar]:
        """A progress bar on stderr; silent when stderr is no terminal."""
        columns = (
            TextColumn("{task.description}"), BarColumn(bar_width=24), MofNCompleteColumn(), TimeElapsedColumn(),
        )  # fmt: skip
        with Progress(*columns, console=self.err, disable=not self.err.is_terminal) as shown:
            yield Bar(shown, shown.add_task(label, total=total))

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
        """A table for `result`; a column whose name ends in "#" is a number (shown without the sign, to the right)."""
        table = Table(title=Text(title) if title else None, title_justify="left", header_style="bold")
        for name in columns:
            number = name.endswith("#")
            table.add_column(name.removesuffix("#"), justify="right" if number else "left", overflow="fold")
        for row in rows:
            table.add_row(*(cell if isinstance(cell, Text) else Text(str(cell)) for cell in row))
        return table


def with_output(function: Callable[P, R]) -> Callable[..., R]:
    """Give the command `--json` and pass it an `Output` as the argument `output`."""

    @click.option("--json", "as_json", is_flag=True, help="Print one JSON document on stdout; progress goes to stderr.")
    @functools.wraps(function)
    def wrapped(*args: Any, as_json: bool, **kwargs: Any) -> R:
        return function(*args, output=Output(json=as_json), **kwargs)  # type: ignore[arg-type]

    return wrapped


def share(value: float, flag: str) -> float:
    """A part of all that an option says, 0 to 1. Raises InputError for any other number."""
    if not 0 <= value <= 1:
        raise InputError(f"{value:g} is not between 0 and 1", where=flag, hint="for 95 % write 0.95")
    return value
