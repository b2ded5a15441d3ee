"""An application of Laravel with Blade: tasks as cards, tabs with counts, a button that completes, `_method`, a flash
message of the session, validation that leads back to the form, `Showing 1 to 4 of 9 results`."""

from __future__ import annotations

import random
from html import escape
from math import ceil
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "tasks.laravel.test"
LEVELS = {"low": "Low", "normal": "Normal", "high": "High"}
TITLES = ["Order paint", "Call the harbour", "Fix the winch", "Invoice March", "Book the crane", "Print flyers",
          "Check life vests", "Renew the permit", "Clean the hull"]  # fmt: skip


class App:
    """Tasks by number, the newest first."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.rows = {
            number: {"title": title, "body": f"About: {title.lower()}.", "level": [*LEVELS][number % 3],
                     "due": f"2025-04-{number * 3:02}", "done": number % 4 == 0}
            for number, title in enumerate(TITLES, 1)
        }  # fmt: skip
        self.status, self.errors, self.old = "", dict[str, str](), dict[str, str]()

    def answer(self, asked: Asked) -> Said:
        parts = asked.parts[1:]
        verb = asked.form.get("_method", asked.method).upper()
        if not parts and verb == "POST":
            return self._save(0, asked.form)
        if not parts:
            return Said(self._index(asked.query))
        if parts == ["create"]:
            return Said(self._form(0))
        number = int(parts[0])
        if verb == "PUT":
            return self._save(number, asked.form)
        if verb == "DELETE":
            title = self.rows.pop(number)["title"]
            self.status = f"Task “{title}” deleted!"
            return Said(status=302, to="/tasks")
        if parts[1:] == ["complete"]:
            row = self.rows[number]
            row["done"] = not row["done"]
            self.status = "Task completed!" if row["done"] else "Task reopened!"
            return Said(status=302, to=f"/tasks/{number}")
        return Said(self._form(number) if parts[1:] == ["edit"] else self._show(number))

    def _save(self, number: int, form: dict[str, str]) -> Said:
        sent = {name: form.get(name, "") for name in ("title", "body", "level", "due")}
        if len(sent["title"]) < 3:
            self.errors, self.old = {"title": "The title field must be at least 3 characters."}, sent
            return Said(status=302, to=f"/tasks/{number}/edit" if number else "/tasks/create")
        self.status = "Task updated!" if number else "Task created!"
        number = number or max(self.rows) + 1
        self.rows[number] = {**sent, "done": self.rows.get(number, {}).get("done", False)}
        return Said(status=302, to=f"/tasks/{number}")

    def _index(self, query: dict[str, str]) -> str:
        wanted, tab = query.get("search", ""), query.get("status", "")
        every = [one for one in reversed(self.rows.items()) if wanted.lower() in str(one[1]["title"]).lower()]
        tabs = {"": every, "open": [], "done": []}
        for one in every:
            tabs["done" if one[1]["done"] else "open"].append(one)
        rows, page = tabs[tab], int(query.get("page", "1"))
        links = "".join(
            f"""<a class="tab{" active" if name == tab else ""}" href="/tasks{f"?status={name}" if name else ""}">
            {label} <span class="badge">{len(tabs[name])}</span></a>"""
            for name, label in (("", "All"), ("open", "Open"), ("done", "Done"))
        )
        cards = "".join(self._card(number, row) for number, row in rows[page * 4 - 4 : page * 4])
        pages = ceil(len(rows) / 4)
        pager = "".join(
            f'<li class="page-item active"><span>{n}</span></li>' if n == page
            else f'<li class="page-item"><a href="/tasks?{urlencode({**query, "page": n})}">{n}</a></li>'
            for n in range(1, pages + 1)
        )  # fmt: skip
        first, last = page * 4 - 3, min(page * 4, len(rows))
        shown = f"""<nav><p>Showing <b>{first}</b> to <b>{last}</b> of <b>{len(rows)}</b> results</p>
          <ul class="pagination">{pager}</ul></nav>"""
        return self._page(
            "Tasks",
            f"""<h1>Tasks</h1><form class="find" action="/tasks"><input name="search" value="{escape(wanted)}">
            <button>Search</button></form><div class="tabs">{links}</div>
            <div class="cards">{cards or "<p>There are no tasks!</p>"}</div>{shown if pages > 1 else ""}
            <a class="btn" href="/tasks/create">Add task</a>""",
        )

    @staticmethod
    def _card(number: int, row: dict[str, object]) -> str:
        return f"""<div class="card"><h5 class="card-title"><a href="/tasks/{number}"
          {'class="line-through"' if row["done"] else ""}>{escape(str(row["title"]))}</a></h5>
          <span class="badge badge-{row["level"]}">{LEVELS[str(row["level"])]}</span>
          <small class="due">Due {row["due"]}</small></div>"""

    def _show(self, number: int) -> str:
        row = self.rows[number]
        colour, words = ("green", "Completed") if row["done"] else ("red", "Not completed")
        state = f'<span class="text-{colour}">{words}</span>'
        return self._page(
            str(row["title"]),
            f"""<h1>{escape(str(row["title"]))}</h1><p class="body">{escape(str(row["body"]))}</p>
            <p class="due">Due {row["due"]}</p><p>{state}</p><a href="/tasks/{number}/edit">Edit</a>
            <form class="toggle" method="POST" action="/tasks/{number}/complete">{self._csrf()}
            <button>{"Mark as not completed" if row["done"] else "Mark as completed"}</button></form>
            <form class="gone" method="POST" action="/tasks/{number}">{self._csrf()}
            <input type="hidden" name="_method" value="DELETE"><button>Delete</button></form>""",
        )

    def _form(self, number: int) -> str:
        row = self.old or self.rows.get(number, {})
        wrong = f'<p class="error">{self.errors["title"]}</p>' if self.errors else ""
        self.errors, self.old, level = {}, {}, str(row.get("level", "normal"))
        method = '<input type="hidden" name="_method" value="PUT">' if number else ""
        return self._page(
            "Edit task" if number else "Add task",
            f"""<h1>{"Edit task" if number else "Add task"}</h1>
            <form class="task" method="POST" action="/tasks{f"/{number}" if number else ""}">{self._csrf()}{method}
            <div><label>Title</label><input name="title" value="{escape(str(row.get("title", "")))}">{wrong}</div>
            <div><label>Body</label><textarea name="body">{escape(str(row.get("body", "")))}</textarea></div>
            <div><label>Level</label><select name="level">{options(LEVELS, level)}</select></div>
            <div><label>Due</label><input type="date" name="due" value="{row.get("due", "")}"></div>
            <button type="submit">{"Update" if number else "Add"} task</button></form>""",
        )

    def _csrf(self) -> str:
        return f'<input type="hidden" name="_token" value="{token(self.chance, 40)}">'

    def _page(self, title: str, body: str) -> str:
        told, self.status = self.status, ""
        flash = f'<div class="alert alert-success">{escape(told)}</div>' if told else ""
        return f"""<!DOCTYPE html><html><head><title>{escape(title)} - Laravel</title></head><body>
          <nav><a href="/tasks">Tasks</a></nav><main class="container">{flash}{body}</main></body></html>"""


def tour(visitor: Visitor) -> None:
    visitor.goto("/tasks")
    visitor.click("2")
    visitor.goto("/tasks?page=3")
    visitor.goto("/tasks?status=open")
    visitor.goto("/tasks?status=done")
    visitor.click("Tasks")
    visitor.click("Check life vests")
    visitor.send("form.toggle")
    visitor.click("Edit")
    visitor.send("form.task", body="All twelve of them.", level="high")
    visitor.click("Tasks")
    visitor.click("Add task")
    visitor.send("form.task", title="", due="2025-05-01")
    visitor.send("form.task", title="Paint the buoys", body="Red ones first.", level="low", due="2025-05-20")
    visitor.click("Tasks")
    visitor.send("form.find", search="the")
    visitor.click("Tasks")
    visitor.click("Renew the permit")
    visitor.send("form.gone")
    visitor.click("Tasks")


def other(visitor: Visitor) -> None:
    visitor.goto("/tasks")
    visitor.click("Add task")
    visitor.send("form.task", title="", body="Nothing.", due="2025-06-01")
    visitor.send("form.task", title="Oil the hinges", body="Every door.", level="high", due="2025-06-01")
    visitor.goto(visitor.address)
    visitor.send("form.toggle")
    visitor.click("Tasks")
    visitor.goto("/tasks?status=done")
    visitor.click("Oil the hinges")
    visitor.click("Edit")
    visitor.send("form.task", title="Oil all hinges", level="normal", due="2025-06-03")
    visitor.goto(visitor.address)
    visitor.send("form.toggle")
    visitor.click("Tasks")
    visitor.click("2")
    visitor.click("Book the crane")
    visitor.click("Edit")
    visitor.send("form.task", level="low")
    visitor.click("Tasks")
    visitor.send("form.find", search="hi")
    visitor.click("Tasks")
    visitor.goto("/tasks?status=open")
    visitor.click("Clean the hull")
    visitor.send("form.gone")
    visitor.goto("/tasks?page=2")
