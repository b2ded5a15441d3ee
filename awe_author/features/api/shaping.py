"""Answers of features: a `reply` laid over the nearest recorded answer. Values in, a `Shaped` out; nothing is asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

import orjson

from awe_author.archive.model import Entry
from awe_author.features.api.asked import Asked
from awe_author.features.api.examples import Document, Example, Examples
from awe_author.features.api.swapping import has, swapped
from awe_author.features.bodies import BodyTemplate, Seen
from awe_author.features.dom.planning import shown_once
from awe_author.features.dom.rendering import ParsedAnswer
from awe_author.features.embedded import replaced_hashes
from awe_author.features.files import NoFile, disposition, file_content
from awe_author.features.model import Reply
from awe_author.json_types import Json
from awe_author.state.bindings import Names
from awe_author.state.cel import CelFault, to_json
from awe_author.state.loading.problems import under
from awe_author.state.model import Expression, ExpressionFault

REDIRECTS = frozenset({301, 302, 303, 307, 308})
JSON_TYPE = "application/json"
MOST_SHOWN = 8
"""Recorded answers that are searched for the elements that a reply shows something in."""
MOST_SEARCHED = 40
"""Recorded answers that are searched for words, or for JSON."""
MOST_ALIKE = 3
"""Recorded documents of an address whose JSON tells the form of a value."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """An answer, less what its transport adds."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    """Those that are given; they win over recorded ones. Lower-case names."""
    body: bytes | None = b""
    """None: the recorded body of `like`, as it is."""
    like: Entry | None = None
    """The recorded answer whose other headers it takes."""
    document: Document | None = field(default=None, repr=False)
    """The body as JSON, for a batch that takes it."""


def shaped(
    reply: Reply,
    names: Names,
    asked: Asked,
    near: Sequence[Example],
    examples: Examples,
    *,
    lenient: bool = False,
) -> Shaped:
    """The answer that `reply` says. `near`: recorded answers of the wanted sort, the nearest first; used where the
    reply is `like: recorded`. `lenient`: what cannot be worked out of a JSON body is null. Raises ExpressionFault."""
    like = of_status(near, reply.status) if reply.like else []
    if reply.calls is not None:
        made = shaped(replace(reply, calls=None), names, asked, near, examples, lenient=lenient)
        return _calling(reply.calls, made, names, like, examples)
    headers = tuple((name, _text(value, names)) for name, value in reply.headers)
    first = like[0].entry if like else None
    if reply.go is not None:
        return _redirect(reply, names, asked, headers, first)
    if reply.file is not None:
        return _download(reply, names, headers, first)
    if reply.json is not None:
        made = _made(reply.status, reply.json, names, asked, like, examples, lenient=lenient)
        return replace(made, headers=merged(made.headers, headers))
    plain = _plain_body(reply, names)
    if plain is not None:
        kind, body = plain
        status = reply.status or (first.status if first else 200)
        alike = reply.form is None and first is not None and first.mime == kind.partition(";")[0]
        return Shaped(status, merged(() if alike else (("content-type", kind),), headers), body, first)
    if reply.show:
        return _showing(reply, names, headers, like, examples)
    if reply.swap:
        return _swapped(reply, names, headers, like, examples)
    if reply.embedded is not None:
        return _embedded(reply, reply.embedded, names, headers, like, examples)
    if first is None:
        return Shaped(reply.status or 204, headers)
    return _as_recorded(reply, headers, asked, like[0], examples)


def _made(
    status: int | None,
    body: BodyTemplate,
    names: Names,
    asked: Asked,
    like: Sequence[Example],
    examples: Examples,
    *,
    lenient: bool,
) -> Shaped:
    """A JSON body laid over those of the examples that are JSON."""
    kept, values = examples.json_of(like)
    value = body.make(names, Seen(values, examples.memo, lenient))
    prefix = examples.document(kept[0]).prefix if kept else b""
    return _json(status, value, prefix, kept[0].entry if kept else None, asked)


def _plain_body(reply: Reply, names: Names) -> tuple[str, bytes] | None:
    """(content type, body) of a reply that is text, HTML or a form; None for others."""
    if reply.text is not None:
        return "text/plain; charset=utf-8", _text(reply.text, names).encode()
    if reply.html is not None:
        return "text/html; charset=utf-8", _text(reply.html, names).encode()
    if reply.form is None:
        return None
    form = reply.form.evaluate(names)
    pairs = [(name, _plain(value)) for name, value in form.items()] if isinstance(form, dict) else []
    return "application/x-www-form-urlencoded", urlencode(pairs).encode()


def _as_recorded(
    reply: Reply, headers: tuple[tuple[str, str], ...], asked: Asked, one: Example, examples: Examples
) -> Shaped:
    document = examples.document(one)
    said = echoed(document.value, asked)
    if one.part is not None or said is not document.value:
        return replace(_json(reply.status, document.value, document.prefix, one.entry, asked), headers=headers)
    return Shaped(reply.status or one.entry.status, headers, None, one.entry, document)


def of_status(near: Sequence[Example], status: int | None) -> list[Example]:
    """The examples of this status, else of its class, else all; their order is kept."""
    if status is None:
        return list(near)
    same = [one for one in near if one.entry.status == status]
    return same or [one for one in near if one.entry.status // 100 == status // 100]


def merged(*headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Headers of which later ones win over earlier ones of the same name."""
    found: dict[str, list[tuple[str, str]]] = {}
    for some in headers:
        fresh: dict[str, list[tuple[str, str]]] = {}
        for name, value in some:
            fresh.setdefault(name, []).append((name, value))
        found.update(fresh)
    return tuple(pair for pairs in found.values() for pair in pairs)


