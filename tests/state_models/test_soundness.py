"""What looks for unsound states finds them: otherwise the properties would hold for anything."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from awe_author.state.pointer import parse
from tests.state_models.floor import first_state, world
from tests.state_models.soundness import complaints


def test_the_seed_is_sound() -> None:
    assert complaints(world(), first_state()) == []


@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        (
            "/crm/leads/lead-elsa-nyberg/owner",
            "user-nobody",
            "/crm/leads/lead-elsa-nyberg: /crm/users has no user-nobody",
        ),
        ("/crm/me", "user-nobody", "/crm/me/: /crm/users has no user-nobody"),
        ("/crm/settings/assignment/queue", ["user-nobody"], "/crm/settings/: /crm/users has no user-nobody"),
        ("/crm/stages/proposal/next", ["nowhere"], "/crm/stages/proposal: /crm/stages has no nowhere"),
        (
            "/crm/leads/lead-elsa-nyberg/created",
            "yesterday",
            "/crm/leads/lead-elsa-nyberg: 'yesterday' is not a 'date-time'",
        ),
        ("/crm/opportunities/opportunity-01/probability", 101, "101 is greater than the maximum of 100"),
        (
            "/warehouse/people/person-elsa-nyberg/company",
            "x",
            "/warehouse/people/person-elsa-nyberg: /warehouse/companies has no x",
        ),
        ("/warehouse/people/person-elsa-nyberg/last_name", "", "/crm/leads/lead-elsa-nyberg: '' should be non-empty"),
        (
            "/warehouse/messages/message-01-1/files",
            ["x"],
            "/warehouse/messages/message-01-1: /warehouse/files has no x",
        ),
        ("/mail/messages/message-01-1/labels", ["x"], "/mail/messages/message-01-1: /mail/labels has no x"),
        ("/mail/labels/label-hot/id", "label-cold", "/mail/labels/label-hot calls itself label-cold"),
    ],
)
def test_what_is_unsound_is_found(place: str, value: Any, complaint: str) -> None:
    document: Any = copy.deepcopy(first_state().document())
    *way, last = parse(place)
    here = document
    for step in way:
        here = here[step]
    here[last] = value
    found = complaints(world(), world().restore(document))
    assert any(complaint in one for one in found), found
