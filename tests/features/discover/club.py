"""A club: its members stand beside its outings, whose form has a box for each member; who goes is told in words that
change when somebody joins."""

from __future__ import annotations

from html import escape

from tests.features.discover.site import Said, Sent, Tour

HOME, ADD = "/club/", "/club/add"
MEMBERS = {"1": "Ada", "2": "Ben", "3": "Cleo", "4": "Dora"}
OUTINGS = {
    "1": ("2025-03-14", "Ferry to the island", "1234"), "2": ("2025-03-02", "Museum of clocks", "12"),
    "3": ("2025-02-20", "Night walk", "1234"), "4": ("2025-02-11", "Old windmill", "34"),
}  # fmt: skip


class Club:
    def __init__(self) -> None:
        self.members, self.outings = {**MEMBERS}, {**OUTINGS}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        form = dict(sent)
        _, _, *parts = path.split("/")
        if method == "POST" and parts[0] == "members":
            self.members[parts[1] if parts[1] != "add" else str(len(self.members) + 1)] = form["name"]
            return Said(status=302, to=HOME)
        if method == "POST" and parts[0] == "delete":
            self.outings.pop(parts[1])
            return Said(status=302, to=HOME)
        if method == "POST":
            who = "".join(value for name, value in sent if name == "who")
            key = parts[1] if parts[0] == "edit" else str(len(self.outings) + 1)
            self.outings[key] = (form["day"], form["what"], who)
            return Said(status=302, to=HOME)
        if parts[0] == "members":
            fields = f'<input name=name value="{escape(self.members[parts[1]])}"><input type=number name=age value=30>'
            return Said(_whole(f'<form class=member method=post action="{path}">{fields}</form>'))
        if parts[0] in ("edit", "add"):
            return Said(_whole(self._form(path, self.outings.get(parts[-1], ("", "", "")))))
        return Said(_whole(self._beside() + self._list()))

    def _beside(self) -> str:
        rows = "".join(
            f'<tr><td class=name>{escape(name)}</td><td><form action="/club/members/{key}/edit"></form></td></tr>'
            for key, name in self.members.items()
        )
        add = '<form class=join method=post action="/club/members/add"><input name=name></form>'
        return f"<aside>{add}<table class=members>{rows}</table></aside>"

    def _list(self) -> str:
        rows = "".join(
            f'<tr><td>{day}</td><td>{escape(what)}</td><td>{self._words(who)}</td><td><a href="/club/edit/{key}">'
            f'edit</a><form method=post action="/club/delete/{key}"></form></td></tr>'
            for key, (day, what, who) in sorted(self.outings.items(), key=lambda one: one[1], reverse=True)
        )
        heads = "<tr><th>When?</th><th>Where to?</th><th>Who?</th><th>Actions</th></tr>"
        return f"<table class=outings><thead>{heads}</thead><tbody>{rows}</tbody></table>"

    def _words(self, who: str) -> str:
        missing = [name for key, name in self.members.items() if key not in who]
        if len(missing) > 1:
            return ", ".join(self.members[key] for key in who)
        return f"All but {missing[0]}" if missing else "All"

    def _form(self, path: str, outing: tuple[str, str, str]) -> str:
        day, what, who = outing
        boxes = "".join(
            f'<label><input type=checkbox name=who value="{key}"{" checked" if key in who else ""}>{name}</label>'
            for key, name in self.members.items()
        )
        fields = f'<input name=day value="{day}"><input name=what value="{escape(what)}">{boxes}'
        return f'<form class=outing method=post action="{path}">{fields}</form>'


def _whole(body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>The club</title></head><body><main>{body}</main></body></html>"


def outing(day: str, what: str, who: str) -> list[tuple[str, str]]:
    """What the form sends."""
    return [("day", day), ("what", what), *(("who", key) for key in who)]


def recorded() -> Tour:
    """A tour: an outing made, two changed, one deleted; somebody joins, and gets another name."""
    tour = Tour(Club())
    tour.ask("GET", HOME)
    tour.ask("GET", "/club/edit/2")
    tour.ask("GET", ADD)
    tour.ask("POST", ADD, *outing("2025-04-01", "Botanical garden", "1234"))
    tour.ask("GET", "/club/edit/5")
    tour.ask("POST", "/club/edit/5", *outing("2025-04-01", "Botanical garden by boat", "1234"))
    tour.ask("GET", "/club/edit/4")
    tour.ask("POST", "/club/edit/4", *outing("2025-02-12", "The old windmill", "34"))
    tour.ask("POST", "/club/members/add", ("name", "Emil"))
    tour.ask("GET", "/club/members/5/edit")
    tour.ask("POST", "/club/members/5/edit", ("name", "Emilio"), ("age", "31"))
    tour.ask("POST", ADD, *outing("2025-04-09", "Rope factory", "12345"))
    tour.ask("POST", "/club/delete/6")
    tour.ask("GET", HOME)
    return tour
