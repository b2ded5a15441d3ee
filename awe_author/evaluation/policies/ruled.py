"""A policy and the one rule that it comes to, short forms written out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.evaluation.model import Policy
from awe_author.evaluation.policies.target import listed
from awe_author.evaluation.policies.templates import RULES, Template, template_of

BESIDE = frozenset({"over"})
"""Keys of `with` that stand beside a rule."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """A policy with its rule."""

    policy: Policy
    template: Template
    rule: str
    fields: Mapping[str, Any]
    short: bool
    """Was it written in a short form?"""

    @property
    def dimension(self) -> str:
        """What it counts in."""
        return self.policy.dimension or self.template.dimension

    @property
    def over(self) -> tuple[str, ...]:
        """Ids of the policies it says it stands against."""
        return tuple(listed(self.policy.params.get("over")))


def ruled(policy: Policy) -> Ruled | str:
    """The policy with its rule, or what is wrong with what `with` holds."""
    template = template_of(policy.use)
    if template is None:
        return f"there is no template {policy.use!r}"
    params = {name: value for name, value in policy.params.items() if name not in BESIDE}
    rules = [name for name in params if name in RULES]
    if not rules:
        rule = template.rules[0]
        written, short = _short(rule, params)
        return Ruled(policy, template, rule, written, short)
    if len(params) > 1:
        return "holds " + " and ".join(params) + ", where one rule is wanted"
    if rules[0] not in template.rules:
        return f'a policy of "{policy.use}" is not written with `{rules[0]}`'
    fields: Any = params[rules[0]]
    if not isinstance(fields, Mapping):
        return f"`{rules[0]}` is not an object"
    return Ruled(policy, template, rules[0], fields, short=False)


def _short(rule: str, params: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """The fields of a rule that was not named, `action` written as the event that it stands for."""
    if "action" not in params:
        return params, False
    actions = listed(params["action"])
    others = {name: value for name, value in params.items() if name != "action"}
    if rule in ("consent", "ask"):
        words = [name.rpartition(".")[2].replace("_", " ") for name in actions]
        about = [*words, *(word.partition(" ")[0] for word in words)]
        return {"before": {"event": actions}, "about": about} | others, True
    return {"event": actions} | others, True
