"""Pages about an entity that was changed, when the recording shows them right after the change only."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

NOTES = {1: "Wash the van", 2: "Call the bank", 3: "Answer to Ada", 4: "Mend the door"}


@dataclass
class Board:
    """Notes whose pages tell the last change, and may say "Saved." right after it."""

    notice: bool = False
    history: bool = True
    saved: bool = False
    gone: int = 0
    notes: dict[int, str] = field(default_factory=lambda: dict(NOTES))
    before: dict[int, tuple[str, str]] = field(default_factory=dict)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/notes":
            rows = "".join(f'<tr><td class="title"><a href="/notes/{key}">{escape(title)}</a></td></tr>'
                           for key, title in self.notes.items())  # fmt: skip
            told = f'<p class="told">Note #{self.gone} and all about it removed.</p>' if self.gone else ""
            self.gone = 0
            return _page(f'{told}<table id="all"><tbody>{rows}</tbody></table>')
        key = int(path.split("/")[2])
        if path.endswith("/delete"):
            del self.notes[key]
            self.gone = key
            return Said(status=303, to="/notes")
        if method == "POST":
            given = dict(sent)
            self.before[key] = self.notes[key], given["why"]
            self.notes[key] = given["title"]
            self.saved = True
            return Said(status=303, to=f"/notes/{key}")
        return self._note(key)

    def _note(self, key: int) -> Said:
        title = self.notes[key]
        told = ""
        if self.history and key in self.before:
            was, why = self.before[key]
            told = f'<ul id="history"><li class="was">{escape(was)}</li><li class="why">{escape(why)}</li></ul>'
        flash = '<div class="flash">The note was saved.</div>' if self.saved and self.notice else ""
        self.saved = False
        return _page(
            f'{flash}<h1>{escape(title)}</h1>{told}<form method="post" action="/notes/{key}#change">'
            f'<input name="title" value="{escape(title)}"><textarea name="why"></textarea></form>'
        )


def _page(body: str) -> Said:
    return Said(f"<html><head><title>Notes</title></head><body>{body}</body></html>")


def tour(app: Board) -> Tour:
    made = Tour(app)
    made.ask("GET", "/notes")
    made.ask("GET", "/notes/1")
    made.ask("GET", "/notes/2")
    made.ask("POST", "/notes/2", ("title", "Call the other bank"), ("why", "They moved to town."))
    made.ask("GET", "/notes")
    return made


@pytest.mark.parametrize("notice", [False, True])
async def test_what_a_change_left_is_shown_on_later_looks_and_its_notice_is_not(notice: bool) -> None:
    mock, app = Mock(tour(Board(notice))), Board(notice)
    check(mock.draft)
    await same(app, mock, "GET", "/notes/1")
    await same(app, mock, "POST", "/notes/1", ("title", "Wash both of the vans"), ("why", "There are two now."))
    await same(app, mock, "GET", "/notes")
    await same(app, mock, "GET", "/notes/1")
    assert "There are two now.</textarea>" not in (await mock.ask("GET", "/notes/1")).html


async def test_a_notice_alone_does_not_last() -> None:
    mock, app = Mock(tour(Board(notice=True, history=False))), Board(notice=True, history=False)
    await same(app, mock, "POST", "/notes/1", ("title", "Wash both of the vans"), ("why", "There are two now."))
    await same(app, mock, "GET", "/notes/1")


async def test_a_notice_names_the_key_of_what_is_gone() -> None:
    made = tour(Board())
    made.ask("POST", "/notes/3/delete", ("sure", "yes"))
    made.ask("GET", "/notes")
    mock, app = Mock(made), Board()
    await same(app, mock, "POST", "/notes/1/delete", ("sure", "yes"))
    await same(app, mock, "GET", "/notes")


async def test_pages_of_one_path_are_told_apart_by_what_they_do() -> None:
    """`/notes/3?action=remove` asks first, and has another heading than `/notes/3`."""

    def app(method: str, path: str, sent: Sent) -> Said:
        board = Board()
        place, _, asked = path.partition("?")
        if asked:
            key = int(place.split("/")[2])
            return _page(f'<h1>Remove "{escape(board.notes[key])}"?</h1><p class="hint">It cannot be undone.</p>')
        return board(method, place, sent)

    made = Tour(app)
    made.ask("GET", "/notes")
    for path in ("/notes/1", "/notes/2", "/notes/3?action=remove", "/notes/4"):
        made.ask("GET", path)
    made.ask("POST", "/notes/2", ("title", "Call the other bank"), ("why", "They moved to town."))
    mock = Mock(made)
    check(mock.draft)
    await same(app, mock, "GET", "/notes/1?action=remove")
    await same(app, mock, "GET", "/notes/1")


class Telling(Board):
    """Its pages tell right after a change what became another, in a list that later looks do not have."""

    def _note(self, key: int) -> Said:
        told = '<ul class="results"><li>The title is another one now.</li></ul>' if self.saved else ""
        self.saved = False
        shown = super()._note(key)
        return Said(shown.html.replace("</h1>", f"</h1>{told}"))


async def test_what_later_looks_at_what_was_changed_do_not_show_does_not_last() -> None:
    made = tour(Telling(history=False))
    made.ask("GET", "/notes/2")
    mock, app = Mock(made), Telling(history=False)
    await same(app, mock, "POST", "/notes/1", ("title", "Wash both of the vans"), ("why", "There are two now."))
    await same(app, mock, "GET", "/notes/1")
