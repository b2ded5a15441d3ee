"""The systems that are compared: how each is started on one material, and how to reach it.

Each runs as a process of its own, as a user would start it, set so that it does the least work that gives right
answers: pywb without rewriting or banner, mitmproxy replaying without looking upstream, nginx with one worker.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks import nginx
from benchmarks.formats import Formats, write_flows, write_wacz_and_warc
from benchmarks.install import venv_program
from benchmarks.material import ORIGIN, Material
from benchmarks.process import free_port, stop
from benchmarks.wire import Route, answers, spki

PROJECT = Path(__file__).resolve().parent.parent


class Unavailable(Exception):
    """A system could not be installed or started; the rest is measured without it."""


@dataclass(slots=True)
class Running:
    """One started system."""

    name: str
    process: subprocess.Popen[bytes]
    tls: Route
    plain: Route
    http2: bool
    start_seconds: float
    """From starting the process to the first right answer."""

    @property
    def spki(self) -> str:
        return spki(self.tls, ORIGIN + "/")

    def stop(self) -> None:
        stop(self.process)


@dataclass(frozen=True, slots=True)
class System:
    """A way to serve a material: `prepare` makes its files once, `command` gives the program for a port."""

    name: str
    prepare: Callable[[Formats, Path], None]
    command: Callable[[Formats, Path, int], list[str]]
    http2: bool = True
    proxy: bool = True

    def start(self, formats: Formats, folder: Path, probe: tuple[str, int], *, patience: float = 300) -> Running:
        """Start it on `formats` and wait until it answers `probe` (path, size). Raises Unavailable."""
        folder.mkdir(parents=True, exist_ok=True)
        self.prepare(formats, folder)
        port = free_port()
        command = self.command(formats, folder, port)
        log = (folder / "log").open("wb")
        started = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdout=log,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(PROJECT), "XDG_CACHE_HOME": str(folder.resolve() / "cache")},
        )
        plain = Route(port + 1 if not self.proxy else port, self.proxy)
        route = Route(port, self.proxy)
        while not answers(route, ORIGIN + probe[0], probe[1]):
            if process.poll() is not None or time.perf_counter() - started > patience:
                stop(process)
                last = (folder / "log").read_text(errors="replace").strip().splitlines()[-1:]
                raise Unavailable(f"{self.name} did not answer {probe[0]}: {''.join(last)}")
            time.sleep(0.005)
        return Running(self.name, process, route, plain, self.http2, time.perf_counter() - started)


def _nothing(formats: Formats, folder: Path) -> None:
    """No files but the material's."""


def _awe_files(formats: Formats, folder: Path) -> None:
    write_wacz_and_warc(formats.material, formats.wacz.parent)


def _awe(formats: Formats, folder: Path, port: int) -> list[str]:
    program = [sys.executable, "-m", "awe_author", "replay"]
    return [*program, str(formats.wacz.resolve()), "--port", str(port)]


def _pywb_files(formats: Formats, folder: Path) -> None:
    write_wacz_and_warc(formats.material, formats.wacz.parent)
    settings = (
        "proxy:\n  coll: bench\n  ca_name: benchmark\n  ca_file_cache: ./certificates.pem\n"
        "  enable_banner: false\n  enable_wombat: false\n  enable_content_rewrite: false\n"
    )
    (folder / "config.yaml").write_text(settings)
    if (folder / "collections" / "bench" / "indexes" / "index.cdxj").exists():
        return
    manager = str(venv_program("pywb", "wb-manager"))
    for arguments in (["init", "bench"], ["add", "bench", str(formats.warc.resolve())]):
        subprocess.run([manager, *arguments], cwd=folder, check=True, capture_output=True)


def _pywb(formats: Formats, folder: Path, port: int) -> list[str]:
    return [str(venv_program("pywb", "wayback")), "--bind", "127.0.0.1", "--port", str(port), "--proxy", "bench"]


def _mitmproxy_files(formats: Formats, folder: Path) -> None:
    write_flows(formats.material, formats.flows, venv_program("mitmproxy", "python"))


def _mitmproxy(formats: Formats, folder: Path, port: int) -> list[str]:
    options = {
        "confdir": str(folder / "confdir"),
        "server_replay_reuse": "true",
        "server_replay_extra": "404",
        "connection_strategy": "lazy",
        "upstream_cert": "false",
    }
    program = [str(venv_program("mitmproxy", "mitmdump")), "-q", "--listen-host", "127.0.0.1", "-p", str(port)]
    settings = [part for name, value in options.items() for part in ("--set", f"{name}={value}")]
    return [*program, "--server-replay", str(formats.flows.resolve()), *settings]


def _nginx_files(formats: Formats, folder: Path) -> None:
    nginx.write_certificate(folder)


def _nginx(formats: Formats, folder: Path, port: int) -> list[str]:
    return nginx.command(formats.material, folder, port)


FLOOR = "static HTTP/2 (nginx)"
OURS = "awe-author"
HAR = "Playwright HAR"

SYSTEMS = (
    System(FLOOR, _nginx_files, _nginx, proxy=False),
    System(OURS, _awe_files, _awe),
    System("pywb", _pywb_files, _pywb, http2=False),
    System("mitmproxy", _mitmproxy_files, _mitmproxy),
)
"""All that run as servers; Playwright's HAR replay lives inside the driver (pages.py)."""


def formats_of(material: Material, folder: Path) -> Formats:
    """Where the forms of `material` are kept; each is made when a system first needs it."""
    return Formats(
        material, folder / "bench.wacz", folder / "bench.warc.gz", folder / "bench.har.zip", folder / "bench.flows"
    )
