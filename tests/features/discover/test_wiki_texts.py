"""Long texts of wikis: alike ones, sections, tables, lines that file a page under a name, and switches of scripts."""

from __future__ import annotations

import json
import re
from html import escape
from urllib.parse import parse_qsl, urlsplit

import pytest

from awe_author.features.discover import Page
from awe_author.features.discover.pages.part_texts import Part, wholes_of
from awe_author.features.discover.pages.script_names import ESCAPED
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same

TEXT = (
    "**{name}** is kept here.\n\n== Use ==\nStir it well.\n\n"
    "== Table ==\n{{|\n! Who !! Much\n| Ann || Two\n|}}\n\n== Notes ==\nNone yet."
)
NAMES = ("Green_tea", "Kettle", "Old_spoon", "Salt_pan", "White_rice")
TABLE = "<table><tbody><tr><th>Who</th><th>Much</th></tr><tr><td>Ann</td><td>Two</td></tr></tbody></table>"


class Kitchen:
    """A wiki. `odd`: a page with another text; `whole`: forms of sections have all of it; `filed`: do pages of shelves
    show what lies there? `turns`: does the script turn anything? `scripts`: do scripts know the page?"""

    def __init__(
        self, *, odd: bool = False, whole: bool = False, filed: bool = True, turns: bool = True, scripts: bool = True
    ) -> None:
        self.scripts = scripts
        self.texts = {key: TEXT.format(name=key.replace("_", " ")) for key in NAMES}
        if odd:
            self.texts["Kettle"] = "**Kettle** is broken.\n\n== Use ==\nNo.\n\n== Table ==\nNo.\n\n== Notes ==\nNo."
        self.whole, self.filed, self.turns = whole, filed, turns
        self.watched: set[str] = set()

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        where, said, body = urlsplit(path).path, dict(parse_qsl(urlsplit(path).query)), dict(sent)
        if where == "/all":
            rows = "".join(f'<li><a href="/w/{key}">{key.replace("_", " ")}</a></li>' for key in sorted(self.texts))
            return Said(f"<html><body><h1>All</h1><ul id='all'>{rows}</ul></body></html>")
        if where == "/api":
            (self.watched.discard if "off" in body else self.watched.add)(body["item"])
            return Said(json.dumps({"item": body["item"], "done": True}), kind="application/json")
        if where.startswith("/shelf/"):
            return Said(self.shelf(where.rpartition("/")[2].removeprefix("Shelf:")))
        key = where.split("/")[2]
        if method == "POST":
            own = body["text"].replace("\r", "").strip()
            self.texts[key] = self._put(key, body) if body.get("formSection") else own
            return Said(status=302, to=f"/w/{key}")
        if where.endswith("/edit"):
            return Said(self.form(key, said.get("section", "")))
        return Said(self.page(key))

    def _parts(self, key: str) -> list[str]:
        return re.split(r"\n(?=== )", "\n" + self.texts[key])

    def _put(self, key: str, body: dict[str, str]) -> str:
        parts, number = self._parts(key), int(body["formSection"])
        after = ["", *parts[number + 1 :]] if parts[number + 1 :] else []
        return "\n".join([*parts[:number], body["text"].strip(), *after]).strip()

    def form(self, key: str, section: str) -> str:
        """The form for a text, or a part of it."""
        whole = self.texts.get(key, "")
        value = self._parts(key)[int(section)].strip() if section and not self.whole else whole
        hidden = f'<input type="hidden" name="formSection" value="{section}">'
        why = '<input name="why" value="">'
        area = f'<textarea name="text">\n{escape(value)}</textarea>'
        return f'<html><body><form method="post" action="/w/{key}">{hidden}{area}{why}</form></body></html>'

    def page(self, key: str) -> str:
        """A page, with its switch."""
        way = "unwatch" if key in self.watched else "watch"
        tab = f'<ul class="tabs"><li id="tab-{way}"><a href="/w/{key}?do={way}">{way.capitalize()}</a></li></ul>'
        lines, filed = [], []
        for line in self.texts.get(key, "").replace("{|\n! Who !! Much\n| Ann || Two\n|}", TABLE).split("\n"):
            said = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", line.strip())
            if found := re.fullmatch(r"\[\[Shelf:(.+)\]\]", said):
                filed.append(f'<li><a href="/shelf/Shelf:{found[1]}">{found[1]}</a></li>')
            elif said:
                heading = re.fullmatch(r"== (.+) ==", said)
                lines.append(f"<h2>{heading[1]}</h2>" if heading else said if said[:2] == "<t" else f"<p>{said}</p>")
        shelves = f"<div id='shelves'>On: <ul>{''.join(filed)}</ul></div>"
        name = key.replace("_", " ")
        told = f'<script>page={{"key":"{key if self.scripts else "Any"}","name":"{name}"}}</script>'
        head = f"<head><title>{name} - Kitchen</title>{told}</head>"
        body = f"{tab}<h1>{name}</h1><div class='text'>{''.join(lines)}</div>{shelves}"
        return f"<html>{head}<body>{body}</body></html>"

    def shelf(self, word: str) -> str:
        """What lies there."""
        keys = [key for key, value in sorted(self.texts.items()) if f"[[Shelf:{word}]]" in value.split("\n")]
        keys = keys if self.filed else ["Green_tea", "Kettle"]
        rows = "".join(f'<div class="group"><h3>{key[0]}</h3><ul><li><a href="/w/{key}">{key.replace("_", " ")}</a>'
                       "</li></ul></div>" for key in keys)  # fmt: skip
        told = "Only this page lies here." if len(keys) == 1 else f"{len(keys)} pages lie here."
        head = f"<head><title>{word} - Kitchen</title></head>"
        body = f"<h1>Shelf:{word}</h1><p class='told'>{told}</p><div id='rows'>{rows}</div>"
        return f"<html>{head}<body>{body}</body></html>"


