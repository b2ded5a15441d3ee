"""Lists that were only ever seen empty, and show what is made later."""

from __future__ import annotations

import json
from typing import Any

import pytest

from awe_author.features.discover.exchanges.calls import call_of
from awe_author.features.discover.exchanges.empties import as_asked_before
from awe_author.features.discover.exchanges.graphql_text import selected
from tests.features.discover.exchanges import ORIGIN as APP
from tests.features.discover.exchanges import draft_of, exchange
from tests.features.discover.mock import Mock
from tests.replay.listed import FETCH

TASKS = [{"id": number, "title": title} for number, title in ((1, "Wash"), (2, "Dry"), (3, "Fold"))]
NOTE = {"id": 7, "task_id": 2, "text": "Twice", "state": "open", "made_at": "2025-03-03T09:00:00Z"}


def rest(*lists: tuple[str, Any], make: str = "/api/tasks/2/notes", **more: Any) -> list[tuple[Any, ...]]:
    """An app of tasks: what it answers to these before a note is made."""
    return [
        ("GET", "/api/tasks", None, 200, TASKS),
        ("POST", "/api/tasks", {"title": "Iron"}, 201, {"id": 4, "title": "Iron"}),
        *(("GET", path, None, 200, answer) for path, answer in lists),
        ("POST", make, {"text": "Twice", **more}, 201, NOTE),
    ]


def lists_of(draft: Any, kind: str = "notes") -> list[dict[str, Any]]:
    return [one.document for one in draft.features if one.document["id"].startswith(f"{kind}.list.api")]


@pytest.mark.parametrize("wrap", [lambda many: many, lambda many: {"items": many, "total": len(many)},
                                  lambda many: {"notes": many, "meta": {"totalCount": len(many)}}])  # fmt: skip
async def test_what_is_made_at_an_address_is_listed_there(wrap: Any) -> None:
    mock = Mock(*rest(("/api/tasks/2/notes", wrap([]))))
    _, made = await mock.ask("POST", "/api/tasks/2/notes", {"text": "Thrice"})
    assert await mock.ask("GET", "/api/tasks/2/notes") == (200, wrap([made]))
    assert await mock.ask("GET", "/api/tasks/3/notes") == (200, wrap([]))
    _, other = await mock.ask("POST", "/api/tasks/3/notes", {"text": "Never"})
    assert await mock.ask("GET", "/api/tasks/3/notes") == (200, wrap([other]))
    assert await mock.ask("GET", "/api/tasks/2/notes") == (200, wrap([made]))


async def test_what_is_made_below_something_belongs_to_it() -> None:
    other = {**NOTE, "id": 8, "task_id": 3}
    mock = Mock(
        *rest(),
        ("POST", "/api/tasks/3/notes", {"text": "Twice"}, 201, other),
        ("GET", "/api/tasks/2/notes", None, 200, [NOTE]),
        ("GET", "/api/tasks/3/notes", None, 200, [other]),
    )
    made = [(await mock.ask("POST", f"/api/tasks/{task}/notes", {"text": "Once"}))[1] for task in (3, 1)]
    assert [one["task_id"] for one in made] == [3, 1]
    assert await mock.ask("GET", "/api/tasks/1/notes") == (200, made[1:])


GONE = {"error": {"code": "missing", "message": "No such task"}}


@pytest.mark.parametrize("parent", ["abc", "999", "9" * 30])
@pytest.mark.parametrize("said", [GONE, None])
async def test_nothing_is_made_below_what_is_not_there(parent: str, said: Any) -> None:
    refused = [("GET", "/api/tasks/99", None, 404, said)] if said else []
    mock = Mock(*rest(("/api/tasks/2/notes", [])), *refused)
    asked = await mock.ask("POST", f"/api/tasks/{parent}/notes", {"text": "Never"})
    assert asked == (404, said or {"error": f"There is no {parent}."})
    assert (await mock.ask("POST", "/api/tasks/1/notes", {"text": "Once"}))[0] == 201


