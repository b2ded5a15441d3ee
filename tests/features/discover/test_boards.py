"""Lists of one kind side by side, each with the entities of which a field says one thing; and what takes an entity out
of a list into another one."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

import pytest
from bs4 import BeautifulSoup

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

STAGES = {"11": "To do", "12": "Doing", "13": "Done"}
Task = tuple[str, str]
"""(title, stage)"""
START: dict[int, Task] = {
    1: ("Paint the fence", "11"), 2: ("Call the plumber", "12"), 3: ("Sow the peas", "11"), 4: ("Mend the gate", "13"),
    5: ("Order gravel", "12"), 6: ("Prune the roses", "11"),
}  # fmt: skip


@dataclass
class Board:
    """The app. `called`: by what its columns are called."""

    called: str = "data"
    tasks: dict[int, Task] = field(default_factory=lambda: dict(START))
    away: set[int] = field(default_factory=set)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts, form = path.strip("/").split("/"), dict(sent)
        if method == "POST" and parts[-1] == "tasks":
            self.tasks[max(self.tasks) + 1] = (form["title"], form["stage_id"])
        elif parts[-1] == "move":
            key = int(parts[1])
            self.tasks[key] = (self.tasks.pop(key)[0], form["stage_id"])
        elif parts[-1] == "shelve":
            self.away |= {int(parts[1])}
        elif parts[-1] == "take-back":
            self.away -= {int(parts[1])}
        if method == "POST":
            return Said(status=303, to="/shelf" if parts[-1] == "take-back" else "/board")
        if parts == ["shelf"]:
            shelved = "".join(
                f'<li class="one"><a href="/tasks/{key}">{escape(self.tasks[key][0])}</a><form method="post"'
                f' action="/tasks/{key}/take-back"><button>Back</button></form></li>' for key in sorted(self.away)
            )  # fmt: skip
            return Said(whole(f"<h1>Shelf</h1><ul class='shelf'>{shelved}</ul>"))
        if parts == ["board"]:
            return Said(whole("".join(map(self._column, STAGES))))
        title, _ = self.tasks[int(parts[1])]
        return Said(whole(f"<h1>{escape(title)}</h1><p>Task {parts[1]}</p>"))

    def _column(self, stage: str) -> str:
        cards = "".join(
            f'<div class="card"><a href="/tasks/{key}">{escape(title)}</a><form class="move" method="post"'
            f' action="/tasks/{key}/move"><input type="hidden" name="stage_id" value=""></form></div>'
            for key, (title, of) in self.tasks.items()
            if of == stage and key not in self.away
        )
        count = sum(of == stage and key not in self.away for key, (_, of) in self.tasks.items())
        said = {"data": f' data-stage="{stage}"', "id": f' id="stage-{stage}"'}.get(self.called, "")
        head = f"<h2>{STAGES[stage]} ({count})</h2>"
        return f'<div class="column"{said}>{head}<div class="cards">{cards}</div></div>'


def whole(body: str) -> str:
    return f"<!doctype html><html><head><title>Tasks</title></head><body><main>{body}</main></body></html>"


def tour(app: Board, *, moved: str = "12") -> Tour:
    made = Tour(app)
    made.ask("GET", "/board")
    made.ask("POST", "/tasks/1/move", ("stage_id", moved))
    made.ask("POST", "/tasks", ("title", "Water the beans"), ("stage_id", "11"))
    made.ask("POST", "/tasks/4/shelve")
    made.ask("POST", "/tasks/5/shelve")
    made.ask("GET", "/shelf")
    made.ask("POST", "/tasks/4/take-back")
    made.ask("GET", "/board")
    return made


@pytest.mark.parametrize("called", ["data", "id"])
async def test_cards_go_where_they_are_moved(called: str) -> None:
    mock, app = Mock(tour(Board(called))), Board(called)
    check(mock.draft)
    await same(app, mock, "GET", "/board")
    await same(app, mock, "POST", "/tasks/3/move", ("stage_id", "13"))
    await same(app, mock, "POST", "/tasks/2/move", ("stage_id", "11"))
    await same(app, mock, "POST", "/tasks", ("title", "Rake the leaves"), ("stage_id", "12"))
    await same(app, mock, "POST", "/tasks/5/move", ("stage_id", "13"))


async def test_columns_become_empty_and_are_filled_again() -> None:
    mock, app = Mock(tour(Board())), Board()
    await same(app, mock, "POST", "/tasks/4/move", ("stage_id", "11"))
    shown = BeautifulSoup((await mock.ask("GET", "/board")).html, "lxml")
    assert not shown.select('[data-stage="13"] .card')
    await same(app, mock, "POST", "/tasks/6/move", ("stage_id", "13"))


async def test_what_is_taken_out_is_in_the_other_list() -> None:
    mock, app = Mock(tour(Board())), Board()
    await same(app, mock, "POST", "/tasks/2/shelve")
    await same(app, mock, "POST", "/tasks/6/shelve")
    await same(app, mock, "GET", "/shelf")
    await same(app, mock, "POST", "/tasks/2/take-back")
    await same(app, mock, "GET", "/board")


@pytest.mark.parametrize(("called", "moved"), [("data", "11"), ("", "12")])
def test_columns_that_no_post_tells_are_no_board(called: str, moved: str) -> None:
    class Stubborn(Board):
        """What is moved stays where it is, as when something else decides."""

        def __call__(self, method: str, path: str, sent: Sent) -> Said:
            parts = path.strip("/").split("/")
            if method == "POST" and parts[-1] == "move":
                return Said(status=303, to="/board")
            return super().__call__(method, path, sent)

    made = tour(Stubborn(called), moved="12" if called else moved).draft()
    assert "stage_id_since" not in str([one.document for one in made.features])
    assert "'stage_id', '')) == '11'" not in str([one.document for one in made.features])
