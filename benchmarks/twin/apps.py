"""The apps to measure: those of the kit (`../shared/apps`, or $AWE_APPS) and those of `elsewhere`, new to all rules.

An app of `elsewhere` has the form of one of the kit (app.sh, app.json, login.json) and is run by the kit's program; its
step lists lie in its own folder `steps`.
"""

from __future__ import annotations

import fcntl
import json
import os
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOSTS = {
    "directus": "data.acme.test",
    "redmine": "tracker.acme.test",
    "ghost": "blog.acme.test",
    "labelstudio": "label.acme.test",
    "nodered": "flows.acme.test",
    "mediawiki": "wiki.acme.test",
    "roundcube": "mail.acme.test",
    "thelounge": "chat.acme.test",
    "univer": "sheets.acme.test",
    "dagster": "data-platform.acme.test",
}
STEPS = Path(__file__).parent / "steps"
ELSEWHERE = Path(__file__).parent / "elsewhere"


@dataclass(frozen=True, slots=True)
class App:
    """One app of the kit, or of `elsewhere`."""

    name: str
    kit: Path
    """Folder with the program `app` and one folder for each app."""

    @property
    def public(self) -> str:
        return f"https://{HOSTS.get(self.name) or self._told.get('host', f'{self.name}.acme.test')}"

    @property
    def origin(self) -> str:
        """For --origin."""
        return f"{self.public}=http://127.0.0.1:{self._told['port']}"

    @property
    def _told(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads((self.kit / self.name / "app.json").read_text())
        return found

    def steps(self, name: str) -> list[Path]:
        """The log-in (where the app has one), then the list called `name` ("tour", "other"), of ours or of the kit.

        Raises RuntimeError when there is no such list.
        """
        folder = STEPS / self.name if self.name in HOSTS else ELSEWHERE / self.name / "steps"
        login, lists = (
            self.kit / self.name / "login.json",
            (folder / f"{name}.json", self.kit / self.name / f"{name}.json"),
        )
        found = next((file for file in lists if file.is_file()), None)
        if found is None:
            raise RuntimeError(f"{self.name} has no list of steps {name}.json")
        return [login, found] if login.is_file() else [found]

    @property
    def reset(self) -> str:
        """The command line that puts a running app back to its seed."""
        command = ["env", f"AWE_APP_PUBLIC_URL={self.public}", str(self.kit / "app"), "reset", self.name]
        return shlex.join(command)

    def command(self, verb: str) -> None:
        """start, reset, stop. Raises CalledProcessError, with what the program said on stderr."""
        environ = {**os.environ, "AWE_APP_PUBLIC_URL": self.public}
        done = subprocess.run([self.kit / "app", verb, self.name], env=environ, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout[-2000:], done.stderr[-2000:])
            done.check_returncode()

    @contextmanager
    def running(self, lock: Path | None = None) -> Iterator[None]:
        """Started and freshly seeded within the block, stopped after it. `lock`: held meanwhile (ports are fixed)."""
        with _held(lock):
            self.command("start")
            try:
                self.command("reset")
                yield
            finally:
                self.command("stop")


@contextmanager
def _held(lock: Path | None) -> Iterator[None]:
    if lock is None:
        yield
        return
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def elsewhere() -> list[str]:
    """The names of the apps of `elsewhere`."""
    return sorted(file.parent.name for file in ELSEWHERE.glob("*/app.json"))


def kit(links: Path) -> Path:
    """A folder with the kit's program and all apps, its own and those of `elsewhere`: made of links below `links`.

    Raises SystemExit when there is no kit.
    """
    origin = _kit().resolve()
    links.mkdir(parents=True, exist_ok=True)
    for target in (origin / "app", *(origin / name for name in HOSTS), *(ELSEWHERE / name for name in elsewhere())):
        link = links / target.name
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    return links.resolve()


def _kit() -> Path:
    folder = Path(os.environ.get("AWE_APPS") or Path(__file__).parents[3] / "shared" / "apps")
    if not (folder / "app").is_file():
        raise SystemExit(f"no apps in {folder}: set AWE_APPS to the folder that has the program `app`")
    return folder
