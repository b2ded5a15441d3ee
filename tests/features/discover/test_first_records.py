"""A history of which one record was seen, where the page said before that there is nothing."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Any, cast

import pytest

from awe_author.features.discover.markup.formats import Format
from awe_author.features.discover.pages.trail_lines import lines_of
from awe_author.features.discover.pages.trail_values import KEPT, Way, usual_way
from awe_author.features.discover.pages.trails import Written
from awe_author.twin.texts import page_text
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

GRADES = {"1": "Low", "2": "Normal", "3": "High"}
SHARES = {str(ten): f"{ten}%" for ten in (0, 20, 40, 60, 80)}
FIELDS = ("name", "share", "grade")
"""In the order in which the history tells of them, which is not that of the form."""


@dataclass
class Boat:
    """A boat and its history."""

    name: str
    grade: str = "2"
    share: str = "0"
    events: list[str] = field(default_factory=list)


class Yard:
    """Boats whose pages say `Nothing yet` until something was changed. `number`: of each record on its page."""

    def __init__(self) -> None:
        names = ("Amber Gull", "Brave Heron", "Calm Plover")
        self.boats = {number: Boat(name) for number, name in enumerate(names, 1)}
        self.last = 40

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        pieces = path.strip("/").split("/")
        if method == "POST":
            return self._written(pieces, dict(sent))
        if len(pieces) == 1:
            rows = "".join(
                f"<tr><td><a href='/boats/{key}'>{escape(boat.name)}</a></td><td>{GRADES[boat.grade]}</td>"
                f"<td>{SHARES[boat.share]}</td></tr>" for key, boat in self.boats.items()
            )  # fmt: skip
            heads = "<thead><tr><th>Name</th><th>Grade</th><th>Share</th></tr></thead>"
            return _page("Boats", f"<table id=all>{heads}<tbody>{rows}</tbody></table>{_form(Boat(''), '/boats')}")
        boat = self.boats[int(pieces[1])]
        told = "".join(boat.events)
        tabs = "<div class=tabs><ul><li><a href='?tab=all'>All</a></li><li><a href='?tab=said'>Said</a></li></ul></div>"
        history = f"{tabs}<div id=told>{told}</div>" if told else "<p class=nothing>Nothing yet</p>"
        shown = f"<h1>{escape(boat.name)}</h1><p class=grade>{GRADES[boat.grade]}</p>"
        return _page(boat.name, f"{shown}{_form(boat, path)}<div id=history>{history}</div>")

    def _written(self, pieces: list[str], given: dict[str, str]) -> Said:
        new = len(pieces) == 1
        key = max(self.boats) + 1 if new else int(pieces[1])
        boat = self.boats.setdefault(key, Boat(""))
        was = {name: getattr(boat, name) for name in FIELDS}
        changes = [name for name in FIELDS if given[name] != was[name]]
        for name in FIELDS:
            setattr(boat, name, given[name])
        if not new and (changes or given["remark"]):
            self.last += 1
            words = {name: GRADES if name == "grade" else {} for name in FIELDS}
            lines = "".join(
                f"<li><strong>{name.capitalize()}</strong> changed from <i>{words[name].get(was[name], was[name])}</i> "
                f"to <i>{words[name].get(given[name], given[name])}</i></li>" for name in changes
            )  # fmt: skip
            number = len(boat.events) + 1
            boat.events.append(
                f"<div class=entry id='entry-{self.last}'><div id='remark-{number}'>"
                f"<a class=own href='#remark-{number}'>#{number}</a><h4>By Ada</h4><ul class=lines>{lines}</ul>"
                f"<div class=words><p>{escape(given['remark'])}</p></div></div></div>"
            )
        return Said(status=303, to=f"/boats/{key}")


def _form(boat: Boat, action: str) -> str:
    grades, shares = (
        "".join(f"<option value='{key}'{' selected' * (key == own)}>{said}</option>" for key, said in of.items())
        for of, own in ((GRADES, boat.grade), (SHARES, boat.share))
    )
    return (
        f"<form method=post action='{action}'><label for=n>Name</label><input id=n name=name value='{boat.name}'>"
        f"<label for=g>Grade</label><select id=g name=grade>{grades}</select>"
        f"<label for=s>Share</label><select id=s name=share>{shares}</select><textarea name=remark></textarea></form>"
    )


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{escape(title)}</title></head><body>{body}</body></html>")


def sent(name: str, grade: str, share: str, remark: str = "") -> list[tuple[str, str]]:
    return [("name", name), ("grade", grade), ("share", share), ("remark", remark)]


def toured(remark: str = "Needs a new sail.") -> Tour:
    tour = Tour(Yard())
    for path in ("/boats", "/boats/1", "/boats/2"):
        tour.ask("GET", path)
    tour.ask("POST", "/boats", *sent("Dark Martin", "2", "20"))
    tour.ask("GET", "/boats")
    tour.ask("GET", "/boats/4")
    tour.ask("POST", "/boats/4", *sent("Dark Martin", "3", "60", remark))
    tour.ask("GET", "/boats")
    return tour


async def test_the_next_records_say_what_they_changed() -> None:
    mock, live = Mock(toured()), Yard()
    check(mock.draft)
    await same(live, mock, "POST", "/boats/2", *sent("Brave Heron", "1", "40", "Ask <Ben>."))
    await same(live, mock, "POST", "/boats/2", *sent("Bold Heron", "1", "80", "As it was agreed."))
    await same(live, mock, "GET", "/boats/2")
    await same(live, mock, "POST", "/boats", *sent("Early Tern", "2", "0"))
    await same(live, mock, "POST", "/boats/4", *sent("Early Tern", "3", "0", "It came in May."))
    await same(live, mock, "GET", "/boats/4")


async def test_what_was_not_changed_has_no_record() -> None:
    mock = Mock(toured())
    await mock.ask("POST", "/boats/2", *sent("Brave Heron", "2", "0"))
    assert "changed from" not in page_text((await mock.ask("GET", "/boats/2")).html)


def test_what_only_replaces_other_words_is_no_record() -> None:
    """A notice in place of a hint, which says what was sent."""
    app = Yard()

    def other(method: str, path: str, sent: Sent) -> Said:
        said = app(method, path, sent)
        done = "<div class=notice><ul><li>Dark Martin is High now</li></ul></div>"
        return Said(said.html.replace("<div class=tabs>", f"{done}<div class=tabs>"), said.status, said.to)

    tour = toured()
    tour.app = other
    tour.ask("POST", "/boats/1", *sent("Amber Gull", "1", "0", "Leaks."))
    assert [name for name in tour.draft().seed["boats"]["1"] if "notice" in name] == []


@pytest.mark.parametrize(
    ("way", "said"),
    [(KEPT, "2026-12-01"), (Way({"2026-12-01": "soon"}), "soon"), (Way(how=Format("{m}/{d}/{Y}")), "12/01/2026")],
)
def test_ways_of_values(way: Way, said: str) -> None:
    assert way.shown("2026-12-01") == said
    assert (said == "2026-12-01") == (way.text("own") == "own")


def test_days_are_said_as_pages_write_them_without_a_line_of_them() -> None:
    day, choice = Way(how=Format("{m}/{d}/{Y}")), Way({"High": "3"})
    assert usual_way({"due": [day], "grade": [choice]}, "due") is day
    assert usual_way({"due": [day], "grade": [choice]}, "grade") is KEPT


def test_lines_say_what_forms_send_in_the_order_of_the_record() -> None:
    write = Written("update", "4", cast(Any, None), {"grade": "High", "share": "60%"}, {"grade": "Low", "share": "20%"})
    html = "<ul><li><b>Share</b>: 20 to 60</li><li><b>Grade</b>: Low to High</li></ul>"
    called = {"grade": "Grade", "share": "Share", "name": "Name"}
    lines = lines_of([(write, html[4:-5])], [called], {"share": [Way({"20%": "20", "60%": "60"})]})
    assert lines is not None
    assert lines.fields() == ["share", "grade", "name"]
    assert lines.parts("share", "before", "after")["a"] == "{'20%': '20', '60%': '60'}.get(after, after)"
    assert lines.parts("name", "before", "after")["a"] == "after"
