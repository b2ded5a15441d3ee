"""A yard's jobs with hours, notes, tabs, and a form that a script draws again; and its news, of which there is none at
first."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

import pytest

from awe_author.features.discover import Page
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.hours import as_hours, hours_text
from awe_author.features.discover.pages.asked_for import asked_texts
from awe_author.features.discover.pages.empty_lists import among_others
from awe_author.features.discover.pages.filled import _only_chosen
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.script_answers import drawn_in
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PLACES = {"": "-", "1": "Indoors", "2": "Outdoors"}
GREEN, HOSE = "Green, if there is enough of it.", "With the hose."
SCRIPT = "text/javascript; charset=utf-8"


@dataclass
class Job:
    """A job, and what became of it: (note, lines) of each change."""

    title: str
    place: str = "1"
    hours: str = ""
    words: str = ""
    changes: list[tuple[str, list[str]]] = field(default_factory=list)


@dataclass
class Yard:
    """Jobs, the newest first."""

    jobs: dict[int, Job] = field(
        default_factory=lambda: {
            number: Job(title, words=f"{title} before it rains, and tell Ann.")
            for number, title in enumerate(("Mend gate", "Sow lawn", "Cut hedge"), 31)
        }
    )
    news: dict[int, tuple[str, str]] = field(default_factory=dict)
    told: int = 0
    last: int = 60

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        given, pieces = dict(sent), path.strip("/").split("/")
        if path.endswith(".js"):
            return Said(self._drawn(path, given), kind=SCRIPT)
        if method == "POST":
            return self._written(pieces, given)
        if pieces[0] == "news":
            return self._news()
        if len(pieces) == 1:
            rows = "".join(
                f'<tr><td class="title"><a href="/jobs/{key}">{escape(job.title)}</a></td>'
                f'<td class="place">{PLACES[job.place]}</td></tr>' for key, job in self._order()
            )  # fmt: skip
            heads = "<thead><tr><th>Title</th><th>Place</th></tr></thead>"
            return _page("Jobs", f'<table id="all">{heads}<tbody>{rows}</tbody></table>')
        if pieces[1] == "new":
            return _page("New", self._form(Job("", ""), "/jobs"))
        return self._opened(int(pieces[1]))

    def _order(self) -> list[tuple[int, Job]]:
        return sorted(self.jobs.items(), reverse=True)

    def _written(self, pieces: list[str], given: dict[str, str]) -> Said:
        if pieces[0] == "news" and len(pieces) > 1:
            del self.news[int(pieces[1])]
            return Said(status=302, to="/news")
        if pieces[0] == "news":
            self.told += 1
            self.news[self.told] = (given["head"], given["words"])
            return Said(status=302, to="/news")
        hours = as_hours(given["hours"]) or ""
        if len(pieces) == 1:
            key = max(self.jobs) + 1
            self.jobs[key] = Job(given["title"], given["place"], hours, given["words"])
            return Said(status=302, to=f"/jobs/{key}")
        job = self.jobs[int(pieces[1])]
        places = [PLACES[one] if one else "" for one in (job.place, given["place"])]
        pairs = [("Title", job.title, given["title"]), ("Place", *places), ("Hours", _long(job.hours), _long(hours))]
        lines = [f"<b>{name}</b> {f'changed from <i>{was}</i>' if was else 'set'} to <i>{now}</i>"
                 for name, was, now in pairs if was != now]  # fmt: skip
        job.title, job.place, job.hours, job.words = given["title"], given["place"], hours, given["words"]
        if given["note"] or lines:
            job.changes.append((given["note"], lines))
        return Said(status=302, to=f"/jobs/{pieces[1]}")

    def _opened(self, key: int) -> Said:
        job, order = self.jobs[key], [one for one, _ in self._order()]
        at = order.index(key)
        near = [f'<a class="{word}" href="/jobs/{order[of]}">{word}</a>' if 0 <= of < len(order) else word
                for word, of in (("previous", at - 1), ("next", at + 1))]  # fmt: skip
        place = f"<div id=near>{near[0]} <b class=at>{at + 1} of {len(order)}</b> {near[1]}</div>"
        told = f'<table class="facts"><tr><th>Time</th><td>{_long(job.hours)}</td></tr></table>'
        told += f'<div class="words"><p>{escape(job.words)}</p></div>' if job.words else ""
        return _page(
            job.title, f"{place}<h1>{escape(job.title)}</h1>{told}{self._form(job, f'/jobs/{key}')}{_told(job)}"
        )

    def _form(self, job: Job, to: str) -> str:
        words = f'<textarea name="words">{escape(job.words)}</textarea>'
        return (
            f'<form method="post" action="{to}"><input type="hidden" name="by" value=""><div id="fields">'
            f'{_fields(job)}</div>{words}<textarea name="note"></textarea></form>'
        )  # fmt: skip

    def _drawn(self, path: str, given: dict[str, str]) -> str:
        fields = _fields(Job(given["title"], given["place"], given["hours"]))
        fields += f'<a href="{path.removesuffix(".js")}">Again</a>'
        more = "warn('Hours were kept');" if given["by"] == "place" else ""
        return "draw('" + fields.replace('"', '\\"').replace("'", "\\'") + f"');{more}"

    def _news(self) -> Said:
        articles = "".join(
            f'<article class="told"><h3><a href="/news/{key}">{escape(head)}</a></h3><p class="words">{escape(words)}'
            '</p><a class="by" href="/users/1">Ann</a></article>' for key, (head, words) in reversed(self.news.items())
        )  # fmt: skip
        size = len(self.news)
        count = f'<span class="count">({min(1, size)}-{size}/{size})</span>'
        form = '<form method="post" action="/news"><input name="head"><textarea name="words"></textarea></form>'
        none = '<p class="none">There is no news.</p>'
        return _page(
            "News", f'<div id="content"><h2>News</h2>{articles or none}<div class="foot">{count}</div>{form}</div>'
        )


def _long(hours: str) -> str:
    return hours and f"{hours} h"


def _fields(job: Job) -> str:
    options = "".join(
        f'<option{" selected=" + chr(34) + "selected" + chr(34) if key == job.place and key else ""} value="{key}">'
        f"{name if key else ''}</option>" for key, name in PLACES.items()
    )  # fmt: skip
    return (
        f'<input type="text" name="title" value="{escape(job.title)}"><select name="place">{options}</select>'
        f'<input type="text" name="hours" value="{job.hours}">'
    )


def _told(job: Job) -> str:
    rows, tabs = "", '<li><a id="tab-all" href="#all">All</a></li>'
    tabs += '<li><a id="tab-notes" href="#notes">Notes</a></li>' if any(note for note, _ in job.changes) else ""
    tabs += '<li><a id="tab-plain" href="#plain">Changes</a></li>' if any(not note for note, _ in job.changes) else ""
    for place, (note, lines) in enumerate(job.changes, 1):
        told = f"<ul class='details'>{''.join(f'<li>{line}</li>' for line in lines)}</ul>" if lines else ""
        words = f'<div class="note"><p>{escape(note)}</p></div>' if note else ""
        quote = '<a class="quote">Quote</a> <a class="edit">Edit</a>' if note else ""
        more = '<a class="copy">Copy</a>' + ('<a class="del">Delete</a>' if note else "")
        menu = f'<span class="do">{quote}<span class="menu">{more}</span></span>'
        number = f'<a class="number" href="#note-{place}">#{place}</a><span id="note-{place}"></span>'
        rows += f'<div class="entry" id="change-{place}">{menu}{number}{told}{words}</div>'
    told = f'<ul class="tabs">{tabs}</ul><div class="entries">{rows}</div>'
    return f'<div id="history">{told if rows else "<p>Nothing yet</p>"}</div>'


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{escape(title)}</title></head><body>{body}</body></html>")


def new(title: str, place: str, hours: str, words: str = "") -> list[tuple[str, str]]:
    return [("by", ""), ("title", title), ("place", place), ("hours", hours), ("words", words), ("note", "")]


def changed(title: str, place: str, hours: str, note: str = "", words: str = "") -> list[tuple[str, str]]:
    return [("by", ""), ("title", title), ("place", place), ("hours", hours), ("words", words), ("note", note)]


def tour() -> Tour:
    made = Tour(Yard())
    for path in ("/jobs", "/jobs/33", "/jobs", "/jobs/new"):
        made.ask("GET", path)
    made.ask("POST", "/jobs/new.js", *new("", "1", "")[1:], ("by", "title"), how="part")
    made.ask("POST", "/jobs/new.js", *new("Paint shed", "2", "6")[1:], ("by", "place"), how="part")
    made.ask("POST", "/jobs", *new("Paint shed", "2", "6", GREEN))
    made.ask("GET", "/jobs")
    made.ask("GET", "/jobs/34")
    made.ask("POST", "/jobs/34", *changed("Paint shed", "2", "8", "It took longer.", GREEN))
    made.ask("GET", "/jobs")
    made.ask("GET", "/jobs/new")
    made.ask("POST", "/jobs/new.js", *new("", "2", "")[1:], ("by", "title"), how="part")
    made.ask("POST", "/jobs", *new("Feed cats", "", ""))
    made.ask("GET", "/jobs")
    made.ask("GET", "/jobs/35")
    made.ask("POST", "/jobs/35", *changed("Feed all cats", "1", ""))
    made.ask("GET", "/jobs")
    made.ask("GET", "/news")
    made.ask("POST", "/news", ("head", "Fair on Monday"), ("words", "Come early."))
    made.ask("GET", "/news")
    made.ask("POST", "/news", ("head", "Rain again"), ("words", "Bring boots."))
    made.ask("POST", "/news/2/delete")
    return made


async def test_news_begins_with_none_and_with_one() -> None:
    mock, app = Mock(tour()), Yard()
    check(mock.draft)
    await same(app, mock, "GET", "/news")
    await same(app, mock, "POST", "/news", ("head", "New bench"), ("words", "Under the oak."))
    said = await mock.ask("GET", "/news")
    assert 'class="by" href="/users/1"' in said.html
    await same(app, mock, "POST", "/news", ("head", "Lost key"), ("words", "Ask Ben."))
    said = await mock.ask("POST", "/news", ("head", "Open day"), ("words", "In May."))
    app("POST", "/news", [("head", "Open day"), ("words", "In May.")])
    assert said.html.count('class="by" href="/users/1"') == 3
    await same(app, mock, "POST", "/news/3/delete")
    await same(app, mock, "POST", "/news/1/delete")
    await same(app, mock, "POST", "/news/2/delete")


async def test_a_form_that_a_script_draws_again_has_what_was_sent() -> None:
    mock, app = Mock(tour()), Yard()
    for title, place, by in (
        ("Fill pond", "2", "title"),
        ('Buy "oak" & ash', "1", "place"),
        ("Oil hinge", "", "title"),
    ):
        sent = [*new(title, place, "")[1:], ("by", by)]
        said = await mock.ask("POST", "/jobs/new.js", *sent, how="part")
        assert said.html == app("POST", "/jobs/new.js", sent).html
    await same(app, mock, "GET", "/jobs")


async def test_hours_notes_and_tabs_of_one_job() -> None:
    mock, app = Mock(tour()), Yard()
    await same(app, mock, "GET", "/jobs")
    await same(app, mock, "POST", "/jobs", *new("Wash cart", "", "2", HOSE))
    await same(app, mock, "GET", "/jobs")
    await same(app, mock, "POST", "/jobs/34", *changed("Wash both carts", "2", "3", "", HOSE))
    await same(app, mock, "POST", "/jobs/34", *changed("Wash both carts", "2", "3:00", "Done by noon.", HOSE))
    await same(app, mock, "POST", "/jobs", *new("Rake leaves", "1", "", "All of them."))
    await same(app, mock, "POST", "/jobs/35", *changed("Rake all leaves", "1", "1.5", "", "All of them."))
    await same(app, mock, "GET", "/jobs/33")


def test_places_are_told_by_a_list_that_grows() -> None:
    assert any("places" in str(one.document.get("let")) for one in tour().draft().features)


@pytest.mark.parametrize(("sent", "kept"), [("6", "6:00"), ("1.5", "1:30"), ("0,25", "0:15"), ("2:20", "2:20")])
def test_hours_are_kept_as_hours_and_minutes(sent: str, kept: str) -> None:
    assert as_hours(sent) == kept
    assert compile_expression(hours_text("sent"), {"sent": DYN}).evaluate({"sent": sent}) == kept


def test_fields_in_a_script() -> None:
    said = (
        r"""draw('<select name=\"a\"><option selected=\"selected\" value=\"1\">One<\/option><option value=\"2\">Two"""
    )
    said += r"""<\/option><\/select><textarea name=\"b\">\nTea &amp; \"cups\"<\/textarea><input name=\"c\" />');"""
    assert [(one.name, one.value) for one in drawn_in(said)] == [("a", "1"), ("b", 'Tea & "cups"'), ("c", "")]


