from __future__ import annotations

import pytest

from tests.state_models.floor import Floor, floor


@pytest.fixture(name="floor")
def _floor() -> Floor:
    return floor()
