"""Plans: what a page shows of a state; what is remembered of the plan before never changes the next one."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

import pytest

from awe_author.features.dom.operations import ListOperation, Plan, SetOperation, change
from awe_author.features.dom.planning import Memories, Planner, plan_page
from awe_author.features.dom.values import shown, text
from awe_author.features.loading import load_features
from awe_author.json_types import JsonObject
from awe_author.session.session import Session
from awe_author.state.types import Action
from tests.features.pages import board

URL = board.ORIGIN + "/tasks"
FEATURES = """\
app: board
features:
  - id: counted
    on: {page: "https://board.test/tasks*"}
    let: {most: "math.greatest(state.tasks.values().map(t, t.size))"}
    show:
      - each: state.tasks.values()
        into: ul
        row: {"li.big": "item.size == most", "li": "true"}
        key: item.id
        set: {a: {text: item.title}, i: {text: "string(size(state.tasks)) + view.get('unit', '')"}}
      - select: b
        when: size(state.tasks) > 2
        set: {text: string(now)}
      - select: i
        set: {text: "1 / (size(state.tasks) - size(state.tasks))"}
"""


def plan(planner: Planner, session: Session, url: str = URL, view: JsonObject | None = None) -> Plan:
    """The plan of the moment."""
    bindings = {"state": session.state().view("board"), "now": datetime.fromisoformat(session.clock)}
    return plan_page([(planner, bindings)], url, view or {}, str(session.head))[0]


def lists(made: Plan) -> list[ListOperation]:
    return [one for one in made.operations if isinstance(one, ListOperation)]


def applied(page: Any, message: Any) -> Any:
    """What the runtime makes of a change: the plan as JSON after it."""
    page = {**page, "v": message["v"], "w": message["w"], "o": list(page["o"])}
    for index, changed in message["d"]:
        if page["o"][index]["k"] == "set":
            page["o"][index] = changed
            continue
        records = {row[0]: row for row in page["o"][index]["x"]} | {row[0]: row for row in changed["set"]}
        keys = [row[0] for row in page["o"][index]["x"]]
        if "order" in changed:
            start, count, come = changed["order"]
            keys[start : start + count] = come
        page["o"][index] = {**page["o"][index], "x": [records[key] for key in keys]}
    return page


@pytest.mark.parametrize("text_", [board.FEATURES, FEATURES], ids=["board", "rows that read more"])
@pytest.mark.parametrize("seed", range(6))
def test_a_plan_with_a_past_is_the_plan_without_one_and_changes_lead_to_it(seed: int, text_: str) -> None:
    chance = random.Random(seed)
    file = load_features(text_, "board.yaml", {"board": board.model()})
    session = board.sessions().open(1, "one")
    remembering = Planner(file)
    pages: dict[tuple[str, str], tuple[Plan, Any]] = {}
    for number in range(60):
        _something(session, chance, number)
        url = chance.choice([URL, URL + "?sort=size", board.ORIGIN + "/tasks/t1"])
        view: JsonObject = chance.choice([{}, {"sort": "size"}, {"q": "a"}, {"unit": "x"}])
        made = plan(remembering, session, url, view)
        assert made == plan(Planner(file), session, url, view)
        key = (url, str(view))
        if key in pages:
            old, page = pages[key]
            message = change(old, made)
            shown_now = made.to_json() if message is None else applied(page, message) if message else page
            assert shown_now == made.to_json() | {"v": shown_now["v"]}
        pages[key] = made, made.to_json()


def _something(session: Session, chance: random.Random, number: int) -> None:
    tasks: Any = session.state().document()["board"]
    ids = list(tasks["tasks"])
    kind = chance.choice(["add", "change", "size", "remove", "rewind"])
    if kind == "add" or not ids:
        session.act(Action("board", "add", {"title": f"Task {number}", "size": chance.randrange(9)}))
    elif kind == "change":
        session.act(Action("board", "change", {"id": chance.choice(ids), "changes": {"title": f"New {number}"}}))
    elif kind == "size":
        session.act(Action("board", "change", {"id": chance.choice(ids), "changes": {"size": chance.randrange(9)}}))
    elif kind == "remove":
        session.act(Action("board", "remove", {"id": chance.choice(ids)}))
    else:
        session.rewind(chance.randrange(session.head + 1))


def test_what_did_not_change_is_not_worked_out_again() -> None:
    session = board.sessions().open(1, "one")
    planner = Planner(board.features())
    first = plan(planner, session)
    session.act(Action("board", "change", {"id": "t2", "changes": {"title": "Other"}}))
    second = plan(planner, session)
    (before,), (after,) = lists(first), lists(second)
    pairs = zip(after.keys, before.records, after.records, strict=True)
    assert [key for key, old, new in pairs if new is not old] == ["t2"]
    assert plan(planner, session).operations[0] is second.operations[0]


def test_what_a_session_begins_with_the_next_one_finds_and_goes_its_own_way() -> None:
    sessions, shared, file = board.sessions(), Memories(), board.features()
    one, two = sessions.open(1, "one"), sessions.open(2, "two")
    first, second = Planner(file, shared), Planner(file, shared)
    begun = plan(first, one)
    assert plan(second, two).operations[0] is begun.operations[0]
    one.act(Action("board", "change", {"id": "t2", "changes": {"title": "Other"}}))
    assert plan(first, one) != begun
    assert plan(second, two).operations == begun.operations == plan(Planner(file), two).operations


def test_rows_follow_a_let_name_that_the_list_itself_was_worked_out_with() -> None:
    text_ = """\
