"""What forms make of another kind beside what they are about: the button `Convert` of a lead makes a firm, and rows
of a form (`people-0-name`, `people_attributes[0][name]`) make people.

Told by what was made so in the recording (`Kind.aside`): its fields that say what the form sent, as it is, as a choice
calls it or two of them with a space between, are said so; the others are as they were. Where other posts of the form
made nothing, a row of the form tells: it has something in it, and no key yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import first_number, map_text, new_key, text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.plain_values import add_counter
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.pages import MOST_LABELS, PageKind
from awe_author.json_types import Json, JsonObject

LEAST = 2
"""Fields of what is made that say what was sent."""
SHORTEST = 2
"""Characters of a value that says so."""
ROW = re.compile(r"(.+?)(?:-\d+-|_attributes\]?\[\d+\]\[|\[\d+\]\[?|\.\d+\.)(\w+)\]?")
"""A field of a row in a form: (name of the rows, own name)."""


def find_row_asides(kinds: Sequence[PageKind], posts: Sequence[Call]) -> None:
    """Notes what rows of forms made (`Kind.aside`): the rows are called as a kind is in its addresses, have no key, and
    the newest entity of the kind, which no list had before, says two of the texts that they sent."""
    for call in posts:
        for rows, sent in _new_rows(call.body if isinstance(call.body, dict) else {}):
            for one in kinds:
                words = {singular(snake(word)) for word in one.template.partition("?")[0].split("/")}
                made = _made_by_row(one, call, sent) if singular(snake(rows)) in words else None
                if made is not None:
                    one.kind.aside[made] = call.seq


def _new_rows(body: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """(name of the rows, texts that were sent) of each row of a form without a key."""
    rows: dict[str, dict[str, str]] = {}
    for name, value in body.items():
        if isinstance(value, str) and (match := ROW.fullmatch(name)) is not None:
            rows.setdefault(name[: match.start(2)], {})[match[2]] = value.strip()
    for head, sent in rows.items():
        match = ROW.fullmatch(f"{head}x")
        texts = sorted({value for value in sent.values() if len(value) > SHORTEST})
        if match is not None and not sent.get("id") and len(texts) >= LEAST:
            yield re.split(r"\W", match[1])[-1], texts


def _made_by_row(one: PageKind, call: Call, sent: Sequence[str]) -> str | None:
    """The key of what a row made."""
    before = {row.key for page, rows in one.lists if page.seq < call.seq for row in rows.rows}
    after = [(page.seq, row) for page, rows in one.lists if page.seq > call.seq for row in rows.rows]
    keys = {row.key for _, row in after} | before
    taken = before | one.kind.aside.keys() | {key for operation in one.operations if operation.role == "create"
                                              for key in operation.made}  # fmt: skip
    if not keys or not all(key.isdecimal() for key in keys):
        return None
    first = min((seq for seq, _ in after), default=0)
    new = [row for seq, row in after if seq == first and row.key not in taken]
    for row in sorted(new, key=lambda row: -int(row.key))[:1]:
        said = [text for text in sent if any(f" {text} " in f" {value} " for value in row.values.values())]
        if len(said) >= LEAST and all(int(row.key) > int(key) for key in keys - taken - {row.key}):
            return row.key
    return None


@dataclass(frozen=True, slots=True)
class Aside:
    """What the posts of an operation make of another kind."""

    operation: Operation
    part: Entities
    said: Mapping[str, str]
    """Field -> the expression of what the form sends."""
    kept: Mapping[str, Json]
    """The others, as they were made."""
    given: str
    """The condition; "" where every post makes one."""
    keys: tuple[str, ...]

    @property
    def param(self) -> str:
        """The parameter of the action."""
        return f"new_{singular(self.part.kind.name)}"


def made_asides(one: PageKind, parts: Sequence[Entities]) -> list[Aside]:
    """What the posts of a kind make of others."""
    found: list[Aside] = []
    for operation in one.operations:
        seqs = {call.seq: call for call in operation.calls}
        for part in parts if not operation.several else ():
            made = [(key, seqs[seq]) for key, seq in part.kind.aside.items() if seq in seqs and key in part.made]
            if made and part.kind is not one.kind and (aside := _aside(one, operation, part, made)) is not None:
                found.append(aside)
    return found


def _aside(one: PageKind, operation: Operation, part: Entities, made: Sequence[tuple[str, Call]]) -> Aside | None:
    said: dict[str, str] = {}
    kept: dict[str, Json] = {}
    used: dict[str, None] = {}
    key, call = made[0]
    bodies = [(part.made[of], _body(one, post)) for of, post in made]
    for name, value in part.made[key].items():
        if name == part.kind.key:
            continue
        told = next((pair for pair in _says(one, name, value, bodies[0][1]) if _always(one, name, pair, bodies)), None)
        if told is not None:
            said[name] = told[0]
            used |= dict.fromkeys(told[1])
        else:
            kept[name] = _as_made(value, call)
    numeric = all(of.isdecimal() for of, _ in made)
    given = "" if len(made) == len(operation.calls) else _row_given([*used], [body for _, body in bodies])
    if len(said) < LEAST or not numeric or given is None:
        return None
    return Aside(operation, part, said, kept, given, tuple(of for of, _ in made))


def _body(one: PageKind, call: Call) -> dict[str, str]:
    body = one.bodies.get(call.seq, call.body)
    return {name: value for name, value in body.items() if isinstance(value, str)} if isinstance(body, dict) else {}


def _as_made(value: Any, call: Call) -> Json:
    """The expressions of what no form said; None where that is no text."""
    if isinstance(value, str):
        return call.now(value) or text(value)
    return [text(inner) for inner in value if isinstance(inner, str)] if isinstance(value, list) else None


Told = tuple[str, tuple[str, ...]]
"""(expression, the fields of the form in it)."""


def _says(one: PageKind, field: str, value: Any, body: Mapping[str, str]) -> Iterator[Told]:
    """The expressions that say a value; fields of the form that are called after it come first."""
    if not isinstance(value, str) or len(value) < SHORTEST:
        return
    names = sorted(body, key=lambda name: (not _called(field, name), len(name)))
    for name in names:
        if body[name].strip() == value:
            yield _sent(name), (name,)
    for name in names:
        labels = one.labels.get(name, {})
        if labels.get(body[name]) == value and len(labels) < MOST_LABELS:
            yield f"{map_text(labels)}.get({_sent(name)}, {_sent(name)})", (name,)
    begins = [name for name in names if body[name].strip() and value.startswith(f"{body[name].strip()} ")]
    for name in begins:
        for other in names:
            if f"{body[name].strip()} {body[other].strip()}" == value:
                yield f"({_sent(name)} + ' ' + {_sent(other)}).trim()", (name, other)


def _called(field: str, name: str) -> bool:
    return snake(field).endswith(snake(name)) or snake(name).endswith(snake(field))


def _sent(name: str) -> str:
    return f"string(body.get({text(name)}, ''))"


def _always(one: PageKind, field: str, told: Told, bodies: Sequence[tuple[JsonObject, Mapping[str, str]]]) -> bool:
    """Does an expression say the field in all that was made?"""
    return all(any(told[0] == pair[0] for pair in _says(one, field, value.get(field), body)) for value, body in bodies)


def _row_given(used: Sequence[str], bodies: Sequence[Mapping[str, str]]) -> str | None:
    """The condition that a row of a form is one of something new; None where no row is sent."""
    rows = {name: match for name in used if (match := ROW.fullmatch(name)) is not None}
    if not rows:
        return None
    first = next(iter(rows))
    head = first[: rows[first].start(2)]
    keys = [name for name in bodies[0] if name.startswith(head) and snake(name[len(head) :].rstrip("]")) == "id"]
    new = [f"{_sent(name)} == ''" for name in keys if not any(body.get(name) for body in bodies)]
    return " && ".join([f"{_sent(first)} != ''", *new])


# ---- the draft ---------------------------------------------------------------------------------


def handed_aside(one: PageKind, operation: Operation) -> JsonObject:
    """What a form hands to its action for what it makes aside."""
    found: JsonObject = {}
    for aside in one.asides:
        if aside.operation is operation:
            found[aside.param] = dict(aside.said)
            if aside.given:
                found[f"{aside.param}_given"] = aside.given
    return found


def add_asides(document: JsonObject, seed: JsonObject, names: Mapping[int, str], one: PageKind) -> None:
    """Put into the model what forms make aside. `names`: id() of an operation -> its action."""
    actions = document["x-actions"]
    for aside in one.asides:
        action = actions.get(names.get(id(aside.operation), "")) if isinstance(actions, dict) else None
        if not isinstance(action, dict) or aside.param in str(action.get("params")):
            continue
        kind = aside.part.kind
        new = new_key(kind.name, [*aside.keys], [*aside.part.seed])
        known = seed.get("next_ids")
        if not isinstance(known, dict) or kind.name not in known:
            add_counter(document, seed, kind.name, first_number([*aside.keys], []))
        key, params, effects = f"string({new.text})", action["params"], action.setdefault("effects", [])
        assert isinstance(params, dict)
        assert isinstance(effects, list)
        properties = params.setdefault("properties", {})
        assert isinstance(properties, dict)
        properties |= {aside.param: {"type": "object"}, f"{aside.param}_given": {"type": "boolean"}}
        given = f"{text(aside.param)} in params"
        given += f" && dyn(params).get({text(f'{aside.param}_given')}, false)" if aside.given else ""
        path = f"/{kind.name}/{{{key}}}"
        value = {kind.key: key, **{name: value for name, value in aside.kept.items() if value is not None}}
        effects += [
            {"op": "add", "path": path, "value": value, "if": given},
            {"op": "merge", "path": path, "value": f"dyn(params.{aside.param})", "if": given},
            {"op": "replace", "path": f"/next_ids/{kind.name}", "value": new.after, "if": given},
        ]
