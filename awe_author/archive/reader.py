"""Opens archives: finds out what each file is, makes or finds the index, gives an `Archive`.

The index of a set of files lies in the cache directory under their fingerprint. It is written aside and renamed, so
that processes that open the same archive at once do not disturb each other; one that is damaged or does not fit is
made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from awe_author.archive import canonical
from awe_author.archive.recorded import Archive
from awe_author.archive.segments import Segment
from awe_author.archive.store import FORMAT, IndexStore, load
from awe_author.errors import ArchiveError

__all__ = ["Archive", "open_archive"]

KEPT_DAYS = 30
"""Indexes that were not used for so long are removed when another is made."""


def open_archive(paths: Sequence[Path | str], *, cache: Path | None = None) -> Archive:
    """Open one or more WARC, ARC, WACZ, multi-WACZ or HAR files as one archive.

    `cache`: folder for the index and what must be unpacked (default: XDG_CACHE_HOME/awe-author/index; a temporary
    folder when that cannot be written to). Raises ArchiveError when a file is missing or nothing of it can be used.
    """
    files = _expanded([Path(path) for path in paths])
    if not files:
        raise ArchiveError("no archive was given", hint="Name a WACZ, WARC or HAR file.")
    name = _fingerprint(files)
    folder, scratch = _folder(cache)
    index = folder / f"{name}.sqlite"
    found = _open_index(index, files, scratch)
    if found is not None:
        return found
    _prune(folder)
    try:
        _build(files, index)
    except BaseException:
        _remove(scratch)
        raise
    found = _open_index(index, files, scratch)
    if found is None:
        raise ArchiveError("the index cannot be read back", where=str(index), hint="Is the disk full?")
    return found


def _build(files: list[Path], index: Path) -> None:
    from awe_author.archive.building import Builder  # as much code as all the rest; mostly the index is there

    aside = index.with_name(f".{index.name}.{os.getpid()}.{time.monotonic_ns()}.part")
    try:
        with contextlib.closing(Builder(files, aside, index.with_suffix(""))) as builder:
            builder.build()
        os.replace(aside, index)
    except sqlite3.Error as error:
        hint = "Make room in the cache directory, or point XDG_CACHE_HOME to another disk."
        raise ArchiveError(f"the index cannot be written: {error}", where=str(index), hint=hint) from error
    except OSError as error:
        where = str(error.filename or files[0])
        raise ArchiveError(f"cannot be read: {error.strerror or error}", where=where) from error
    finally:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)


def _open_index(index: Path, files: list[Path], scratch: Path | None) -> Archive | None:
    """The archive, when its index is there and whole."""
    if not index.exists():
        return None
    segments: list[Segment] = []
    try:
        store = IndexStore(index)
        with contextlib.closing(store):
            listed = store.get("sources")
        for source in listed:
            path = files[source["input"]] if source["input"] >= 0 else index.with_name(source["file"])
            segments.append(Segment(path, source["start"], source["size"], source["name"]))
            if segments[-1].size != source["size"]:
                raise ValueError("a file that the index refers to was cut off")
        archive = Archive(index, segments, scratch)
        archive.has_host("")
    except (sqlite3.Error, OSError, ValueError, KeyError, IndexError, TypeError):
        for segment in segments:
            segment.close()
        return None
    with contextlib.suppress(OSError):
        os.utime(index)
    return archive


def _fingerprint(files: list[Path]) -> str:
    digest = hashlib.blake2b(f"{FORMAT} {canonical.VERSION}".encode(), digest_size=16)
    for path in files:
        try:
            with path.open("rb") as stream:
                status = os.fstat(stream.fileno())
                stream.seek(max(0, status.st_size - 65536))
                tail = stream.read(65536)
        except OSError as error:
            raise ArchiveError(f"cannot be read: {error.strerror}", where=str(path)) from error
        digest.update(f"{path.resolve()}\0{status.st_size}\0{status.st_mtime_ns}\0".encode("utf-8", "surrogateescape"))
        digest.update(hashlib.blake2b(tail).digest())
    return digest.hexdigest()


def _expanded(paths: list[Path]) -> list[Path]:
    """The files themselves; a multi-WACZ document becomes the files beside it that it lists."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            hint = "Give the path of a WACZ, WARC or HAR file."
            raise ArchiveError("there is no such file", where=str(path), hint=hint)
        if not path.is_file():
            raise ArchiveError("not a file", where=str(path), hint="Give the archive files themselves.")
        listed = _multi(path)
        found += listed if listed is not None else [path]
    return list(dict.fromkeys(found))


def _multi(path: Path) -> list[Path] | None:
    """The WACZ files of a multi-WACZ JSON document (specs.webrecorder.net/wacz/1.1.1, multi-wacz-package)."""
    try:
        with path.open("rb") as stream:
            start = stream.read(1 << 20)
        if not start.lstrip().startswith(b"{") or len(start) == 1 << 20:
            return None
        document = load(start)
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not isinstance(document.get("resources"), list):
        return None
    return [_beside(path, resource) for resource in document["resources"][:10_000]]


def _beside(path: Path, resource: Any) -> Path:
    named = resource.get("path") or resource.get("name") if isinstance(resource, dict) else None
    hint = "Only files beside the document are opened; download the others first."
    if not isinstance(named, str) or "://" in named or Path(named).is_absolute() or ".." in Path(named).parts:
        raise ArchiveError(f"lists {str(named)[:200]!r}, which is no file beside it", where=str(path), hint=hint)
    target = path.parent / named
    if not target.is_file():
        raise ArchiveError(f"lists {named!r}, which is not there", where=str(path), hint=hint)
    return target


def _folder(cache: Path | None) -> tuple[Path, Path | None]:
    """(where indexes are kept, a temporary folder to remove afterwards)."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(base) if base and Path(base).is_absolute() else Path.home() / ".cache"
    folder = cache or home / "awe-author" / "index"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return folder, None
    except OSError:
        temporary = Path(tempfile.mkdtemp(prefix="awe-author-"))
        return temporary, temporary


def _remove(folder: Path | None) -> None:
    if folder is not None:
        for path in folder.iterdir():
            path.unlink(missing_ok=True)
        folder.rmdir()


def _prune(folder: Path) -> None:
    """Remove indexes that nobody used for a while, what was unpacked for them, and leftovers of killed processes."""
    now = time.time()
    with contextlib.suppress(OSError):
        used = {path.stem for path in folder.glob("*.sqlite") if now - path.stat().st_mtime < KEPT_DAYS * 86400}
        for path in folder.iterdir():
            owner = path.name.lstrip(".").partition(".")[0]
            age = now - path.stat().st_mtime
            ours = path.suffix in (".sqlite", ".warc", ".part") and len(owner) == 32
            if ours and ((owner not in used and age > 86400) or (path.suffix == ".part" and age > 86400)):
                path.unlink(missing_ok=True)
