"""Texts of several lines: each line in an element of its own, told by the sign in front of it; or apart by breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

import pytest

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.situations import Load
from awe_author.features.discover.pages.about_pages import LINES, About
from awe_author.features.discover.pages.line_contents import Contents
from awe_author.features.discover.pages.line_signs import (
    Mark,
    lines_of,
    mark_text,
    marks_in,
    plain,
    sign_of,
    ways_shown,
)
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.told_lines import Look, line_texts, lines_shown
from tests.features.discover.exchanges import ORIGIN, feature
from tests.features.discover.site import Mock, Said, Sent, Tour, same


def in_elements(value: str) -> str:
    """`* ` begins an item, `== Tea ==` is a heading with a link beside it."""
    made = ""
    for line in lines_of(escape(value, quote=False)):
        line = re.sub(r"'''(.+?)'''", r"<b>\1</b>", line)
        line = re.sub(r"\[\[(.+?)\]\]", lambda found: f'<a href="/n/{found[1].replace(" ", "_")}">{found[1]}</a>', line)
        if line.startswith("* "):
            made += f"<ul><li>{line[2:]}</li></ul>"
        elif line.startswith("== "):
            made += f'<h3><span class="of">{line[3:-3]}</span> <a href="#edit">edit</a></h3>'
        else:
            made += f"<p>{line}</p>"
    return made.replace("</ul><ul>", "")


def with_breaks(value: str) -> str:
    """Lines as they were written."""
    return escape(value.strip(), quote=False).replace("\r", "").replace("\n", "<br>\n")


def in_paragraphs(value: str) -> str:
    """An empty line begins another paragraph."""
    return "".join(f"<p>{with_breaks(one)}</p>\n\n" for one in value.replace("\r", "").split("\n\n"))


def in_chapters(value: str) -> str:
    """Three headings and more are listed in front; of what links name, what stands behind the last sign is shown."""
    made, listed = "", ""
    for line in lines_of(escape(value, quote=False)):
        line = re.sub(r"(?<!:)//(.+?)(?<!:)//", r"<em>\1</em>", line)
        line = re.sub(r"\[\[(.+?)\]\]", lambda found: f'<a href="/n/{found[1].replace(" ", "_")}">'
                      f'{found[1].rpartition(":")[2]}</a>', line)  # fmt: skip
        if line.startswith("== "):
            anchor = line[3:-3].lower().replace(" ", "-")
            made += f'<h3 id="{anchor}">{line[3:-3]}</h3>'
            listed += f'<li class="c"><a href="#{anchor}">{line[3:-3]}</a></li>'
        else:
            made += f"<p>{line}</p>"
    contents = f'<div class="toc"><h4>In this note</h4><ul>{listed}</ul></div>' if listed.count("<li") > 2 else ""
    return contents + made


class Notes:
    """Notes with a title and a text, which is shown in one of these ways."""

    def __init__(self, way: Callable[[str], str]) -> None:
        self.way = way
        self.notes = {1: ("Slow trains", "Bring a book."), 2: ("Rain", "Take the bus."), 3: ("Harbours", "Look north.")}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        said = dict(sent)
        if method == "POST":
            key = max(self.notes) + 1 if path == "/notes" else int(path.rpartition("/")[2])
            self.notes[key] = said["title"], said["body"]
            return Said(status=302, to=f"/notes/{key}")
        if path == "/notes":
            rows = "".join(f'<tr><td><a href="/notes/{key}">{of[0]}</a></td></tr>' for key, of in self.notes.items())
            return Said(f"<html><body><table><tr><th>Title</th></tr>{rows}</table></body></html>")
        if path == "/new":
            return Said(self._form("/notes", "", ""))
        key = int(re.sub(r"\D", "", path))
        title, body = self.notes[key]
        if path.endswith("/edit"):
            return Said(self._form(f"/notes/{key}", title, body))
        return Said(f'<html><body><h1>{title}</h1><div id="body">{self.way(body)}</div></body></html>')

    def _form(self, to: str, title: str, body: str) -> str:
        fields = f'<input name="title" value="{title}"><textarea name="body">\n{escape(body)}</textarea>'
        return f'<html><body><form method="post" action="{to}">{fields}<button>Save</button></form></body></html>'


def note(title: str, body: str) -> tuple[tuple[str, str], tuple[str, str]]:
    """As a browser sends it."""
    return ("title", title), ("body", body.replace("\n", "\r\n"))


TEXTS = {
    in_elements: ("The '''kettle''' is old.\n* See [[Slow trains]] there.\n* Descale it.",
                  "== Before noon ==\nWater first.\n== After noon ==\nThe [[Rain]] is over."),
    with_breaks: ("The kettle is old.\nDescale it.", "Water first.\n\nThen the leaves.\nWait."),
    in_paragraphs: ("The kettle is old.\nDescale it.\n\nIt is heavy.", "Water first.\n\nThen the leaves."),
    in_chapters: ("== The kettle ==\nIt is old, see [[home:Slow trains]].\n== Water ==\nTake //cold// water.",
                  "== Before noon ==\nWater first.\n== At noon ==\nLeaves.\n== After noon ==\nThe rain is over."),
}  # fmt: skip
OTHERS = {
    in_elements: "== What for ==\n* '''Soup'''\n* Bread & [[Green tea]]\nAll of it <here>.",
    with_breaks: "Soup\nBread & tea\n\nAll of it <here>.",
    in_paragraphs: "Soup\nBread & tea\n\nAll of it <here>.\n\nAnd salt.",
    in_chapters: "== Soup ==\nIt is //hot//, says [[town:Green tea]].\n== Bread ==\nAsk at https://bread.test today.\n"
    "== Salt ==\nOnly //some//.\n== What is left ==\n[[Rain]] water.",
}


def recorded(way: Callable[[str], str]) -> Tour:
    """A note is made and one is changed."""
    made, (first, second) = Tour(Notes(way)), TEXTS[way]
    for path in ("/notes", "/notes/1", "/new"):
        made.ask("GET", path)
    made.ask("POST", "/notes", *note("Kettle", first))
    for path in ("/notes", "/notes/4", "/notes/2", "/notes/2/edit"):
        made.ask("GET", path)
    made.ask("POST", "/notes/2", *note("Rainy days", second))
    for path in ("/notes", "/notes/2"):
        made.ask("GET", path)
    return made


@pytest.mark.parametrize("way", TEXTS)
async def test_lines_of_what_is_written_then(way: Callable[[str], str]) -> None:
    mock, app = Mock(recorded(way)), Notes(way)
    assert "html" in str(feature(mock.draft, "notes.open.page"))
    await same(app, mock, "POST", "/notes", *note("Lunch", OTHERS[way]))
    await same(app, mock, "GET", "/notes/4")
    await same(app, mock, "POST", "/notes/4", *note("Long lunch", "Soup"))
    await same(app, mock, "GET", "/notes/4")
    await same(app, mock, "POST", "/notes/2", *note("Storms", OTHERS[way]))
    await same(app, mock, "GET", "/notes/2")


def test_words_that_links_show() -> None:
    link = parse('<p>See <a href="/n/tea">the green one</a>.</p>')
    made = marks_in("See [[tea|the green one]].", link)
    assert made == {("[[", "]]"): Mark("[[", "]]", "a", "/n/", "|")}
    text = mark_text(Mark("[[", "]]", "a", "/n/", "|"), "x")
    assert "split('|')[0].replace(' ', '_')" in text
    assert ways_shown("See [[home:Slow trains]]") == ["See home:Slow trains", "See Slow trains"]
    assert plain("Ask http://tea.test or https://oat.test") == "Ask http://tea.test or https://oat.test"


def test_contents_that_are_made_otherwise_are_left_alone() -> None:
    heads = "<h3>Soup</h3><p>Hot.</p><h3>Bread</h3><p>Cold.</p><h3>Salt</h3><p>Dry.</p>"
    links = [
        f'<li><a href="#{of}">{name}</a></li>' for of, name in (("soup", "Soup"), ("x7", "Bread"), ("salt", "Salt"))
    ]
    page = parse(f"<body><div id='a'><ul>{''.join(links)}</ul>{heads}</div></body>")
    leaves = page.find_all(["li", "h3", "p"])
    container = page.select_one("#a")
    assert container is not None
    assert Contents().learn(leaves, container) is None
    assert Contents(most=3).learn(leaves[3:], container) == leaves[3:]


def test_signs_in_front_of_lines_and_around_words() -> None:
    assert sign_of("== Green tea ==") == ("== ", "Green tea")
    assert sign_of("* Green tea") == ("* ", "Green tea")
    assert sign_of("Green * tea") == ("", "Green * tea")
    assert plain("The ''green'' [[tea]], '''not''' snake_case_names") == "The green tea, not snake_case_names"


def test_a_page_that_says_something_between_is_left_alone() -> None:
    value = "Water first.\nThen the leaves."
    page = parse("<body><div id='a'><p>Water first.</p><p>Not now</p><p>Then the leaves.</p></div></body>")
    assert lines_shown([Look("1", page, value)], []) is None
    page = parse("<body><div id='a'><p>Water first.</p><p>Then the leaves.</p></div></body>")
    other = parse("<body><div id='a'><p>Nothing yet</p></div></body>")
    told = lines_shown([Look("1", page, value), Look("2", other, "Some milk.\nSome more.")], [])
    assert told is not None
    assert told[1] == {"2"}


def test_scripts_that_put_links_beside_headings() -> None:
    served = "<html><body><div id=a><h3 id=tea>Tea time</h3><p>Every day at five.</p></div></body></html>"
    shown = parse(served.replace("</h3>", "<a href=#tea> ¶</a></h3>"))
    value = "= Tea time =\n\nEvery day at five."
    page = Shown(Page(f"{ORIGIN}/n/1", "", "", 2), [], [], shown, Load(1, f"{ORIGIN}/n/1", body=served.encode()))
    about = About("/n/*", True, [(page, "1", {"words": value, f"{LINES}words": value})])
    found, held = line_texts(about, ["words"], lambda name: f"own.{name}")
    assert found["div#a"]["html"].startswith("own.words")
    assert held == {id(shown.select_one("#a"))}


def test_lines_all_of_which_are_one_link() -> None:
    html = '<div id=text><h2>Tea and more</h2><ul><li><a href="/n/Green_tea">Green tea</a></li></ul></div>'
    found = lines_shown([Look("x", parse(html), "== Tea and more ==\n\n * [[Green tea]]")], [])
    assert found is not None
    assert not found[1]
    assert found[0].forms["* "][:2] == ("<ul><li>", "</li></ul>")
    assert found[0].marks["[[", "]]"].link == "/n/"
