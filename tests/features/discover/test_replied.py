"""Requests of a workshop: a list that scripts fetch, a page of each with replies, whose form also says what it becomes.

Pages say choices in their own words, the answer has fields that go by others, and only one request is replied to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

from awe_author.features.discover import Page
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

ROOMS = {"1": ("North hall", "N"), "2": ("Workshop", "W")}
URGENCY = {"1": "1 - now", "2": "2 - soon", "3": "3 - some day"}
COLOURS = {1: "red", 2: "amber", 3: "grey"}
STATES = {"1": "open", "2": "waiting", "3": "done"}
LISTED = ("open", "waiting")


@dataclass
class Job:
    """`replies`: (number, heading, words)."""

    title: str
    room: str
    urgency: int
    state: str = "open"
    words: str = ""
    asker: str = "visitor@acme.test"
    replies: list[tuple[int, str, str]] = field(default_factory=list)


def jobs() -> dict[int, Job]:
    """What there is in the beginning."""
    made = [("Saw is blunt", "2", 1), ("Lamp hums", "1", 2), ("Vice is loose", "2", 3), ("Door sticks", "1", 3)]
    made += [
        ("Drill overheats", "2", 2),
        ("Clock is late", "1", 1),
        ("Broom is missing", "1", 2),
        ("Bin is full", "2", 1),
    ]
    found = {key: Job(*one, words=f"Told on day {key}.") for key, one in enumerate(made, 1)}
    found[3].state = "waiting"
    return found


@dataclass
class Bench:
    jobs: dict[int, Job] = field(default_factory=jobs)
    last: int = 4

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, _ = path.partition("?")
        parts = place.strip("/").split("/")
        if place == "/data/jobs":
            return Said(json.dumps({"data": self.listed()}), kind="application/json")
        if method == "POST":
            return self._post(parts, dict(sent))
        if parts == ["jobs"]:
            return _page("Jobs", table([]))
        if parts[1] == "new":
            return _page("New", _form(Job("", "1", 2), "/jobs/new/"))
        key = int(parts[1])
        job = self.jobs[key]
        if parts[2:] == ["edit"]:
            return _page(
                "Edit", f"<p>Edit <a href='/jobs/{key}/'>{ROOMS[job.room][1]}-{key}</a></p>{_form(job, place)}"
            )
        return _page(f"{ROOMS[job.room][1]}-{key}: {job.title}", _shown(key, job))

    def listed(self) -> list[dict[str, Any]]:
        """What is not done, as the script gets it."""
        return [
            {"id": key, "code": f"{key} [{ROOMS[job.room][1]}-{key}]", "title": job.title, "state": job.state,
             "room": {"id": int(job.room), "name": ROOMS[job.room][0]}, "urgency": job.urgency,
             "badge": COLOURS[job.urgency], "part": ""} for key, job in self.jobs.items() if job.state in LISTED
        ]  # fmt: skip

    def _post(self, parts: list[str], given: dict[str, str]) -> Said:
        if parts[1] == "new":
            key = max(self.jobs) + 1
            self.last += 1
            self.jobs[key] = Job(given["title"], given["room"], int(given["urgency"]), words=given["words"])
            self.jobs[key].asker = given["asker"]
            self.jobs[key].replies.append((self.last, "Asked for", given["words"]))
            return Said(status=302, to=f"/jobs/{key}/")
        key = int(parts[1])
        job = self.jobs[key]
        if parts[2] == "reply":
            self.last += 1
            job.replies.append((self.last, job.title, given["reply"]))
            job.state = STATES[given["new_state"]]
        else:
            job.title, job.room, job.urgency = given["title"], given["room"], int(given["urgency"])
        return Said(status=302, to=f"/jobs/{key}/")


def _shown(key: int, job: Job) -> str:
    replies = "".join(
        f'<li class="reply"><h4>{escape(heading)}</h4><small>To: {job.asker}</small><ul class="menu"><li>'
        f'<a class="edit" href="/jobs/{key}/replies/{number}/">Change</a></li></ul>'
        f'<div class="said"><p>{escape(said)}</p></div></li>'
        for number, heading, said in job.replies
    )
    states = "".join(
        f'<label><input type="radio" name="new_state" value="{value}"{" checked" * (said == job.state)}>{said}</label>'
        for value, said in STATES.items()
    )
    return (
        f"<dl><dt>Room</dt><dd>{ROOMS[job.room][0]}</dd><dt>Urgency</dt><dd>{URGENCY[str(job.urgency)]}</dd>"
        f'<dt>State</dt><dd class="state">{job.state}</dd></dl><p class="words">{escape(job.words)}</p>'
        f'<ul id="replies">{replies}</ul><form method="post" action="/jobs/{key}/reply/">'
        f'<input type="hidden" name="title" value="{escape(job.title)}">{states}<textarea name="reply"></textarea>'
        "</form>"
    )


def _form(job: Job, action: str) -> str:
    rooms = _options({value: name for value, (name, _) in ROOMS.items()}, job.room)
    urgency = _options(URGENCY, str(job.urgency))
    new = '<textarea name="words"></textarea><input name="asker" value="">' if not job.title else ""
    new = new or f'<textarea name="description">{escape(job.words)}</textarea><select name="part">'
    new += "" if not job.title else '<option value="" selected>(none)</option><option value="9">Belt</option></select>'
    return (
        f'<form method="post" action="{action}"><input name="title" value="{escape(job.title)}">'
        f'<select name="room">{rooms}</select><select name="urgency">{urgency}</select>{new}'
        "</form>"
    )


def _options(labels: Mapping[str, str], chosen: str) -> str:
    return "".join(
        f'<option value="{value}"{" selected" * (value == chosen)}>{label}</option>' for value, label in labels.items()
    )


def table(listed: list[dict[str, Any]]) -> str:
    """What the page's script makes of an answer."""
    rows = "".join(f'<tr><td><a href="/jobs/{one["id"]}/">{one["id"]}. {one["title"]}</a></td></tr>' for one in listed)
    return f"<table id='all'><thead><tr><th>Job</th></tr></thead><tbody>{rows}</tbody></table>"


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{escape(title)}</title></head><body><h1>{escape(title)}</h1>{body}</body></html>")


