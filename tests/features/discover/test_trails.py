"""Rows on an entity's page to which writes about it add: comments, and a history of what became what."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from types import SimpleNamespace
from typing import Any, cast

import pytest
from bs4 import BeautifulSoup

from awe_author.features.discover.pages.trail_records import Added, Known
from awe_author.features.discover.pages.trail_surfaces import Shows
from tests.features.discover.exchanges import DATE
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

STATES = {"1": "open", "2": "waiting", "3": "closed"}


Event = tuple[int, str, str, list[tuple[str, str, str]]]
"""(number, who, what was said, (field, before, after) of each change)."""


@dataclass
class Job:
    """A job, and what was said and done about it."""

    title: str
    state: str
    owner: str = ""
    events: list[Event] = field(default_factory=list)


@dataclass
class Shop:
    """Jobs whose one form changes them and says something about them. `journal`: both in one row, the oldest first,
    without the parts that have nothing to tell; else in two tables, the newest first."""

    journal: bool = False
    last: int = 14
    jobs: dict[int, Job] = field(
        default_factory=lambda: {
            1: Job("Repair the gate", "1", "ann", [(11, "ann", "It does not close.", [])]),
            2: Job("Paint the fence", "1", "", [(12, "bob", "Green.", []), (14, "ann", "Or blue?", [])]),
            3: Job("Clean the shed", "2", "bob", [(13, "bob", "Before winter.", [])]),
        }
    )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if method == "POST":
            return self._written(path, dict(sent))
        if path == "/jobs":
            rows = "".join(
                f'<tr><td class="title"><a href="/jobs/{key}">{escape(job.title)}</a></td><td class="state">'
                f'{STATES[job.state]}</td><td class="owner">{job.owner}</td></tr>' for key, job in self.jobs.items()
            )  # fmt: skip
            return _page("Jobs", f'<table id="all"><tbody>{rows}</tbody></table>')
        if path == "/jobs/new":
            return _page("New job", _form(Job("", "1"), "/jobs"))
        key = int(path.split("/")[2])
        job = self.jobs[key]
        told = _journal(job) if self.journal else _tables(job)
        return _page(job.title, f"{_form(job, f'/jobs/{key}')}{told}")

    def _written(self, path: str, given: dict[str, str]) -> Said:
        new = path == "/jobs"
        key = max(self.jobs) + 1 if new else int(path.split("/")[2])
        job = self.jobs.setdefault(key, Job("", ""))
        pairs = [("owner", job.owner, given["owner"]), ("title", job.title, given["title"])]
        pairs.insert(1, ("state", STATES.get(job.state, ""), STATES[given["state"]]))
        changes = [one for one in pairs if one[1] != one[2] and not new]
        job.title, job.state, job.owner = given["title"], given["state"], given["owner"]
        if given["note"] or changes or (new and not self.journal):
            self.last += bool(given["note"]) or self.journal
            job.events.append((self.last, "ann", given["note"], changes))
        return Said(status=303, to=f"/jobs/{key}")


def _tables(job: Job) -> str:
    said = "".join(
        f'<tr><th>No. {number}</th><th>From: {who}</th></tr><tr><td class="words" colspan="2"><pre>{escape(what)}'
        "</pre></td></tr>" for number, who, what, _ in reversed(job.events) if what
    )  # fmt: skip
    done = ""
    for place, (number, who, what, changes) in reversed([*enumerate(job.events)]):
        lines = [f"{name}: {escape(was)} -> {escape(now)}" for name, was, now in changes]
        lines = [f"comments: + {number}", *lines] if what and place else lines
        done += f"<tr><td>{who}</td><td>{'<br>'.join(lines)}</td></tr>"
    told = f'<table class="comments"><tr><th colspan="2" class="top">Comments</th></tr>{said}</table>'
    return (told if said else "") + f'<table class="history"><tr><th>Who</th><th>What</th></tr>{done}</table>'


def _journal(job: Job) -> str:
    rows = ""
    for place, (number, who, what, changes) in enumerate(job.events, 1):
        lines = "".join(
            f"<li><b>{name.capitalize()}</b> {f'changed from <i>{escape(was)}</i>' if was else 'set'} to "
            f"<i>{escape(now)}</i></li>" for name, was, now in changes
        )  # fmt: skip
        told = f"<ul>{lines}</ul>" if lines else ""
        words = f'<p class="words">{escape(what)}</p>' if what else ""
        rows += f'<div class="entry" id="entry-{number}"><h4>#{place} by {who}</h4>{told}{words}</div>'
    return f'<div id="journal">{rows}</div>' if rows else ""


def _form(job: Job, action: str) -> str:
    options = "".join(
        f'<option value="{key}"{" selected" if key == job.state else ""}>{said}</option>'
        for key, said in STATES.items()
    )
    return (
        f'<form method="post" action="{action}"><input name="title" value="{escape(job.title)}">'
        f'<select name="state">{options}</select><input name="owner" value="{job.owner}">'
        '<textarea name="note"></textarea></form>'
    )


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{escape(title)}</title></head><body>{body}</body></html>")


def sent(title: str, state: str, owner: str, note: str) -> list[tuple[str, str]]:
    return [("title", title), ("state", state), ("owner", owner), ("note", note)]


def tour(app: Shop) -> Tour:
    made = Tour(app)
    made.ask("GET", "/jobs")
    made.ask("GET", "/jobs/1")
    made.ask("GET", "/jobs/2")
    made.ask("GET", "/jobs/new")
    made.ask("POST", "/jobs", *sent("Sow the lawn", "1", "bob", "The seeds are in the shed."))
    made.ask("GET", "/jobs")
    made.ask("POST", "/jobs/4", *sent("Sow the whole lawn", "2", "bob", "After the rain."))
    made.ask("GET", "/jobs")
    made.ask("POST", "/jobs/2", *sent("Paint the fence", "3", "cat", ""))
    made.ask("POST", "/jobs/1", *sent("Repair the gate", "1", "ann", "The hinge is bent."))
    made.ask("GET", "/jobs/4")
    return made


@pytest.mark.parametrize("journal", [False, True])
async def test_what_writes_add_is_shown_at_once_and_after_a_reload(journal: bool) -> None:
    mock, app = Mock(tour(Shop(journal))), Shop(journal)
    check(mock.draft)
    await same(app, mock, "GET", "/jobs/2")
    await same(app, mock, "POST", "/jobs", *sent("Water the <roses>", "2", "ann", "Each morning."))
    await same(app, mock, "POST", "/jobs/4", *sent("Water the <roses>", "3", "cat", "Not in winter."))
    await same(app, mock, "POST", "/jobs/1", *sent("Repair the gate", "1", "ann", "A new hinge will do."))
    await same(app, mock, "POST", "/jobs/1", *sent("Replace the gate", "2", "ann", ""))
    for path in ("/jobs/4", "/jobs/1", "/jobs/2", "/jobs"):
        await same(app, mock, "GET", path)
    await same(app, mock, "POST", "/jobs", *sent("Order sand", "1", "ann", ""))
    await same(app, mock, "POST", "/jobs/5", *sent("Order sand", "1", "ann", "Two bags."))
    await same(app, mock, "GET", "/jobs/5")


async def test_a_write_that_changes_nothing_and_says_nothing_adds_nothing() -> None:
    mock, app = Mock(tour(Shop())), Shop()
    await same(app, mock, "POST", "/jobs/1", *sent("Repair the gate", "1", "ann", ""))
    await same(app, mock, "GET", "/jobs/1")


async def test_records_of_an_entity_that_was_never_opened_are_not_those_of_another() -> None:
    mock, app = Mock(tour(Shop())), Shop()
    shown = (await mock.ask("GET", "/jobs/3")).html
    assert "Clean the shed" in shown
    assert '<table class="history">' in shown
    assert not [said for job in app.jobs.values() for _, _, said, _ in job.events if said in shown]
    await mock.ask("POST", "/jobs/3", *sent("Clean the shed", "3", "bob", "Done before the frost."))
    shown = (await mock.ask("GET", "/jobs/3")).html
    assert "Done before the frost." in shown
    assert "state: waiting -&gt; closed" in shown


def test_records_on_later_looks_are_records_too() -> None:
    looks = [
        BeautifulSoup(f'<ul class="notes">{"<li>Green.</li>" * many}</ul><li>Menu</li>', "lxml") for many in (1, 2)
    ]
    trail = SimpleNamespace(container="ul.notes", looks=[(None, [(looks[0].li,)])])
    held = Shows(cast(Any, SimpleNamespace(trail=trail)), ("li",)).holds(
        cast(Any, [SimpleNamespace(document=one) for one in looks])
    )
    assert held == {id(tag) for one in looks for tag in one.select(".notes > li")}


async def test_records_are_in_the_state() -> None:
    mock = Mock(tour(Shop()))
    assert mock.draft.seed["jobs"]["2"]["comments"] == [
        {"id": "1", "text": "No. 12", "from": "bob", "words": "Green."},
        {"id": "2", "text": "No. 14", "from": "ann", "words": "Or blue?"},
    ]
    assert mock.draft.seed["jobs"]["3"]["comments"] == []


async def test_a_notice_and_what_was_done_last_are_no_records() -> None:
    def app(method: str, path: str, sent: Sent) -> Said:
        said = Shop()(method, path.partition("?")[0], sent)
        flash = '<div class="flash"><p class="line">Saved the job.</p></div>' if path.endswith("?saved=1") else ""
        to = f"{said.to}?saved=1" if said.to else ""
        return Said(said.html.replace("<form", f"{flash}<form"), said.status, to)

    made = Tour(app)
    for path in ("/jobs", "/jobs/1", "/jobs/2"):
        made.ask("GET", path)
    made.ask("POST", "/jobs/2", *sent("Paint the fence", "1", "", ""))
    made.ask("GET", "/jobs/2")
    made.ask("GET", "/jobs")
    assert not {"flash", "line", "records"} & made.draft().seed["jobs"]["2"].keys()


async def test_what_nothing_explains_is_left_empty_of_an_entity_that_was_never_opened() -> None:
    """Who planned a job is told on its own page only; the number of the visit is nothing of it."""
    visits = 0

    def app(method: str, path: str, sent: Sent) -> Said:
        nonlocal visits
        visits += 1
        said = Shop()(method, path, sent)
        planner = {"/jobs/1": "Paula", "/jobs/2": "Peter", "/jobs/3": "Pit"}.get(path, "nobody")
        more = f'<p class="plan">Planned by {planner}</p><p class="visit">Visit {visits}</p>'
        more += f'<input name="hint" value="{planner}">'
        return Said(said.html.replace("</form>", f"</form>{more}"), said.status, said.to)

    made = Tour(app)
    for path in ("/jobs", "/jobs/1", "/jobs/2", "/jobs/1"):
        made.ask("GET", path)
    made.ask("POST", "/jobs/2", *sent("Paint the fence", "2", "", ""))
    mock = Mock(made)
    check(mock.draft)
    assert "Planned by Peter" in (await mock.ask("GET", "/jobs/2")).html
    shown = (await mock.ask("GET", "/jobs/3")).html
    assert "Clean the shed" in shown
    assert "Visit" in shown
    assert not [name for name in ("Paula", "Peter") if name in shown]


def test_addresses_that_only_records_with_a_note_have() -> None:
    columns = SimpleNamespace(
        every=[
            SimpleNamespace(name="note", binding="html", values=["<p>Seen.</p>", ""]),
            SimpleNamespace(name="to", binding="href", values=["/jobs/7/quoted?entry=71&place=1", ""], span=None),
        ],
        record=lambda unit: unit,
    )
    call = SimpleNamespace(seq=1, date=DATE)
    writes = [
        SimpleNamespace(key="7", role="update", by="", sent={"note": note}, before={}, call=call)
        for note in ("Seen.", "")
    ]
    units = [{column.name: column.values[place] for column in columns.every} for place in (0, 1)]
    added = [*zip(writes, units, strict=True)]
    trail = SimpleNamespace(
        name="log", added=added, silent=[], looks=[(SimpleNamespace(key="7", seq=2), units)], lone=None
    )
    known = Known("jobs", cast(Any, trail), cast(Any, columns), [])
    assert known._column(cast(Any, columns.every[1]), "update", cast(Any, added), Added()) == (
        "(string(dyn(params.changes).get('note', '')) != '' ? '/jobs/' + params.id + '/quoted?entry=71&place=1' : '')"
    )
