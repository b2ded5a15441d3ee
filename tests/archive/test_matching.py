"""The ladder: what answers a request, by which verdict, and what never does."""

from __future__ import annotations

import json

import pytest

from awe_author.archive.canonical import request_form
from awe_author.archive.cursor import Cursor
from awe_author.archive.matching import Knowledge, Match, match
from awe_author.archive.model import Headers
from awe_author.errors import InputError
from tests.archive.listed import ListedIndex

API = "https://app.test/api/tickets"
THEN = 1_700_000_000.0


def ask(
    index: ListedIndex,
    method: str,
    url: str,
    body: object = b"",
    *,
    headers: Headers | None = None,
    knowledge: Knowledge | None = None,
    now: float = THEN,
) -> Match:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = headers or [("content-type", "application/json")]
    form = request_form(method, url, headers, data)
    return match(form, headers, index, Cursor(), knowledge or Knowledge(), now=now)


def index_of(*exchanges: tuple[str, str] | tuple[str, str, object]) -> ListedIndex:
    index = ListedIndex()
    for method, url, *body in exchanges:
        data = body[0] if body else b""
        index.add(method, url, data if isinstance(data, bytes) else json.dumps(data).encode(), time=THEN)
    return index


def test_exact_before_canonical() -> None:
    index = index_of(("GET", API + "?a=1&b=2"), ("GET", API + "?b=2&a=1"))
    found = ask(index, "GET", API + "?b=2&a=1")
    assert (found.verdict, found.entry and found.entry.seq) == ("exact", 2)
    assert ask(index, "GET", API + "?b=2&a=%31").verdict == "canonical"
    assert found.cursor.was_served(2)


def test_learned_parameters_are_left_out_and_others_are_not() -> None:
    index = index_of(("GET", API + "?nonce=abcdef&page=1"))
    knowledge = Knowledge.of(learned=[{"operation": f"GET {API}", "param": "query:nonce", "examples": ["a", "b"]}])
    assert ask(index, "GET", API + "?nonce=zzz&page=1").verdict == "miss"
    assert ask(index, "GET", API + "?nonce=zzz&page=1", knowledge=knowledge).verdict == "learned"
    assert ask(index, "GET", API + "?page=1", knowledge=knowledge).verdict == "learned"
    assert ask(index, "GET", API + "?nonce=zzz&page=2", knowledge=knowledge).verdict == "miss"
    assert ask(index, "GET", API + "/7?nonce=zzz&page=1", knowledge=knowledge).verdict == "miss"


def test_a_redacted_parameter_matches_any_value() -> None:
    index = index_of(("POST", API, {"user": "ann", "password": "Xxxxx000"}))
    knowledge = Knowledge.of(redacted=[{"operation": f"POST {API}", "param": "json:/password"}])
    assert ask(index, "POST", API, {"user": "ann", "password": "hunter2"}, knowledge=knowledge).verdict == "learned"
    assert ask(index, "POST", API, {"user": "bob", "password": "hunter2"}, knowledge=knowledge).verdict == "miss"


DELETE = {"query": "mutation DeleteTicket($id: ID!) { deleteTicket(id: $id) { id } }", "variables": {"id": "1"}}
LIST = {"query": "query ListTickets { listTickets { id } }"}


@pytest.mark.parametrize(
    ("recorded", "asked"),
    [
        (("POST", API, LIST), ("POST", API, DELETE)),
        (("GET", API), ("POST", API, {"op": "deleteTicket"})),
        (("GET", API), ("DELETE", API, b"")),
        (("POST", API, {"op": "CreateTicket", "n": 1}), ("POST", API, {"op": "DeleteEverything", "n": 1})),
        (("POST", API, {"action": "a", "_": "1700000001"}), ("POST", API, {"action": "b", "_": "1700000002"})),
        (("POST", API, {"title": "one"}), ("POST", API, {"title": "two"})),
        (("POST", API, b"\x00binary one"), ("POST", API, b"\x00binary two")),
        (("PATCH", API, {"x": 1}), ("PUT", API, {"x": 1})),
    ],
)
def test_a_write_never_matches_another_operation(
    recorded: tuple[str, str, object], asked: tuple[str, str, object]
) -> None:
    everything = Knowledge.of(
        learned=[{"operation": "*", "param": name} for name in ("json:/op", "json:/action", "body", "graphql:query")],
        rules=[{"match": "https://*", "ignore": ["op", "action", "body", "query", "graphql:*"]}],
    )
    assert ask(index_of(recorded), *asked).verdict == "miss"
    if asked[2] != {"title": "two"}:
        assert ask(index_of(recorded), *asked, knowledge=everything).verdict == "miss"


