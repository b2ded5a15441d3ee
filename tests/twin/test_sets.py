"""Lists whose order means nothing are told by the live app's own answers, and only their order is let go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from awe_author.archive.model import Entry, SocketMessage
from awe_author.twin.exchanges import Exchange
from awe_author.twin.pairing import Pair
from awe_author.twin.replies import Failed, compare_pair
from awe_author.twin.sets import first_written, recorded_before, sets_of
from awe_author.twin.trees import Trees
from tests.twin.talk import asked, likeness


def part(key: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "size": len(key), **more}


def answer(keys: str, sent: list[str] | None = None, **more: Any) -> Any:
    """The parts `keys` in order, to a request that named `sent`."""
    return answered([part(key) for key in keys], names=sent if sent is not None else sorted(keys), **more)


def answered(parts: list[dict[str, Any]], **variables: Any) -> Any:
    body = {"query": "query Parts($names: [ID!]) { parts(names: $names) { id size } }", "variables": variables}
    return asked("POST", "/graphql", {"parts": parts}, body=body)


def listed(url: str, keys: str) -> Exchange:
    return asked("GET", url, {"parts": [part(key) for key in keys]})


def test_an_order_that_means_nothing_by_default_means_something_when_it_is_asked_for() -> None:
    told = numbered(*(listed(f"/parts?sort={by}", keys) for by, keys in (("", "acb"), ("", "bca"), ("name", "abc"))))
    assert sets(told) == {"GET app.test/parts": {"/parts"}}
    like = likeness(unordered=sets_of(told))

    def differences(live: Exchange, keys: str) -> list[str]:
        mock = listed(live.url.removeprefix("https://app.test"), keys)
        pair = compare_pair(Pair(live, mock), like, Failed(), {})
        return [one.what for one in pair.differences]

    assert differences(told[0], "cab") == []
    assert differences(told[2], "cab") == ["order"]
    assert differences(told[2], "abc") == []


def numbered(*told: Exchange) -> list[Exchange]:
    """In this order; what a socket says comes at once."""
    for place, one in enumerate(told):
        one.seq = one.moment = place
        one.moments = [place for _ in one.messages]
    return list(told)


def socket(*said: str) -> Exchange:
    """A WebSocket over which the page says this."""
    return Exchange(0, 0, "GET", "wss://app.test/ws", [], status=101, messages=[(0, True, each) for each in said])


def sets(live: list[Exchange], before: Iterable[Exchange] = ()) -> dict[str, set[str]]:
    """`sets_of` by operation."""
    return {question.operation: paths for question, paths in sets_of(live, before).items()}


FOUND = {"POST app.test/graphql graphql:query:Parts": {"/parts"}}


def test_opposite_orders_of_equal_elements_tell_a_set() -> None:
    assert sets([answer("abc"), answer("acb")]) == FOUND
    assert sets([answer("abcd"), answer("cb")]) == FOUND, "of which another question asked for two"


@pytest.mark.parametrize(
    ("why", "answers"),
    [
        ("the same order", [answer("abc"), answer("abc"), answer("bc")]),
        ("as they were asked for", [answer("abc", ["a", "b", "c"]), answer("cba", ["c", "b", "a"])]),
        ("sorted by what one address has and the other has not", [listed("/x/1", "ab"), listed("/x/2", "ba")]),
        ("sorted otherwise", [answer("abc", sort="up"), answer("cba", sort="down")]),
        ("names that the request does not have", [answer("abc"), answer("cb", ["x", "y"])]),
        (
            "an element changed",
            [answer("ab"), answered([part("b", n=1), part("a")], names=["a", "b"])],
        ),
        ("something was written", [answer("ab"), asked("PUT", "/parts/a", {"id": "a"}), answer("ba")]),
        ("so it was over a socket", [answer("ab"), socket('{"type": "move", "id": "b", "to": 0}'), answer("ba")]),
    ],
)
def test_everything_else_is_an_order(why: str, answers: list[Any]) -> None:
    assert sets(numbered(*answers)) == {}, why


def test_elements_without_a_key_are_told_apart_by_all_that_they_are() -> None:
    def paths(*names: str) -> Any:
        return asked("GET", "/paths", {"paths": [{"path": [name, "x"]} for name in names], "names": list(names)})

    assert sets([paths("a", "b"), paths("b", "a")]) == {"GET app.test/paths": {"/paths", "/names"}}
    assert sets([paths("a", "a"), paths("b", "a")]) == {}, "twice the same"
    assert sets([paths("a", "b"), paths("c", "a")]) == {}


def test_lists_without_keys_are_aligned_when_they_are_sets() -> None:
    like = likeness(unordered={"op": {"/paths"}})

    def paths(*names: str, **more: Any) -> Any:
        return {"paths": [{"path": [name], **more} for name in names]}

    assert Trees(like, "op", question="op").compare(paths("a", "b", "c"), paths("c", "a", "b")) == []
    assert [
        (one.path, one.what) for one in Trees(like, "op", question="op").compare(paths("a", "b"), paths("b", "d"))
    ] == [("/paths/0/path/0", "value")]
    assert {one.what for one in Trees(like, "op", question="op").compare(paths("a", "b", kind=1), paths("b", "a"))} == {
        "missing"
    }
    (order,) = Trees(likeness(), "op").compare(paths("a", "b", "c"), paths("c", "a", "b"))
    assert (order.path, order.what) == ("/paths", "order")
    (value,) = Trees(likeness(), "op").compare(paths("a", "b"), paths("a", "c"))
    assert (value.path, value.what) == ("/paths/1/path/0", "value")


def test_lists_of_one_answer_tell_as_well() -> None:
    boxes = [{"id": "x", "parts": [part("a"), part("b")]}, {"id": "y", "parts": [part("b"), part("a")]}]
    assert sets([asked("GET", "/boxes", {"boxes": boxes})]) == {"GET app.test/boxes": {"/boxes/*/parts"}}


def test_elements_of_a_set_are_compared_all_the_same() -> None:
    like = likeness(unordered={"op": {"/parts"}})
    live = {"parts": [part("a"), part("b")]}
    assert Trees(like, "op", question="op").compare(live, {"parts": [part("b"), part("a")]}) == []
    (other,) = Trees(like, "op", question="op").compare(live, {"parts": [part("b"), part("a", size=9)]})
    assert (other.path, other.what) == ("/parts/0/size", "value")
    (missing,) = Trees(like, "op", question="op").compare(live, {"parts": [part("b")]})
    assert missing.what == "missing"
    (order,) = Trees(likeness(), "op").compare(live, {"parts": [part("b"), part("a")]})
    assert order.what == "order"


def marked(one: Any, mark: int | None) -> Any:
    one.mark = mark
    return one


def test_what_was_recorded_before_anything_was_written_is_an_answer_of_the_live_app() -> None:
    def told(write: Exchange) -> list[Exchange]:
        return numbered(
            marked(answer("abc"), 3),
            marked(answer("ab"), None),
            marked(answer("bc"), 9),
            write,
            marked(answer("c"), 4),
        )

    for write in (asked("PUT", "/parts/a", {"id": "a"}), socket('{"type": "move", "id": "b", "to": 0}')):
        mock = told(write)
        before = list(recorded_before(mock, 7))
        assert before == [mock[0]], "as recorded, before the recorded and the present write"
        assert list(recorded_before(mock, None)) == [mock[0], mock[2]]
        assert sets(numbered(answer("acb")), before) == FOUND
        assert sets(numbered(write, answer("acb")), before) == {}


class Recorded:
    """A recording whose first request that writes is at 9, and in which a page says something over a socket at 5."""

    def __init__(self, *said: str) -> None:
        self.said = said

    def next_write(self, seq: int) -> int | None:
        return 9

    def entries(self) -> Any:
        yield from (Entry(2, "wss://app.test/ws", "GET", 101, "", 0.0, kind) for kind in ("http", "websocket"))

    def messages(self, entry: Entry) -> list[SocketMessage]:
        assert entry.kind == "websocket"
        return [SocketMessage(5 + at, 0.0, True, each) for at, each in enumerate(self.said)]


def test_the_first_write_of_a_recording_may_be_said_over_a_socket() -> None:
    assert first_written(Recorded()) == 9
    assert first_written(Recorded('{"type": "ping"}')) == 9
    assert first_written(Recorded('{"type": "ping"}', '{"type": "move"}', '{"type": "move"}')) == 6
