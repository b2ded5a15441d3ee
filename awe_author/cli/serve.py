"""`awe-author serve`: sessions of a world, with a control API, for benchmark runs."""

from __future__ import annotations

import asyncio
import gc
import secrets
import sys
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from awe_author.cli.loop import loop_factory, stop_asked
from awe_author.cli.output import Output, print_event, with_output
from awe_author.errors import InputError

if TYPE_CHECKING:
    from awe_author.door import CertificateAuthority
    from awe_author.project.world import WorldFile
    from awe_author.session.control.service import Control, Doors, Evaluator, WorldFacts
    from awe_author.session.sessions import Sessions
    from awe_author.session.store import Store

DEFAULT_SESSION = "default"
"""Opened at once when the world has recordings, so that a browser can be pointed at the proxy of the ready line."""


@click.command(short_help="Serve sessions of a world, with a control API.")
@click.argument("world", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="WORLD|MOCK...")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="Port of the control API (default: any free one)."
)
@click.option(
    "--store",
    metavar="STORE",
    help="Where events are kept: memory, sqlite:FILE or postgresql://... [timelines.db in --out].",
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder of the run [runs/WORLD-DATE].")
@click.option("--trust", multiple=True, metavar="HASH", help="Version of a mock whose Python may be run; repeatable.")
@click.option(
    "--task", "tasks", multiple=True, type=click.Path(path_type=Path), help="Task that `evaluate` knows by its id."
)
@with_output
def command(
    output: Output,
    world: tuple[Path, ...],
    port: int,
    store: str | None,
    out: Path | None,
    trust: tuple[str, ...],
    tasks: tuple[Path, ...],
) -> int:
    """Serve sessions of WORLD (a world.yaml) until stopped, or of a world made up of MOCKs (F.mock, model.json, WACZ).

    Prints one line of JSON when ready: {"event": "ready", "proxy", "control", "token", "ca", "spki", "session"}. The
    control API opens sessions, acts in them, and resets, rewinds and branches them; GET /openapi.json describes it.
    Apps with a recording give every session a door (proxy) of its own; that of the session "default" (or of a new one,
    when that was closed in this store) is in the ready line. A store that holds sessions already goes on with them.
    """
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_serve(output, world, port, store, out, trust, tasks))


async def _serve(
    output: Output,
    paths: tuple[Path, ...],
    port: int,
    store: str | None,
    out: Path | None,
    trust: tuple[str, ...],
    tasks: tuple[Path, ...],
) -> int:
    from awe_author.door import CertificateAuthority
    from awe_author.project.served import world_of

    stop = stop_asked()
    world = await asyncio.to_thread(world_of, paths, trust)
    authority = CertificateAuthority.load()
    kept = await asyncio.to_thread(open_store, store, out, world.name)
    with closing(kept):
        async with serving(world, kept, authority, port, tasks) as (control, ready):
            gc.freeze()  # what is loaded by now stays
            print_event(ready)
            apps = ", ".join(control.world.apps)
            output.note(f"Serving the world {world.name} ({apps}) at {ready['control']}. Ctrl-C stops it.")
            await stop.wait()
        output.note(f"Stopped. {len(control.sessions.list())} sessions are open in the store.")
    return 0


@asynccontextmanager
async def serving(
    world: WorldFile, store: Store, authority: CertificateAuthority, port: int = 0, tasks: tuple[Path, ...] = ()
) -> AsyncIterator[tuple[Control, dict[str, Any]]]:
    """Serve a world until the block ends; gives the control and the ready line."""
    from awe_author.session.control.server import serve_control
    from awe_author.session.control.service import Control

    sessions, facts = await asyncio.to_thread(prepared, world, store)
    evaluator = await asyncio.to_thread(_evaluator, world, sessions, tasks)
    token = secrets.token_urlsafe(24)
    async with _doors(world, authority, sessions) as doors:
        control = Control(sessions, facts, doors, evaluator)
        async with serve_control(control, token, port=port) as address:
            default = await _default_session(control) if doors is not None else {}
            yield (
                control,
                {
                    "event": "ready",
                    "proxy": default.get("proxy"),
                    "control": address,
                    "token": token,
                    "ca": str(authority.ca_path),
                    "spki": authority.spki,
                    "session": default.get("id"),
                },
            )