def test_author_rules() -> None:
    index = index_of(
        ("GET", "https://app.test/v1/s-111/items?tab=a&page=1"), ("POST", API, {"meta": {"trace": "q"}, "x": 1})
    )
    rules = [
        {"match": "https://app.test/v1/*", "ignore": ["tab"], "path": {r"/s-\d+/": "/s/"}, "method": "GET"},
        {"match": r"^https://app\.test/api/", "ignore": "trace"},
    ]
    knowledge = Knowledge.of(rules=rules)
    found = ask(index, "GET", "https://app.test/v1/s-222/items?tab=b&page=1", knowledge=knowledge)
    assert (found.verdict, found.rule) == ("rule", "https://app.test/v1/*")
    assert ask(index, "GET", "https://app.test/v1/s-222/items?page=2", knowledge=knowledge).verdict == "miss"
    assert ask(index, "POST", API, {"meta": {"trace": "z"}, "x": 1}, knowledge=knowledge).verdict == "rule"
    assert ask(index, "POST", API, {"meta": {"trace": "z"}, "x": 2}, knowledge=knowledge).verdict == "miss"


@pytest.mark.parametrize(
    "rule", [{}, {"match": 1}, {"match": "^("}, {"match": "*", "ignor": []}, {"match": "*", "path": []}]
)
def test_a_wrong_rule_is_refused(rule: dict[str, object]) -> None:
    with pytest.raises(InputError, match="rules"):
        Knowledge.of(rules=[rule])


SHIPPED = {
    "cache buster": ("GET", API + "?_=1699990000000", API + "?_=1700000001111"),
    "cache buster added": ("GET", API, API + "?nocache=123456"),
    "bare cache buster": ("GET", API + "?1700000000123", API + "?1700000005321"),
    "bare cache buster after others": ("GET", API + "?ids=1&1700000000123", API + "?ids=1&1700000005321"),
    "bare cache buster of a write": ("PUT", API + "?1700000000123", API + "?1700000005321"),
    "bare cache buster that is random": ("GET", API + "?0.71828182845", API + "?0.31415926535"),
    "campaign tag": ("GET", API + "?id=1", API + "?id=1&utm_source=mail&gclid=abc"),
    "polling stamp": ("GET", "https://app.test/socket.io/?EIO=4&t=Oxyz", "https://app.test/socket.io/?EIO=4&t=Pabc"),
    "sockjs session": ("GET", "https://app.test/ws/123/abcdefgh/xhr", "https://app.test/ws/456/zyxwvuts/xhr"),
    "clock in seconds": ("GET", API + "?from=1699996400", API + "?from=1699996430"),
    "clock in ISO": ("GET", API + "?at=2023-11-14T22:13:20.123Z", API + "?at=2023-11-14T22:13:29.001Z"),
}


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rules(name: str) -> None:
    method, recorded, asked = SHIPPED[name]
    index = index_of((method, recorded))
    assert ask(index, method, asked, now=THEN + 5).verdict == "rule"
    assert ask(index, method, asked, now=THEN + 5, knowledge=Knowledge(shipped=False)).verdict == "miss"


@pytest.mark.parametrize(
    ("recorded", "asked"),
    [
        (API + "?id=1", API + "?id=2"),
        (API + "?token=k3j4h5k2j3h4", API + "?token=98sd7f98s7df"),
        (API + "?at=2023-11-14T22:13:20Z", API + "?at=2023-12-14T22:13:20Z"),
        (API + "?card_id=1700000000123", API + "?card_id=1700000003123"),
        (API + "?day=2023-11-14", API + "?day=2023-11-15"),
        (API + "?id=1234567890123", API + "?id=1234567890124"),
        (API + "?t=Oxyz", API + "?t=Pabc"),
        (API + "?q=", API + "?q=a"),
        (API + "?1600000000123", API + "?1600000005321"),
        (API + "?1700000000123", API + "?1600000005321"),
        (API + "?17", API + "?18"),
    ],
)
def test_what_may_carry_meaning_is_compared(recorded: str, asked: str) -> None:
    assert ask(index_of(("GET", recorded)), "GET", asked).verdict == "miss"


