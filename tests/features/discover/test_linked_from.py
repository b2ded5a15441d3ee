"""Lists of what links to an entity in a long text."""

from __future__ import annotations

import re

from tests.features.discover.site import Mock, Said, Sent, Tour, same

TEXTS = {
    "start": "Everybody begins to read here.\n\nSee [[green ink]] and [[paper|the paper]].",
    "green_ink": "Ink is in the drawer below.\n\nIt goes well with [[paper]].",
    "paper": "Paper lies beside the door.\n\nThere is a lot of it.",
    "keys": "Keys hang in the corridor.\n\nAsk the porter for [[keys to the cellar]].",
}


def _shown(text: str) -> str:
    made = ""
    for line in [one.strip() for one in text.replace("\r", "").split("\n") if one.strip()]:
        pairs = [(whole, *whole[2:-2].partition("|")[::2]) for whole in re.findall(r"\[\[.*?\]\]", line)]
        for whole, key, words in pairs:
            line = line.replace(whole, f'<a href="/page?id={key.replace(" ", "_")}">{words or key}</a>')
        made += f"<p>{line}</p>"
    return made


class Desk:
    """Pages that link to others. `all_of_them`: are those that only say a name listed as well?"""

    def __init__(self, *, all_of_them: bool = False) -> None:
        self.texts, self.all_of_them = dict(TEXTS), all_of_them

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/all":
            rows = "".join(f'<li><a href="/page?id={key}">{key}</a></li>' for key in sorted(self.texts))
            return Said(f"<html><body><ul id=all>{rows}</ul></body></html>")
        key, _, does = path.removeprefix("/page?id=").partition("&do=")
        if method == "POST":
            self.texts[key] = dict(sent)["words"]
            return Said(status=302, to=f"/page?id={key}")
        if does == "edit":
            field = f"<textarea name=words>{self.texts.get(key, '')}</textarea>"
            return Said(f"<html><head><title>Edit {key}</title></head><body>"
                        f'<form method=post action="/page?id={key}">{field}</form></body></html>')  # fmt: skip
        if does == "links":
            rows = "".join(f'<li><a href="/page?id={one}">{one}</a></li>' for one in self._links(key))
            return Said(f"<html><head><title>To {key}</title></head><body><h1>Links</h1><ul class=links>{rows}</ul>"
                        "</body></html>")  # fmt: skip
        shown = _shown(self.texts[key]) if key in self.texts else "Nothing yet"
        return Said(f"<html><head><title>{key}</title></head><body><div id=text>{shown}</div></body></html>")

    def _links(self, key: str) -> list[str]:
        name = key.replace("_", " ")
        there = [f"[[{name}]]", f"[[{name}|"]
        return [one for one, text in sorted(self.texts.items())
                if any(link in text for link in there) or (self.all_of_them and name in text.lower())]  # fmt: skip


def recorded(app: Desk) -> Tour:
    """What links to pages, before and after two are written."""
    tour = Tour(app)
    tour.ask("GET", "/all")
    for key in TEXTS:
        tour.ask("GET", f"/page?id={key}")
    for key in ("start", "green_ink", "keys"):
        words = app.texts[key] + "\n\nThis is all."
        tour.ask("GET", f"/page?id={key}&do=edit")
        tour.ask("POST", f"/page?id={key}", ("words", words))
        tour.ask("GET", f"/page?id={key}")
    for key in ("paper", "green_ink", "keys"):
        tour.ask("GET", f"/page?id={key}&do=links")
    tour.ask("GET", "/all")
    return tour


async def test_what_links_to_an_entity_is_told_by_texts() -> None:
    mock, app = Mock(recorded(Desk())), Desk()
    for key in ("start", "green_ink", "keys"):
        await same(app, mock, "POST", f"/page?id={key}", ("words", f"There is more.\n\nSee [[paper]] of {key}."))
        for other in ("paper", "green_ink"):
            await same(app, mock, "GET", f"/page?id={other}&do=links")


def test_lists_of_more_than_what_links_are_none_of_these() -> None:
    draft = recorded(Desk(all_of_them=True)).draft()
    assert not any(str(one.document["id"]).endswith(".links.page") for one in draft.features)
