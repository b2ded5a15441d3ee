"""`make bench`: installs the peers, measures all systems in one run, prints tables, writes benchmarks/results/."""

from __future__ import annotations

import asyncio
import importlib.metadata
import subprocess
import sys
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.console import Console

from awe_author import __version__
from awe_author.browser.find import chromium_version, find_chromium
from benchmarks import big_archive, evaluation, features_api, features_dom, install, pages, rates, report, state
from benchmarks.install import find
from benchmarks.material import BODIES, build_pages
from benchmarks.process import machine
from benchmarks.systems import SYSTEMS, Running, System, Unavailable, formats_of

HERE = Path(__file__).parent
PARTS = ("pages", "rates", "big", "state", "features", "dom", "evaluation")
Say = Callable[[str], None]


@click.command()
@click.option("--quick", is_flag=True, help="A short run: fewer rounds and a 0.1 GB archive. Says less, takes minutes.")
@click.option("--only", multiple=True, type=click.Choice(PARTS), help="Measure only this part. May be repeated.")
@click.option(
    "--rounds", type=int, default=None, help="Rounds of page loads (default 15, of pages with features 21; quick 4)."
)
@click.option("--big", "big_gb", type=float, default=None, help="Size of the big archive in GB (default 1, quick 0.1).")
@click.option("--out", type=click.Path(path_type=Path), default=None, help="Folder for latest.json and latest.md.")
def main(quick: bool, only: tuple[str, ...], rounds: int | None, big_gb: float | None, out: Path | None) -> None:
    """Compare awe-author with pywb, mitmproxy, Playwright's HAR and a static server; and states with copies of them."""
    console = Console(stderr=True)

    def say(text: str) -> None:
        console.print(f"bench: {text}", markup=False, highlight=False)

    parts = only or PARTS
    settings = {
        "page rounds": rounds or (4 if quick else 15),
        "rate rounds": 1 if quick else 3,
        "rate seconds": 2.0 if quick else 4.0,
        "big GB": big_gb or (0.1 if quick else 1.0),
        "starts": 1 if quick else 3,
    }
    made = report.Report(machine(), f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", {}, settings)
    if set(parts) - {"state", "features", "dom", "evaluation"}:
        made.missing = install.install_peers(say)
    systems = [system for system in SYSTEMS if not _lacks(system, made.missing)]
    made.versions = versions()
    if "pages" in parts or "rates" in parts:
        _measure_pages_and_rates(systems, parts, made, say)
    if "big" in parts:
        total = int(made.settings["big GB"] * 1e9)
        made.big = big_archive.measure(systems, HERE / ".work", total=total, rounds=made.settings["starts"], say=say)
        made.missing |= {
            f"{name} on {size}": start.problem
            for size, by_system in made.big.items()
            for name, start in by_system.items()
            if start.problem
        }
    if "state" in parts:
        made.state = _measure_state(quick, say)
    if "features" in parts:
        made.features = features_api.measure(rounds=4 if quick else 15, say=say)
    if "dom" in parts:
        made.dom = asyncio.run(features_dom.measure(quick=quick, say=say, rounds=rounds))
    if "evaluation" in parts:
        made.evaluation = evaluation.measure(say, quick=quick)
    report.show(made, Console(width=None if sys.stdout.isatty() else 130))
    folder = out or HERE / "results"
    report.write(made, folder)
    say(f"written: {folder / 'latest.md'} and latest.json")


def _measure_state(quick: bool, say: Say) -> state.Results:
    return state.measure(
        rounds=5 if quick else 15,
        chunk=400 if quick else 1000,
        sizes=state.SIZES[:2] if quick else state.SIZES,
        lengths=state.LENGTHS[:2] if quick else state.LENGTHS,
        idle=1000 if quick else 10_000,
        say=say,
    )


def _lacks(system: System, missing: dict[str, str]) -> bool:
    return any(name in system.name for name in missing)


def _measure_pages_and_rates(systems: list[System], parts: Collection[str], made: report.Report, say: Say) -> None:
    work = HERE / ".work" / "pages"
    say("making the pages")
    formats = formats_of(build_pages(work / "root"), work)
    running: list[Running] = []
    try:
        for system in systems:
            say(f"starting {system.name}")
            try:
                running.append(system.start(formats, work / system.name.split()[0], BODIES["1 KB"], patience=60))
            except Unavailable as error:
                made.missing[system.name] = str(error)
        if "pages" in parts:
            made.pages = pages.measure(running, formats, rounds=made.settings["page rounds"], say=say)
        if "rates" in parts:
            seconds = made.settings["rate seconds"]
            made.rates = rates.measure(running, rounds=made.settings["rate rounds"], seconds=seconds, say=say)
    finally:
        for one in running:
            one.stop()


def versions() -> dict[str, str]:
    """Of everything that takes part."""
    found = {"awe-author": __version__, "Chromium": chromium_version(find_chromium())}
    found["Playwright"] = importlib.metadata.version("playwright")
    for peer in install.PEERS:
        python = install.venv_program(peer, "python")
        if python.exists():
            code = f"from importlib.metadata import version; print(version({peer!r}))"
            done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
            found[peer] = done.stdout.strip()
    nginx = find("nginx")
    if nginx:
        done = subprocess.run([nginx, "-v"], capture_output=True, text=True, check=False)
        found["nginx"] = done.stderr.strip().rpartition("/")[2]
    return found


if __name__ == "__main__":
    sys.exit(main())
