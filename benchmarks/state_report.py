"""The tables of the state benchmarks: how cost grows with size, and how it compares with copying the state."""

from __future__ import annotations

from statistics import median, quantiles

from benchmarks.state import Results
from benchmarks.tables import Grid, by_round, number, ratio, spread

MOVES = ("reset", "rewind", "snapshot", "branch", "state after rewind", "reset and act")


def grids(results: Results) -> list[Grid]:
    """Most important first."""
    made = [_rates(results), _moves(results), _copies(results)]
    return [*made, _idle(results)] if results.idle else made


def _rates(results: Results) -> Grid:
    rows = []
    for store, by_size in results.rates.items():
        least = by_size[min(by_size)]
        for size, rate in by_size.items():
            cost = [1 / one for one in rate.per_second]
            row = [store, f"{size:,}", spread(rate.per_second), spread(rate.cpu_us)]
            row += [spread(rate.median_us), spread(rate.slowest_us)]
            row += [by_round(cost, [1 / one for one in least.per_second]), by_round(rate.cpu_us, least.cpu_us)]
            rows.append(row)
    note = (
        "One session, one thread, a mix of five declarative actions, each checked in full and acknowledged after its "
        "commit (SQLite: WAL, synchronous=NORMAL). Rounds in which the sizes take turns: median (least to most); what "
        "it costs against the smallest size, in the same round: median (middle half)."
    )
    columns = ["store", "entities", "actions/s", "CPU us/action", "median us", "99 % us", "x time", "x CPU"]
    return Grid("Actions", note, columns, rows)


def _high(times: list[float]) -> str:
    return f"{number(median(times))}; {number(quantiles(times, n=100)[98])}"


def _moves(results: Results) -> Grid:
    rows = []
    for moves in results.moves:
        row = [f"{moves.entities:,}", f"{moves.events:,}"]
        rows.append([*row, *(_high(moves.us[name]) for name in MOVES)])
    note = (
        "Microseconds on SQLite, durable when they return: median; 99 %. `state after rewind` is the first look at a "
        "state that is not in memory; `reset and act` is both together, with the state at hand."
    )
    return Grid("Moves in a history", note, ["entities", "events", *MOVES], rows)


def _copies(results: Results) -> Grid:
    rows = []
    for size, ways in results.copies.items():
        moves = next((moves for moves in results.moves if moves.entities == size and moves.events == 1_000), None)
        for name, times in ways.items():
            row = [f"{size:,}", name, spread([one / 1000 for one in times])]
            rows.append([*row, *(ratio(times, moves.us[move] if moves else []) for move in MOVES[:4])])
    note = "What copying the same state takes, milliseconds, and how many times our move (median over median) that is."
    columns = ["entities", "way", "ms", *(f"x {move}" for move in MOVES[:4])]
    return Grid("Copies of the state", note, columns, rows)


def _idle(results: Results) -> Grid:
    rows = []
    for found in results.idle:
        row = [
            f"{found['sessions']:,}",
            f"{found['entities']:,}",
            number(found["after MB"]),
            number(found["before MB"]),
        ]
        more = found["as deep copies MB"]
        rows.append([*row, f"{found['KB a session']:.1f}", number(more), ratio([more], [found["after MB"]])])
    note = (
        f"{results.idle[0]['events in each']} actions in each, then left open, in one process with SQLite; "
        "proportional set size. Deep copies: 20 of the state, scaled up."
    )
    columns = ["sessions", "entities", "MB", "MB before", "KB a session", "as deep copies MB", "ratio"]
    return Grid("Idle sessions", note, columns, rows)