def edited(tour: Tour, key: str, text: str, section: str = "") -> None:
    """A text, or a part of it, is edited, and its page looked at."""
    tour.ask("GET", f"/w/{key}/edit" + (f"?section={section}" if section else ""))
    why = ("why", "because I can")
    tour.ask("POST", f"/w/{key}", ("formSection", section), ("text", text), why)
    tour.ask("GET", f"/w/{key}")


def turned(tour: Tour, app: Kitchen, key: str, *off: tuple[str, str]) -> None:
    """A script turns the switch on a page that stays."""
    tour.ask("GET", f"/w/{key}")
    tour.ask("POST", "/api", ("do", "watch"), ("item", key), *off, how="part")
    if app.turns:
        tour.pages.append(Page(f"{ORIGIN}/w/{key}", "", app.page(key), tour.raws[-1].seq + 1))


def recorded(app: Kitchen) -> Tour:
    """Some pages are read and written."""
    tour = Tour(app)
    for path in ("/all", "/w/Green_tea", "/w/Kettle", "/w/Old_spoon"):
        tour.ask("GET", path)
    turned(tour, app, "Green_tea")
    edited(tour, "Green_tea", "**Green tea** is new.\n\n== Use ==\nDrink it hot.\n\n[[Shelf:Wall]]")
    tour.ask("GET", "/shelf/Shelf:Wall")
    edited(tour, "Kettle", "== Notes ==\nIt was mended.\n\n[[Shelf:Wall]]", "3")
    tour.ask("GET", "/shelf/Shelf:Wall")
    tour.ask("GET", "/w/Green_tea/edit")
    edited(tour, "Green_tea", TEXT.format(name="Green tea"))
    turned(tour, app, "Green_tea", ("off", "1"))
    tour.ask("GET", "/shelf/Shelf:Wall")
    tour.ask("GET", "/all")
    return tour


async def test_pages_that_are_alike_have_the_same_text_with_their_own_name() -> None:
    draft = recorded(Kitchen()).draft()
    seed = draft.seed["ws"]
    assert seed["Salt_pan"]["text"] == TEXT.format(name="Salt pan")  # type: ignore[index]
    assert seed["Old_spoon"]["text"] == TEXT.format(name="Old spoon")  # type: ignore[index]
    assert "text" not in recorded(Kitchen(odd=True)).draft().seed["ws"]["Salt_pan"]  # type: ignore[index,operator]


