"""GraphQL operations of one name for several kinds, told apart by what is asked at the top of the text."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.exchanges.calls import call_of
from awe_author.features.discover.exchanges.one_name import told_apart
from tests.features.discover.exchanges import exchange
from tests.features.discover.mock import Mock

PEOPLE = [{"id": f"cmwt4vg74000gbd7d02kizel{n}", "name": name, "town": "Oslo"} for n, name in enumerate(("Ada", "Ben"))]
BOATS = [
    {"id": f"cmwt4vfzh0006bd7d1w2ol26{n}", "name": name, "length": n + 7} for n, name in enumerate(("Tern", "Gull"))
]


def asked(kind: str, fields: str, said: bool, **variables: Any) -> dict[str, Any]:
    top = f"items: {kind}s" if not variables else f"item: {kind}(id: $id)"
    name, declared = ("Items", "") if not variables else ("Item", "($id: ID!)")
    told = {"operationName": name} if said else {}
    return {**told, "query": f"query {name}{declared} {{ {top} {{ id name {fields} }} }}", "variables": variables}


def renamed(kind: str, one: dict[str, Any], said: bool, name: str) -> dict[str, Any]:
    text = f"mutation Save($id: ID!, $data: Input!) {{ item: update_{kind}(id: $id, data: $data) {{ id name }} }}"
    told = {"operationName": "Save"} if said else {}
    return {**told, "query": text, "variables": {"id": one["id"], "data": {"name": name}}}


@pytest.mark.parametrize("said", [True, False])
async def test_one_name_for_several_kinds(said: bool) -> None:
    def post(body: dict[str, Any], answer: Any) -> tuple[Any, ...]:
        return "POST", "/graphql", body, 200, {"data": answer}

    person, boat = {**PEOPLE[0], "name": "Adah"}, {**BOATS[0], "name": "Stern"}
    mock = Mock(
        post(asked("person", "town", said), {"items": PEOPLE}),
        post(asked("boat", "length", said), {"items": BOATS}),
        post(asked("person", "town", said, id=PEOPLE[0]["id"]), {"item": PEOPLE[0]}),
        post(asked("boat", "length", said, id=BOATS[0]["id"]), {"item": BOATS[0]}),
        post(renamed("person", person, said, "Adah"), {"item": {"id": person["id"], "name": "Adah"}}),
        post(asked("person", "town", said), {"items": [person, PEOPLE[1]]}),
        post(renamed("boat", boat, said, "Stern"), {"item": {"id": boat["id"], "name": "Stern"}}),
        post(asked("boat", "length", said), {"items": [boat, BOATS[1]]}),
    )
    assert {name: len(part) for name, part in mock.draft.seed.items() if name in ("persons", "boats")} == {
        "persons": 2,
        "boats": 2,
    }
    await mock.ask("POST", "/graphql", renamed("boat", BOATS[1], said, "Skua"))
    listed = await mock.ask("POST", "/graphql", asked("boat", "length", said))
    assert [one["name"] for one in listed[1]["data"]["items"]] == ["Tern", "Skua"]
    read = await mock.ask("POST", "/graphql", asked("person", "town", said, id=PEOPLE[1]["id"]))
    assert read == (200, {"data": {"item": PEOPLE[1]}})


def test_texts_that_ask_for_the_same_are_one_operation() -> None:
    def operations(*queries: str) -> set[str]:
        raws = [exchange(n, "POST", "/graphql", {"query": query}, 200, {"data": {}}) for n, query in enumerate(queries)]
        return {call.operation for call in told_apart([call_of(raw) for raw in raws])}

    assert operations("query Q { boats { id } }", "query Q { boats { id name } }") == {"Q"}
    assert operations("query Q { boats { id } me { id } }", "query Q { me { id } }") == {"Q"}
    assert operations("query Q { boats { id } }", "query Q { people { id } }") == {"Q boats", "Q people"}
    assert operations("query Q { a: boats { id } }", "query Q { a: people { id } me { id } }") == {
        "Q boats",
        "Q people",
    }
