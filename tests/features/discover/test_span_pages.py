"""Pages that tell how long ago something was changed or made; rows with a part that only some have."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from html import escape

from tests.features.discover.site import Mock, Said, Sent, Tour, same

START = datetime(2025, 3, 3, 9, tzinfo=UTC)


def since(seconds: int) -> str:
    """As `timesince` of Django with one unit, and words of its own for the first minute."""
    if seconds < 60:
        return "Just now"
    for unit, size in (("week", 604_800), ("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            return f"{seconds // size}\u00a0{unit}{'' if seconds // size == 1 else 's'} ago"
    raise AssertionError


def distance(seconds: int) -> str:
    """As `distance_of_time_in_words` of Rails, for less than a month."""
    minutes = (seconds + 30) // 60
    if seconds < 30:
        return "less than a minute"
    if minutes < 45:
        return f"{minutes} minute{'' if minutes == 1 else 's'}"
    if minutes < 90:
        return "about 1 hour"
    return f"about {(minutes + 30) // 60} hours" if minutes < 1440 else f"{(minutes + 720) // 1440} days"


@dataclass
class Tasks:
    """Tasks that remember when they were changed; a clock that goes on with each request."""

    step: int = 40
    beside: bool = True
    """Does the moment stand beside the phrase?"""
    made: bool = False
    """Does the page tell when a task was made, rather than changed?"""
    every: bool = False
    """Were all tasks changed (made) once, two days and more ago?"""
    words: str = ""
    """A column of words that never change."""
    now: datetime = START
    tasks: dict[int, dict[str, str]] = field(default_factory=dict)
    moments: dict[int, datetime] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, name in enumerate(("Order tea", "Water plants", "Call the bank", "Fix the lamp"), 1):
            self.tasks[number] = {"name": name, "place": "Ghent"}
            if self.every:
                self.moments[number] = START - timedelta(days=1 + number)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        self.now += timedelta(seconds=self.step)
        said, path = dict(sent), path.partition("?")[0]
        pieces = path.strip("/").split("/")
        if method == "GET":
            return Said(self.page(pieces))
        key = int(pieces[1]) if pieces[1].isdigit() else max(self.tasks) + 1
        if pieces[-1] == "delete":
            self.tasks.pop(key)
            return Said(status=302, to="/tasks/")
        if not self.made or key not in self.tasks:
            self.moments[key] = self.now
        self.tasks[key] = said
        return Said(status=302, to="/tasks/")

    def page(self, pieces: list[str]) -> str:
        if len(pieces) > 1:
            task = self.tasks.get(int(pieces[1]), {}) if pieces[1].isdigit() else {}
            fields = "".join(
                f'<input name="{name}" value="{escape(task.get(name, ""))}">' for name in ("name", "place")
            )
            return f"<html><body><h1>{task.get('name', 'New')}</h1><form method='post'>{fields}</form></body></html>"
        rows = "".join(map(self.row, self.tasks))
        heads = "<th>Name</th><th>Place</th><th>When</th><th>Took</th>"
        return f"<html><body><table id='all'><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></body></html>"

    def row(self, key: int) -> str:
        task, moment = self.tasks[key], self.moments.get(key)
        told = ""
        if moment is not None:
            seconds = int((self.now - moment).total_seconds())
            told = f"<span>{distance(seconds)} ago</span>"
            if self.beside:
                told = f'<b class="when"><time datetime="{moment.isoformat()}">{since(seconds)}</time></b>'
        link = f'<a href="/tasks/{key}/edit">{task["name"]}</a>'
        return f"<tr><td>{link}</td><td>{task['place']}</td><td>{told}</td><td>{self.words}</td></tr>"


def toured(app: Tasks) -> Tour:
    """Look, change, look, make, look, change another, look, delete, look."""
    tour = Tour(app, date=lambda: format_datetime(app.now, usegmt=True))
    tour.ask("GET", "/tasks/")
    tour.ask("GET", "/tasks/3/edit")
    tour.ask("POST", "/tasks/3/edit", ("name", "Call the bank"), ("place", "Porto"))
    tour.ask("GET", "/tasks/")
    tour.ask("GET", "/tasks/new")
    tour.ask("POST", "/tasks/new", ("name", "Mend the net"), ("place", "Bergen"))
    tour.ask("GET", "/tasks/")
    tour.ask("GET", "/tasks/1/edit")
    tour.ask("POST", "/tasks/1/edit", ("name", "Order coffee"), ("place", "Oslo"))
    tour.ask("GET", "/tasks/")
    tour.ask("POST", "/tasks/4/delete")
    tour.ask("GET", "/tasks/")
    return tour


async def other_steps(live: Tasks, mock: Mock) -> None:
    """Other writes than those of the tour; the clock of both hardly moves."""
    live.step = 0
    await same(live, mock, "GET", "/tasks/")
    await same(live, mock, "GET", "/tasks/2/edit")
    await same(live, mock, "POST", "/tasks/2/edit", ("name", "Water the ferns"), ("place", "Cork"))
    await same(live, mock, "POST", "/tasks/new", ("name", "Buy a kite"), ("place", "Skagen"))
    await same(live, mock, "POST", "/tasks/5/edit", ("name", "Buy a red kite"), ("place", "Skagen"))
    await same(live, mock, "POST", "/tasks/1/delete")
    await same(live, mock, "GET", "/tasks/")


async def test_a_moment_beside_its_phrase_that_only_some_rows_have() -> None:
    mock = Mock(toured(Tasks()))
    assert {one["when"] for one in mock.draft.seed["tasks"].values()} == {""}  # type: ignore[union-attr, index, call-overload]
    await other_steps(Tasks(), mock)


async def test_rows_of_both_kinds_are_made_where_no_row_had_the_part() -> None:
    """The list as it was first seen has no row with a moment: its page is another one then."""
    mock = Mock(toured(Tasks()))
    listed = next(one.document for one in mock.draft.features if one.document["id"] == "tasks.list.page")
    assert listed["show"][0]["row"] == {  # type: ignore[index, call-overload]
        "tr:has(time)": "string(item.get('when', '')) != ''",
        "tr:not(:has(time))": "true",
    }


async def test_no_moment_beside_it_and_all_rows_have_one() -> None:
    await other_steps(Tasks(beside=False, every=True), Mock(toured(Tasks(beside=False, every=True))))


async def test_when_it_was_made_stays_when_it_is_changed() -> None:
    app = Tasks(beside=False, every=True, made=True)
    mock = Mock(toured(app))
    actions = mock.draft.model["x-actions"]
    assert "string(now)" in str(actions["create_task"])  # type: ignore[index, call-overload]
    assert "string(now)" not in str(actions["update_task"])  # type: ignore[index, call-overload]
    await other_steps(Tasks(beside=False, every=True, made=True), mock)


async def test_words_that_never_change_are_words() -> None:
    mock = Mock(toured(Tasks(words="5 minutes")))
    assert {one["took"] for one in mock.draft.seed["tasks"].values()} == {"5 minutes"}  # type: ignore[union-attr, index, call-overload]


async def test_a_phrase_that_a_look_contradicts_is_left_as_it_is() -> None:
    mock = Mock(toured(Tasks(step=4000, words="5 minutes ago")))
    assert {one["took"] for one in mock.draft.seed["tasks"].values()} == {"5 minutes ago"}  # type: ignore[union-attr, index, call-overload]


async def test_what_a_user_typed_before_it_was_sent_is_not_how_it_was() -> None:
    app = Tasks()
    tour = toured(app)
    typed = Tasks()
    typed.tasks[3]["place"] = "Porto"
    at = next(place for place, page in enumerate(tour.pages) if page.url.endswith("/tasks/3/edit"))
    page = tour.pages[at]
    tour.pages.insert(at + 1, type(page)(page.url, "", typed.page(["tasks", "3"]), page.seq))
    assert tour.draft().seed["tasks"]["3"]["place"] == "Ghent"  # type: ignore[index, call-overload]
