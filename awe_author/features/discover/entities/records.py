"""Records inside entities that requests name and answers show in full: authors, tags, an owner.

A request sends `owner: 3`, or `tags: [{id: 7}]`; the answer shows all there is to know of them. What is known is kept
beside the entities, so that the next request that names one is answered in full as well. Records that show entities
of another kind are shown as these are by then, also of one that was made a moment ago.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import IDS, is_plain, plural, singular, snake, without_id
from awe_author.features.discover.common.put_and_taken import only_counted
from awe_author.features.discover.common.shapes import records_in
from awe_author.features.discover.entities.entities import Entities, completed
from awe_author.features.discover.entities.joins import Shown, shown_text, shows
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.places import leaves
from awe_author.json_types import JsonObject, sorted_text

HELD = "record"


@dataclass(slots=True)
class Records:
    """What is known of the records in one field of one kind."""

    field: str
    listed: bool
    key: str
    """The member that identifies them."""
    collection: str
    sent_as: str = ""
    """What requests call the field: `stateId`, of `state`; "" for its own name."""
    way: tuple[str, ...] = ()
    """Where what is sent says it, when it is wrapped: `{"union": {"member": "urn:7"}}`."""
    alone: bool = False
    """Is what requests name the one record of a list: `job_id: 7`, shown as `jobs: [{"id": 7}]`?"""
    pair: tuple[str, str] | None = None
    """What requests call that which they put there, and what they take away."""
    known: dict[str, JsonObject] = dataclasses.field(default_factory=dict)
    home: Entities | None = None
    """The entities that they show..."""
    shape: Any = None
    """...and what they show of them (`joins.shape_of`)."""

    @property
    def held(self) -> bool:
        """Are they kept inside another record? Their `id` is no text, as that of what the state keeps has to be, or no
        key of theirs."""
        ids = [one["id"] for one in self.known.values() if "id" in one]
        return bool(ids) and (self.key != "id" or not all(isinstance(one, str) for one in ids))

    def kept(self) -> JsonObject:
        """Key -> what the state keeps."""
        return {key: {HELD: one} if self.held else {**one} for key, one in sorted(self.known.items())}


def records_of(part: Entities, taken: set[str]) -> dict[str, Records]:
    """Fields of a kind that requests send and whose records answers show with more than was sent."""
    found: dict[str, Records] = {}
    for sent_name in sorted(part.written):
        name = _called(sent_name, part)
        form = part.forms.get(name)
        if form not in ("object", "list") or name == part.kind.key or name in found:
            continue
        shown = [
            one
            for value in (sighting.value.get(name) for sighting in part.kind.sightings())
            for one in records_in(value)
            if not only_counted(one)
        ]
        sent = [
            one for value in part.sent.get(sent_name, ()) for one in (value if isinstance(value, list) else [value])
        ]
        told = (key for key in _keys(shown, sent) if any(_short(one, shown, key) for one in sent if one is not None))
        named_by, way = (key, ()) if (key := next(told, "")) or not shown else _wrapped(shown, sent)
        if not named_by:
            continue
        many = plural(_plain(name))
        collection = many if many not in taken else f"known_{many}"
        said = "" if name == sent_name else sent_name
        alone = form == "list" and bool(said) and not any(isinstance(one, list) for one in part.sent[sent_name])
        listed = form == "list" and not alone
        made = Records(name, listed, named_by, collection, said, way, alone, part.paired.get(sent_name))
        for one in shown:
            key = str(one[named_by])
            made.known[key] = completed(made.known[key], one) if key in made.known else dict(one)
        taken.add(collection)
        part.written.add(name)
        found[name] = made
    return found


def find_homes(part: Entities, records: Mapping[str, Records], parts: Sequence[Entities], seen: Seen) -> None:
    """Note the kinds that records show entities of: two at least, each as it was when the record was shown."""
    for name, one in records.items():
        _named_by_home(part, name, one, parts)
        looks = [(str(record.get(one.key)), record, sighting.call.seq) for sighting in part.kind.sightings()
                 for record in records_in(sighting.value.get(name)) if not only_counted(record)]  # fmt: skip
        keys = {key for key, _, _ in looks}
        for other in parts if part.kind.source == "json" else ():
            if other.kind.source != "json" or not keys <= {*other.seed, *other.made}:
                continue
            shape = shows(
                [(key, record, seen.around(other.kind, key, seq)) for key, record, seq in looks], one.key, other
            )
            if shape is not None:
                one.home, one.shape = other, shape
                if not one.listed and name not in part.joins and _alike(part):
                    part.joins[name] = Shown(name, one.key, other, shape)
                break


def _named_by_home(part: Entities, name: str, one: Records, parts: Sequence[Entities]) -> None:
    """Where records have two members that identify, and so has what is sent: by that which is the key elsewhere."""
    shown = [record for sighting in part.kind.sightings() for record in records_in(sighting.value.get(name))
             if not only_counted(record)]  # fmt: skip
    sent = [record for value in part.sent.get(one.sent_as or name, ()) for record in records_in(value)]
    for other in parts if sent and not one.way else ():
        key = other.kind.key
        both = other.kind.source == "json" and key != one.key and all(key in record for record in (*shown, *sent))
        if both and {str(record[key]) for record in shown} <= {*other.seed, *other.made}:
            one.key, known = key, [*one.known.values()]
            one.known = {str(record[key]): record for record in known}


def _alike(part: Entities) -> bool:
    """Has all that one endpoint shows the same fields?"""
    groups = ([one.value.keys() for one in group.sightings] for group in part.kind.groups)
    return not part.ragged and all(keys == shown[0] for shown in groups for keys in shown)


def complete_records(part: Entities, records: Mapping[str, Records]) -> None:
    """Give the records in entities of the start the members that others show of them."""
    for name, one in records.items():
        for entity in part.seed.values():
            value = entity.get(name)
            made = [completed(each, one.known.get(str(each.get(one.key)), each)) for each in records_in(value)]
            if made and (not isinstance(value, list) or len(made) == len(value)):
                entity[name] = made if isinstance(value, list) else made[0]


def from_elsewhere(known: Mapping[str, JsonObject], key: str, seen: Seen) -> dict[str, JsonObject]:
    """Records like these of all that some answers list, when they show these so, too: people whom nobody was named by
    yet. `key`: the member that identifies them."""
    members = {name for one in known.values() for name in one}
    if len(members) < 2 or all(one.keys() != members for one in known.values()):
        return {}
    for histories in seen.values.values():
        others = {one: {name: inner for _, value in history for name, inner in value.items()}
                  for one, history in histories.items()}  # fmt: skip
        fits = {one: other for one, other in others.items() if members <= other.keys() and str(other[key]) == one}
        if len(fits) > 1 and all(
            one in fits and all(fits[one][name] == value for name, value in record.items())
            for one, record in known.items()
        ):
            return {one: {name: other[name] for name in members} for one, other in fits.items()}
    return {}


def know_others(records: Mapping[str, Records], seen: Seen) -> None:
    """Give records of nothing that is kept what lists of the same tell, also those that were shown shorter."""
    for one in records.values():
        if one.home is None:
            others = from_elsewhere(one.known, one.key, seen)
            one.known = {**others, **{key: {**others.get(key, {}), **own} for key, own in one.known.items()}}


def _called(name: str, part: Entities) -> str:
    """The field whose record a request names by its key: `state` for `stateId`, where nothing is called so itself, or
    what is always is the key in the record; `author` for `admin_id`, where that is always the author's key in what was
    made."""
    short = without_id(name)
    if part.forms.get(name) == "plain" and (beside := _beside(name, part)):
        return beside
    if name in part.forms or part.forms.get(short) == "object" or short == name:
        return short if name not in part.forms and part.forms.get(short) == "object" else name
    sent = {str(one) for one in part.sent.get(name, ()) if isinstance(one, str | int)}
    if sent and _one_of(plural(short), sent, part):
        return plural(short)
    for other in part.fields():
        made = [one.get(other) for one in part.made.values()] if other not in part.written else []
        keys = {str(next((one[key] for key in IDS if key in one), "")) for one in made if isinstance(one, dict)}
        if keys and keys == sent and len(made) == len(records_in(made)):
            return other
    return name


def _one_of(name: str, sent: set[str], part: Entities) -> bool:
    """Is a field a list of one record in all entities, in those that were made of one that requests named?"""
    lists = part.values(name) if part.forms.get(name) == "list" else []
    made = [one.get(name) for key, one in part.made.items() if key in part.sent_new]
    named = {_key_of(record) for one in made for record in records_in(one)}
    return bool(named) and named <= sent and all(len(one) == 1 and isinstance(one[0], dict) for one in lists)


def _beside(name: str, part: Entities) -> str:
    """The field with a record whose key a plain field always says, of two at least; "" when there is none."""
    shown = [one.value for one in part.kind.sightings() if name in one.value]
    for other in part.fields():
        looks = [(value[name], value[other]) for value in shown if other in value]
        records = [(key, one) for key, one in looks if isinstance(one, dict)]
        told = {str(key) for key, one in records if _key_of(one) == str(key)}
        rest = all(key is None and one is None for key, one in looks if not isinstance(one, dict))
        if other != name and len(told) > 1 and rest and all(_key_of(one) == str(key) for key, one in records):
            return other
    return ""


def _key_of(record: dict[str, Any]) -> str:
    return str(next((record[key] for key in IDS if key in record), ""))


def _plain(name: str) -> str:
    """A field's name, as expressions may call something."""
    return name if is_plain(name) else snake(name) or HELD


