"""Forms whose choices leave a field as it is and say what that is; lists by conditions in addresses; versions below."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from html import escape
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

from awe_author.features.discover.markup.forms import Form
from awe_author.features.discover.markup.kept_choices import kept_choices, without_kept
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

STATES, PLACES = ["new", "open", "done", "dropped"], ["Cellar", "Attic"]
Job = dict[str, str]


def job(subject: str, state: str, place: str) -> Job:
    return {"subject": subject, "state": state, "place": place}


@dataclass
class Jobs:
    jobs: dict[int, Job] = field(
        default_factory=lambda: {
            1: job("Sweep the stairs", "open", "Cellar"), 2: job("Count the jars", "new", "Cellar"),
            3: job("Fix the hatch", "new", "Attic"), 4: job("Stack the wood", "open", "Cellar"),
            5: job("Hang the lamp", "done", "Attic"), 6: job("Oil the hinges", "open", "Attic"),
            7: job("Sort the nails", "dropped", "Cellar"), 8: job("Air the beds", "new", "Attic"),
        }
    )  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        key = int(asked.get("id", "0"))
        if method == "POST":
            self.jobs[key] |= {name: value for name, value in sent if name in self.jobs[key] and value}
            return Said(status=302, to=f"/job/edit.html?id={key}")
        if path.startswith("/helpers/card"):
            one = self.jobs[key]
            return Said(f"<div class=card><h3>{escape(one['subject'])}</h3><p class=place>{one['place']}</p></div>")
        return Said(whole(self._form(key) if key else self._list(asked.get("query", ""))))

    def _list(self, query: str) -> str:
        if query == "State='__active__'":
            return self._rows({key: one for key, one in self.jobs.items() if one["state"] not in ("done", "dropped")})
        found = re.fullmatch(r"(\w+)='(\w+)'", query)
        return self._rows({
            key: one for key, one in self.jobs.items() if found is None or one[found[1].lower()] == found[2]
        })  # fmt: skip

    def _rows(self, jobs: dict[int, Job]) -> str:
        rows = "".join(
            f'<tr><td><a href="/job/edit.html?id={key}">{escape(one["subject"])}</a></td><td>{one["state"]}</td>'
            f"<td>{one['place']}</td></tr>"
            for key, one in jobs.items()
        )
        heads = "<tr><th>Subject</th><th>State</th><th>Place</th></tr>"
        return f"<h1>Jobs</h1><table><thead>{heads}</thead><tbody>{rows}</tbody></table>"

    def _form(self, key: int) -> str:
        one = self.jobs[key]
        selects = "".join(
            f'<label>{name.title()} <select name="{name}"><option value="" selected>{one[name]} (Unchanged)</option>'
            + "".join(f'<option value="{value}">{value}</option>' for value in values)
            + "</select></label>"
            for name, values in (("state", STATES), ("place", PLACES))
        )
        subject = f'<input name="subject" value="{escape(one["subject"])}">'
        return f'<h1>Job #{key}</h1><form method="post" action="/job/edit.html?id={key}">{subject}{selects}</form>'


def whole(body: str) -> str:
    foot = "<p class=foot>Jobs, version 5.0.3</p>"
    return f"<!doctype html><html><head><title>Jobs</title></head><body>{body}{foot}</body></html>"


def tour() -> Tour:
    app = Jobs()
    made = Tour(app)

    def card(key: int) -> None:
        made.ask("GET", f"/helpers/card?id={key}", how="part")
        came = ("Referer", f"{ORIGIN}/job/edit.html?id={key}")
        made.raws[-1] = replace(made.raws[-1], request_headers=[*made.raws[-1].request_headers, came])

    made.ask("GET", "/jobs.html")
    made.ask("GET", "/jobs.html?query=State='new'")
    made.ask("GET", "/jobs.html?query=Place='Attic'")
    made.ask("GET", "/jobs.html?query=State='__active__'")
    for key, changes in ((2, {"state": "open"}), (5, {"subject": "Hang both lamps"}), (3, {"place": "Cellar"})):
        made.ask("GET", f"/job/edit.html?id={key}")
        card(key)
        sent = {"subject": app.jobs[key]["subject"], "state": "", "place": "", **changes}
        made.ask("POST", f"/job/edit.html?id={key}", *sent.items())
    made.ask("GET", "/jobs.html")
    return made


def change(subject: str, state: str = "", place: str = "") -> list[tuple[str, str]]:
    return [("subject", subject), ("state", state), ("place", place)]


async def test_what_is_not_chosen_stays_as_it_is() -> None:
    mock, app = Mock(tour()), Jobs()
    check(mock.draft)
    await same(app, mock, "POST", "/job/edit.html?id=1", *change("Sweep all stairs"))
    await same(app, mock, "POST", "/job/edit.html?id=1", *change("Sweep all stairs", "done"))
    await same(app, mock, "POST", "/job/edit.html?id=4", *change("Stack the wood", place="Attic"))
    await same(app, mock, "GET", "/jobs.html")
    shown = BeautifulSoup((await mock.ask("GET", "/job/edit.html?id=1")).html, "lxml")
    assert [one.get_text() for one in shown.select("option[selected]")] == ["done (Unchanged)", "Cellar (Unchanged)"]


async def test_a_part_whose_address_asks_for_what_its_page_is_about() -> None:
    mock, app = Mock(tour()), Jobs()
    await same(app, mock, "GET", "/helpers/card?id=6", how="part")
    await same(app, mock, "POST", "/job/edit.html?id=2", *change("Count all jars", place="Attic"))
    await same(app, mock, "GET", "/helpers/card?id=2", how="part")


async def test_a_number_that_a_version_begins_with_is_no_key() -> None:
    mock, app = Mock(tour()), Jobs()
    await same(app, mock, "GET", "/job/edit.html?id=6")


@pytest.mark.parametrize(
    "query",
    [
        "State='new'",
        "State='open'",
        "Place='Attic'",
        "Place='Cellar'",
        "State='__active__'",
    ],
)
async def test_lists_by_a_condition_in_the_address(query: str) -> None:
    mock, app = Mock(tour()), Jobs()
    await same(app, mock, "POST", "/job/edit.html?id=4", *change("Stack the wood", "new", "Attic"))
    await same(app, mock, "GET", f"/jobs.html?query={query}")


def form(said: str, *, chosen: str = "") -> Form:
    options = {"": said, "new": "new", "open": "open"}
    return Form("https://app.test/", "POST", "form", {"state": chosen}, {"state": options})


@pytest.mark.parametrize(("labels", "around"), [
    (["new (Unchanged)"], ("", " (Unchanged)")),
    (["Now: new", "Now: open"], ("Now: ", "")),
    (["Now: new"], None),  # one alone, in other words
    (["new", "open"], None),  # nothing around it
    (["new (Unchanged)", "none"], None),
])  # fmt: skip
def test_choices_that_keep_what_is(labels: list[str], around: tuple[str, str] | None) -> None:
    forms = [form(said) for said in labels]
    assert kept_choices(forms) == ({"state": around} if around else {})
    assert forms[0].fields["state"] == ("new" if around else "")
    assert ("" in forms[0].options["state"]) is not bool(around)


def test_what_a_post_leaves_as_it_is_is_not_said() -> None:
    assert without_kept({"state": "", "name": ""}, {"state": ("", "!")}) == {"name": ""}
    assert without_kept(["x"], {"state": ("", "!")}) == ["x"]
