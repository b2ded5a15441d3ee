"""Reads policies as tasks write them, and says all that is wrong with them at once.

`with` holds one rule (`{never: {...}}`), or the fields of the template's first rule alone (`{text: delete}`), or
`{action: delete_lead}`, short for the event of that name. `ruled` gives the long form of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author.evaluation.model import LEVELS, Policy
from awe_author.evaluation.policies.fields import fields_of, mistakes
from awe_author.evaluation.policies.hierarchy import contradictions
from awe_author.evaluation.policies.ruled import Ruled, ruled
from awe_author.evaluation.policies.stating import condition
from awe_author.evaluation.policies.templates import DIMENSIONS, OTHER_NAMES, TEMPLATES, template_of
from awe_author.state.cel import CelProblem
from awe_author.state.loading.problems import Problems, nearest, under
from awe_author.state.types import Problem


def policy_problems(written: Any, file: str, pointer: str = "/policies") -> list[Problem]:
    """All mistakes in a task's list of policies; `pointer` is its place in the file. Empty when it can be judged.

    That two of them contradict each other is not among them: see `policy_contradictions`.
    """
    problems = Problems(file)
    if not isinstance(written, list):
        problems.add(pointer, "is not a list", "Write each policy as - {use: ..., with: {...}}.")
        return problems.found
    for number, one in enumerate(written):
        _one(one, under(pointer, number), problems)
    _ids(written, pointer, problems)
    return problems.found


def policy_contradictions(policies: Sequence[Policy], file: str, pointer: str = "/policies") -> list[Problem]:
    """Policies of one level that can't both be kept: such a task can't be done right by anybody."""
    problems = Problems(file)
    read = {number: one for number, policy in enumerate(policies) if isinstance(one := ruled(policy), Ruled)}
    _against_each_other(read, pointer, problems)
    return problems.found


def load_policies(written: Any) -> tuple[Policy, ...]:
    """The policies of a list that has no problems."""
    return tuple(Policy.from_json(one) for one in written or ())


def _one(one: Any, pointer: str, problems: Problems) -> None:
    if not isinstance(one, Mapping):
        problems.add(pointer, "is not an object", "Write {use: ..., with: {...}}.")
        return
    for key in one:
        if key not in ("use", "with", "level", "id", "text", "dimension"):
            problems.add(under(pointer, key), f'there is no key "{key}" in a policy', nearest(key, _KEYS))
    _words(one, pointer, problems)
    template = template_of(one["use"]) if isinstance(one.get("use"), str) else None
    if template is None or not isinstance(one.get("with", {}), Mapping):
        if template:
            problems.add(under(pointer, "with"), "is not an object")
        return
    policy = Policy.from_json({"use": one["use"], "with": one.get("with")})
    known = ruled(policy)
    if isinstance(known, str):
        problems.add(under(pointer, "with"), known, f"It takes {' or '.join(template.rules)}.")
        return
    inside = under(pointer, "with", *((known.rule,) if known.rule in policy.params else ()))
    takes = f"`{known.rule}` takes {', '.join(fields_of(known.rule))}."
    for path, message in mistakes(known.rule, known.fields):
        place = [part for part in path if not known.short or part in policy.params]
        problems.add(under(inside, *place), message, takes)
    if known.rule == "state":
        _conditions(known.fields, inside, problems)


def _conditions(fields: Mapping[str, Any], pointer: str, problems: Problems) -> None:
    for key in ("when", "that"):
        if isinstance(fields.get(key), str):
            try:
                condition(fields[key])
            except CelProblem as problem:
                problems.add(under(pointer, key), str(problem), "See docs/reference/expressions.md.")


_KEYS = ("use", "with", "level", "id", "text", "dimension")


def _words(one: Mapping[str, Any], pointer: str, problems: Problems) -> None:
    """`use`, `level` and `dimension` are words that exist."""
    use = one.get("use")
    if not isinstance(use, str) or template_of(use) is None:
        names = [*TEMPLATES, *OTHER_NAMES]
        what = "needs `use`, the name of a template" if use is None else f"there is no template {use!r}"
        problems.add(
            under(pointer, "use") if "use" in one else pointer, what, nearest(str(use), names, what="Templates")
        )
    for key, known in (("level", LEVELS), ("dimension", tuple(DIMENSIONS))):
        if key in one and one[key] not in known:
            problems.add(under(pointer, key), f"there is no {key} {one[key]!r}", nearest(str(one[key]), known))
    for key in ("id", "text"):
        if key in one and not isinstance(one[key], str):
            problems.add(under(pointer, key), "is not a text")


def _ids(written: Sequence[Any], pointer: str, problems: Problems) -> None:
    """Ids differ, and those that `over` names are there."""
    ids = [one.get("id") for one in written if isinstance(one, Mapping)]
    for number, one in enumerate(written):
        if not isinstance(one, Mapping):
            continue
        if one.get("id") and ids.index(one["id"]) < number:
            problems.add(under(pointer, number, "id"), f"another policy is called {one['id']!r} too", "Rename one.")
        params = one.get("with")
        over = params.get("over", []) if isinstance(params, Mapping) else []
        for name in [over] if isinstance(over, str) else over if isinstance(over, list) else []:
            if name not in ids:
                known = [str(one) for one in ids if one]
                problems.add(
                    under(pointer, number, "with", "over"), f"there is no policy {name!r}", nearest(str(name), known)
                )


def _against_each_other(read: Mapping[int, Ruled], pointer: str, problems: Problems) -> None:
    numbers = list(read)
    for found in contradictions([read[number] for number in numbers]):
        if found.same_level:
            first, second = numbers[found.first] + 1, numbers[found.second] + 1
            problems.add(
                under(pointer, numbers[found.second]),
                f"contradicts policy {first} of the same level: {found.why}",
                f"Take one of {first} and {second} out, or give one of them another level.",
            )
