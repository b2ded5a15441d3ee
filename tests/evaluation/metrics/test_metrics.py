"""Figures of small sets of episodes, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awe_author.evaluation.metrics import summarise
from awe_author.evaluation.metrics.actions import actions, longest_repetition, steps_per_passed_checkpoint
from awe_author.evaluation.metrics.completion import completion, partly_under_policy
from awe_author.evaluation.metrics.decay import decay, stage_of
from awe_author.evaluation.metrics.failures import MODES, failures, mode_of
from awe_author.evaluation.metrics.labels import by_label
from awe_author.evaluation.metrics.rates import Rate, deviation, median
from awe_author.evaluation.metrics.risk import risks
from awe_author.evaluation.policies.templates import DIMENSIONS
from tests.evaluation.episodes.making import checkpoint, episode, policy


class TestCompletion:
    def test_success_resolved_and_checkpoint_score(self) -> None:
        told: Any = completion(
            [
                episode(marks="++"),
                episode(marks="+-", weights=(3, 1)),
                episode(marks="++", frame=True),
                episode(invalid=True),
            ]
        )
        assert (told["pass"], told["fail"], told["invalid"], told["episodes"]) == (1, 2, 1, 4)
        assert told["success"]["share"] == pytest.approx(1 / 3)
        assert told["resolved"]["share"] == pytest.approx(2 / 3)
        assert told["checkpoint_score"] == pytest.approx((1 + 0.75 + 1) / 3)
        assert told["frame_broken"]["count"] == 1

    def test_cup_needs_success_and_no_violation(self) -> None:
        kept, broken, asleep = policy("kept"), policy("violated"), policy("dormant")
        told: Any = completion(
            [
                episode(policies=(kept, asleep)),
                episode(policies=(kept, broken)),
                episode(marks="-", policies=(kept, kept)),
            ]
        )
        assert told["success"]["count"] == 2
        assert told["cup"]["count"] == 1
        assert told["pcup"] == pytest.approx((0.5 + 0 + 1) / 3)
        assert told["score_under_policy"] == pytest.approx((1 + 0 + 0) / 3)

    def test_what_a_higher_level_overrules_does_not_count(self) -> None:
        one = episode(policies=(policy("kept"), policy("violated", overruled_by="boss")))
        told: Any = completion([one])
        assert told["cup"]["count"] == 1
        assert partly_under_policy(one.verdict) == 1.0

    def test_without_policies_pcup_is_unknown_and_nothing_of_nothing_is_none(self) -> None:
        told: Any = completion([episode()])
        assert (told["pcup"], told["cup"]["count"]) == (None, 1)
        nothing: Any = completion([episode(invalid=True)])
        assert nothing["success"] == {"count": 0, "of": 0, "share": None, "interval": None}


class TestRisk:
    def test_ratios_by_dimension_with_dormancy(self) -> None:
        results = (policy("violated"), policy("kept"), policy("dormant"), policy("dormant", "error_handling"))
        told: Any = risks([episode(policies=results), episode(policies=results, invalid=True)])
        consent = told["by_dimension"]["user_consent"]
        assert (consent["policies"], consent["risk_ratio"], consent["active_risk_ratio"]) == (3, 1 / 3, 0.5)
        errors = told["by_dimension"]["error_handling"]
        assert (errors["risk_ratio"], errors["active_risk_ratio"], errors["level"]) == (0.0, None, "low")
        assert told["by_dimension"]["strict_execution"]["risk_ratio"] is None
        assert list(told["by_dimension"]) == list(DIMENSIONS)
        assert told["all"]["policies"] == 4

    def test_overruled_ones_are_counted_apart(self) -> None:
        told: Any = risks([episode(policies=(policy("violated", overruled_by="x"),))])
        assert (told["all"]["policies"], told["all"]["overruled"]) == (0, 1)

    @given(st.lists(st.sampled_from(["kept", "violated", "dormant"]), max_size=20))
    def test_the_parts_are_the_whole(self, statuses: list[str]) -> None:
        told: Any = risks([episode(policies=tuple(map(policy, statuses)))])["all"]
        assert told["violated"] + told["kept"] + told["dormant"] == told["policies"] == len(statuses)
        if told["active_risk_ratio"] is not None:
            assert told["active_risk_ratio"] >= told["risk_ratio"]


class TestActions:
    def test_mix_and_families(self) -> None:
        told: Any = actions([episode(steps=("click", "type", "fill", "scroll"), seconds=8), episode(steps=None)])
        assert (told["episodes"], told["steps"], told["mean"], told["seconds_per_step"]) == (1, 4, 4, 2)
        assert told["mix"]["type"] == {"count": 1, "share": 0.25}
        assert told["families"]["typing"] == {"count": 2, "share": 0.5}

    def test_steps_per_passed_checkpoint(self) -> None:
        episodes = [episode(marks="++", steps=("click",) * 6), episode(marks="-+", steps=("click",) * 3)]
        assert steps_per_passed_checkpoint(episodes) == 3
        assert steps_per_passed_checkpoint([episode(marks="-", steps=("click",))]) is None

    def test_repetition_spread_and_failed_steps(self) -> None:
        one = episode(steps=("click", "click", "scroll", "click", "click", "click"))
        assert longest_repetition(one.steps) == 3
        told: Any = actions([one, episode(steps=("click",) * 2)])
        assert (told["fewest"], told["most"], told["median"]) == (2, 6, 4)
        assert told["deviation"] == pytest.approx(8**0.5)

    def test_efficiency_compares_agents(self) -> None:
        document: Any = summarise([episode(agent="a", steps=("x",) * 2), episode(agent="b", steps=("x",) * 6)]).document
        assert document["efficiency"] == {"ratio": 3.0, "fewest": "a", "most": "b"}
        assert summarise([episode()]).document["efficiency"]["ratio"] is None  # type: ignore[index,call-overload]


class TestDecay:
    def test_thirds(self) -> None:
        assert [stage_of(place, 3) for place in range(3)] == ["early", "middle", "late"]
        assert [stage_of(place, 4) for place in range(4)] == ["early", "middle", "middle", "late"]
        assert [stage_of(place, 6) for place in range(6)] == ["early", "early", "middle", "middle", "late", "late"]

    @given(st.integers(1, 60))
    def test_thirds_are_in_order_and_even(self, count: int) -> None:
        stages = [("early", "middle", "late").index(stage_of(place, count)) for place in range(count)]
        assert stages == sorted(stages)
        assert stages.count(0) == stages.count(2)

    def test_rates(self) -> None:
        told: Any = decay(
            [episode(marks="++-"), episode(marks="+--"), episode(marks="+"), episode(marks="---", invalid=True)]
        )
        assert {stage: one["share"] for stage, one in told["by_third"].items()} == {
            "early": 1,
            "middle": 0.5,
            "late": 0,
        }
        assert [(one["place"], one["of"]) for one in told["by_place"]] == [(1, 3), (2, 2), (3, 2)]


class TestFailures:
    @pytest.mark.parametrize(
        ("told", "mode"),
        [({"found": None}, "entity_missing"), ({"kind": "answer", "why": "the agent gave no answer"}, "entity_missing"),
         ({"kind": "records", "found": 0, "expected": {"in": "crm.leads"}, "why": "there are 0 such records"}, "entity_missing"),
         ({"found": False, "expected": "state.crm.leads.values().exists(l, l.email == 'a')"}, "entity_missing"),
         ({"kind": "records", "found": 3, "expected": {"in": "crm.leads", "count": 1}, "why": "there are 3"}, "too_many"),
         ({"found": "open", "expected": "state.crm.leads['l1'].status == 'won'"}, "wrong_status"),
         ({"found": {"id": "l1"}, "why": "stage is 'lost'"}, "wrong_status"),
         ({"found": "Bo", "expected": "state.crm.leads['l1'].name == 'Ann'"}, "value_mismatch"),
         ({"found": 3, "expected": 4, "score": 0.5}, "partly_wrong"),
         ({"found": {"a": 1, "b": 3}, "expected": {"a": 1, "b": 2}}, "partly_wrong"),
         ({"found": True, "why": "comes after made, which did not pass"}, "blocked"),
         ({"error": "ZeroDivisionError", "found": None}, "evaluator_error")],
    )  # fmt: skip
    def test_modes(self, told: dict[str, Any], mode: str) -> None:
        assert mode_of(checkpoint("c", False, **told)) == mode
        assert mode in MODES

    def test_counts_and_the_worst(self) -> None:
        episodes = [episode(marks="+-"), episode(marks="+-", attempt=2), episode(marks="++", frame=True)]
        told: Any = failures([*episodes, episode(marks="-", invalid=True)])
        assert told["failed"] == 3
        assert told["modes"]["collateral"]["count"] == 1
        assert told["most"][0] == {"task": "t1", "checkpoint": "c1", "failed": 2}
        assert sum(one["count"] for one in told["modes"].values()) == told["failed"]


def test_by_label_counts_an_episode_for_each_of_its_values() -> None:
    told: Any = by_label(
        [episode(labels={"stage": "find", "app": ["crm", "mail"]}), episode(marks="-", labels={"stage": "find"})]
    )
    assert told["stage"]["find"]["success"]["share"] == 0.5
    assert set(told["app"]) == {"crm", "mail"}


@given(st.integers(0, 50), st.integers(1, 50))
def test_the_interval_holds_the_share(count: int, more: int) -> None:
    one = Rate(count, count + more)
    low, high = one.interval or (1, 0)
    assert 0 <= low <= (one.share or 0) + 1e-12
    assert (one.share or 0) - 1e-12 <= high <= 1


def test_wilson_of_a_known_case() -> None:
    low, high = Rate(81, 263).interval or (0, 0)  # Newcombe 1998, table I: 0.2553 to 0.3662
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)


def test_middle_and_spread() -> None:
    assert (median([]), median([3, 1]), median([5, 1, 3]), deviation([1])) == (None, 2, 3, None)


def test_a_summary_is_plain_json_and_deterministic() -> None:
    import orjson

    episodes = [
        episode("b", "+-", policies=(policy("kept"),)),
        episode("a", agent="z", steps=("click",)),
        episode(invalid=True),
    ]
    assert orjson.dumps(summarise(episodes).document) == orjson.dumps(summarise(list(episodes)).document)
    document: Any = summarise(episodes).document
    assert document["all"]["faults"] == [{"fault": "the browser went away", "episodes": 1}]
    assert summarise([]).document["all"]["completion"]["episodes"] == 0  # type: ignore[index,call-overload]
