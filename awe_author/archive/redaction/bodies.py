"""Small questions about the headers and bodies of an exchange. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from awe_author.archive.capture import CapturedExchange, Spooled
from awe_author.archive.codings import decode_body
from awe_author.archive.httphead import header
from awe_author.archive.model import Headers
from awe_author.archive.redaction.locations import REQUEST, RESPONSE

TEXT_TYPES = ("text/", "application/json", "application/xml", "application/x-www-form-urlencoded", "application/java")


def media_type(headers: Headers) -> str:
    return header(headers, "content-type").split(";")[0].strip().lower()


def is_script(mime: str) -> bool:
    """Code of the app rather than data: words in it are words, not values."""
    return "javascript" in mime or mime == "text/css"


def decoded(data: bytes, headers: Headers, *, complete: bool) -> bytes | None:
    """The body with its content coding undone (as far as it goes when it broke off); None when that cannot be done."""
    encoding = header(headers, "content-encoding")
    return decode_body(data, encoding, partial=not complete) if encoding else data


def bodies(exchange: CapturedExchange) -> Iterator[tuple[Headers, Spooled, str]]:
    """(headers, body, origin) of the request and of the response."""
    yield exchange.request_headers, exchange.request_body, REQUEST
    yield exchange.response_headers, exchange.response_body, RESPONSE
