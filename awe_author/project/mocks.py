"""Mocks on disk: `open_mock` of a file that a stranger may have made, `write_mock` of what `enrich` checked.

Opening reads what mock.json lists and nothing else, compares every digest, and never unpacks a name onto the disk. A
compressed member is refused, so the file is as large as what comes out of it. The recording stays where it is: an
archive inside a ZIP is read in place. Python in a mock (`reducers/`) is only text here; who runs it, and when, is said
in docs/decisions/0010-mocks-with-code.md.
"""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO

import jsonschema

from awe_author.errors import InputError
from awe_author.features.pack import (
    FEATURES,
    MANIFEST,
    MODEL,
    RECORDING,
    REDUCERS,
    SEED,
    Part,
    RecordingPart,
    manifest_of,
    version_of,
)
from awe_author.json_types import JsonObject
from awe_author.project.documents import LARGEST_MODEL, LARGEST_SEED, Document, parse_json

SUFFIX = ".mock"
LARGEST_MANIFEST = 4 * 1024 * 1024
MOST_MEMBERS = 1003
_REMAKE = "Make the mock again with `awe-author enrich`."
_CHUNK = 1 << 20
_BROKEN = (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, KeyError)


@dataclass(frozen=True, slots=True)
class Mock:
    """A mock that was opened; every part of it is what mock.json says."""

    file: Path
    app: str
    title: str
    hash: str
    """Its version: equal for equal contents."""

    model: Document
    seed: JsonObject | None
    features: Mapping[str, bytes]
    """Name for messages (`crm.mock/leads.yaml`) -> text, in their order."""

    reducers: Mapping[str, str]
    """Module -> Python. Not run by opening."""

    recording: Path | None
    """What `open_archive` takes: this file itself when the recording is inside, else the file it names; None when the
    mock has none, or the file is nowhere (`recording_part` says what it would be)."""

    recording_part: RecordingPart | None


def open_mock(path: Path, *, whole: bool = True) -> Mock:
    """The mock. `whole`: the recording's digest is compared too. Raises InputError that says what is wrong."""
    with _zip(path) as opened:
        manifest = _manifest(opened, path)
        parts = [Part(one["name"], one["size"], one["sha256"]) for one in manifest["parts"]]
        given = manifest.get("recording")
        recording = RecordingPart(**given) if given else None
        _listed(opened, parts, recording, path)
        version = version_of(manifest["app"], manifest["features"], parts, recording)
        if version != manifest["hash"]:
            raise InputError("its version hash does not fit its parts", where=str(path), hint=_REMAKE)
        texts = {one.name: _read(opened, one, path) for one in parts}
        if recording and recording.inside and whole:
            with opened.open(RECORDING + recording.name) as stream:
                _compare(stream, recording.size, recording.sha256, f"{path}/{recording.name}")
    features = {f"{path}/{name.removeprefix(FEATURES)}": texts[name] for name in manifest["features"]}
    code = {
        name.removeprefix(REDUCERS).removesuffix(".py"): _text(text, f"{path}/{name}")
        for name, text in texts.items()
        if name.startswith(REDUCERS)
    }
    return Mock(
        file=path,
        app=manifest["app"],
        title=manifest.get("title", manifest["app"]),
        hash=version,
        model=_json(texts[MODEL], path, MODEL),
        seed=_object(texts[SEED], path) if SEED in texts else None,
        features=features,
        reducers=code,
        recording=_recording(path, manifest["app"], recording, whole),
        recording_part=recording,
    )


@contextmanager
def _zip(path: Path) -> Iterator[zipfile.ZipFile]:
    where = str(path)
    try:
        with path.open("rb") as stream, zipfile.ZipFile(stream) as opened:
            yield opened
    except FileNotFoundError:
        raise InputError("there is no such file", where=where, hint="Check the path.") from None
    except IsADirectoryError:
        raise InputError("this is a folder, not a mock", where=where, hint="Name the .mock file.") from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=where) from None
    except InputError:
        raise
    except _BROKEN as error:
        raise InputError(f"not a mock, or damaged: {error}", where=where, hint=_REMAKE) from None


