"""What is listed and made below an entity and says it in a record; pages by random cursors in a record that is null at
the end; records of which lists show less; what others tell of what was never opened."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]
CREW = {"801": "Ada", "802": "Ben", "803": "Cy"}
BOATS = ("Ash", "Bay", "Elm", "Fir", "Oak")
MARK = "q7Kd2mXw9Zt4Rb1Ys6Vn3Lp8"


def sailor(key: str | None, *, whole: bool = True) -> Row | None:
    return {"gid": key, "name": CREW[key], **({"sort": "sailor"} if whole else {})} if key else None


def boat(number: int, name: str, who: str | None, *, whole: bool = True) -> Row:
    shown = {"gid": str(500 + number), "name": name, "owner": sailor(who, whole=whole)}
    return {**shown, "link": f"https://app.test/b/{500 + number}"} if whole else shown


def log(number: int, words: str, about: Row) -> Row:
    return {"gid": str(number), "text": words, "about": {"gid": about["gid"], "sort": "boat", "name": about["name"]}}


OWNERS = ("801", None, "802", "803", "801")
LISTED = [boat(n, name, who, whole=False) for n, (name, who) in enumerate(zip(BOATS, OWNERS, strict=True), 1)]
WHOLE = [boat(n, name, who) for n, (name, who) in enumerate(zip(BOATS, OWNERS, strict=True), 1)]


def page(rows: list[Row], size: int = 0, mark: str = "") -> Row:
    link = {"after": mark, "path": f"/boats?size={size}&after={mark}"}
    return {"data": rows, "next": link if mark else None}


def mock() -> Mock:
    made = boat(6, "Yew", "802")
    yew = boat(6, "Yew tree", "803")
    logs = [log(901, "Painted", WHOLE[0]), log(902, "Tarred", WHOLE[0]), log(903, "Sold", WHOLE[2])]
    return Mock(
        ("GET", "/boats?size=50", None, 200, page(LISTED)),
        ("GET", "/boats?size=2", None, 200, page(LISTED[:2], 2, MARK)),
        ("GET", f"/boats?size=2&after={MARK}", None, 200, page(LISTED[2:4], 2, MARK[::-1])),
        ("GET", "/boats/501", None, 200, {"data": WHOLE[0]}),
        ("GET", "/boats/501/logs", None, 200, {"data": logs[:2]}),
        ("GET", "/boats/503", None, 200, {"data": WHOLE[2]}),
        ("GET", "/boats/503/logs", None, 200, {"data": logs[2:]}),
        ("GET", "/boats/502/logs", None, 200, {"data": []}),
        ("POST", "/boats", {"name": "Yew", "owner": "802"}, 201, {"data": made}),
        ("GET", "/boats/506", None, 200, {"data": made}),
        ("PUT", "/boats/506", {"name": "Yew tree", "owner": "803"}, 200, {"data": yew}),
        ("POST", "/boats/506/logs", {"text": "Launched"}, 201, {"data": log(904, "Launched", yew)}),
        ("GET", "/boats/506/logs", None, 200, {"data": [log(904, "Launched", yew)]}),
        ("GET", "/boats?size=50", None, 200, page([*LISTED, boat(6, "Yew tree", "803", whole=False)])),
    )  # fmt: skip


async def test_what_is_made_below_an_entity_has_a_record_of_it_and_is_listed_there() -> None:
    app = mock()
    for number, words in ((904, "Moored"), (905, "Sailed")):
        assert await app.ask("POST", "/boats/504/logs", {"text": words}) == (
            201,
            {"data": log(number, words, WHOLE[3])},
        )
    _, said = await app.ask("GET", "/boats/504/logs")
    assert said == {"data": [log(904, "Moored", WHOLE[3]), log(905, "Sailed", WHOLE[3])]}
    assert await app.ask("GET", "/boats/505/logs") == (200, {"data": []})
    assert (await app.ask("GET", "/boats/501/logs"))[1]["data"][0]["text"] == "Painted"


async def test_random_cursors_are_made_like_the_recorded_ones() -> None:
    app = mock()
    _, first = await app.ask("GET", "/boats?size=3")
    mark = first["next"]["after"]
    assert first == page(LISTED[:3], 3, mark)
    assert (len(mark), mark.isalnum()) == (24, True)
    assert await app.ask("GET", f"/boats?size=3&after={mark}") == (200, page(LISTED[3:]))
    assert (await app.ask("GET", f"/boats?size=1&after={MARK}"))[1]["data"] == [LISTED[2]]
    assert (await app.ask("GET", "/boats?size=1&after=other"))[1]["data"] == [LISTED[0]]


async def test_lists_show_what_they_show_of_records_that_writes_name() -> None:
    app = mock()
    assert await app.ask("PUT", "/boats/502", {"owner": "801"}) == (200, {"data": boat(2, "Bay", "801")})
    _, said = await app.ask("GET", "/boats?size=50")
    assert said["data"][1] == boat(2, "Bay", "801", whole=False)


async def test_what_was_never_opened_has_what_other_entities_and_its_key_tell() -> None:
    assert await mock().ask("GET", "/boats/505") == (200, {"data": WHOLE[4]})
