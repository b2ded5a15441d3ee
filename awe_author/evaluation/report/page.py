"""The report as one HTML page: plots and tables, no script, no other file, nothing from a network."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from awe_author.evaluation.metrics import Summary
from awe_author.evaluation.metrics.actions import FAMILIES
from awe_author.evaluation.metrics.decay import STAGES
from awe_author.evaluation.report.plots import ASLEEP, BAD, GOOD, Bar, bars, lines, stacks
from awe_author.evaluation.report.words import Table, agents, each, percent, tables


@dataclass(frozen=True, slots=True)
class Section:
    """A table and the plots above it."""

    table: Table
    plots: tuple[str, ...]
    """SVG, made by `plots`, where every text is escaped."""


def page(summary: Summary, title: str, subtitle: str = "") -> str:
    """The whole page."""
    drawn = dict(_plots(summary))
    sections = [Section(table, tuple(drawn.get(table.name, ()))) for table in tables(summary)]
    document: Mapping[str, Any] = summary.document
    loader = PackageLoader("awe_author.evaluation.report", "templates")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    template = environment.get_template("report.html")
    return template.render(title=title, subtitle=subtitle, sections=sections, episodes=document["episodes"])


def _plots(summary: Summary) -> Iterator[tuple[str, list[str]]]:
    """Name of a table -> its plots."""
    figures = list(each(summary))
    names = [agent for agent, _ in figures]
    yield "completion", [_completion(figures, names), _outcomes(figures)]
    alone = list(agents(summary))
    repeats = [(agent, [(row["k"], row["pass_at_k"]) for row in told["repeats"]]) for agent, told in alone]
    again = [(agent, [(row["k"], row["pass_hat_k"]) for row in told["repeats"]]) for agent, told in alone]
    if any(len(points) > 1 for _, points in repeats):
        yield "repeats", [lines(repeats, "pass@k", "k: one of k attempts"), lines(again, "pass^k", "k: all k attempts")]
    yield "risk", [_risk(agent, told) for agent, told in figures if told["risk"]["all"]["policies"]]
    yield "actions", [_actions(figures)]
    yield "decay", [_decay(figures, names)]
    yield "failures", [_failures(figures, names)]


def _bar(told: Mapping[str, Any]) -> Bar:
    interval = told["interval"]
    text = f"{percent(told['share'])} ({told['count']}/{told['of']})"
    return Bar(told["share"], text, (interval[0], interval[1]) if interval else None)


def _completion(figures: list[tuple[str, Any]], names: list[str]) -> str:
    rows = {"success": "success", "resolved": "resolved", "cup": "CuP"}
    groups = [(shown, [_bar(told["completion"][key]) for _, told in figures]) for key, shown in rows.items()]
    scores = [told["completion"]["checkpoint_score"] for _, told in figures]
    groups.insert(2, ("checkpoint score", [Bar(score, percent(score)) for score in scores]))
    return bars(groups, names, "Completion")


def _outcomes(figures: list[tuple[str, Any]]) -> str:
    rows = [(agent, [told["completion"][name] for name in ("pass", "fail", "invalid")]) for agent, told in figures]
    return stacks(rows, ("pass", "fail", "invalid"), "Outcomes", (GOOD, BAD, ASLEEP))


def _risk(agent: str, told: Any) -> str:
    known = [(name, one) for name, one in told["risk"]["by_dimension"].items() if one["policies"]]
    rows = [(name.replace("_", " "), [one["violated"], one["kept"], one["dormant"]]) for name, one in known]
    return stacks(rows, ("violated", "kept", "dormant"), f"Policies by dimension: {agent}", (BAD, GOOD, ASLEEP))


def _actions(figures: list[tuple[str, Any]]) -> str:
    seen = {name for _, told in figures for name in told["actions"]["families"]}
    families = [name for name in (*FAMILIES, "other") if name in seen]
    rows = [
        (agent, [told["actions"]["families"].get(name, {"count": 0})["count"] for name in families])
        for agent, told in figures
    ]
    return stacks(rows, families, "What agents do")


def _decay(figures: list[tuple[str, Any]], names: list[str]) -> str:
    groups = [(stage, [_bar(told["decay"]["by_third"][stage]) for _, told in figures]) for stage in STAGES]
    return bars(groups, names, "Checkpoints passed along the task")


def _failures(figures: list[tuple[str, Any]], names: list[str]) -> str:
    modes = [mode for mode in figures[0][1]["failures"]["modes"] if any(
        told["failures"]["modes"][mode]["count"] for _, told in figures)] if figures else []  # fmt: skip
    groups = []
    for mode in modes:
        told_by = [told["failures"]["modes"][mode] for _, told in figures]
        groups.append((mode.replace("_", " "), [Bar(one["share"], f"{one['count']}") for one in told_by]))
    return bars(groups, names, "Why checkpoints fail") if groups else ""
