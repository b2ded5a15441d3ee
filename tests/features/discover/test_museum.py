"""Rows that say which of their links is their own, lists that a parameter tells apart, moments in several fields, names
made of titles, links that do something with what is ticked."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.split_moments import split_moment
from awe_author.twin.texts import page_text
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.museum import (
    LIST,
    NOTES,
    ROOMS,
    Counted,
    Museum,
    Newest,
    Sided,
    Watched,
    note,
    picked,
    recorded,
    thing,
)
from tests.features.discover.site import Mock, same

Row = tuple[dict[str, object], list[str]]


def test_rows_are_about_what_their_ids_and_boxes_say() -> None:
    draft = recorded().draft()
    roles = {(one.role, one.endpoint.path, bool(one.several)) for one in draft.operations}
    assert ("update", "/desk/note.php", False) in roles
    assert ("update", NOTES, True) in roles
    assert ("delete", NOTES, True) in roles
    notes = next(value for value in draft.seed.values() if isinstance(value, dict) and "11" in value)
    assert notes.keys() == {"2", "3", "9", "11"}


async def test_lists_that_a_parameter_tells_apart() -> None:
    mock, app = Mock(recorded()), Museum()
    await same(app, mock, "GET", LIST)
    await same(app, mock, "GET", ROOMS)
    await same(app, mock, "GET", "/desk/thing.php?thing=7&do=edit")
    changed = ("Hall of hammers", "Upstairs.", "hall-of-tools", "2021", "05", "06", "13", "07", "room")
    await same(app, mock, "POST", "/desk/thing.php", *thing("7", *changed))
    await same(app, mock, "GET", ROOMS)
    await same(app, mock, "GET", LIST)


async def test_a_name_made_of_the_title_and_a_moment_in_five_fields() -> None:
    mock, app = Mock(recorded()), Museum()
    made = ("Ear trumpet", "It is bent.", "", "2026", "07", "09", "23", "59", "thing")
    await same(app, mock, "POST", "/desk/thing.php", *thing("", *made))
    await same(app, mock, "GET", LIST)
    own = ("Ferry bell", "It rings.", "bell", "2026", "12", "10", "12", "01", "thing")
    await same(app, mock, "POST", "/desk/thing.php", *thing("", *own))
    await same(app, mock, "GET", LIST)


async def test_moments_in_words_are_those_of_pages_in_other_situations() -> None:
    mock, app = Mock(recorded(Watched())), Watched()
    changed = ("Blue lantern", "It shines.", "blue-lantern", "2023", "12", "24", "18", "30", "thing")
    await same(app, mock, "POST", "/desk/thing.php", *thing("5", *changed))
    await same(app, mock, "GET", "/desk/thing.php?thing=5&do=edit")
    made = ("Ear trumpet", "It is bent.", "", "2026", "07", "09", "23", "58", "thing")
    said = await mock.ask("POST", "/desk/thing.php", *thing("", *made))
    assert "On show since: Jul 9, 2026 at 23:58" in page_text(said.html).replace("\n", " ")


async def test_lists_with_the_newest_first_go_by_the_moment() -> None:
    mock, app = Mock(recorded(Newest())), Newest()
    await same(app, mock, "GET", LIST)
    changed = ("Blue lantern", "It is blue.", "blue-lantern", "2026", "10", "08", "14", "40", "thing")
    await same(app, mock, "POST", "/desk/thing.php", *thing("5", *changed))
    await same(app, mock, "GET", LIST)


async def test_numbers_in_links_count_what_their_addresses_say() -> None:
    mock, app = Mock(recorded(Counted())), Counted()
    await same(app, mock, "GET", LIST)
    for made in (("Ear trumpet", "It is bent.", "", "2024", "07", "09", "23", "59", "thing"),
                 ("Fan of lace", "It is torn.", "", "2026", "07", "10", "23", "59", "thing")):  # fmt: skip
        await same(app, mock, "POST", "/desk/thing.php", *thing("", *made))
        await same(app, mock, "GET", LIST)
    await same(app, mock, "GET", ROOMS)


async def test_numbers_in_links_that_call_a_state_otherwise_than_it_is_kept() -> None:
    tour, app = recorded(Sided()), Sided()
    tour.ask("GET", f"{NOTES}?of=4")
    mock = Mock(tour)
    await same(app, mock, "GET", NOTES)
    for action, key in (("approve", "11"), ("trash", "9"), ("trash", "2")):
        await same(app, mock, "GET", picked(action, key, "2025-03-03 10:10:10"))
        await same(app, mock, "GET", NOTES)


async def test_links_that_approve_and_throw_away() -> None:
    mock, app = Mock(recorded()), Museum()
    await same(app, mock, "POST", "/desk/note.php", *note("11", "4", "I lifted it myself."))
    await same(app, mock, "GET", picked("approve", "11", "2025-03-03 10:10:10"))
    await same(app, mock, "GET", picked("trash", "2", "2025-03-03 10:10:12"))
    await same(app, mock, "GET", NOTES)
    answer = await mock.replay.ask("GET", ORIGIN + picked("trash", "3", "x"), b"", [])
    assert dict(answer.headers)["location"] == f"{NOTES}?trashed=1&ids=3"


async def test_how_many_wait_is_told_on_every_page() -> None:
    mock, app = Mock(recorded()), Museum()
    await same(app, mock, "GET", picked("approve", "11", "2025-03-03 10:10:10"))
    for path in (LIST, ROOMS, NOTES, "/desk/thing.php?thing=5&do=edit"):
        await same(app, mock, "GET", path)
    await same(app, mock, "GET", picked("trash", "2", "2025-03-03 10:10:12"))
    await same(app, mock, "GET", LIST)


async def test_a_word_that_scripts_are_always_told() -> None:
    mock = Mock(recorded())
    said = await mock.ask("GET", "/desk/kept.php?do=kept&of=8", how="part")
    assert (said.status, said.html) == (200, "0")


def row(said: str, **fields: str) -> Row:
    return {**fields}, [said]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (
            [
                row("2026/10/26 at 9:09 am", y="2026", m="10", d="26", h="09", i="09"),
                row("2026/09/03 at 4:30 pm", y="2026", m="09", d="03", h="16", i="30"),
                row("2025/01/14 at 12:05 am", y="2025", m="01", d="14", h="00", i="05"),
            ],
            ("y", "m", "d", "h", "i"),
        ),
        (
            [row(f"2026-1{at}-2{at}", y="2026", m=f"1{at}", d=f"2{at}") for at in range(3)],
            ("y", "m", "d", "", ""),
        ),
        ([row("2026-10-10", y="2026", m="10", d="10")] * 3, None),
        ([row(f"2026-1{at}-2{at}", y="2026", m=f"1{at}", d="7") for at in range(3)], None),
        ([row("2026-10-21", y="2026", m="10", d="21"), row("2026-11-22", y="2026", m="11", d="22")], None),
    ],
)  # fmt: skip
def test_which_field_is_which_part(rows: list[Row], found: tuple[str, ...] | None) -> None:
    made = split_moment(rows)
    assert (made.fields if made is not None else None) == found
