"""`awe-author replay`: serve a recording at its real URLs through a proxy on this machine."""

from __future__ import annotations

import asyncio
import gc
import sys
from pathlib import Path

import click

from awe_author.archive.model import Damage
from awe_author.cli.loop import loop_factory, stop_asked
from awe_author.cli.output import Output, print_event, with_output
from awe_author.errors import InputError
from awe_author.replay.server import ReplayServer

_TOLD = 10
"""Problems of an archive that are printed; verify's report has all."""


@click.command(short_help="Serve a recording at its real URLs through a proxy.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="F.wacz...|MOCK")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Port of the proxy (default: any free one).")
@click.option("--control-port", type=click.IntRange(0, 65535), default=0, help="Port of the control API.")
@click.option("--log", type=click.Path(path_type=Path, dir_okay=False), help="Append the session's events, as JSONL.")
@click.option("--true-timing", is_flag=True, help="Keep long pauses of recorded WebSockets and event streams.")
@click.option(
    "--clock",
    type=click.Choice(["auto", "recorded", "real"]),
    default="auto",
    show_default=True,
    help="Time that pages run at. auto: the recorded one, but real time for archives of other tools without any trace "
    "of time in their requests.",
)
@click.option("--trust", multiple=True, metavar="HASH", help="Version of a mock whose Python may be run; repeatable.")
@with_output
def command(
    output: Output,
    files: tuple[Path, ...],
    port: int,
    control_port: int,
    log: Path | None,
    true_timing: bool,
    clock: str,
    trust: tuple[str, ...],
) -> int:
    """Serve the recording in F.wacz (or .warc, .warc.gz, .har; several are read as one) until stopped.

    Prints one line of JSON when ready: {"event": "ready", "proxy", "control", "token", "ca", "spki", "session"}. Point
    a browser at the proxy, with --ignore-certificate-errors-spki-list=SPKI or the CA's certificate trusted. Nothing is
    fetched from the network: what was not recorded is answered 404 (or not at all) and logged.

    A MOCK (a .mock file, a world.yaml, or a folder with model.json and features.yaml, and its recording) is replayed
    with its features, from a state of its own that begins anew with the session and is kept nowhere.
    """
    options: dict[str, object] = {"port": port, "control_port": control_port, "log": log, "time_policy": clock}
    if true_timing:
        options["longest_gap"] = None
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_serve(output, files, options, trust))


async def _serve(output: Output, files: tuple[Path, ...], options: dict[str, object], trust: tuple[str, ...]) -> int:
    stop = stop_asked()
    recordings = await asyncio.to_thread(_enriched, files, options, trust)
    async with ReplayServer.open(recordings, **options) as server:  # type: ignore[arg-type]
        gc.freeze()  # what is loaded by now stays: a full collection would stop the server for 10 ms to find that out
        print_event(server.ready())
        _tell_damage(output, server.session.archive.damage)
        names = ", ".join(path.name for path in files)
        output.note(f"Serving {names} at {server.proxy} (control API: {server.control}). Ctrl-C stops it.")
        await stop.wait()
        log = server.session.log
        output.note(f"Stopped. {len(log.of('miss'))} misses, {len(log.of('egress'))} ways out refused.")
    return 0


def _enriched(files: tuple[Path, ...], options: dict[str, object], trust: tuple[str, ...]) -> list[Path]:
    """The recordings of these arguments; for a mock `options` get its state and features."""
    if not any(path.is_dir() or path.suffix in (".mock", ".yaml", ".yml") for path in files):
        return list(files)
    from awe_author.cli.serve import prepared
    from awe_author.project.served import recordings_of, world_of
    from awe_author.session.memory import MemoryStore

    world = world_of(files, trust)
    recordings = recordings_of(world)
    if not recordings:
        hint = "Give the WACZ beside the folder, or a world.yaml that names it."
        raise InputError("there is nothing to replay: no app has a recording", where=str(files[0]), hint=hint)
    sessions, _ = prepared(world, MemoryStore())
    options["state"], options["features"] = sessions.open(), world.features
    return recordings


def _tell_damage(output: Output, damage: Damage) -> None:
    """Say what is broken in the archives; the rest is served."""
    if not (damage.skipped or damage.problems):
        return
    output.warn(f"{damage.skipped} of {damage.records} records cannot be served; the rest is.")
    for problem in damage.problems[:_TOLD]:
        output.note(f"  {problem}")
    if len(damage.problems) > _TOLD:
        output.note(f"  ... and {len(damage.problems) - _TOLD} more")


if __name__ == "__main__":
    from awe_author.cli.main import main

    sys.exit(main(["replay", *sys.argv[1:]]))
