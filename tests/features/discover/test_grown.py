"""Lists of records inside an entity that grow by what is made below it, and by what is said to it."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
NOW = "2025-03-03T09:00:00Z"
BEFORE = "2025-02-01T08:00:00Z"
ADMINS = [{"id": 51, "name": "Ada"}, {"id": 52, "name": "Ben"}]


async def ask(app: Mock, method: str, path: str, sent: Any = None) -> tuple[int, Any]:
    """The answer, with the moment of the first one for all of now."""
    status, answer = await app.ask(method, path, sent)
    return status, json.loads(re.sub(r"2025-03-03T09:00:\d\dZ", NOW, json.dumps(answer)))


def note(number: int, words: str, admin: Row) -> Row:
    return {"id": number, "body": f"<p>{words}</p>", "made": NOW, "author": admin}


def person(number: int, name: str, *mails: str) -> Row:
    return {"id": number, "firm_id": 2, "name": name, "mails": [{"type": "office", "mail": mail} for mail in mails]}


def firm(key: int, name: str, *notes: Row) -> Row:
    shown = [{"id": one["id"], "href": f"/notes/{one['id']}"} for one in notes]
    return {"id": key, "name": name, "notes": {"data": shown, "total": len(notes)}}


def firms() -> Mock:
    old = [{**note(91, "Old one", ADMINS[0]), "made": BEFORE}, {**note(92, "Older", ADMINS[0]), "made": BEFORE}]
    made = note(93, "Wants tea", ADMINS[0])
    return Mock(
        ("GET", "/admins", None, 200, {"admins": ADMINS}),
        ("GET", "/firms", None, 200, {"firms": [firm(1, "Ash", *old), firm(2, "Bay")]}),
        ("GET", "/firms/1", None, 200, firm(1, "Ash", *old)),
        ("GET", "/firms/2", None, 200, firm(2, "Bay")),
        ("POST", "/firms/1/notes", {"body": "Wants tea", "admin_id": 51}, 201, made),
        ("GET", "/firms/1", None, 200, firm(1, "Ash", *old, made)),
        ("PATCH", "/firms/2", {"name": "Bay & Co"}, 200, firm(2, "Bay & Co")),
    )


async def test_what_is_made_below_stands_in_the_list_of_its_entity() -> None:
    app = firms()
    made = [note(number, words, ADMINS[1]) for number, words in ((93, "Needs a van"), (94, "Has one now"))]
    for one, words in zip(made, ("Needs a van", "Has one now"), strict=True):
        assert await ask(app, "POST", "/firms/2/notes", {"body": words, "admin_id": 52}) == (201, one)
    assert await ask(app, "GET", "/firms/2") == (200, firm(2, "Bay", *made))
    assert (await ask(app, "GET", "/firms/1"))[1]["notes"]["total"] == 2


async def test_lists_that_are_sent_stand_in_the_record() -> None:
    ida, bo, cy = person(31, "Ida", "i@a.example"), person(32, "Bo", "b@a.example"), person(32, "Cy", "c@a.example")
    firms = [{"id": 1, "name": "Ash", "people": []}, {"id": 2, "name": "Bay", "people": [ida]}]
    app = Mock(
        ("GET", "/firms", None, 200, {"firms": firms}),
        ("POST", "/people", {"firm_id": 2, "name": "Bo", "mails": bo["mails"]}, 201, bo),
        ("GET", "/firms/2", None, 200, {**firms[1], "people": [ida, bo]}),
        ("PATCH", "/firms/1", {"name": "Ash"}, 200, firms[0]),
    )
    assert await ask(app, "POST", "/people", {"firm_id": 2, "name": "Cy", "mails": cy["mails"]}) == (201, cy)
    assert await ask(app, "GET", "/firms/2") == (200, {**firms[1], "people": [ida, cy]})


async def test_what_a_field_names_grows_and_says_when() -> None:
    def issue(key: str, title: str, changed: str, *comments: Row) -> Row:
        return {"id": key, "title": title, "changed": changed, "comments": [*comments]}

    keys = ["8f1e2d3c-4b5a-4968-8776-5a4b3c2d1e01", "8f1e2d3c-4b5a-4968-8776-5a4b3c2d1e02"]
    first, second = (issue(key, title, BEFORE) for key, title in zip(keys, ("Tea", "Oil"), strict=True))
    made = {"id": "c1d2e3f4-0a1b-4c2d-8e3f-5a6b7c8d9e01", "text": "Ordered", "made": NOW}
    app = Mock(
        ("GET", "/issues", None, 200, [first, second]),
        ("GET", f"/issues/{keys[0]}", None, 200, first),
        ("POST", "/comments", {"issue": keys[0], "text": "Ordered"}, 201, made),
        ("GET", f"/issues/{keys[0]}", None, 200, {**first, "changed": NOW, "comments": [made]}),
        ("PATCH", f"/issues/{keys[1]}", {"title": "Oil, lots"}, 200, {**second, "title": "Oil, lots", "changed": NOW}),
    )
    status, one = await ask(app, "POST", "/comments", {"issue": keys[1], "text": "Seen"})
    assert (status, one["text"]) == (201, "Seen")
    answer = (await ask(app, "GET", f"/issues/{keys[1]}"))[1]
    assert answer == {**second, "changed": NOW, "comments": [{"id": one["id"], "text": "Seen", "made": NOW}]}


async def test_what_is_said_to_an_entity_is_one_more_of_its_parts() -> None:
    def talk(key: str, title: str, state: str, *parts: Row) -> Row:
        shown = {"list": [*parts], "total": len(parts)}
        return {"id": key, "title": title, "state": state, "parts": shown, "stats": {"parts": len(parts)}}

    def part(number: int, kind: str, words: str | None, who: int) -> Row:
        return {"id": str(number), "kind": kind, "body": words, "made": NOW, "author": ADMINS[who]}

    tea, oil = talk("7", "Tea", "open"), talk("8", "Oil", "open")
    said, shut = part(71, "comment", "<p>Gladly</p>", 0), part(72, "close", None, 0)
    app = Mock(
        ("GET", "/admins", None, 200, {"admins": ADMINS}),
        ("GET", "/talks", None, 200, {"talks": [tea, oil]}),
        ("GET", "/talks/7", None, 200, tea),
        ("GET", "/talks/8", None, 200, oil),
        ("POST", "/talks/7/reply", {"kind": "comment", "admin_id": 51, "body": "Gladly"}, 200,
         talk("7", "Tea", "open", said)),
        ("GET", "/talks/7", None, 200, talk("7", "Tea", "open", said)),
        ("POST", "/talks/7/parts", {"kind": "close", "admin_id": 51}, 200, talk("7", "Tea", "shut", said, shut)),
        ("GET", "/talks/7", None, 200, talk("7", "Tea", "shut", said, shut)),
    )  # fmt: skip
    words = {"kind": "comment", "admin_id": 52, "body": "Not today"}
    mine = part(73, "comment", "<p>Not today</p>", 1)
    assert await ask(app, "POST", "/talks/8/reply", words) == (200, talk("8", "Oil", "open", {**mine, "id": "71"}))
    assert (await ask(app, "POST", "/talks/8/parts", {"kind": "close", "admin_id": 52}))[0] == 200
    answer = (await ask(app, "GET", "/talks/8"))[1]
    assert (answer["state"], answer["parts"]["total"], answer["stats"]) == ("shut", 2, {"parts": 2})
    assert [(one["kind"], one["author"]) for one in answer["parts"]["list"]] == [
        ("comment", ADMINS[1]), ("close", ADMINS[1])
    ]  # fmt: skip