def _manifest(opened: zipfile.ZipFile, path: Path) -> Any:
    where = f"{path}/{MANIFEST}"
    names = [one.filename for one in opened.infolist()]
    if MANIFEST not in names:
        raise InputError("a ZIP file, but no mock: there is no mock.json in it", where=str(path), hint=_REMAKE)
    if len(names) > MOST_MEMBERS:
        raise InputError(f"it has {len(names)} members, more than {MOST_MEMBERS}", where=str(path), hint=_REMAKE)
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise InputError(f'it has two members called "{_shown(twice)}"', where=str(path), hint=_REMAKE)
    info = opened.getinfo(MANIFEST)
    _plain(info, path)
    if info.file_size > LARGEST_MANIFEST:
        raise InputError(f"larger than {LARGEST_MANIFEST} bytes", where=where, hint=_REMAKE)
    document = parse_json(_text(opened.read(info), where), Path(where)).value
    error = next(iter(_validator().iter_errors(document)), None)
    if error:
        at = "/".join(map(str, error.absolute_path))
        if isinstance(document, dict) and at == "format":
            known = "made by another version of awe-author"
            raise InputError(f"{known}: format {_shown(str(error.instance))}", where=where, hint=_REMAKE)
        raise InputError(f"{at or 'the document'}: {error.message[:200]}", where=where, hint=_REMAKE)
    return document


@cache
def _validator() -> jsonschema.Draft202012Validator:
    text = resources.files("awe_author.project").joinpath("mock.schema.json").read_text(encoding="utf-8")
    schema: Any = parse_json(text, Path("mock.schema.json")).value
    return jsonschema.Draft202012Validator(schema)


def _listed(opened: zipfile.ZipFile, parts: Sequence[Part], recording: RecordingPart | None, path: Path) -> None:
    """Is exactly what mock.json lists there, each as large as it says, and none of it compressed?"""
    sizes = {one.name: one.size for one in parts}
    if len(sizes) < len(parts):
        raise InputError("mock.json lists a part twice", where=str(path), hint=_REMAKE)
    if MODEL not in sizes:
        raise InputError("it has no model.json", where=str(path), hint=_REMAKE)
    if recording and recording.inside:
        sizes[RECORDING + recording.name] = recording.size
    there = {one.filename: one for one in opened.infolist()}
    for name in there.keys() - sizes.keys() - {MANIFEST}:
        what = f'it has a member "{_shown(name)}" that mock.json does not list'
        raise InputError(what, where=str(path), hint=_REMAKE)
    for name, size in sizes.items():
        if name not in there:
            raise InputError(f'the part "{name}" is missing', where=str(path), hint=_REMAKE)
        _plain(there[name], path)
        if there[name].file_size != size:
            what = f'the part "{name}" has {there[name].file_size} bytes, mock.json says {size}'
            raise InputError(what, where=str(path), hint=_REMAKE)
    total = sum(one.file_size for one in there.values())
    if total > path.stat().st_size:
        raise InputError("its members lie over each other", where=str(path), hint=_REMAKE)


def _plain(info: zipfile.ZipInfo, path: Path) -> None:
    if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
        what = f'"{_shown(info.filename)}" is compressed; in a mock nothing is'
        raise InputError(what, where=str(path), hint=_REMAKE)
    if info.flag_bits & 1:
        raise InputError(f'"{_shown(info.filename)}" is encrypted', where=str(path), hint=_REMAKE)


def _read(opened: zipfile.ZipFile, part: Part, path: Path) -> bytes:
    most = LARGEST_SEED if part.name == SEED else LARGEST_MODEL
    where = f"{path}/{part.name}"
    if part.size > most:
        raise InputError(f"larger than {most // 1024 // 1024} MB", where=where, hint=_REMAKE)
    data = opened.read(part.name)
    if len(data) != part.size or hashlib.sha256(data).hexdigest() != part.sha256:
        raise InputError("it is not what mock.json says: its digest differs", where=where, hint=_REMAKE)
    return data


