"""The text of a rich document: a field that the server fills with the words of another, which holds them as JSON, or as
HTML (`<p>Too <b>small</b></p>` as `Too small`).

Editors send what was written as a tree in JSON text, with `"text": "..."` at its leaves. When every recorded write of
one such document with a single text was answered with that text in another field, that field follows the document. What
several texts are joined by is not told by that, so documents with more than one leave the field as it was. Where the
field shows instead what users gave for it, it does so as long as there is something.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.places import at
from awe_author.json_types import JsonObject

TAG = re.compile(r"<[^<>]*>")
LEAST = 2
"""Different texts of a field that is shown instead."""
LEAF = '"text":"'
"""What stands before a text in such a document, as JSON.stringify writes it."""


def derived_effects(one: Operation, part: Entities, seen: Seen, params: str, path: str) -> list[JsonObject]:
    """Effects that fill such fields after a write. `params`: the expression of what is sent; `path`: the entity's."""
    plain: list[JsonObject] = [
        {
            "op": "merge",
            "path": path,
            "value": {name: without_tags(f"string(dyn({params})[{text(source)}])")},
            "if": f"{text(source)} in {params} && type(dyn({params})[{text(source)}]) == string",
        }
        for name, source in html_texts(part, seen).items()
    ]
    for name, (source, instead) in derived_fields(one, part, seen).items():
        words = (
            f"{text(source)} in {params} && type(dyn({params})[{text(source)}]) == string"
            f" && {_split(params, source)}.size() == 2 && !{_leaf(params, source)}.contains('\\\\')"
        )
        plain.append(
            {"op": "merge", "path": path, "value": {name: _leaf(params, source) + ".split('\"')[0]"}, "if": words}
        )
        if instead:
            own = f"dyn({params}).get({text(instead)}, {_before(part, instead, path)})"
            plain.append({"op": "merge", "path": path, "value": {name: own}, "if": f"!({own} in [null, ''])"})
    return plain


def _before(part: Entities, name: str, path: str) -> str:
    """What a field said before the write, of which nothing is known while the entity is made."""
    return f"dyn(state.{part.kind.name}[params.id]).get({text(name)}, null)" if "{params.id}" in path else "null"


def without_tags(own: str) -> str:
    return f"{own}.split('<').map(p, p.contains('>') ? p.substring(p.indexOf('>') + 1) : p).join('')"


def html_texts(part: Entities, seen: Seen) -> dict[str, str]:
    """Field -> the field with HTML that it is the text of: two different ones show it, or one where it is called after
    the other (`body_text`), and none says otherwise."""
    looks = [value for history in seen.values[part.kind.name].values() for _, value in history]
    sources = [name for name in sorted(part.written) if any(TAG.search(str(one.get(name))) for one in looks)]
    found: dict[str, str] = {}
    for source in sources:
        for name in part.fields():
            told = [(str(one[source]), one[name]) for one in looks if one.get(source) and name in one]
            marked = {html for html, own in told if own and TAG.search(html)}
            enough = len(marked) > (0 if f"{snake(source)}_" in f"{snake(name)}_" else 1)
            if name not in part.written and enough and all(TAG.sub("", html) == own for html, own in told):
                found.setdefault(name, source)
    return found


def _split(params: str, source: str) -> str:
    return f"string(dyn({params})[{text(source)}]).split({text(LEAF)})"


def _leaf(params: str, source: str) -> str:
    return f"{_split(params, source)}[1]"


def derived_fields(one: Operation, part: Entities, seen: Seen) -> dict[str, tuple[str, str]]:
    """Field -> (the document that it is the text of, the field that is shown instead where that says something)."""
    samples = list(_samples(one, part, seen))
    found: dict[str, tuple[str, str]] = {}
    sources = dict.fromkeys(name for sent, _ in samples for name in sent if single_text(sent[name]))
    for name in dict.fromkeys(name for _, after in samples for name in after):
        for source in sources:
            told = [
                (sent, after, words)
                for sent, after in samples
                if name in after and (words := single_text(sent.get(source)))
            ]
            if name == source or not any(sent.get(name) != after[name] for sent, after, _ in told):
                continue
            others = [(after, words) for _, after, words in told if after[name] != words]
            instead = _instead(name, others, [after for _, after, words in told if after[name] == words])
            if not others or instead:
                found.setdefault(name, (source, instead))
    return found


def _instead(name: str, others: Sequence[tuple[dict[str, Any], str]], usual: Sequence[dict[str, Any]]) -> str:
    """The field that one shows where it is not the text of the document, and that says nothing where it is: two
    different texts tell it. "" for none."""
    if not usual or len({after[name] for after, _ in others if isinstance(after[name], str)}) < LEAST:
        return ""
    names = (other for other in others[0][0] if other != name)
    return next(
        (
            other
            for other in names
            if all(after[name] and after.get(other) == after[name] for after, _ in others)
            and all(other in after and after[other] in (None, "") for after in usual)
        ),
        "",
    )


def _samples(one: Operation, part: Entities, seen: Seen) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """(what was sent, the entity after it)."""
    for call, key in zip(one.calls, one.made, strict=False):
        sent = at(call.body, one.body_at) if one.body_at is not None else None
        after = seen.after(part.kind, key, call.seq)
        if isinstance(sent, dict) and after is not None:
            yield sent, after


def single_text(value: Any) -> str:
    """The text of a document in JSON that has one; "" for anything else."""
    if not isinstance(value, str) or value.count(LEAF) != 1 or value[:1] not in ("{", "["):
        return ""
    try:
        texts = list(_texts(json.loads(value)))
    except (ValueError, RecursionError):
        return ""
    return texts[0] if len(texts) == 1 and "\\" not in value.partition(LEAF)[2] else ""


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "text" and isinstance(inner, str):
                yield inner
            else:
                yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
