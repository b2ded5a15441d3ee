"""What `awe-author serve` is given: one world file, or mocks that make up a world of their own.

A mock is a file that `enrich` packed, or a part of one: a state model (`model.json`, or the folder that has one) or a
recording; both of one name belong to one app.
An app that has a recording only gets a state model without state. What a model cannot do without (the warehouse, apps
that it emits to) is taken from the folders beside it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from awe_author.archive import open_archive
from awe_author.archive.canonical import SAFE_METHODS
from awe_author.archive.recorded import Archive
from awe_author.errors import InputError
from awe_author.project.apps import AppFiles, files_of, files_of_mock, load_models, neighbours_of
from awe_author.project.enrichment import BESIDE, load_enrichment
from awe_author.project.mocks import SUFFIX
from awe_author.project.stateless import with_stateless
from awe_author.project.world import DEFAULT_START, WorldFile, load_world
from awe_author.replay.session import first_moment
from awe_author.session.moments import SECOND, ClockRule
from awe_author.state.model import RESERVED, WAREHOUSE

Part = TypeVar("Part")

FEWEST = 3
"""Recorded writes that tell a pace."""
SLOWEST = 10
"""Seconds; who recorded by hand thought, and an agent that thinks is not counted either."""
_RECORDING = re.compile(r"(.+?)\.(wacz|warc|warc\.gz|arc|arc\.gz|har)", re.IGNORECASE)


def world_of(paths: Sequence[Path], trusted: Collection[str] = ()) -> WorldFile:
    """The world that these arguments name. Raises InputError, ModelProblems or FeatureProblems.

    `trusted`: versions of mocks whose Python may be run.
    """
    worlds = [path for path in paths if path.suffix in (".yaml", ".yml") or (path / "world.yaml").is_file()]
    if worlds:
        if len(paths) > 1:
            hint = "Serve each world by a process of its own, or name mocks only."
            raise InputError("a world is served alone", where=str(worlds[0]), hint=hint)
        return load_world(worlds[0])
    return _of_mocks(paths, trusted)


def _of_mocks(paths: Sequence[Path], trusted: Collection[str]) -> WorldFile:
    models: dict[str, AppFiles] = {}
    recordings: dict[str, Path] = {}
    for path in paths:
        if not path.exists():
            hint = "Give a mock, a world.yaml, a model.json, a folder with either, or a WACZ file."
            raise InputError("there is no such file", where=str(path), hint=hint)
        found = _RECORDING.fullmatch(path.name)
        if path.suffix == SUFFIX and path.is_file():
            app = files_of_mock(path, trusted)
            _add(models, app.name, app)
            if app.mock and app.mock.recording:
                _add(recordings, app.name, app.mock.recording)
        elif found:
            _add(recordings, _name(found[1], path), path)
        else:
            app = files_of(path)
            _add(models, app.name, app)
    for app in models.values():
        if app.mock and app.mock.recording_part and app.name not in recordings:
            part = app.mock.recording_part
            what = f'its recording "{part.name}" ({part.size} bytes, sha256 {part.sha256[:12]}...) is not beside it'
            hint = f"Put it there, or name it too: {app.name}.wacz."
            raise InputError(what, where=str(app.model), hint=hint)
    loaded = with_stateless(load_models(with_needed(models)), recordings)
    features = [app.model.with_name(BESIDE) for app in models.values() if not app.mock]
    packed = [app.mock for app in models.values() if app.mock]
    return WorldFile(
        name="-".join(name for name in loaded.models if name != WAREHOUSE),
        file=paths[0],
        loaded=loaded,
        seeds=loaded.seeds,
        clock=_clock(models, recordings),
        seed=0,
        recordings=recordings,
        features=load_enrichment([path for path in features if path.is_file()], loaded.models, packed),
    )


def _clock(models: Mapping[str, AppFiles], recordings: Mapping[str, Path]) -> ClockRule:
    """The clock of mocks without a world: it begins when the recording does, as their pages' does, so that what is made
    in a session is younger than what was there, and "just now" on its pages. It goes on at the pace of the recording
    that begins last."""
    began, pace = max((_times(path) for name, path in recordings.items() if name in models), default=(0.0, 1))
    rule = ClockRule.of(DEFAULT_START)
    return replace(rule, start=round(began * SECOND), step=pace * SECOND) if began else rule


def _times(recording: Path) -> tuple[float, int]:
    """When a recording begins (epoch seconds) and its pace; (0, 1) when the file cannot be read or does not say (who
    opens it to serve it says why)."""
    try:
        with open_archive([recording]) as archive:
            return first_moment(archive), pace_of(archive)
    except InputError:
        return 0.0, 1


def pace_of(archive: Archive) -> int:
    """Whole seconds from one recorded write to the next on average: 1 to `SLOWEST`.

    A page counts real seconds between what is done on it. A state's clock that stepped by one each time would fall
    behind, and what was made a moment ago would be minutes old there.
    """
    times = [entry.time for entry in archive.entries() if entry.method not in SAFE_METHODS and entry.time]
    if len(times) < FEWEST:
        return 1
    return round(min(max((max(times) - min(times)) / (len(times) - 1), 1), SLOWEST))


def with_needed(models: Mapping[str, AppFiles]) -> list[AppFiles]:
    """These apps, and those in folders beside them that they cannot do without: the warehouse, and who they emit to."""
    beside = {app.name: app for app in neighbours_of(models.values())}
    known = load_models(models.values(), neighbours=beside.values()).models
    needed = [*models, WAREHOUSE]
    for name in needed:
        actions = known[name].actions.values() if name in known else ()
        emitted = [emit.app for action in actions for emit in action.emit if not emit.optional]
        needed += [app for app in dict.fromkeys(emitted) if app not in needed]
    found = {**beside, **models}
    return [found[name] for name in needed if name in found]


def _add(parts: dict[str, Part], name: str, part: Part) -> None:
    if name in parts:
        raise InputError(f'there are two apps called "{name}"', hint="Name them in a world.yaml.")
    parts[name] = part


def _name(stem: str, path: Path) -> str:
    name = re.sub(r"[^a-z0-9_-]+", "-", stem.lower()).strip("-_")
    if not name or name in RESERVED:
        raise InputError(f"{stem!r} gives no name for an app", where=str(path), hint="Name it in a world.yaml.")
    return name


def recordings_of(world: WorldFile) -> list[Path]:
    """The recordings of a world, each once. Raises InputError for one that is not there."""
    return _there(dict.fromkeys(world.recordings.values()))


def _there(paths: Iterable[Path]) -> list[Path]:
    found = list(paths)
    for path in found:
        if not path.is_file():
            raise InputError("there is no such recording", where=str(path), hint="Record it, or leave `recording` out.")
    return found
