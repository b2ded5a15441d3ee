"""What a server keeps saying by itself is told from what happens once, and goes on without an end."""

from __future__ import annotations

import itertools
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from awe_author.archive.model import Entry, SocketMessage
from awe_author.features.feeds import Feeds, feeds_of

URL = "wss://app.test/live"
THEN = 1_700_000_000.0


def entry(seq: int, time: float = THEN) -> Entry:
    return Entry(seq, URL, "GET", 101, "", time, kind="websocket")


def talk(said: Sequence[tuple[float, Any]], outgoing: Sequence[tuple[float, str]] = ()) -> list[SocketMessage]:
    """Messages of the server as JSON, and of the page as they are."""
    told = [(at, False, json.dumps(value)) for at, value in said] + [(at, True, text) for at, text in outgoing]
    return [SocketMessage(place + 1, *one) for place, one in enumerate(sorted(told))]


def load(number: int, **more: Any) -> dict[str, Any]:
    return {"type": "load", "host": f"h{number % 2}", "text": f"{number} of 100", **more}


def names(said: Sequence[tuple[float, Any]], writes: Sequence[float] = (), **more: Any) -> frozenset[str]:
    return feeds_of(URL, [(entry(1), talk(said, **more))], writes).names


def test_measurements_that_keep_coming_are_a_feed() -> None:
    assert names([(10.0 * number, load(number)) for number in range(1, 8)]) == {"load"}


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("too few", [(10.0 * number, load(number)) for number in range(1, 5)]),
        ("each says something else", [(10.0 * n, {"type": "chat", "text": "abcdefgh"[n]}) for n in range(1, 8)]),
        ("each is a new thing", [(10.0 * n, {"type": "made", "id": n, "text": "new"}) for n in range(1, 8)]),
        ("one burst", [(3.0 + 0.004 * number, load(number)) for number in range(8)]),
        ("two bursts", [(at + 0.004 * number, load(number)) for at in (3.0, 30.0) for number in range(8)]),
        ("no name", [(10.0 * number, {"load": number}) for number in range(1, 8)]),
    ],
)
def test_what_is_no_feed(why: str, said: list[tuple[float, Any]]) -> None:
    assert names(said) == frozenset(), why


def test_what_follows_a_message_of_the_page_or_a_write_did_not_come_by_itself() -> None:
    said = [(10.0 * number, load(number)) for number in range(1, 8)]
    assert names(said, outgoing=[(at - 0.5, '{"get":1}') for at, _ in said]) == frozenset()
    assert names(said, writes=[THEN + at - 1 for at, _ in said]) == frozenset()


def some(count: int = 6) -> Feeds:
    first = talk([(0.5, {"type": "hello"}), *((10.0 * number, load(number)) for number in range(1, count + 1))])
    second = talk([(3.0, load(90)), (5.0, load(91))])
    return feeds_of(URL, [(entry(1), first), (entry(50, THEN + 500), second)], ())


def test_it_goes_on_at_its_pace_with_the_other_conversations_and_again() -> None:
    feeds = some()
    assert not feeds.holds('{"type":"hello"}')
    assert feeds.holds(json.dumps(load(3)))
    came = list(itertools.islice(feeds.following(entry(1), THEN + 4), 12))
    assert [gap for gap, _ in came] == [6, 10, 10, 10, 10, 10, 10, 2, 10, 10, 10, 10]
    assert [json.loads(data)["text"] for _, data in came][5:9] == ["6 of 100", "90 of 100", "91 of 100", "1 of 100"]


def test_a_later_conversation_begins_with_its_own() -> None:
    came = list(itertools.islice(some().following(entry(50), THEN + 500), 4))
    assert [(gap, json.loads(data)["text"].split()[0]) for gap, data in came] == [
        (3, "90"),
        (2, "91"),
        (10, "1"),
        (10, "2"),
    ]


@pytest.mark.parametrize("apart", [0.0, 0.004])
def test_what_comes_in_bursts_never_floods(apart: float) -> None:
    bursts = [(10.0 * at + apart * number, load(number)) for at in range(1, 7) for number in range(6)]
    one = [(5.0 + apart * number, load(number)) for number in range(6)]
    feeds = feeds_of(URL, [(entry(1), talk(bursts)), (entry(90, THEN + 500), talk(one))], ())
    for seq, began in ((1, THEN), (90, THEN + 500)):
        waited = [gap for gap, _ in itertools.islice(feeds.following(entry(seq, began), began), 400)]
        assert sum(gap > 5 - 6 * apart for gap in waited) >= 400 // 6, "a pause before every burst"


def test_what_came_at_once_comes_again_after_a_pause() -> None:
    """Its own conversation holds one moment, its address no more than ticks that are nearer than a pause."""
    ticks = [(3.0 + 0.5 * number, load(number)) for number in range(30)]
    feeds = feeds_of(URL, [(entry(1), talk([(3.0, load(1))] * 6)), (entry(90, THEN + 500), talk(ticks))], ())
    waited = [gap for gap, _ in itertools.islice(feeds.following(entry(1), THEN), 360)]
    assert sum(gap >= 1 for gap in waited) >= 10


