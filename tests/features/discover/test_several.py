"""Requests about several entities at once, and addresses of other pages that say how many come before; other steps are
compared with what the app itself would say."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from awe_author.features.discover.entities.targets import role_of_several
from awe_author.features.discover.exchanges.calls import Call
from tests.features.discover.exchanges import draft_of, found
from tests.features.discover.mock import Mock

ROOT = "http://app.test"
"""The app takes itself to be there: another scheme than the page's."""


class Notes:
    """Projects with notes; both are deleted and changed by lists of keys."""

    def __init__(self) -> None:
        self.projects = {n: {"id": n, "name": f"Project {n}"} for n in range(1, 8)}
        self.notes = {
            n: {"id": n, "text": f"{('tea', 'milk', 'bread', 'salt')[n % 4]} {n}", "done": False} for n in range(1, 14)
        }

    def listed(self, address: str) -> dict[str, Any]:
        parts = urlsplit(address)
        said = dict(parse_qsl(parts.query, keep_blank_values=True))
        limit, offset, word = int(said["limit"]), int(said["offset"]), said.get("q", "")
        of = self.notes if "/notes" in parts.path else self.projects
        rows = [one for one in of.values() if word in str(one.get("text", ""))]

        def page(begin: int) -> str:
            pairs = {**said, "limit": str(limit), "offset": str(begin)}
            if not begin:
                del pairs["offset"]
            return f"{ROOT}{parts.path}?" + urlencode(sorted(pairs.items()))

        after = page(offset + limit) if offset + limit < len(rows) else None
        before = page(max(0, offset - limit)) if offset else None
        return {"count": len(rows), "next": after, "previous": before, "results": rows[offset : offset + limit]}

    def answer(self, method: str, address: str, sent: Any) -> tuple[int, Any]:
        """(status, JSON)"""
        of = self.notes if "/notes" in address else self.projects
        if method == "GET":
            return 200, self.listed(address)
        for key in sent["ids"]:
            if method == "DELETE":
                of.pop(key, None)
            elif key in of:
                of[key] |= {"done": sent["done"]}
        return 204, None


Step = tuple[str, str, Any]


def notes(offset: int = 0, q: str = "") -> Step:
    return "GET", f"/v1/projects/3/notes?limit=5&offset={offset}&q={q}", None


def projects(offset: int = 0) -> Step:
    return "GET", f"/v1/projects?limit=5&offset={offset}", None


def on(path: str, *ids: int) -> Step:
    return "DELETE", path, {"ids": [*ids]}


TOUR = [
    projects(), projects(5), on("/v1/projects", 6), projects(), notes(), notes(5), notes(10), notes(0, "bread"),
    on("/v1/projects/3/notes", 4), notes(), ("PATCH", "/v1/projects/3/notes", {"ids": [2, 3], "done": True}), notes(),
]  # fmt: skip
OTHER = [
    notes(10), on("/v1/projects/3/notes", 5, 6, 1), notes(), notes(5), on("/v1/projects", 2, 7), projects(),
    ("PATCH", "/v1/projects/3/notes", {"ids": [9, 10, 99], "done": True}), notes(5), notes(0, "milk"),
    ("PATCH", "/v1/projects/3/notes", {"ids": [9], "done": False}), notes(5), notes(5, "e"),
]  # fmt: skip


def performed(steps: list[Step]) -> list[tuple[str, str, Any, int, Any]]:
    app, made = Notes(), []
    for method, path, sent in steps:
        status, told = app.answer(method, path, sent)
        made.append(
            (method, path, sent, status, None if told is None else {**told, "results": [*map(dict, told["results"])]})
        )
    return made


async def test_other_steps_are_answered_as_by_the_app() -> None:
    mock = Mock(*performed(TOUR))
    assert found(mock.draft) >= {("projects", "delete"), ("notes", "delete"), ("notes", "update")}
    for method, path, sent, status, told in performed(OTHER):
        assert await mock.ask(method, path, sent) == (status, told), (path, sent)


def test_lists_of_keys_in_a_new_entity_are_no_targets() -> None:
    tags = [{"id": 1, "label": "a"}, {"id": 2, "label": "b"}]
    draft = draft_of(
        ("GET", "/tags", None, 200, tags),
        ("GET", "/posts", None, 200, [{"id": 7, "title": "x", "tags": [1]}]),
        ("POST", "/posts", {"title": "y", "tags": [1, 2]}, 201, {"id": 8, "title": "y", "tags": [1, 2]}),
    )
    assert found(draft) >= {("posts", "create")}
    assert not found(draft) & {("tags", "update"), ("tags", "delete")}


def call(verb: str, path: str, body: Any) -> Call:
    return Call(1, verb, verb, "", path, (), "json", "", True, body, 200, None, "", "", "")


@pytest.mark.parametrize(
    ("verb", "path", "body", "expected"),
    [
        ("DELETE", "/boats", {"ids": [1]}, "delete"), ("POST", "/boats/delete", [1, 2], "delete"),
        ("POST", "/boats/bulk", {"ids": [1], "open": True}, "update"), ("POST", "/boats/bulk", {"ids": [1]}, ""),
        ("POST", "/boats", {"ids": [1], "open": True}, ""), ("PATCH", "/boats", {"ids": [1], "open": True}, "update"),
    ],
)  # fmt: skip
def test_what_is_done_to_several(verb: str, path: str, body: Any, expected: str) -> None:
    assert role_of_several(call(verb, path, body)) == expected
