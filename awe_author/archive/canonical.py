"""The forms under which two requests count as the same one (ladder of architecture section 5, rungs 1 and 2). Pure."""

from __future__ import annotations

from dataclasses import dataclass

Params = tuple[tuple[str, str], ...]
"""Sorted (name, value) pairs. Names say where the value stood: "query:page", "form:email", "json:/filter/0/name",
"graphql:query", "graphql:variables:/id", "multipart:file" (value "sha256:..." for a file), "body" for anything else
("sha256:..." of it)."""


@dataclass(frozen=True, slots=True)
class RequestForm:
    """A request, reduced to what identifies it."""

    exact: str
    """Digest of (method, url without fragment, body bytes)."""
    canonical: str
    """Digest of (operation, params)."""
    operation: str
    """METHOD scheme://host[:port]/path, plus " graphql:" + kind + operation name for GraphQL. Path case is kept."""
    params: Params
    writes: bool
    """May change the app's state: not GET/HEAD/OPTIONS, and not a GraphQL query."""


def request_form(method: str, url: str, headers: list[tuple[str, str]], body: bytes) -> RequestForm:
    """Reduce a request. `url` is absolute as in `door.Request.url`; `body` is the decoded request body."""
    raise NotImplementedError("being written")
