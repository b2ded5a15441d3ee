"""Reads files of other benchmarks and writes their tasks (or episodes) as files of ours.

Nothing that was there is written over but by `force`; what is written is read again at once, so that a task which our
own loader would refuse is told now.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import orjson
import yaml

from awe_author.errors import InputError
from awe_author.evaluation.episodes import write_about, write_episode
from awe_author.evaluation.importers.drafts import Imported
from awe_author.evaluation.importers.notes import Note, Notes
from awe_author.evaluation.importers.real import import_real
from awe_author.evaluation.importers.saas_bench import episodes_of, result_of_stderr
from awe_author.evaluation.importers.st_webagentbench import import_st_webagentbench
from awe_author.evaluation.importers.warc_bench import import_warc_bench
from awe_author.evaluation.importers.webarena import import_webarena
from awe_author.evaluation.loading import read_task
from awe_author.evaluation.problems import Report, TaskProblems
from awe_author.json_types import JsonObject
from awe_author.located import read_text
from awe_author.project.documents import read_json, read_yaml

Kind: TypeAlias = Literal["warc-bench", "st-webagentbench", "saas-bench", "webarena", "real"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LARGEST = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Options:
    """What an import may be told."""

    archives: Path | None = None
    """Folder of WARC-Bench's WACZ files; None: `archives` beside the tasks."""

    sites: Mapping[str, str] = field(default_factory=dict)
    """Name of a site ("gitlab") -> its address."""

    reading: Literal["code", "text"] = "code"
    agent: str = "unknown"
    """Whose results they are, where a result does not say."""

    force: bool = False


@dataclass(frozen=True, slots=True)
class Brought:
    """What was written."""

    folder: Path
    tasks: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    worlds: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()

    def to_json(self) -> JsonObject:
        """All of it."""
        return {
            "out": str(self.folder), "tasks": list(self.tasks), "episodes": list(self.episodes),
            "worlds": list(self.worlds), "notes": [note.to_json() for note in self.notes],
        }  # fmt: skip


def bring(kind: Kind, files: Sequence[Path], out: Path, options: Options) -> Brought:
    """Read the files of a benchmark and write what is in them into `out`. Raises InputError."""
    if kind == "saas-bench":
        return _episodes(files, out, options)
    imported = _READERS[kind](files, out, options)
    if not imported.tasks:
        raise InputError("no task could be carried over", where=str(files[0]), hint=_first(imported.notes))
    return _write(imported, out, options.force)


def _first(notes: Sequence[Note]) -> str:
    return f"{notes[0].what}: {notes[0].why}" if notes else "Is it a file of this benchmark?"


def _entries(file: Path) -> list[Mapping[str, Any]]:
    """The entries of a JSON file: a list, or one object."""
    value: Any = read_json(file, largest=LARGEST).value
    listed = value if isinstance(value, list) else [value]
    if not all(isinstance(one, dict) for one in listed):
        raise InputError("this is no list of tasks", where=str(file))
    return listed


def _checked(read: Callable[[], Imported], files: Sequence[Path]) -> Imported:
    try:
        return read()
    except (KeyError, TypeError, AttributeError) as error:
        names = ", ".join(map(str, files[:3]))
        raise InputError(f"does not have the form of this benchmark: {error!r}", where=names) from error


def _warc_bench(files: Sequence[Path], out: Path, options: Options) -> Imported:
    folder = _relative(options.archives, out) if options.archives else "archives"
    parts = [
        _checked(lambda file=file: import_warc_bench(_entries(file), stem=_stem(file), archives=folder), [file])  # type: ignore[misc]
        for file in files
    ]
    return _joined(parts)


def _stem(file: Path) -> str:
    """What tells the benchmark's files apart: benchmark_test.json is "test", benchmark.json "main"."""
    return file.stem.removeprefix("benchmark").strip("_") or "main"


def _relative(path: Path, out: Path) -> str:
    return os.path.relpath(path.resolve(), out.resolve())


def _webarena(files: Sequence[Path], out: Path, options: Options) -> Imported:
    return _joined([_checked(lambda: import_webarena(_all(files), sites=options.sites), files)])


