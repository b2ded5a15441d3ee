"""An app of tickets as server-rendered apps are: a list in pages, forms that are shown again, rows to tick, parts."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl

from tests.features.discover.site import Said, Sent

TEAMS = ["Red", "Green", "Blue"]
Ticket = tuple[str, str, str]
"""(subject, code, team)"""
START: dict[int, Ticket] = {
    1: ("Printer is out", "T-10", "Red"), 2: ("Lamp flickers", "T-13", "Green"), 3: ("Door squeaks", "T-16", "Blue"),
    4: ("Heating too warm", "T-19", "Red"), 5: ("Chair lost a wheel", "T-22", "Green"),
    6: ("Coffee machine leaks", "T-25", "Blue"),
}  # fmt: skip


def whole(title: str, body: str) -> str:
    return f"<!doctype html><html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>"


@dataclass
class Desk:
    """The app; `status`: with which a form is shown again."""

    tickets: dict[int, Ticket] = field(default_factory=lambda: dict(START))
    status: int = 422
    notice: str = ""
    made: int = 6

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        parts = place.strip("/").split("/")
        if method == "POST" and parts == ["tickets", "several"]:
            return self._several(sent)
        if method == "POST":
            return self._save(dict(sent), int(parts[1]) if len(parts) == 3 else 0)
        if parts == ["tickets"]:
            return Said(self._list(dict(parse_qsl(query))))
        if parts == ["tickets", "new"]:
            return Said(whole("New ticket", self._form({})))
        return Said(whole(f"Ticket {self.tickets[int(parts[1])][1]}", self._form(self._fields(int(parts[1])))))

    def _list(self, asked: dict[str, str]) -> str:
        rows = "".join(
            f'<tr><td><input type="checkbox" name="picked" value="{key}"></td>'
            f'<td class="subject"><a href="/tickets/{key}/edit">{escape(one[0])}</a></td><td class="code">{one[1]}</td>'
            f'<td class="team">{one[2]}</td></tr>'
            for key, one in self.tickets.items() if asked.get("q", "").lower() in one[0].lower()
        )  # fmt: skip
        told, self.notice = (f'<p class="notice">{self.notice}</p>' if self.notice else ""), ""
        heads = "<thead><tr><th></th><th>Subject</th><th>Code</th><th>Team</th></tr></thead>"
        return whole("Tickets", f'{told}<table class="all">{heads}<tbody>{rows}</tbody></table>')

    def _fields(self, key: int) -> dict[str, str]:
        return dict(zip(("subject", "code", "team"), self.tickets[key], strict=True))

    def _form(self, values: dict[str, str], wrong: dict[str, str] | None = None) -> str:
        lines = "".join(
            f'<div class="line"><label>{name.capitalize()}</label><input name="{name}" value="{values.get(name, "")}">'
            + (f'<span class="why">{wrong[name]}</span>' if wrong and name in wrong else "") + "</div>"
            for name in ("subject", "code")
        )  # fmt: skip
        options = "".join(
            f'<option value="{team.lower()}"{" selected" * (team == values.get("team"))}>{team}</option>'
            for team in TEAMS
        )
        head = '<p class="note">Please correct what is marked.</p>' if wrong else ""
        return f'<form method="post">{head}{lines}<select name="team">{options}</select></form>'

    def _save(self, sent: dict[str, str], key: int) -> Said:
        team = sent.get("team", "").capitalize()
        wrong = {}
        if not sent.get("subject", "").strip():
            wrong["subject"] = "A subject is needed."
        if any(one[1] == sent.get("code") for other, one in self.tickets.items() if other != key):
            wrong["code"] = f"There is a ticket {sent['code']} already."
        if wrong:
            title = f"Ticket {self.tickets[key][1]}" if key else "New ticket"
            return Said(whole(title, self._form({**sent, "team": team}, wrong)), self.status)
        if not key:
            self.made += 1
        self.tickets[key or self.made] = (sent["subject"], sent["code"], team)
        self.notice = f"{sent['subject']} was {'changed' if key else 'added'}."
        return Said(status=302, to="/tickets")

    def _several(self, sent: Sent) -> Said:
        keys = [int(value) for name, value in sent if name == "picked"]
        does = dict(sent)["does"]
        noun = "ticket" if len(keys) == 1 else "tickets"
        if does == "delete" and "sure" not in dict(sent):
            items = "".join(f'<li><a href="/tickets/{key}/edit">{self.tickets[key][0]}</a></li>' for key in keys)
            hidden = "".join(f'<input type="hidden" name="picked" value="{key}">' for key in keys)
            asks = f"<p>Delete {len(keys)} {noun}?</p><ul>{items}</ul>"
            return Said(whole("Are you sure?", f'{asks}<form method="post">{hidden}<button>Yes</button></form>'))
        for key in keys:
            if does == "delete":
                del self.tickets[key]
            else:
                self.tickets[key] = (*self.tickets[key][:2], "Blue")
        self.notice = f"{len(keys)} {noun} were {'deleted' if does == 'delete' else 'handed over'}."
        return Said(status=302, to="/tickets")
