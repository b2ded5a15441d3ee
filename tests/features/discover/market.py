"""Stalls of a market, in the manner of a back office: cells with a name and the number below it, a filter whose
parameters have a prefix, a choice of how many rows a page has, and the stalls again on a plan of the market. How many
places of a stall are taken, choices that the form explains, who
holds it, which no form says, and names that are offered while one types."""

from __future__ import annotations

import json
from html import escape
from urllib.parse import parse_qsl, urlsplit

from tests.features.discover.site import Said, Sent, Tour

STALLS = {
    "1": ("Green grocer", "Kale and leek", "3", "day"), "2": ("Cheese cellar", "From the hills", "1", "week"),
    "3": ("Flower cart", "Cut fresh", "2", "day"), "4": ("Knife grinder", "While you wait", "1", "day"),
    "5": ("Honey house", "Linden honey", "4", "week"),
}  # fmt: skip
HOLDERS = dict(zip("12345", ("ann.lee", "bo.kerr", "cy.dunne", "di.walsh", "eli.moss"), strict=True))
MARK = '<em class="badge">'
ROWS = ("North", "South")
KINDS = {"day": ("By the day", "Paid each morning."), "week": ("By the week", "Paid on Mondays.")}
NUMBER = '<br><small class="muted">#{key} <i class="globe" title="Online"></i></small>'


class Market:
    def __init__(self) -> None:
        self.stalls = {**STALLS}
        self.power: dict[str, str] = {}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        form, parts = dict(sent), urlsplit(path).path.strip("/").split("/")
        key = parts[1] if len(parts) > 1 else ""
        if method == "POST":
            new = str(max(map(int, self.stalls)) + 1) if key == "add" else key
            self.stalls[new] = (form["name_0"], form["text_0"], form["places"], form["kind"])
            self.power[new] = form["power"]
            return Said(status=302, to="/stalls/")
        if parts[0] == "words":
            word = dict(parse_qsl(urlsplit(path).query))["q"]
            fit = [{"name": name} for name in sorted({one[0] for one in self.stalls.values()}) if word in name.lower()]
            return Said(json.dumps({"results": fit, "more": False}), kind="application/json")
        if parts[0] == "plan":
            return Said(_whole(self._plan()))
        if not key:
            return Said(_whole(self._list(dict(parse_qsl(urlsplit(path).query)))))
        name, said, places, chosen = self.stalls.get(key, ("", "", "", "day"))
        fields = f'<input name="name_0" value="{escape(name)}"><textarea name="text_0">{escape(said)}</textarea>'
        fields += f'<input name="places" value="{places}">' + "".join(
            f'<label><input type="radio" name="kind" value="{kind}"{" checked" * (kind == chosen)}> {label} '
            f'<span class="text-muted">{more}</span></label>' for kind, (label, more) in KINDS.items()
        )  # fmt: skip
        fields += '<select name="power">' + "".join(
            f'<option value="{size}"{" selected" * (self.power.get(key, "none") == size)}>{size.title()}</option>'
            for size in ("none", "low", "high")
        ) + "</select>"  # fmt: skip
        card = f'<div class="card"><i class="mail"></i><b>{held_by(key)}</b></div>'
        card += f'<h2 class="code">Stall M-{key} {MARK}{row_of(key)}</em></h2>' if key.isdigit() else ""
        card += '<ul class="log"><li>Made by Ann</li></ul>' if key not in HOLDERS else '<ul class="log"></ul>'
        card += f"<dl><dt>Row</dt><dd>{row_of(key)}</dd></dl>"
        return Said(_whole(f'<h1>{escape(name) or "New"}</h1>{card}<form method="post" class="one">{fields}</form>'))

    def _list(self, asked: dict[str, str]) -> str:
        word = asked.get("filter-search", "")
        fits = {key: one for key, one in self.stalls.items() if word.lower() in one[0].lower()}
        rows = "".join(
            f'<tr><td><strong><a href="/stalls/{key}/">{escape(name)}</a></strong>{NUMBER.format(key=key)}</td>'
            f"<td>0 / {places}</td><td>{KINDS[kind][0]}</td><td>{held_by(key)}</td>"
            f"<td>{MARK}{row_of(key)}</em></td></tr>"
            for key, (name, _, places, kind) in fits.items()
        )
        search = f'<form method="get" class="filter"><input name="filter-search" value="{escape(word)}"></form>'
        heads = "<tr><th>Stall</th><th>Taken</th><th>Rent</th><th>Held by</th><th>Row</th></tr>"
        table = f'<table class="stalls"><thead>{heads}</thead><tbody>{rows}</tbody></table>'
        sizes = "".join(f'<a href="?page_size={size}&page=1">{size}</a> ' for size in (25, 50, 100))
        return f'{search}{table}<p class="count">{len(fits)} stalls</p><p class="sizes">{sizes}</p>'

    def _plan(self) -> str:
        rows = "".join(
            f'<tr><td><a href="/stalls/{key}/">{escape(name)}</a></td></tr>' for key, (name, *_) in self.stalls.items()
        )
        return f'<table class="plan"><thead><tr><th>Place</th></tr></thead><tbody>{rows}</tbody></table>'


def held_by(key: str) -> str:
    return f"{HOLDERS[key]}@market.test" if key in HOLDERS else ""


def row_of(key: str) -> str:
    return ROWS[int(key) % 2] if key in HOLDERS else ROWS[0]


def _whole(body: str) -> str:
    return (
        f"<html><head><title>Market</title></head><body><p><b>Open:</b> Saturdays</p><main>{body}</main></body></html>"
    )


def stall(name: str, said: str, places: str, kind: str) -> tuple[tuple[str, str], ...]:
    """What its form sends."""
    return ("name_0", name), ("text_0", said), ("places", places), ("kind", kind), ("power", "high")


def recorded(app: Market | None = None) -> Tour:
    """One is made, one is searched for."""
    tour = Tour(app or Market())
    tour.ask("GET", "/stalls/")
    tour.ask("GET", "/plan/")
    tour.ask("GET", "/stalls/add")
    tour.ask("POST", "/stalls/add", *stall("Mushroom counter", "Picked at dawn", "7", "week"))
    tour.ask("GET", "/stalls/6/")
    tour.ask("POST", "/stalls/6/", *stall("Mushroom counter", "Picked at dawn", "8", "week"))
    tour.ask("GET", "/stalls/2/")
    tour.ask("GET", "/plan/")
    tour.ask("GET", "/stalls/?filter-search=cheese")
    tour.ask("GET", "/stalls/?filter-search=gr")
    tour.ask("GET", "/words?q=er", how="part")
    tour.ask("GET", "/words?q=kni", how="part")
    return tour
