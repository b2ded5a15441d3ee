"""Rows of hits: the line in which the words were found, and how long the text is."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import Tag

from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.pages.hit_texts import Hit, hit_texts
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_write_numbers import Wiki, written


class Searched(Wiki):
    """The wiki with a search. `lines`: which line of a text its hits show; `off`: how far the number is off; `aside`:
    the word as it stands in the first text that was found, beside the list."""

    def __init__(self, *, lines: str = "found", off: int = 0, aside: bool = False) -> None:
        super().__init__()
        self.lines, self.off, self.aside = lines, off, aside

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if not path.startswith("/find"):
            return super().__call__(method, path, sent)
        words = parse_qs(urlsplit(path).query).get("search", [""])[0].lower().split()
        rows = [self._hit(key, words) for key, value in sorted(self.texts.items())
                if all(word in value.lower() for word in words)]  # fmt: skip
        every = "\n".join(value for _, value in sorted(self.texts.items()) if words[0] in value.lower())
        at = every.lower().find(words[0])
        aside = f"<p>Such as <b class='hit'>{every[at : at + len(words[0])]}</b> here</p>" if self.aside else ""
        return Said(f"<html><body><h1>Found</h1><ul id='hits'>{''.join(rows)}</ul>{aside}</body></html>")

    def _hit(self, key: str, words: list[str]) -> str:
        value = self.texts[key].replace("\r", "")
        found = [one for one in value.split("\n") if all(word in one.lower() for word in words)]
        line = found[0] if self.lines == "found" and found else value.split("\n")[0]
        at = line.lower().find(words[0])
        marked = (
            f"{escape(line[:at])}<b>{escape(line[at : at + len(words[0])])}</b>{escape(line[at + len(words[0]) :])}"
        )
        told = f"{len(value.encode()) + self.off} bytes ({len(value.split())} words) - kept"
        link = f'<a href="/w/{key}">{key.replace("_", " ")}</a>'
        return f"<li>{link} <p class='line'>{marked if at >= 0 else escape(line)}</p><small>{told}</small></li>"


def recorded(app: Searched) -> Tour:
    """Pages of several lines are made, and found by words in any of them."""
    tour = Tour(app)
    tour.ask("GET", "/all")
    written(tour, "Milk", "Oat milk is in the fridge.\nNobody drinks the soya one.\nIt is ordered on Fridays.")
    written(tour, "Sugar", "Brown sugar is on the shelf.\nThe soya bars are gone.")
    tour.ask("GET", "/find?search=soya")
    tour.ask("GET", "/find?search=fridays")
    tour.ask("GET", "/all")
    return tour


NEW = "Rice with salt&oil is boiled.\nSoya sauce <dark> stands beside.\nEnjoy."


async def test_hits_show_the_line_with_the_words_and_how_long_the_text_is() -> None:
    mock, app = Mock(recorded(Searched())), Searched()
    app("POST", "/w/Rice", (("text", NEW),))
    await mock.ask("POST", "/w/Rice", ("text", NEW))
    for words in ("sauce", "soya", "rice", "boiled+rice"):
        await same(app, mock, "GET", f"/find?search={words}")
    assert "<b>Soya</b> sauce &lt;dark&gt;" in (await mock.ask("GET", "/find?search=soya")).html


@pytest.mark.parametrize("app", [{"lines": "first"}, {"off": 1}])
def test_what_does_not_fit_all_looks_is_left_alone(app: dict[str, object]) -> None:
    draft = recorded(Searched(lines=str(app.get("lines", "found")), off=int(str(app.get("off", 0))))).draft()
    shown = str([one.document for one in draft.features])
    assert ("words.all(w, l." in shown) is ("lines" not in app)
    assert ("size(bytes(" in shown) is ("off" not in app)


def test_a_word_as_it_stands_in_a_text_is_not_what_was_asked_for() -> None:
    draft = recorded(Searched(aside=True)).draft()
    assert "b.hit" not in str([one.document for one in draft.features])


def test_rows_are_not_searched_for_texts_without_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = parse("<ul>" + "<li><a href='/w/Tea'>Tea</a> <b>green</b></li>" * 3 + "</ul>").find_all("li")
    hits = [Hit(row, {"text": "Tea is green. " * 4}, ("tea",), "search") for row in rows]
    monkeypatch.setattr(Tag, "select", lambda *_, **__: pytest.fail("searched"))
    assert hit_texts(hits, ["text"], lambda _, tag: tag.name) == {}
