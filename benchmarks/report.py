"""The results as tables on the terminal, as JSON, and as Markdown: medians with spread, ratios to the floor and us."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks import big_archive, evaluation, features_api, features_dom, pages, rates, state, state_report
from benchmarks.systems import FLOOR, HAR, OURS
from benchmarks.tables import Grid, by_round, ratio, spread

ORDER = (FLOOR, OURS, "pywb", "mitmproxy", HAR)


@dataclass(slots=True)
class Report:
    """Everything one run measured."""

    machine: str
    when: str
    versions: dict[str, str]
    settings: dict[str, Any]
    pages: pages.Results = field(default_factory=dict)
    rates: rates.Results = field(default_factory=dict)
    big: big_archive.Results = field(default_factory=dict)
    state: state.Results | None = None
    features: features_api.Results | None = None
    dom: features_dom.Results | None = None
    evaluation: evaluation.Scoring | None = None
    missing: dict[str, str] = field(default_factory=dict)


def grids(report: Report) -> list[Grid]:
    """The tables that a reader sees, most important first."""
    made = []
    if report.pages:
        made.append(_page_grid(report.pages))
    made += [_rate_grid(protocol, by_body) for protocol, by_body in report.rates.items()]
    if report.big:
        made.append(_big_grid(report.big))
    if report.state:
        made += state_report.grids(report.state)
    if report.features:
        made += features_api.grids(report.features)
    if report.dom:
        made += features_dom.grids(report.dom)
    if report.evaluation:
        made += evaluation.grids(report.evaluation)
    return made


def _page_grid(results: pages.Results) -> Grid:
    columns = ["page", "system", "cold ms", "x floor", "warm ms", "x floor", "wrong"]
    rows = []
    for label, by_system in results.items():
        floor = by_system.get(FLOOR)
        for name in _ordered(by_system):
            times = by_system[name]
            row = [label, name, spread(times.cold), by_round(times.cold, floor.cold if floor else [])]
            row += [spread(times.warm), by_round(times.warm, floor.warm if floor else []), str(times.wrong)]
            rows.append(row)
    note = (
        "Wall time up to the load event in Chromium: median (least to most). Less is better. `x floor` compares with "
        "the floor's load in the same round: median (middle half)."
    )
    return Grid("Page loads", note, columns, rows)


def _rate_grid(protocol: str, results: Mapping[str, Mapping[str, rates.Rate]]) -> Grid:
    columns = ["body", "system", "requests/s", "ours is x", "server CPU us/request", "ours is 1/x", "wrong"]
    rows = []
    for body, by_system in results.items():
        ours = by_system.get(OURS)
        for name in _ordered(by_system):
            rate = by_system[name]
            bound = "at least " if rate.client_bound else ""
            row = [body, name, bound + spread(rate.per_second), ratio(ours.per_second if ours else [], rate.per_second)]
            row += [spread(rate.cpu_us), ratio(rate.cpu_us, ours.cpu_us if ours else []), str(rate.wrong)]
            if rate.reconnects > len(rate.per_second):
                row[-1] += f" ({rate.reconnects} reconnects)"
            rows.append(row)
    note = (
        f"{rates.CONNECTIONS} keep-alive connections (HTTP/2: {rates.CONNECTIONS // 2} with {rates.STREAMS} streams), "
        "one server process. `at least`: the server was not the limit. More requests and less CPU are better."
    )
    return Grid(f"Requests over {protocol}", note, columns, rows)


def _big_grid(results: big_archive.Results) -> Grid:
    columns = ["archive", "system", "ready s", "first start s", "memory MB", "after requests MB", "wrong"]
    rows = []
    for label, by_system in results.items():
        for name in _ordered(by_system):
            start = by_system[name]
            if start.problem:
                rows.append([label, name, "failed", "", "", "", ""])
                continue
            first = f"{start.first:.2f}" if start.first is not None else ""
            row = [label, name, spread(start.ready), first, spread(start.memory), spread(start.memory_used)]
            rows.append([*row, str(start.wrong)])
    note = (
        "From starting the process to its first right answer (Playwright HAR: from `route_from_har`), and the "
        "proportional set size of the server's processes. Indexes were made before, except at our first start."
    )
    return Grid("Start and memory", note, columns, rows)


def _ordered(by_system: Mapping[str, object]) -> list[str]:
    return [name for name in ORDER if name in by_system]


def show(report: Report, console: Console) -> None:
    """The tables on a terminal."""
    for grid in grids(report):
        console.print(table_of(grid))
        console.print()
    for name, reason in report.missing.items():
        console.print(f"not measured: {name}: {reason}", markup=False)
    console.print(report.machine, markup=False)


def table_of(grid: Grid) -> Table:
    """One table for a terminal."""
    table = Table(title=grid.title, caption=grid.note, title_justify="left", caption_justify="left")
    for place, name in enumerate(grid.columns):
        table.add_column(name, justify="left" if place < 2 else "right", overflow="fold")
    previous = None
    for row in grid.rows:
        if previous not in (None, row[0]):
            table.add_section()
        previous = row[0]
        table.add_row(*row, style="bold" if row[1] == OURS else None)
    return table


def vars_of(report: Report) -> dict[str, Any]:
    """The report's own fields; what is in them is left as it is."""
    return {one.name: getattr(report, one.name) for one in fields(report)}


def write(report: Report, folder: Path) -> None:
    """`latest.json` and `latest.md` in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "latest.json").write_text(json.dumps(vars_of(report), indent=1, default=asdict) + "\n")
    lines = ["# Benchmark results", "", f"Written by `make bench` on {report.when}.", ""]
    lines += [f"- Machine: {report.machine}"]
    lines += [f"- {name}: {version}" for name, version in report.versions.items()]
    lines += [f"- Settings: {', '.join(f'{key} {value}' for key, value in report.settings.items())}"]
    lines += [f"- Not measured: {name}: {reason}" for name, reason in report.missing.items()]
    for grid in grids(report):
        lines += ["", f"## {grid.title}", "", grid.note, ""]
        lines += ["| " + " | ".join(grid.columns) + " |", "|" + "---|" * 2 + "--:|" * (len(grid.columns) - 2)]
        lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in grid.rows]
    (folder / "latest.md").write_text("\n".join(lines) + "\n")
