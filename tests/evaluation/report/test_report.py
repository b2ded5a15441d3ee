"""The report shows the figures, needs nothing from outside, and lets no text become markup."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from awe_author.evaluation.metrics import Summary, summarise
from awe_author.evaluation.report import TABLES, markdown, page, tables
from awe_author.evaluation.report.plots import Bar, bars, lines, stacks
from tests.evaluation.episodes.making import checkpoint, episode, policy

EVIL = '<script>alert(1)</script> | `x` & "y"'


@pytest.fixture(scope="module")
def summary() -> Summary:
    policies = (policy("kept"), policy("violated"), policy("dormant", "error_handling"))
    episodes = [
        episode(task, marks, agent=agent, attempt=attempt, policies=policies, steps=("click", "type"), labels={"app": EVIL})
        for agent in ("a", EVIL)
        for task, marks in (("t1", "++-"), ("t2", "+++"))
        for attempt in (1, 2)
    ]  # fmt: skip
    asked = checkpoint("fair", True, kind="judge")
    return summarise([*episodes, episode("t3", invalid=True), episode("t4", judged=(asked,))])


def test_every_table_has_rows_and_as_many_cells_as_columns(summary: Summary) -> None:
    made = tables(summary)
    assert [one.name for one in made] == list(TABLES)
    for table in made:
        assert all(len(row) == len(table.columns) for row in table.rows), table.name


def test_the_page_asks_nothing_from_outside(summary: Summary) -> None:
    html = page(summary, "Report", "2 agents")
    assert not re.search(r"(?:src|href|url\()\s*=?\s*[\"']?(?:https?:)?//|@import|<script|<link|<img", html)
    assert "default-src 'none'" in html
    assert html.count("<svg") >= 6


def test_texts_stay_texts(summary: Summary) -> None:
    html = page(summary, EVIL, EVIL)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert not re.search(r"(?<!\\)<", markdown(summary, EVIL))


def test_the_figures_are_in_all_forms(summary: Summary) -> None:
    for text in (page(summary, "R"), markdown(summary, "R")):
        assert "50.0%" in text  # success of either agent
        assert "the browser went away" in text


def test_markdown_tables_are_tables(summary: Summary) -> None:
    for block in markdown(summary, "R").split("\n\n"):
        if block.startswith("|"):
            rows = [re.split(r"(?<!\\)\|", line) for line in block.strip().splitlines()]
            assert len({len(row) for row in rows}) == 1, block


@pytest.mark.parametrize(
    "drawn",
    [bars([("one & two", [Bar(0.5, "50%", (0.2, 0.8)), Bar(None, "-")])], ["a<b", "c"], "T"),
     stacks([("x", [1, 0, 3]), ("nothing", [0, 0, 0])], ["p", "q", "r"], "T"),
     lines([("a", [(1, 0.1), (2, 0.9)]), ("b", [])], "T", "k"), lines([("a", [(1, 0.5)])], "T", "k")],
)  # fmt: skip
def test_plots_are_well_formed(drawn: str) -> None:
    root = ElementTree.fromstring(drawn)
    assert root.tag == "svg"
    width = float(root.attrib["width"])
    for shape in root.iter("rect"):
        assert 0 <= float(shape.attrib["x"]) <= float(shape.attrib["x"]) + float(shape.attrib["width"]) <= width


def test_a_report_of_nothing() -> None:
    empty = summarise([])
    assert markdown(empty, "R").startswith("# R")
    assert "<h1>R</h1>" in page(empty, "R")
