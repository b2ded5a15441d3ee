"""Malformed models: each gives exactly these messages, each with its place and what to do, and never a traceback."""

from __future__ import annotations

import pytest

from awe_author.state.loading import ModelProblems, load_model
from tests.state.loading import (
    wrong_actions_1,
    wrong_actions_2,
    wrong_collections,
    wrong_document,
    wrong_effects_1,
    wrong_effects_2,
    wrong_schemas,
    wrong_shared,
    wrong_timers,
)
from tests.state.loading.models import CRM, WAREHOUSE, Case, edited, resolve

MODULES = (
    wrong_actions_1,
    wrong_actions_2,
    wrong_collections,
    wrong_document,
    wrong_effects_1,
    wrong_effects_2,
    wrong_schemas,
    wrong_shared,
    wrong_timers,
)
CASES = [case for module in MODULES for case in module.CASES]
BEHIND = load_model(WAREHOUSE, app="warehouse", file="warehouse.json")


def problems(case: Case) -> list[tuple[str, str, str]]:
    with pytest.raises(ModelProblems) as raised:
        load_model(edited(CRM, case.edits), app="crm", file="crm.json", warehouse=BEHIND, resolve_reducer=resolve)
    assert {one.file for one in raised.value.problems} == {"crm.json"}
    return [(one.pointer, one.message, one.hint) for one in raised.value.problems]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_mistake_gives_its_message(case: Case) -> None:
    assert problems(case) == case.said


def test_the_table_is_long_and_each_case_is_there_once() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 190


def test_every_message_says_what_to_do() -> None:
    silent = {(message, hint) for case in CASES for _, message, hint in case.said if not hint}
    assert not silent


def test_all_mistakes_are_told_at_once() -> None:
    lone = [case for case in CASES if len(case.said) == 1 and len(case.edits) == 1]
    chosen = {"an unknown type", "a guard that counts", "an emit without an app", "let with a syntax error"}
    several = [case for case in lone if case.name in chosen]
    together = Case("", {pointer: value for case in several for pointer, value in case.edits.items()}, [])
    assert sorted(problems(together)) == sorted(said for case in several for said in case.said)
    assert len(several) == len(chosen)


def test_the_text_of_the_error_lists_places_and_counts() -> None:
    with pytest.raises(ModelProblems) as raised:
        load_model(edited(CRM, {"/title": 3, "/description": 4}), app="crm", file="crm.json")
    assert "2 problems" in str(raised.value)
    assert "crm.json#/title: 3 is a number, not a string" in str(raised.value)
    assert raised.value.exit_code == 2
