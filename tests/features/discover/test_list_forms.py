"""One list with other columns, or in groups, as its address asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from urllib.parse import parse_qsl

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows, parse
from awe_author.features.discover.pages.list_forms import Alike, list_forms
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

BEDS = {
    1: {"name": "Rose bed", "soil": "clay", "keeper": "ann"},
    2: {"name": "Herb spiral", "soil": "sand", "keeper": "bob"},
    3: {"name": "Pond edge", "soil": "clay", "keeper": "cat"},
    4: {"name": "Rock garden", "soil": "sand", "keeper": "ann"},
}
USUAL = "name,keeper"


@dataclass
class Garden:
    """Beds, listed with the columns that `show` names, in groups with `by=soil`."""

    beds: dict[int, dict[str, str]] = field(default_factory=lambda: {key: {**bed} for key, bed in BEDS.items()})

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        asked = dict(parse_qsl(query))
        if method == "POST":
            key = int(place.split("/")[2])
            self.beds[key] |= dict(sent)
            return Said(status=303, to=f"/beds?show={USUAL}&by=soil")
        if place == "/beds":
            names = asked.get("show", USUAL).split(",")
            return _page("Beds", self._listed(names, asked.get("by", "")))
        bed = self.beds[int(place.split("/")[2])]
        soils = "".join(
            f"<option{' selected' if one == bed['soil'] else ''}>{one}</option>" for one in ("clay", "sand")
        )
        return _page(
            bed["name"],
            f'<form method="post" action="{place}"><input name="name" value="{escape(bed["name"])}">'
            f'<select name="soil">{soils}</select><input name="keeper" value="{bed["keeper"]}"></form>',
        )

    def _listed(self, names: list[str], by: str) -> str:
        heads = "".join(f"<th>{name.capitalize()}</th>" for name in names)
        rows, beds = "", sorted(self.beds.items(), key=lambda pair: (pair[1].get(by, ""), pair[0]))
        for said, group in groupby(beds, key=lambda pair: pair[1].get(by, "")):
            rows += f'<tr><th class="group" colspan="{len(names)}">{said}</th></tr>' if by else ""
            for key, bed in group:
                cells = "".join(
                    f"<td>{link(key, bed[name]) if name == 'name' else bed[name]}</td>" for name in names
                )  # fmt: skip
                rows += f"<tr>{cells}</tr>"
        return f'<table id="all"><tbody><tr>{heads}</tr>{rows}</tbody></table>'


def link(key: int, name: str) -> str:
    return f'<a href="/beds/{key}">{escape(name)}</a>'


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{escape(title)}</title></head><body>{body}</body></html>")


def bed(name: str, soil: str, keeper: str) -> list[tuple[str, str]]:
    return [("name", name), ("soil", soil), ("keeper", keeper)]


async def test_each_form_shows_its_own_columns_and_groups() -> None:
    made = Tour(Garden())
    made.ask("GET", f"/beds?show={USUAL}&by=soil")
    made.ask("GET", "/beds/1")
    made.ask("POST", "/beds/1", *bed("Rose corner", "sand", "ann"))
    made.ask("GET", "/beds?show=keeper,name")
    made.ask("GET", "/beds/2")
    made.ask("POST", "/beds/2", *bed("Herb spiral", "clay", "dan"))
    made.ask("GET", "/beds?show=keeper,name")
    mock, app = Mock(made), Garden()
    check(mock.draft)
    await same(app, mock, "POST", "/beds/3", *bed("Pond", "sand", "eve"))
    for asked in (f"?show={USUAL}&by=soil", "?show=keeper,name"):
        await same(app, mock, "GET", f"/beds{asked}")


def test_other_values_of_a_parameter_look_as_the_recorded_ones() -> None:
    def look(query: str, *heads: str) -> Alike:
        html = f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr></table>"
        page, document = Page(f"https://app.test/beds{query}", "", html, 1), parse(html)
        rows = Rows("/beds/*", "table", "tr", [], parent=document.find("table"))
        return page, rows, Shown(page, [rows], [], document)

    plain, asked = look("", "Box", "Name"), look("?keeper=ada", "Name")
    own = "page.query.get('keeper', '')"
    assert [test for test, _ in list_forms([plain, asked])] == [f"!({own} != '')", f"{own} != ''"]
    named = [look("", "Name", "Soil"), look("?show=soil", "Soil")]
    own = "page.query.get('show', '')"
    assert [test for test, _ in list_forms(named)] == [f"!({own} in ['soil'])", f"{own} in ['soil']"]
