"""`awe-author doctor`: says what this machine has and lacks, and how to get what is missing.

Every check is a function that looks at the real thing. The last one counts most: a page is fetched over TLS through a
door, drawn by the browser, and its pixels are looked at, so that certificate, proxy, browser and fonts work together.
"""

from __future__ import annotations

import asyncio
import importlib.metadata
import io
import os
import platform
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from PIL import Image
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from rich.text import Text

from awe_author import __version__
from awe_author.browser.find import HINT as BROWSER_HINT
from awe_author.browser.find import chromium_version, find_chromium
from awe_author.browser.launch import launch
from awe_author.cli.output import Output, with_output
from awe_author.door import CertificateAuthority, Door
from awe_author.door.messages import Answer, Request, Response
from awe_author.errors import AweError

GIGABYTE = 1_000_000_000
DISTRIBUTION = "awe-author"
COLOUR = (11, 110, 138)
PAGE = "https://doctor.awe.test/"
HTML = b"""<!doctype html><title>works</title><body style="margin:0;background:rgb(11,110,138)">
<p style="font:60px sans-serif;color:#fff;margin:90px 40px">Harbor</p>"""
FONTS_HINT = "Debian: apt-get install fontconfig fonts-liberation fonts-noto-core"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    status: str
    """"ok", "missing" (needed), "optional" (absent, but only some commands want it)."""
    found: str
    advice: str = ""
    """What to do about it."""


Examine = Callable[[Mapping[str, str]], Check]


def python(environ: Mapping[str, str]) -> Check:
    return Check("Python", "ok", f"{platform.python_version()} at {sys.executable}")


def packages(environ: Mapping[str, str]) -> Check:
    """Every package that this one requires, in a version that is new enough."""
    reinstall = f"{sys.executable} -m pip install --upgrade {DISTRIBUTION}"
    try:
        wanted = importlib.metadata.requires(DISTRIBUTION) or []
    except importlib.metadata.PackageNotFoundError:
        return Check(
            "Packages", "missing", "awe-author itself is not installed", f"{sys.executable} -m pip install -e ."
        )
    lacking, have = [], 0
    for line in wanted:
        requirement, _, marker = line.partition(";")
        if "extra" in marker or ("win32" in marker and sys.platform == "win32"):
            continue
        problem = lacks(requirement.strip())
        have += not problem
        lacking += [problem] if problem else []
    if lacking:
        return Check("Packages", "missing", "; ".join(lacking), reinstall)
    return Check("Packages", "ok", f"awe-author {__version__} and the {have} packages that it needs")


def lacks(requirement: str) -> str:
    """ "" when a requirement such as `httpx[http2]>=0.27` is met, else what is wrong."""
    parts = re.match(r"([A-Za-z0-9_.-]+)(?:\[[^]]*\])?\s*(?:\(?>=\s*([0-9.]+))?", requirement)
    if parts is None:
        return ""
    name, least = parts[1], parts[2] or "0"
    try:
        version = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return f"{name} is not installed"
    return f"{name} is {version}, {least} or newer is wanted" if _numbers(version) < _numbers(least) else ""


def _numbers(version: str) -> list[int]:
    return [int(digits) for digits in re.findall(r"\d+", version)[:3]]


def chromium(environ: Mapping[str, str]) -> Check:
    try:
        program = find_chromium(environ)
    except AweError as error:
        return Check("Chromium", "missing", error.what, error.hint)
    version = chromium_version(program)
    if not version:
        return Check("Chromium", "missing", f"{program} does not tell its version", BROWSER_HINT)
    return Check("Chromium", "ok", f"{version} at {program}")


def certificates(environ: Mapping[str, str]) -> Check:
    try:
        authority = CertificateAuthority.load()
    except AweError as error:
        return Check("Certificates", "missing", str(error.what), error.hint)
    return Check("Certificates", "ok", f"authority in {authority.ca_path.parent}, key hash {authority.spki}")


def fonts(environ: Mapping[str, str]) -> Check:
    lister = shutil.which("fc-list", path=environ.get("PATH"))
    if lister is None:
        return Check("Fonts", "missing", "fontconfig is not installed", FONTS_HINT)
    listed = subprocess.run([lister, ":", "family"], capture_output=True, text=True, timeout=30, check=False).stdout
    families = {line.partition(",")[0] for line in listed.splitlines() if line}
    if not families:
        return Check("Fonts", "missing", "no font at all, so texts would be blank", FONTS_HINT)
    return Check("Fonts", "ok", f"{len(families)} families, among them {', '.join(sorted(families)[:4])}")


