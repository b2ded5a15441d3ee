"""A server-rendered app with a menu on all pages that looks like rows, and forms with several buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from tests.features.discover.site import Said, Sent

STATES = {"1": "waiting", "2": "begun", "3": "finished"}
ICONS = {"Low": "flash_off", "High": "flash_on"}
HIDDEN = 4
"""Chores of others, which no list shows."""


@dataclass
class Chores:
    """Chores that are saved, or done; their list has those that are not, unless it is asked for others."""

    rows: dict[str, dict[str, str]] = field(default_factory=dict)
    notice: str = ""

    def __post_init__(self) -> None:
        for key, name in enumerate(["Sweep the yard", "Paint the gate", "Mend the roof", "Oil the hinges"], 1):
            self.rows[str(key)] = {
                "name": name,
                "note": f"Note {key}.",
                "state": "1",
                "open": "yes",
                "rank": "High" if key % 2 else "Low",
            }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = urlsplit(path).path.strip("/").split("/")[1:]
        if method == "POST":
            return self._post(parts[1], dict(sent))
        if parts[0] == "rooms":
            return self._page("Rooms", "<p>There are no rooms.</p>")
        return self._list(dict(parse_qsl(urlsplit(path).query))) if len(parts) < 2 else self._form(parts[1])

    def _post(self, key: str, sent: dict[str, str]) -> Said:
        said = "changed"
        if key == "add":
            key, said = str(len(self.rows) + 1), "added"
            self.rows[key] = {"open": "yes"}
        self.rows[key] |= {name: sent[name] for name in ("name", "note", "state", "rank")}
        if "_done" in sent:
            self.rows[key] |= {"state": "3", "open": "no"}
        self.notice = f'The chore “<a href="/app/chores/{key}/">{self.rows[key]["name"]}</a>” was {said}.'
        return Said(to="/app/chores/", status=302)

    def _page(self, title: str, inner: str) -> Said:
        count = sum(1 for row in self.rows.values() if row["open"] == "yes")
        menu = "".join(
            f'<tr><th><a href="{path}">{name}</a></th></tr>'
            for path, name in (
                ("/app/chores/", f"Chores ({count})"),
                ("/app/rooms/", "Rooms"),
                ("/app/tools/", "Tools"),
            )
        )
        notice = f'<ul class="notices"><li class="success">{self.notice}</li></ul>' if self.notice else ""
        self.notice = ""
        nav = f'<nav id="side"><table class="menu"><tbody>{menu}</tbody></table></nav>'
        return Said(f"<html><body>{nav}{notice}<main><h1>{title}</h1>{inner}</main></body></html>")

    def _list(self, asked: dict[str, str]) -> Said:
        wanted = asked.get("open", "yes")
        there = {key: row for key, row in self.rows.items() if row["open"] == wanted}
        rows = "".join(
            f'<tr><td class="name"><a href="/app/chores/{key}/">{row["name"]}</a></td>'
            f'<td class="state">{STATES[row["state"]]}</td><td class="open">{row["open"]}</td>'
            f'<td class="rank_icon"><b title="Rank: {row["rank"]}"><i>{ICONS[row["rank"]]}</i></b></td></tr>'
            for key, row in there.items()
        )
        total = f'<p class="found">{len(there)} shown (<a href="?">{len(self.rows) + HIDDEN} total</a>)</p>'
        head = "<thead><tr><th>Name</th><th>State</th><th>Open</th><th></th></tr></thead>"
        return self._page("Chores", f'{total}<table id="result">{head}<tbody>{rows}</tbody></table>')

    def _form(self, key: str) -> Said:
        row = self.rows.get(key, {"name": "", "note": "", "state": "1", "rank": "High"})
        states = "".join(
            f'<option value="{value}"{" selected" if value == row["state"] else ""}>{label}</option>'
            for value, label in STATES.items()
        )
        ranks = "".join(f"<option{' selected' if one == row['rank'] else ''}>{one}</option>" for one in ICONS)
        done = '<input type="submit" name="_done" value="Done">' if key in self.rows else ""
        inner = (
            f'<input name="name" value="{row["name"]}"><input name="note" value="{row["note"]}">'
            f'<select name="state">{states}</select><select name="rank">{ranks}</select>'
            f'<input type="submit" name="_save" value="Save">{done}'
        )
        return self._page(row["name"] or "New chore", f'<form method="post" action="/app/chores/{key}/">{inner}</form>')