async def test_nor_where_no_field_tells_to_what_it_belongs() -> None:
    note = {"id": 7, "text": "Twice"}
    mock = Mock(*rest()[:2], ("POST", "/api/tasks/2/notes", {"text": "Twice"}, 201, note))
    assert await mock.submit("/api/tasks/99/notes", "text=Never") == 404
    assert (await mock.ask("POST", "/api/tasks/1/notes", {"text": "Once"}))[0] == 201


@pytest.mark.parametrize(("parent", "status"), [("31", 201), ("abc", 404), ("9" * 30, 404)])
async def test_of_parents_that_nothing_shows_only_the_form_of_the_key_is_known(parent: str, status: int) -> None:
    notes = [{**NOTE, "id": 6 + task, "task_id": task} for task in (1, 2)]
    mock = Mock(*(("POST", f"/api/tasks/{one['task_id']}/notes", {"text": "Twice"}, 201, one) for one in notes))
    made = await mock.ask("POST", f"/api/tasks/{parent}/notes", {"text": "Once"})
    assert made[0] == status
    assert status == 404 or made[1]["task_id"] == 31


def test_a_field_that_says_so_by_chance_is_left_alone() -> None:
    note = {"id": 7, "rank": 2, "text": "Twice"}
    draft = draft_of(*rest()[:2], ("POST", "/api/tasks/2/notes", {"text": "Twice"}, 201, note))
    made = next(one.document for one in draft.features if one.document["id"] == "notes.create.api")
    assert made["with"] == "body"


async def test_a_list_below_what_a_record_belongs_to_by_the_name_of_a_field() -> None:
    mock = Mock(*rest(("/api/tasks/2/notes?state=open&limit=2", []), make="/api/notes", task_id=2))
    made = [(await mock.ask("POST", "/api/notes", {"text": text, "task_id": 3}))[1] for text in "ABC"]
    assert await mock.ask("GET", "/api/tasks/3/notes?state=open&limit=2") == (200, made[:2])
    assert await mock.ask("GET", "/api/tasks/3/notes?state=closed&limit=2") == (200, [])
    assert await mock.ask("GET", "/api/tasks/2/notes?state=open&limit=2") == (200, [])


async def test_a_task_that_is_not_there_has_no_list() -> None:
    mock = Mock(*rest(("/api/tasks/2/notes", [])))
    answer = await mock.replay.ask("GET", f"{APP}/api/tasks/9/notes", b"", FETCH)
    assert answer.status == 404


@pytest.mark.parametrize(
    ("path", "answer", "make"),
    [
        ("/api/tasks/2/notes?view=mine", [], "/api/tasks/2/notes"),
        ("/api/tasks/2/notes?page=3", [], "/api/tasks/2/notes"),
        ("/api/archive/notes", [], "/api/notes"),
        ("/api/tasks/2/watchers", [], "/api/tasks/2/notes"),
        ("/api/tasks/2/notes", {"items": [], "people": []}, "/api/tasks/2/notes"),
        ("/api/tasks/2/notes", {"reactions": []}, "/api/tasks/2/notes"),
        ("/api/people/2/notes", [], "/api/notes"),
    ],
)
def test_what_is_not_told_is_left_as_recorded(path: str, answer: Any, make: str) -> None:
    assert lists_of(draft_of(*rest((path, answer), make=make))) == []


def test_a_list_that_was_empty_although_something_fits_is_left_as_recorded() -> None:
    dialogue = rest(("/api/tasks/2/notes", []))
    assert lists_of(draft_of(*dialogue))
    assert lists_of(draft_of(*dialogue, ("GET", "/api/tasks/2/notes", None, 200, []))) == []