def test_bars_between_the_notes_about_them_are_left_alone() -> None:
    def chart(bar: str) -> bool:
        notes = "".join(f'<div class="note"><a href="/jobs/{key}">Job {key}</a></div>{bar}' for key in (31, 32, 33))
        return among_others(rows_of(parse(f"<div id='chart'>{notes}</div>"), "https://app.test/chart")[0])

    assert (chart('<div class="bar">30%</div>'), chart(""), chart("<script>1</script>")) == (True, False, False)


@pytest.mark.parametrize(("said", "usual"), [("Calendar", True), ("For: calendar", False)])
def test_a_menu_says_the_same_whatever_is_searched_for(said: str, usual: bool) -> None:
    def page(path: str, shows: str) -> Shown:
        html = (
            f'<html><body><a class="menu">{shows}</a><ul><li><a href="/jobs/31">Mend gate</a></li></ul></body></html>'
        )
        url = f"https://app.test{path}"
        return Shown(Page(url, "", html, 3), rows_of(parse(html), url, "/jobs/*"), [], parse(html))

    every = [page("/found?q=calendar", said), page("/jobs", said if usual else "")]
    searched = every[0]
    made = asked_texts(searched.page, searched.lists[0], searched, (), (), every, every)
    assert bool(made) != usual


def test_a_choice_that_other_forms_offer_is_not_made_of_what_an_entity_has() -> None:
    chosen = '<select name="to"><option value=""></option><option selected value="1">Ann</option></select>'
    offered = chosen.replace(" selected", "")
    assert _only_chosen("to", [parse(chosen)])
    assert not _only_chosen("to", [parse(chosen), parse(offered)])