def _keys(shown: Sequence[dict[str, Any]], sent: Sequence[Any]) -> Iterator[str]:
    """The members by which the records may be named: their key, else one that is sent and tells them apart, or says all
    that is sent (`{"name": "Ada", "value": 501}` for 501)."""
    keys = {next((key for key in IDS if one.get(key) not in (None, "")), "") for one in shown}
    if len(keys) == 1 and "" not in keys:
        yield keys.pop()
    plain = {str(one) for one in sent if isinstance(one, str | int) and not isinstance(one, bool) and one != ""}
    saying = [name for one in shown[:1] for name in one if plain and plain <= {str(other.get(name)) for other in shown}]
    for name in dict.fromkeys([name for one in sent if isinstance(one, dict) for name in one] + saying):
        values: dict[str, set[str]] = {}
        for one in shown:
            if isinstance(one.get(name), str | int) and not isinstance(one[name], bool):
                told = {other: value for other, value in one.items() if isinstance(value, str | int)}
                values.setdefault(str(one[name]), set()).add(sorted_text(told))
        whole = all(isinstance(one.get(name), str | int) for one in shown)
        if values and whole and all(len(one) == 1 for one in values.values()):
            yield name


def _wrapped(shown: Sequence[dict[str, Any]], sent: Sequence[Any]) -> tuple[str, tuple[str, ...]]:
    """(member, where what is sent says it) of records that are named by the only text in an object within another."""
    records = [dict(leaves(one)) for one in sent if isinstance(one, dict)]
    ways = {way for one in records for way in one}
    if len(ways) != 1 or any(len(one) != 1 for one in records):
        return "", ()
    way = tuple(map(str, next(iter(ways))))
    values = {str(value) for one in records for value in one.values()}
    names = [name for name in shown[0] if {str(one.get(name)) for one in shown} >= values] if len(way) > 1 else []
    return (names[0], way) if names else ("", ())


