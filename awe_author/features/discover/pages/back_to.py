"""Where posts lead that say so themselves."""

from __future__ import annotations

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.markup.wording import SHORTEST
from awe_author.features.discover.pages.led_by_body import to_where_it_came_from
from awe_author.features.discover.pages.pages import PageKind


def back_to(one: PageKind, operation: Operation) -> str | None:
    """Where a post leads that says so itself: to what a parameter or field of it holds, or with that behind the `?`; or
    to the page that it comes from."""
    if (came := to_where_it_came_from(operation)) is not None:
        return came
    for call in operation.calls:
        base, _, query = call.location.partition("?")
        body = one.bodies.get(call.seq)
        fields = body.items() if isinstance(body, dict) else ()
        said = [("query", *pair) for pair in call.query] + [("body", name, value) for name, value in fields]
        for of, name, value in said:
            if not isinstance(value, str) or len(value) < SHORTEST or value not in (call.location, query):
                continue
            own = f"{of}.get({text(name)}, '')"
            if value == query:
                return f"{text(base)} + ({own} == '' ? '' : '?' + {own})"
            plain = next((other.location for other in operation.calls if name not in other.params), call.location)
            return f"{own} == '' ? {text(plain)} : {own}"
    return None
