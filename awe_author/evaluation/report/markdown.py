"""The report as Markdown: its tables, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from awe_author.evaluation.metrics import Summary
from awe_author.evaluation.report.words import Table, tables


def markdown(summary: Summary, title: str) -> str:
    """The whole document."""
    return f"# {_plain(title)}\n\n" + "\n".join("".join(_lines(table)) for table in tables(summary))


def _lines(table: Table) -> Iterator[str]:
    yield f"## {table.title}\n\n"
    yield "| " + " | ".join(column.removesuffix("#") for column in table.columns) + " |\n"
    yield "|" + "|".join("---:" if column.endswith("#") else "---" for column in table.columns) + "|\n"
    for row in table.rows:
        yield "| " + " | ".join(map(_plain, row)) + " |\n"
    if table.note:
        yield f"\n{table.note}\n"


def _plain(text: str) -> str:
    """A cell in which nothing is markup."""
    flat = " ".join(text.split())
    return "".join("\\" + letter if letter in "\\|`*_<>[]#" else letter for letter in flat)