def test_a_jsonp_callback_is_to_be_rewritten() -> None:
    index = index_of(("GET", API + "?callback=jQuery1_1&q=a&_=1700000000001"))
    found = ask(index, "GET", API + "?callback=jQuery2_2&q=a&_=1700000000002")
    assert found.verdict == "rule"
    assert found.rewrite == ("jQuery1_1", "jQuery2_2")


def test_a_moment_inside_a_fixed_text_is_a_clock_value_and_its_echo_is_named() -> None:
    index = index_of(("GET", API + "?_unlock=loading1700000000001"))
    found = ask(index, "GET", API + "?_unlock=loading1700000000002")
    assert found.verdict == "rule"
    assert found.echoes == (("loading1700000000001", "loading1700000000002"),)
    assert ask(index, "GET", API + "?_unlock=saving1700000000002").verdict == "miss"


@pytest.mark.parametrize(
    ("recorded", "asked", "later"),
    [
        ("20231114221320000", "20231114221321588", "20231115221320000"),
        ("20231114221320", "20231114221321", "20231114231320"),
        ("20231114T221320Z", "20231114T221321Z", "20231114T231320Z"),
        ("Tue, 14 Nov 2023 22:13:20 GMT", "Tue, 14 Nov 2023 22:13:21 GMT", "Wed, 15 Nov 2023 22:13:20 GMT"),
        ("99991399999999", "99991399999999", "99991399999998"),
        ("Tue, 34 Nov 2023 22:13:20 GMT", "Tue, 34 Nov 2023 22:13:20 GMT", "Tue, 35 Nov 2023 22:13:20 GMT"),
    ],
)
def test_moments_of_the_clock_in_other_spellings(recorded: str, asked: str, later: str) -> None:
    index = index_of(("PUT", API, {"title": "Bread", "modified": recorded}))
    wanted = "exact" if asked == recorded else "rule"
    assert ask(index, "PUT", API, {"title": "Bread", "modified": asked}).verdict == wanted
    assert ask(index, "PUT", API, {"title": "Bread", "modified": later}).verdict == "miss"


def test_signed_form_state_is_left_out_of_a_post_and_what_the_user_typed_is_not() -> None:
    form = [("content-type", "application/x-www-form-urlencoded")]
    index = ListedIndex()
    index.add("POST", API, b"__VIEWSTATE=" + b"a" * 97_000 + b"&name=ann", form)
    asked = b"__VIEWSTATE=" + b"b" * 97_000 + b"&name="
    assert ask(index, "POST", API, asked + b"ann", headers=form).verdict == "rule"
    assert ask(index, "POST", API, asked + b"bob", headers=form).verdict == "miss"


def test_vary_headers_rank_before_the_cursor_chooses() -> None:
    index = ListedIndex()
    index.add("GET", API, vary={"accept": "text/html", "sec-fetch-dest": "document"})
    index.add("GET", API, vary={"accept": "application/json", "sec-fetch-dest": "empty"})
    found = ask(index, "GET", API, headers=[("Accept", "application/json"), ("Sec-Fetch-Dest", "empty")])
    assert found.entry is not None
    assert found.entry.seq == 2
    assert ask(index, "GET", API, headers=[("Accept", "*/*"), ("Sec-Fetch-Dest", "document")]).entry.seq == 1  # type: ignore[union-attr]


def test_partial_answers_only_when_asked_for() -> None:
    index = ListedIndex()
    index.add("GET", API, status=206, vary={"range": "bytes=10-20"})
    index.add("GET", API, status=200)
    assert ask(index, "GET", API, headers=[("accept", "*/*")]).entry.seq == 2  # type: ignore[union-attr]
    assert ask(index, "GET", API, headers=[("Range", "bytes=10-20")]).entry.seq == 1  # type: ignore[union-attr]
    assert ask(index, "GET", API, headers=[("Range", "bytes=30-40")]).entry.seq == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("status", [304, 0])
