"""People and the firms that they work for, chosen from all firms in the form of a person. The form of a firm has its
people below."""

from __future__ import annotations

from html import escape
from urllib.parse import urlsplit

from tests.features.discover.site import Said, Sent, Tour

FIRMS = {"1": ("Oak & Daughters", "Graz"), "2": ("Harbour Works", "Hamburg"), "3": ("Nine Mills", "Leeds")}
PEOPLE = {"1": ("Ada Archer", "2"), "2": ("Cleo Carver", "1"), "3": ("Ben Baker", "3"), "4": ("Emil Eckert", "2")}


class Firms:
    def __init__(self) -> None:
        self.firms, self.people = {**FIRMS}, {**PEOPLE}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        form = dict(sent)
        _, kind, *rest = urlsplit(path).path.rstrip("/").split("/")
        key, ones = rest[0] if rest else "", self.firms if kind == "firms" else self.people
        if method == "POST":
            new = str(max(map(int, ones)) + 1)
            values = (form["name"], form["town" if kind == "firms" else "firm"])
            ones[new if key == "add" else key] = values
            return Said(status=302, to=f"/{kind}/")
        if not key:
            return Said(self._list(kind))
        name, other = ones.get(key, ("", ""))
        fields = f'<input name=name value="{escape(name)}">'
        fields += f'<input name=town value="{other}">' if kind == "firms" else self._firm(other)
        staff = self._staff(key) if kind == "firms" else ""
        return Said(whole(f'<form class=one method=post action="{urlsplit(path).path}">{fields}</form>{staff}'))

    def _staff(self, key: str) -> str:
        rows = "".join(
            f'<tr><td><a href="/people/{one}/edit">{escape(name)}</a></td><td>{escape(self.firms[of][0])}</td></tr>'
            for one, (name, of) in sorted(self.people.items(), key=lambda one: one[1]) if of == key
        )  # fmt: skip
        return f"<table class=staff><thead><tr><th>Name</th><th>Firm</th></tr></thead><tbody>{rows}</tbody></table>"

    def _firm(self, chosen: str) -> str:
        options = "".join(
            f'<option value="{key}"{" selected" if key == chosen else ""}>{escape(name)}</option>'
            for key, (name, _) in self.firms.items()
        )
        return f'<select name=firm><option value="">---</option>{options}</select>'

    def _list(self, kind: str) -> str:
        ones = self.firms if kind == "firms" else self.people
        told = {key: (name, other if kind == "firms" else self.firms[other][0]) for key, (name, other) in ones.items()}
        rows = "".join(
            f'<tr><td><a href="/{kind}/{key}/edit">{escape(name)}</a></td><td>{escape(other)}</td></tr>'
            for key, (name, other) in sorted(told.items(), key=lambda one: one[1])
        )
        heads = f"<tr><th>Name</th><th>{'Town' if kind == 'firms' else 'Firm'}</th></tr>"
        return whole(f"<table class={kind}><thead>{heads}</thead><tbody>{rows}</tbody></table>")


def whole(body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>Directory</title></head><body><main>{body}</main></body></html>"


def person(name: str, firm: str) -> list[tuple[str, str]]:
    """What the form sends."""
    return [("name", name), ("firm", firm)]


def firm(name: str, town: str) -> list[tuple[str, str]]:
    """The same, of a firm."""
    return [("name", name), ("town", town)]


def recorded(app: Firms | None = None) -> Tour:
    """A tour: a firm made and one changed, a person made and one changed."""
    tour = Tour(app or Firms())
    tour.ask("GET", "/firms/")
    tour.ask("GET", "/people/")
    tour.ask("GET", "/people/add")
    tour.ask("POST", "/people/add", *person("Dora Dyer", "3"))
    tour.ask("GET", "/people/5/edit")
    tour.ask("POST", "/people/5/edit", *person("Dora Dyer", "1"))
    tour.ask("GET", "/people/2/edit")
    tour.ask("POST", "/people/2/edit", *person("Cleo Carver-Cole", "1"))
    tour.ask("GET", "/firms/add")
    tour.ask("POST", "/firms/add", *firm("Paper Lantern", "Lyon"))
    tour.ask("GET", "/firms/2/edit")
    tour.ask("POST", "/firms/2/edit", *firm("Harbour Works", "Bremen"))
    tour.ask("GET", "/people/add")
    return tour
