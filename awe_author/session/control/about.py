"""Operations about the server itself."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from awe_author import __version__
from awe_author.session.control.declared import Answer, Call, Operation
from awe_author.session.control.service import Control, answer


async def health(control: Control, call: Call) -> Response:
    """GET /health."""
    return answer({"status": "ok", "version": __version__, "world": control.world.name})


async def list_worlds(control: Control, call: Call) -> Response:
    """GET /worlds."""
    world = control.world
    shown: dict[str, Any] = {
        "name": world.name,
        "apps": world.apps,
        "clock": world.clock,
        "step": world.step,
        "seed": world.seed,
        "recordings": world.recordings,
    }
    return answer({"worlds": [shown]})


async def list_models(control: Control, call: Call) -> Response:
    """GET /models."""
    return answer({"models": control.world.models})


ABOUT: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/health",
        name="health",
        summary="Is the server there?",
        handler=health,
        answer=Answer(description="It is", schema="Health"),
        free=True,
    ),
    Operation(
        method="GET",
        path="/worlds",
        name="worlds",
        summary="The world that sessions are opened of",
        handler=list_worlds,
        answer=Answer(description="One world", schema="Worlds"),
    ),
    Operation(
        method="GET",
        path="/models",
        name="models",
        summary="The state models of its apps, as their files say them",
        handler=list_models,
        answer=Answer(description="By app, and `warehouse` for what they share", schema="Models"),
    ),
)