def test_answers_without_a_body_only_when_there_is_no_other(status: int) -> None:
    index = ListedIndex()
    index.add("GET", API, status=status)
    assert ask(index, "GET", API).entry.status == status  # type: ignore[union-attr]
    index.add("GET", API)
    assert ask(index, "GET", API).entry.status == 200  # type: ignore[union-attr]


def test_a_miss_names_what_came_nearest_and_how_it_differs() -> None:
    index = index_of(("GET", "https://app.test/other"), ("GET", API + "?page=9&q=x"), ("GET", API + "?page=1&q=x"))
    found = ask(index, "GET", API + "?page=2&q=x")
    assert found.verdict == "miss"
    entry, differs = found.nearest[0]
    assert entry.seq == 2
    assert differs == ("query:page: 2 asked, 9 recorded",)
    assert "address" in found.nearest[-1][1][0]
    assert found.cursor == Cursor()


@pytest.mark.parametrize("learned", [False, True])
def test_a_counter_that_comes_to_that_of_another_request_is_told_by_headers(*, learned: bool) -> None:
    index = ListedIndex()
    for number, accept in ((450, "application/json"), (455, "text/html")):
        index.add("GET", f"{API}?_=1700000000{number}", vary={"accept": accept}, time=THEN)
    told = [{"operation": f"GET {API}", "param": "query:_", "examples": ["1", "2"]}] if learned else []

    def found(number: int, accept: str) -> int:
        url, headers = f"{API}?_=1700000000{number}", [("accept", accept)]
        entry = ask(index, "GET", url, headers=headers, knowledge=Knowledge.of(learned=told)).entry
        return entry.seq if entry else 0

    assert (found(450, "application/json"), found(455, "text/html")) == (1, 2)
    assert (found(455, "application/json"), found(450, "text/html")) == (1, 2)
    assert (found(450, "image/png"), found(455, "image/png")) == (1, 2)


PUSH = "wss://app.test/push"
MADE_UP = ("l0hfx9bo0a", "k17horlwll", "qwfbkqgepl")


def pushed(names: tuple[str, ...], param: str = "ref", *others: tuple[str, str]) -> ListedIndex:
    return index_of(*others, *(("GET", f"{PUSH}?{param}={name}&v=2") for name in names))


def test_a_connection_goes_by_any_name_that_its_page_makes_up() -> None:
    found = ask(pushed(MADE_UP), "GET", f"{PUSH}?ref=8ilgq9hjih&v=2")
    assert (found.verdict, found.rule) == ("rule", "name of a connection")
    assert ask(pushed(MADE_UP, "clientId"), "GET", f"{PUSH}?clientId=8ilgq9hjih&v=2").verdict == "rule"


@pytest.mark.parametrize(
    ("index", "query"),
    [
        (pushed(MADE_UP), "ref=8ilgq9hjih&v=3"),
        (pushed(MADE_UP), "ref=8ilgq9hji&v=2"),
        (pushed(MADE_UP[:1]), "ref=8ilgq9hjih&v=2"),
        (pushed((*MADE_UP, MADE_UP[0])), "ref=8ilgq9hjih&v=2"),
        (pushed(("watercraft", "lighthouse", "harbourage")), "ref=8ilgq9hjih&v=2"),
        (pushed(("1760000001", "1820000002", "1930000003")), "ref=1630000005&v=2"),
        (pushed(MADE_UP, "ref", ("GET", f"https://app.test/boards/{MADE_UP[1]}")), "ref=8ilgq9hjih&v=2"),
        (pushed(MADE_UP[:2], "boardId"), "boardId=8ilgq9hjih&v=2"),
    ],
    ids=["another version", "another length", "once", "twice the same", "words", "numbers", "a page", "an identity"],
)
def test_what_may_say_what_a_connection_is_about_has_to_agree(index: ListedIndex, query: str) -> None:
    assert ask(index, "GET", f"{PUSH}?{query}").verdict == "miss"


def test_only_connections_go_by_made_up_names() -> None:
    index = index_of(*(("GET", f"{API}?ref={name}") for name in MADE_UP))
    assert ask(index, "GET", f"{API}?ref=8ilgq9hjih").verdict == "miss"