app: board
features:
  - id: counted
    on: {page: "https://board.test/tasks*"}
    let: {count: size(state.tasks)}
    show:
      - each: state.tasks.values().filter(t, count > 0)
        into: ul
        row: li
        key: item.id
        set: {i: {text: count}}
"""
    planner = Planner(load_features(text_, "board.yaml", {"board": board.model()}))
    session = board.sessions().open(1, "one")
    (before,) = lists(plan(planner, session))
    session.act(Action("board", "add", {"title": "More", "size": 1}))
    (after,) = lists(plan(planner, session))
    assert len(after.records) == len(before.records) + 1
    assert {record[1] for record in after.records} == {(str(len(after.records)),)}


def test_what_is_read_of_the_warehouse_counts_as_well() -> None:
    text_ = """\
app: board
features:
  - id: people
    on: {page: "https://board.test/tasks*"}
    show:
      - {select: b, set: {text: "string(warehouse.size())"}}
      - {select: i, set: {text: "warehouse.contact"}}
"""
    planner = Planner(load_features(text_, "board.yaml", {"board": board.model()}))
    state = board.sessions().open(1, "one").state().view("board")
    for contact in ("Ames", "Bell"):
        bindings: Any = {"state": state, "warehouse": {"contact": contact}, "now": datetime(2024, 3, 1)}
        made, faults = plan_page([(planner, bindings)], URL, {}, contact)
        assert not faults
        assert [one.values for one in made.operations if isinstance(one, SetOperation)] == [
            (("text", "1"),),
            (("text", contact),),
        ]


def test_an_expression_that_fails_leaves_its_operation_out_and_is_told() -> None:
    file = load_features(FEATURES, "board.yaml", {"board": board.model()})
    session = board.sessions().open(1, "one")
    bindings = {"state": session.state().view("board"), "now": datetime.fromisoformat(session.clock)}
    made, faults = plan_page([(Planner(file), bindings)], URL, {}, "1")
    assert [type(one) for one in made.operations] == [ListOperation, SetOperation]
    ((feature, place),) = [(fault.feature, str(file.locate(fault.pointer))) for fault in faults]
    assert (feature, place.partition(":")[0]) == ("counted", "board.yaml")


@pytest.mark.parametrize(
    ("value", "wanted"),
    [("a", "a"), (None, ""), (True, "true"), (3.0, "3"), (3.5, "3.5"), ([1, "a"], "1, a"), ({"a": 1}, '{"a": 1}')],
)
def test_values_as_text(value: object, wanted: str) -> None:
    assert text(value) == wanted


def test_values_of_bindings() -> None:
    assert shown("class.done", 1) is True
    assert shown("hidden", "") is False
    assert shown("title", None) is None
    assert shown("disabled", True) is True
    assert shown("text", None) == ""
    assert shown("data-n", 2.0) == "2"
