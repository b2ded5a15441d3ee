"""Writes docs/reference/: every command with its options, and every key of site.yaml, from the program itself.

`python scripts/reference.py` writes the files; tests/test_docs.py fails when they are not what would be written.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from awe_author.browser.step_language import _VERBS as VERBS
from awe_author.cli.main import COMMANDS, application
from awe_author.cli.schema import load, schemas

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by scripts/reference.py (`make docs`); do not edit. -->\n"


def pages() -> dict[Path, str]:
    """File below the root -> what should be in it."""
    made = {Path("docs/reference/commands.md"): commands()}
    if "site" in schemas():
        made[Path("docs/reference/site.md")] = site()
    made[Path("docs/reference/steps.md")] = steps()
    return made


def commands() -> str:
    """Every command: what it does, arguments and options."""
    parts = [NOTE, "# Commands\n\n", "Exit codes: 0 done; 1 the thing that was checked failed; 2 the input was wrong; "]
    parts.append("70 a bug of ours (`AWE_DEBUG=1` shows the traceback); 130 interrupted.\n")
    context = click.Context(application, info_name="awe-author")
    for name in COMMANDS:
        command = application.get_command(context, name)
        assert command is not None
        parts.append(f"\n## awe-author {name}\n\n{_paragraphs(command.help or '')}\n")
        inner = click.Context(command, info_name=name, parent=context)
        parts.append(f"\n    awe-author {name} {' '.join(command.collect_usage_pieces(inner))}\n")
        options = [one for one in command.get_params(inner) if isinstance(one, click.Option)]
        rows = [record for one in options if (record := one.get_help_record(inner))]
        parts.append("\n| option | meaning |\n|---|---|\n")
        parts += [f"| `{_cell(flags)}` | {_cell(text)} |\n" for flags, text in rows]
    return "".join(parts)


def _paragraphs(text: str) -> str:
    """Click's help text as Markdown: a block after \\b is shown as it is."""
    shown = []
    for paragraph in text.split("\n\n"):
        if paragraph.startswith("\b"):
            shown.append("\n".join("    " + line.strip() for line in paragraph.splitlines()[1:]))
        else:
            shown.append(" ".join(paragraph.split()))
    return "\n\n".join(shown)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def site() -> str:
    """Every key of site.yaml, nested keys with dots."""
    schema = load("site")
    parts = [
        NOTE,
        "# site.yaml\n\n",
        "How to record one app. `awe-author schema site` prints the JSON Schema. See the ",
    ]
    parts.append(
        "[guide to recording](../guide/recording.md) for an example.\n\n| key | type | meaning |\n|---|---|---|\n"
    )
    required = schema.get("required", [])
    for key, value in _keys(schema, ""):
        must = " (required)" if key in required else ""
        parts.append(f"| `{key}`{must} | {_cell(_type(schema, value))} | {_cell(_meaning(schema, value))} |\n")
    return "".join(parts)


def _keys(schema: dict[str, Any], prefix: str) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in schema.get("properties", {}).items():
        yield prefix + name, value
        yield from _keys(value, f"{prefix}{name}.")


def _resolved(schema: dict[str, Any], value: dict[str, Any]) -> dict[str, Any]:
    reference = value.get("$ref", "")
    return schema["$defs"][reference.rpartition("/")[2]] | value if reference else value


def _type(schema: dict[str, Any], value: dict[str, Any]) -> str:
    value = _resolved(schema, value)
    if "enum" in value:
        return " or ".join(f"`{one}`" for one in value["enum"])
    if "oneOf" in value:
        return " or ".join(dict.fromkeys(_type(schema, one) for one in value["oneOf"]))
    kind = str(value.get("type", "any"))
    if kind == "array" and "items" in value:
        return f"list of {_type(schema, value['items'])}"
    limits = [str(value[key]) for key in ("minimum", "maximum") if key in value]
    return f"{kind} ({' to '.join(limits)})" if len(limits) == 2 else kind


def _meaning(schema: dict[str, Any], value: dict[str, Any]) -> str:
    return str(value.get("description") or _resolved(schema, value).get("description", ""))


def steps() -> str:
    """Every verb of the step language with its example."""
    rows = "".join(f"| `{verb}` | `{_cell(example)}` |\n" for verb, (example, _) in VERBS.items())
    return (
        f"{NOTE}# Steps\n\nEvery verb of a step list. What they mean is in the [guide](../guide/steps.md).\n\n"
        f"| verb | example |\n|---|---|\n{rows}"
    )


def main() -> None:
    """Write the files."""
    for path, text in pages().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text)
        print(path)


if __name__ == "__main__":
    main()
