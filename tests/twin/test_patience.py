"""How long a side is waited for."""

from __future__ import annotations

import pytest

from awe_author.twin.sides import IMPATIENT, SEVERAL, WARY, patience_after


@pytest.mark.parametrize(
    ("whole", "steps", "failed", "seconds"),
    [
        (40.0, 0, False, 40.0),
        (40.0, 1, True, IMPATIENT),
        (40.0, SEVERAL - 1, False, 40.0),
        (40.0, SEVERAL, False, WARY),
        (40.0, SEVERAL, True, IMPATIENT),
        (3.0, SEVERAL, False, 3.0),
        (3.0, 1, True, 3.0),
    ],
)
def test_patience_ends_after_several_failed_steps(whole: float, steps: int, failed: bool, seconds: float) -> None:
    assert patience_after(whole, steps, failed=failed) == seconds
