"""A desk of tickets and customers that belong together, by GraphQL, each operation alone or in batches: what other
steps are answered is compared with what the app itself would say."""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

import pytest

from awe_author.features.discover.exchanges.batches import PartSeq, parts_of
from tests.features.discover.exchanges import draft_of, feature, found
from tests.features.discover.mock import Mock

SUBJECTS = ["Printer jams", "Badge lost", "Screen flickers", "Door alarm", "Laptop slow", "Chair broken",
            "Mail bounces", "Phone dead", "Light out", "Wifi drops", "Key stuck"]  # fmt: skip
TICKET = "{ id subject hours customer_id Customer { id name __typename } __typename }"


class Desk:
    """The app."""

    def __init__(self) -> None:
        self.customers = {n: {"id": str(n), "name": name} for n, name in enumerate(("Brook", "Cedar", "Dune"), 1)}
        self.tickets: dict[int, dict[str, Any]] = {
            n: {"id": str(n), "subject": subject, "hours": n * 5 % 13, "customer_id": str(1 + n % 3)}
            for n, subject in enumerate(SUBJECTS, 1)
        }

    def ticket(self, key: int) -> dict[str, Any]:
        one = self.tickets[key]
        customer = self.customers[int(one["customer_id"])]
        return {**one, "Customer": {**customer, "__typename": "Customer"}, "__typename": "Ticket"}

    def customer(self, key: int) -> dict[str, Any]:
        mine = [{"id": str(n), "__typename": "Ticket"} for n, one in self.tickets.items()
                if one["customer_id"] == str(key)]  # fmt: skip
        return {**self.customers[key], "Tickets": mine, "__typename": "Customer"}

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """One operation."""
        said, name = asked["variables"], asked["operationName"]
        if name == "allTickets":
            rows = [self.ticket(n) for n in sorted(self.tickets)]
            rows.sort(key=lambda one: int(one["id"]) if said["sortField"] == "id" else one[said["sortField"]],
                      reverse=said["sortOrder"] == "DESC")  # fmt: skip
            begin = said["page"] * said["perPage"]
            return {"data": {"items": rows[begin : begin + said["perPage"]], "total": {"count": len(rows)}}}
        if name == "allCustomers":
            return {"data": {"items": [self.customer(n) for n in self.customers]}}
        if name == "allStates":
            return {"data": {"states": [{"id": str(n), "label": label} for n, label in enumerate(("open", "closed"))]}}
        if name == "Ticket":
            return {"data": {"data": self.ticket(int(said["id"]))}}
        if name == "createCustomer":
            made = max(self.customers) + 1
            self.customers[made] = {"id": str(made), **said}
            return {"data": {"data": self.customers[made]}}
        if name == "deleteTicket":
            gone = self.ticket(int(said["id"]))
            del self.tickets[int(said["id"])]
            return {"data": {"data": gone}}
        key = int(said["id"]) if name == "updateTicket" else max(self.tickets) + 1
        self.tickets[key] = {**self.tickets.get(key, {"id": str(key)}), **said}
        return {"data": {"data": self.ticket(key)}}


TEXTS = (
    {
        "allTickets": "query allTickets($page: Int, $perPage: Int, $sortField: String, $sortOrder: String) { items: "
        "allTickets(page: $page, perPage: $perPage, sortField: $sortField, sortOrder: $sortOrder) "
        f"{TICKET} total: _allTicketsMeta(page: $page) {{ count }} }}",
        "allCustomers": "query allCustomers { items: allCustomers { id name Tickets { id __typename } __typename } }",
        "allStates": "query allStates { states { id label } }",
        "Ticket": "query Ticket($id: ID!) { data: Ticket(id: $id) " + TICKET + " }",
    }
    | {
        name: f"mutation {name}($id: ID) {{ data: {name}(id: $id) {TICKET} }}"
        for name in ("createTicket", "updateTicket", "deleteTicket")
    }
    | {"createCustomer": "mutation createCustomer($name: String) { data: createCustomer(name: $name) { id name } }"}
)


def op(name: str, /, **said: Any) -> dict[str, Any]:
    return {"operationName": name, "variables": said, "query": TEXTS[name]}


def listed(page: int = 0, field: str = "id", order: str = "ASC") -> dict[str, Any]:
    return op("allTickets", page=page, perPage=5, sortField=field, sortOrder=order)


TOUR = [
    [listed(), op("allCustomers")], [listed(1), op("allStates")], [listed(0, "subject", "DESC")], [listed(0, "hours")],
    [op("Ticket", id="3")],
    [op("createTicket", subject="Door stuck", hours=4, customer_id="2")], [listed(2), op("allCustomers")],
    [op("updateTicket", id="5", subject="Laptop very slow", customer_id="1")], [listed(), op("allCustomers")],
    [op("deleteTicket", id="8")], [listed(1), op("allCustomers")], [op("createCustomer", name="Elm")],
    [op("allCustomers")],
]  # fmt: skip
OTHER = [
    [op("allStates"), listed(1, "id", "DESC")], [listed(1, "hours", "DESC"), op("Ticket", id="7")],
    [op("createTicket", subject="Cable missing", hours=2, customer_id="3")], [op("allCustomers"), listed(2)],
    [op("updateTicket", id="12", subject="Cable found", customer_id="1")], [op("Ticket", id="12"), op("allCustomers")],
    [op("deleteTicket", id="2")], [op("allCustomers"), listed(0, "subject")], [op("deleteTicket", id="12")],
    [listed(1), op("allCustomers")], [op("createCustomer", name="Fern")],
    [op("updateTicket", id="9", hours=30, customer_id="4")], [op("allCustomers"), op("Ticket", id="9")],
]  # fmt: skip


