"""Operations that take whole timelines out of the store and put them into it."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator
from typing import BinaryIO, cast
from urllib.parse import quote

from starlette.responses import Response, StreamingResponse

from awe_author.session.control.declared import Answer, Body, Call, Operation, Parameter, limited
from awe_author.session.control.service import Control, answer
from awe_author.session.export import export_timeline, import_timeline

MEDIA_TYPE = "application/zstd"
LONGEST_IMPORT = 2 << 30
_IN_MEMORY = 8 << 20
_PIECE = 1 << 20


async def export(control: Control, call: Call) -> Response:
    """GET /sessions/{id}/export."""
    session = await control.run(control.session, call.path["id"])
    file = _file()
    try:
        await control.run_long(export_timeline, control.sessions, session.id, file)
    except BaseException:
        file.close()
        raise
    size = file.tell()
    file.seek(0)
    headers = {
        "Content-Length": str(size),
        "Content-Disposition": f'attachment; filename="{quote(session.timeline.name, safe="")}.timeline.zst"',
    }
    return StreamingResponse(_pieces(control, file), media_type=MEDIA_TYPE, headers=headers)


async def import_one(control: Control, call: Call) -> Response:
    """POST /timelines."""
    with _file() as file:
        async for part in limited(call.stream, LONGEST_IMPORT, call.headers):
            file.write(part)
        file.seek(0)
        run: bool = call.query["run"]
        sessions = await control.run_long(import_timeline, control.sessions, file, run=run, where="the body")
    ids = [session.id for session in sessions]
    return answer({"sessions": ids}, 201)


def _file() -> BinaryIO:
    return cast(BinaryIO, tempfile.SpooledTemporaryFile(_IN_MEMORY))


async def _pieces(control: Control, file: BinaryIO) -> AsyncIterator[bytes]:
    with file:
        while piece := await control.run_long(file.read, _PIECE):
            yield piece


MOVING: tuple[Operation, ...] = (
    Operation(
        method="GET",
        path="/sessions/{id}/export",
        name="export",
        summary="The session's whole timeline, with all its branches, as one file",
        handler=export,
        answer=Answer(description="zstd-compressed JSON Lines", media_type=MEDIA_TYPE),
    ),
    Operation(
        method="POST",
        path="/timelines",
        name="import_timeline",
        summary="Put an exported timeline into the store",
        description="Every event is done again and has to lead to the recorded state hash; of a file in which one "
        "does not, nothing is kept.",
        handler=import_one,
        parameters=(
            Parameter(
                name="run",
                schema={"type": "boolean", "default": True},
                description="false: apply the recorded patches without running the models.",
            ),
        ),
        body=Body(media_type=MEDIA_TYPE),
        answer=Answer(description="The sessions that it brought", schema="Imported", status=201),
        problems=("input", "session-exists"),
    ),
)
