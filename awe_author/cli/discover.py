"""`awe-author discover`: draft state model, seed and features from a recording."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import click
from rich.console import RenderableType

from awe_author.archive import open_archive
from awe_author.cli.output import Output, with_output
from awe_author.errors import InputError
from awe_author.features.checking import read_recorded
from awe_author.features.discover import Draft, accepted, drafted, features_text, read_recording, report_of
from awe_author.state.loading import APP_NAME

LISTED = 20
"""Rows of a table on the terminal; report.json has all."""

EPILOG = """\b
Examples:
  awe-author discover crm.wacz --out drafts/crm
  awe-author discover crm.wacz --out drafts/crm --app crm --json
"""


@click.command(epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--out", required=True, metavar="DIR", type=click.Path(path_type=Path), help="Folder for the drafts.")
@click.option("--app", "name", metavar="NAME", default="", help="Name of the app; default: that of the file.")
@with_output
def command(output: Output, file: Path, out: Path, name: str) -> None:
    """Draft a state model, its seed and the features from a recording.

    Writes DIR/model.json, DIR/seed.json, DIR/features.yaml and DIR/report.json: the entities that the app exchanged,
    the requests that list, read, create, change and delete them, and what there was at the start. Each part says where
    it was seen and how sure it is, for you to review.
    """
    app = name or app_name(file)
    if not APP_NAME.match(app):
        raise InputError(f'an app cannot be called "{app}"', where="--app", hint="Use small letters, digits, - and _.")
    with open_archive([file]) as archive, output.progress("Reading the recording") as bar:
        recorded = read_recording(archive, bar.advance)
        bar.say("Looking for entities")
        draft = drafted(recorded, app, strict=bool(os.environ.get("AWE_DEBUG")))
        bar.say("Checking the draft")
        accepted(draft, read_recorded(archive))
    for name, why in draft.left_features:
        output.warn(f"{name} left out: {why}")
    write(draft, out)
    output.result({**report_of(draft), "out": str(out)}, *shown(draft, out, output))


def app_name(file: Path) -> str:
    """A name from the file's: `My Tracker.wacz` -> `my-tracker`."""
    stem = re.sub(r"[^a-z0-9_]+", "-", file.name.partition(".")[0].lower()).strip("-")
    return stem if stem[:1].isalpha() else f"app-{stem}".strip("-")


def write(draft: Draft, out: Path) -> None:
    """Write the four files."""
    files = {
        "model.json": _json(draft.model),
        "seed.json": _json(draft.seed),
        "features.yaml": features_text(draft),
        "report.json": _json(report_of(draft)),
    }
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (out / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", where=str(error.filename or out)) from error


def _json(document: object) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def shown(draft: Draft, out: Path, output: Output) -> list[RenderableType]:
    """What a person reads."""
    entities = [
        (
            part.kind.name,
            part.kind.key,
            len(part.fields()),
            len(part.seed),
            part.total if part.total is not None else "?",
            f"{part.kind.sure:.2f}",
            "; ".join(part.kind.reasons),
        )
        for part in draft.parts
    ]
    operations = [
        (one.kind.name, one.verb or one.role, str(one.endpoint), len(one.calls), f"{one.sure:.2f}", one.proof)
        for one in sorted(draft.operations, key=lambda one: one.kind.name)
    ]
    left = [(name, why, times) for name, why, times in draft.left_writes]
    left += [(kind.name, why, len(kind.keys())) for kind, why in draft.left_kinds]
    left += [(name, why, 1) for name, why in draft.left_features]
    left += [("exchanges", why, count) for why, count in draft.left_exchanges.items()]
    columns = ["kind", "key", "fields#", "seed#", "in all#", "sure#", "kept because"]
    tables: list[RenderableType] = [
        output.table("Entities", columns, entities[:LISTED]),
        output.table("Operations", ["kind", "what", "request", "seen#", "sure#", "proof"], operations[: 2 * LISTED]),
        output.table("Left out", ["what", "why", "count#"], left[:LISTED]),
    ]
    if draft.controls:
        rows = [(str(one["control"]), str(one["label"]), str(one["page"]), str(one["why"])) for one in draft.controls]
        tables.append(output.table("Never recorded", ["control", "label", "page", "why"], rows[:LISTED]))
    return [*tables, f"{len(draft.features)} features. Drafts are in {out}; report.json has everything."]
