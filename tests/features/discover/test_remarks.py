"""Remarks below a thing, sent by a form that has its key in a field; changes that another form writes down there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PEOPLE = {"4": "ann", "5": "bob", "6": "cat"}
STATES = {True: "Open", False: "Closed"}
TITLES = [
    "Hull leaks", "Mast is bent", "Torn sail", "No anchor", "Old paint", "Keel is loose", "Rope is short",
    "Oars are lost", "Lamp is dark", "Pump is slow",
]  # fmt: skip


@dataclass
class Boat:
    """A boat that is repaired, and (who, what) was said of it."""

    title: str
    owner: str
    open: bool = True
    remarks: list[tuple[str, str]] = field(default_factory=list)


@dataclass
class Yard:
    """Bob uses it. A notice says what was changed; what is said of a boat needs none."""

    notice: str = ""
    boats: dict[int, Boat] = field(
        default_factory=lambda: {
            number: Boat(title, str(4 + number % 3), number != 24, [("cat", "Again?")] if number < 23 else [])
            for number, title in enumerate(TITLES, 21)
        }
    )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        parts, form = path.strip("/").split("/"), dict(sent)
        if method == "POST":
            return self._written(parts, form)
        if parts == ["boats"]:
            heads = "<thead><tr><th>Title</th><th>Owner</th><th>State</th><th>Said</th></tr></thead>"
            return self._page("Boats", f"<table>{heads}<tbody>{''.join(self._rows())}</tbody></table>")
        boat = self.boats[int(parts[1])]
        if parts[2:] == ["edit"]:
            return self._page("Change", _form(boat))
        said = "".join(
            f'<div class="remark"><h3><a href="/people/{who}">{who}</a> said</h3><div class="words"><p>'
            f"{'<br>'.join(escape(what).splitlines())}</p></div></div>" for who, what in boat.remarks
        )  # fmt: skip
        return self._page(
            boat.title,
            f'<h1>{escape(boat.title)} <b class="state">{STATES[boat.open]}</b></h1>'
            f'<section class="remarks">{said}</section><form method="post" action="/remarks/">'
            f'<input type="hidden" name="boat" value="{parts[1]}"><textarea name="words"></textarea>'
            '<button name="do" value="say">Say</button><button name="do" value="close">Close</button></form>',
        )

    def _written(self, parts: list[str], form: dict[str, str]) -> Said:
        number = int(form["boat"] if parts == ["remarks"] else parts[1])
        boat = self.boats[number]
        if parts == ["remarks"]:
            boat.remarks += [("bob", form["words"])] if form["words"] else []
            boat.open = boat.open and form["do"] != "close"
            return Said(status=302, to=f"/boats/{number}")
        pairs = [("Title", boat.title, form["title"]), ("Owner", PEOPLE[boat.owner], PEOPLE[form["owner"]])]
        boat.title, boat.owner = form["title"], form["owner"]
        lines = "\n".join(f"{label}: {was} -> {now}" for label, was, now in pairs if was != now)
        boat.remarks += [("bob", lines)] if lines else []
        self.notice = f"{boat.title} was changed."
        return Said(status=302, to=f"/boats/{number}")

    def _rows(self) -> Iterator[str]:
        for number, boat in self.boats.items():
            name = PEOPLE[boat.owner]
            yield (
                f'<tr><td><a href="/boats/{number}">{escape(boat.title)}</a></td><td><a href="/people/{name}">{name}'
                f'</a></td><td class="state">{STATES[boat.open]}</td><td>{len(boat.remarks)}</td></tr>'
            )

    def _page(self, title: str, body: str) -> Said:
        told, self.notice = (f'<p class="notice">{escape(self.notice)}</p>' if self.notice else ""), ""
        return Said(f"<html><head><title>{escape(title)}</title></head><body>{told}{body}</body></html>")


def _form(boat: Boat) -> str:
    options = "".join(
        f'<option value="{key}"{" selected" * (key == boat.owner)}>{name}</option>' for key, name in PEOPLE.items()
    )
    return (
        f'<form method="post"><label>Title <input name="title" value="{escape(boat.title)}"></label>'
        f'<label>Owner <select name="owner">{options}</select></label></form>'
    )


def says(number: int, words: str, do: str = "say") -> list[tuple[str, str]]:
    return [("boat", str(number)), ("words", words), ("do", do)]


def tour() -> Tour:
    made = Tour(Yard())
    made.ask("GET", "/boats")
    made.ask("GET", "/boats/21")
    made.ask("POST", "/remarks/", *says(21, "Below the water."))
    made.ask("GET", "/boats/22")
    made.ask("GET", "/boats/22/edit")
    made.ask("POST", "/boats/22/edit", ("title", "Mast is broken"), ("owner", "6"))
    made.ask("GET", "/boats")
    made.ask("GET", "/boats/23")
    made.ask("POST", "/remarks/", *says(23, "Sewn.", "close"))
    made.ask("GET", "/boats")
    return made


async def test_a_form_that_has_the_key_in_a_field_is_about_that_thing() -> None:
    mock, app = Mock(tour()), Yard()
    check(mock.draft)
    await same(app, mock, "POST", "/remarks/", *says(22, "By the storm."))
    await same(app, mock, "GET", "/boats/22")


def test_who_is_linked_on_a_page_later_is_not_made_by_the_form_before() -> None:
    draft = tour().draft()
    assert [*draft.seed] == ["boats"]
    assert {one.role for one in draft.operations} == {"update"}


async def test_what_is_said_and_what_is_changed_are_two_sorts_of_records() -> None:
    mock, app = Mock(tour()), Yard()
    await same(app, mock, "POST", "/remarks/", *says(22, "By the storm."))
    await same(app, mock, "POST", "/boats/22/edit", ("title", "Mast is gone"), ("owner", "4"))
    await same(app, mock, "GET", "/boats/22")
    await same(app, mock, "POST", "/boats/22/edit", ("title", "Mast is gone"), ("owner", "4"))
    await same(app, mock, "GET", "/boats/22")


async def test_lists_count_what_was_said_of_each() -> None:
    mock, app = Mock(tour()), Yard()
    await same(app, mock, "POST", "/remarks/", *says(25, "Green is better."))
    await same(app, mock, "POST", "/boats/21/edit", ("title", "Hull leaks"), ("owner", "6"))
    await same(app, mock, "POST", "/boats/21/edit", ("title", "Hull leaks"), ("owner", "6"))
    await same(app, mock, "GET", "/boats")


async def test_a_notice_is_that_of_the_form_that_was_sent() -> None:
    mock, app = Mock(tour()), Yard()
    await same(app, mock, "POST", "/remarks/", *says(21, "Still."))
    await same(app, mock, "POST", "/boats/21/edit", ("title", "Hull drips"), ("owner", "5"))


async def test_a_button_that_says_what_the_list_says_then_sets_it() -> None:
    mock, app = Mock(tour()), Yard()
    await same(app, mock, "POST", "/remarks/", *says(22, "A new one.", "close"))
    await same(app, mock, "GET", "/boats")
    await same(app, mock, "GET", "/boats/22")
