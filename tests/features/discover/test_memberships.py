"""Lists below an entity of what does not say that it belongs there."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
TICKETS = [{"id": number, "title": title} for number, title in ((1, "Ash"), (2, "Bay"), (3, "Elm"))]
PEOPLE = [{"id": number, "name": name} for number, name in ((11, "Ada"), (12, "Ben"), (13, "Cy"), (14, "Dee"))]


def comment(number: int, text: str) -> Row:
    return {"id": number, "text": text}


def team(number: int, name: str, count: int) -> Row:
    return {"id": number, "name": name, "people": count}


def tickets() -> Mock:
    return Mock(
        ("GET", "/tickets", None, 200, TICKETS),
        ("GET", "/tickets/1/comments", None, 200, [comment(1, "one"), comment(2, "two")]),
        ("GET", "/tickets/2/comments", None, 200, [comment(3, "three")]),
        ("GET", "/tickets/3/comments", None, 200, []),
        ("POST", "/tickets/3/comments", {"text": "four"}, 201, comment(4, "four")),
        ("GET", "/tickets/3/comments", None, 200, [comment(4, "four")]),
        ("DELETE", "/tickets/3/comments/4", None, 204, None),
        ("GET", "/tickets/3/comments", None, 200, []),
    )


def teams(*, ids: bool = True) -> Mock:
    """`ids`: several are put into a team at once."""
    sent: Row = {"ids": [13, 14]} if ids else {"person": {"id": 13}}
    now = [PEOPLE[0], PEOPLE[1], PEOPLE[2], *(PEOPLE[3:] if ids else [])]
    return Mock(
        ("GET", "/people", None, 200, PEOPLE),
        ("GET", "/teams", None, 200, [team(31, "Sales", 2), team(32, "Care", 1), team(33, "Lab", 0)]),
        ("GET", "/teams/31/people", None, 200, PEOPLE[:2]),
        ("GET", "/teams/32/people", None, 200, [PEOPLE[3]]),
        ("GET", "/teams/33/people", None, 200, []),
        ("POST", "/teams/31/people", sent, 200, {"added": 2} if ids else {"ok": True}),
        ("GET", "/teams/31/people", None, 200, now),
        ("GET", "/teams/31", None, 200, team(31, "Sales", len(now))),
        ("DELETE", "/teams/31/people/12", None, 204, None),
        ("GET", "/teams/31/people", None, 200, [PEOPLE[0], *now[2:]]),
        ("PATCH", "/people/12", {"name": "Benno"}, 200, {"id": 12, "name": "Benno"}),
        ("POST", "/teams", {"name": "Field"}, 201, team(34, "Field", 0)),
        ("GET", "/people", None, 200, [PEOPLE[0], {"id": 12, "name": "Benno"}, *PEOPLE[2:]]),
    )


async def test_what_is_made_below_something_is_listed_there_alone() -> None:
    app = tickets()
    assert (await app.ask("POST", "/tickets/2/comments", {"text": "five"})) == (201, comment(4, "five"))
    for key, shown in ((1, [(1, "one"), (2, "two")]), (2, [(3, "three"), (4, "five")]), (3, [])):
        assert await app.ask("GET", f"/tickets/{key}/comments") == (200, [comment(*one) for one in shown])
    await app.ask("DELETE", "/tickets/1/comments/2")
    assert await app.ask("GET", "/tickets/1/comments") == (200, [comment(1, "one")])


async def test_members_are_put_in_and_taken_out() -> None:
    app = teams()
    assert await app.ask("POST", "/teams/32/people", {"ids": [11, 12, 13]}) == (200, {"added": 3})
    assert await app.ask("GET", "/teams/32/people") == (200, PEOPLE)
    assert await app.ask("GET", "/teams/31/people") == (200, PEOPLE[:2])
    assert (await app.ask("DELETE", "/teams/32/people/14"))[0] == 204
    assert await app.ask("GET", "/teams/32/people") == (200, PEOPLE[:3])
    assert await app.ask("GET", "/people") == (200, PEOPLE)
    await app.ask("PATCH", "/people/11", {"name": "Adele"})
    assert (await app.ask("GET", "/teams/31/people"))[1][0] == {"id": 11, "name": "Adele"}


async def test_what_was_made_has_members_and_counts_follow() -> None:
    app = teams()
    await app.ask("POST", "/teams", {"name": "Night"})
    assert await app.ask("GET", "/teams/34/people") == (200, [])
    await app.ask("POST", "/teams/34/people", {"ids": [12, 14]})
    assert await app.ask("GET", "/teams/34/people") == (200, [PEOPLE[1], PEOPLE[3]])
    _, said = await app.ask("GET", "/teams")
    assert [one["people"] for one in said] == [2, 1, 0, 2]
    await app.ask("DELETE", "/teams/34/people/12")
    assert (await app.ask("GET", "/teams"))[1][3]["people"] == 1


async def test_one_is_named_in_a_record() -> None:
    app = teams(ids=False)
    await app.ask("POST", "/teams/33/people", {"person": {"id": 14}})
    assert await app.ask("GET", "/teams/33/people") == (200, [PEOPLE[3]])


async def test_what_belongs_to_one_at_a_time_is_moved() -> None:
    tasks = [{"gid": str(number), "title": f"Task {number}"} for number in range(501, 507)]
    app = Mock(
        ("GET", "/tasks", None, 200, tasks),
        ("GET", "/sections/1/tasks", None, 200, tasks[:3]),
        ("GET", "/sections/2/tasks", None, 200, tasks[3:5]),
        ("GET", "/sections/3/tasks", None, 200, tasks[5:]),
        ("POST", "/sections/2/add", {"task": "502"}, 200, {}),
        ("GET", "/sections/2/tasks", None, 200, [tasks[1], *tasks[3:5]]),
        ("GET", "/sections/1/tasks", None, 200, [tasks[0], tasks[2]]),
    )
    await app.ask("POST", "/sections/3/add", {"task": "501"})
    for key, shown in ((1, tasks[1:3]), (2, tasks[3:5]), (3, [tasks[0], tasks[5]])):
        assert await app.ask("GET", f"/sections/{key}/tasks") == (200, shown)


async def test_lists_of_one_alone_prove_nothing() -> None:
    app = Mock(
        ("GET", "/teams/31/people", None, 200, PEOPLE[:2]),
        ("GET", "/people", None, 200, PEOPLE),
        ("PATCH", "/people/12", {"name": "Benno"}, 200, {"id": 12, "name": "Benno"}),
    )
    assert not [name for name in app.draft.model["properties"] if name.startswith("people_of")]


async def test_two_lists_below_one_kind_are_kept_apart() -> None:
    people = [{**one, "mail": f"{one['id']}@example.test"} for one in PEOPLE]
    app = Mock(
        ("GET", "/people", None, 200, people),
        ("GET", "/teams/31/people", None, 200, people[:2]),
        ("GET", "/teams/32/people", None, 200, people[3:]),
        ("GET", "/teams/31/admins", None, 200, people[1:]),
        ("GET", "/teams/32/admins", None, 200, people[:1]),
        ("PATCH", "/people/12", {"name": "Benno"}, 200, {**people[1], "name": "Benno"}),
    )
    for key, there, admins in ((31, people[:2], people[1:]), (32, people[3:], people[:1])):
        assert await app.ask("GET", f"/teams/{key}/people") == (200, there)
        assert await app.ask("GET", f"/teams/{key}/admins") == (200, admins)