async def test_a_part_that_is_sent_takes_the_place_of_that_part() -> None:
    mock, app = Mock(recorded(Kitchen())), Kitchen()
    sent = (("formSection", "1"), ("text", "== Use ==\nLet it stand."), ("why", ""))
    await same(app, mock, "POST", "/w/White_rice", *sent)
    await same(app, mock, "GET", "/w/White_rice")
    assert "<table>" in (await mock.ask("GET", "/w/White_rice")).html
    draft = recorded(Kitchen(whole=True)).draft()
    assert "formSection" not in str([one.document for one in draft.features])


def test_parts_begin_with_the_sign() -> None:
    part = Part("formSection", "section", "==")
    text = "Tea.\n\n== Use ==\nHot.\n\n== Notes ==\nNone."
    assert part.of(text, 1) == "== Use ==\nHot."
    assert part.of(text, 3) is None
    assert part.put(text, 2, "== Notes ==\nMany.\n") == "Tea.\n\n== Use ==\nHot.\n\n== Notes ==\nMany."
    assert part.put(text, 1, "== Use ==\nCold.") == "Tea.\n\n== Use ==\nCold.\n\n== Notes ==\nNone."
    assert wholes_of({}, {}, {}, []) == {}


async def test_pages_of_a_name_list_what_files_itself_there() -> None:
    mock, app = Mock(recorded(Kitchen())), Kitchen()
    for key in ("Salt_pan", "White_rice"):
        text = f"It is {key}.\n\n== Use ==\nIn the pot.\n\n[[Shelf:Corner]]"
        await same(app, mock, "POST", f"/w/{key}", ("formSection", ""), ("text", text), ("why", ""))
        await same(app, mock, "GET", "/shelf/Shelf:Corner")
    draft = recorded(Kitchen(filed=False)).draft()
    assert not [one for one in draft.features if str(one.document["id"]).startswith("ws.filed")]


async def test_what_says_something_of_a_write_is_in_no_form() -> None:
    mock, app = Mock(recorded(Kitchen())), Kitchen()
    await same(app, mock, "POST", "/w/Old_spoon", ("formSection", ""), ("text", "Bent.\nBut here."), ("why", "it fell"))
    assert "it fell" not in (await mock.ask("GET", "/w/Old_spoon/edit")).html


async def test_a_switch_that_a_script_turns_is_kept() -> None:
    mock, app = Mock(recorded(Kitchen())), Kitchen()
    await mock.ask("POST", "/api", ("do", "watch"), ("item", "Old_spoon"), how="part")
    app.watched.add("Old_spoon")
    await same(app, mock, "GET", "/w/Old_spoon")
    assert 'id="tab-unwatch"' in (await mock.ask("GET", "/w/Old_spoon")).html
    await mock.ask("POST", "/api", ("do", "watch"), ("item", "Old_spoon"), ("off", "1"), how="part")
    assert 'id="tab-watch"' in (await mock.ask("GET", "/w/Old_spoon")).html


@pytest.mark.parametrize("turns", [False])
def test_what_no_page_shows_turned_is_no_switch(turns: bool) -> None:
    draft = recorded(Kitchen(turns=turns)).draft()
    assert "turn_" not in str(draft.model)


def _list(name: str, rows: list[str]) -> str:
    return f"<ol id='{name}'>{''.join(rows)}</ol>"