def performed(steps: list[list[dict[str, Any]]], *, batched: bool) -> list[tuple[Any, Any]]:
    """(request, answer) of each exchange with a fresh app."""
    app = Desk()
    told = [[copy.deepcopy(app.answer(one)) for one in step] for step in steps]
    if batched:
        return list(zip(steps, told, strict=True))
    return [pair for step, said in zip(steps, told, strict=True) for pair in zip(step, said, strict=True)]


@pytest.mark.parametrize("batched", [False, True])
async def test_other_steps_are_answered_as_by_the_app(*, batched: bool) -> None:
    dialogue = [("POST", "/graphql", asked, 200, told) for asked, told in performed(TOUR, batched=batched)]
    mock = Mock(*dialogue)
    assert found(mock.draft) >= {("tickets", role) for role in ("list", "read", "create", "update", "delete")}
    assert ("customers", "update") not in found(mock.draft)
    for asked, told in performed(OTHER, batched=batched):
        assert await mock.ask("POST", "/graphql", asked) == (200, told), asked


def test_a_field_that_does_not_follow_is_left_alone() -> None:
    app = Desk()
    rows = [{**app.customer(n), "Tickets": [{"id": "1"}, {"id": str(n + 1)}]} for n in app.customers]
    draft = draft_of(
        (
            "POST",
            "/graphql",
            listed(),
            200,
            app.answer(listed() | {"variables": listed()["variables"] | {"perPage": 20}}),
        ),
        ("POST", "/graphql", op("allCustomers"), 200, {"data": {"items": rows}}),
        ("POST", "/graphql", op("updateTicket", id="5", hours=3), 200, app.answer(op("updateTicket", id="5", hours=3))),
        ("PATCH", "/customers/1", {"name": "Brooks"}, 204),
    )
    shown = str(feature(draft, "customers.list.api")["reply"])
    assert "Tickets" in shown
    assert ".filter(ticket_" not in shown


def test_ids_that_the_app_sorts_as_texts_are_sorted_so() -> None:
    rows = [{"id": key, "name": f"n{key}"} for key in ("1", "10", "2")]
    draft = draft_of(("GET", "/boats", None, 200, rows), ("PATCH", "/boats/2", {"name": "x"}, 204))
    assert "int(" not in str(feature(draft, "boats.list.api"))
    draft = draft_of(("GET", "/boats", None, 200, [*rows[::2], rows[1]]), ("PATCH", "/boats/2", {"name": "x"}, 204))
    assert "int(boat.id)" in str(feature(draft, "boats.list.api"))


def test_a_new_thing_below_its_parents_address_is_a_create() -> None:
    boats = [{"id": n, "name": f"n{n}"} for n in (1, 2)]
    draft = draft_of(
        ("GET", "/harbours", None, 200, [{"id": 5, "title": "North"}, {"id": 6, "title": "South"}]),
        ("GET", "/harbours/5/boats", None, 200, boats),
        ("POST", "/harbours/5/boats", {"name": "n3"}, 201, {"id": 3, "name": "n3"}),
        ("GET", "/harbours/5/boats", None, 200, [*boats, {"id": 3, "name": "n3"}]),
    )
    assert ("boats", "create") in found(draft)


@pytest.mark.parametrize(
    ("asked", "told", "number"),
    [
        (b'[{"jsonrpc":"2.0","id":2,"method":"a"},{"jsonrpc":"2.0","id":1,"method":"b"}]', b'[{"id":1},{"id":2}]', 2),
        (b'[{"jsonrpc":"2.0","method":"a"}]', b"[]", 1),
        (b'[{"query":"{ a }"},{"query":"{ b }"}]', b'[{"data":{}}]', 0),
        (b'[{"query":"{ a }"},{"name":"b"}]', b'[{"data":{}},{}]', 0),
        (b'[{"name":"a"}]', b"[{}]", 0), (b"[1", b"[]", 0), (b"[]", b"[]", 0), (b"{}", b"{}", 0), (b"[1]", b"[2]", 0),
    ],
)  # fmt: skip
def test_parts_of_batches(asked: bytes, told: bytes, number: int) -> None:
    parts = parts_of(asked, told)
    assert len(parts) == number
    if b'"id":2' in asked:
        assert [answer for _, answer in parts] == [b'{"id":2}', b'{"id":1}']


def test_parts_are_numbered_in_their_exchange() -> None:
    numbers = [12, PartSeq(12, 1), PartSeq(12, 2), 13, PartSeq(13, 1)]
    assert sorted([*numbers[3:], *numbers[:3]]) == numbers
    assert all(one < other and other > one and one != other for one, other in pairwise(numbers))
    assert PartSeq(12, 0) == 12
    assert len({12, PartSeq(12, 0), PartSeq(12, 1)}) == 2
    assert str(PartSeq(12, 1)) == "12"
    assert PartSeq(12, 1) <= PartSeq(12, 1) >= PartSeq(12, 1)
    assert PartSeq(12, 1) != "12"
