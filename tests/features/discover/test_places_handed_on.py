"""Places in the list that was looked at last, also after it was sorted, and where forms hand the place on; parts of
pages that are there only while a field has something."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qsl, urlencode

import pytest

from awe_author.twin.texts import page_text
from tests.features.discover.site import Mock, Said, Sent, Tour, same

HANDED = ("place", "size", "before", "behind")


class Lamps:
    """Lamps, the newest first or by name: as the list was asked for last. A change leads to a page that says the place
    that the form was shown with."""

    def __init__(self) -> None:
        names = ("Hall", "Desk", "Door", "Yard")
        self.lamps = {number: (f"{name} lamp", f"Hangs in the {name}.") for number, name in enumerate(names, 11)}
        self.sort = ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        place, _, query = path.partition("?")
        asked, pieces, given = dict(parse_qsl(query)), place.strip("/").split("/"), dict(sent)
        if method == "POST":
            key = int(pieces[1]) if len(pieces) > 1 else max(self.lamps) + 1
            self.lamps[key] = (given["name"], given["about"])
            handed = {name: given[name] for name in HANDED if given.get(name)}
            return Said(status=302, to=f"/lamps/{key}" + (f"?{urlencode(handed)}" if handed else ""))
        if len(pieces) == 1:
            self.sort = asked.get("sort", self.sort)
            rows = "".join(f'<tr><td><a href="/lamps/{key}">{self.lamps[key][0]}</a></td></tr>' for key in self.order)
            heads = "<thead><tr><th><a href='/lamps?sort=name'>Name</a></th></tr></thead>"
            new = _form("/lamps", "", "", {})
            return Said(f"<html><body><table id=all>{heads}<tbody>{rows}</tbody></table>{new}</body></html>")
        return self._lamp(int(pieces[1]), asked)

    @property
    def order(self) -> list[int]:
        by_name = sorted(self.lamps, key=lambda key: self.lamps[key][0])
        return by_name if self.sort else sorted(self.lamps, reverse=True)

    def _lamp(self, key: int, asked: dict[str, str]) -> Said:
        at, order = self.order.index(key), [str(one) for one in self.order]
        near = {"place": str(at + 1), "size": str(len(order)), "before": "".join(order[max(0, at - 1) : at]),
                "behind": "".join(order[at + 1 : at + 2])}  # fmt: skip
        near = {name: asked.get(name, "") for name in HANDED} if "place" in asked else near
        links = [
            f"<a class={word} href='/lamps/{near[of]}'>{word}</a>" if near[of] else word
            for word, of in (("previous", "before"), ("next", "behind"))
        ]
        name, about = self.lamps[key]
        said = f"<div class=about><h3>What it is</h3><p>{escape(about)}</p></div>" if about else ""
        place = f"<b class=place>{near['place']} of {near['size']}</b>"
        return Said(
            f"<html><body><div id=near>{links[0]} {place} {links[1]}</div><h1>{escape(name)}</h1>{said}"
            f"{_form(f'/lamps/{key}', name, about, near)}</body></html>"
        )


def _form(to: str, name: str, about: str, near: dict[str, str]) -> str:
    hidden = "".join(f"<input type=hidden name={one} value='{near[one]}'>" for one in HANDED if near.get(one))
    fields = f"<input name=name value='{escape(name)}'><textarea name=about>{escape(about)}</textarea>{hidden}"
    return f"<form method=post action='{to}'>{fields}</form>"


def sent(name: str, about: str, *near: str) -> list[tuple[str, str]]:
    return [("name", name), ("about", about), *((one, of) for one, of in zip(HANDED, near, strict=False) if of)]


def toured() -> Tour:
    tour = Tour(Lamps())
    for path in ("/lamps", "/lamps/12", "/lamps?sort=name", "/lamps", "/lamps/13"):
        tour.ask("GET", path)
    tour.ask("POST", "/lamps", *sent("Roof lamp", ""))
    tour.ask("GET", "/lamps")
    tour.ask("GET", "/lamps/15")
    tour.ask("POST", "/lamps", *sent("Barn lamp", "Swings over the door."))
    tour.ask("GET", "/lamps")
    tour.ask("GET", "/lamps/16")
    tour.ask("POST", "/lamps/13", *sent("Tree lamp", "Hangs in the old tree.", "3", "6", "12", "11"))
    tour.ask("GET", "/lamps")
    return tour


@pytest.fixture
def mock() -> Mock:
    made = Mock(toured())
    made.replay.session.restart_on_fresh_browser = False  # it has no cookies
    return made


async def test_places_are_those_of_the_list_as_it_was_asked_for_last(mock: Mock) -> None:
    live = Lamps()
    await same(live, mock, "GET", "/lamps/13")
    await same(live, mock, "GET", "/lamps?sort=name")
    await same(live, mock, "POST", "/lamps", *sent("Attic lamp", ""))
    await same(live, mock, "GET", "/lamps/13")
    shown = await mock.ask("GET", "/lamps/13")
    assert '<input name="place" type="hidden" value="3"' in shown.html
    assert '<input name="behind" type="hidden" value="11"' in shown.html


async def test_an_address_with_the_place_says_it(mock: Mock) -> None:
    live = Lamps()
    await same(live, mock, "GET", "/lamps?sort=name")
    await same(live, mock, "POST", "/lamps/11", *sent("A lamp", "Was in the hall.", "3", "4", "13", "14"))
    assert "1 of 4" in page_text((await mock.ask("GET", "/lamps/11")).html)


async def test_what_goes_with_a_field_is_there_only_while_that_has_something(mock: Mock) -> None:
    live = Lamps()
    await same(live, mock, "POST", "/lamps", *sent("Shed lamp", ""))
    await same(live, mock, "POST", "/lamps", *sent("Lake lamp", "Stands at the water."))
    await same(live, mock, "POST", "/lamps/15", *sent("Shed lamp", "Stands behind the shed.", "1", "6", "", "14"))
    await same(live, mock, "POST", "/lamps/12", *sent("Desk lamp", "", "5", "6", "13", "11"))
