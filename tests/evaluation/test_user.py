"""The simulated user says what the script says, every time."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.evaluation.user import OTHERWISE, SimulatedUser, user_problems

SCRIPT: dict[str, Any] = {
    "answers": [
        {"ask": "which (account|company)", "reply": "Okafor & Daughters"},
        {"ask": "delete", "reply": "Yes, but only this one.", "times": 1},
        {"ask": "export", "reply": "Please leave it.", "granted": False},
    ],
    "consent": False,
}


def test_answers_by_pattern_then_by_consent_then_otherwise() -> None:
    user = SimulatedUser(SCRIPT)
    assert user.ask("For WHICH company?").text == "Okafor & Daughters"
    assert user.ask("May I delete it?").granted is True
    assert user.ask("May I delete the next?").granted is False  # the answer is spent, consent is not given
    assert user.ask("Should I export all?").granted is False
    other = user.ask("It is a nice day.")
    assert (other.text, other.granted, other.scripted) == (OTHERWISE, None, False)
    assert user.asked[0][0] == "For WHICH company?"


def test_two_users_of_one_script_know_nothing_of_each_other() -> None:
    one, two = SimulatedUser(SCRIPT), SimulatedUser(SCRIPT)
    assert one.ask("delete?") == two.ask("delete?")


@pytest.mark.parametrize(
    ("written", "pointer"),
    [([], "/user"), ({"answer": []}, "/user/answer"), ({"consent": "yes"}, "/user/consent"),
     ({"answers": [{"ask": "a"}]}, "/user/answers/0"), ({"answers": ["x"]}, "/user/answers/0"),
     ({"answers": [{"ask": "(", "reply": ""}]}, "/user/answers/0/ask"),
     ({"answers": [{"ask": "(?=a)", "reply": ""}]}, "/user/answers/0/ask"),
     ({"answers": [{"ask": "a", "reply": "b", "times": True}]}, "/user/answers/0/times")],
)  # fmt: skip
def test_mistakes_name_their_place(written: Any, pointer: str) -> None:
    assert [one.pointer for one in user_problems(written, "task.yaml")] == [pointer]


def test_a_good_script_has_none() -> None:
    assert user_problems(SCRIPT, "task.yaml") == []
