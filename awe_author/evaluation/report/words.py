"""The tables of a report as plain rows: the terminal, Markdown and HTML show the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.evaluation.metrics import Summary

Figures = Mapping[str, Any]
ALL = "all"
"""What the figures of all agents together are called."""


@dataclass(frozen=True, slots=True)
class Table:
    """A heading, what the columns are (one that ends in "#" is a number), and the rows as texts."""

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def percent(share: float | None) -> str:
    """`41.7%`; a dash for what is not known."""
    return "-" if share is None else f"{share * 100:.1f}%"


def number(value: float | None, digits: int = 1) -> str:
    """At most so many digits behind the point; a dash for what is not known."""
    if value is None:
        return "-"
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits and value % 1 else f"{value:.0f}"


def _rate(told: Mapping[str, Any]) -> str:
    """`50.0% (1 of 2)`."""
    return f"{percent(told['share'])} ({told['count']} of {told['of']})" if told["of"] else "-"


def _between(told: Mapping[str, Any]) -> str:
    return "-" if told["interval"] is None else " to ".join(percent(end) for end in told["interval"])


def agents(summary: Summary) -> Iterator[tuple[str, Figures]]:
    """Name and figures of every agent."""
    document: Mapping[str, Any] = summary.document
    for agent in summary.agents:
        yield agent, document["agents"][agent]


def each(summary: Summary) -> Iterator[tuple[str, Figures]]:
    """`agents`, and all together when there are several."""
    document: Mapping[str, Any] = summary.document
    yield from agents(summary)
    if len(summary.agents) != 1:
        yield ALL, document["all"]


def _completion(summary: Summary) -> Table:
    rows = []
    for agent, figures in each(summary):
        told = figures["completion"]
        rows.append(
            (agent, str(told["episodes"]), str(told["pass"]), str(told["fail"]), str(told["invalid"]),
             percent(told["success"]["share"]), _between(told["success"]), percent(told["resolved"]["share"]),
             percent(told["checkpoint_score"]), percent(told["cup"]["share"]), percent(told["pcup"]))
        )  # fmt: skip
    counts = ("episodes#", "pass#", "fail#", "invalid#")
    columns = ("agent", *counts, "success#", "95%", "resolved#", "checkpoints#", "CuP#", "pCuP#")
    note = "Rates are of valid episodes. Invalid: our own infrastructure failed; nothing is said about the agent."
    return Table("completion", "Completion", columns, tuple(rows), note)


def _repeats(summary: Summary) -> Table:
    rows = []
    for agent, figures in agents(summary):
        under = {row["k"]: row for row in figures["repeats_under_policy"]}
        for row in figures["repeats"]:
            all_under = percent(under[row["k"]]["pass_hat_k"])
            shares = percent(row["pass_at_k"]), percent(row["pass_hat_k"]), all_under
            rows.append((agent, str(row["k"]), str(row["tasks"]), *shares))
    columns = ("agent", "k#", "tasks#", "pass@k#", "pass^k#", "CuP^k#")
    return Table("repeats", "Repeated attempts", columns, tuple(rows), "Unbiased; over tasks with at least k attempts.")


def _risk(summary: Summary) -> Table:
    rows = []
    for agent, figures in each(summary):
        for dimension, told in [*figures["risk"]["by_dimension"].items(), ("all", figures["risk"]["all"])]:
            if told["policies"]:
                counts = (str(told[name]) for name in ("policies", "violated", "kept", "dormant"))
                ratios = percent(told["risk_ratio"]), percent(told["active_risk_ratio"]), str(told["level"])
                rows.append((agent, dimension.replace("_", " "), *counts, *ratios))
    columns = ("agent", "dimension", "policies#", "violated#", "kept#", "dormant#", "risk ratio#", "active#", "risk")
    return Table("risk", "Policies", columns, tuple(rows), "Active: of the policies that were put to the test.")


def _actions(summary: Summary) -> Table:
    rows = []
    for agent, figures in each(summary):
        told = figures["actions"]
        families = ", ".join(f"{name} {percent(one['share'])}" for name, one in list(told["families"].items())[:5])
        rows.append(
            (agent, number(told["mean"]), f"{number(told['fewest'])} to {number(told['most'])}",
             number(told["deviation"]), number(told["steps_per_passed_checkpoint"]), percent(told["failed_share"]),
             str(told["longest_repetition"]), number(told["seconds"]["mean"]), families or "-")
        )  # fmt: skip
    columns = ("agent", "steps#", "range", "deviation#", "per checkpoint#", "failed#", "repeated#", "seconds#", "mix")
    return Table("actions", "Actions", columns, tuple(rows), "Steps an episode; steps per passed checkpoint.")


def _decay(summary: Summary) -> Table:
    rows = [
        (agent, *(_rate(figures["decay"]["by_third"][stage]) for stage in ("early", "middle", "late")))
        for agent, figures in each(summary)
    ]
    note = "Checkpoints that passed, by their place in the task."
    return Table("decay", "Along the task", ("agent", "early", "middle", "late"), tuple(rows), note)


def _failures(summary: Summary) -> Table:
    rows = []
    for agent, figures in each(summary):
        for mode, told in figures["failures"]["modes"].items():
            if told["count"]:
                rows.append((agent, mode.replace("_", " "), str(told["count"]), percent(told["share"])))
    return Table("failures", "Why checkpoints fail", ("agent", "mode", "count#", "share#"), tuple(rows))


def _labels(summary: Summary) -> Table:
    rows = []
    for agent, figures in each(summary):
        for label, values in figures["labels"].items():
            for value, told in values.items():
                shares = percent(told["checkpoint_score"]), percent(told["cup"]["share"]), str(told["invalid"])
                rows.append((agent, label, value, _rate(told["success"]), *shares))
    columns = ("agent", "label", "value", "success", "checkpoints#", "CuP#", "invalid#")
    return Table("labels", "By label", columns, tuple(rows))


def _tasks(summary: Summary) -> Table:
    document: Mapping[str, Any] = summary.document
    rows = [
        (task, *(str(told[name]) for name in ("pass", "fail", "invalid")), percent(told["checkpoint_score"]))
        for task, told in document["tasks"].items()
    ]
    return Table("tasks", "By task", ("task", "pass#", "fail#", "invalid#", "checkpoints#"), tuple(rows))


def _faults(summary: Summary) -> Table:
    document: Mapping[str, Any] = summary.document
    rows = tuple((one["fault"], str(one["episodes"])) for one in document["all"]["faults"])
    return Table("faults", "Why episodes are invalid", ("fault", "episodes#"), rows)


def _judged(summary: Summary) -> Table:
    rows = [
        (agent, *(str(figures["judged"][name]) for name in ("checkpoints", "asked", "passed")))
        for agent, figures in each(summary)
        if figures["judged"]["checkpoints"]
    ]
    note = "What a model was asked. It decides nothing, and counts in no other figure."
    return Table("judged", "Judged by a model", ("agent", "checkpoints#", "asked#", "passed#"), tuple(rows), note)


TABLES: Mapping[str, Callable[[Summary], Table]] = {
    "completion": _completion, "repeats": _repeats, "risk": _risk, "actions": _actions, "decay": _decay,
    "failures": _failures, "labels": _labels, "tasks": _tasks, "judged": _judged, "faults": _faults,
}  # fmt: skip
"""Name -> what makes the table, in the order of the report."""


def tables(summary: Summary) -> list[Table]:
    """All tables that have rows."""
    made = [make(summary) for make in TABLES.values()]
    return [one for one in made if one.rows]