def _short(sent: Any, shown: Sequence[dict[str, Any]], key: str) -> bool:
    """Does an answer show more of a record than was sent?"""
    if not isinstance(sent, dict):
        return isinstance(sent, str | int) and any(str(one.get(key)) == str(sent) for one in shown)
    named = sent.get(key) not in (None, "")
    return named and any(one.get(key) == sent[key] and one.keys() - sent.keys() for one in shown)


def record_text(one: Records, value: str) -> str:
    """The expression of the records that a request's `value` names."""
    item = singular(_plain(one.field)) + "_"
    base = f"state.{one.collection}"
    inside = f"dyn({item})" + "".join(f".get({text(step)}, {{}})" for step in one.way[:-1])
    last = text(one.way[-1] if one.way else one.key)
    named = f"(type({item}) == map ? string({inside}.get({last}, '')) : string(dyn({item})))"
    full = f"dyn({base}.get({named}, dyn({item})))"
    if one.held:
        full = f"({named} in {base} ? dyn({base}[{named}].{HELD}) : dyn({item}))"
    if one.home is not None:
        there = f"state.{one.home.kind.name}"
        shown = shown_text(one.shape, f"{there}[{named}]", one.home)
        full = f"({named} in {there} ? dyn({shown}) : {full})"
    if one.listed:
        return f"{value}.map({item}, {full})"
    return f"[{value}].map({item}, {full})" + ("" if one.alone else "[0]")
