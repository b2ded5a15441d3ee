"""`awe-author schema`: prints the JSON Schemas that the package ships.

A schema is any `<name>.schema.json` in the package; it sits beside the module that reads or writes what it describes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import orjson

import awe_author
from awe_author.cli.output import Output, print_document, with_output
from awe_author.errors import InputError

SUFFIX = ".schema.json"


def schemas() -> dict[str, Path]:
    """Name ("site") -> file, of every schema in the package, by name."""
    root = Path(awe_author.__file__).parent
    return {
        path.name.removesuffix(SUFFIX): path for path in sorted(root.rglob(f"*{SUFFIX}"), key=lambda path: path.name)
    }


def load(name: str) -> dict[str, Any]:
    """The schema called `name`. Raises InputError when there is none."""
    known = schemas()
    if name not in known:
        hint = f"there are: {', '.join(known)}" if known else "this installation ships no schemas"
        raise InputError(f"there is no schema called {name!r}", where="NAME", hint=hint)
    document = orjson.loads(known[name].read_bytes())
    if not isinstance(document, dict):
        raise TypeError(f"{known[name]} is not a JSON object")
    return document


@click.command()
@click.argument("name", required=False)
@with_output
def command(output: Output, name: str | None) -> None:
    """Print the JSON Schema called NAME, or list the names.

    Point an editor at it to have site.yaml checked and completed while you write:

    \b
      awe-author schema site > site.schema.json
    """
    if name is not None:
        print_document(load(name))
        return
    listed = {known: str(load(known).get("title", "")) for known in schemas()}
    output.result({"schemas": listed}, output.table("", ["name", "describes"], listed.items()))
