"""What lists of enterprise APIs do: views by name, what is in the bin, tokens that count, addresses, columns."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.numbered import numbered_key
from tests.features.discover.exchanges import draft_of
from tests.features.discover.mock import Mock

Row = dict[str, Any]
PAGE = "/api/leads/list"


def lead(number: int, name: str, status: str, *labels: str) -> Row:
    return {"id": 70 + number, "name": name, "status": status, "labels": [*labels]}


ROWS = [
    lead(1, "Ada", "open", "IN"), lead(2, "Ben", "done", "IN"), lead(3, "Cor", "open", "IN", "OWN"),
    lead(4, "Dot", "open", "IN"), lead(5, "Eve", "done", "IN"),
]  # fmt: skip


def listed(*numbers: int, rows: list[Row] = ROWS, **more: Any) -> Row:
    return {"leads": [next(row for row in rows if row["id"] == 70 + number) for number in numbers], **more}


async def test_a_view_stands_for_a_filter_and_addresses_name_it() -> None:
    def shown(view: str, size: int, begin: int, *numbers: int, after: int | None = None) -> Row:
        address = f"/leads/{view}?pageSize={size}&pageToken="
        return listed(
            *numbers, url=None, currentPageUrl=f"{address}{begin}", nextPageToken=None if after is None else str(after),
            nextPageUrl=None if after is None else f"{address}{after}", pageSize=size, sortBy=["name"],
            previousPageToken=str(max(0, begin - size)) if begin else None,
        )  # fmt: skip

    def asked(view: str, size: int, token: str | None = None, sort: str = "name") -> Row:
        return {"view": view, "query": {"pageSize": size, "pageToken": token, "sortBy": [sort]}}

    turned = shown("AllLeads", 50, 0, 5, 4, 3, 2, 1) | {"sortBy": ["-name"]}
    mock = Mock(
        ("POST", PAGE, asked("AllLeads", 50), 200, shown("AllLeads", 50, 0, 1, 2, 3, 4, 5)),
        ("POST", PAGE, asked("AllLeads", 50, sort="-name"), 200, turned),
        ("POST", PAGE, asked("AllLeads", 2), 200, shown("AllLeads", 2, 0, 1, 2, after=2)),
        ("POST", PAGE, asked("AllLeads", 2, "2"), 200, shown("AllLeads", 2, 2, 3, 4, after=4)),
        ("POST", PAGE, asked("OpenLeads", 50), 200, shown("OpenLeads", 50, 0, 1, 3, 4)),
        ("PATCH", "/api/leads/71", {"name": "Ada"}, 200, ROWS[0]),
    )
    assert await mock.ask("POST", PAGE, asked("OpenLeads", 2)) == (200, shown("OpenLeads", 2, 0, 1, 3, after=2))
    assert await mock.ask("POST", PAGE, asked("AllLeads", 2, "4")) == (200, shown("AllLeads", 2, 4, 5))
    assert await mock.ask("POST", PAGE, asked("AllLeads", 50, sort="-name")) == (200, turned)
    assert (await mock.ask("PATCH", "/api/leads/71", {"status": "done"}))[0] == 200
    assert [one["id"] for one in (await mock.ask("POST", PAGE, asked("OpenLeads", 50)))[1]["leads"]] == [73, 74]


async def test_what_is_in_the_bin_is_shown_when_it_is_asked_for_and_tokens_count_from_any_number() -> None:
    binned = [*ROWS[:2], lead(3, "Cor", "open", "IN", "OWN", "BIN"), *ROWS[3:]]
    mock = Mock(
        ("GET", "/leads?labels=IN&maxResults=50", None, 200, listed(1, 2, 3, 4, 5, sizeEstimate=5)),
        ("GET", "/leads?labels=IN&maxResults=2", None, 200, listed(1, 2, nextToken="94002", sizeEstimate=5)),
        (
            "GET",
            "/leads?labels=IN&maxResults=2&pageToken=94002",
            None,
            200,
            listed(3, 4, nextToken="94004", sizeEstimate=5),
        ),
        ("POST", "/leads/73/trash", None, 200, binned[2]),
        ("GET", "/leads?labels=IN&maxResults=50", None, 200, listed(1, 2, 4, 5, rows=binned, sizeEstimate=4)),
        ("GET", "/leads?labels=BIN&maxResults=50", None, 200, listed(3, rows=binned, sizeEstimate=1)),
    )
    assert (await mock.ask("POST", "/leads/71/trash"))[0] == 200
    first = listed(2, 3, 4, nextToken="94003", sizeEstimate=4)
    assert await mock.ask("GET", "/leads?labels=IN&maxResults=3") == (200, first)
    assert await mock.ask("GET", "/leads?labels=IN&maxResults=3&pageToken=94003") == (200, listed(5, sizeEstimate=4))
    bin_of = await mock.ask("GET", "/leads?labels=BIN&maxResults=50")
    assert ([one["id"] for one in bin_of[1]["leads"]], bin_of[1]["sizeEstimate"]) == ([71], 1)


async def test_what_is_archived_is_left_out() -> None:
    def row(number: int, archived: str | None = None) -> Row:
        return {"id": number, "name": f"N{number}", "shelf": "A", "text": f"About {number}", "archived": archived}

    now = "2025-03-03T09:00:00Z"
    mock = Mock(
        ("GET", "/notes?limit=25&offset=0", None, 200, {"notes": [row(1), row(2), row(3)], "total": 3}),
        ("POST", "/notes.archive", {"id": 2}, 200, row(2, now)),
        ("GET", "/notes?limit=25&offset=0", None, 200, {"notes": [row(1), row(3)], "total": 2}),
    )
    await mock.ask("POST", "/notes.archive", {"id": 3})
    assert await mock.ask("GET", "/notes?limit=25&offset=0") == (200, {"notes": [row(1), row(2)], "total": 2})


async def test_columns_that_are_asked_for_and_words_in_quotes() -> None:
    def cut(*names: str) -> Row:
        return {"leads": [{"id": row["id"], **{name: row[name] for name in names}} for row in ROWS]}

    mock = Mock(
        ("GET", "/leads", None, 200, listed(1, 2, 3, 4, 5)),
        ("GET", "/leads?$select=name,status", None, 200, cut("name", "status")),
        ("GET", "/leads?$search=%22co%22", None, 200, listed(3)),
        ("PATCH", "/leads/71", {"name": "Ada"}, 200, ROWS[0]),
    )
    assert await mock.ask("GET", "/leads?$select=labels,name") == (200, cut("labels", "name"))
    assert await mock.ask("GET", "/leads?$search=%22be%22") == (200, listed(2))
    assert await mock.ask("GET", "/leads") == (200, listed(1, 2, 3, 4, 5))


async def test_sentences_go_for_other_fields() -> None:
    mock = Mock(
        ("GET", "/leads", None, 200, listed(1, 2, 3, 4, 5)),
        ("GET", "/leads?$filter=status eq 'done'", None, 200, listed(2, 5)),
        ("PATCH", "/leads/71", {"name": "Ada"}, 200, ROWS[0]),
    )
    assert await mock.ask("GET", "/leads?$filter=name eq 'Cor'") == (200, listed(3))


def test_keys_of_the_app_itself_have_no_number() -> None:
    key = numbered_key("labels", ["INBOX", "SENT", "Label_2", "Label_3", "Label_4"], ["Label_4"])
    assert key is not None
    assert key.text == "'Label_' + string(state.next_ids.labels)"


def test_a_form_in_which_some_fields_are_wanted_is_no_choice_of_columns() -> None:
    def post(number: int, **more: Any) -> dict[str, Any]:
        return {"id": str(number), "title": f"Post {number}", "slug": f"post-{number}", "views": number * 3,
                "status": "draft", "html": f"<p>{number}</p>", "text": f"{number}", **more}  # fmt: skip

    draft = draft_of(
        ("GET", "/posts", None, 200, {"posts": [post(1), post(2)]}),
        ("GET", "/posts?formats=html,text", None, 200, {"posts": [post(1), post(2)]}),
        ("POST", "/posts", {"title": "Post 3"}, 201, {"posts": [post(3, source="web")]}),
        ("GET", "/posts?formats=html,text", None, 200, {"posts": [post(1), post(2), post(3)]}),
    )
    assert not [one.document["id"] for one in draft.features if "columns" in str(one.document["id"])]


async def test_keys_that_are_numbers_stay_so_among_the_columns_asked_for() -> None:
    def row(number: int, *names: str) -> Row:
        whole = {"id": number, "name": f"N{number}", "shelf": "A", "text": f"About {number}"}
        return {name: whole[name] for name in names} if names else whole

    def listed_with(*names: str) -> Row:
        return {"data": [row(number, *names) for number in (1, 2, 3)]}

    mock = Mock(
        ("GET", "/notes", None, 200, listed_with()),
        ("GET", "/notes?fields=name,id", None, 200, listed_with("name", "id")),
        ("GET", "/notes?fields=id,shelf,name", None, 200, listed_with("id", "shelf", "name")),
        ("PATCH", "/notes/2", {"shelf": "A"}, 200, {"data": row(2)}),
    )
    assert await mock.ask("GET", "/notes?fields=text,id") == (200, listed_with("text", "id"))
    assert await mock.ask("GET", "/notes?fields=text,name") == (200, listed_with("text", "name"))


async def test_what_is_always_null_beside_the_columns_stays_there() -> None:
    def row(number: int) -> Row:
        return {"id": f"n{number}", "name": f"N{number}", "shelf": "A", "text": f"About {number}"}

    def cut(*rows: Row) -> Row:
        return {"data": [{"name": one["name"], "shelf": one["shelf"], "id": one["id"], "plan": None} for one in rows]}

    mock = Mock(
        ("GET", "/notes", None, 200, {"data": [row(1), row(2)]}),
        ("GET", "/notes?fields=name,shelf", None, 200, cut(row(1), row(2))),
        ("POST", "/notes", {"name": "N3", "shelf": "A", "text": "About 3"}, 201, {"data": row(3)}),
        ("GET", "/notes", None, 200, {"data": [row(1), row(2), row(3)]}),
    )
    await mock.ask("POST", "/notes", {"name": "N4", "shelf": "B", "text": "About 4"})
    _, found = await mock.ask("GET", "/notes?fields=name,shelf")
    assert [(one["name"], one.get("plan", "missing")) for one in found["data"]] == [
        ("N1", None),
        ("N2", None),
        ("N4", None),
    ]
