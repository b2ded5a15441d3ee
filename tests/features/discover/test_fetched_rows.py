"""Pages whose scripts fetch what is in them from the page's own address, and the choices of their forms from an API."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl

from awe_author.features.discover.markup.documents import parse, rows_of
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

GROUPS = {
    "5f0c1a2e-77aa-4d10-9c31-0a4be3c7d101": "Harbours", "9b7e4c55-1b1f-4a83-8ef1-6a0d92f3e202": "Yards",
    "c3a9d7f0-52c6-4b7e-b2d4-1f5c8e6a7303": "Lines",
}  # fmt: skip
FIRST, SECOND, THIRD = GROUPS
KEYS = [f"{number}d4c2b1a-9e8f-4a6b-8c7d-2f1e0a9b{number}c5d" for number in range(1, 9)]
START = {
    KEYS[0]: ("Alder", "Small boats", FIRST), KEYS[1]: ("Birch", "Weekly", THIRD),
    KEYS[2]: ("Cedar", "Two docks", SECOND), KEYS[3]: ("Delta", "Day trips", FIRST),
    KEYS[4]: ("Ember", "Winter only", SECOND),
}  # fmt: skip
BERTHS = {1: ("North quay", "4"), 2: ("Old basin", "6"), 3: ("Fish market", "5"), 4: ("Long quay", "7")}
EMPTY = '<div id="rows"><table><tbody><tr><td>Nothing found</td></tr></tbody></table></div>'


@dataclass
class Port:
    """Tenants of a port. Their list comes without rows, which a script fetches from the same address."""

    tenants: dict[str, tuple[str, str, str]] = field(default_factory=lambda: dict(START))
    berths: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(BERTHS))
    note: str = ""
    parts: bool = False
    """Is a script asking?"""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        parts, form = path.partition("?")[0].strip("/").split("/"), dict(sent)
        note, self.note = self.note, ""
        if parts[0] == "api":
            named = [{"id": key, "name": name} for key, name in GROUPS.items()]
            return Said(json.dumps({"count": 3, "results": named}), kind="application/json")
        if parts == ["tenants"]:
            return Said(self._rows(path)) if self.parts else _page("Tenants", EMPTY, note)
        if parts == ["berths"]:
            return _page("Berths", self._berths(dict(parse_qsl(path.partition("?")[2]))), note)
        if parts[0] == "berths":
            return self._berth(parts[1], form, note)
        if parts[-1] == "add" and method == "GET":
            return _page("Add a tenant", _form("", "", ""), note)
        key = KEYS[len(self.tenants)] if parts[-1] == "add" else parts[1]
        if method == "POST":
            self.note = f"{'Created' if parts[-1] == 'add' else 'Changed'} tenant {form['name']}"
            self.tenants[key] = (form["name"], form["told"], form["group"])
            return Said(status=302, to=f"/tenants/{key}/")
        name, told, group = self.tenants[key]
        if parts[-1] == "edit":
            return _page(f"Editing tenant {name}", _form(name, told, group), note)
        copy = '<button type="button"><span>Copy</span></button>'
        cells = {"Name": escape(name), "Told": f"<span>{escape(told)}</span>{copy}", "Group": _group(group)}
        lines = "".join(f"<tr><td>{label}</td><td>{said}</td></tr>" for label, said in cells.items())
        said = f"<table><tbody>{lines}</tbody></table>"
        return _page(name, said + f'<a href="/tenants/{key}/edit/">Edit</a>', note)

    def _rows(self, path: str) -> str:
        word = dict(parse_qsl(path.partition("?")[2])).get("q", "")
        heads = "".join(
            f'<th><a href="?sort={name.lower()}">{name} <span class="visually-hidden">activate to sort</span></a></th>'
            for name in ("Name", "Group", "Told")
        )
        lines = "".join(
            f'<tr><td><a href="/tenants/{key}/">{escape(name)}</a></td>'
            f"<td>{_group(group)}</td><td>{escape(told)}</td></tr>"
            for key, (name, told, group) in sorted(self.tenants.items(), key=_place)
            if word.lower() in f"{name} {told}".lower()
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"

    def _berths(self, asked: dict[str, str]) -> str:
        size, number = int(asked.get("per_page", "50")), int(asked.get("page", "1"))
        found = {key: one for key, one in self.berths.items() if asked.get("q", "").lower() in one[0].lower()}
        there = [*found.items()][(number - 1) * size : number * size]
        pages = [one + 1 for one in range(-(-len(found) // size))]
        links = "".join(f'<a href="/berths/?per_page={size}&amp;page={one}">{one}</a>' for one in pages)
        lines = "".join(
            f'<tr><td><a href="/berths/{key}/">{name}</a></td><td>{depth} m</td></tr>' for key, (name, depth) in there
        )
        table = f"<table><thead><tr><th>Name</th><th>Depth</th></tr></thead><tbody>{lines}</tbody></table>"
        return table + (f"<p>{links}</p>" if len(pages) > 1 else "")

    def _berth(self, key: str, form: dict[str, str], note: str) -> Said:
        if form:
            self.berths[int(key)] = (form["name"], form["depth"])
            return Said(status=302, to="/berths/")
        name, depth = self.berths[int(key)]
        fields = f'<input name="name" value="{name}"><input name="depth" value="{depth}">'
        return _page("Change a berth", f'<form method="post">{fields}</form>', note)


def _place(one: tuple[str, tuple[str, str, str]]) -> tuple[str, str]:
    """By group, and in it by name."""
    return GROUPS[one[1][2]], one[1][0]


def _group(key: str) -> str:
    return f'<a href="/groups/{key}/">{GROUPS[key]}</a>'


def _form(name: str, told: str, group: str) -> str:
    """Only the choice that is made is in the form."""
    chosen = f'<option value="{group}" selected>{GROUPS[group]}</option>' if group else ""
    fields = f'<input name="name" value="{escape(name)}"><input name="told" value="{escape(told)}">'
    return f'<form method="post">{fields}<select name="group"><option value="">---</option>{chosen}</select></form>'


def _page(title: str, body: str, note: str) -> Said:
    notice = f'<div class="alert alert-success">{escape(note)}</div>' if note else ""
    html = f"<html><head><title>{title} - Port</title></head><body>{notice}<h1>{title}</h1>{body}</body></html>"
    return Said(html)


class Visit(Tour):
    """A tour whose lists are fetched by a script as well."""

    def look(self, path: str = "/tenants/") -> None:
        """The list: its page, and the rows in it."""
        assert isinstance(self.app, Port)
        self.ask("GET", path)
        self.app.parts = True
        rows = self.ask("GET", path, how="part").html
        self.app.parts = False
        last = self.pages[-1]
        html = last.html.replace(EMPTY, f'<div id="rows">{rows}</div>')
        self.pages[-1] = type(last)(last.url, "", html, self.raws[-1].seq + 1)


def visit() -> Visit:
    made = Visit(Port())
    made.look()
    made.ask("GET", f"/tenants/{KEYS[2]}/edit/")
    made.ask("GET", "/api/groups/?limit=50&offset=0", how="part")
    made.ask("POST", f"/tenants/{KEYS[2]}/edit/", ("name", "Cedars"), ("told", "Three docks"), ("group", SECOND))
    made.look()
    made.ask("GET", "/tenants/add/")
    made.ask("POST", "/tenants/add/", ("name", "Fjord"), ("told", "Containers"), ("group", FIRST))
    made.look()
    return made


async def rows(app: Port, mock: Mock) -> None:
    """The rows of the mock are those of the app."""
    app.parts = True
    await same(app, mock, "GET", "/tenants/", how="part")
    app.parts = False


async def test_rows_from_the_address_of_their_page_are_told_from_the_page() -> None:
    mock, app = Mock(visit()), Port()
    check(mock.draft)
    await rows(app, mock)
    await same(app, mock, "GET", "/tenants/")
    await same(app, mock, "GET", "/tenants/?q=nobody")


async def test_forms_that_name_what_their_entity_belongs_to_change_the_entity() -> None:
    """The group is known from an API; its key in a form about a tenant is no change of the group."""
    draft = visit().draft()
    done = {(one.role, one.kind.name) for one in draft.operations if one.writes}
    assert done == {("create", "tenants"), ("update", "tenants")}


async def test_choices_that_a_form_does_not_offer_are_called_as_links_call_them() -> None:
    mock, app = Mock(visit()), Port()
    await same(app, mock, "POST", "/tenants/add/", ("name", "Gale"), ("told", "Ferries"), ("group", THIRD))
    await rows(app, mock)
    form = await mock.ask("GET", f"/tenants/{KEYS[1]}/edit/")
    assert f'<option selected="" value="{THIRD}">Lines</option>' in form.html


async def test_a_page_says_what_an_entity_is_called_that_was_never_opened() -> None:
    mock, app = Mock(visit()), Port()
    await same(app, mock, "GET", f"/tenants/{KEYS[4]}/edit/")


async def test_a_notice_that_was_seen_only_right_after_a_write_is_shown_then_only() -> None:
    mock, app = Mock(visit()), Port()
    await same(app, mock, "GET", f"/tenants/{KEYS[4]}/")


async def test_lists_are_searched_as_those_of_other_kinds_are() -> None:
    made = visit()
    made.ask("GET", "/berths/")
    made.ask("GET", "/berths/2/")
    made.ask("POST", "/berths/2/", ("name", "Old basin"), ("depth", "8"))
    made.look("/tenants/?q=cedar")
    mock, app = Mock(made), Port()
    await same(app, mock, "POST", "/berths/2/", ("name", "Old basin"), ("depth", "8"))
    await same(app, mock, "GET", "/berths/?q=quay")


async def test_a_page_has_as_many_rows_as_its_address_asks_for() -> None:
    made = visit()
    made.ask("GET", "/berths/")
    made.ask("GET", "/berths/2/")
    made.ask("POST", "/berths/2/", ("name", "Old basin"), ("depth", "8"))
    made.ask("GET", "/berths/?per_page=3")
    made.ask("GET", "/berths/?per_page=3&page=2")
    mock, app = Mock(made), Port()
    await same(app, mock, "POST", "/berths/2/", ("name", "Old basin"), ("depth", "9"))
    for asked in ("", "?per_page=3", "?per_page=3&page=2", "?per_page=1&page=3"):
        said, live = await mock.ask("GET", f"/berths/{asked}"), app("GET", f"/berths/{asked}", ())
        assert [name in said.html for name, _ in BERTHS.values()] == [name in live.html for name, _ in BERTHS.values()]


async def test_a_list_may_be_in_the_order_of_two_columns() -> None:
    mock, app = Mock(visit()), Port()
    await same(app, mock, "POST", "/tenants/add/", ("name", "Bergen"), ("told", "Rain"), ("group", SECOND))
    await rows(app, mock)


def test_heads_are_called_without_what_screen_readers_say() -> None:
    fields = {name for one in visit().draft().parts for name in one.fields()}
    assert {"name", "group", "told"} <= fields
    assert not [name for name in fields if "activate" in name]


def test_rows_are_about_what_they_link_to_most() -> None:
    """A line of a circuit names its tenant as well, behind a shorter address."""
    cells = [
        f'<tr><td><a href="/circuits/{key[::-1]}/">L-{place}</a></td><td><a href="/firms/{key}/">F{place}</a></td>'
        f'<td><a href="/circuits/{key[::-1]}/edit/">Edit</a></td></tr>'
        for place, key in enumerate(KEYS[1:5])
    ]
    document = parse(f"<body><table><tbody>{''.join(cells)}</tbody></table></body>")
    assert [one.template for one in rows_of(document, "https://app.test/")] == ["/circuits/*/"]