def json_answer(status: int, value: Json, asked: Asked, like: Entry | None = None, prefix: bytes = b"") -> Shaped:
    """A JSON answer as it is."""
    return _json(status, value, prefix, like, asked)


def dumps(value: Json) -> bytes:
    """JSON text."""
    return orjson.dumps(value)


def _json(status: int | None, value: Json, prefix: bytes, like: Entry | None, asked: Asked) -> Shaped:
    value = echoed(value, asked)
    kinds = () if like is not None and "json" in like.mime else (("content-type", JSON_TYPE),)
    given = status or (like.status if like else 200)
    return Shaped(given, kinds, prefix + dumps(value), like, Document(value, prefix=prefix))


def echoed(value: Json, asked: Asked) -> Json:
    """A JSON-RPC answer with the id of its request."""
    if asked.kind != "jsonrpc" or asked.batch or not isinstance(value, dict) or not isinstance(asked.body, dict):
        return value
    if "jsonrpc" not in value and "id" not in value:
        return value
    return value if value.get("id") == asked.body.get("id") else {**value, "id": asked.body.get("id")}


def _redirect(
    reply: Reply, names: Names, asked: Asked, headers: tuple[tuple[str, str], ...], first: Entry | None
) -> Shaped:
    assert reply.go is not None
    default = 302 if asked.method in ("GET", "HEAD") else 303
    recorded = first.status if first is not None and first.status in REDIRECTS else default
    status = reply.status or recorded
    body, kinds = b"", (("content-type", "text/html; charset=utf-8"),)
    return Shaped(status, merged(kinds, (("location", _text(reply.go, names)),), headers), body, first)


def _download(reply: Reply, names: Names, headers: tuple[tuple[str, str], ...], first: Entry | None) -> Shaped:
    assert reply.file is not None
    try:
        name, kind, content = file_content(reply.file.evaluate(names))
    except NoFile as error:
        raise ExpressionFault(str(error), reply.file.pointer) from None
    given = (("content-type", kind), ("content-disposition", disposition(name, inline=reply.inline)))
    return Shaped(reply.status or 200, merged(given, headers), content, first)


