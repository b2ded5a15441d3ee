"""`awe-author import`: tasks and results of other benchmarks as files of ours."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal, cast

import click
from rich.console import RenderableType

from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.project.importing import KINDS, Brought, Kind, Options, bring

LISTED = 15

EPILOG = """\b
Examples:
  awe-author import warc-bench benchmark_test.json --archives web_archives --out tasks/warc-bench
  awe-author import webarena test.raw.json --site gitlab=https://gitlab.acme.test --out tasks/webarena
  awe-author import saas-bench results.json --agent opus --out runs/opus
"""


@click.command(epilog=EPILOG)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", required=True, type=click.Path(path_type=Path), metavar="DIR", help="Folder for what is made.")
@click.option(
    "--archives", type=click.Path(path_type=Path), metavar="DIR", help="warc-bench: folder of the WACZ files."
)
@click.option(
    "--site", "sites", multiple=True, metavar="NAME=URL", help="Address of a site of the benchmark (repeatable)."
)
@click.option(
    "--reading",
    type=click.Choice(["code", "text"]),
    default="code",
    show_default=True,
    help="st-webagentbench: judge pages as its code does, or as its texts say.",
)
@click.option(
    "--agent", default="unknown", show_default=True, metavar="NAME", help="saas-bench: whose results they are."
)
@click.option("--force", is_flag=True, help="Write over files that are there.")
@with_output
def command(
    output: Output,
    kind: str,
    files: tuple[Path, ...],
    out: Path,
    archives: Path | None,
    sites: tuple[str, ...],
    reading: str,
    agent: str,
    force: bool,
) -> int:
    """Read FILES of another benchmark (KIND) and write its tasks, or episodes of its results.

    What could not be carried over, what had to be changed, and what looks wrong in the original is listed, and written
    to import-notes.json.

    Exit code 0; 2 when a file is not what it should be, or nothing of it could be carried over.
    """
    chosen = Options(
        archives=archives,
        sites=dict(map(_site, sites)),
        reading=cast(Literal["code", "text"], reading),
        agent=agent,
        force=force,
    )
    brought = bring(cast(Kind, kind), files, out, chosen)
    output.result(brought.to_json(), *_shown(brought, output))
    return 0


def _site(text: str) -> tuple[str, str]:
    name, equals, url = text.partition("=")
    if not equals or not url.startswith(("http://", "https://")):
        raise InputError(
            f"{text!r} is not NAME=URL", where="--site", hint="for example gitlab=https://gitlab.acme.test"
        )
    return name.casefold(), url


def _shown(brought: Brought, output: Output) -> list[RenderableType]:
    shown: list[RenderableType] = []
    counts = Counter((note.kind, note.what, note.why) for note in brought.notes)
    if counts:
        rows = [(kind, what, why, str(count)) for (kind, what, why), count in counts.most_common(LISTED)]
        shown.append(output.table("Notes", ["kind", "what", "why", "tasks#"], rows))
    if len(counts) > LISTED:
        shown.append(f"... and {len(counts) - LISTED} more (import-notes.json has all).")
    made = f"{len(brought.tasks)} tasks" if brought.tasks else f"{len(brought.episodes)} episodes"
    shown.append(f"{made} written to {brought.folder}")
    return shown
