"""A wiki behind one script: pages in namespaces, a trail of what was opened last, JSON that says which page it is, a
button at the end of each section, pages that are gone when they are saved empty.
"""

from __future__ import annotations

import re
from html import escape
from urllib.parse import parse_qs, quote, urlsplit

from tests.features.discover.site import Said, Sent, Tour

TEXTS = {
    "start": "Everybody at Acme begins to read here.",
    "travel:booking": "Trips are booked by the travel desk.",
    "travel:money": "Receipts are handed in within thirty days.",
    "office:parking": "Forty places are behind the house.",
}
NAMED = ("travel:money", "office:parking", "travel:booking")
"""What its first page names."""


class Handbook:
    """The wiki. `trail`: how many pages its trail has at most; `newest_first`; `random`: it forgets what it likes."""

    def __init__(self, *, trail: int = 9, newest_first: bool = False, random: bool = False) -> None:
        self.texts = dict(TEXTS)
        self.opened: list[str] = []
        self.trail, self.newest_first, self.random = trail, newest_first, random

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        key, does = asked["id"], asked.get("do", "show")
        if method == "POST":
            self.texts[key] = dict(sent)["words"]
            if not self.texts[key].strip():
                del self.texts[key]
            return Said(status=302, to=f"/wiki.php?id={key}")
        if does == "show" and key in self.texts:
            self.opened = [*(one for one in self.opened if one != key), key]
        content = {"show": self._show, "edit": self._edit, "index": self._index}[does](key)
        info = f'var INFO = {{"id":"{key}","namespace":"{key.rpartition(":")[0]}","doing":"{does}"}};'
        menu = f'<a href="/wiki.php?id={key}&amp;do=edit">Edit</a> <a href="/wiki.php?id={key}&amp;do=index">Index</a>'
        trail = f"<div class=trail>{self._trail()}</div>"
        head = f"<head><title>{key} [Acme]</title><script>{info}</script></head>"
        return Said(f"<html>{head}<body>{trail}<p class=menu>{menu}</p><main><div class=page>{content}</div></main>"
                    f"<p class=file>{key.replace(':', '/')}.txt</p></body></html>")  # fmt: skip

    def _trail(self) -> str:
        shown = self.opened[-self.trail :]
        shown = shown[1:] if self.random and len(shown) % 2 else shown
        shown = shown[::-1] if self.newest_first else shown
        links = [f'<a href="/wiki.php?id={key}" title="{key}">{key.rpartition(":")[2]}</a>' for key in shown]
        if links:
            links[-1] = f"<b>{links[-1]}</b>"
        return "Trail: " + " - ".join(links)

    def _show(self, key: str) -> str:
        if key not in self.texts:
            return "<h1>There is no such page</h1>"
        lines = [one for one in self.texts[key].splitlines() if one.strip()]
        made, sections = [""], 0
        for line in lines:
            if found := re.fullmatch(r"== (.*) ==", line):
                made.append("")
                sections += 1
                made[-1] += f"<h2>{escape(found[1])}</h2>"
            else:
                made[-1] += f"<p>{escape(line)}</p>"
        form = f"<form method=post action='/wiki.php?id={quote(key)}'><button>Change</button></form>"
        button = f"<div class=section>{form}</div>"
        named = "".join(f'<li><a href="/wiki.php?id={one}">{one}</a></li>' for one in NAMED if key == "start")
        see = f"<ul class=see>{named}</ul>" if named else ""
        return "".join(one + (button if sections > 1 else "") for one in made if one) + see

    def _edit(self, key: str) -> str:
        words = escape(self.texts.get(key, ""))
        return (f'<form method=post action="/wiki.php?id={key}&amp;do=edit"><input type=hidden name=id value="{key}">'
                f"<textarea name=words>{words}</textarea><button>Save</button></form>")  # fmt: skip

    def _index(self, key: str) -> str:
        rows = "".join(f'<li><a href="/wiki.php?id={one}">{one}</a></li>' for one in sorted(self.texts))
        return f"<h1>Index</h1><ul class=index>{rows}</ul>"


def saved(tour: Tour, key: str, words: str) -> None:
    """A page is edited and looked at again."""
    tour.ask("GET", f"/wiki.php?id={key}&do=edit")
    tour.ask("POST", f"/wiki.php?id={key}&do=edit", ("id", key), ("words", words))
    tour.ask("GET", f"/wiki.php?id={key}")


def toured(app: Handbook) -> Tour:
    """The wiki as it is used."""
    tour = Tour(app)
    for key in ("start", "travel:booking", "travel:money", "start", "office:parking"):
        tour.ask("GET", f"/wiki.php?id={key}")
    tour.ask("GET", "/wiki.php?id=start&do=index")
    saved(
        tour, "travel:money", "== Receipts ==\nHand them in within twenty days.\n== Meals ==\nUp to thirty euros a day."
    )
    tour.ask("GET", "/wiki.php?id=office:printer")
    saved(tour, "office:printer", "== Paper ==\nPaper is in the drawer below.\n== Ink ==\nIt has no ink.")
    tour.ask("GET", "/wiki.php?id=start&do=index")
    saved(tour, "office:printer", "== Paper ==\nPaper is in the upper drawer.\n== Toner ==\nAsk at the front desk.")
    tour.ask("GET", "/wiki.php?id=travel:booking")
    saved(tour, "office:parking", "")
    tour.ask("GET", "/wiki.php?id=start&do=index")
    tour.ask("GET", "/wiki.php?id=travel:booking&do=index")
    return tour
