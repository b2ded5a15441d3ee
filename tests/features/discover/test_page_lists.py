"""Lists on pages that are searched, filtered and cut by their address; notices, dates and ticks.

A small app draws its pages from its own state; its recording gives a draft, whose pages are compared with the app's.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

from awe_author.features.discover import Draft, Page, Recorded, discover, features_text
from awe_author.features.dom.operations import ListOperation, Plan
from awe_author.features.dom.planning import Planner, plan_page
from awe_author.features.dom.rendering import rendered
from awe_author.features.loading import load_features
from awe_author.state.bindings import moment
from awe_author.state.loading import load_model
from awe_author.twin.texts import page_text
from tests.features.discover.exchanges import ORIGIN, exchange, feature
from tests.features.discover.test_draft import act, check

ROLES = {"dev": "Developer", "ops": "Operations", "hr": "People team"}
MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
SIZE = 4
PEOPLE = [
    ("Abel Moreau", "dev", "2024-03-03", True), ("Fay Okoro", "ops", "2023-11-20", False),
    ("Carl Jonas", "hr", "", True), ("Dora Lind", "dev", "2022-01-31", True), ("Emil Stein", "ops", "2024-07-09", True),
    ("Bela Novak", "dev", "", False),
]  # fmt: skip


def day(iso: str) -> str:
    return f"{int(iso[8:])} {MONTHS[int(iso[5:7]) - 1]} {iso[:4]}" if iso else "\u2014"


@dataclass
class Staff:
    """The app."""

    people: dict[str, tuple[str, str, str, bool]] = field(
        default_factory=lambda: {str(number): one for number, one in enumerate(PEOPLE, 1)}
    )

    def listed(self, query: str = "", notice: str = "") -> str:
        asked = dict(parse_qsl(query))
        fits = [
            (key, one) for key, one in sorted(self.people.items(), key=lambda pair: pair[1][0])
            if asked.get("q", "").lower() in one[0].lower() and asked.get("role", one[1]) == one[1]
        ]  # fmt: skip
        begin = (int(asked.get("page", 1)) - 1) * SIZE
        kept = f"?kept={quote(query)}" if query else ""
        rows = "".join(
            f'<tr><td class="col-name"><a href="/staff/{key}/edit{kept}">{name}</a></td>'
            f'<td class="col-role">{ROLES[role]}</td><td class="col-since">{day(since)}</td>'
            f'<td class="col-active"><img alt="{"yes" if on else "no"}"></td></tr>'
            for key, (name, role, since, on) in fits[begin : begin + SIZE]
        )
        facets = "".join(f'<a href="?role={value}">{label}</a> ' for value, label in ROLES.items())
        pages = "".join(f'<a href="?page={n}">{n}</a> ' for n in range(1, (len(fits) - 1) // SIZE + 2) if n > 1)
        noun = "person" if len(fits) == 1 else "persons"
        return whole(
            (f'<ul class="flash"><li>{notice}</li></ul>' if notice else "")
            + f'<form action="/staff"><input name="q" value="{asked.get("q", "")}"></form><p class="roles">{facets}</p>'
            + f'<p class="sum">{len(fits)} {noun} of {len(self.people)} in all</p><p class="part">'
            + f'({begin + 1}-{begin + len(fits[begin : begin + SIZE])})</p><table class="staff"><thead><tr>'
            + "<th>Name</th><th>Role</th><th>Since</th><th>Active</th></tr></thead>"
            + f'<tbody>{rows}</tbody></table><p class="pages">{pages}</p>'
        )

    def form(self, key: str = "", query: str = "") -> str:
        name, role, since, on = self.people.get(key, ("", "dev", "", False))
        options = "".join(
            f'<option value="{value}"{" selected" * (value == role)}>{label}</option>' for value, label in ROLES.items()
        )
        return whole(
            f'<h1>{name or "Somebody new"}</h1><form method="post"><input name="name" value="{name}">'
            f'<select name="role">{options}</select><input name="since" value="{since}">'
            f'<input type="checkbox" name="active"{" checked" * on}></form>'
            + (f'<a class="gone" href="/staff/{key}/delete{"?" + query if query else ""}">Delete</a>' if key else "")
        )


def whole(body: str) -> str:
    return f"<html><head><title>Staff</title></head><body>{body}</body></html>"


@dataclass
class Tour:
    """What was recorded of it."""

    app: Staff = field(default_factory=Staff)
    raws: list[Any] = field(default_factory=list)
    pages: list[Page] = field(default_factory=list)

    def get(self, path: str, html: str) -> None:
        seq = len(self.raws) + 1
        self.raws.append(exchange(seq, "GET", path, html=html))
        self.pages.append(Page(ORIGIN + path, "Staff", html, seq + 1))

    def post(self, path: str, to: str = "/staff", **sent: str) -> None:
        self.raws.append(exchange(len(self.raws) + 1, "POST", path, urlencode(sent), 302, location=to, html=""))


def staff() -> Draft:
    tour = Tour()
    app = tour.app
    tour.get("/staff", app.listed())
    tour.get("/staff?page=2", app.listed("page=2"))
    tour.get("/staff/2/edit", app.form("2"))
    tour.get("/staff/new", app.form())
    app.people["7"] = ("Gina Torres", "ops", "2025-02-14", True)
    tour.post("/staff/new", name="Gina Torres", role="ops", since="2025-02-14", active="on")
    tour.get("/staff", app.listed(notice='<a href="/staff/7/edit">Gina Torres</a> was added.'))
    tour.get("/staff?q=gina", app.listed("q=gina"))
    tour.get("/staff/7/edit?kept=q%3Dgina", app.form("7", "kept=q%3Dgina"))
    tour.get("/staff?role=dev", app.listed("role=dev"))
    tour.get("/staff/1/edit", app.form("1"))
    app.people["1"] = ("Abel Moreau-Lind", "hr", "", False)
    tour.post("/staff/1/edit", name="Abel Moreau-Lind", role="hr", since="")
    tour.get("/staff", app.listed(notice='<a href="/staff/1/edit">Abel Moreau-Lind</a> was changed.'))
    app.people.pop("2")
    tour.post("/staff/2/delete", sure="yes")
    tour.get("/staff", app.listed(notice="Fay Okoro is gone."))
    return discover(Recorded(tour.raws, tour.pages), "demo")


class Mock:
    """The draft's pages."""

    def __init__(self) -> None:
        self.draft = staff()
        self.world = check(self.draft)
        self.state = self.world.initial({"demo": self.draft.seed})
        model = load_model(json.loads(json.dumps(self.draft.model)), app="demo")
        self.planner = Planner(load_features(features_text(self.draft), "features.yaml", {"demo": model}))

    def do(self, action: str, **params: Any) -> None:
        self.state = act(self.world, self.state, action, params).state

    def plan(self, path: str, **view: Any) -> Plan:
        now = {"state": self.state.view("demo"), "warehouse": {}, "now": moment(1_740_992_400.0)}
        plan, faults = plan_page([(self.planner, now)], ORIGIN + path, view, "1")
        assert not faults
        return plan

    def rows(self, path: str) -> list[str]:
        return [key for one in self.plan(path).operations if isinstance(one, ListOperation) for key in one.keys]

    def text(self, path: str, html: str, **view: Any) -> str:
        """What a recorded page says as this address."""
        return page_text(rendered(html, self.plan(path, **view)))


