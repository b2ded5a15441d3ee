"""Measures how close unedited mocks come: `python -m benchmarks.twin.run APP... --out DIR`.

For each app: record the tour, discover, enrich, reset the app, twin the other steps. Each part is a command of
awe-author as a user would type it, in a process of its own; nothing is edited in between and nothing knows which app it
is. The scores of all apps go to scores.json and scores.md in --out.

With --by-hand the unedited draft is packed together with byhand/APP.yaml: what a person wrote in at most 40 lines.
With --tour and --other step lists of other names are taken: of benchmarks/twin/steps/APP, or of the kit (`crud`).
With --baseline the live app is driven through the other steps twice, so that its score against itself is known.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.twin.apps import HOSTS, App, elsewhere, kit

KINDS = ("replies", "messages", "texts", "entities", "pictures", "pixels", "steps")
PATIENCE = 1200
"""Seconds that one command may take."""
STEP = 20
"""Seconds that a step of a twin may take where there are many."""
BY_HAND = Path(__file__).parent / "byhand"
MOST_LINES, LONGEST_LINE = 40, 160
"""Of a file of BY_HAND, without blank lines and comments; characters of a line."""


def awe(*args: object, log: Path, patience: float = PATIENCE) -> dict[str, Any]:
    """The JSON that a command of awe-author prints; exit codes 0 and 1 are both results. `patience`: seconds that it
    may take. Raises RuntimeError, subprocess.TimeoutExpired."""
    command = [sys.executable, "-m", "awe_author", *map(str, args), "--json"]
    with log.open("w") as errors:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, text=True, timeout=patience)
    if done.returncode not in (0, 1) or not done.stdout.strip():
        raise RuntimeError(f"awe-author {args[0]} ended with {done.returncode}: {log.read_text()[-1500:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return {**found, "exit_code": done.returncode}


def by_hand(name: str, folder: Path = BY_HAND) -> tuple[Path, int]:
    """The file that a person wrote for an app, and how many lines it has. Raises RuntimeError."""
    file = folder / f"{name}.yaml"
    if not file.is_file():
        raise RuntimeError(f"there is no {file.name} in benchmarks/twin/byhand")
    lines = [line for line in file.read_text().splitlines() if line.strip() and not line.lstrip().startswith("#")]
    longest = max(map(len, lines), default=0)
    if len(lines) > MOST_LINES or longest > LONGEST_LINE:
        told = f"{len(lines)} lines, the longest of {longest} characters"
        raise RuntimeError(f"{file.name} has {told}; {MOST_LINES} of {LONGEST_LINE} are allowed")
    return file, len(lines)


def measure(
    app: App,
    out: Path,
    lock: Path | None,
    *,
    recording: Path | None,
    again: bool,
    written: Path | None = None,
    twice: bool = False,
    lists: tuple[str, str] = ("tour", "other"),
) -> dict[str, Any]:
    """One app; returns its row. `recording`: a recording of the tour that is there already; `again`: the draft, too;
    `written`: a feature file of a person beside the draft; `twice`: the live app is compared with itself, too; `lists`:
    names of the steps that are recorded and of those that are compared."""
    folder = out / app.name
    folder.mkdir(parents=True, exist_ok=True)
    tour = recording or folder / f"{app.name}.wacz"
    others = app.steps(lists[1])
    steps = [part for file in others for part in ("--steps", file)]
    if recording is None:
        with app.running(lock):
            told = [part for file in app.steps(lists[0]) for part in ("--steps", file)]
            awe("record", app.public + "/", "--origin", app.origin, *told, "--out", tour, log=folder / "record.log")
    draft = folder / "draft" / app.name
    if not again:
        awe("discover", tour, "--out", draft, log=folder / "discover.log")
    mock = folder / f"{app.name}.mock"
    features = [part for file in (draft, written) if file for part in ("--features", file)]
    accepted = awe("enrich", *features, "--recording", tour, "--out", mock, log=folder / "enrich.log")
    if written and accepted["exit_code"]:
        first = next(one for one in accepted["problems"] if one["level"] == "error")
        raise RuntimeError(f"{first['file']}:{first['line']}: {first['message']} {first['hint']}")
    packed = [mock] if accepted["exit_code"] == 0 else [draft, tour]
    with app.running(lock):
        live = ["--live", app.public, "--origin", app.origin, *(["--baseline", app.reset] if twice else [])]
        patience = max(PATIENCE, STEP * sum(len(json.loads(file.read_text())) for file in others))
        asked = [*packed, *live, *steps, "--timeout", 40, "--out", folder / "twin"]
        report = awe("twin", *asked, log=folder / "twin.log", patience=patience)
    return {**row(app.name, report), "enriched": packed == [mock]}


def row(name: str, report: dict[str, Any]) -> dict[str, Any]:
    """What the table says of one report."""
    shares = {kind: report["scores"][kind]["share"] for kind in KINDS}
    counts = {kind: [report["scores"][kind]["equal"], report["scores"][kind]["total"]] for kind in KINDS}
    wrong = [one for step in report["steps"] for one in step["replies"] if not one["equal"]]
    operations = Counter((one["cause"], one["operation"]) for one in wrong)
    return {
        "app": name,
        "measured": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
        "shares": shares,
        "counts": counts,
        "causes": report["causes"],
        "baseline": report["baseline"]
        and {kind: [score["equal"], score["total"]] for kind, score in report["baseline"].items()},
        "by_baseline": report["by_baseline"],
        "operations": [[cause, operation, count] for (cause, operation), count in operations.most_common(12)],
        "failed_live": sum(step["live_error"] is not None for step in report["steps"]),
        "failed_mock": [
            [step["number"] + 1, step["verb"], step["label"]] for step in report["steps"] if step["mock_error"]
        ],
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as Markdown."""
    lines = [
        f"| {' | '.join(('app', 'enriched', *KINDS, 'live and itself', 'causes'))} |",
        f"|---|---|{'--:|' * len(KINDS)}---|---|",
    ]
    for one in rows:
        if "error" in one:
            lines.append(f"| {one['app']} | {one['error'][:120]} |")
            continue
        cells = [_cell(one, kind) for kind in KINDS]
        causes = ", ".join(f"{cause} {count}" for cause, count in one["causes"].items())
        lines.append(
            f"| {one['app']} | {'yes' if one.get('enriched') else 'no'} | "
            + " | ".join([*cells, _itself(one), causes])
            + " |"
        )
    return "\n".join(lines) + "\n"


