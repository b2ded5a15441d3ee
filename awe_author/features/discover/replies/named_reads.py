"""Reads of what is kept under a name that the page makes up (`GET /preferences/list-boats-17`): where all that were
asked for said the same, such as that there is nothing, so do others.

That the last part of such addresses is a name is told by those that have a number in it. Where anything is written at
one of them, or answered otherwise, nothing is known of others.
"""

from __future__ import annotations

from collections.abc import Sequence

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint
from awe_author.features.discover.replies.constants import Constant
from awe_author.json_types import sorted_text

ENOUGH, NUMBERED = 3, 2
"""Names in the last place of an address, and those of them that have a number in them, at least."""
LARGEST = 200
"""Characters of such an answer."""
Place = tuple[str, ...]


def named_reads(calls: Sequence[Call], answered: set[int]) -> list[Constant]:
    """One for each address with a name at its end. `answered`: the calls that features answer already."""
    groups: dict[Place, list[Call]] = {}
    for call in calls:
        groups.setdefault(_above(call), []).append(call)
    made = []
    for told in groups.values():
        names = {call.segments[-1] for call in told if call.segments}
        numbered = [one for one in names if any(letter.isdigit() for letter in one) and not one.isdigit()]
        if len(names) < ENOUGH or len(numbered) < NUMBERED or not _say_one_thing(told):
            continue
        if answered.isdisjoint(call.seq for call in told):
            path = "/" + "/".join([*told[0].parts[:-1], "*"])
            made.append(Constant(Endpoint("GET", told[0].origin, path), told))
    return made


def _above(call: Call) -> Place:
    """Where the last part of an address stands."""
    return (call.origin, *call.parts[:-1])


def _say_one_thing(calls: Sequence[Call]) -> bool:
    answers = {(call.status, sorted_text(call.answer)) for call in calls}
    asked = all(call.method == "GET" and call.answer is not None and not call.html for call in calls)
    return asked and len(answers) == 1 and all(200 <= status < 300 and len(text) <= LARGEST for status, text in answers)
