"""`awe-author record`: drives a live app and writes what it caught into a WACZ file."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import click

from awe_author.browser.step_language import Credential, Fill, Step, read_steps
from awe_author.browser.steps import Ask, from_environment
from awe_author.cli.loop import stop_asked
from awe_author.cli.output import Bar, Output, with_output
from awe_author.cli.screen import need_screen
from awe_author.recorder.origins import parse_origins
from awe_author.recorder.record import Plan, Recorded, Reports, record
from awe_author.recorder.run import Progress
from awe_author.recorder.site import Site, find_site

EPILOG = """\b
Examples:
  awe-author record https://www.example.com
  awe-author record https://crm.acme.test --origin https://crm.acme.test=http://127.0.0.1:8105 \\
      --steps login.yaml --steps work.yaml
  awe-author record salesforce --headed
"""


@click.command(epilog=EPILOG)
@click.argument("target")
@click.option("--site", "site_file", type=click.Path(path_type=Path), help="site.yaml that says how to record it.")
@click.option("--out", type=click.Path(path_type=Path), help="WACZ to write [recordings/NAME/NAME.wacz].")
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="PUBLIC=BEHIND",
    help="Record what stands behind an origin under its public name; may be given again.",
)
@click.option(
    "--steps",
    "step_files",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Step list (JSON or YAML) instead of the site's; several run one after the other.",
)
@click.option("--headed", is_flag=True, help="Show the window; without steps, record what you do in it.")
@click.option("--twice", is_flag=True, help="Perform the steps twice and store which parameters change by themselves.")
@click.option(
    "--rows",
    type=click.IntRange(0, 500),
    default=120,
    show_default=True,
    help="After the steps, open up to so many further rows of the lists that they opened a row of; 0 opens none.",
)
@click.option("--keep-secrets", is_flag=True, help="Do not replace passwords, tokens and cookies by pseudonyms.")
@click.option(
    "--upstream",
    type=click.Choice(["httpx", "chrome"]),
    help="Client that asks the live app; chrome keeps Chrome's TLS fingerprint.",
)
@click.option("--insecure", is_flag=True, help="Accept certificates of the live app that are not trusted.")
@with_output
def command(
    output: Output,
    target: str,
    site_file: Path | None,
    out: Path | None,
    origins: tuple[str, ...],
    step_files: tuple[Path, ...],
    headed: bool,
    twice: bool,
    rows: int,
    keep_secrets: bool,
    upstream: str | None,
    insecure: bool,
) -> int:
    """Record a live web app into a WACZ file.

    TARGET is a URL, or the name of a site (recordings/NAME/site.yaml, or one that ships with awe-author).
    Ctrl-C stops and keeps what was caught.
    """
    if headed:
        need_screen()
    site = find_site(target, site_file)
    site.origins.update(parse_origins(origins))
    site.upstream, site.insecure = upstream or site.upstream, insecure or site.insecure
    steps = [step for path in step_files for step in read_steps(path)]
    plan = Plan(site, out or _default_out(site), steps, headed, twice, keep_secrets, rows)
    plan.ask = _answers(plan.all_steps())
    found = asyncio.run(_record(plan, output))
    output.result(_document(found, site), *_tables(found, output))
    _warn(found, output)
    return 0 if found.ok else 1


def _default_out(site: Site) -> Path:
    return Path("recordings") / site.name / f"{site.name}.wacz"


def _answers(steps: list[Step]) -> Ask:
    """Ask for every credential now, before a browser starts, and once each."""
    given: dict[str, str] = {}
    for step in steps:
        value = step.action.value if isinstance(step.action, Fill) else None
        if not isinstance(value, Credential):
            continue
        if value.source == "env":
            from_environment(value.name, os.environ, step.where)
        elif value.name not in given:
            given[value.name] = str(click.prompt(value.name, hide_input=True, err=True))

    async def answer(question: str) -> str:
        return given[question]

    return answer


async def _record(plan: Plan, output: Output) -> Recorded:
    stop = stop_asked()
    with output.progress("Starting the browser") as bar:
        return await record(plan, Reports(step=lambda at: _show(at, bar, output), phase=bar.say), stop)


def _show(at: Progress, bar: Bar, output: Output) -> None:
    if at.total:
        bar.total(at.total)
    if not at.done:
        bar.say(f"{at.number} {at.step.verb} · {at.exchanges} exchanges, {_size(at.bytes)}")
        return
    bar.advance()
    if at.error:
        output.warn(f"{at.step.where or f'step {at.number}'}: {at.step.verb} failed: {at.error}")


def _size(count: float) -> str:
    for unit in ("B", "KB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


def _document(found: Recorded, site: Site) -> dict[str, Any]:
    written = found.written
    return {
        "out": str(written.path),
        "site": site.name,
        "pages": written.pages,
        "steps": written.steps,
        "further_rows": found.further,
        "exchanges": written.exchanges,
        "revisits": written.revisits,
        "bytes": written.bytes,
        "received": found.received,
        "redacted": written.pseudonyms,
        "left_out": written.left_out,
        "learned": found.learned,
        "unstable_steps": found.unstable,
        "interrupted": found.interrupted,
        "failures": [_failure(failure) for failure in found.failures],
        "second_run_failures": [_failure(failure) for failure in found.again],
        "unreachable": found.unreachable,
    }


def _failure(failure: Any) -> dict[str, Any]:
    return {"step": failure.number, "verb": failure.verb, "where": failure.where, "error": failure.error}


def _tables(found: Recorded, output: Output) -> list[Any]:
    written = found.written
    redacted = ", ".join(f"{count} {kind}" for kind, count in sorted(written.pseudonyms.items())) or "nothing"
    rows: list[tuple[str, object]] = [
        ("pages", written.pages),
        ("steps", written.steps),
        ("further rows opened", found.further),
        ("exchanges", written.exchanges),
        ("received", _size(found.received)),
        ("file", f"{written.path} ({_size(written.bytes)})"),
        ("replaced by pseudonyms", redacted),
        ("failed steps", len(found.failures)),
    ]
    if found.learned:
        rows.append(("volatile parameters", found.learned))
    tables: list[Any] = [output.table("Recorded", ["what", "how many"], rows)]
    if found.failures:
        failed = [(failure.number, failure.verb, failure.where, failure.error) for failure in found.failures]
        tables.append(output.table("Failed steps", ["step#", "verb", "where", "why"], failed))
    return tables


def _warn(found: Recorded, output: Output) -> None:
    if found.interrupted:
        output.warn("stopped early; the recording holds what was caught until then.")
    if found.unstable:
        steps = "1 step was on a page" if found.unstable == 1 else f"{found.unstable} steps were on pages"
        output.warn(f"{steps} that never stood still: what is in the picture is one moment of many.")
    if written := found.written.left_out:
        output.warn(
            f"{len(written)} records are not in the file, since a secret was still in them after redaction: "
            f"{'; '.join(written[:5])}. This is a bug: please report it."
        )
    for reason in found.unreachable[:5]:
        output.warn(f"no answer from {reason}")
    if found.again:
        output.warn(
            f"{len(found.again)} steps failed in the second run, as the first had changed the app; "
            "their parameters were not compared."
        )