def prepared(world: WorldFile, store: Store) -> tuple[Sessions, WorldFacts]:
    """The sessions of a world in a store, and what the API says about it. Raises InputError for wrong seeds."""
    from awe_author.session.control.service import WorldFacts
    from awe_author.session.moments import format_moment, seconds
    from awe_author.session.sessions import Sessions
    from awe_author.state.loading import world_type
    from awe_author.state.model import WAREHOUSE
    from awe_author.state.world import World

    models = world.loaded.models
    compiled = World(models.values())
    seeds = {name: str(files.seed) for name, files in world.loaded.files.items() if files.seed is not None}
    initial = compiled.initial(world.seeds, seeds)
    sessions = Sessions(compiled, store, initial=initial, clock=world.clock, seed=world.seed, name=world.name)
    facts = WorldFacts(
        name=world.name,
        apps=tuple(name for name in models if name != WAREHOUSE),
        clock=format_moment(world.clock.start),
        step=seconds(world.clock.step),
        seed=world.seed,
        recordings=tuple(world.recordings),
        models={name: dict(model.document) for name, model in models.items()},
        type=world_type({name: model for name, model in models.items() if name != WAREHOUSE}),
    )
    return sessions, facts


def _evaluator(world: WorldFile, sessions: Sessions, tasks: tuple[Path, ...]) -> Evaluator:
    """What scores tasks for the control API. Raises TaskProblems."""
    from awe_author.project.evaluating import TaskEvaluator
    from awe_author.project.tasks import OpenWorld
    from awe_author.state.world import World

    compiled = sessions.world
    assert isinstance(compiled, World)
    return TaskEvaluator(OpenWorld(world, compiled, sessions.initial), tasks)


def open_store(spec: str | None, out: Path | None, world: str) -> Store:
    """The store that `--store` and `--out` name. Raises InputError."""
    from awe_author.session.memory import MemoryStore
    from awe_author.session.postgres import PostgresStore, without_secrets

    if spec == "memory":
        return MemoryStore()
    if spec is not None and spec.startswith(("postgres://", "postgresql://")):
        return PostgresStore(spec)
    if spec is not None and not spec.removeprefix("sqlite:"):
        raise InputError("the name of the file is missing", where="--store", hint="write sqlite:FILE")
    if spec is not None and not spec.startswith("sqlite:"):
        what = f"{without_secrets(spec)!r} is no store"
        raise InputError(what, where="--store", hint="write memory, sqlite:FILE or postgresql://USER@HOST/NAME")
    from awe_author.session.sqlite import SqliteStore

    file = Path(spec.removeprefix("sqlite:")) if spec else _folder(out, world) / "timelines.db"
    return SqliteStore(file)


def _folder(out: Path | None, world: str) -> Path:
    folder = out or Path("runs") / f"{world}-{time.strftime('%Y%m%d-%H%M%S')}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder: {error.strerror}", where=str(folder), hint="choose --out") from error
    return folder


@asynccontextmanager
async def _doors(world: WorldFile, authority: CertificateAuthority, sessions: Sessions) -> AsyncIterator[Doors | None]:
    """The doors of sessions, when the world has recordings."""
    from awe_author.project.served import recordings_of
    from awe_author.replay.doors import ReplayDoors

    recordings = recordings_of(world)
    if not recordings:
        yield None
        return
    async with ReplayDoors.open_all(recordings, authority, sessions=sessions, features=world.features) as doors:
        yield doors


async def _default_session(control: Control) -> Mapping[str, Any]:
    from awe_author.session.control.service import describe
    from awe_author.session.errors import SessionExists, UnknownSession

    try:
        session = await control.run(control.sessions.get, DEFAULT_SESSION)
    except UnknownSession:
        try:
            session = await control.run(control.sessions.open, None, DEFAULT_SESSION)
        except SessionExists:  # it was closed, and ids are taken once
            session = await control.run(control.sessions.open)
    return await control.with_door(await control.run(describe, session))


if __name__ == "__main__":
    from awe_author.cli.main import main

    sys.exit(main(["serve", *sys.argv[1:]]))
