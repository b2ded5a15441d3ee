"""What forms make of another kind: people in rows of a firm's form, and the firm that a lead becomes."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same

pytestmark = pytest.mark.asyncio

FIRMS = ["Anchor Bakery", "Brook Mills", "Cobalt Paints", "Dune Kites"]
PEOPLE = ["Ada Arndt", "Ben Brook", "Cora Claas", "Dora Dahl"]
LEADS = ["Ebb Software", "Fjord Tools", "Grapnel Steel", "Hollow Oak"]


class Firms:
    """Firms with people in rows of their forms, and leads that become firms."""

    def __init__(self) -> None:
        self.firms = {str(key): {"name": name, "town": f"Town {key}"} for key, name in enumerate(FIRMS, 1)}
        self.people = {str(key): {"name": name, "mail": f"p{key}@all.test"} for key, name in enumerate(PEOPLE, 1)}
        self.leads = {
            str(key): {"first": "Gil", "last": f"Guest{key}", "firm": name, "town": f"Port {key}", "note": ""}
            for key, name in enumerate(LEADS, 1)
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = urlsplit(path).path.strip("/").split("/")[1:]
        if method == "POST":
            getattr(self, f"_post_{parts[0]}")(parts[1], dict(sent))
            return Said(to=f"/app/{parts[0]}/", status=302)
        return self._list(parts[0]) if len(parts) < 2 else getattr(self, f"_{parts[0]}")(parts[1])

    def _post_firms(self, key: str, sent: dict[str, str]) -> None:
        self.firms[key] = {"name": sent["name"], "town": sent["town"]}
        if sent["people-0-first"] and not sent["people-0-id"]:
            name = f"{sent['people-0-first']} {sent['people-0-last']}"
            self.people[str(len(self.people) + 1)] = {"name": name, "mail": sent["people-0-mail"]}

    def _post_people(self, key: str, sent: dict[str, str]) -> None:
        self.people[key] = {"name": sent["name"], "mail": sent["mail"]}

    def _post_leads(self, key: str, sent: dict[str, str]) -> None:
        self.leads[key] = {name: sent[name] for name in ("first", "last", "firm", "town", "note")}
        if "_convert" in sent:
            self.leads.pop(key)
            self.firms[str(len(self.firms) + 1)] = {"name": sent["firm"], "town": sent["town"]}

    def _list(self, of: str) -> Said:
        rows = {"firms": self.firms, "people": self.people, "leads": self.leads}[of]
        shown = ("firm", "last") if of == "leads" else ("name", "mail" if of == "people" else "town")
        made = "".join(
            f'<tr><th class="one"><a href="/app/{of}/{key}/">{row[shown[0]]}</a></th>'
            f'<td class="{shown[1]}">{row[shown[1]]}</td></tr>'
            for key, row in rows.items()
        )
        head = f"<thead><tr><th>Name</th><th>{shown[1].title()}</th></tr></thead>"
        return _page(of.title(), f'<table id="{of}">{head}<tbody>{made}</tbody></table>')

    def _firms(self, key: str) -> Said:
        names = ("people-0-first", "people-0-last", "people-0-mail", "people-0-id")
        return _page(f"Firm {key}", _form(f"/app/firms/{key}/", {**self.firms[key], **dict.fromkeys(names, "")}))

    def _leads(self, key: str) -> Said:
        return _page(f"Lead {key}", _form(f"/app/leads/{key}/", self.leads[key], convert=True))

    def _people(self, key: str) -> Said:
        return _page(f"Person {key}", _form(f"/app/people/{key}/", self.people[key]))


def _form(action: str, values: dict[str, str], *, convert: bool = False) -> str:
    made = "".join(f'<input name="{name}" value="{value}">' for name, value in values.items())
    more = '<input type="submit" name="_convert" value="Convert">' if convert else ""
    save = '<input type="submit" name="_save" value="Save">'
    return f'<form method="post" action="{action}">{made}{save}{more}</form>'


def _page(title: str, inner: str) -> Said:
    return Said(f"<html><body><main><h1>{title}</h1>{inner}</main></body></html>")


def firm(name: str, town: str, first: str = "", last: str = "", mail: str = "") -> list[tuple[str, str]]:
    row = [("people-0-first", first), ("people-0-last", last), ("people-0-mail", mail), ("people-0-id", "")]
    return [("name", name), ("town", town), *row, ("_save", "Save")]


def lead(key: int, note: str, button: str) -> list[tuple[str, str]]:
    names = [("first", "Gil"), ("last", f"Guest{key}"), ("firm", LEADS[key - 1]), ("town", f"Port {key}")]
    return [*names, ("note", note), (button, "x")]


@pytest.fixture(scope="module")
def tour() -> Tour:
    made = Tour(Firms())
    for path in ("/app/firms/", "/app/firms/1/"):
        made.ask("GET", path)
    made.ask("POST", "/app/firms/1/", *firm("Anchor Bakery", "Altona"))
    for path in ("/app/firms/", "/app/firms/2/"):
        made.ask("GET", path)
    made.ask("POST", "/app/firms/2/", *firm("Brook Mills", "Bergen", "Pia", "Qvist", "pia@brook.test"))
    for path in ("/app/firms/", "/app/people/", "/app/people/1/"):
        made.ask("GET", path)
    made.ask("POST", "/app/people/1/", ("name", "Ada Arndt"), ("mail", "ada@anchor.test"), ("_save", "Save"))
    for path in ("/app/people/", "/app/leads/", "/app/leads/1/"):
        made.ask("GET", path)
    made.ask("POST", "/app/leads/1/", *lead(1, "Call again.", "_save"))
    for path in ("/app/leads/", "/app/leads/2/"):
        made.ask("GET", path)
    made.ask("POST", "/app/leads/2/", *lead(2, "", "_convert"))
    for path in ("/app/leads/", "/app/firms/", "/app/leads/"):
        made.ask("GET", path)
    return made


async def test_a_button_makes_a_firm_of_a_lead(tour: Tour) -> None:
    mock, app = Mock(tour), Firms()
    for path in ("/app/leads/", "/app/leads/3/"):
        app("GET", path, ())
        await mock.ask("GET", path)
    await same(app, mock, "POST", "/app/leads/3/", *lead(3, "", "_convert"))
    await same(app, mock, "GET", "/app/firms/")
    await same(app, mock, "POST", "/app/leads/4/", *lead(4, "Later.", "_save"))
    await same(app, mock, "GET", "/app/firms/")


async def test_a_row_of_a_form_makes_a_person(tour: Tour) -> None:
    mock, app = Mock(tour), Firms()
    for path in ("/app/people/", "/app/firms/", "/app/firms/3/"):
        await same(app, mock, "GET", path)
    await same(app, mock, "POST", "/app/firms/3/", *firm("Cobalt Paints", "Caen"))
    await same(app, mock, "GET", "/app/people/")
    await same(app, mock, "POST", "/app/firms/3/", *firm("Cobalt Paints", "Caen", "Olle", "Ryd", "olle@cobalt.test"))
    await same(app, mock, "GET", "/app/people/")
