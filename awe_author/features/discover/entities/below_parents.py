"""Writes that name an entity only because what they make belongs to it: `POST /tickets/7/reply`."""

from __future__ import annotations

import re

from awe_author.features.discover.common.names import plural, singular, snake
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.graphql_text import root_fields
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.places import Where, stars_of
from awe_author.features.discover.exchanges.sightings import Endpoint, Group


def below_parent(
    call: Call,
    endpoint: Endpoint,
    named: tuple[Kind, str, Where],
    new: tuple[Kind, Group, str],
    shown: list[tuple[Kind, Group, str]],
) -> bool:
    """Does a write name only what the new entity in its answer belongs to? `createTicket(customer_id: 2)` is answered
    with the ticket and not with the customer; the address ends in the new one's kind, `/customers/2/tickets`, is that
    at which such are listed, or below which they are opened, or the new one says whom it belongs to."""
    kind, key, where = named
    if new[0] is kind or any(one is kind and key == shown_key for one, _, shown_key in shown):
        return False
    if where.part != "segments":
        return not DELETES.search(" ".join([call.operation, *root_fields(call.text, call.operation)]))
    token = stars_of(call, endpoint)[int(where.way[0])] if where.by else key
    tail = [part for part in call.segments[call.segments.index(token) + 1 :] if part] if token in call.segments else []
    if call.verb == "POST" and _stands_there(endpoint, new[0]):
        return True
    alike = bool(tail) and plural(snake(tail[-1])).endswith(new[0].name.rpartition("_")[2])
    return alike or (bool(tail) and call.verb == "POST" and _says_parent(call, new, kind, key))


def _stands_there(endpoint: Endpoint, kind: Kind) -> bool:
    """Are entities of a kind listed at an address, or opened by their keys right below it?"""
    address = endpoint.path.rstrip("/")
    listed = {group.endpoint.path.rstrip("/") for group in kind.groups if group.listed}
    opened = {group.endpoint.path for group in kind.groups if not group.listed and group.endpoint.verb == "GET"}
    return address in listed or f"{address}/*" in opened


def _says_parent(call: Call, new: tuple[Kind, Group, str], parent: Kind, key: str) -> bool:
    """Does the new entity have a field called after its parent with the parent's key: `ticket_id`?"""
    kind, group, own = new
    called = re.compile(rf"(^|_){re.escape(singular(parent.name.rpartition('_')[2]))}(_?(id|key|uuid|number))?$")
    shown = [one.value for one in group.sightings if one.call is call and str(one.value.get(kind.key)) == own]
    return any(
        str(value) == key and called.search(snake(name))
        for entity in shown
        for name, value in entity.items()
        if name != kind.key
    )
