"""The real apps of the kit (`../shared/apps`, or $AWE_APPS): under which name each is recorded, and how it is run."""

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


@dataclass(frozen=True, slots=True)
class App:
    """One app of the kit."""

    name: str
    kit: Path
    """Folder with the program `app` and one folder for each app."""

    @property
    def public(self) -> str:
        return f"https://{HOSTS[self.name]}"

    @property
    def origin(self) -> str:
        """For --origin."""
        port = json.loads((self.kit / self.name / "app.json").read_text())["port"]
        return f"{self.public}=http://127.0.0.1:{port}"

    def steps(self, name: str) -> list[Path]:
        """The log-in, then the list called `name` ("tour", "other")."""
        return [self.kit / self.name / "login.json", STEPS / self.name / f"{name}.json"]

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


def kit() -> Path:
    """The folder of the apps. Raises SystemExit when it is not there."""
    folder = Path(os.environ.get("AWE_APPS") or Path(__file__).parents[3] / "shared" / "apps")
    if not (folder / "app").is_file():
        raise SystemExit(f"no apps in {folder}: set AWE_APPS to the folder that has the program `app`")
    return folder
