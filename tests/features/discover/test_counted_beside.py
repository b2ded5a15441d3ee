"""Numbers that go with how many there are: of the last day, by the address, large ones, those of what is not archived;
words for what is true or false; what is empty, or counts nothing, of what was made; lists by the last change."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover.lists.ordering import Order, by_making, order_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
MADE = "2025-03-03T09:00:00Z"


def sailor(number: int, note: str | None = None, at: str = "2025-01-01T08:00:00Z") -> Row:
    return {"id": f"s{number}", "name": f"Sailor {number}", "note": note, "made": at}


CREW = [sailor(number) for number in range(1, 13)]


def series(number: int) -> Row:
    days = [{"date": "2025-03-02", "paid": 0, "sailors": 0}, {"date": "2025-03-03", "paid": 0, "sailors": number}]
    return {"days": days, "version": 12}


def newsletter(number: int) -> Row:
    return {"papers": [{"name": "Weekly", "reach": number}]}


def crew(*, empty: bool = False) -> Mock:
    """`empty`: was an empty note kept as such once?"""
    new = sailor(13, "Cook", MADE)
    other = {**CREW[0], "note": ""}
    kept: list[Any] = [("PUT", "/sailors/s1", {"note": ""}, 200, other)] if empty else []
    rows = [other if empty else CREW[0], *CREW[1:]]
    return Mock(
        ("GET", "/sailors", None, 200, {"sailors": CREW}),
        ("GET", "/sailors/s1", None, 200, CREW[0]),
        ("GET", "/stats", None, 200, series(12)),
        ("GET", "/sailors/stats/count", None, 200, {"total": 12, "page": 1}),
        ("GET", "/papers?with=reach", None, 200, newsletter(12)),
        ("GET", "/papers?plain=1", None, 200, {"papers": [{"name": "Weekly"}]}),
        ("GET", "/papers?list=1", None, 200, {"papers": [{"name": "Weekly"}]}),
        ("GET", "/papers?few=1", None, 200, {"papers": [{"name": "Weekly"}]}),
        ("POST", "/sailors", {"name": "Sailor 13", "note": "Cook"}, 201, new),
        ("GET", "/sailors/s13", None, 200, new),
        *kept,
        ("GET", "/sailors", None, 200, {"sailors": [*rows, new]}),
        ("GET", "/stats", None, 200, series(13)),
        ("GET", "/sailors/stats/count", None, 200, {"total": 13, "page": 1}),
        ("GET", "/papers?with=reach", None, 200, newsletter(13)),
        ("GET", "/papers?some=1", None, 200, newsletter(13)),
        ("GET", "/papers?some=1", None, 200, newsletter(13)),
    )


async def test_numbers_of_the_last_day_go_on() -> None:
    app = crew()
    await app.ask("POST", "/sailors", {"name": "Ada", "note": "Mate"})
    await app.ask("POST", "/sailors", {"name": "Ben", "note": "Mate"})
    assert (await app.ask("GET", "/stats"))[1] == series(14)


async def test_a_total_is_of_what_its_address_names() -> None:
    app = crew()
    await app.ask("POST", "/sailors", {"name": "Ada", "note": "Mate"})
    await app.ask("POST", "/sailors", {"name": "Ben", "note": "Mate"})
    assert (await app.ask("GET", "/sailors/stats/count"))[1] == {"total": 14, "page": 1}


async def test_a_large_number_that_went_with_them_is_theirs_however_it_is_asked_for() -> None:
    app = crew()
    await app.ask("POST", "/sailors", {"name": "Ada", "note": "Mate"})
    await app.ask("POST", "/sailors", {"name": "Ben", "note": "Mate"})
    assert (await app.ask("GET", "/papers?with=reach"))[1] == newsletter(14)
    assert (await app.ask("GET", "/papers?some=1"))[1] == newsletter(14)
    assert (await app.ask("GET", "/papers?plain=1"))[1] == {"papers": [{"name": "Weekly"}]}


@pytest.mark.parametrize(("empty", "note"), [(False, None), (True, "")])
async def test_an_empty_text_is_nothing_where_no_entity_has_one(empty: bool, note: str | None) -> None:
    app = crew(empty=empty)
    _, made = await app.ask("POST", "/sailors", {"name": "Ada", "note": ""})
    assert made["note"] == note
    _, changed = await app.ask("PUT" if empty else "POST", "/sailors/s1" if empty else "/sailors", {"note": ""})
    assert changed["note"] == note


def job(number: int, *, done: bool) -> Row:
    return {"id": f"j{number}", "title": f"Job {number}", "done": done, "archived": False}


def jobs() -> Mock:
    rows = [job(1, done=False), job(2, done=True), job(3, done=False), job(4, done=False)]

    def shown(*, word: str = "") -> Row:
        there = [one for one in rows if not one["archived"]]
        return {"jobs": [dict(one) for one in there if not word or one["done"] is (word == "done")],
                "open": sum(not one["done"] for one in rows)}  # fmt: skip

    def board() -> Row:
        there = [one for one in rows if not one["archived"]]
        parts = [{"name": name, "count": sum(one["title"] == name for one in there)} for name in ("Job 3", "Job 4")]
        return {"jobs": len(there), "openJobs": sum(not one["done"] for one in rows), "parts": parts}

    said: list[Any] = [("GET", "/board", None, 200, board()), ("GET", "/jobs", None, 200, shown()),
                       ("GET", "/jobs?status=open", None, 200, shown(word="open"))]  # fmt: skip
    rows.append({"id": "j5", "title": "Job 3", "done": False, "archived": False})
    said += [("POST", "/jobs", {"title": "Job 3"}, 201, dict(rows[-1])), ("GET", "/jobs", None, 200, shown()),
             ("GET", "/jobs?status=open", None, 200, shown(word="open"))]  # fmt: skip
    rows[-1]["done"] = True
    said += [("PATCH", "/jobs/j5", {"done": True}, 200, dict(rows[-1])), ("GET", "/jobs", None, 200, shown()),
             ("GET", "/jobs?status=open", None, 200, shown(word="open")),
             ("GET", "/board", None, 200, board())]  # fmt: skip
    rows[3]["archived"] = True
    said += [("PATCH", "/jobs/j4", {"archived": True}, 200, dict(rows[3])), ("GET", "/board", None, 200, board()),
             ("GET", "/jobs/j4", None, 200, dict(rows[3]))]  # fmt: skip
    return Mock(*said)


@pytest.mark.parametrize(("word", "keys"), [("open", ["j3", "j4"]), ("done", ["j1", "j2"])])
async def test_one_word_for_what_is_false_tells_the_other(word: str, keys: list[str]) -> None:
    app = jobs()
    await app.ask("PATCH", "/jobs/j1", {"done": True})
    _, said = await app.ask("GET", f"/jobs?status={word}")
    assert [one["id"] for one in said["jobs"]] == keys
    _, said = await app.ask("GET", "/jobs?status=all")
    assert len(said["jobs"]) == 4


async def test_numbers_called_after_the_word_count_what_it_stands_for() -> None:
    app = jobs()
    await app.ask("PATCH", "/jobs/j1", {"done": True})
    assert (await app.ask("GET", "/jobs?status=open"))[1]["open"] == 2
    assert (await app.ask("GET", "/board"))[1]["openJobs"] == 2


async def test_other_numbers_leave_out_what_the_first_leaves_out() -> None:
    app = jobs()
    await app.ask("PATCH", "/jobs/j3", {"archived": True})
    _, said = await app.ask("GET", "/board")
    assert said["jobs"] == 3
    assert said["parts"] == [{"name": "Job 3", "count": 0}, {"name": "Job 4", "count": 1}]


def page(number: int, title: str, at: str) -> Row:
    return {"id": f"p{number}", "title": title, "at": at}


def pages() -> Mock:
    count = {"visits": 0, "likes": 0}
    rows = [{**page(number, f"Page {number}", f"2025-01-0{number}T08:00:00Z"), "count": {"visits": number, "likes": 2}}
            for number in (1, 2, 3)]  # fmt: skip
    new = page(4, "Tea", MADE)
    return Mock(
        ("GET", "/pages", None, 200, {"pages": rows}),
        ("POST", "/pages", {"title": "Tea"}, 201, new),
        ("PUT", "/pages/p4", {"title": "Tee"}, 200, {**new, "title": "Tee"}),
        ("GET", "/pages", None, 200, {"pages": [*rows, {**new, "title": "Tee", "count": count}]}),
        ("PUT", "/pages/p4", {"title": "Tea room", "count": count}, 200, {**new, "title": "Tea room"}),
        ("GET", "/pages/p4", None, 200, {**new, "title": "Tea room"}),
    )


async def test_what_is_sent_again_as_it_was_shown_was_there_from_the_start() -> None:
    app = pages()
    await app.ask("POST", "/pages", {"title": "Ada"})
    _, said = await app.ask("GET", "/pages")
    assert said["pages"][3]["count"] == {"visits": 0, "likes": 0}


async def test_counts_that_nothing_shows_of_what_was_made_are_zero() -> None:
    days = [page(number, f"Page {number}", f"2025-01-0{number}T08:00:00Z") for number in (1, 2, 3)]
    rows = [{**one, "count": {"notes": number}, "note_count": number} for number, one in enumerate(days, 1)]
    new = page(4, "Tea", MADE)
    app = Mock(
        ("GET", "/pages", None, 200, {"pages": rows}),
        ("POST", "/pages", {"title": "Tea"}, 201, new),
        ("GET", "/pages/p4", None, 200, new),
    )
    await app.ask("POST", "/pages", {"title": "Ada"})
    _, said = await app.ask("GET", "/pages")
    assert [(one["count"], one["note_count"]) for one in said["pages"]][2:] == [({"notes": 3}, 3), ({"notes": 0}, 0)]


DAYS = [{"id": "b", "created_at": "2025-01-02", "updated_at": "2025-01-05"},
        {"id": "c", "created_at": "2025-01-02", "updated_at": "2025-01-03"},
        {"id": "a", "created_at": "2025-01-01", "updated_at": "2025-01-01"}]  # fmt: skip


def test_the_last_change_explains_what_the_making_leaves_open() -> None:
    random = [{**one, "id": f"4f4b74fd-9557-4d62-8f51-3c045e4229c{one['id']}"} for one in DAYS]
    assert order_of([DAYS], "id") == Order("updated_at", down=True, ties_down=True)
    assert by_making([random], "id") == Order("updated_at", down=True, ties_down=True)
    swapped = [{**DAYS[0], "id": "c"}, {**DAYS[1], "id": "b"}, {**DAYS[2], "id": "d"}]
    assert order_of([swapped], "id") == Order("created_at", down=True, ties_down=True)
