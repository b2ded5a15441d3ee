"""All operations of the API: the one list from which routes, the OpenAPI document and the reference are made."""

from __future__ import annotations

from starlette.responses import Response

from awe_author.session.control.about import ABOUT
from awe_author.session.control.declared import Answer, Call, Operation
from awe_author.session.control.doing import DOING
from awe_author.session.control.lifecycle import LIFECYCLE
from awe_author.session.control.moving import MOVING
from awe_author.session.control.openapi import document
from awe_author.session.control.reading import READING
from awe_author.session.control.service import Control, answer


async def description(control: Control, call: Call) -> Response:
    """GET /openapi.json."""
    return answer(document(OPERATIONS))


OPERATIONS: tuple[Operation, ...] = (
    *LIFECYCLE,
    *DOING,
    *READING,
    *MOVING,
    *ABOUT,
    Operation(
        method="GET",
        path="/openapi.json",
        name="description",
        summary="This API as an OpenAPI 3.1 document",
        handler=description,
        answer=Answer(description="The document", schema="Description"),
    ),
)
