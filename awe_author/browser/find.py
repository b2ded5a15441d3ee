"""Finds the Chromium that records and replays: the one the user names, an installed one, or Playwright's own.

A full Chromium is looked for, never the `headless-shell`: that one draws with other fonts and has no service for
downloads, so pictures would differ between machines that happen to have the one or the other.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from awe_author.errors import BrowserError

ENVIRONMENT = "AWE_CHROMIUM"

INSTALLED = (
    "/usr/lib/chromium/chromium",  # Debian: the program behind the wrapper script, which adds flags of its own
    "google-chrome-stable",
    "google-chrome",
    "chromium",
    "chromium-browser",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

HINT = (
    "install one with `apt-get install chromium` or `python -m playwright install chromium`, or set "
    f"{ENVIRONMENT}=/path/to/chrome; `awe-author doctor` shows what was looked for."
)


def find_chromium(environ: Mapping[str, str] = os.environ) -> Path:
    """The executable to launch. Raises `BrowserError` when there is none."""
    named = environ.get(ENVIRONMENT)
    if named:
        found = shutil.which(named, path=environ.get("PATH"))
        if found is None:
            raise BrowserError(f"no such browser: {named}", where=f"${ENVIRONMENT}", hint=HINT)
        return Path(found)
    for name in INSTALLED:
        found = shutil.which(name, path=environ.get("PATH"))
        if found is not None:
            return Path(found)
    for path in _playwright_own(environ):
        return path
    raise BrowserError("no Chromium or Chrome was found", hint=HINT)


def _playwright_own(environ: Mapping[str, str]) -> list[Path]:
    """Chromiums that Playwright downloaded, newest first."""
    home = environ.get("PLAYWRIGHT_BROWSERS_PATH") or str(Path(environ.get("HOME", "~")) / ".cache" / "ms-playwright")
    folder = Path(home).expanduser()
    if not folder.is_dir():
        return []
    names = ("chrome-linux64/chrome", "chrome-linux/chrome")
    found = [path for name in names for path in folder.glob(f"chromium-*/{name}")]
    return sorted(found, key=_revision, reverse=True)


def _revision(path: Path) -> int:
    digits = path.parts[-3].rpartition("-")[2]
    return int(digits) if digits.isdigit() else 0


def chromium_version(executable: Path) -> str:
    """ "156.0.8078.79", "" when the program does not say. Takes about 0.1 s."""
    try:
        done = subprocess.run([executable, "--version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    words = [word for word in done.stdout.split() if word[:1].isdigit() and "." in word]
    return words[0] if words else ""