def _showing(
    reply: Reply, names: Names, headers: tuple[tuple[str, str], ...], like: Sequence[Example], examples: Examples
) -> Shaped:
    """The nearest recorded HTML with what the reply shows in it: one that has all its elements, else the most."""
    if not like:
        raise ExpressionFault("no recorded answer is of this sort", reply.place.path)
    operations = shown_once(reply.show, names)
    best: tuple[int, Example, ParsedAnswer] | None = None
    for one in like[:MOST_SHOWN]:
        recorded = examples.parsed(one)
        absent = recorded.missing(operations) if recorded is not None else 0
        if recorded is not None and (best is None or absent < best[0]):
            best = (absent, one, recorded)
        if best is not None and best[0] == 0:
            break
    if best is None:
        return Shaped(reply.status or like[0].entry.status, headers, b"", like[0].entry)
    body = best[2].rendered(operations).encode("utf-8", "surrogateescape")
    kind = best[1].entry.mime or "text/html"
    headers = merged((("content-type", f"{kind}; charset=utf-8"),), headers)
    return Shaped(reply.status or best[1].entry.status, headers, body, best[1].entry)


def _calling(calls: BodyTemplate, made: Shaped, names: Names, like: Sequence[Example], examples: Examples) -> Shaped:
    """An answer with calls of functions in its text made anew."""
    recorded = next((examples.text(one) for one in like if one.entry is made.like), None) if made.body is None else None
    text = recorded if made.body is None else made.body.decode("utf-8", "surrogateescape")
    if text is None:
        return made
    said = calls.make(names, Seen((text,)))
    body = str(said).encode("utf-8", "surrogateescape")
    return replace(made, body=body, document=None)


def _swapped(
    reply: Reply, names: Names, headers: tuple[tuple[str, str], ...], like: Sequence[Example], examples: Examples
) -> Shaped:
    """The nearest recorded text that has all words that are swapped."""
    missing = reply.swap[0]
    for one in like[:MOST_SEARCHED]:
        recorded = examples.text(one)
        if recorded is None:
            continue
        absent = next((pair for pair in reply.swap if not has(recorded, one.entry.mime, pair[0])), None)
        if absent is None:
            values = {words: _text(value, names) for words, value in reply.swap}
            body = swapped(recorded, one.entry.mime, values).encode("utf-8", "surrogateescape")
            return Shaped(reply.status or one.entry.status, headers, body, one.entry)
        missing = absent
    words, value = missing
    raise ExpressionFault(f"no recorded answer has the words {words!r}", value.pointer)


def _embedded(
    reply: Reply,
    template: BodyTemplate,
    names: Names,
    headers: tuple[tuple[str, str], ...],
    like: Sequence[Example],
    examples: Examples,
) -> Shaped:
    """The nearest recorded document that has the JSON values which are made, with these in it; to the byte as it was
    recorded while they are the same."""
    wanted = named_in(template)
    for one in like[:MOST_SEARCHED]:
        page = examples.page(one.entry)
        if page is None or not wanted <= page.values.keys():
            continue
        others = [other for near in like[:MOST_ALIKE] if (other := examples.page(near.entry)) not in (None, page)]
        seen = Seen((page.values, *(other.values for other in others if other is not None)), examples.memo)
        made = template.make(names, seen)
        assert isinstance(made, dict)
        changed = page.changed({name: made[name] for name in wanted})
        status = reply.status or one.entry.status
        if changed is None:
            return Shaped(status, headers, None, one.entry)
        policies = [
            (name.lower(), replaced_hashes(value, changed.hashes)) for name, value in examples.policies(one.entry)
        ]
        return Shaped(status, merged(policies, headers), page.encoded(changed.text), one.entry)
    named = next(iter(sorted(wanted)))
    raise ExpressionFault(f"no recorded document has JSON at {named!r}", under(template.pointer, named))


def named_in(template: BodyTemplate) -> frozenset[str]:
    """The names of the JSON values that a reply puts into a document."""
    return frozenset(template.source) if isinstance(template.source, dict) else frozenset()


def _text(expression: Expression, names: Names) -> str:
    """The value of an expression as text."""
    return _plain(value_of(expression, names))


def value_of(expression: Expression, names: Names) -> Json:
    """The value of an expression as JSON. Raises ExpressionFault."""
    try:
        return to_json(expression.evaluate(names))
    except CelFault as fault:
        raise ExpressionFault(fault.message, expression.pointer) from None


def _plain(value: Json) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else orjson.dumps(value).decode()
