"""Writes docs/reference/: every command with its options, and every key of the files, from the program itself.

`python scripts/reference.py` writes the files; tests/test_docs.py fails when they are not what would be written.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from awe_author.browser.step_language import _VERBS as VERBS
from awe_author.cli.main import COMMANDS, application
from awe_author.cli.schema import load, schemas
from awe_author.session.control.operations import OPERATIONS
from awe_author.session.control.problems import KINDS
from awe_author.session.control.schemas import SCHEMAS

ROOT = Path(__file__).resolve().parent.parent
NOTE = "<!-- Written by scripts/reference.py (`make docs`); do not edit. -->\n"


def pages() -> dict[Path, str]:
    """File below the root -> what should be in it."""
    made = {Path("docs/reference/commands.md"): commands()}
    if "site" in schemas():
        made[Path("docs/reference/site.md")] = site()
    made[Path("docs/reference/world.md")] = world()
    made[Path("docs/reference/task.md")] = task()
    made[Path("docs/reference/policies.md")] = policies()
    made[Path("docs/reference/episode.md")] = episode()
    made[Path("docs/reference/model.md")] = model()
    made[Path("docs/reference/features.md")] = features()
    made[Path("docs/reference/mock.md")] = mock()
    made[Path("docs/reference/control.md")] = control_api()
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
        if isinstance(command, click.Group):
            for below in command.list_commands(inner):
                part = command.get_command(inner, below)
                assert part is not None
                parts.append(f"\n### awe-author {name} {below}\n\n{_paragraphs(part.help or '')}\n")
                parts += _usage(part, click.Context(part, info_name=below, parent=inner), f"{name} {below}")
            continue
        parts += _usage(command, inner, name)
    return "".join(parts)


def _usage(command: click.Command, context: click.Context, name: str) -> Iterator[str]:
    """The line to type and a table of the options."""
    yield f"\n    awe-author {name} {' '.join(command.collect_usage_pieces(context))}\n"
    options = [one for one in command.get_params(context) if isinstance(one, click.Option)]
    rows = [record for one in options if (record := one.get_help_record(context))]
    yield "\n| option | meaning |\n|---|---|\n"
    yield from (f"| `{_cell(flags)}` | {_cell(text)} |\n" for flags, text in rows)


def _paragraphs(text: str) -> str:
    """Click's help text as Markdown: a block after \\b is shown as it is."""
    shown = []
    for paragraph in inspect.cleandoc(text).split("\n\n"):
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


def world() -> str:
    """Every key of world.yaml."""
    schema = load("world")
    about = "The apps, the shared entities and the clock of a suite of tasks; paths are relative to the file."
    parts = {"apps.NAME": schema["$defs"]["app"], "timers.NAME": schema["$defs"]["timer"]}
    return _of_schema("world", "world.yaml", about, "state models", {"world.yaml": schema, **parts})


def task() -> str:
    """Every key of a task file."""
    schema = load("task")
    defined, inline = schema["$defs"], schema["properties"]
    tables = {
        "task.yaml": schema,
        "budget": inline["budget"],
        "answer": inline["answer"],
        "checkpoints[]": defined["checkpoint"],
        "frame": defined["frame"],
        "policies[]": defined["policy"],
        "explained[]": defined["explained"],
    }
    return _of_schema("task", "Task files", "What `tasks/<suite>/<task>.yaml` may hold.", "tasks", tables)


def policies() -> str:
    """Every key of a policy, rule by rule."""
    schema = load("policies")
    rules = {name if name == "target" else f"with.{name}": rule for name, rule in schema["$defs"].items()}
    about = "What an item of `policies` in a task file may hold."
    return _of_schema("policies", "Policies", about, "policies", {"policies[]": schema["items"], **rules})


def episode() -> str:
    """Every key of an episode's file."""
    schema = load("episode")
    tables = {"<id>.json": schema, **schema["$defs"]}
    about = "What `RUN/episodes/<id>.json` holds."
    return _of_schema("episode", "Episodes", about, "runs and reports", tables, guide="reports")


MODEL_PARTS = {
    "top": "A property of the state",
    "part": "A schema",
    "reference": "x-ref",
    "action": "An action",
    "guard": "An item of require",
    "effect": "An item of effects",
    "timer": "An item of schedule",
    "cancel": "An item of cancel",
    "emit": "An item of emit",
    "shared": "An entry of x-shared",
    "mapping": "An entry of fields in x-shared",
}
"""Definition in model.schema.json -> heading."""


def model() -> str:
    """Every keyword of model.json."""
    schema = load("model")
    tables = {heading: schema["$defs"][name] for name, heading in MODEL_PARTS.items()}
    top = schema["$defs"]["top"]
    tables[MODEL_PARTS["top"]] = {**top, "properties": {"x-index": top["properties"]["x-index"]}}
    about = "The state and the actions of one app: a JSON Schema (2020-12) with more keywords."
    return _of_schema("model", "model.json", about, "state models", {"model.json": schema, **tables}, of="of it")


