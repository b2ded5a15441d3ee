"""Columns that say how many entities of another kind belong to each row."""

from __future__ import annotations

from html import escape

from tests.features.discover.firms import Firms, firm, person, recorded
from tests.features.discover.site import Mock, Said, Sent, Tour, same


class Counted(Firms):
    """The list of firms says how many people work for each."""

    more = 0

    def _list(self, kind: str) -> str:
        if kind != "firms":
            return super()._list(kind)
        rows = "".join(
            f'<tr><td><a href="/firms/{key}/edit">{escape(name)}</a></td><td>{escape(town)}</td>'
            f"<td>{self.more + sum(of == key for _, of in self.people.values())}</td></tr>"
            for key, (name, town) in sorted(self.firms.items(), key=lambda one: one[1])
        )
        heads = "<tr><th>Name</th><th>Town</th><th>People</th></tr>"
        return f"<!DOCTYPE html><html><body><table><thead>{heads}</thead><tbody>{rows}</tbody></table></body></html>"


async def test_the_number_of_people_of_each_firm() -> None:
    mock, app = Mock(recorded(Counted())), Counted()
    await same(app, mock, "GET", "/firms/")
    await same(app, mock, "POST", "/people/add", *person("Fay Fuller", "1"))
    await same(app, mock, "GET", "/firms/")
    await same(app, mock, "POST", "/firms/add", *firm("Velvet Anvil", "Porto"))
    await same(app, mock, "POST", "/people/3/edit", *person("Ben Baker", "4"))
    await same(app, mock, "GET", "/firms/")


def test_numbers_that_are_of_something_else_are_left_as_they_are() -> None:
    class Others(Counted):
        more = 1

    def shown(app: Counted) -> str:
        return str([one.document for one in recorded(app).draft().features if one.document["id"] == "firms.list.page"])

    assert "filter(each, " in shown(Counted())
    assert "filter(each, " not in shown(Others())


class Duties:
    """Jobs that several people share; the list of people says how many each has, and how many of these go on."""

    def __init__(self) -> None:
        names = ["Ada Berg", "Ben Cole", "Cyd Dorn", "Dan Ertl", "Eva Finn", "Finn Gray", "Gus Hale"]
        self.people = dict(enumerate(names, 1))
        self.jobs = {
            1: ("Paint the quay", "Ada Berg, Ben Cole", "open"),
            2: ("Mend the nets", "Ben Cole", "going on"),
            3: ("Count the ropes", "Cyd Dorn, Ada Berg", "done"),
            4: ("Oil the crane", "Dan Ertl", "open"),
            5: ("Clean the pumps", "Ben Cole, Eva Finn", "done"),
            6: ("Weigh the buoys", "Ada Berg, Finn Gray", "going on"),
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        _, kind, last = path.split("/")
        if method == "POST" and kind == "people":
            self.people[int(last)] = dict(sent)["name"]
            return Said(status=302, to="/people/")
        if method == "POST":
            said = dict(sent)
            number = max(self.jobs) + 1 if last == "new" else int(last)
            self.jobs[number] = (said["title"], said["crew"], said["state"])
            return Said(status=302, to="/jobs/")
        if last:
            return self._form(kind, last)
        if kind == "jobs":
            return _table("Jobs", ("Title", "Crew", "State"), {f"/jobs/{key}": job for key, job in self.jobs.items()})
        told = {f"/people/{key}": (name, *map(str, self._numbers(name))) for key, name in self.people.items()}
        return _table("People", ("Name", "Jobs", "Under way"), told)

    def _numbers(self, name: str) -> tuple[int, int]:
        mine = [state for _, crew, state in self.jobs.values() if name in crew.split(", ")]
        return len(mine), len([state for state in mine if state != "done"])

    def _form(self, kind: str, last: str) -> Said:
        if kind == "people":
            inputs = f'<input name="name" value="{escape(self.people[int(last)])}">'
        else:
            title, crew, state = self.jobs[int(last)] if last != "new" else ("", "", "open")
            options = "".join(
                f"<option{' selected' * (one == state)}>{one}</option>" for one in ("open", "going on", "done")
            )
            inputs = f'<input name="title" value="{title}"><input name="crew" value="{crew}">'
            inputs += f'<select name="state">{options}</select>'
        form = f'<form method="post" action="/{kind}/{last}">{inputs}<button>Save</button></form>'
        return Said(f"<title>{kind}</title>{form}")


def _table(title: str, heads: tuple[str, ...], rows: dict[str, tuple[str, ...]]) -> Said:
    head = "".join(f"<th>{one}</th>" for one in heads)
    lines = "".join(
        f'<tr><td><a href="{to}">{escape(first)}</a></td>{"".join(f"<td>{escape(one)}</td>" for one in rest)}</tr>'
        for to, (first, *rest) in rows.items()
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"
    return Said(f"<html><head><title>{title}</title></head><body>{table}</body></html>")


def job(title: str, crew: str, state: str) -> list[tuple[str, str]]:
    return [("title", title), ("crew", crew), ("state", state)]


async def test_how_many_that_name_it_beside_others_are_under_way() -> None:
    app, tour = Duties(), Tour(Duties())
    tour.ask("GET", "/people/")
    tour.ask("GET", "/jobs/")
    tour.ask("GET", "/jobs/2")
    tour.ask("POST", "/jobs/2", *job("Mend all nets", "Ben Cole", "going on"))
    tour.ask("GET", "/jobs/new")
    tour.ask("POST", "/jobs/new", *job("Dry the sails", "Gus Hale, Cyd Dorn", "open"))
    tour.ask("GET", "/people/3")
    tour.ask("POST", "/people/3", ("name", "Cyd Dorn"))
    mock = Mock(tour)
    await same(app, mock, "GET", "/people/")
    await same(app, mock, "POST", "/jobs/4", *job("Oil the crane", "Dan Ertl, Eva Finn", "done"))
    await same(app, mock, "POST", "/jobs/new", *job("Grease the winch", "Ada Berg, Eva Finn", "going on"))
    await same(app, mock, "GET", "/people/")
