"""The app that `awe-author demo` records: a real one of the shared kit when it is there, else Harbor CRM.

An app is started under a public https name, so that its own addresses, cookies and sockets are those of the name that
is recorded, and it is stopped before the recording is replayed.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from awe_author.demo.server import DemoServer
from awe_author.demo.store import PASSWORD, USER
from awe_author.errors import AweError, InputError

HARBOR = "harbor"
PREFERRED = "mediawiki"
"""Light to install, logs in, serves forms and an editor that talks to an API, and looks like what people know."""
LISTS = ("login.json", "crud.json")
HERE = Path(__file__).parent
INSTALL_SECONDS = 900
STOP_SECONDS = 120

Told = Callable[[str], None]


@dataclass(slots=True)
class RunningApp:
    """An app that listens now."""

    name: str
    title: str
    public: str
    """The https origin under which it is recorded."""
    behind: str
    """Where it really listens: http://127.0.0.1:PORT."""
    steps: list[Path]
    stop: Callable[[], None]
    """Ends it; calling it twice does no harm."""


def shared_kit(environ: Mapping[str, str], start: Path) -> Path | None:
    """The folder of shared apps: $AWE_SHARED/apps, else ../shared/apps beside the checkout or the current folder."""
    places = [Path(environ["AWE_SHARED"])] if environ.get("AWE_SHARED") else []
    places += [folder.parent / "shared" for folder in (HERE.parents[1], start)]
    return next((place / "apps" for place in places if os.access(place / "apps" / "app", os.X_OK)), None)


@contextmanager
def running(name: str | None, kit: Path | None, told: Told) -> Iterator[RunningApp]:
    """Start the app called `name` (None: the preferred one that can be had). Raises InputError for an unknown name and
    AweError when it does not start."""
    if name is None and kit is not None:
        try:
            started = start_shared(kit, PREFERRED, told)
        except AweError as error:
            told(f"{PREFERRED} could not be started ({error.what}), so the built-in Harbor CRM is used.")
            started = start_harbor()
    elif name in (None, HARBOR):
        started = start_harbor()
    elif kit is None:
        raise InputError(
            f"the app {name} is not here", where="--app", hint=f"without the shared kit there is: {HARBOR}"
        )
    else:
        started = start_shared(kit, str(name), told)
    try:
        yield started
    finally:
        started.stop()


def start_harbor() -> RunningApp:
    """Harbor CRM in this process."""
    server = DemoServer()
    server.start()
    title = f"Harbor CRM (built in; log-in {USER} / {PASSWORD})"
    return RunningApp(
        HARBOR, title, "https://crm.harbor.test", server.url, [HERE / steps for steps in LISTS], server.stop
    )


def start_shared(kit: Path, name: str, told: Told) -> RunningApp:
    """An app of the shared kit with its seeded data; the first time it is installed."""
    known = sorted(path.parent.name for path in kit.glob("*/app.json"))
    if name not in known:
        raise InputError(
            f"there is no app called {name}", where="--app", hint=f"there are: {', '.join([HARBOR, *known])}"
        )
    public = f"https://{name}.awe.test"
    environ = {**os.environ, "AWE_APP_PUBLIC_URL": public}
    told(f"Starting {name}; the first time it is installed, which may take some minutes ...")
    stop = _Stop(kit, name)
    try:
        info = _run(kit, "start", name, environ)
        _run(kit, "reset", name, environ)
    except BaseException:
        stop()
        raise
    facts = json.loads((kit / name / "app.json").read_text(encoding="utf-8"))
    title = f"{facts.get('title', name)} {info.get('version', '')} ({info.get('licence', 'licence unknown')})"
    lists = [kit / name / steps for steps in LISTS if (kit / name / steps).is_file()]
    return RunningApp(name, title, public, f"http://127.0.0.1:{info['port']}", lists, stop)


@dataclass(slots=True)
class _Stop:
    kit: Path
    name: str
    done: bool = False

    def __call__(self) -> None:
        if not self.done:
            self.done = True
            with contextlib.suppress(AweError):
                _run(self.kit, "stop", self.name, dict(os.environ))


def _run(kit: Path, verb: str, name: str, environ: Mapping[str, str]) -> dict[str, Any]:
    """One command of the kit; the JSON object it prints, {} when it prints none."""
    try:
        seconds = STOP_SECONDS if verb == "stop" else INSTALL_SECONDS
        done = subprocess.run(
            [kit / "app", verb, name], env=dict(environ), capture_output=True, text=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise AweError(f"`app {verb} {name}` did not work: {error}", where=str(kit)) from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise AweError(f"`app {verb} {name}` failed: {lines[-1] if lines else 'no reason given'}", where=str(kit))
    try:
        document = json.loads(done.stdout or "{}")
    except json.JSONDecodeError:
        return {}
    return document if isinstance(document, dict) else {}
