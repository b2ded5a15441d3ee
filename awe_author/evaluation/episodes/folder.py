"""A run as a folder:

    RUN/run.json                       {format, version, agent, world, tasks, started, ...}
    RUN/episodes/<id>.json             one for each episode
    RUN/timelines/<id>.timeline.zst    export of its session, where its world has state

A file with one episode a line (`.jsonl`) is read as a run too. Files are written aside and renamed, so each is whole or
not there. What cannot be read is an error that names every such file: an episode must not fall out of a report unseen.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import jsonschema_rs
import orjson

from awe_author.errors import InputError
from awe_author.evaluation.episodes.model import FORMAT, VERSION, Episode
from awe_author.json_types import JsonObject

ABOUT = "run.json"
EPISODES = "episodes"
TIMELINES = "timelines"
RUN_FORMAT = "awe-author run"
LISTED = 10
"""Files that cannot be read which a message names."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*\Z")


@dataclass(frozen=True, slots=True)
class Run:
    """The episodes of a run, by id, and what its `run.json` says."""

    path: Path
    about: JsonObject = field(default_factory=dict)
    episodes: tuple[Episode, ...] = ()

    def file(self, relative: str) -> Path:
        """A file that an episode names. Raises InputError when it would lie outside of the run."""
        root = (self.path if self.path.is_dir() else self.path.parent).resolve()
        path = (root / relative).resolve()
        if not path.is_relative_to(root):
            raise InputError(f"{relative} lies outside of the run", where=str(self.path))
        return path


def read_run(path: Path) -> Run:
    """A run's folder, or a `.jsonl` of episodes. Raises InputError, with all files that cannot be read."""
    if path.is_file():
        return Run(path, {}, _unique(_lines(path), path))
    folder = path / EPISODES
    if not folder.is_dir():
        raise InputError("this is no run: it has no folder `episodes`", where=str(path), hint="Name a run's folder.")
    about = path / ABOUT
    problems: list[str] = []
    episodes = [one for file in sorted(folder.glob("*.json")) if (one := _episode(file, problems))]
    if problems:
        raise _unreadable(problems, path)
    told = _json(about.read_bytes(), str(about)) if about.exists() else {}
    return Run(path, told, _unique(episodes, path))


def write_about(path: Path, about: Mapping[str, Any]) -> None:
    """Write `run.json`; the folder is made."""
    path.mkdir(parents=True, exist_ok=True)
    _write(path / ABOUT, {"format": RUN_FORMAT, "version": VERSION, **about})


def write_episode(path: Path, episode: Episode) -> Path:
    """Write an episode into a run's folder, over one of the same id; returns its file."""
    if not _NAME.match(episode.id):
        raise InputError(f"an episode can't be called {episode.id!r}", hint="Use letters, digits, . _ + and -.")
    folder = path / EPISODES
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{episode.id}.json"
    _write(file, episode.to_json())
    return file


def _write(file: Path, form: Mapping[str, Any]) -> None:
    handle, aside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(orjson.dumps(form, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
        os.chmod(aside, 0o644)
        os.replace(aside, file)
    except BaseException:
        os.unlink(aside)
        raise


def _episode(file: Path, problems: list[str]) -> Episode | None:
    try:
        return read_episode(file.read_bytes(), str(file))
    except InputError as error:
        problems.append(str(error))
        return None


def read_episode(text: bytes, where: str) -> Episode:
    """An episode from JSON. Raises InputError that says what is wrong with it."""
    form = _json(text, where)
    if form.get("format") != FORMAT:
        raise InputError("this is not an episode", where=where, hint=f'it has "format": "{FORMAT}"')
    if form.get("version") != VERSION:
        what = f"this episode has version {form.get('version')}, and this program knows {VERSION}"
        raise InputError(what, where=where, hint="update awe-author")
    error = next(_validator().iter_errors(form), None)
    if error is not None:
        place = "/".join(str(part) for part in error.instance_path)
        raise InputError(f"{place or 'the episode'}: {error.message[:200]}", where=where)
    try:
        return Episode.from_json(form)
    except (KeyError, TypeError, ValueError) as wrong:
        raise InputError(f"does not hold what it should: {wrong!r}", where=where) from wrong


def _json(text: bytes, where: str) -> dict[str, Any]:
    try:
        form = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error}", where=where) from None
    if not isinstance(form, dict):
        raise InputError("not a JSON object", where=where)
    return form


def _lines(path: Path) -> Iterator[Episode]:
    problems: list[str] = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        if line.strip():
            try:
                yield read_episode(line, f"{path}:{number}")
            except InputError as error:
                problems.append(str(error))
    if problems:
        raise _unreadable(problems, path)


def _unreadable(problems: list[str], path: Path) -> InputError:
    shown = "\n  ".join(problems[:LISTED])
    more = f"\n  ... and {len(problems) - LISTED} more" if len(problems) > LISTED else ""
    count = f"{len(problems)} episode{'s' * (len(problems) != 1)} can't be read"
    return InputError(f"{count}:\n  {shown}{more}", where=str(path), hint="Repair or remove them; none is left out.")


def _unique(episodes: Iterable[Episode], path: Path) -> tuple[Episode, ...]:
    known: dict[str, Episode] = {}
    for episode in episodes:
        if episode.id in known:
            raise InputError(f"two episodes are called {episode.id!r}", where=str(path), hint="Rename one.")
        known[episode.id] = episode
    return tuple(known[id] for id in sorted(known))


@cache
def _validator() -> jsonschema_rs.Draft202012Validator:
    text = resources.files("awe_author.evaluation.episodes").joinpath("episode.schema.json").read_bytes()
    return jsonschema_rs.Draft202012Validator(orjson.loads(text))