def loopback(environ: Mapping[str, str]) -> Check:
    """A door listens on a free port of 127.0.0.1."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError as error:
        return Check("Loopback", "missing", f"no port of 127.0.0.1 can be used ({error})", "check firewall and sandbox")
    return Check("Loopback", "ok", f"ports of 127.0.0.1 can be used (tried {port})")


def disk(environ: Mapping[str, str]) -> Check:
    """Recordings are put together in the temporary folder before they go to their place."""
    places = {"temporary folder": Path(tempfile.gettempdir()), "current folder": Path.cwd()}
    free = {name: shutil.disk_usage(place).free for name, place in places.items()}
    found = ", ".join(f"{size / GIGABYTE:.1f} GB free in the {name}" for name, size in free.items())
    if min(free.values()) < GIGABYTE:
        return Check("Disk", "missing", found, "make at least 1 GB free, or set TMPDIR to a folder with more room")
    return Check("Disk", "ok", found)


def rendering(environ: Mapping[str, str]) -> Check:
    """A page over TLS, through a door, drawn by the browser."""
    try:
        picture = asyncio.run(draw_page(find_chromium(environ)))
    except (AweError, PlaywrightError, OSError, TimeoutError) as error:
        what = error.what if isinstance(error, AweError) else str(error).strip().splitlines()[0]
        return Check("Rendering", "missing", what, getattr(error, "hint", "") or BROWSER_HINT)
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    colours = image.getcolors(maxcolors=1 << 24) or []
    if image.getpixel((2, 2)) != COLOUR:
        return Check(
            "Rendering", "missing", f"the page was drawn in other colours ({image.getpixel((2, 2))})", BROWSER_HINT
        )
    if len(colours) < 3:
        return Check("Rendering", "missing", "the page was drawn without its text", FONTS_HINT)
    return Check("Rendering", "ok", "a page over TLS through our own proxy was drawn as it should be")


async def draw_page(program: Path) -> bytes:
    """The PNG of a small page that a door serves at an https address which exists nowhere else."""

    async def answer(request: Request, session: None) -> Answer | None:
        known = request.url == PAGE
        return Response(200 if known else 404, [("content-type", "text/html")], HTML if known else b"")

    authority = CertificateAuthority.load()
    door = await Door.open([answer], None, authority)
    try:
        async with async_playwright() as playwright:
            size = {"width": 400, "height": 300}
            started = launch(playwright, door.url, authority.spki, lock_down=True, viewport=size, executable=program)
            async with started as context:
                page = context.pages[0] if context.pages else await context.new_page()
                await page.goto(PAGE, timeout=20_000)
                return await page.screenshot()
    finally:
        await door.close()


def optional(name: str, purpose: str, present: Callable[[Mapping[str, str]], str], advice: str) -> Examine:
    """A check of something that only some commands want; `present` gives what was found, "" when nothing."""

    def examine(environ: Mapping[str, str]) -> Check:
        found = present(environ)
        if found:
            return Check(name, "ok", found)
        return Check(name, "optional", f"not installed ({purpose})", advice)

    return examine


def _package(name: str) -> Callable[[Mapping[str, str]], str]:
    def present(environ: Mapping[str, str]) -> str:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return ""

    return present


def _program(name: str) -> Callable[[Mapping[str, str]], str]:
    return lambda environ: shutil.which(name, path=environ.get("PATH")) or ""


def _pywb(environ: Mapping[str, str]) -> str:
    return _package("pywb")(environ) or _program("wayback")(environ)


CHECKS: tuple[Examine, ...] = (
    python, packages, chromium, certificates, fonts, loopback, disk, rendering,
    optional("pywb", "only for `awe-author view`", _pywb, "pip install 'awe-author[view]'"),
    optional("curl_cffi", "only to record sites that refuse unknown clients", _package("curl_cffi"),
             "pip install 'awe-author[chrome-tls]'"),
    optional("certutil", "only to trust our certificates in a browser of yours", _program("certutil"),
             "Debian: apt-get install libnss3-tools"),
)  # fmt: skip
MARKS = {"ok": ("yes", "green"), "missing": ("NO", "bold red"), "optional": ("no", "yellow")}


def examine_all(environ: Mapping[str, str], told: Callable[[Check], None] = lambda check: None) -> list[Check]:
    """Run every check; what depends on a browser is not tried without one."""
    found: list[Check] = []
    for examine in CHECKS:
        lacking = {check.name for check in found if check.status == "missing"}
        if examine is rendering and lacking & {"Chromium", "Certificates", "Loopback"}:
            check = Check("Rendering", "missing", "not tried, since something above is missing")
        else:
            check = examine(environ)
        found.append(check)
        told(check)
    return found


@click.command()
@with_output
def command(output: Output) -> int:
    """Say what is installed, what is missing, and how to get it.

    Exit code 0 when everything needed is there (optional things may be missing), else 1.
    """
    with output.progress("Looking", total=len(CHECKS)) as bar:
        found = examine_all(os.environ, lambda check: bar.advance())
    good = all(check.status != "missing" for check in found)
    rows = [(Text(MARKS[check.status][0], MARKS[check.status][1]), check.name, check.found) for check in found]
    advice = [f"{check.name}: {check.advice}" for check in found if check.advice]
    closing = "Everything that awe-author needs is here." if good else "Something that awe-author needs is missing."
    todo = ["", "How to get what is missing:", *(f"  {line}" for line in advice)] if advice else []
    output.result(
        {"ok": good, "checks": [asdict(check) for check in found]},
        output.table("", ["here", "what", "found"], rows),
        closing,
        *todo,
    )
    return 0 if good else 1
