"""A board of columns: cards are added to a column, moved by a form of their own, archived and labelled on their pages;
how many there are in a column stands in its head; archived cards have a page of their own."""

from __future__ import annotations

import random
from html import escape

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "board.kanban.test"
COLUMNS = {"todo": "To do", "doing": "Doing", "review": "Review", "done": "Done"}
LABELS = {"": "No label", "bug": "Bug", "idea": "Idea", "chore": "Chore"}
CARDS = [
    ("Ship the newsletter", "doing", "chore", "Ada"), ("Search is slow", "todo", "bug", "Ben"),
    ("Dark colours", "todo", "idea", "Chloe"), ("Rotate the keys", "done", "chore", "Ada"),
    ("Broken footer", "review", "bug", "Ben"), ("Import from CSV", "doing", "idea", "Chloe"),
    ("Weekly backup", "done", "chore", "Ben"), ("Typos on the home page", "todo", "bug", "Ada"),
]  # fmt: skip


class App:
    """Cards by number, in each column in the order in which they came."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.told = clock, chance, ""
        self.rows: dict[int, dict[str, str]] = {
            number: {"title": title, "column": column, "label": label, "owner": owner, "notes": "", "archived": ""}
            for number, (title, column, label, owner) in enumerate(CARDS, 31)
        }

    def answer(self, asked: Asked) -> Said:
        parts, form = asked.parts, asked.form
        if parts == ["board", "archive"]:
            return Said(self._archive())
        if parts == ["board"]:
            return Said(self._board(asked.query.get("label", "")))
        if parts == ["cards"]:
            return self._create(form)
        number = int(parts[1])
        if number not in self.rows:
            return Said(self._page("Not found", "<h1>Not found</h1>"), 404)
        row = self.rows[number]
        if asked.method == "GET":
            return Said(self._card(number))
        match parts[2:]:
            case ["move"]:
                row["column"] = form["column"]
                self.rows[number] = self.rows.pop(number)
                self.told = f"Moved to {COLUMNS[form['column']]}."
                return Said(status=303, to="/board")
            case ["archive"]:
                row["archived"], self.told = "yes", "Card archived."
                return Said(status=303, to="/board")
            case ["restore"]:
                row["archived"], self.told = "", "Card restored."
            case ["delete"]:
                del self.rows[number]
                self.told = f"“{row['title']}” is gone."
                return Said(status=303, to="/board/archive")
            case _:
                row |= {name: form[name] for name in ("title", "label", "owner", "notes")}
                self.told = "Card saved."
        return Said(status=303, to=f"/cards/{number}")

    def _create(self, form: dict[str, str]) -> Said:
        number = max(self.rows) + 1
        sent = {"title": form["title"], "column": form["column"], "label": "", "owner": "Ada"}
        self.rows[number] = {**sent, "notes": "", "archived": ""}
        self.told = "Card added."
        return Said(status=303, to="/board")

    def _board(self, label: str) -> str:
        links = "".join(
            f'<a class="pill" href="/board?label={name}">{said}</a>' for name, said in LABELS.items() if name
        )
        return self._page("Board", f"<h1>Board</h1><div class='pills'>{links}</div>"
                          + "".join(self._column(name, label) for name in COLUMNS))  # fmt: skip

    def _column(self, name: str, label: str) -> str:
        cards = [one for one in self.rows.items() if one[1]["column"] == name and not one[1]["archived"]
                 and label in ("", one[1]["label"])]  # fmt: skip
        shown = "".join(
            f"""<li class="card"><a href="/cards/{number}">{escape(row["title"])}</a>
            <span class="owner">{row["owner"]}</span>
            {f'<span class="label label-{row["label"]}">{LABELS[row["label"]]}</span>' if row["label"] else ""}
            <form class="move" method="post" action="/cards/{number}/move">{self._csrf()}
            <select name="column">{options(COLUMNS, name)}</select><button>Move</button></form></li>"""
            for number, row in cards
        )
        return f"""<section class="column" id="column-{name}"><h2>{COLUMNS[name]} <span class="count">
        {len(cards)}</span></h2>
          <ul class="cards">{shown}</ul><form class="add" id="add-{name}" method="post" action="/cards">{self._csrf()}
          <input type="hidden" name="column" value="{name}"><input name="title" placeholder="New card">
          <button>Add</button></form></section>"""

    def _archive(self) -> str:
        rows = "".join(
            f"""<tr><td><a href="/cards/{number}">{escape(row["title"])}</a></td><td>{COLUMNS[row["column"]]}</td>
            <td><form class="gone" method="post" action="/cards/{number}/delete">{self._csrf()}<button>Delete</button>
            </form>
            </td></tr>"""
            for number, row in self.rows.items() if row["archived"]
        )  # fmt: skip
        none = "<p>Nothing is archived.</p>"
        table = f"<table><thead><tr><th>Card</th><th>Column</th><th></th></tr></thead><tbody>{rows}</tbody></table>"
        return self._page("Archive", f"<h1>Archive</h1>{table if rows else none}")

    def _card(self, number: int) -> str:
        row = self.rows[number]
        turn, says = ("restore", "Restore") if row["archived"] else ("archive", "Archive")
        banner = '<p class="banner">This card is archived.</p>' if row["archived"] else ""
        return self._page(
            row["title"],
            f"""<h1>{escape(row["title"])}</h1>{banner}<p class="where">In <b>{COLUMNS[row["column"]]}</b></p>
            <form class="edit" method="post" action="/cards/{number}">{self._csrf()}
            <label>Title <input name="title" value="{escape(row["title"])}"></label>
            <label>Owner <input name="owner" value="{escape(row["owner"])}"></label>
            <label>Label <select name="label">{options(LABELS, row["label"])}</select></label>
            <label>Notes <textarea name="notes">{escape(row["notes"])}</textarea></label><button>Save</button></form>
            <form class="turn" method="post" action="/cards/{number}/{turn}">{self._csrf()}<button>{says}</button>
            </form>""",
        )

    def _csrf(self) -> str:
        return f'<input type="hidden" name="csrf_token" value="{token(self.chance, 40)}">'

    def _page(self, title: str, body: str) -> str:
        told, self.told = self.told, ""
        notice = f'<div class="flash">{escape(told)}</div>' if told else ""
        return f"""<!DOCTYPE html><html><head><title>{escape(title)} - Kanban</title></head><body>
          <header><a href="/board">Board</a> <a href="/board/archive">Archive</a></header>{notice}<main>{body}</main>
          </body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/board")
    visitor.send("form.move", near="Search is slow", column="doing")
    visitor.send("#add-todo", title="Ask for feedback")
    visitor.click("Ask for feedback")
    visitor.send("form.edit", label="idea", notes="By post.")
    visitor.click("Board")
    visitor.goto("/board?label=bug")
    visitor.click("Board")
    visitor.click("Weekly backup")
    visitor.send("form.turn")
    visitor.click("Archive")
    visitor.click("Weekly backup")
    visitor.send("form.turn")
    visitor.click("Board")
    visitor.click("Rotate the keys")
    visitor.send("form.turn")
    visitor.click("Archive")
    visitor.send("form.gone")
    visitor.click("Board")


def other(visitor: Visitor) -> None:
    visitor.goto("/board")
    visitor.send("#add-review", title="Read the contract")
    visitor.click("Read the contract")
    visitor.send("form.edit", title="Read both contracts", label="chore", owner="Chloe", notes="Before Friday.")
    visitor.goto(visitor.address)
    visitor.click("Board")
    visitor.send("form.move", near="Read both contracts", column="done")
    visitor.send("form.move", near="Broken footer", column="todo")
    visitor.goto("/board?label=idea")
    visitor.click("Board")
    visitor.click("Dark colours")
    visitor.send("form.edit", owner="Ben")
    visitor.send("form.turn")
    visitor.click("Archive")
    visitor.click("Dark colours")
    visitor.send("form.turn")
    visitor.click("Board")
    visitor.click("Import from CSV")
    visitor.send("form.turn")
    visitor.send("#add-doing", title="Sort the shelf")
    visitor.click("Archive")
    visitor.send("form.gone")
    visitor.click("Board")
    visitor.goto("/board?label=bug")
