"""Organization over user over task: which policies can't both be kept, and which of them gives way.

Seen are contradictions that the rules themselves show: a page that one forbids and another requires, an act that one
forbids and another demands, content that one demands and another forbids (or demands otherwise), and those that a
policy names with `over`. What only the meaning of two conditions shows is not seen; for that there is `over`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.evaluation.model import LEVELS
from awe_author.evaluation.policies.likeness import plain
from awe_author.evaluation.policies.ruled import Ruled
from awe_author.evaluation.policies.target import listed, target_of
from awe_author.evaluation.policies.visiting import matches


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two policies, by their places in the list, that can't both be kept. `first` is of the higher level, or
    earlier."""

    first: int
    second: int
    same_level: bool
    why: str


def contradictions(policies: Sequence[Ruled]) -> list[Contradiction]:
    """Every pair that contradicts each other."""
    found = []
    for second, two in enumerate(policies):
        for first, one in enumerate(policies[:second]):
            if why := _contradict(one, two):
                ranks = LEVELS.index(one.policy.level), LEVELS.index(two.policy.level)
                pair = (second, first) if ranks[1] < ranks[0] else (first, second)
                found.append(Contradiction(*pair, ranks[0] == ranks[1], why))
    return found


def overruled(policies: Sequence[Ruled]) -> Mapping[int, int]:
    """Place of a policy that gives way -> place of the one it gives way to."""
    ways: dict[int, int] = {}
    for found in contradictions(policies):
        if not found.same_level and ways.get(found.second, len(policies)) > found.first:
            ways[found.second] = found.first
    return ways


def _contradict(one: Ruled, two: Ruled) -> str:
    for over, under in ((one, two), (two, one)):
        if under.policy.id and under.policy.id in over.over:
            return f'one says that it stands against "{under.policy.id}"'
    return next(_reasons(one, two), "") or next(_reasons(two, one), "")


def _reasons(one: Ruled, two: Ruled) -> Iterator[str]:
    """Why `one` forbids what `two` demands."""
    rules = one.rule, two.rule
    if rules == ("urls", "urls"):
        forbidden, required = listed(one.fields.get("forbidden")), listed(two.fields.get("required"))
        if required and all(any(_same_page(no, must) for no in forbidden) for must in required):
            yield f"{' and '.join(required)} must and must not be visited"
    if rules == ("content", "content") and (why := _contents(one.fields, two.fields)):
        yield why
    if one.rule == "never" and two.rule in ("count", "sequence") and (why := _forbidden_act(one.fields, two)):
        yield why


def _same_page(forbidden: str, required: str) -> bool:
    return forbidden == required or matches(forbidden, required if "://" in required else f"https://{required}")


def _contents(one: Mapping[str, Any], two: Mapping[str, Any]) -> str:
    if len(one["of"]) != 1 or len(two["of"]) != 1:
        return ""
    (this,), (other,) = one["of"], two["of"]
    if any(this.get(key, default) != other.get(key, default) for key, default in (("page", "last"), ("locator", ""))):
        return ""
    fits = [{key: part[key] for key in ("exact", "includes", "not_empty") if key in part} for part in (this, other)]
    if fits[0] == fits[1] and one["must"] != two["must"]:
        return "the same content must and must not be"
    both_demand = one["must"] == two["must"] == "be"
    if both_demand and "exact" in this and "exact" in other and plain(this["exact"]) != plain(other["exact"]):
        return f'one demands "{this["exact"]}" and one "{other["exact"]}" of the same place'
    return ""


def _forbidden_act(never: Mapping[str, Any], demanding: Ruled) -> str:
    fields = demanding.fields
    if demanding.rule == "count":
        demanded = [fields] if max(fields.get("exactly", 0), fields.get("at_least", 0)) > 0 else []
    else:
        demanded = list(fields["steps"])
    target = target_of(never)
    for step in demanded:
        other = target_of(step)
        acts = bool(target.texts or target.selectors) and (not target.kinds or other.kinds <= target.kinds)
        if acts and _covered(target.texts, other.texts) and _covered(target.selectors, other.selectors):
            return f"{other} is forbidden and demanded"
        if target.events and other.events and set(other.events) <= set(target.events) and not target.params:
            return f"{other} is forbidden and demanded"
    return ""


def _covered(forbidden: Sequence[str], demanded: Sequence[str]) -> bool:
    """Is all that is demanded forbidden? (Nothing forbidden here: yes.)"""
    if not forbidden:
        return True
    return bool(demanded) and all(any(plain(no) in plain(must) for no in forbidden) for must in demanded)