def _itself(one: dict[str, Any]) -> str:
    """How much of two runs of the live app is equal, and how much of the row's scores is owed to that."""
    if not one.get("baseline"):
        return ""
    told = [f"{kind} {equal:.0f}/{total}" for kind, (equal, total) in one["baseline"].items()]
    owed = [f"{count} {kind}" for kind, count in one["by_baseline"].items()]
    return f"{', '.join(told)} (excused: {', '.join(owed)})"


def _cell(one: dict[str, Any], kind: str) -> str:
    share, (equal, total) = one["shares"].get(kind), one["counts"].get(kind, (0, 0))
    if share is None:
        return "none"
    return f"{share:.0%}" if kind == "pixels" else f"{share:.0%} ({equal:.0f}/{total})"


def _named() -> str:
    return f"default: {', '.join(HOSTS)}; also: {', '.join(elsewhere()) or 'none'}"


def main() -> int:
    """Measure the apps that are named, and write the table of all that were measured so far."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("apps", nargs="*", metavar="APP", help=_named())
    cli.add_argument("--out", type=Path, required=True)
    cli.add_argument("--recordings", type=Path, help="folder with APP.wacz of the tours: nothing is recorded")
    cli.add_argument("--locks", type=Path, help="folder for a lock of each app (app-APP.lock)")
    cli.add_argument("--again", action="store_true", help="twin only, with the draft that is there")
    cli.add_argument("--by-hand", action="store_true", help="add byhand/APP.yaml to the draft, at most 40 lines")
    cli.add_argument("--baseline", action="store_true", help="drive the live app twice and compare it with itself, too")
    cli.add_argument("--tour", default="tour", metavar="LIST", help="the steps that are recorded [tour]")
    cli.add_argument("--other", default="other", metavar="LIST", help="the steps that are compared [other]")
    asked = cli.parse_args()
    lists = (asked.tour, asked.other)
    for name in asked.apps or HOSTS:
        lock = asked.locks / f"app-{name}.lock" if asked.locks else None
        recording = asked.recordings / f"{name}.wacz" if asked.recordings else None
        try:
            written, lines = by_hand(name) if asked.by_hand else (None, 0)
            app = App(name, kit(asked.out / "kit"))
            found = measure(
                app, asked.out, lock, recording=recording, again=asked.again, written=written, twice=asked.baseline,
                lists=lists,
            )  # fmt: skip
            found["lines_by_hand"] = lines
        except (RuntimeError, subprocess.SubprocessError, OSError) as error:
            found = {"app": name, "error": " ".join(str(error).split())}
        (asked.out / name).mkdir(parents=True, exist_ok=True)
        (asked.out / name / "row.json").write_text(json.dumps(found, indent=1))
        print(table([found]), flush=True)
    known = [*HOSTS, *elsewhere()]
    rows = [json.loads(file.read_text()) for name in known if (file := asked.out / name / "row.json").is_file()]
    (asked.out / "scores.json").write_text(json.dumps(rows, indent=1))
    (asked.out / "scores.md").write_text(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