def keys(html: str) -> list[str]:
    return [piece.partition("/")[0] for piece in html.partition("<tbody>")[2].split('href="/staff/')[1:]]


def test_columns_get_the_names_of_the_forms_fields_and_keep_what_forms_send() -> None:
    seed = staff().seed["staffs"]
    assert {name: seed["2"][name] for name in ("name", "role", "since", "active")} == {
        "name": "Fay Okoro", "role": "Operations", "since": "2023-11-20", "active": "no",
    }  # fmt: skip
    assert seed["3"]["since"] == ""


def test_the_list_is_searched_filtered_and_cut_as_its_address_says() -> None:
    app, mock = Staff(), Mock()
    for query in ("", "page=2", "q=fay", "role=ops", "role=hr", "role=dev&q=abel"):
        assert mock.rows(f"/staff?{query}") == keys(app.listed(query)), query
    app.people["7"] = ("Aron Feld", "hr", "2025-12-01", False)
    mock.do("create_staff", name="Aron Feld", role="People team", since="2025-12-01", active="no")
    for query in ("", "page=2", "q=fel", "role=hr", "role=dev"):
        assert mock.rows(f"/staff?{query}") == keys(app.listed(query)), query


def test_pages_say_what_the_app_says_of_it() -> None:
    app, mock = Staff(), Mock()
    before = app.listed("q=carl")
    app.people["7"] = ("Aron Feld", "hr", "2025-12-01", False)
    mock.do("create_staff", name="Aron Feld", role="People team", since="2025-12-01", active="no")
    for query in ("q=aron", "q=feld", "q=e"):
        assert mock.text(f"/staff?{query}", before) == page_text(app.listed(query)), query
    assert mock.text("/staff", Staff().listed()) == page_text(app.listed())