def _st(files: Sequence[Path], out: Path, options: Options) -> Imported:
    made = _checked(lambda: import_st_webagentbench(_all(files), sites=options.sites, reading=options.reading), files)
    return _joined([made])


def _real(files: Sequence[Path], out: Path, options: Options) -> Imported:
    return _joined([_checked(lambda: import_real(_all(files)), files)])


def _all(files: Sequence[Path]) -> list[Mapping[str, Any]]:
    return [entry for file in files for entry in _entries(file)]


def _joined(parts: Sequence[Imported]) -> Imported:
    worlds = {path: world for part in parts for path, world in part.worlds.items()}
    tasks = tuple(task for part in parts for task in part.tasks)
    ids = [str(task["id"]) for task in tasks]
    if twice := next((id for id in ids if ids.count(id) > 1), None) if len(set(ids)) < len(ids) else None:
        raise InputError(f"two files have a task {twice}", hint="Import them into folders of their own.")
    return Imported(tasks, worlds, tuple(note for part in parts for note in part.notes))


_READERS: Mapping[str, Callable[[Sequence[Path], Path, Options], Imported]] = {
    "warc-bench": _warc_bench, "webarena": _webarena, "st-webagentbench": _st, "real": _real,
}  # fmt: skip


def _write(imported: Imported, out: Path, force: bool) -> Brought:
    files = {f"{task['id']}.yaml": task for task in imported.tasks} | imported.worlds
    present = [name for name in files if (out / name).exists()]
    if present and not force:
        more = f" and {len(present) - 1} more" if len(present) > 1 else ""
        raise InputError(f"{present[0]} is there already{more}", where=str(out), hint="Use --force to write over them.")
    for name, form in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(as_yaml(form), encoding="utf-8")
    for task in imported.tasks:
        _read_again(out / f"{task['id']}.yaml")
    (out / "import-notes.json").write_bytes(
        orjson.dumps([note.to_json() for note in imported.notes], option=orjson.OPT_INDENT_2) + b"\n"
    )
    names = tuple(str(task["id"]) for task in imported.tasks)
    return Brought(out, names, (), tuple(imported.worlds), imported.notes)


def _read_again(path: Path) -> None:
    """Is what was written a task for our own loader?"""
    report = Report(read_yaml(path))
    try:
        read_task(report.located, report)
        report.done()
    except TaskProblems as found:
        raise InputError("an imported task is refused by our own loader: " + str(found), where=str(path)) from found


def as_yaml(form: JsonObject) -> str:
    """YAML that reads as it was: keys in their order, long texts whole, texts that look like something else quoted."""
    text: str = yaml.dump(form, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=110)
    return text


class _Dumper(yaml.SafeDumper):
    """Every value in its place: no anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _episodes(files: Sequence[Path], out: Path, options: Options) -> Brought:
    """Results of SaaS-Bench as a run."""
    notes = Notes()
    results: list[Mapping[str, Any]] = []
    labels: dict[str, JsonObject] = {}
    for file in files:
        if file.suffix in (".txt", ".log", ".stderr"):
            results.append(result_of_stderr(file.stem, read_text(file, LARGEST)))
        elif file.name == "meta.json":
            for meta in _entries(file):
                labels[str(meta.get("task_id"))] = _labels(meta)
        else:
            entries = _entries(file)
            inner = entries[0].get("results") if len(entries) == 1 else None
            results += inner if isinstance(inner, list) else entries
    if not results:
        raise InputError("there are no results in these files", where=str(files[0]))
    if (out / "episodes").exists() and not options.force:
        raise InputError("there is a run already", where=str(out), hint="Use --force to write into it.")
    try:
        made = episodes_of(results, notes, agent=options.agent, labels=labels)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputError(f"these are no results of SaaS-Bench: {error!r}", where=str(files[0])) from error
    write_about(out, {"benchmark": "saas-bench", "agent": options.agent, "imported": [str(file) for file in files]})
    for episode in made:
        write_episode(out, episode)
    return Brought(out, (), tuple(one.id for one in made), (), tuple(notes.found))


def _labels(meta: Mapping[str, Any]) -> JsonObject:
    data = meta.get("meta_data") or {}
    known = {"domain": meta.get("category_id"), "app": data.get("sites")}
    return {name: value for name, value in known.items() if value}
