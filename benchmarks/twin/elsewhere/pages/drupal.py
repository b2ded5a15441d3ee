"""A site of Drupal: articles as nodes, `/node/3/edit`, forms with `form_build_id`, `form_token` and `op`, fields called
`title[0][value]`, status messages, a confirmation form before a deletion, the content page of administrators."""

from __future__ import annotations

import random
from html import escape
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.pages.browsing import Asked, Clock, Said, Visitor, options, token

HOST = "www.drupal.test"
TYPES = {"article": "Article", "page": "Basic page"}
NODES = [
    ("Spring fair", "article", "Stalls open at ten."), ("About us", "page", "Who runs the harbour."),
    ("New quay", "article", "Piles are being driven."), ("Opening hours", "page", "Daily from eight to six."),
    ("Storm damage", "article", "Two boats sank."), ("Ferry times", "page", "Every hour, on Sundays every two."),
    ("Boat of the year", "article", "Vote until Friday."),
]  # fmt: skip


class App:
    """Nodes by number, the last changed first."""

    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.told = clock, chance, ""
        self.rows: dict[int, dict[str, str]] = {
            number: {"title": title, "type": kind, "body": body, "status": "1" if number % 4 else "",
                     "created": f"2025-01-{number + 10:02} 09:30",
                     "changed": f"02/{number + 10:02}/2025 - 11:{number:02}"}
            for number, (title, kind, body) in enumerate(NODES, 1)
        }  # fmt: skip

    def answer(self, asked: Asked) -> Said:
        parts, form = asked.parts, asked.form
        if parts[0] == "admin":
            return Said(self._content(asked.query))
        if parts[1] == "add":
            return self._save(0, parts[2], form) if asked.method == "POST" else Said(self._form(0, parts[2], {}))
        number = int(parts[1])
        row = self.rows.get(number)
        if row is None:
            return Said(self._page("Page not found", "<p>The requested page could not be found.</p>"), 404)
        match parts[2:]:
            case ["edit"] if asked.method == "POST":
                return self._save(number, row["type"], form)
            case ["edit"]:
                return Said(self._form(number, row["type"], row))
            case ["delete"] if asked.method == "POST":
                del self.rows[number]
                self.told = f"The {TYPES[row['type']]} <em>{escape(row['title'])}</em> has been deleted."
                return Said(status=303, to="/admin/content")
            case ["delete"]:
                return Said(self._sure(number))
        return Said(self._node(number))

    def _save(self, number: int, kind: str, form: dict[str, str]) -> Said:
        sent = {name: form.get(f"{name}[0][value]", "") for name in ("title", "body")}
        sent["status"] = form.get("status[value]", "")
        if not sent["title"]:
            return Said(self._form(number, kind, sent, "Title field is required."))
        moment = self.clock.iso("%m/%d/%Y - %H:%M")
        made = self.rows.get(number, {"type": kind, "created": self.clock.iso("%Y-%m-%d %H:%M")})
        self.told = f"{TYPES[kind]} <em>{escape(sent['title'])}</em> has been {'updated' if number else 'created'}."
        number = number or max(self.rows) + 1
        self.rows[number] = {**made, **sent, "changed": moment}
        return Said(status=303, to=f"/node/{number}")

    def _content(self, query: dict[str, str]) -> str:
        title, kind, status = (query.get(name, "") for name in ("title", "type", "status"))
        rows = [
            (number, row) for number, row in self.rows.items()
            if title.lower() in row["title"].lower() and kind in ("", "All", row["type"])
            and status in ("", "All", row["status"] or "2")
        ]  # fmt: skip
        order, way = query.get("order", "changed"), query.get("sort", "desc" if "order" not in query else "asc")
        rows.sort(key=lambda one: (one[1][order].lower(), one[0]), reverse=way == "desc")
        heads = "".join(
            f"""<th{' class="is-active"' if name == order else ""}><a href="/admin/content?{
                urlencode({**query, "order": name, "sort": "desc" if name == order and way == "asc" else "asc"})
            }">{label}</a>
                </th>"""
            for name, label in (("title", "Title"), ("type", "Content type"), ("changed", "Updated"))
        )
        shown = "".join(
            f"""<tr><td><a href="/node/{number}" hreflang="en">{escape(row["title"])}</a></td><td>
            {TYPES[row["type"]]}</td>
            <td>{row["changed"]}</td><td>{"Published" if row["status"] else "Unpublished"}</td>
            <td><ul class="dropbutton"><li><a href="/node/{number}/edit?destination=/admin/content">Edit</a></li>
            <li><a href="/node/{number}/delete?destination=/admin/content">Delete</a></li></ul></td></tr>"""
            for number, row in rows
        )
        none = '<tr><td colspan="5">No content available.</td></tr>'
        return self._page(
            "Content",
            f"""<a class="button" href="/node/add/article">Add article</a>
            <form class="views-exposed-form" action="/admin/content" method="get">
            <input name="title" value="{escape(title)}">
            <select name="type"><option value="All">- Any -</option>{options(TYPES, kind)}</select>
            <select name="status">{options({"All": "- Any -", "1": "Published", "2": "Unpublished"}, status)}</select>
            <input type="submit" value="Filter"></form><table class="views-table"><thead><tr>{heads}<th>Status</th>
            <th>Operations</th></tr></thead><tbody>{shown or none}</tbody></table>""",
        )

    def _node(self, number: int) -> str:
        row = self.rows[number]
        tabs = "".join(
            f'<li><a href="/node/{number}{path}">{label}</a></li>'
            for path, label in (("", "View"), ("/edit", "Edit"), ("/delete", "Delete"))
        )
        return self._page(
            row["title"],
            f"""<ul class="tabs">{tabs}</ul><article id="node-{number}" class="node node--type-{row["type"]}
            {"" if row["status"] else "node--unpublished"}" data-history-node-id="{number}">
            <footer>Submitted by <a href="/user/1">admin</a> on {row["created"]}</footer>
            <div class="field--name-body"><p>{escape(row["body"])}</p></div></article>""",
        )

    def _form(self, number: int, kind: str, row: dict[str, str], wrong: str = "") -> str:
        action = f"/node/{number}/edit" if number else f"/node/add/{kind}"
        heading = f"<em>Edit {TYPES[kind]}</em> {escape(row['title'])}" if number else f"Create {TYPES[kind]}"
        error = f'<div role="alert" class="messages messages--error">{wrong}</div>' if wrong else ""
        ticked = " checked" if row.get("status", "1") else ""
        mark = f' <div class="form-item--error-message">{wrong}</div>' if wrong else ""
        return self._page(
            heading,
            f"""{error}<form class="node-form" action="{action}" method="post">
            <div class="form-item"><label>Title</label>
            <input name="title[0][value]" value="{escape(row.get("title", ""))}">
            {mark}</div><div class="form-item"><label>Body</label>
            <textarea name="body[0][value]">{escape(row.get("body", ""))}</textarea></div>
            <input type="checkbox" name="status[value]" value="1"{ticked}><label>Published</label>
            {self._hidden(f"node_{kind}_{'edit_' if number else ''}form")}
            <input type="submit" name="op" value="Save"></form>""",
        )

    def _sure(self, number: int) -> str:
        row = self.rows[number]
        return self._page(
            f"Are you sure you want to delete the content item <em>{escape(row['title'])}</em>?",
            f"""<form class="confirm" action="/node/{number}/delete" method="post"><p>This action cannot be undone.</p>
            {self._hidden(f"node_{row['type']}_delete_form")}<input type="hidden" name="confirm" value="1">
            <input type="submit" name="op" value="Delete"> <a href="/node/{number}">Cancel</a></form>""",
        )

    def _hidden(self, form: str) -> str:
        return f"""<input type="hidden" name="form_build_id" value="form-{token(self.chance, 43)}">
          <input type="hidden" name="form_token" value="{token(self.chance, 43)}">
          <input type="hidden" name="form_id" value="{form}">"""

    def _page(self, heading: str, body: str) -> str:
        told, self.told = self.told, ""
        status = f'<div role="contentinfo" class="messages messages--status">{told}</div>' if told else ""
        plain = heading.replace("<em>", "").replace("</em>", "")
        return f"""<!DOCTYPE html><html lang="en"><head><title>{plain} | Harbour</title></head><body>
          <nav><a href="/admin/content">Content</a></nav>{status}<main><h1>{heading}</h1>{body}</main></body></html>"""


