"""What the calls of a recording tell: the kinds of entities in them, and who lists, reads and writes these."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from awe_author.features.discover.common.names import SCRIPT, looks_like_id, singular, snake
from awe_author.features.discover.entities.found_operations import operations_of
from awe_author.features.discover.entities.kept_views import lend_kept
from awe_author.features.discover.entities.named_values import NamedValues, named_values_of, without_settings
from awe_author.features.discover.entities.naming import named_parts
from awe_author.features.discover.entities.operations import Operation, logs_in
from awe_author.features.discover.entities.page_facts import tells_of_the_page
from awe_author.features.discover.entities.puts import with_puts
from awe_author.features.discover.entities.rehearsed import ASKS_FIRST, rehearsed
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.entities.sibling_kinds import by_siblings
from awe_author.features.discover.exchanges.asking_posts import without_asking
from awe_author.features.discover.exchanges.board_columns import lend_columns
from awe_author.features.discover.exchanges.calls import Call, Raw, calls_of
from awe_author.features.discover.exchanges.deleting_gets import carried_out
from awe_author.features.discover.exchanges.given_out import given_out
from awe_author.features.discover.exchanges.guards import is_guard
from awe_author.features.discover.exchanges.kinds import Kind, kinds_of
from awe_author.features.discover.exchanges.known_ids import known_ids, short_keys
from awe_author.features.discover.exchanges.one_name import told_apart
from awe_author.features.discover.exchanges.put_keys import put_parts
from awe_author.features.discover.exchanges.record_addresses import with_records
from awe_author.features.discover.exchanges.shed import shed_by
from awe_author.features.discover.exchanges.sightings import groups_of
from awe_author.features.discover.exchanges.streamed import of_the_api, told_by_streams
from awe_author.features.discover.exchanges.tables import with_tables
from awe_author.features.discover.exchanges.word_keys import said_alone, word_keys
from awe_author.features.discover.exchanges.wrapped import unwrapped
from awe_author.features.discover.lists.memberships import Membership, leave_member_writes, member_calls, memberships_of
from awe_author.features.discover.lists.path_searches import searched_words
from awe_author.features.discover.lists.queries import listing_of
from awe_author.features.discover.pages.form_words import without_form_words
from awe_author.features.discover.pages.trials import Trial, trials_of
from awe_author.features.discover.replies.embedding import plain_documents
from awe_author.features.discover.replies.heartbeats import heartbeats

_DOES = re.compile(
    r"(^|[^a-z])(delete|remove|destroy|trash|untrash|purge|restore|archive|unarchive|retire|close|reopen|resolve|complete|"
    r"finish|toggle|activate|deactivate|approve|unapprove|publish|unpublish)",
    re.IGNORECASE,
)
"""What links that do something are called."""


@dataclass(slots=True)
class FromCalls:
    """What calls tell."""

    every: list[Call]
    """All calls, in recorded order; without those that only tried something out."""
    calls: list[Call]
    """The same; documents without the JSON within them."""
    left: dict[str, int]
    """Why exchanges were left out -> how many."""
    known: frozenset[str]
    """Keys of entities, as they stand in addresses and answers."""
    kinds: list[Kind]
    kept: list[Kind]
    """Those that the model gets."""
    dropped: list[tuple[Kind, str]]
    """The others, each with the reason."""
    operations: list[Operation]
    """Of the kinds that are kept."""
    left_writes: list[tuple[Call, str]]
    """Writes that are no operation, each with the reason."""
    trials: list[Trial]
    """Posts that only tried something out."""
    members: list[Membership]
    """Who belongs where, where nothing in entities says so."""
    settings: list[NamedValues]
    """Settings that are told as names and values."""

    def unexplained(self) -> list[Call]:
        """The writes that are part of no operation."""
        explained = {call.seq for one in self.operations if one.writes for call in one.calls}
        explained |= {call.seq for one in self.settings for call in one.writes}
        explained |= {call.seq for one in heartbeats(self.calls, self.known) for call in one.calls}
        return [call for call in self.calls if (call.mutation or _link(call)) and call.seq not in explained]


COUNTED = re.compile(r"(^|_)(count|total|number|num|hits)\Z")
FRAME = "there is but one of it, in which others are listed"


def _link(call: Call) -> bool:
    """Is it a link that does something: answered with another address, and called so (`?action=trash`, `/delete/4`), or
    with a token that says that it comes from a page (`/links/4/pin?token=fa2f2e3499043c70`)? A search that only sheds
    its token does nothing."""
    if call.method != "GET" or not 300 <= call.status < 400 or not call.location or logs_in(call) or shed_by(call):
        return False
    if any(is_guard(name, value) for name, value in call.query):
        return True
    parts = [SCRIPT.sub("", part) for part in call.segments]
    last = [part for part in parts if not looks_like_id(part) and "." not in part][-1:]
    return bool(_DOES.search(" ".join([call.operation.partition("=")[2], *last])))


def from_calls(raws: Sequence[Raw]) -> FromCalls:
    """Kinds and operations of all calls."""
    every, left = calls_of(raws)
    every = carried_out(without_asking(every))
    every = without_form_words(told_apart(every))
    trials = trials_of(every, raws)
    tried = {one.call.seq for one in trials}
    every = with_records([call for call in every if call.seq not in tried])
    known = known_ids(every)
    known |= put_parts(every)
    known |= named_parts(every, known) | searched_words(every) | word_keys(every) | short_keys(every)
    known |= said_alone(every)
    every = with_tables(every, known)
    streamed = told_by_streams(raws, every)
    asking = rehearsed(every)
    meant = [call for call in every if call not in asking]
    given = given_out(every)
    told = sorted((one for one in [*meant, *streamed] if one.seq not in given), key=lambda call: call.seq)
    kinds = of_the_api(kinds_of(unwrapped(groups_of(told, known))), streamed)
    kinds = [
        one
        for one in kinds
        if not _of_sessions(one)
        and not _says_nothing(one)
        and not _counts_values(one)
        and not tells_of_the_page(one, every)
    ]
    settings = named_values_of(every, known)
    kinds = without_settings(kinds, settings)
    lend_columns(kinds)
    calls = plain_documents(every)

    def told_of(kinds: list[Kind]) -> FromCalls:
        operations, refused = operations_of(meant, kinds, known)
        refused += [(call, ASKS_FIRST) for call in asking]
        operations, idle = _without_idle(operations)
        refused += idle
        refused = with_puts(operations, refused, kinds, known)
        members = memberships_of(operations, calls, Seen(kinds), known)
        operations = leave_member_writes(operations, members)
        apart = member_calls(members) | {call.seq for one in settings for call in one.writes}
        refused = [(call, why) for call, why in refused if call.seq not in apart]
        kept, dropped = _kept(kinds, [*operations, *by_siblings(operations, kinds, every)])
        operations = [one for one in operations if one.kind in kept]
        return FromCalls(
            every, calls, left, known, kinds, kept, dropped, operations, refused, trials, members, settings
        )

    found = told_of(kinds)
    frames = [one for one, _ in found.dropped if _is_frame(one, found.kept)]
    if frames:
        again = told_of([one for one in kinds if one not in frames])
        found = replace(again, dropped=[*again.dropped, *((one, FRAME) for one in frames)])
    lend_kept(calls, found.kept, found.operations)
    return found


def _is_frame(kind: Kind, kept: Sequence[Kind]) -> bool:
    """Is there but one of a kind that nothing writes, and do answers show nothing beside it, and lists of what is kept
    within it: `{"board": {"id": 4411, "items": [...]}}`? These are lists like any others then."""
    places = [(one.call.seq, one.place) for one in kind.sightings()]
    if len(kind.keys()) != 1 or any("*" in group.pattern for group in kind.groups):
        return False
    inner = {(one.call.seq, one.place[: len(place)]) for other in kept for group in other.groups if group.listed
             for one in group.sightings for _, place in places[:1]}  # fmt: skip
    return len({place for _, place in places}) == 1 and any(place in inner for place in places)


def _of_sessions(kind: Kind) -> bool:
    """Is it shown only in answers to what keeps the user's own session? A page that says again and again that it is
    open is told a number of its own: no entity that forms would make."""
    return all(logs_in(one.call) for one in kind.sightings())


def _says_nothing(kind: Kind) -> bool:
    """Is it told by nothing but the JSON in documents, never in a list, which has nothing of it but ids, tokens and
    numbers that are the same for all? That is what scripts of a page are configured with."""
    sightings = list(kind.sightings())
    if not all(one.call.html and one.place and "*" not in one.pattern for one in sightings):
        return False
    numbers: dict[str, set[str]] = {}
    for one in sightings:
        key = one.value.get(kind.key)
        for name, value in one.value.items():
            if name == kind.key or value == key or value is None or looks_like_id(str(value)):
                continue
            if not isinstance(value, str | int | float) or (isinstance(value, str) and _says(value)):
                return False
            if not isinstance(value, str):
                numbers.setdefault(name, set()).add(str(value))
    return all(len(values) < 2 for values in numbers.values())


def _counts_values(kind: Kind) -> bool:
    """Is there nothing of it but a name and a number called so: `[{"name": "Open", "count": 3}]`? That is how many
    others have each value of a field."""
    others = kind.fields() - {kind.key}
    numbers = all(isinstance(one.value.get(name), int) for one in kind.sightings() for name in others)
    named = kind.key.lower() in ("name", "value", "key", "label") and all(
        COUNTED.search(snake(name)) for name in others
    )
    return len(others) == 1 and numbers and named and all(group.listed for group in kind.groups)


def _without_idle(operations: Sequence[Operation]) -> tuple[list[Operation], list[tuple[Call, str]]]:
    """Operations without those that only name what JSON in documents tells of: they send nothing that it has beside
    the key, and it never changed. Scripts say so which page they are on. And the calls that are none."""
    kept: list[Operation] = []
    left: list[tuple[Call, str]] = []
    for one in operations:
        if one.role in ("update", "act") and _is_idle(one):
            left += [(call, "sends nothing that is shown, and nothing changed") for call in one.calls]
        else:
            kept.append(one)
    return kept, left


def _is_idle(one: Operation) -> bool:
    kind = one.kind
    if not kind.groups or not all(group.embedded for group in kind.groups):
        return False
    fields = kind.fields() - {kind.key}
    sent = {name for call in one.calls if isinstance(call.body, dict) for name in call.body}
    shown: dict[str, set[str]] = {}
    for sighting in kind.sightings():
        shown.setdefault(str(sighting.value.get(kind.key)), set()).add(json.dumps(sighting.value, sort_keys=True))
    return not fields & sent and all(len(values) == 1 for values in shown.values())


def _says(value: str) -> bool:
    """Is there a word in a text, which is no token?"""
    token = re.fullmatch(r"(?=.*\d)[0-9a-f]{8,}", value) is not None
    return not token and re.search(r"[^\W\d_]{3}", value) is not None


def _kept(kinds: Sequence[Kind], operations: Sequence[Operation]) -> tuple[list[Kind], list[tuple[Kind, str]]]:
    """Kinds that something writes, or that are opened or paged through; the others are configuration."""
    kept: list[Kind] = []
    dropped: list[tuple[Kind, str]] = []
    for kind in kinds:
        mine = [one for one in operations if one.kind is kind]
        reason = next(_reasons(mine), "") or _named_beside(kind, mine, operations)
        if reason:
            kind.reasons.append(reason)
            kept.append(kind)
        else:
            dropped.append((kind, "nothing writes, opens or pages it: taken for configuration"))
    return kept, dropped


def _reasons(mine: Sequence[Operation]) -> Iterator[str]:
    """What makes a kind with these operations one to keep."""
    if any(one.writes for one in mine):
        yield "written to"
    if any(one.members is not None and one.members.writes for one in mine):
        yield "put somewhere, or taken away from there"
    if any(one.role == "read" and one.key_at is not None and one.key_at.part != "body" and _opens(one) for one in mine):
        yield "opened by key"
    if any(one.role == "list" and _paged(one) for one in mine):
        yield "listed in pages or searched"


def _named_beside(kind: Kind, mine: Sequence[Operation], operations: Sequence[Operation]) -> str:
    """Does it stand beside entities that something writes, and which name it?"""
    written = {one.kind.name for one in operations if one.writes}
    places = {one.endpoint for one in mine if one.role == "list"}
    keys = kind.keys()
    for other in operations:
        if other.endpoint in places and other.kind is not kind and other.kind.name in written and not other.writes:
            values: dict[str, set[str]] = {}
            for one in other.kind.sightings():
                for name, value in one.value.items():
                    if name != other.kind.key and value is not None:
                        values.setdefault(name, set()).add(str(value))
            if any(len(told) > 1 and told <= keys for told in values.values()):
                return "stands beside entities that name it"
    return ""


def _opens(one: Operation) -> bool:
    """Is what a read is asked for the entity? JSON in a document may repeat any parameter of its address: one that is
    called otherwise than the entity names none."""
    if one.key_at is None or one.key_at.part != "query" or not all(group.embedded for group in one.kind.groups):
        return True
    noun = singular(one.kind.name)
    return snake(str(one.key_at.way[0])) in (snake(one.kind.key), noun, f"{noun}_{one.kind.key}", f"{noun}_id")


def _paged(one: Operation) -> bool:
    listing = listing_of(one, one.calls)
    return any(param.role in ("limit", "page", "offset", "cursor", "search") for param in listing.params)