class Leading(Kitchen):
    """The wiki with texts that lead elsewhere. `leads`: do they? `silent`: does the log say no reasons?"""

    def __init__(self, *, leads: bool = True, silent: bool = False) -> None:
        super().__init__()
        self.leads, self.silent = leads, silent
        self.log: list[str] = []

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/leading":
            led = [(key, to) for key in sorted(self.texts) if (to := self._to(key))]
            rows = [f'<li><a href="/w/{key}?stay=1">{key.replace("_", " ")}</a> leads to '
                    f'<a href="/w/{to}">{to.replace("_", " ")}</a></li>' for key, to in led]  # fmt: skip
            return Said(
                f"<html><body><h1>Leading</h1>{_list('leading', rows) if rows else '<p>None.</p>'}</body></html>"
            )
        if path == "/log":
            return Said(f"<html><body><h1>Log</h1>{_list('log', self.log[::-1])}</body></html>")
        if path.endswith("/delete"):
            key = path.split("/")[2]
            self.texts.pop(key, None)
            why = "" if self.silent else f"({escape(dict(sent)['why'])})"
            self.log.append(
                f'<li>Ann threw away <a href="/w/{key}?new=1">{key.replace("_", " ")}</a> <i>{why}</i></li>'
            )
            return Said(status=302, to="/all")
        said = super().__call__(method, path, sent)
        if said.to and self._to(said.to.rpartition("/")[2]):
            return Said(status=302, to=f"{said.to}?stay=1")
        return said

    def _to(self, key: str) -> str:
        found = re.fullmatch(r"#LEADS \[\[(.+)\]\]", self.texts.get(key, ""))
        return found[1].replace(" ", "_") if found and self.leads else ""

    def page(self, key: str) -> str:
        """A page, or that of what its text leads to."""
        if not (to := self._to(key)):
            return super().page(key)
        link = f'<p id="from">From <a href="/w/{key}?stay=1">{key.replace("_", " ")}</a></p>'
        return super().page(to).replace("<div class='text'>", f"{link}<div class='text'>")


def led(app: Kitchen) -> Tour:
    """A text leads to a page that was changed."""
    tour = recorded(app)
    edited(tour, "Kettle", "**Kettle** is used.\n\n== Use ==\nDaily.")
    edited(tour, "Old_spoon", "#LEADS [[Kettle]]")
    tour.ask("GET", "/leading")
    tour.ask("GET", "/w/Kettle")
    tour.ask("GET", "/all")
    tour.ask("POST", "/w/Old_spoon/delete", ("why", "nobody needs it"))
    tour.ask("GET", "/leading")
    tour.ask("GET", "/log")
    return tour


async def test_a_text_may_lead_to_the_page_of_another() -> None:
    mock, app = Mock(led(Leading())), Leading()
    sent = (("formSection", ""), ("text", "#LEADS [[White rice]]"), ("why", ""))
    app("POST", "/w/Salt_pan", sent)
    await mock.ask("POST", "/w/Salt_pan", *sent)
    await same(app, mock, "GET", "/w/Salt_pan")
    assert "<h1>White rice</h1>" in (await mock.ask("GET", "/w/Salt_pan")).html
    draft = led(Leading(leads=False)).draft()
    assert not [one for one in draft.features if ".led." in str(one.document["id"])]


async def test_lists_of_what_leads_elsewhere_follow_the_texts() -> None:
    mock, app = Mock(led(Leading())), Leading()
    for key, to in (("Salt_pan", "White rice"), ("Green_tea", "Kettle")):
        sent = (("formSection", ""), ("text", f"#LEADS [[{to}]]"), ("why", ""))
        app("POST", f"/w/{key}", sent)
        await mock.ask("POST", f"/w/{key}", *sent)
        await same(app, mock, "GET", "/leading")


async def test_logs_tell_of_what_was_written() -> None:
    mock, app = Mock(led(Leading())), Leading()
    for key, why in (("Salt_pan", "it is broken"), ("Kettle", "the third one")):
        await same(app, mock, "POST", f"/w/{key}/delete", ("why", why))
        await same(app, mock, "GET", "/log")
    draft = led(Leading(silent=True)).draft()
    assert "ws_log" not in draft.model["properties"]  # type: ignore[operator]


async def test_scripts_in_documents_are_told_which_page_it_is() -> None:
    mock = Mock(recorded(Kitchen()))
    said = (await mock.ask("GET", "/w/Salt_pan")).html
    assert '{"key":"Salt_pan","name":"Salt pan"}' in said
    draft = recorded(Kitchen(scripts=False)).draft()
    assert not [one for one in draft.features if str(one.document["id"]).startswith("ws.script")]


def test_names_in_scripts_end_neither_the_text_nor_the_script() -> None:
    name = 'a "b" \\ </script>'
    said = compile_expression(f"'\"' + name{ESCAPED} + '\"'", {"name": DYN}).evaluate({"name": name})
    assert json.loads(str(said)) == name
    assert "</script" not in str(said)