def test_links_of_rows_keep_what_their_page_was_asked_for() -> None:
    mock = Mock()
    mock.do("create_staff", name="Aron Feld", role="People team", since="", active="no")
    for query, kept in (("", ""), ("q=feld", "?kept=q%3Dfeld"), ("role=hr&q=aron", "?kept=role%3Dhr%26q%3Daron")):
        shown = rendered(Staff().listed("q=carl"), mock.plan(f"/staff?{query}".rstrip("?")))
        assert f'href="/staff/7/edit{kept}">Aron Feld</a>' in shown


def test_links_on_a_page_of_one_hand_on_what_it_was_asked_for() -> None:
    mock, html = Mock(), Staff().form("1")
    for query in ("", "?kept=role%3Ddev"):
        assert f'href="/staff/5/delete{query}"' in rendered(html, mock.plan(f"/staff/5/edit{query}"))


def test_pages_may_be_called_by_signs_that_are_no_numbers() -> None:
    tour = Tour()
    tour.get("/staff", tour.app.listed().replace(">2</a>", ">\u2461</a>"))
    tour.get("/staff?page=2", tour.app.listed("page=2").replace(">2</a>", ">\u2461</a>"))
    tour.get("/staff?page=\u00b2", tour.app.listed())
    tour.get("/staff?page=" + "9" * 5000, tour.app.listed())
    tour.get("/staff/2/edit", tour.app.form("2"))
    tour.app.people.pop("2")
    tour.post("/staff/2/delete", sure="yes")
    tour.get("/staff", tour.app.listed().replace(">2</a>", ">\u2461</a>"))
    draft = discover(Recorded(tour.raws, tour.pages), "demo")
    assert "math.greatest" in str(feature(draft, "staffs.list.page"))


def test_a_form_shows_what_it_sent() -> None:
    mock = Mock()
    assert mock.text("/staff/5/edit", Staff().form("1")) == page_text(Staff().form("5"))
    checked = [one for one in mock.plan("/staff/6/edit").operations if "checkbox" in str(one) or "active" in str(one)]
    assert "('checked', False)" in str(checked)


def test_notices_name_what_the_action_was_about() -> None:
    mock = Mock()
    about = {"id": "9", "name": "Aron Feld"}
    added = '<ul class="flash"><li><a href="/staff/7/edit">Gina Torres</a> was added.</li></ul>'
    shown = rendered(whole(added), mock.plan("/staff", after="create_staff", about=about))
    assert '<a href="/staff/9/edit">Aron Feld</a> was added.' in shown
    gone = whole('<ul class="flash"><li>Fay Okoro is gone.</li></ul>')
    assert "Aron Feld is gone." in rendered(gone, mock.plan("/staff", after="delete_staff", about=about))


def test_what_a_form_ticks_is_told_by_the_columns_words() -> None:
    sent = feature(staff(), "staffs.update.form")["with"]["changes"]
    assert "'on': 'yes'" in sent["active"]
    assert "'': 'no'" in sent["active"]
