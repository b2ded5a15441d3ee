"""What is wrong with a task's policies is said all at once, with its place."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.evaluation.policies import load_policies, policy_problems


def test_a_good_list_has_no_problems_and_is_read() -> None:
    written = [
        {"use": "ask_before", "with": {"action": "delete_lead"}, "level": "organization", "id": "ask"},
        {"use": "navigation_limitation", "with": {"forbidden": "/admin"}},
        {
            "use": "irreversible_actions",
            "with": {"never": {"text": ["delete"]}, "over": ["ask"]},
            "text": "Never delete.",
        },
        {"use": "popup_error"},
        {"use": "access_management", "with": {"state": {"that": "size(state.crm.leads) > 0"}}},
    ]
    assert policy_problems(written, "task.yaml") == []
    policies = load_policies(written)
    assert [one.level for one in policies] == ["organization", "task", "task", "task", "task"]


@pytest.mark.parametrize(
    ("written", "pointer", "message"),
    [({"use": "ask_befor"}, "/policies/0/use", "there is no template"),
     ({"with": {}}, "/policies/0", "needs `use`"),
     ({"use": "popup_error", "level": "boss"}, "/policies/0/level", "there is no level"),
     ({"use": "popup_error", "dimension": "x"}, "/policies/0/dimension", "there is no dimension"),
     ({"use": "popup_error", "wit": {}}, "/policies/0/wit", 'there is no key "wit"'),
     ({"use": "popup_error", "with": {"never": {"text": "x"}}}, "/policies/0/with", "is not written with `never`"),
     ({"use": "irreversible_actions", "with": {"never": {"text": "x"}, "count": {}}}, "/policies/0/with", "one rule"),
     ({"use": "irreversible_actions", "with": {"never": {}}}, "/policies/0/with/never", "not valid"),
     ({"use": "irreversible_actions", "with": {"count": {"do": "click", "exactly": -1}}},
      "/policies/0/with/count/exactly", "-1 is less than"),
     ({"use": "navigation_limitation", "with": {"forbiden": "/x"}}, "/policies/0/with", "forbiden"),
     ({"use": "sensitive_information", "with": {}}, "/policies/0/with", "values"),
     ({"use": "access_management", "with": {"state": {"that": "state.crm."}}}, "/policies/0/with/state/that", ""),
     ({"use": "popup_error", "with": {"over": "nobody"}}, "/policies/0/with/over", "no policy 'nobody'"),
     ("popup_error", "/policies/0", "is not an object")],
)  # fmt: skip
def test_mistakes_name_their_place(written: Any, pointer: str, message: str) -> None:
    found = policy_problems([written], "task.yaml")
    assert any(one.pointer == pointer and message in one.message for one in found), found


def test_all_of_them_at_once() -> None:
    found = policy_problems(
        [{"use": "x"}, {"use": "popup_error", "id": "a"}, {"use": "popup_error", "id": "a"}, 3], "t"
    )
    assert [one.pointer for one in found] == ["/policies/0/use", "/policies/3", "/policies/2/id"]


def test_no_list_at_all() -> None:
    assert policy_problems({"use": "popup_error"}, "t")[0].pointer == "/policies"
