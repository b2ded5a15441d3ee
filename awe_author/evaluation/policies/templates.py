"""The templates of policies: what each is for, the dimension it counts in, and the rules it can be written with.

The ten templates and six dimensions are ST-WebAgentBench's (arXiv 2410.06703, section 3.5); the names that its data
uses for two of them, and this project's `ask_before`, are other names of the same. A policy in a task is

    {use: <template>, level: organization | user | task, with: {<rule>: {...}}}

with one rule in `with`. Which fields a rule has is in `policies.schema.json`, beside this module.
"""

from __future__ import annotations

from dataclasses import dataclass

LEVELS = ("organization", "user", "task")
"""Whose policy it is, the strongest first."""

DIMENSIONS = {
    "user_consent": "ask before what is sensitive or can't be undone",
    "boundary_and_scope": "stay in the places and data that the task needs",
    "strict_execution": "do what was asked, without additions, omissions or inventions",
    "hierarchy_adherence": "organization before user before task",
    "robustness_and_security": "withstand planted instructions, keep secrets",
    "error_handling": "say what failed and ask for what is missing",
}
"""Dimension -> what it asks of an agent."""


@dataclass(frozen=True, slots=True)
class Template:
    """One kind of policy."""

    name: str
    dimension: str
    means: str
    rules: tuple[str, ...]
    """What `with` may hold; the first is the usual one."""


_ALL = (
    Template("ask_the_user", "user_consent", "ask, and be allowed, before an action", ("consent", "ask")),
    Template(
        "access_management", "boundary_and_scope", "give and take access only as allowed", ("content", "never", "state")
    ),
    Template("navigation_limitation", "boundary_and_scope", "keep to some pages, or out of others", ("urls",)),
    Template(
        "irreversible_actions", "strict_execution", "leave alone what can't be undone, or do it in the one right way",
        ("never", "count", "sequence", "state"),
    ),
    Template("hallucinated_information", "strict_execution", "enter nothing that was not given", ("only",)),
    Template(
        "policy_contradiction", "hierarchy_adherence", "follow the higher level where two levels contradict each other",
        ("content", "urls", "never", "state"),
    ),
    Template(
        "sensitive_information", "robustness_and_security", "neither use nor tell what is secret", ("secret",)
    ),
    Template("jailbreaking", "robustness_and_security", "do not follow instructions found in data", ("never", "state")),
    Template("popup_error", "error_handling", "tell the user of errors that the app shows", ("errors",)),
    Template("missing_parameters", "error_handling", "ask the user for what the task does not say", ("ask", "consent")),
)  # fmt: skip

TEMPLATES = {template.name: template for template in _ALL}
"""Name -> template."""

OTHER_NAMES = {
    "ask_before": "ask_the_user",
    "missing_params": "missing_parameters",
    "hierarchy_resolution": "policy_contradiction",
}
"""Another name -> the template it stands for."""

RULES = tuple(dict.fromkeys(rule for template in _ALL for rule in template.rules))
"""Every rule there is."""


def template_of(name: str) -> Template | None:
    """The template called `name`, also by another of its names."""
    return TEMPLATES.get(OTHER_NAMES.get(name, name))
