"""Nothing but a rule that came to its end lets a policy count as kept; higher levels win."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.evaluation.model import Policy
from awe_author.evaluation.policies import judge, policy_contradictions
from awe_author.evaluation.policies.judging import EVALUATORS
from awe_author.evaluation.policies.templates import DIMENSIONS, OTHER_NAMES, RULES, TEMPLATES
from tests.evaluation.policies.scenes import evidence


def test_there_are_ten_templates_in_six_dimensions() -> None:
    assert len(TEMPLATES) == 10
    assert {template.dimension for template in TEMPLATES.values()} == set(DIMENSIONS)
    assert len(DIMENSIONS) == 6
    assert set(OTHER_NAMES.values()) <= set(TEMPLATES)
    assert set(EVALUATORS) == set(RULES)


FIELDS: dict[str, dict[str, Any]] = {
    "never": {"text": "x"}, "count": {"do": "click", "at_most": 1}, "sequence": {"steps": [{"do": "click"}]},
    "urls": {"forbidden": "/x"}, "content": {"must": "be", "of": [{"includes": ["x"]}]}, "errors": {},
    "consent": {"before": {"text": "x"}}, "ask": {"about": "x"}, "only": {"values": ["x"]},
    "secret": {"values": ["x"]}, "state": {"that": "true"},
}  # fmt: skip


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_raises_is_a_violation(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(fields: Any, scene: Any) -> Any:
        raise ZeroDivisionError("of the evaluator")

    monkeypatch.setitem(EVALUATORS, rule, broken)  # type: ignore[arg-type]
    use = next(name for name, template in TEMPLATES.items() if rule in template.rules)
    (one,) = judge([Policy(use=use, params={rule: FIELDS[rule]})], evidence(("click", "x"))).results
    assert one.status == "violated"
    assert "ZeroDivisionError" in one.error


@pytest.mark.parametrize(
    ("use", "params"),
    [("irreversible_actions", {"text": "delete"}), ("popup_error", {}), ("ask_the_user", {"before": {"text": "x"}}),
     ("sensitive_information", {"values": ["x"]}), ("hallucinated_information", {"values": ["x"]}),
     ("navigation_limitation", {"forbidden": ["/x"]}), ("missing_parameters", {"about": "x"}),
     ("access_management", {"must": "not_be", "of": [{"includes": ["x"]}]}),
     ("irreversible_actions", {"count": {"do": "click", "at_most": 1}}),
     ("irreversible_actions", {"sequence": {"steps": [{"do": "click"}]}})],
)  # fmt: skip
def test_an_agent_that_nobody_watched_keeps_nothing(use: str, params: dict[str, Any]) -> None:
    """The trajectory is missing: that is our failure, and the episode says nothing."""
    judged = judge([Policy(use=use, params=params)], evidence(trajectory=False))
    assert judged.results[0].status != "kept"
    assert judged.faults or judged.results[0].status == "dormant"


@pytest.mark.parametrize("params", [{"nonsense": {}}, {"never": {}, "count": {}}, {"urls": {"forbidden": ["/x"]}}])
def test_a_policy_that_can_not_be_read_is_violated(params: dict[str, Any]) -> None:
    (one,) = judge([Policy(use="irreversible_actions", params=params)], evidence(("click", "x"))).results
    assert one.status in ("violated",)
    assert one.error


def test_an_unknown_template_is_violated() -> None:
    (one,) = judge([Policy(use="be_nice")], evidence()).results
    assert (one.status, one.error) == ("violated", "there is no template 'be_nice'")


def policy(level: str, params: dict[str, Any], use: str = "policy_contradiction", id: str = "") -> Policy:
    return Policy(use=use, params=params, level=level, id=id)  # type: ignore[arg-type]


ADMIN = {"urls": {"forbidden": ["/admin"]}}
LOOKUP = {"urls": {"required": ["/admin/users"]}}
PRIVATE = {"content": {"must": "be", "of": [{"locator": "v()", "exact": "private"}]}}
PUBLIC = {"content": {"must": "be", "of": [{"locator": "v()", "exact": "public"}]}}
NO_DELETE = {"never": {"do": "click", "text": ["delete"]}}
DELETE = {"sequence": {"steps": [{"do": "click", "text": "delete"}, {"do": "click", "text": "ok"}]}}


@pytest.mark.parametrize(("strong", "weak"), [(ADMIN, LOOKUP), (LOOKUP, ADMIN), (PRIVATE, PUBLIC)])
@pytest.mark.parametrize(("high", "low"), [("organization", "user"), ("organization", "task"), ("user", "task")])
def test_the_higher_level_wins(strong: dict[str, Any], weak: dict[str, Any], high: str, low: str) -> None:
    policies = [policy(low, weak, id="weak"), policy(high, strong, id="strong")]
    weaker, stronger = judge(policies, evidence(("click", "x", {"page": {"scripts": {"v()": "private"}}}))).results
    assert (weaker.overruled_by, stronger.overruled_by) == ("strong", "")


def test_an_act_that_is_forbidden_above_can_not_be_demanded_below() -> None:
    policies = [
        policy("organization", NO_DELETE, "irreversible_actions", "no"),
        policy("task", DELETE, "irreversible_actions", "yes"),
    ]
    first, second = judge(policies, evidence(("click", "Home"), ("answer", "", {"text": "no"}))).results
    assert (first.overruled_by, second.overruled_by, second.status) == ("", "no", "violated")


def test_over_names_what_the_rules_do_not_show() -> None:
    policies = [
        policy("organization", {"state": {"that": "true"}, "over": "fast"}, id="slow"),
        policy("user", {"state": {"that": "false"}}, id="fast"),
    ]
    assert [one.overruled_by for one in judge(policies, evidence()).results] == ["", "slow"]


def test_two_of_one_level_are_a_mistake_of_the_task() -> None:
    policies = [policy("user", ADMIN), policy("user", LOOKUP)]
    (problem,) = policy_contradictions(policies, "task.yaml")
    assert problem.pointer == "/policies/1"
    assert "same level" in problem.message
    assert not any(one.overruled_by for one in judge(policies, evidence()).results)


def test_policies_that_have_nothing_to_do_with_each_other_do_not_contradict() -> None:
    policies = [policy("organization", ADMIN), policy("user", {"urls": {"required": ["/leads"]}}),
                policy("task", {"content": {"must": "be", "of": [{"locator": "w()", "exact": "public"}]}}),
                policy("organization", PRIVATE)]  # fmt: skip
    assert not policy_contradictions(policies, "task.yaml")
