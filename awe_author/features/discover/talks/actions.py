"""Actions for what messages of the page do.

What the server makes of a message is worked out from all its turns: a value is a parameter, the rest after the command,
the moment, a new key, the key of what was made beside it, what all have in common, or what the new things of one parent
have in common.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from awe_author.features.discover.common.keys import framed, new_key, text, time_now
from awe_author.features.discover.common.names import safe, singular, snake
from awe_author.features.discover.talks.earlier import of_past
from awe_author.features.discover.talks.forms import POSITION, literal_of, place_text, same
from awe_author.features.discover.talks.orders import position, sorting
from awe_author.features.discover.talks.roles import with_roles
from awe_author.features.discover.talks.things import TRIVIAL, Thing
from awe_author.features.discover.talks.variants import Made, Variant
from awe_author.features.turns import Line, Pattern, Said, Turn, at, params_of, scalars
from awe_author.json_types import Json, JsonObject

ARGUMENT = "argument"
SHORTEST = 3
"""Characters of a word that is looked for within texts."""


@dataclass(slots=True)
class Action:
    """An action of the draft, and how its feature calls it."""

    name: str
    document: JsonObject
    params: JsonObject
    results: dict[str, str] = field(default_factory=dict)
    """Name in the result -> kind."""
    counters: Counter[str] = field(default_factory=Counter)


class Actor:
    """Makes the actions of one line."""

    def __init__(self, line: Line, kinds: Sequence[Thing], variants: Sequence[Variant]) -> None:
        self.line, self.kinds, self.variants = line, list(kinds), list(variants)
        for kind in self.kinds:
            kind.beside = {}
        self.rules = {id(kind): sorting(kind) for kind in self.kinds}
        self.past = {kind.name: of_past(kind) for kind in self.kinds}
        self._beside()

    # ---- what new things of one parent have in common ------------------------------------------------------------

    def _beside(self) -> None:
        """Members that are equal for the new things of one parent and differ between parents are kept at the parent."""
        for kind in self.kinds:
            parent = kind.parent
            if parent is None:
                continue
            seen: dict[Pattern, dict[str, list[Any]]] = defaultdict(lambda: defaultdict(list))
            for variant in self.variants:
                for turn in variant.turns:
                    there = variant.made[id(turn)]
                    new = {one.key for one in there if one.kind is parent}
                    for one in there:
                        owner = kind.owners.get(one.key)
                        if one.kind is kind and owner is not None and owner not in new:
                            for place, value in scalars(one.sight.value):
                                seen[place][owner].append((variant, turn, value))
            for place, owners in seen.items():
                values = {owner: {str(value) for _, _, value in told} for owner, told in owners.items()}
                told = [one for each in owners.values() for one in each]
                if (
                    len(owners) > 1
                    and all(len(one) == 1 for one in values.values())
                    and len({next(iter(one)) for one in values.values()}) > 1
                    and place != (kind.key,)
                    and not any(self._from_question(variant, turn, value) for variant, turn, value in told)
                ):
                    name = f"new_{singular(kind.name)}_{'_'.join(snake(str(step)) for step in place)}"
                    parent.beside[name] = (kind, place, {owner: one[0][2] for owner, one in owners.items()})

    def _from_question(self, variant: Variant, turn: Turn, value: Any) -> bool:
        if value in TRIVIAL or turn.asked is None:
            return False
        said = [str(inner) for place, inner in params_of(turn.asked.value)]
        return str(value) in said or value == variant.argument(turn) or time_now(value, _date(turn.asked)) is not None

    def beside_of(self, parent: Thing, key: str, name: str) -> Any:
        """What is kept at a parent: as its own new things had it, else as those of most that were there before."""
        _, _, known = parent.beside[name]
        if key in known:
            return known[key]
        old = [value for owner, value in known.items() if owner not in parent.made] or list(known.values())
        return Counter(map(repr, old)).most_common(1) and max(old, key=lambda one: old.count(one))

    # ---- one action -----------------------------------------------------------------------------------------------

    def action(self, variant: Variant) -> Action:
        """The action of a sort of messages."""
        asked = variant.turns[0].asked
        assert asked is not None
        params, calls = self._params(variant)
        name = self._name(variant)
        document: JsonObject = {
            "title": name.replace("_", " ").capitalize(),
            "$comment": f"Seen: {variant.name}{' /' + variant.command if variant.command else ''}, seq "
            + ", ".join(str(turn.asked.seq) for turn in variant.turns[:5] if turn.asked),
        }
        made = Action(name, document, calls)
        lets: JsonObject = {}
        effects: list[Json] = []
        most = max(variant.turns, key=lambda turn: len(variant.made[id(turn)]))
        news: dict[tuple[str, int], str] = {}
        for number, one in enumerate(variant.made[id(most)]):
            let = safe(f"new_{singular(one.kind.name)}") + (f"_{number}" if (one.kind.name, 0) in news else "")
            self._key(one.kind, let, lets, made)
            news[one.kind.name, sum(kind == one.kind.name for kind, _ in news)] = let
            made.results[let] = one.kind.name
            at_number = [(turn, variant.made[id(turn)][number : number + 1]) for turn in variant.turns]
            aligned = [(turn, other) for turn, others in at_number for other in others if other.kind is one.kind]
            effects += self._make(variant, aligned, let, lets, made)
        effects += self._changes(variant, lets)
        for kind, count in made.counters.items():
            effects.append({"op": "replace", "path": f"/next_ids/{kind}", "value": f"state.next_ids.{kind} + {count}"})
        if params:
            document["params"] = {"type": "object", "properties": params}
        if lets:
            document["let"] = lets
        document["effects"] = effects
        if made.results:
            document["result"] = {let: let for let in made.results}
        return made

    def _name(self, variant: Variant) -> str:
        nouns = [one.kind.name for turn in variant.turns for one in variant.made[id(turn)]]
        nouns += [one.kind.name for turn in variant.turns for one in variant.changed[id(turn)]]
        noun = singular(nouns[0]) if nouns else "state"
        verb = snake(variant.command or variant.name) or "say"
        return verb if noun in verb else f"{verb}_{noun}"

    def _params(self, variant: Variant) -> tuple[JsonObject, JsonObject]:
        """(schemas of the params, how the feature gives them)."""
        schemas: JsonObject = {}
        calls: JsonObject = {}
        asked = variant.turns[0].asked
        assert asked is not None
        for place, _ in params_of(asked.value):
            if place == variant.place and variant.command:
                continue
            name = self._param(place)
            kinds = {type(at(turn.asked.value, place)) for turn in variant.turns if turn.asked}
            schemas[name] = {"type": "string"} if kinds == {str} else {"type": "integer"} if kinds == {int} else {}
            calls[name] = place_text(place)
        if variant.command:
            schemas[ARGUMENT] = {"type": "string"}
            calls[ARGUMENT] = variant.argument_text()
        return schemas, calls

    @staticmethod
    def _param(place: Pattern) -> str:
        steps = [step for step in place if isinstance(step, str) and step != "args"]
        return safe(snake(steps[-1])) if steps else "value" if len(place) < 2 else f"value_{place[-1]}"

    def _key(self, kind: Thing, let: str, lets: JsonObject, made: Action) -> None:
        key = new_key(kind.name, [], [one.value[kind.key] for one in kind.first.values()])
        found = key.text
        if key.used == "next_ids":
            count = made.counters[kind.name]
            made.counters[kind.name] += 1
            found = f"string(state.next_ids.{kind.name}{f' + {count}' if count else ''})"
        lets[let] = found

    def _make(
        self, variant: Variant, aligned: Sequence[tuple[Turn, Made]], let: str, lets: JsonObject, action: Action
    ) -> list[Json]:
        kind = aligned[0][1].kind
        owners = [(turn, kind.owners.get(one.key)) for turn, one in aligned]
        owner = self._owner(variant, kind, owners, action)
        value: JsonObject = {}
        names = [name for name in aligned[0][1].sight.value if name not in {*kind.inner, *kind.counts}
                 and not (name == "id" and kind.key != "id")]  # fmt: skip
        for name in names:
            told = [(turn, one.sight.value[name]) for turn, one in aligned if name in one.sight.value]
            value[name] = (
                let if name == kind.key == "id" else self._value(variant, told, (name,), kind, owner, action, let)
            )
        with_roles(kind, self.kinds, [one.sight for _, one in aligned], value, owner)
        if kind.key != "id":
            value[kind.key] = let
        if kind.parent is not None:
            value[kind.field_of_parent] = owner
        if kind.placed:
            value[POSITION] = position(kind, self.rules[id(kind)], value, owner, let, lets)
        for name in kind.beside:
            value[name] = literal_of(self.beside_of(kind, aligned[-1][1].key, name))
        effects: list[Json] = [{"op": "add", "path": f"/{kind.name}/{{{let}}}", "value": value}]
        return [*effects, *self._with_it(kind, aligned[-1][1].key, let, lets, action)]

    def _with_it(self, parent: Thing, key: str, let: str, lets: JsonObject, action: Action) -> list[Json]:
        """The children that a new thing came with, but for its own past."""
        effects: list[Json] = []
        for kind in self.kinds:
            came = kind.came - self.past[kind.name] if kind.parent is parent else ()
            mine = [one for one in came if kind.owners.get(one) == key]
            for place, one in enumerate(sorted(mine)):
                shown = kind.first[one].value
                left = {*kind.inner, *kind.counts, "id"}
                value: JsonObject = {name: literal_of(inner) for name, inner in shown.items() if name not in left}
                own = kind.first[one].key
                known = text(own)
                if kind.weak:
                    known = f"{let} + {text(':' + own)}"
                    value |= {"id": known, POSITION: float(place + 1)}
                elif kind.number:
                    known = safe(f"{let}_{singular(kind.name)}_{place + 1}")
                    self._key(kind, known, lets, action)
                if kind.key == "id":
                    value["id"] = known
                value[kind.field_of_parent] = let
                path = f"/{kind.name}/{{{known}}}"
                effects.append({"op": "add", "path": path, "value": value})
        return effects

    def _owner(self, variant: Variant, kind: Thing, owners: Sequence[tuple[Turn, str | None]], action: Action) -> str:
        parent = kind.parent
        if parent is None:
            return "''"
        for let, name in action.results.items():
            if name == parent.name and all(
                any(one.kind is parent and one.key == owner for one in variant.made[id(turn)]) for turn, owner in owners
            ):
                return let
        place = self._asked_for(variant, [(turn, owner or "") for turn, owner in owners])
        if place:
            return place
        sibling = self._same_parent(variant, kind, owners)
        return sibling or text(str(owners[0][1]))

    def _same_parent(self, variant: Variant, kind: Thing, owners: Sequence[tuple[Turn, str | None]]) -> str | None:
        """The parent of the thing of the same kind that the message names."""
        asked = variant.turns[0].asked
        for place, _ in params_of(asked.value) if asked else ():
            told = [(str(at(turn.asked.value, place)) if turn.asked else "", owner) for turn, owner in owners]
            if all(key in kind.owners and kind.owners[key] == owner for key, owner in told):
                return f"state.{kind.name}[string(params.{self._param(place)})].{kind.field_of_parent}"
        return None

    def _asked_for(self, variant: Variant, values: Sequence[tuple[Turn, str]]) -> str | None:
        """The parameter that is the value (as text), in every turn."""
        asked = variant.turns[0].asked
        for place, _ in params_of(asked.value) if asked else ():
            told = [(str(at(turn.asked.value, place)) if turn.asked else None, value) for turn, value in values]
            mine = not (variant.command and place == variant.place)
            if mine and all(one == value for one, value in told):
                return f"string(params.{self._param(place)})"
        return None

    def _value(
        self,
        variant: Variant,
        told: Sequence[tuple[Turn, Any]],
        place: Pattern,
        kind: Thing,
        owner: str,
        action: Action,
        let: str,
    ) -> Json:
        """A template for a member of a new thing."""
        values = [value for _, value in told]
        if all(isinstance(value, dict) for value in values):
            inner = {name: [(turn, one[name]) for turn, one in told if name in one] for name in values[0]}
            return {
                name: self._value(variant, own, (*place, name), kind, owner, action, let) for name, own in inner.items()
            }
        if isinstance(values[0], list | dict):
            return literal_of(values[0])
        if any(value not in TRIVIAL for value in values):
            found = self._said(variant, told)
            if found is not None:
                return found
        kept = self._kept(kind, place, owner)
        if kept is not None:
            return kept
        return literal_of(values[0] if same(values) else Counter(map(repr, values)) and values[-1])

    def _kept(self, kind: Thing, place: Pattern, owner: str) -> str | None:
        for name, (child, where, _) in kind.parent.beside.items() if kind.parent is not None else ():
            if child is kind and where == place and owner.startswith("string("):
                return f"state.{kind.parent.name}[{owner}].{name}"
        return None

    def _said(self, variant: Variant, told: Sequence[tuple[Turn, Any]]) -> str | None:
        """The value as a parameter, what follows the command, the moment, or a text with one of them in it."""
        asked = variant.turns[0].asked
        places = [place for place, _ in params_of(asked.value)] if asked else []
        for place in places:
            if variant.command and place == variant.place:
                continue
            said = [at(turn.asked.value, place) if turn.asked else None for turn, _ in told]
            if all(one == value and type(one) is type(value) for one, (_, value) in zip(said, told, strict=True)):
                return f"params.{self._param(place)}"
            if all(str(one) == str(value) for one, (_, value) in zip(said, told, strict=True)):
                return (
                    f"string(params.{self._param(place)})"
                    if isinstance(told[0][1], str)
                    else f"int(params.{self._param(place)})"
                )
        if variant.command and all(value == variant.argument(turn) for turn, value in told):
            return f"params.{ARGUMENT}"
        if variant.command and (around := _around([(variant.argument(turn), value) for turn, value in told])):
            return framed(around[0], f"params.{ARGUMENT}", around[1])
        moments = [time_now(value, _date(turn.asked)) for turn, value in told if turn.asked]
        return moments[0] if moments and moments[0] and all(one == moments[0] for one in moments) else None

    def _changes(self, variant: Variant, lets: JsonObject) -> list[Json]:
        effects: list[Json] = []
        done: set[tuple[str, str]] = set()
        for turn in variant.turns:
            for one in variant.changed[id(turn)]:
                same_ones = [(each, other) for each in variant.turns for other in variant.changed[id(each)]
                             if other.kind is one.kind and other.said.name == one.said.name]  # fmt: skip
                mark = (one.kind.name, one.said.name)
                target = self._asked_for(variant, [(each, other.key) for each, other in same_ones])
                if mark in done or target is None:
                    continue
                done.add(mark)
                path = f"/{one.kind.name}/{{{target}}}"
                if one.gone:
                    effects += self._removal(one.kind, path, target)
                    continue
                value: JsonObject = {}
                for name in one.values:
                    told = [(each, other.values[name]) for each, other in same_ones if name in other.values]
                    found = self._said(variant, told) if any(inner not in TRIVIAL for _, inner in told) else None
                    value[name] = found if found is not None else literal_of(told[-1][1])
                effects.append({"op": "merge", "path": path, "value": value})
        return effects

    def _removal(self, kind: Thing, path: str, target: str) -> list[Json]:
        effects: list[Json] = [{"op": "remove", "path": path}]
        for child in self.kinds:
            if child.parent is kind:
                each = f"state.{child.name}.by({text(child.field_of_parent)}, {target})"
                key = "one.id" if child.weak or child.key == "id" else f"one.{child.key}"
                effects.append({"op": "remove", "path": f"/{child.name}/{{{key}}}", "each": each, "as": "one"})
        return effects


def _around(told: Sequence[tuple[str | None, Any]]) -> tuple[str, str] | None:
    """What stands before and behind what follows the command, where that is a word of each text."""
    found: set[tuple[str, str]] = set()
    for word, value in told:
        if not word or len(word) < SHORTEST or not isinstance(value, str) or value.count(word) != 1:
            return None
        before, _, behind = value.partition(word)
        if before[-1:].isalnum() or behind[:1].isalnum():
            return None
        found.add((before, behind))
    return found.pop() if len(found) == 1 else None


def _date(said: Said | None) -> str:
    return formatdate(said.time if said else 0.0, usegmt=True)
