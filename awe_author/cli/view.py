"""`awe-author view`: opens recordings in an ordinary browser, through pywb.

pywb rewrites the pages so that they need neither a proxy nor a certificate. That makes it handy for a look, and less
true than `replay` and `verify`. It is GPL software of its own and runs as a subprocess over a temporary collection:
the WARCs are taken out of the WACZ and indexed by pywb itself, since a WACZ from elsewhere may come without an index.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import click
import orjson

from awe_author.cli.output import Output, print_event, with_output
from awe_author.errors import ArchiveError, AweError, InputError

COLLECTION = "recording"
WARC_SUFFIXES = (".warc", ".warc.gz")
START_SECONDS = 60.0
HINT = "pip install 'awe-author[view]'"


@dataclass(frozen=True, slots=True)
class Pywb:
    """How to run pywb's two programs."""

    manager: list[str]
    server: list[str]


@dataclass(frozen=True, slots=True)
class Page:
    url: str
    title: str
    stamp: str
    """14 digits, "" when unknown."""


def find_pywb(environ: Mapping[str, str]) -> Pywb:
    """pywb of this Python, else the programs on the path. Raises AweError when there is none."""
    if importlib.util.find_spec("pywb") is not None:
        return Pywb(
            [sys.executable, "-c", "from pywb.manager.manager import main_wrap_exc as run; run()"],
            [sys.executable, "-c", "from pywb.apps.cli import wayback as run; run()"],
        )
    programs = [shutil.which(name, path=environ.get("PATH")) for name in ("wb-manager", "wayback")]
    if programs[0] and programs[1]:
        return Pywb([programs[0]], [programs[1]])
    raise AweError("`view` needs pywb, which is not installed", hint=HINT)


def take_out(path: Path, folder: Path) -> list[Path]:
    """The WARC files of a recording, put into `folder`. Raises InputError when there are none."""
    if not path.is_file():
        raise InputError("there is no such file", where=str(path), hint="give the path of a .wacz or .warc.gz file")
    if path.name.endswith(WARC_SUFFIXES):
        return [path]
    try:
        with zipfile.ZipFile(path) as archive:
            inside = [name for name in archive.namelist() if name.endswith(WARC_SUFFIXES)]
            if not inside:
                raise ArchiveError("there is no WARC inside", where=str(path), hint="is it a WACZ file?")
            return [_extract(archive, name, folder / f"{number}-{PurePosixPath(name).name}")
                    for number, name in enumerate(inside)]  # fmt: skip
    except (zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError) as error:
        raise ArchiveError(
            f"it cannot be read ({error})", where=str(path), hint="`view` opens WACZ and WARC"
        ) from error


def _extract(archive: zipfile.ZipFile, name: str, out: Path) -> Path:
    with archive.open(name) as source, out.open("wb") as target:
        shutil.copyfileobj(source, target, 1 << 20)
    return out


def pages_of(path: Path) -> list[Page]:
    """The pages that a WACZ lists; none for a WARC."""
    found = []
    try:
        with zipfile.ZipFile(path) as archive:
            lines = archive.read("pages/pages.jsonl").splitlines()
    except (zipfile.BadZipFile, KeyError, OSError):
        return []
    for line in lines:
        try:
            page = orjson.loads(line)
        except orjson.JSONDecodeError:
            continue
        if isinstance(page, dict) and isinstance(page.get("url"), str):
            found.append(Page(page["url"], str(page.get("title") or ""), stamp_of(page.get("ts"))))
    return found


def stamp_of(moment: object) -> str:
    """ "2026-09-21T14:13:20Z" -> "20260921141320"."""
    try:
        parsed = datetime.fromisoformat(str(moment))
    except ValueError:
        return ""
    return parsed.astimezone(UTC).strftime("%Y%m%d%H%M%S")


def prepare(pywb: Pywb, paths: list[Path], folder: Path) -> None:
    """Make pywb's collection in `folder` and index the recordings into it."""
    extracted = folder / "extracted"
    extracted.mkdir()
    warcs = [warc for path in paths for warc in take_out(path, extracted)]
    run = [[*pywb.manager, "init", COLLECTION], [*pywb.manager, "add", COLLECTION, *map(str, warcs)]]
    for command_line in run:
        done = subprocess.run(command_line, cwd=folder, capture_output=True, text=True, check=False)
        if done.returncode:
            raise AweError(f"pywb could not index the recording: {_last_line(done.stderr or done.stdout)}", hint=HINT)
    shutil.rmtree(extracted)


@contextmanager
def serving(pywb: Pywb, folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """pywb's server over `folder`, ready for requests; ended on leaving."""
    log = folder / "pywb.log"
    line = [*pywb.server, "--bind", "127.0.0.1", "--port", str(port), "--directory", str(folder)]
    with log.open("wb") as out:
        process = subprocess.Popen(line, cwd=folder, stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        _wait_until_ready(process, port, log)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_ready(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"http://127.0.0.1:{port}/", timeout=5)
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
    raise AweError(f"pywb did not start: {_last_line(log.read_text(errors='replace'))}", hint=HINT)


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it gave no reason"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@contextmanager
def until_told(process: subprocess.Popen[bytes]) -> Iterator[threading.Event]:
    """An event that is set by Ctrl-C, SIGTERM, or the end of `process`."""
    told = threading.Event()
    before = {number: signal.signal(number, lambda *_: told.set()) for number in (signal.SIGINT, signal.SIGTERM)}

    def watch() -> None:
        process.wait()
        told.set()

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--port", default=0, metavar="N", help="Loopback port to serve at (default: any free one).")
@click.option("--open/--no-open", "open_browser", default=True, help="Open the first page in the default browser.")
@with_output
def command(output: Output, files: tuple[Path, ...], port: int, open_browser: bool) -> int:
    """Look at recordings (WACZ, WARC) in an ordinary browser, through pywb.

    Runs until Ctrl-C. pywb rewrites pages; for a true replay at the real addresses see `awe-author replay`. With
    --json one line {"event": "ready", "url": ..., "pages": [...]} is printed when pages can be opened.
    """
    pywb = find_pywb(os.environ)
    port = port or free_port()
    base = f"http://127.0.0.1:{port}/{COLLECTION}"
    with tempfile.TemporaryDirectory(prefix="awe-view-") as name:
        output.note("pywb is indexing the recording ...")
        prepare(pywb, list(files), Path(name))
        with serving(pywb, Path(name), port) as process, until_told(process) as told:
            pages = [page for path in files for page in pages_of(path)]
            places = [(page, f"{base}/{page.stamp}{'/' if page.stamp else ''}{page.url}") for page in pages]
            start = places[0][1] if places else f"{base}/"
            _tell(output, start, places)
            if open_browser and not output.json:
                webbrowser.open(start)
            told.wait()
            if process.poll() is not None:
                log = (Path(name) / "pywb.log").read_text(errors="replace")
                raise AweError(f"pywb ended by itself: {_last_line(log)}")
    return 0


def _tell(output: Output, start: str, places: list[tuple[Page, str]]) -> None:
    if output.json:
        pages = [{"url": page.url, "title": page.title, "view": place} for page, place in places]
        print_event({"event": "ready", "url": start, "pages": pages})
        return
    if places:
        rows = [(page.title or "-", place) for page, place in places]
        output.out.print(output.table("Pages", ["title", "open this"], rows))
    output.out.print(f"Open {start} in a browser; Ctrl-C ends.", markup=False, soft_wrap=True)
