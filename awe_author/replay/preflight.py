"""CORS preflights that were not recorded: browsers send one or not as their own cache says (Fetch, section 4.8)."""

from __future__ import annotations

from awe_author.door.messages import Headers, Request, Response

_METHOD = "access-control-request-method"


def is_preflight(request: Request) -> bool:
    return request.method == "OPTIONS" and request.header("origin") is not None and request.header(_METHOD) is not None


def permitted(request: Request) -> Response:
    """Permission for exactly what is asked. It decides nothing: the request that follows has to match."""
    headers: Headers = [
        ("Access-Control-Allow-Origin", request.header("origin") or "*"),
        ("Access-Control-Allow-Methods", request.header(_METHOD) or "GET"),
        ("Access-Control-Allow-Credentials", "true"),
        ("Access-Control-Max-Age", "5"),
        ("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"),
    ]
    asked = request.header("access-control-request-headers")
    if asked:
        headers.append(("Access-Control-Allow-Headers", asked))
    if request.header("access-control-request-private-network"):
        headers.append(("Access-Control-Allow-Private-Network", "true"))
    return Response(204, headers, b"", "No Content")
