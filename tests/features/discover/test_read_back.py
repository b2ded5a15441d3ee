"""Long texts of entities whose form was never opened, read back from their pages."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from tests.features.discover.site import Mock, Said, Sent, Tour, same

TEXTS = {
    "start": "== Welcome ==\n\nEverybody begins to '''read''' here.",
    "ink": "== Ink ==\n\nInk is in the drawer below.\n\n== Colours ==\n\n * Black for letters\n * Red for answers",
    "paper": "== Paper ==\n\nPaper lies '''beside''' the door.\n\n== Sizes ==\n\n * Large and small ones",
    "keys": "== Keys ==\n\nKeys hang in the corridor.\n\n * Ask the porter",
    "prices": "== Prices ==\n\n| Ink | 7 |",
}


def _shown(text: str) -> str:
    """A text as pages show it."""
    made = ""
    for line in [one.strip() for one in text.replace("\r", "").split("\n") if one.strip()]:
        words = re.sub("'''(.*?)'''", r"<b>\1</b>", line)
        if line.startswith("== "):
            made += f"<h2>{words[3:-3]}</h2>"
        elif line.startswith("* "):
            made += f"<ul><li>{words[2:]}</li></ul>"
        elif line.startswith("| "):
            made += (
                f"<table><tr>{''.join(f'<td>{one.strip()}</td>' for one in words.strip('| ').split('|'))}</tr></table>"
            )
        else:
            made += f"<p>{words}</p>"
    return made.replace("</ul><ul>", "")


class Desk:
    """Pages with texts of several lines. `loose`: does it write blank lines as it likes?"""

    def __init__(self, *, loose: bool = False) -> None:
        self.texts = {key: text.replace(" ==\n\n", " ==\n", 1) if loose and key == "ink" else text
                      for key, text in TEXTS.items()}  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/all":
            rows = "".join(f'<li><a href="/page/{key}">{key}</a></li>' for key in sorted(self.texts))
            return Said(f"<html><body><ul id=all>{rows}</ul></body></html>")
        parts = urlsplit(path)
        key = parts.path.removeprefix("/page/")
        if method == "POST":
            self.texts[key] = dict(sent)["words"]
            return Said(status=302, to=f"/page/{key}")
        if parse_qs(parts.query).get("do") == ["edit"]:
            return Said(f'<html><head><title>Edit {key}</title></head><body><form method=post action="/page/{key}">'
                        f"<textarea name=words>{self.texts.get(key, '')}</textarea></form></body></html>")  # fmt: skip
        shown = _shown(self.texts[key]) if key in self.texts else "Nothing yet"
        return Said(f"<html><head><title>{key}</title></head><body><div id=text>{shown}</div></body></html>")


def recorded(app: Desk) -> Tour:
    """All pages are opened; two texts are written."""
    tour = Tour(app)
    tour.ask("GET", "/all")
    for key in TEXTS:
        tour.ask("GET", f"/page/{key}")
    for key, words in (
        ("ink", TEXTS["ink"] + "\n * Blue for plans"),
        ("start", "== Welcome ==\n\nRead '''all''' of it."),
    ):
        tour.ask("GET", f"/page/{key}?do=edit")
        tour.ask("POST", f"/page/{key}", ("words", words))
        tour.ask("GET", f"/page/{key}")
    tour.ask("GET", "/all")
    return tour


async def test_forms_that_were_never_opened_have_the_text_that_pages_show() -> None:
    mock, app = Mock(recorded(Desk())), Desk()
    for key in ("keys", "paper"):
        said = await mock.ask("GET", f"/page/{key}?do=edit")
        assert app.texts[key] in said.html
        await same(app, mock, "GET", f"/page/{key}")


def test_what_has_no_known_sign_is_left_alone() -> None:
    seed = recorded(Desk()).draft().seed
    assert [key for key, one in seed["pages"].items() if "words" in one] == ["ink", "keys", "paper", "start"]


def test_texts_that_are_not_written_alike_are_not_read_back() -> None:
    seed = recorded(Desk(loose=True)).draft().seed
    assert [key for key, one in seed["pages"].items() if "words" in one] == ["ink", "start"]
