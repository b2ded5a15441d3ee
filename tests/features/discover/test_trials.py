"""Posts that only try something out, before a form is meant: live previews, a button that shows a preview."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from html import escape

import pytest

from awe_author.features.discover.exchanges.calls import Call, calls_of
from awe_author.features.discover.pages.trials import trials_of
from awe_author.features.discover.pages.tried_out import to_itself
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

NOTES = {
    1: ("Scanner is slow", "It takes a minute."), 2: ("Add gift cards", "For the shop in town."),
    3: ("Door squeaks", "Mornings only."),
}  # fmt: skip


@dataclass
class Pad:
    """Notes whose form shows what it would make: the same post with another member, `mark`. `lead`: does it lead on
    when it is meant; `whole`: is a preview a whole page with the form in it again?"""

    mark: tuple[str, str] = ("preview", "1")
    whole: bool = False
    saves: bool = False
    """Is the note kept that was tried out?"""
    notes: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(NOTES))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        given = dict(sent)
        title, words = given.get("title", ""), given.get("words", "")
        key = int(path.rpartition("/")[2]) if path[-1].isdigit() else 0
        if path == "/notes":
            rows = "".join(f'<tr><td class="title"><a href="/notes/{k}">{escape(t)}</a></td></tr>'
                           for k, (t, _) in self.notes.items())  # fmt: skip
            return _page("Notes", f'<table id="all"><tbody>{rows}</tbody></table>')
        if method == "GET":
            return _page(*((f"Note #{key}", self._form(path, *self.notes[key])) if key else ("New", self._form(path))))
        if self.mark[0] in given:
            if self.saves and key:
                self.notes[key] = title, words
            shown = f'<div class="draft"><h2>{escape(title)}</h2><p class="words">{escape(words)}</p></div>'
            was = zip(("title", "words"), self.notes.get(key, ()), (title, words), strict=False)
            shown += "".join(
                f'<p class="change {name}"><s class="old">{escape(old)}</s> <b class="new">{escape(new)}</b></p>'
                for name, old, new in was if old != new
            )  # fmt: skip
            return _page("Preview", shown + self._form(path, title, words)) if self.whole else Said(shown)
        key = key or max(self.notes) + 1
        self.notes[key] = title, words
        return Said(status=303, to=f"/notes/{key}")

    def _form(self, path: str, title: str = "", words: str = "") -> str:
        shown = f'<h1>{escape(title)}</h1><p class="words">{escape(words)}</p>' if title else ""
        return (
            f'{shown}<form method="post" action="{path}"><input name="title" value="{escape(title)}">'
            f'<textarea name="words">{escape(words)}</textarea><input type="submit" name="{self.mark[0]}" value="See">'
            '<input type="submit" name="save" value="Save"></form>'
        )


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body>{body}</body></html>")


def typed(title: str, words: str) -> list[tuple[str, str]]:
    return [("title", title), ("words", words)]


def tour(app: Pad) -> Tour:
    made = Tour(app)
    how = "page" if app.whole else "part"
    made.ask("GET", "/notes")
    made.ask("GET", "/notes/new")
    for words in ("It jams", "It jams every morning."):
        made.ask("POST", "/notes/new", *typed("Cash drawer jams", words), app.mark, how=how)
    made.ask("POST", "/notes/new", *typed("Cash drawer jams", "It jams every morning."), ("save", "Save"))
    made.ask("GET", "/notes")
    made.ask("GET", "/notes/3")
    made.ask("GET", "/notes/2")
    made.ask("POST", "/notes/2", *typed("Add gift cards", "For both of the shops."), app.mark, how=how)
    made.ask("POST", "/notes/2", *typed("Add gift cards now", "For both of the shops."), app.mark, how=how)
    made.ask("POST", "/notes/2", *typed("Add gift cards now", "For both of the shops."), ("save", "Save"))
    made.ask("GET", "/notes")
    return made


async def used_otherwise(app: Pad, mock: Mock) -> None:
    """Other values, other notes."""
    how = "page" if app.whole else "part"
    await same(app, mock, "GET", "/notes/3")
    await same(app, mock, "POST", "/notes/3", *typed("Door is silent", "It was oiled."), app.mark, how=how)
    await same(app, mock, "POST", "/notes/3", *typed("Door squeaks", "It was oiled."), app.mark, how=how)
    await same(app, mock, "GET", "/notes")
    await same(app, mock, "GET", "/notes/3")
    await same(app, mock, "POST", "/notes/new", *typed("Window display", "The lamp is broken."), app.mark, how=how)
    await same(app, mock, "GET", "/notes")
    await same(app, mock, "POST", "/notes/new", *typed("Window display", "The lamp is broken."), ("save", "Save"))
    await same(app, mock, "POST", "/notes/4", *typed("Window display is dark", "The lamp."), app.mark, how=how)
    await same(app, mock, "GET", "/notes/4")
    await same(app, mock, "POST", "/notes/4", *typed("Window display is dark", "The lamp."), ("save", "Save"))
    await same(app, mock, "GET", "/notes")


async def test_a_live_preview_writes_nothing() -> None:
    mock = Mock(tour(Pad()))
    check(mock.draft)
    await used_otherwise(Pad(), mock)


async def test_a_button_may_show_the_form_again_with_a_preview() -> None:
    mock = Mock(tour(Pad(whole=True)))
    check(mock.draft)
    await used_otherwise(Pad(whole=True), mock)
    app = Pad(whole=True)
    html = (await mock.ask("POST", "/notes/3", *typed("Door & gate", "Both."), app.mark)).html
    assert 'value="Door &amp; gate"' in html
    assert "Both.</textarea>" in html


def test_previews_are_told_by_their_member_and_not_taken_for_creations() -> None:
    draft = tour(Pad()).draft()
    told = {str(one.document["id"]): one.document["on"] for one in draft.features}
    assert "'preview' in body" in str(told["tried.notes_new"])
    assert [str(one.document.get("do")) for one in draft.features if one.document.get("do")] == [
        "create_note", "update_note",
    ]  # fmt: skip
    assert sum(len(one.calls) for one in draft.operations if one.writes) == 2


def test_what_was_kept_is_no_trial() -> None:
    """It is answered in place, and the list shows it before the form is sent again."""
    app = Pad(saves=True)
    made = Tour(app)
    made.ask("GET", "/notes")
    made.ask("POST", "/notes/2", *typed("Gift cards for all", "Now."), app.mark, how="part")
    made.ask("GET", "/notes")
    made.ask("POST", "/notes/2", *typed("Gift cards for some", "Later."), ("save", "Save"))
    made.ask("GET", "/notes")
    assert trials_of(calls_of(made.raws)[0], made.raws) == []


def test_a_field_that_is_left_out_tells_no_trial() -> None:
    """A form that is shown again since nobody ticked `agreed` is refused."""

    def app(method: str, path: str, sent: Sent) -> Said:
        form = f'<form method="post" action="{path}"><input name="title" value="{dict(sent).get("title", "")}">'
        form += '<input type="checkbox" name="agreed"></form>'
        if "agreed" in dict(sent):
            return Said(status=303, to="/notes")
        return _page("New", form)

    made = Tour(app)
    made.ask("GET", "/notes/new")
    made.ask("POST", "/notes/new", ("title", "Cash drawer"))
    made.ask("POST", "/notes/new", ("title", "Cash drawer"), ("agreed", "on"))
    assert trials_of(calls_of(made.raws)[0], made.raws) == []


def test_a_post_that_takes_something_away_is_no_trial() -> None:
    app = Pad(mark=("delete", "Delete"))
    assert trials_of(calls_of(tour(app).raws)[0], []) == []


def test_a_page_that_asks_whether_to_do_it_is_no_trial() -> None:
    """It is the answer to a post with another member, but not the form again."""

    def app(method: str, path: str, sent: Sent) -> Said:
        given = dict(sent)
        if "sure" in given:
            return Said(status=303, to="/notes")
        hidden = f'<input type="hidden" name="note" value="{given.get("note", "")}"><input type="submit" name="sure">'
        return _page("Are you sure?", f'<form method="post" action="{path}">{hidden}</form>')

    made = Tour(app)
    made.ask("POST", "/notes/archive", ("note", "3"), ("go", "Archive"))
    made.ask("POST", "/notes/archive", ("note", "3"), ("sure", "Yes"))
    assert trials_of(calls_of(made.raws)[0], made.raws) == []


def test_pages_whose_scripts_try_something_out_are_left_to_them() -> None:
    recorded = tour(Pad())
    recorded.raws = [replace(raw, page=raw.url) if raw.url.endswith("/notes/2") else raw for raw in recorded.raws]
    once = {str(one.document["id"]): one.document["on"].get("once") for one in recorded.draft().features
            if isinstance(one.document["on"], dict)}  # fmt: skip
    assert once["notes.open.page"] is True
    assert once["notes.list.page"] is None


def test_what_is_said_by_one_member_of_two_values_is_told_as_well() -> None:
    """`op=Preview` beside `op=Save`: the answer shows what was typed."""

    def app(method: str, path: str, sent: Sent) -> Said:
        given = dict(sent)
        if method == "GET":
            return Said("<p>Notes</p>")
        if given["op"] == "Save":
            return Said(status=303, to="/notes")
        return Said(f"<p>{given['title']}</p>" if given["op"] == "Preview" else "<p>Done</p>")

    made = Tour(app)
    for op in ("Preview", "Approve"):
        made.ask("POST", "/notes/3", ("title", "Cash drawer jams"), ("op", op), how="part")
    made.ask("POST", "/notes/3", ("title", "Cash drawer jams"), ("op", "Save"), how="part")
    tried = trials_of(calls_of(made.raws)[0], made.raws)
    assert [one.test for one in tried] == ["body.get('op', '') == 'Preview'"]


def test_a_part_of_a_form_that_scripts_send_is_no_trial() -> None:
    """A tick in a list saves one field at once; the form sends all of them and leads on."""

    def app(method: str, path: str, sent: Sent) -> Said:
        return Said("<p>ok</p>") if len(sent) < 3 or method == "GET" else Said(status=303, to="/notes")

    made = Tour(app)
    made.ask("POST", "/notes/3", ("done", "yes"), ("token", "abc"), how="part")
    made.ask("POST", "/notes/3", ("title", "Cash drawer"), ("done", "yes"), ("words", "It jams."), ("token", "abc"))
    raws = [replace(made.raws[0], request_headers=[*made.raws[0].request_headers, ("X-Requested-With", "x")])]
    assert trials_of(calls_of([*raws, *made.raws[1:]])[0], [*raws, *made.raws[1:]]) == []


@dataclass
class Letters:
    """Replies to letters; while one is typed, a script asks who will get it, with the fields of the form."""

    told: str = "/letters/who"
    replies: list[str] = field(default_factory=list)

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        given = dict(sent)
        if path == self.told:
            if self.told.endswith("keep"):
                self.replies.append(given["words"])
            return Said(f"<ul><li>{escape(given.get('to', ''))}</li></ul>")
        if method == "POST":
            self.replies.append(given["words"])
            return Said(status=303, to="/letters/3")
        return _page("Letter", "".join(f"<p>{escape(words)}</p>" for words in self.replies))


@pytest.mark.parametrize(("told", "trials"), [("/letters/who", 2), ("/letters/keep", 0)])
def test_scripts_may_try_a_form_out_at_another_address(told: str, trials: int) -> None:
    """Also right after it was sent; what is kept before that is no trial."""
    made = Tour(Letters(told))
    fields = [("key", "3"), ("token", "abc"), ("to", "ada"), ("words", "It came today."), ("kind", "reply")]
    made.ask("GET", "/letters/3")
    made.ask("POST", told, *fields[:3], ("words", "It came"), fields[4], how="part")
    made.ask("GET", "/letters/3")
    made.ask("POST", "/letters/3", *fields, ("send", "Send"))
    made.ask("POST", told, *fields, how="part")
    made.ask("GET", "/letters/3")
    raws = [
        replace(raw, request_headers=[*raw.request_headers, ("X-Requested-With", "XMLHttpRequest")])
        if raw.url.endswith(told) else raw for raw in made.raws
    ]  # fmt: skip
    found = trials_of(calls_of(raws)[0], raws)
    assert [one.call.path for one in found] == [told] * trials


def test_a_form_that_is_shown_again_leads_to_where_the_request_went() -> None:
    form = '<form id="edit" method="post" action="/app?title=Tea&amp;do=save"></form>'
    html = f"<html><head></head><body>{form}</body></html>"
    query = (("title", "Tea"), ("do", "save"))
    call = Call(1, "POST", "POST", ORIGIN, "/app", query, "form", "do=save", True, {}, 200, None, html, "", "")
    action = (
        "'/app?' + 'title=' + string('title' in query ? query['title'] : '')"
        " + '&' + 'do=' + string('do' in query ? query['do'] : '')"
    )
    assert list(to_itself(call)) == [{"select": "form#edit", "set": {"action": action}}]
    assert list(to_itself(replace(call, html=html.replace("Tea", "Jam")))) == []
    assert list(to_itself(replace(call, query=()))) == []
