"""What entities show of others that they name otherwise than by a key, and what writes to these do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.features.discover.mock import Mock

Row = dict[str, Any]
KINDS = ("sites", "boats", "notes")


class Harbour:
    """Sites that boats name by their name; notes about a boat or a site; all show what they belong to."""

    def __init__(self) -> None:
        self.sites = [{"id": key, "name": name, "changed": f"2025-02-0{key}T08:00:00Z", "berths": key * 3}
                      for key, name in ((1, "north-quay"), (2, "old-mill"), (3, "far-isle"))]  # fmt: skip
        told = ((1, "Ada", "north-quay", 12), (2, "Bee", "old-mill", 8), (3, "Cy", "old-mill", 30))
        self.boats = [{"id": key, "name": name, "site_name": site, "size": size} for key, name, site, size in told]
        about = ((11, 1, "Boat"), (12, 2, "Boat"), (13, 2, "Site"), (14, 3, "Boat"))
        self.notes = [{"id": key, "about": of, "about_type": sort, "text": f"N{key}"} for key, of, sort in about]
        self.log: list[tuple[Any, ...]] = []

    def site(self, one: Row) -> Row:
        mine = [each for each in self.boats if each["site_name"] == one["name"]]
        sizes = [{"boat": each["name"], "metres": each["size"]} for each in mine]
        return {**one, "sizes": sizes, "names": [each["name"] for each in mine]}

    def boat(self, one: Row) -> Row:
        home = next(each for each in self.sites if each["name"] == one["site_name"])
        return {
            **one,
            "site_berths": home["berths"],
            "label": f"{one['name']} ({one['size']} m)",
            "length": one["size"],
        }

    def note(self, one: Row) -> Row:
        of = next((each for each in self.boats if each["id"] == one["about"]), {})
        told = {"boat_size": of.get("size"), "called": of.get("name")} if one["about_type"] == "Boat" else {}
        return {**one, "boat_size": None, "called": None, **told}

    def answer(self, method: str, path: str, sent: Any) -> tuple[int, Any]:
        kind, _, key = path.strip("/").partition("/")
        rows, shown = getattr(self, kind), {"sites": self.site, "boats": self.boat, "notes": self.note}[kind]
        row = next((one for one in rows if str(one["id"]) == key), {})
        if method == "POST":
            rows.append({"id": rows[-1]["id"] + 1, **sent})
            row = rows[-1]
            row |= {"size": int(sent["size"][0])} if kind == "boats" else {}
        row.update(sent if method == "PATCH" else {})
        if kind == "boats" and method != "GET":
            next(one for one in self.sites if one["name"] == row["site_name"])["changed"] = (
                f"2025-03-03T09:00:0{len(self.log) // 5}Z"
            )
        return (201 if method == "POST" else 200), shown(row) if row else [shown(one) for one in rows]

    def do(self, method: str, path: str, sent: Any = None) -> Any:
        self.log.append((method, path, sent, *self.answer(method, path, sent)))
        return self.log[-1][-1]


def looks(harbour: Harbour) -> None:
    for kind in KINDS:
        harbour.do("GET", f"/{kind}")


@pytest.fixture(name="harbour")
def _harbour() -> Harbour:
    harbour = Harbour()
    looks(harbour)
    for method, path, sent in (
        ("PATCH", "/boats/1", {"size": 14}),
        ("POST", "/boats", {"name": "Di", "site_name": "north-quay", "size": ["9"]}),
        ("POST", "/notes", {"about": 4, "about_type": "Boat", "text": "New"}),
        ("PATCH", "/boats/2", {"name": "Bea"}),
        ("PATCH", "/sites/3", {"name": "near-isle"}),
    ):
        harbour.do(method, path, sent)
        looks(harbour)
    return harbour


@pytest.mark.parametrize("kind", ["sites", "boats", "notes"])
async def test_they_show_what_the_others_say_by_then(harbour: Harbour, kind: str) -> None:
    mock, live = Mock(*harbour.log), Harbour()
    for method, path, sent in (
        ("GET", f"/{kind}", None),
        ("POST", "/boats", {"name": "Ed", "site_name": "old-mill", "size": ["21"]}),
        ("PATCH", "/boats/3", {"size": 31}),
        ("POST", "/notes", {"about": 3, "about_type": "Boat", "text": "Newer"}),
        ("PATCH", "/boats/1", {"name": "Adele"}),
    ):
        await mock.ask(method, path, sent)
        live.do(method, path, sent)
        _, said = await mock.ask("GET", f"/{kind}")
        assert [steady(one) for one in said] == [steady(one) for one in live.answer("GET", f"/{kind}", None)[1]]


def steady(row: Row) -> Row:
    """Without the day of a moment that is now."""
    return {name: value if name != "changed" else value[:8] == "2025-02-" for name, value in row.items()}


async def test_a_record_is_not_shown_where_the_key_is_of_another_sort() -> None:
    boats = [{"id": key, "name": name} for key, name in ((1, "Ada"), (2, "Bee"), (3, "Cy"))]
    notes = [{"id": 10 + place, "about": of, "sort": sort, "boat": boats[of - 1] if sort == "b" else None}
             for place, (of, sort) in enumerate(((1, "b"), (3, "b"), (2, "s")))]  # fmt: skip
    new = {"id": 4, "name": "Di"}
    mock = Mock(
        ("GET", "/boats", None, 200, boats),
        ("GET", "/notes", None, 200, notes),
        ("POST", "/boats", {"name": "Di"}, 201, new),
        ("PATCH", "/notes/10", {"sort": "b"}, 200, notes[0]),
        ("GET", "/notes", None, 200, notes),
        ("GET", "/boats", None, 200, [*boats, new]),
    )
    assert await mock.ask("GET", "/notes") == (200, notes)


@pytest.mark.parametrize(("by", "sort"), [("about", "about_type"), ("aboutId", "aboutType"), ("about", "aboutKind")])
async def test_the_sort_is_told_beside_the_key(by: str, sort: str) -> None:
    boats = [{"id": key, "name": name} for key, name in ((1, "Ada"), (2, "Bee"))]
    told = ((1, "Boat", "Ada"), (2, "Boat", "Bee"), (2, "Site", None))
    notes = [{"id": 10 + place, by: of, sort: kind, "text": "Old", "called": called}
             for place, (of, kind, called) in enumerate(told)]  # fmt: skip
    mock = Mock(
        ("GET", "/boats", None, 200, boats),
        ("GET", "/notes", None, 200, notes),
        ("PATCH", "/notes/12", {"text": "New"}, 200, {**notes[2], "text": "New"}),
        ("PATCH", "/boats/1", {"name": "Adele"}, 200, {"id": 1, "name": "Adele"}),
        ("GET", "/notes", None, 200, [{**notes[0], "called": "Adele"}, notes[1], {**notes[2], "text": "New"}]),
    )
    await mock.ask("PATCH", "/boats/2", {"name": "Beatrice"})
    _, said = await mock.ask("GET", "/notes")
    assert [one["called"] for one in said] == ["Ada", "Beatrice", None]
    status, made = await mock.ask("PATCH", "/notes/12", {sort: None, by: None})
    assert (status, made["called"]) == (200, None)
