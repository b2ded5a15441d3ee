"""What is posted below an entity's address and answered with the entity itself: it says what becomes of it."""

from __future__ import annotations

from typing import Any

from tests.features.discover.exchanges import found
from tests.features.discover.mock import Mock

Row = dict[str, Any]


def talk(number: int, title: str, state: str, owner: str | None, read: bool) -> Row:
    return {
        "id": str(number),
        "title": title,
        "state": state,
        "owner_id": owner,
        "read": read,
        "body": f"About {title}",
    }


def shown(*rows: Row) -> Row:
    return {"talks": [*rows], "total": len(rows)}


TALKS = [talk(7, "Tea", "open", "a1", False), talk(8, "Oil", "open", None, True), talk(9, "Salt", "shut", "a2", True)]


def talks() -> Mock:
    closed, given = {**TALKS[0], "state": "shut"}, {**TALKS[1], "owner_id": "a2"}
    return Mock(
        ("GET", "/talks", None, 200, shown(*TALKS)),
        ("GET", "/talks/7", None, 200, TALKS[0]),
        ("GET", "/talks/8", None, 200, TALKS[1]),
        ("POST", "/talks/7/parts", {"kind": "close", "by": "a1"}, 200, closed),
        ("GET", "/talks", None, 200, shown(closed, *TALKS[1:])),
        ("POST", "/talks/8/parts", {"kind": "give", "by": "a1", "to": "a2"}, 200, given),
        ("GET", "/talks/8", None, 200, given),
    )


async def test_what_is_answered_with_the_entity_of_the_address_is_no_new_one() -> None:
    app = talks()
    assert ("talks", "create") not in found(app.draft)
    assert {kind for kind, _ in found(app.draft)} == {"talks"}


async def test_what_is_sent_says_what_becomes_of_it() -> None:
    app = talks()
    made = talk(8, "Oil", "shut", None, True)
    assert await app.ask("POST", "/talks/8/parts", {"kind": "close", "by": "a2"}) == (200, made)
    made = talk(7, "Tea", "open", "a9", False)
    assert await app.ask("POST", "/talks/7/parts", {"kind": "give", "by": "a2", "to": "a9"}) == (200, made)
    assert await app.ask("GET", "/talks/7") == (200, made)


async def test_states_of_talks_are_no_talks() -> None:
    states = [{"id": "open", "label": "Open"}, {"id": "shut", "label": "Shut"}]
    app = Mock(
        ("GET", "/states/talks", None, 200, {"talks": states}),
        ("GET", "/talks", None, 200, shown(*TALKS)),
        ("PATCH", "/talks/7", {"title": "Teas"}, 200, {**TALKS[0], "title": "Teas"}),
        ("GET", "/talks", None, 200, shown({**TALKS[0], "title": "Teas"}, *TALKS[1:])),
    )
    assert await app.ask("GET", "/talks") == (200, shown(*TALKS))
    assert await app.ask("GET", "/states/talks") == (200, {"talks": states})


async def test_lists_below_what_a_record_names_go_by_its_key() -> None:
    def note(number: int, key: str, text: str) -> Row:
        return {"id": number, "text": text, "talk": {"type": "talk", "id": key}}

    app = Mock(
        ("GET", "/talks", None, 200, shown(*TALKS)),
        ("GET", "/talks/7/notes", None, 200, {"notes": [note(1, "7", "First")]}),
        ("POST", "/talks/7/notes", {"text": "Next"}, 200, note(2, "7", "Next")),
        ("GET", "/talks/7/notes", None, 200, {"notes": [note(1, "7", "First"), note(2, "7", "Next")]}),
    )
    assert await app.ask("GET", "/talks/8/notes") == (200, {"notes": []})
    assert await app.ask("GET", "/talks/7/notes") == (200, {"notes": [note(1, "7", "First")]})


async def test_the_next_page_is_numbered_where_a_record_leads_to_it() -> None:
    rows = [{"id": 40 + one, "name": f"Row {one}"} for one in range(6)]

    def page(first: int, last: int) -> Row:
        nexts = {"next": {"page": first // 2 + 2, "after": str(39 + last)}} if last < 6 else {}
        return {"rows": rows[first:last], "total": 6, "pages": {"page": first // 2 + 1, **nexts}}

    app = Mock(
        ("GET", "/rows?limit=2", None, 200, page(0, 2)),
        ("GET", "/rows?limit=2&after=41", None, 200, page(2, 4)),
        ("GET", "/rows?limit=2&after=43", None, 200, page(4, 6)),
        ("PATCH", "/rows/40", {"name": "Row 0"}, 200, rows[0]),
    )
    first = {"page": 1, "next": {"page": 2, "after": "42"}}
    assert await app.ask("GET", "/rows?limit=3") == (200, {"rows": rows[:3], "total": 6, "pages": first})
    last = {"rows": rows[3:], "total": 6, "pages": {"page": 2}}
    assert await app.ask("GET", "/rows?limit=3&after=42") == (200, last)