def _sent(title: str, body: str, published: str | None = "1") -> dict[str, str | None]:
    return {"title[0][value]": title, "body[0][value]": body, "status[value]": published}


def tour(visitor: Visitor) -> None:
    visitor.goto("/admin/content")
    visitor.click("New quay")
    visitor.click("Edit")
    visitor.send("form.node-form", **{"body[0][value]": "It opens in May."})
    visitor.click("Content")
    visitor.click("Add article")
    visitor.send("form.node-form", **_sent("", "Nothing."))
    visitor.send("form.node-form", **_sent("Harbour choir", "They sing on Sunday."))
    visitor.click("Content")
    visitor.click("Title")
    visitor.click("Title")
    visitor.click("Content")
    visitor.send("form.views-exposed-form", title="of")
    visitor.send("form.views-exposed-form", title="", type="page")
    visitor.send("form.views-exposed-form", type="All", status="2")
    visitor.click("Content")
    visitor.click("Delete", near="Storm damage")
    visitor.send("form.confirm")
    visitor.click("Content")


def other(visitor: Visitor) -> None:
    visitor.goto("/admin/content")
    visitor.click("Add article")
    visitor.send("form.node-form", **_sent("Winter market", "Tea & bread.", None))
    visitor.goto(visitor.address)
    visitor.click("Edit")
    visitor.send("form.node-form", **_sent("Winter market 2025", "Tea, bread and songs."))
    visitor.goto(visitor.address)
    visitor.click("Content")
    visitor.click("Edit", near="Ferry times")
    visitor.send("form.node-form", **{"body[0][value]": "See the quay.", "status[value]": None})
    visitor.click("Content")
    visitor.click("Content type")
    visitor.click("Updated")
    visitor.click("Content")
    visitor.send("form.views-exposed-form", title="fair")
    visitor.send("form.views-exposed-form", title="", type="article")
    visitor.send("form.views-exposed-form", type="All", status="1")
    visitor.click("Content")
    visitor.click("Add article")
    visitor.send("form.node-form", **_sent("", "Empty title."))
    visitor.send("form.node-form", **_sent("Night swim", "Bring a lamp."))
    visitor.click("Delete")
    visitor.send("form.confirm")
    visitor.click("About us")
    visitor.click("Edit")
    visitor.click("Content")
    visitor.click("Delete", near="Winter market")
    visitor.send("form.confirm")