FEATURE_PARTS = {
    "feature": "A feature",
    "on": "on",
    "list": "An item of show: a list",
    "set": "An item of show: elements",
    "settings": "What an element shows (set)",
    "then": "then",
    "toast": "toast",
    "reply": "reply",
    "page_error": "An entry of errors, for an event of a page",
}
"""Definition in features.schema.json -> heading."""


def features() -> str:
    """Every key of a feature file."""
    schema = load("features")
    tables = {"The file": schema, **{heading: schema["$defs"][name] for name, heading in FEATURE_PARTS.items()}}
    about = "What a user of one app can do and see."
    return _of_schema("features", "Feature files", about, "features", tables, of="of them")


def mock() -> str:
    """Every key of mock.json."""
    schema = load("mock")
    recording = schema["properties"]["recording"]
    tables = {"mock.json": schema, "An item of parts": schema["$defs"]["part"], "recording": recording}
    about = "What is in a mock (F.mock), a ZIP file without compression."
    return _of_schema("mock", "mock.json", about, "features", tables, guide="features", anchor="#the-mock")


def _of_schema(
    name: str,
    title: str,
    about: str,
    topic: str,
    tables: dict[str, dict[str, Any]],
    *,
    guide: str = "",
    anchor: str = "",
    of: str = "",
) -> str:
    """The page about a kind of file: what it is, its guide (of `topic`), and a table for each heading."""
    printed = f"`awe-author schema {name}` prints the JSON Schema{' ' + of if of else ''}."
    link = f"[guide to {topic}](../guide/{guide or topic.replace(' ', '-')}.md{anchor})"
    parts = [NOTE, f"# {title}\n\n{about} {printed} See the {link}.\n"]
    for heading, part in tables.items():
        parts += _table(load(name), heading, part)
    return "".join(parts)


def _table(schema: dict[str, Any], heading: str, part: dict[str, Any]) -> Iterator[str]:
    """A heading and a table of the keys of `part`."""
    yield f"\n## {heading}\n\n"
    if "string" in part.get("type", ()):
        yield "A string, or an object with these keys.\n\n"
    if "x-index" in part["properties"] and len(part["properties"]) == 1:
        yield "Everything that a schema has, and:\n\n"
    yield "| key | type | meaning |\n|---|---|---|\n"
    for key, value in part["properties"].items():
        must = " (required)" if key in part.get("required", []) else ""
        yield f"| `{key}`{must} | {_cell(_type(schema, value))} | {_cell(_meaning(schema, value))} |\n"


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
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    named = value.get("type", "any")
    kind = " or ".join(named) if isinstance(named, list) else str(named)
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


def control_api() -> str:
    """Every operation of the control API of `serve`: parameters, body, answer, problems."""
    parts = [NOTE, "# Control API of serve\n\nWhat it is for is in the [guide](../guide/control.md#of-serve). "]
    parts.append("`GET /openapi.json` has all schemas.\n")
    for one in OPERATIONS:
        parts.append(f"\n## {one.method} {one.path}\n\n{one.summary}. {one.description}".rstrip() + "\n\n")
        parts.append("| part | type | meaning |\n|---|---|---|\n")
        for parameter in one.parameters:
            default = parameter.schema.get("default")
            said = parameter.description + (f" [{default}]" if default is not None else "")
            parts.append(f"| {parameter.place} `{parameter.name}` | {parameter.schema['type']} | {_cell(said)} |\n")
        parts += [f"| body {row}" for row in _members(one.body.schema if one.body else "")]
        if one.body and not one.body.schema:
            parts.append(f"| body | {one.body.media_type} | |\n")
        shown = f"`{one.answer.schema}`" if one.answer.schema else one.answer.media_type or "nothing"
        parts.append(f"| answer {one.answer.status} | {shown} | {_cell(one.answer.description)} |\n")
        codes = ", ".join(f"`{code}` {KINDS[code].status}" for code in one.codes)
        parts.append(f"\nProblems: {codes}.\n")
    return "".join(parts)


def _members(name: str) -> Iterator[str]:
    schema: Any = SCHEMAS[name] if name else {}
    for member, value in schema.get("properties", {}).items():
        must = " (required)" if member in schema.get("required", ()) else ""
        kind = value.get("type") or " or ".join(one["type"] for one in value.get("oneOf", [])) or "any"
        yield f"`{member}`{must} | {kind} | {_cell(value.get('description', ''))} |\n"


def main() -> None:
    """Write the files."""
    for path, text in pages().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text)
        print(path)


if __name__ == "__main__":
    main()