ORIGIN = {"name": "ops", "place": "prod", "__typename": "Origin"}
JOBS: list[dict[str, Any]] = [
    {"id": key, "queue": queue, "madeAt": f"2025-03-0{day}T08:00:00Z", "stage": "DONE", "__typename": "Job",
     "labels": [{"key": "team", "value": queue, "__typename": "Label"}] if day > 1 else [], "origin": origin}
    for key, queue, day, origin in (
        ("f81d4fae-7dec-41d0-8765-00a0c91e6bf6", "mail", 1, None),
        ("6ba7b810-9dad-41d1-80b4-00c04fd430c8", "sync", 2, None),
        ("9a1de644-815e-46d1-bb8f-aa1837f8a88b", "mail", 3, ORIGIN),
    )
]  # fmt: skip
FIELDS = "id queue madeAt stage labels { key value __typename } origin { name place __typename } __typename"
FEED = f"query Feed {{ feed: allJobs {{ nodes {{ {FIELDS} }} }} }}"
MAKE = f"mutation Make($input: JobInput!) {{ makeJob(input: $input) {{ job {{ {FIELDS} }} }} }}"
LATEST = """query Latest($where: JobFilter) {
  jobsOrError(filter: $where, limit: 1) { ... on Jobs { results { id ...Times } } } }
fragment Times on Job { stage madeAt labels { key value __typename } __typename }"""


def asked(text: str, **variables: Any) -> dict[str, Any]:
    return {"operationName": text.split("(")[0].split()[1], "query": text, "variables": variables}


def graphql(text: str = LATEST, where: Any = None, after: Any = None) -> list[tuple[Any, ...]]:
    """A new job was launched; before it the latest one was asked for, by `where`."""
    told = [
        (asked(FEED), {"feed": {"nodes": JOBS[1::-1]}}),
        (asked(text, where=where), {"jobsOrError": {"results": []}}),
        (asked(MAKE, input={"queue": "mail", "origin": ORIGIN}), {"makeJob": {"job": JOBS[2]}}),
        (asked(FEED), {"feed": {"nodes": JOBS[::-1]}}),
    ]
    return [("POST", "/graphql", sent, 200, {"data": answer}) for sent, answer in told]


@pytest.mark.parametrize(
    ("recorded", "other"),
    [
        ({"queue": "post"}, {"queue": "sync"}),
        ({"queue": "mail", "labels": [{"key": "team", "value": "mail"}]},
         {"labels": [{"key": "team", "value": "sync"}]}),
        ({"queue": "mail", "labels": [{"key": ".from", "value": "ops@prod"}]}, None),
    ],
)  # fmt: skip
async def test_the_text_says_of_what_kind_a_list_is_and_what_is_shown(recorded: Any, other: Any) -> None:
    mock = Mock(*graphql(where=recorded))

    async def latest(where: Any) -> Any:
        return (await mock.ask("POST", "/graphql", asked(LATEST, where=where)))[1]["data"]["jobsOrError"]["results"]

    def short(job: Any) -> Any:
        return {name: job[name] for name in ("id", "stage", "madeAt", "labels", "__typename")}

    assert await latest(recorded) == []
    _, made = await mock.ask("POST", "/graphql", asked(MAKE, input={"queue": "mail", "origin": ORIGIN}))
    job = made["data"]["makeJob"]["job"]
    assert await latest(recorded) == ([short(job)] if recorded["queue"] == "mail" else [])
    if other is not None:
        assert await latest(other) == [short(JOBS[1])]
    assert await latest({**recorded, "queue": "none"}) == []


BOARD = """query Board($of: Selector!) { board(of: $of) {
  id title runs(limit: 5) { ... on AnyJob { id ...Times } } watchers { id } } }
fragment Times on Job { stage madeAt __typename }"""


def board(of: Any, title: str) -> tuple[Any, ...]:
    answer = {
        "board": {"id": title[:1], "title": title, "runs": [], "watchers": [{"id": 4}] if title == "Mail" else []}
    }
    return "POST", "/graphql", asked(BOARD, of=of), 200, {"data": answer}


MAIL, SYNC = ({"queue": queue, "place": "prod"} for queue in ("mail", "sync"))


async def test_one_empty_list_among_others_is_made_anew_for_what_was_asked_before() -> None:
    mock = Mock(*graphql(where={"queue": "post"})[:1], board(MAIL, "Mail"), board(SYNC, "Sync"), *graphql()[2:])
    _, made = await mock.ask("POST", "/graphql", asked(MAKE, input={"queue": "mail", "origin": ORIGIN}))
    job = made["data"]["makeJob"]["job"]
    _, told = await mock.ask("POST", "/graphql", asked(BOARD, of=MAIL))
    runs = [{name: job[name] for name in ("id", "stage", "madeAt", "__typename")}]
    assert told["data"]["board"] == {"id": "M", "title": "Mail", "runs": runs, "watchers": [{"id": 4}]}
    _, told = await mock.ask("POST", "/graphql", asked(BOARD, of=SYNC))
    assert told["data"]["board"] == {"id": "S", "title": "Sync", "runs": [], "watchers": []}
    body = json.dumps(asked(BOARD, of={"queue": "post", "place": "prod"})).encode()
    other = await mock.replay.ask("POST", f"{APP}/graphql", body, [*FETCH, ("Content-Type", "application/json")])
    assert other.status == 404


