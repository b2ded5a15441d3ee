"""Reads show what was written, and nothing that was not; repeats come in recorded order."""

from __future__ import annotations

from awe_author.archive.cursor import Cursor, choose, last_write_before, next_unserved_write
from awe_author.archive.model import Entry
from tests.archive.listed import ListedIndex

LIST = "https://a.test/list"


def serve(index: ListedIndex, cursor: Cursor, method: str, url: str = LIST) -> tuple[Entry, Cursor]:
    candidates = [e for e in index.entries() if e.method == method and e.url == url]
    entry = choose(candidates, cursor, index, write=method == "POST")
    return entry, cursor.after(entry, index)


def recording() -> ListedIndex:
    """list, list, create, list, create, list"""
    index = ListedIndex()
    for method in ("GET", "GET", "POST", "GET", "POST", "GET"):
        index.add(method, LIST)
    return index


def test_reads_wait_for_the_write_and_then_show_it() -> None:
    index, cursor = recording(), Cursor()
    seen = []
    for method in ("GET", "GET", "GET", "POST", "GET", "GET", "POST", "GET", "POST", "GET"):
        entry, cursor = serve(index, cursor, method)
        seen.append(entry.seq)
    assert seen == [1, 2, 2, 3, 4, 4, 5, 6, 5, 6]


def test_a_cursor_is_a_value() -> None:
    index = recording()
    _, later = serve(index, Cursor(), "POST")
    assert serve(index, later, "GET")[0].seq == 4
    assert serve(index, Cursor(), "GET")[0].seq == 1
    assert not Cursor().was_served(3)
    assert later.was_served(3)


def test_when_nothing_lies_in_the_window_the_latest_before_it() -> None:
    index = ListedIndex()
    index.add("GET", "https://a.test/other")
    index.add("GET", LIST)
    index.add("GET", LIST)
    index.add("POST", LIST)
    index.add("POST", LIST)
    index.add("GET", LIST)
    cursor = Cursor()
    assert serve(index, cursor, "GET")[0].seq == 2
    _, cursor = serve(index, cursor, "POST")
    assert serve(index, cursor, "GET")[0].seq == 3


def test_when_only_later_answers_exist_the_earliest_of_them() -> None:
    index = ListedIndex()
    index.add("POST", LIST)
    index.add("GET", LIST)
    index.add("GET", LIST)
    assert serve(index, Cursor(), "GET")[0].seq == 2


def test_a_document_moves_the_position_to_the_write_before_it() -> None:
    index = recording()
    page = index.add("GET", "https://a.test/page")
    cursor = Cursor().after(page, index, document=True)
    assert cursor.position == 5
    assert serve(index, cursor, "GET")[0].seq == 6
    first = next(index.entries())
    assert cursor.after(first, index, document=True).position == 5


def test_a_pinned_step_is_preferred_and_never_overtaken() -> None:
    index = ListedIndex()
    for step in (0, 1, 1, 2, 3):
        index.add("GET", LIST, step=step)
    cursor = Cursor().at_step(1)
    first, cursor = serve(index, cursor, "GET")
    second, cursor = serve(index, cursor, "GET")
    third, cursor = serve(index, cursor, "GET")
    assert [first.seq, second.seq, third.seq] == [2, 3, 3]
    index.add("GET", "https://a.test/later", step=9)
    assert serve(index, cursor.at_step(4), "GET")[0].seq in (1, 4, 5)
    assert serve(index, cursor, "GET", "https://a.test/later")[0].step == 9


def test_writes_far_apart_are_found() -> None:
    index = ListedIndex()
    index.add("POST", LIST)
    for number in range(3000):
        index.add("GET", f"https://a.test/{number}")
    assert last_write_before(index, 3001) == 1
    assert last_write_before(index, 1) is None
    write = next(index.entries())
    assert next_unserved_write(index, Cursor()) == 1
    assert next_unserved_write(index, Cursor(0, None, Cursor().after(write, index).served)) is None


def test_what_a_write_led_to_may_be_so_at_once() -> None:
    """list, create, list three times (a job that goes on), create, list"""
    index = ListedIndex()
    for method in ("GET", "POST", "GET", "GET", "GET", "POST", "GET"):
        index.add(method, LIST)
    first = serve(index, Cursor(), "GET")[1]
    written = serve(index, first, "POST")[1]
    assert serve(index, written, "GET")[0].seq == 3, "step by step"
    assert serve(index, written.at_the_end(), "GET")[0].seq == 5, "as it was in the end"
    again = serve(index, serve(index, written.at_the_end(), "GET")[1], "POST")[1]
    assert serve(index, again, "GET")[0].seq == 7, "and of the next write nothing is known yet"
    assert serve(index, first.at_the_end(), "GET")[0].seq == 1


def test_conversations_follow_one_another_all_the_same() -> None:
    index = ListedIndex()
    index.add("POST", LIST)
    for _ in range(2):
        index.add("GET", LIST, kind="websocket")
    cursor = serve(index, Cursor(), "POST")[1].at_the_end()
    assert serve(index, cursor, "GET")[0].seq == 2
