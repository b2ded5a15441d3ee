"""pass@k and pass^k against their definition: all choices of k attempts, one by one."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awe_author.evaluation.metrics.repeats import over_tasks, pass_at_k, pass_hat_k
from tests.evaluation.episodes.making import episode


@st.composite
def trials(draw: st.DrawFn) -> tuple[int, int, int]:
    n = draw(st.integers(1, 9))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


@given(trials())
def test_both_are_what_enumeration_gives(trial: tuple[int, int, int]) -> None:
    n, c, k = trial
    chosen = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == pytest.approx(sum(map(any, chosen)) / len(chosen))
    assert pass_hat_k(n, c, k) == pytest.approx(sum(map(all, chosen)) / len(chosen))


@given(trials())
def test_bounds_and_order(trial: tuple[int, int, int]) -> None:
    n, c, k = trial
    assert 0 <= pass_hat_k(n, c, k) <= c / n + 1e-12
    assert c / n - 1e-12 <= pass_at_k(n, c, k) <= 1
    assert pass_at_k(n, c, 1) == pytest.approx(pass_hat_k(n, c, 1)) == pytest.approx(c / n)
    if k < n:
        assert pass_at_k(n, c, k + 1) >= pass_at_k(n, c, k) - 1e-12
        assert pass_hat_k(n, c, k + 1) <= pass_hat_k(n, c, k) + 1e-12


@pytest.mark.parametrize("trial", [(3, 1, 4), (3, 1, 0), (3, 4, 1), (3, -1, 1), (0, 0, 1)])
def test_nonsense_is_refused(trial: tuple[int, int, int]) -> None:
    for estimate in (pass_at_k, pass_hat_k):
        with pytest.raises(ValueError, match="1 <= k <= n"):
            estimate(*trial)


def test_over_tasks_is_the_mean_over_those_with_enough_attempts() -> None:
    episodes = [episode("a", "+", attempt=1), episode("a", "-", attempt=2), episode("b", "+")]
    one, two = over_tasks(episodes, lambda one: one.verdict.outcome == "pass")
    assert (one["tasks"], one["pass_at_k"], one["pass_hat_k"]) == (2, 0.75, 0.75)
    assert (two["tasks"], two["pass_at_k"], two["pass_hat_k"]) == (1, 1.0, 0.0)


def test_invalid_attempts_are_none() -> None:
    episodes = [episode("a", "+"), episode("a", "-", attempt=2, invalid=True)]
    (one,) = over_tasks(episodes, lambda one: one.verdict.outcome == "pass")
    assert (one["k"], one["pass_at_k"]) == (1, 1.0)
