"""world.yaml: which apps, which warehouse, which clock. Read, checked, and its models and seeds loaded."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, cast

import jsonschema

from awe_author.errors import InputError
from awe_author.features.model import FeatureFile
from awe_author.json_types import JsonObject
from awe_author.located import Located, Where, nearest
from awe_author.project.apps import AppFiles, Loaded, files_of_mock, load_models
from awe_author.project.documents import LARGEST_SEED, read_json, read_yaml
from awe_author.project.enrichment import feature_files, load_enrichment
from awe_author.project.stateless import with_stateless
from awe_author.session.moments import ClockRule
from awe_author.state.model import RESERVED, WAREHOUSE
from awe_author.state.schema import pointer_of

DEFAULT_START = "2025-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class WorldFile:
    """A world.yaml and all that it names, loaded."""

    name: str
    file: Path
    loaded: Loaded
    seeds: Mapping[str, JsonObject]
    """As `World.initial` takes them: by app, and `timers`."""

    clock: ClockRule
    seed: int
    recordings: Mapping[str, Path]
    """App -> the WACZ it is replayed from, of those that name one."""

    features: tuple[FeatureFile, ...] = ()
    """Of all apps, in the order in which their files are named."""


def schema() -> dict[str, Any]:
    """The JSON Schema of world.yaml."""
    text = resources.files("awe_author.project").joinpath("world.schema.json").read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def load_world(path: Path) -> WorldFile:
    """The world of a world.yaml, or of the folder that has one. Raises InputError, ModelProblems with all of them."""
    file = path / "world.yaml" if path.is_dir() else path
    located = read_yaml(file)
    given = _checked(located)
    specs = given["apps"]
    stated = {name: spec for name, spec in specs.items() if not _is_recording_only(spec) or name in RESERVED}
    apps = [_app(name, spec, file, located) for name, spec in stated.items()]
    if "warehouse" in given:
        apps.append(_app(WAREHOUSE, given["warehouse"], file, located, ("warehouse",)))
    files = [path for name, spec in given["apps"].items() for path in _features(name, spec, file, located)]
    alone = {name: _path(file, spec["recording"]) for name, spec in specs.items() if name not in stated}
    loaded = with_stateless(load_models(apps), alone)
    packed = [app.mock for app in apps if app.mock]
    recordings = {mock.app: mock.recording for mock in packed if mock.recording}
    for mock in packed:
        if mock.recording_part and not mock.recording and "recording" not in given["apps"][mock.app]:
            what = f'the recording of {mock.file}, "{mock.recording_part.name}", is not beside it'
            place = located.at(("apps", mock.app, "mock"))
            raise InputError(what, where=place, hint="Put it there, or name it: `recording: ...`.")
    return WorldFile(
        name=given["world"],
        file=file,
        loaded=loaded,
        seeds={**loaded.seeds, **_timers(given.get("timers"), file, located)},
        clock=_clock(given.get("clock", {}), located),
        seed=given.get("seed", 0),
        recordings=recordings
        | {name: _path(file, spec["recording"]) for name, spec in given["apps"].items() if "recording" in spec},
        features=load_enrichment(files, loaded.models, packed),
    )


def _is_recording_only(spec: Mapping[str, Any]) -> bool:
    """An app that is replayed, without state."""
    return "recording" in spec and not {"model", "mock", "seed", "features"} & spec.keys()


def _app(name: str, spec: Mapping[str, Any], file: Path, located: Located, where: Where = ()) -> AppFiles:
    where = where or ("apps", name)
    if name in RESERVED and where[0] == "apps":
        raise InputError(
            f'no app can be called "{name}"', where=located.at(where), hint="Put shared entities under warehouse:."
        )
    if "mock" in spec:
        return _mock(name, spec, file, located, where)
    if "model" not in spec:
        hint = "Name the app's model.json, or a mock: `mock: crm.mock`."
        raise InputError('the key "model" is missing', where=located.at(where), hint=hint)
    model = _path(file, spec["model"])
    model = model / "model.json" if model.is_dir() else model
    beside = model.with_name("seed.json")
    seed = _path(file, spec["seed"]) if "seed" in spec else beside if beside.is_file() else None
    for key, path in (("model", model), ("seed", seed)):
        if path is not None and not path.is_file():
            raise InputError(
                f"there is no file {path}", where=located.at((*where, key)), hint=f"Paths begin at {file.parent}."
            )
    return AppFiles(name, model, seed)


def _mock(name: str, spec: Mapping[str, Any], file: Path, located: Located, where: Where) -> AppFiles:
    """The app of a mock, checked to be this one; a version that is named has to be it."""
    path = _path(file, spec["mock"])
    other = next((key for key in ("model", "seed", "features") if key in spec), None)
    if other:
        hint = f"Leave `{other}` out, or `mock`."
        raise InputError(f"a mock brings its own {other}", where=located.at((*where, other)), hint=hint)
    try:
        app = files_of_mock(path, [str(spec.get("trust", ""))])
    except InputError as error:
        place = located.at((*where, "mock"))
        raise InputError(f"{error.where}: {error.what}", where=place, hint=error.hint) from None
    if app.name != name:
        hint = f"Call the app {app.name}, or name another mock."
        raise InputError(f'{path} is a mock of "{app.name}"', where=located.at((*where, "mock")), hint=hint)
    return app


def _features(name: str, spec: Mapping[str, Any], file: Path, located: Located) -> list[Path]:
    given = spec.get("features", [])
    named = [given] if isinstance(given, str) else given
    try:
        return [path for one in named for path in feature_files(_path(file, one))]
    except InputError as error:
        raise InputError(error.what, where=located.at(("apps", name, "features")), hint=error.hint) from None


def _path(file: Path, named: str) -> Path:
    """A path of a world.yaml, which is relative to it."""
    return Path(os.path.normpath(file.parent / named))


def _timers(given: Any, file: Path, located: Located) -> dict[str, JsonObject]:
    """The timers as a seed; a file of them is checked like those that stand in the world.yaml."""
    if given is None:
        return {}
    if isinstance(given, dict):
        return {"timers": given}
    path = _path(file, given)
    if not path.is_file():
        raise InputError(
            f"there is no file {path}", where=located.at(("timers",)), hint=f"Paths begin at {file.parent}."
        )
    read = read_json(path, largest=LARGEST_SEED)
    rules = schema()
    rule = {**rules["properties"]["timers"], "type": "object", "$defs": rules["$defs"]}
    error = min(jsonschema.Draft202012Validator(rule).iter_errors(read.value), key=_order, default=None)
    if error is not None:
        place = pointer_of(error.absolute_path)
        raise InputError(f"{place}: {error.message[:200]}", where=read.at(place), hint="See `awe-author schema world`.")
    return {"timers": cast(JsonObject, read.value)}


def _clock(given: Mapping[str, Any], located: Located) -> ClockRule:
    try:
        return ClockRule.of(given.get("start", DEFAULT_START), given.get("step", "PT1S"))
    except InputError as error:
        raise InputError(error.what, where=located.at(("clock",)), hint=error.hint) from None


def _checked(located: Located) -> dict[str, Any]:
    if not isinstance(located.value, dict):
        raise InputError("a world is a mapping", where=located.at(), hint="It begins like this: world: sdr")
    errors = jsonschema.Draft202012Validator(schema()).iter_errors(located.value)
    first = min(errors, key=_order, default=None)
    if first is not None:
        raise _in_words(first, located)
    return cast("dict[str, Any]", located.value)


def _order(error: jsonschema.ValidationError) -> tuple[list[str], bool]:
    """By place; an unknown key before a missing one, as it is often that one misspelt."""
    return [str(part) for part in error.absolute_path], error.validator != "additionalProperties"


def _in_words(error: jsonschema.ValidationError, located: Located) -> InputError:
    where: Where = tuple(error.absolute_path)
    value: Any = error.instance
    rule: Mapping[str, Any] = error.schema if isinstance(error.schema, dict) else {}
    known = rule.get("properties", {})
    name = ".".join(map(str, where))
    about = str(rule.get("description", "")) or "See `awe-author schema world`."
    if error.validator == "additionalProperties" and known:
        unknown = next(key for key in value if key not in known)
        return InputError(
            f'there is no key "{unknown}"', where=located.at((*where, unknown)), hint=nearest(unknown, known)
        )
    if error.validator == "required":
        wanted = cast("list[str]", error.validator_value)
        missing = next(key for key in wanted if key not in value)
        hint = str(known.get(missing, {}).get("description", "")) or "Add it."
        return InputError(f'the key "{missing}" is missing', where=located.at(where), hint=hint)
    if error.validator == "pattern":
        at = located.at((*where, value) if "propertyNames" in error.schema_path else where)
        shown = f"{name}: " if name else ""
        return InputError(f'{shown}"{value}" is no name', where=at, hint="Use small letters, digits, - and _.")
    return InputError(f"{name}: {error.message[:200]}", where=located.at(where), hint=about)
