"""What addresses ask for: names and values behind the `?`, also where `;` stands between them."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl as plain_pairs

_PIECE = re.compile(r"[A-Za-z_][\w.\-\[\]%]*=[^=&;]*")
"""A name and what it is."""


def parse_qsl(
    query: str, keep_blank_values: bool = False, *, max_num_fields: int | None = None
) -> list[tuple[str, str]]:
    """The names and values of a query, as `urllib.parse` tells them, also with `;` between them."""
    return plain_pairs(with_ampersands(query), keep_blank_values, max_num_fields=max_num_fields)


def with_ampersands(query: str) -> str:
    """A query, or the body of a form, with `&` between its pairs. Where all of it is pairs with `;` between them and no
    `&` (`Action=TicketZoom;TicketID=7`, as HTML 4 advised and apps in Perl write), these are read so."""
    if ";" not in query or "&" in query:
        return query
    pieces = [piece for piece in query.split(";") if piece]
    return "&".join(pieces) if len(pieces) > 1 and all(_PIECE.fullmatch(piece) for piece in pieces) else query
