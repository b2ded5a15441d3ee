"""The JSON interface: REST for leads and files, a GraphQL-like endpoint, a cached and a ranged resource."""

from __future__ import annotations

import hashlib
import re
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from awe_author.demo import live, store

TIDE = b"".join(hashlib.sha256(bytes((turn % 256, turn // 256))).digest() for turn in range(2048))
"""64 KiB of incompressible bytes: what the dashboard fetches in parts."""


def routes() -> list[Route]:
    return [
        Route("/leads", list_leads),
        Route("/leads", create_lead, methods=["POST"]),
        Route("/leads/{lead:int}", read_lead),
        Route("/leads/{lead:int}", update_lead, methods=["PUT"]),
        Route("/leads/{lead:int}", delete_lead, methods=["DELETE"]),
        Route("/leads/{lead:int}/files", upload, methods=["POST"]),
        Route("/files", list_files),
        Route("/files/{file:int}", download),
        Route("/graphql", graphql, methods=["POST"]),
        Route("/meta", meta),
        Route("/tide.bin", tide),
        Route("/activity", live.activity_stream),
    ]


def problem(status: int, detail: str, **more: Any) -> JSONResponse:
    return JSONResponse({"error": detail, **more}, status)


async def list_leads(request: Request) -> Response:
    query = request.query_params
    page = query.get("page", "1")
    found = store.find_leads(
        request.app.state.db,
        query.get("q", ""),
        query.get("sort", "updated"),
        query.get("dir", "desc") == "desc",
        int(page) if page.isdigit() else 1,
    )
    return JSONResponse({**found, "requestId": request.headers.get("x-request-id", "")})


async def read_lead(request: Request) -> Response:
    lead = store.get_lead(request.app.state.db, request.path_params["lead"])
    return JSONResponse(lead) if lead else problem(404, "no such lead")


async def create_lead(request: Request) -> Response:
    values = await request.json()
    if errors := store.lead_errors(values):
        return problem(422, "the lead is not valid", fields=errors)
    lead = store.save_lead(request.app.state.db, values)
    await live.announce(request.app, f"{lead['name']} was added")
    return JSONResponse(lead, 201, headers={"location": f"/leads/{lead['id']}"})


async def update_lead(request: Request) -> Response:
    number, values = request.path_params["lead"], await request.json()
    before = store.get_lead(request.app.state.db, number)
    if before is None:
        return problem(404, "no such lead")
    if errors := store.lead_errors({**before, **values}):
        return problem(422, "the lead is not valid", fields=errors)
    lead = store.save_lead(request.app.state.db, {**before, **values}, number)
    await live.announce(request.app, f"{lead['name']} was changed to {lead['status']}")
    return JSONResponse(lead)


async def delete_lead(request: Request) -> Response:
    lead = store.get_lead(request.app.state.db, request.path_params["lead"])
    if lead is None:
        return problem(404, "no such lead")
    request.app.state.db.execute("delete from leads where id = ?", (lead["id"],))
    await live.announce(request.app, f"{lead['name']} was deleted")
    return Response(status_code=204)


async def upload(request: Request) -> Response:
    """Multipart form with one field "file"."""
    form = await request.form()
    sent = form.get("file")
    if not isinstance(sent, UploadFile):
        return problem(422, "no file was sent")
    content = await sent.read()
    row = request.app.state.db.execute(
        "insert into files (lead, name, mime, content) values (?,?,?,?) returning id",
        (
            request.path_params["lead"],
            sent.filename or "file",
            sent.content_type or "application/octet-stream",
            content,
        ),
    ).fetchone()
    await live.announce(request.app, f"{sent.filename} was uploaded")
    return JSONResponse({"id": row["id"], "name": sent.filename, "size": len(content)}, 201)


async def list_files(request: Request) -> Response:
    lead = request.query_params.get("lead")
    where, values = ("where lead = ?", (lead,)) if lead else ("", ())
    rows = request.app.state.db.execute(
        f"select id, lead, name, mime, length(content) as size from files {where}", values
    )
    return JSONResponse({"items": [dict(row) for row in rows]})


async def download(request: Request) -> Response:
    row = request.app.state.db.execute("select * from files where id = ?", (request.path_params["file"],)).fetchone()
    if row is None:
        return problem(404, "no such file")
    return Response(row["content"], media_type=row["mime"])


async def graphql(request: Request) -> Response:
    """Understands three operations by name; the query's text is not parsed."""
    asked = await request.json()
    name, variables, db = asked.get("operationName"), asked.get("variables") or {}, request.app.state.db
    if name == "Pipeline":
        data: dict[str, Any] = {"pipeline": store.pipeline(db)}
    elif name == "TopLeads":
        count = min(int(variables.get("first", 5)), 20)
        rows = db.execute(
            "select id, name, company, value from leads order by value desc, id limit ?", (count,)
        ).fetchall()
        data = {"topLeads": [dict(row) for row in rows]}
    elif name == "MoveLead":
        status = variables.get("status")
        if status not in store.STATUSES:
            return JSONResponse({"errors": [{"message": "no such status"}]})
        db.execute("update leads set status = ? where id = ?", (status, variables.get("id")))
        data = {"moveLead": store.get_lead(db, int(variables.get("id", 0)))}
        await live.announce(request.app, f"A lead was moved to {status}")
    else:
        return JSONResponse({"errors": [{"message": f"unknown operation {name}"}]})
    return JSONResponse({"data": data})


async def meta(request: Request) -> Response:
    """What never changes: has an ETag, and answers 304 to who has it already."""
    answer = JSONResponse({"product": "Harbor CRM", "version": "3.2.0", "statuses": store.STATUSES})
    tag = '"' + hashlib.sha256(answer.body).hexdigest()[:16] + '"'
    headers = {"etag": tag, "cache-control": "private, max-age=0, must-revalidate"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    answer.headers.update(headers)
    return answer


async def tide(request: Request) -> Response:
    """A binary resource that answers single byte ranges (RFC 9110 section 14)."""
    headers = {"accept-ranges": "bytes", "content-type": "application/octet-stream"}
    asked = re.fullmatch(r"bytes=(\d+)-(\d*)", request.headers.get("range", ""))
    if asked is None:
        return StreamingResponse(iter([TIDE]), headers={**headers, "content-length": str(len(TIDE))})
    first, last = int(asked[1]), min(int(asked[2] or len(TIDE) - 1), len(TIDE) - 1)
    if first > last:
        return Response(status_code=416, headers={"content-range": f"bytes */{len(TIDE)}"})
    headers["content-range"] = f"bytes {first}-{last}/{len(TIDE)}"
    return Response(TIDE[first : last + 1], 206, headers=headers)
