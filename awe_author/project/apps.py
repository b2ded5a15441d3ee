"""One app's folder: `model.json`, `seed.json`, `reducers.py`. The name of the folder is the name of the app.

Models refer to each other: to the warehouse by `x-ref` and `x-shared`, to other apps by `emit`. `load_models` reads the
warehouse first and gathers the problems of all files, so that an author sees everything at once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from awe_author.errors import InputError
from awe_author.json_types import Json, JsonObject
from awe_author.project.documents import LARGEST_SEED, Document, read_json
from awe_author.project.mocks import Mock, open_mock
from awe_author.project.reducers import ReducerModules
from awe_author.state.loading import ModelProblems, check_world, load_model
from awe_author.state.model import WAREHOUSE, Model
from awe_author.state.types import Problem


@dataclass(frozen=True, slots=True)
class AppFiles:
    """Where the parts of an app are."""

    name: str
    model: Path
    """The model file; of a mock, the mock."""

    seed: Path | None = None
    mock: Mock | None = None
    """The model and the seed are those of this mock."""

    changed_model: Document | None = None
    """The model file with changes that feature files make; None: as it is."""

    changed_seed: JsonObject | None = None


@dataclass(frozen=True, slots=True)
class Loaded:
    """Models and seeds that were read."""

    models: Mapping[str, Model]
    """By name of the app; the warehouse is among them when there is one."""

    seeds: Mapping[str, JsonObject]
    """By name of the app, as `World.initial` takes them."""

    files: Mapping[str, AppFiles]
    documents: Mapping[str, Document]
    """Model files by the name that problems give them."""


def files_of_mock(path: Path, trusted: Collection[str] = (), name: str = "") -> AppFiles:
    """The app of a mock. Python in it is run only when its version is among `trusted`. Raises InputError."""
    mock = open_mock(path)
    if mock.reducers and mock.hash not in trusted:
        files = ", ".join(f"reducers/{one}.py" for one in mock.reducers)
        raise InputError(
            f"it brings Python ({files}), which would run with your rights",
            where=str(path),
            hint=f"Read it first (`unzip -p {path} 'reducers/*'`), then say so: --trust {mock.hash}, "
            f"or `trust: {mock.hash}` beside `mock:` in world.yaml.",
        )
    return AppFiles(name or mock.app, path, mock=mock)


def files_of(path: Path, name: str = "") -> AppFiles:
    """The app whose model file, or whose folder, `path` is. Raises InputError."""
    model = path / "model.json" if path.is_dir() else path
    if path.is_dir() and not model.is_file():
        raise InputError("there is no model.json in this folder", where=str(path), hint="Name the model file itself.")
    seed = model.with_name("seed.json")
    app = name or (model.resolve().parent.name if model.name == "model.json" else model.name.partition(".")[0])
    return AppFiles(app, model, seed if seed.is_file() else None)


def load_models(apps: Iterable[AppFiles], *, neighbours: Iterable[AppFiles] = ()) -> Loaded:
    """Every app, or ModelProblems with the problems of all of them.

    `neighbours`: apps that are not asked for, but that these may refer to; problems of their own are not reported, and
    one that cannot be read is as if it were not there.
    """
    asked = {app.name: app for app in apps}
    others = {app.name: app for app in neighbours if app.name not in asked}
    problems: list[Problem] = []
    models: dict[str, Model] = {}
    documents: dict[str, Document] = {}
    for app in sorted([*asked.values(), *others.values()], key=lambda one: one.name != WAREHOUSE):
        try:
            document = app.mock.model if app.mock else app.changed_model or read_json(app.model)
            documents[str(document.path)] = document
            reducers = ReducerModules(app.model / "reducers", app.mock.reducers) if app.mock else None
            models[app.name] = load_model(
                document.value,
                app=app.name,
                file=str(document.path),
                warehouse=models.get(WAREHOUSE),
                resolve_reducer=(reducers or ReducerModules(app.model.parent)).resolve,
            )
        except ModelProblems as found:
            problems += found.problems if app.name in asked else ()
        except InputError:
            if app.name in asked:
                raise
    files = {str(app.mock.model.path if app.mock else app.model) for app in asked.values()}
    complete = len(models) == len(asked) + len(others)
    problems += [one for one in check_world(models) if one.file in files and (complete or "no app" not in one.message)]
    if problems:
        raise ModelProblems(problems)
    return Loaded(
        {name: models[name] for name in models},
        _seeds([*others.values(), *asked.values()]),
        {**others, **asked},
        documents,
    )


def _seeds(apps: Iterable[AppFiles]) -> dict[str, JsonObject]:
    found: dict[str, JsonObject] = {}
    for app in apps:
        if app.mock is not None:
            found |= {app.name: app.mock.seed} if app.mock.seed is not None else {}
        elif app.changed_seed is not None:
            found[app.name] = app.changed_seed
        elif app.seed is not None:
            found[app.name] = _object(read_json(app.seed, largest=LARGEST_SEED))
    return found


def _object(document: Document) -> JsonObject:
    value: Json = document.value
    if not isinstance(value, dict):
        raise InputError("a seed is a JSON object", where=str(document.path), hint='It begins {"leads": {...}}.')
    return value


def neighbours_of(apps: Iterable[AppFiles]) -> list[AppFiles]:
    """Apps in folders beside these: `state_models/*/model.json`."""
    asked = [app.model.resolve() for app in apps]
    roots = {model.parent.parent for model in asked if model.name == "model.json"}
    beside = sorted(path for root in roots for path in root.glob("*/model.json"))
    return [files_of(path) for path in beside if path.resolve() not in asked]
