"""Forms with a button that changes and one that deletes, at one address; forms behind one script."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

BUTTONS = {
    "names": ([("update", "Save")], [("delete", "1")]),
    "values": ([("button", "Save")], [("button", "Remove")]),
    "fields": ([], []),
    "choices": ([("state", "open")], [("state", "removed")]),
}


class Groups:
    """Groups behind one script; a post is answered with the list."""

    def __init__(self, states: bool = False) -> None:
        self.states = states
        self.all = {11: "Printers", 12: "Scales", 13: "Mills", 14: "Yard"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        asked, form, note = dict(parse_qsl(path.partition("?")[2])), dict(sent), ""
        if method == "POST":
            key = int(form["groupid"])
            gone = form.get("delete") or form.get("button") == "Remove" or form.get("state") == "removed"
            gone = gone or "name" not in form
            note = f'<p class="note">Group {"deleted" if gone else "saved"}</p>'
            if gone:
                del self.all[key]
            else:
                self.all[key] = form["name"]
        elif "groupid" in asked:
            key = asked["groupid"]
            fields = (
                f'<input type="hidden" name="groupid" value="{key}"><input name="name" value="{self.all[int(key)]}">'
            )
            fields += '<select name="state"><option>open</option><option>removed</option></select>' * self.states
            return Said(f'<html><body><form method="post" action="/groups.php">{fields}</form></body></html>')
        rows = "".join(
            f'<tr><td><a href="/groups.php?groupid={key}">{name}</a></td><td>{key}.</td></tr>'
            for key, name in self.all.items()
        )
        table = f"<table id='all'><thead><tr><th>Name</th><th>Number</th></tr></thead><tbody>{rows}</tbody></table>"
        return Said(f"<html><body>{note}{table}</body></html>")


@pytest.mark.parametrize("style", BUTTONS)
async def test_the_button_says_whether_it_is_changed_or_deleted(style: str) -> None:
    saving, deleting = BUTTONS[style]
    made = Tour(Groups(style == "choices"))
    made.ask("GET", "/groups.php")
    for key, name in ((11, "All printers"), (12, "All scales")):
        made.ask("GET", f"/groups.php?groupid={key}")
        made.ask("POST", "/groups.php", ("groupid", str(key)), ("name", name), *saving)
    made.ask("GET", "/groups.php?groupid=12")
    field = [("name", "All scales")] if style in ("values", "choices") else []
    made.ask("POST", "/groups.php", ("groupid", "12"), *field, *deleting)
    made.ask("GET", "/groups.php")
    mock, app = Mock(made), Groups(style == "choices")
    check(mock.draft)
    await same(app, mock, "POST", "/groups.php", ("groupid", "14"), ("name", "Old yard"), *saving)
    field = [("name", "Mills")] if style in ("values", "choices") else []
    await same(app, mock, "POST", "/groups.php", ("groupid", "13"), *field, *deleting)
    await same(app, mock, "GET", "/groups.php")


class Office:
    """People and teams behind one script; the key is in the address to which a form is sent."""

    def __init__(self) -> None:
        self.all = {
            "person": {1: "Ada Archer", 2: "Ben Baker", 3: "Cleo Carver"},
            "team": {1: "Millers", 2: "Yard crew", 3: "Operators"},
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        asked = dict(parse_qsl(path.partition("?")[2]))
        kind, _, does = asked["action"].partition(".")
        if does == "update":
            self.all[kind][int(asked[f"{kind}id"])] = dict(sent)["name"]
            return Said(status=302, to=f"/app.php?action={kind}.list")
        if does == "edit":
            key = asked[f"{kind}id"]
            to = f"/app.php?action={kind}.update&amp;{kind}id={key}"
            field = f'<input name="name" value="{self.all[kind][int(key)]}">'
            return Said(f'<html><body><form method="post" action="{to}">{field}</form></body></html>')
        rows = "".join(
            f'<tr><td><a href="/app.php?action={kind}.edit&amp;{kind}id={key}">{name}</a></td></tr>'
            for key, name in self.all[kind].items()
        )
        return Said(
            f"<html><body><table><thead><tr><th>Name</th></tr></thead><tbody>{rows}</tbody></table></body></html>"
        )


async def test_a_form_for_another_kind_with_the_same_key_says_nothing_of_this_one() -> None:
    made = Tour(Office())
    for kind, key, name in (("person", 2, "Benjamin Baker"), ("team", 3, "Night shift")):
        made.ask("GET", f"/app.php?action={kind}.list")
        made.ask("GET", f"/app.php?action={kind}.edit&{kind}id={key}")
        made.ask("POST", f"/app.php?action={kind}.update&{kind}id={key}", ("name", name))
    draft = made.draft()
    check(draft)
    known = {kind: {key: one["name"] for key, one in said.items()} for kind, said in draft.seed.items() if "1" in said}
    assert sorted(said["3"] for said in known.values()) == ["Cleo Carver", "Operators"]