def _compare(stream: Any, size: int, digest: str, where: str) -> None:
    found, length = _digest(stream)
    if length != size or found != digest:
        hint = "Record again, or make the mock again over this recording."
        raise InputError("it is not the recording that the mock was made of", where=where, hint=hint)


def _digest(stream: Any) -> tuple[str, int]:
    made, length = hashlib.sha256(), 0
    while data := stream.read(_CHUNK):
        made.update(data)
        length += len(data)
    return made.hexdigest(), length


def _recording(path: Path, app: str, part: RecordingPart | None, whole: bool) -> Path | None:
    """Where the recording is: inside, beside the mock, or in `recordings/<app>/` of the project around it."""
    if part is None or part.inside:
        return path if part else None
    folder = path.resolve().parent
    places = [folder / part.name, *(above / "recordings" / app / part.name for above in (folder, *folder.parents))]
    for place in places:
        if place.is_file() and place.stat().st_size == part.size:
            if whole:
                with place.open("rb") as stream:
                    _compare(stream, part.size, part.sha256, str(place))
            return place
    return None


def _json(data: bytes, path: Path, name: str) -> Document:
    where = Path(f"{path}/{name}")
    return parse_json(_text(data, str(where)), where)


def _object(data: bytes, path: Path) -> JsonObject:
    value = _json(data, path, SEED).value
    if not isinstance(value, dict):
        raise InputError("a seed is a JSON object", where=f"{path}/{SEED}", hint=_REMAKE)
    return value


def _text(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"not UTF-8 text (at byte {error.start})", where=where, hint=_REMAKE) from None


def _shown(name: str) -> str:
    return ascii(name)[1:-1][:80]


# ---- writing -------------------------------------------------------------------------------------------------------


def digest_of(path: Path) -> tuple[str, int]:
    """SHA-256 and size of a file. Raises InputError."""
    try:
        with path.open("rb") as stream:
            return _digest(stream)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", where=str(path), hint="Check the path.") from None


def write_mock(
    out: Path,
    *,
    app: str,
    title: str,
    contents: Mapping[str, bytes],
    features: Sequence[str],
    recording: Path | None,
    link: bool = False,
) -> JsonObject:
    """Write the mock and return its mock.json. It is written aside and renamed: `out` is whole or not there.

    `contents`: name of the part -> bytes; `features`: names of those that are feature files; `link`: the recording is
    named by its digest only. Raises InputError.
    """
    part = None
    if recording:
        sha256, size = digest_of(recording)
        part = RecordingPart(recording.name, size, sha256, inside=not link)
    manifest = manifest_of(app, title, contents, features, part)
    error = next(iter(_validator().iter_errors(manifest)), None)
    if error:
        hint = "Names of files in a mock have letters, digits, `.`, `-` and `_`."
        raise InputError(f"cannot be packed: {error.message[:200]}", where=str(out), hint=hint)
    aside = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with aside.open("wb") as stream:
            _write(stream, manifest, contents, recording if part and part.inside else None)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(aside, out)
    except OSError as failed:
        hint = "Choose another --out, or make room."
        raise InputError(f"cannot be written: {failed.strerror}", where=str(out), hint=hint) from failed
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
    return manifest


def _write(stream: BinaryIO, manifest: JsonObject, contents: Mapping[str, bytes], recording: Path | None) -> None:
    import orjson

    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as made:
        made.writestr(_member(MANIFEST), orjson.dumps(manifest, option=orjson.OPT_INDENT_2) + b"\n")
        for name in sorted(contents):
            made.writestr(_member(name), contents[name])
        if recording:
            info = _member(RECORDING + recording.name)
            info.file_size = recording.stat().st_size
            with recording.open("rb") as source, made.open(info, "w") as target:
                while data := source.read(_CHUNK):
                    target.write(data)


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.create_system, info.external_attr = 3, 0o644 << 16
    return info
