"""Texts that writes put on a list of an entity and take off it: `{"addLabelIds": ["A"], "removeLabelIds": ["B"]}` of
`labelIds`, and acts that always put the same one there: `POST /mails/7/trash`.

Believed when the list was shown after each such write as it was before without the ones and with the others. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.put_names import PutOn, puts_named
from awe_author.features.discover.entities.seen import Seen
from awe_author.json_types import JsonObject


def put_on(one: Operation, part: Entities, seen: Seen) -> list[PutOn]:
    """The lists to which a write adds or from which it takes."""
    samples = [
        (call_sent, before, after)
        for call, key in zip(one.calls, one.made, strict=False)
        if isinstance(call_sent := one.body(call), dict)
        and (before := seen.before(part.kind, key, call.seq)) is not None
        and (after := seen.after(part.kind, key, call.seq if not one.several else call.seq + 1)) is not None
    ]
    found = []
    lists = [name for name in part.fields() if part.forms.get(name) == "list"]
    for made in puts_named({name for sent, _, _ in samples for name in sent}, lists, part.forms):
        told = [(sent, before[made.field], after[made.field]) for sent, before, after in samples
                if isinstance(before.get(made.field), list) and isinstance(after.get(made.field), list)]  # fmt: skip
        fits = all(sorted(map(str, made.then(before, sent))) == sorted(map(str, after)) for sent, before, after in told)
        if fits and (not told or any(before != after for _, before, after in told)):
            found.append(made)
    return found


def put_on_effects(found: Iterable[PutOn], kind: str, path: str, key: str, params: str) -> list[JsonObject]:
    """The effects; what was sent is no field of the entity. `key`: the expression of the entity's key."""
    made: list[JsonObject] = []
    for one in found:
        said = " || ".join(f"{text(name)} in {params}" for name in (one.adds, one.takes) if name)
        value: JsonObject = {one.field: one.text(f"state.{kind}[{key}]", params)}
        value |= {name: None for name in (one.adds, one.takes) if name}
        made.append({"op": "merge", "path": path, "value": value, "if": said})
    return made


def always_put_on(one: Operation, part: Entities, seen: Seen, entity: str) -> JsonObject:
    """Field -> expression of the lists that an act always changes by the same texts."""
    changes: dict[str, list[tuple[list[str], list[str]]]] = {}
    for call, key in zip(one.calls, one.made, strict=False):
        before, after = seen.before(part.kind, key, call.seq), seen.after(part.kind, key, call.seq)
        for name, value in (after or {}).items():
            was = (before or {}).get(name)
            if isinstance(value, list) and isinstance(was, list) and _plain([*value, *was]):
                changes.setdefault(name, []).append((was, value))
    made: JsonObject = {}
    for name, pairs in changes.items():
        told = {(_beyond(after, was), _beyond(was, after)) for was, after in pairs if was != after}
        if len(told) == 1:
            new, gone = told.pop()
            listed = "[" + ", ".join(map(text, gone)) + "]"
            own = f"dyn({entity}).get({text(name)}, null)"
            kept = f"({own} == null ? dyn([]) : {own}).filter(x, !(x in {listed}))"
            added = "dyn([" + ", ".join(map(text, new)) + "])"
            made[name] = f"[{kept}].map(k, k + {added}.filter(x, !(x in k)))[0]" if new else kept
    return made


def _plain(values: Iterable[object]) -> bool:
    return all(isinstance(one, str) for one in values)


def _beyond(more: Iterable[str], than: Iterable[str]) -> tuple[str, ...]:
    there = set(than)
    return tuple(one for one in more if one not in there)