def test_what_stands_beside_a_list_has_to_follow_from_what_is_asked() -> None:
    start = graphql(where={"queue": "post"})
    assert len(lists_of(draft_of(start[0], board(MAIL, "Mail"), board(SYNC, "Sync"), *start[2:]), "jobs")) == 2
    assert len(lists_of(draft_of(start[0], board(MAIL, "Mail"), board(MAIL, "Sync"), *start[2:]), "jobs")) == 1


@pytest.mark.parametrize(
    "change",
    [
        ("results { id ...Times }", "results { id retries ...Times }"),
        ("on Job {", "on Task {"),
        ("results { id ...Times }", "results { id ... on Task { id } ...Times }"),
        ("limit: 1", "limit: 1, only: { active: true }"),
        ("labels {", "labels(first: 1) {"),
        ("labels { key value __typename }", "labels { key }"),
    ],
)
def test_a_text_that_asks_for_what_is_not_known_is_left_as_recorded(change: tuple[str, str]) -> None:
    text = LATEST.replace(*change)
    assert len(lists_of(draft_of(*graphql(where={"queue": "post"})), "jobs")) == 2
    assert len(lists_of(draft_of(*graphql(text, {"queue": "post"})), "jobs")) == 1


@pytest.mark.parametrize(
    "where",
    [
        {"queue": "mail"},
        {"queue": "post", "mood": "good"},
        {"queue": "post", "id": "9a1de644"},
        {"labels": [{"key": ".from", "value": "ops"}]},
        {"labels": [{"name": "team"}]},
        {"labels": [{"key": "team", "value": ["mail"]}]},
    ],
)
def test_a_filter_that_is_not_understood_is_left_as_recorded(where: Any) -> None:
    assert len(lists_of(draft_of(*graphql(where=where)), "jobs")) == 1


def test_what_a_text_asks_of_each_and_of_which_type() -> None:
    fields, types = selected(LATEST, "Latest", ("data", "jobsOrError", "results", "*"))
    assert [one.name for one in fields] == ["id", "stage", "madeAt", "labels", "__typename"]
    assert types == {"Job"}
    assert selected(LATEST, "Latest", ("data", "jobsOrError", "none")) == ([], frozenset())
    both = "{ all { ... on Job { id } ...A ... @include(if: $x) { a: age } } } fragment A on Task { age { n } }"
    fields, types = selected(both, "", ("data", "all", "*"))
    assert ([one.key for one in fields], types) == (["id", "age", "a"], {"Job", "Task"})
    within = "{ all { ... on Node { id ... on Job { stage } } } }"
    assert selected(within, "", ("data", "all", "*"))[1] == {"Job"}


def test_fragments_that_use_fragments_many_times_are_read_once() -> None:
    spreads = " ".join(f"fragment F{n} on T{n} {{ f{n} ...F{n + 1} ...F{n + 1} }}" for n in range(40))
    text = f"query Q {{ many {{ ...F0 ...Again }} }} fragment Again on Again {{ id ...Again ...Again }} {spreads}"
    fields, types = selected(text, "Q", ("data", "many", "*"))
    assert [one.name for one in fields] == [*(f"f{n}" for n in range(40)), "id"]
    assert types == {"T39", "Again"}


def test_an_answer_in_which_data_is_no_object_ends_nothing() -> None:
    text = "query Notes { data { id } notes { id __typename } }"
    call = call_of(exchange(1, "POST", "/graphql", {"query": text}, 200, {"more": {"notes": []}, "data": None, "n": 1}))
    assert as_asked_before([call], ("more", "notes", "*")) is not None
