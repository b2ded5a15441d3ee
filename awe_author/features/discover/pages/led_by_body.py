"""Posts that lead to an address whose parameters are fields that they sent: `?page=2&status=open` of a form with both
in hidden fields."""

from __future__ import annotations

from urllib.parse import quote, unquote

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.pages.handed_on import PLAIN, encoded
from awe_author.features.discover.pages.pages import PageKind
from awe_author.queries import parse_qsl

KEYS = ("ids", "keys", "selected", "items")
"""Parameters with the keys of several."""
MOST = 12
"""Parameters of one address."""


def led_by_body(one: PageKind, operation: Operation, there: str, location: str) -> tuple[str, str, str]:
    """(what is put behind the expression of the address that an operation leads to, that address as a whole and as the
    answer says it, without what is put there)."""
    query = _query_of_body(one, operation)
    if query is None:
        return "", there, location
    return f" + {query}", there.partition("?")[0], location.partition("?")[0]


def _query_of_body(one: PageKind, operation: Operation) -> str | None:
    """The expression of what stands behind the path of the address that an operation leads to, with its `?`; None when
    its parameters are not all fields of what was sent, each time, and left out where these were empty."""
    if "*" in one.template.partition("?")[2]:
        return None
    told: list[tuple[dict[str, str], dict[str, str]]] = []
    for call in operation.calls:
        body, asked = one.bodies.get(call.seq), dict(parse_qsl(call.location.partition("?")[2], keep_blank_values=True))
        if call.location and isinstance(body, dict):
            told.append((asked, {name: value for name, value in body.items() if isinstance(value, str)}))
    names = list(dict.fromkeys(name for asked, _ in told for name in asked))
    right = all(sent.get(name, "") == asked.get(name, "") for asked, sent in told for name in names)
    if not names or len(names) > MOST or not right:
        return None
    pairs = []
    for name in names:
        own = f"body.get({text(name)}, '')"
        pairs.append(f"({own} == '' ? '' : {text(quote(name) + '=')} + {encoded(own, PLAIN)})")
    query = f"[{', '.join(pairs)}].filter(pair, pair != '')"
    return f"({query}.size() == 0 ? '' : '?' + {query}.join('&'))"


def usual_post(operation: Operation) -> Call:
    """The post that others are answered like: the last one; of those of which only some lead to a place in their page
    (`/wiki/Tea#Colours`), the last that leads to none."""
    plain = [call for call in operation.calls if "#" not in call.location]
    return (plain or operation.calls)[-1]


def to_where_it_came_from(operation: Operation) -> str | None:
    """The address of the page that a post comes from, when all posts led there, and there is more than one such page,
    or it was asked for something: else it may always lead to that one."""
    calls = [call for call in operation.calls if call.location]
    came = [call.referer.partition("#")[0] for call in calls]
    led = [joined(call.origin + call.path, call.location) for call in calls]
    if not calls or came != led or not (len(set(led)) > 1 or "?" in led[0]):
        return None
    origin, own = calls[-1].origin, "headers.get('referer', '')"
    said = own if calls[-1].location.startswith(origin) else f"{own}.substring({len(origin)})"
    return f"{own}.startsWith({text(origin + '/')}) ? {said} : {text(calls[-1].location)}"


def saying_keys(part: Entities, operation: Operation, call: Call, key: str) -> str | None:
    """The expression of an address with a parameter that says which ones it was about: `?deleted=1&ids=9`; None for
    another. `key`: that of the key of one."""
    keys = [key for other, key in zip(operation.calls, operation.made, strict=False) if other.seq == call.seq]
    base, _, query = call.location.partition("?")
    pairs = query.split("&") if keys and operation.role != "create" else []
    for place, pair in enumerate(pairs):
        name, _, value = pair.partition("=")
        if unquote(value) == ",".join(keys) and snake(name) in (*KEYS, "id", f"{singular(part.kind.name)}_id"):
            several = f"fields.get({text(operation.several)}, []).map(one, string(one)).join(',')"
            own = several if operation.several else key
            before = f"{base}?{'&'.join([*pairs[:place], name])}="
            after = "".join(f"&{other}" for other in pairs[place + 1 :])
            return framed(before, own, after)
    return None