def new(title: str, room: str, urgency: str, words: str, asker: str) -> list[tuple[str, str]]:
    return [("title", title), ("room", room), ("urgency", urgency), ("words", words), ("asker", asker)]


def edited(title: str, room: str, urgency: str, words: str) -> list[tuple[str, str]]:
    return [("title", title), ("room", room), ("urgency", urgency), ("description", words), ("part", "")]


def reply(title: str, state: str, words: str) -> list[tuple[str, str]]:
    return [("title", title), ("new_state", state), ("reply", words)]


def tour() -> Tour:
    app = Bench()
    made = Tour(app)

    def listed() -> None:
        said = made.ask("GET", "/jobs/")
        made.pages.pop()
        made.ask("GET", f"/data/jobs?_={len(made.raws)}", how="part")
        html = said.html.replace(table([]), table(app.listed()))
        made.pages.append(Page(f"{ORIGIN}/jobs/", "", html, made.raws[-1].seq + 1))

    listed()
    made.ask("GET", "/jobs/2/")
    made.ask("GET", "/jobs/new/")
    made.ask("POST", "/jobs/new/", *new("Ladder wobbles", "2", "3", "At the third step.", "elena@acme.test"))
    listed()
    made.ask("GET", "/jobs/9/")
    made.ask("POST", "/jobs/9/reply/", *reply("Ladder wobbles", "1", "A screw is gone."))
    made.ask("GET", "/jobs/9/edit/")
    made.ask("POST", "/jobs/9/edit/", *edited("Ladder is short of a screw", "2", "1", "At the third step."))
    listed()
    made.ask("POST", "/jobs/9/reply/", *reply("Ladder is short of a screw", "3", "Stands again."))
    listed()
    return made


async def fetched(mock: Mock) -> Any:
    return json.loads((await mock.ask("GET", "/data/jobs?_=99", how="part")).html)["data"]


async def test_pages_say_choices_in_their_own_words_and_replies_are_kept() -> None:
    mock, app = Mock(tour()), Bench()
    check(mock.draft)
    asked = new("Paint is dry", "1", "1", "All five tins of it.", "tom.fox@acme.test")
    await same(app, mock, "POST", "/jobs/new/", *asked)
    await same(app, mock, "POST", "/jobs/9/reply/", *reply("Paint is dry", "1", "Thin it & stir."))
    await same(app, mock, "GET", "/jobs/9/edit/")
    await same(app, mock, "POST", "/jobs/9/edit/", *edited("Paint is thick", "2", "3", "All five tins of it."))
    await same(app, mock, "GET", "/jobs/9/")


async def test_what_goes_by_another_field_goes_by_it_in_new_and_changed_ones() -> None:
    mock, app = Mock(tour()), Bench()
    for path, sent in (
        ("/jobs/new/", new("Paint is dry", "1", "1", "Five tins.", "tom@acme.test")),
        ("/jobs/9/edit/", edited("Paint is thick", "2", "3", "Five tins.")),
        ("/jobs/4/edit/", edited("Door is stuck", "2", "2", "Told on day 4.")),
    ):
        app("POST", path, sent)
        await mock.ask("POST", path, *sent)
        assert await fetched(mock) == app.listed()


async def test_what_a_reply_makes_it_is_no_field_of_its_own_and_takes_it_off_the_list() -> None:
    mock, app = Mock(tour()), Bench()
    for path, sent in (
        ("/jobs/5/reply/", reply("Drill overheats", "2", "It rests.")),
        ("/jobs/2/reply/", reply("Lamp hums", "3", "It is quiet.")),
    ):
        app("POST", path, sent)
        await mock.ask("POST", path, *sent)
        assert await fetched(mock) == app.listed()
