"""What is said of a thing stands in cards among other cards of its page; typed lines are shown in paragraphs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

TITLES = ["Lamp is dark", "Door squeaks", "Roof leaks", "Sink is blocked", "Stairs are steep"]


@dataclass
class Shed:
    """A page is a row of cards: what it is about, what was said of it, and the form."""

    titles: dict[int, str] = field(default_factory=lambda: dict(enumerate(TITLES, 1)))
    said: dict[int, list[str]] = field(default_factory=lambda: {1: ["It was bright once."], 2: ["Since May."], 3: []})

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts, form = path.strip("/").split("/"), dict(sent)
        if parts == ["jobs"]:
            rows = (f'<tr><td><a href="/jobs/{key}/">{title}</a></td></tr>' for key, title in self.titles.items())
            return _page("Jobs", f"<table><thead><tr><th>Title</th></tr></thead><tbody>{''.join(rows)}</tbody></table>")
        key = int(parts[1])
        if method == "POST":
            self.said.setdefault(key, []).append(form["words"])
            return Said(status=302, to=f"/jobs/{key}/")
        return _page(self.titles[key], f'<div class="sheet">{"".join(self._cards(key))}</div>')

    def _cards(self, key: int) -> Iterator[str]:
        yield f'<div class="row"><div class="card"><h2 class="about">{self.titles[key]}</h2></div></div>'
        for words in self.said.get(key, []):
            lines = "".join(f"<p>{escape(line)}</p>" for line in words.splitlines() if line.strip())
            yield f'<div class="row"><div class="card"><h3>ann</h3><div class="words">{lines}</div></div></div>'
        yield (
            f'<div class="row"><form method="post" action="/jobs/{key}/say/"><textarea name="words"></textarea>'
            "<button>Say</button></form></div>"
        )


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body>{body}</body></html>")


def tour() -> Tour:
    made = Tour(Shed())
    made.ask("GET", "/jobs/")
    for key, words in (
        (1, "It is the bulb."),
        (2, "Oil is in the shed.\r\n\r\nThe key is with ben."),
        (3, "Bring tar."),
    ):
        made.ask("GET", f"/jobs/{key}/")
        made.ask("POST", f"/jobs/{key}/say/", ("words", words))
    made.ask("GET", "/jobs/1/")
    made.ask("GET", "/jobs/")
    return made


async def test_what_is_said_is_another_card_among_them() -> None:
    mock, app = Mock(tour()), Shed()
    check(mock.draft)
    await same(app, mock, "POST", "/jobs/1/say/", ("words", "A new one is here."))
    await same(app, mock, "GET", "/jobs/1/")
    await same(app, mock, "GET", "/jobs/3/")


async def test_lines_that_are_typed_are_shown_one_by_one() -> None:
    mock, app = Mock(tour()), Shed()
    await same(app, mock, "POST", "/jobs/2/say/", ("words", "Done.\r\n\r\nIt is <quiet> now.\r\nThank you."))
    await same(app, mock, "GET", "/jobs/2/")