@pytest.mark.parametrize(
    ("of", "first", "again"),
    [
        (lambda at: int((THEN + at) * 1000), int((THEN + 10) * 1000), int((THEN + 80) * 1000)),
        (lambda at: int(THEN + at), int(THEN + 10), int(THEN + 80)),
        (lambda at: f"2023-11-14T22:{13 + (20 + int(at)) // 60}:{(20 + int(at)) % 60:02}.250Z",) * 1
        + ("2023-11-14T22:13:30.250Z", "2023-11-14T22:14:40.250Z"),
    ],
)
def test_moments_of_what_comes_again_are_those_at_which_it_comes(of: Any, first: Any, again: Any) -> None:
    said = talk([(10.0 * number, load(number, at=of(10.0 * number))) for number in range(1, 8)])
    feeds = feeds_of(URL, [(entry(1), said)], ())
    came = [json.loads(data) for _, data in itertools.islice(feeds.following(entry(1), THEN), 8)]
    assert (came[0]["at"], came[7]["at"], came[7]["text"]) == (first, again, "1 of 100")


def test_a_moment_that_is_always_the_same_stays() -> None:
    said = talk([(100.0 * number, load(number, since=int(THEN))) for number in range(1, 8)])
    feeds = feeds_of(URL, [(entry(1), said)], ())
    assert {json.loads(data)["since"] for _, data in itertools.islice(feeds.following(entry(1), THEN), 20)} == {THEN}


def test_several_in_one_message() -> None:
    batch = [(10.0 * n, [load(n), {"type": "state", "of": "x"}]) for n in range(1, 8)]
    feeds = feeds_of(URL, [(entry(1), talk([*batch, (75.0, [load(8), {"type": "saved"}])]))], ())
    assert feeds.frame == "array"
    assert feeds.names == {"load", "state"}
    assert not feeds.holds(json.dumps([load(1), {"type": "saved"}])), "the whole is not of feeds"
    assert len(feeds.beats[0]) == 7


def rooms(*talks: tuple[str, Sequence[tuple[float, str]]]) -> tuple[Feeds, list[Entry]]:
    """Feeds of conversations (query, what the page said), each of which tells of a host of its own."""
    said, entries = [], []
    for number, (query, outgoing) in enumerate(talks):
        entries.append(replace(entry(100 * number + 1, THEN + 500 * number), url=URL + query))
        ticks = [(10.0 * at, {"type": "load", "host": f"{'abcdef'[number]}", "text": f"{at}"}) for at in range(1, 7)]
        said.append((entries[-1], talk(ticks, outgoing)))
    return feeds_of(URL, said, ()), entries


def hosts(feeds: Feeds, of: Entry) -> set[str]:
    return {json.loads(data)["host"] for _, data in itertools.islice(feeds.following(of, of.time), 60)}


def test_conversations_follow_each_other_only_when_their_pages_asked_for_the_same() -> None:
    a, b = [(0.1, '{"join":"a"}')], [(0.1, '{"join":"b"}')]
    again = [*a, (20.5, '{"join":"a"}'), (30.5, '{"type":"ping"}')]
    feeds, entries = rooms(("?v=1", a), ("?v=2", a), ("?v=1", b), ("?v=1", again), ("?v=1", []), ("?v=1", [*a, *b]))
    assert feeds.names == {"load"}
    assert [hosts(feeds, one) for one in entries] == [{"a", "d"}, {"b"}, {"c"}, {"a", "d"}, {"e"}, {"f"}]
    assert list(feeds.following(entry(7), THEN)) == [], "a conversation of which nothing is known"


def test_connections_of_engine_io_follow_each_other_whatever_carried_them() -> None:
    url = "wss://app.test/socket.io/"
    talks = []
    for number in (0, 1):
        of = replace(
            entry(100 * number + 1), url=f"{url}?room=a&EIO=4&transport={('polling', 'websocket')[number]}&sid={number}"
        )
        ticks = [
            (10.0 * at, False, f'42["load",{{"of":{number},"at":{int((THEN + 10 * at) * 1000)}}}]')
            for at in range(1, 7)
        ]
        talks.append((of, [SocketMessage(place + 1, *one) for place, one in enumerate(ticks)]))
    feeds = feeds_of(url, talks, ())
    came = [json.loads(data.removeprefix("42")) for _, data in itertools.islice(feeds.following(talks[0][0], THEN), 13)]
    assert [one[1]["of"] for one in came] == [0] * 6 + [1] * 6 + [0]
    assert came[0] == ["load", {"of": 0, "at": int((THEN + 10) * 1000)}]
    assert came[12] == ["load", {"of": 0, "at": int((THEN + 130) * 1000)}], "the moment at which it comes"


@pytest.mark.parametrize(("form", "frame"), [("{}\n{}\n", "lines"), ("{}\n{}", "lines"), ("{}\x1e{}\x1e", "records")])
def test_moments_in_several_documents_of_one_message_go_on(form: str, frame: str) -> None:
    def both(number: int, at: float) -> str:
        first = f'{{"type":"load","text":"{number}","at":{int((THEN + at) * 1000)}}}'
        return form.format(first, f'{{"type":"state","of":"x","since":{number}}}')

    said = [SocketMessage(number, 10.0 * number, False, both(number, 10.0 * number)) for number in range(1, 7)]
    feeds = feeds_of(URL, [(entry(1), said)], ())
    assert (feeds.frame, feeds.names) == (frame, {"load", "state"})
    came = list(itertools.islice(feeds.following(entry(1), THEN), 8))
    assert came[:2] == [(10.0, both(1, 10)), (10.0, both(2, 20))]
    assert came[6:] == [(10.0, both(1, 70)), (10.0, both(2, 80))]


def test_subscriptions_of_graphql_are_left_to_their_question() -> None:
    said = talk([(0.1, {"type": "connection_ack"}), *((10.0 * n, {"type": "data", "id": "1"}) for n in range(1, 9))])
    assert feeds_of(URL, [(entry(1), said)], ()).names == frozenset()
