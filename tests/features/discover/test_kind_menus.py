"""A menu of what an app has is no list of entities: forms below two of its words are of two kinds."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.pages.kind_menus import kind_menus
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Said, Sent, Tour

FIELDS = {"firm": ("name", "city", "trade", "ships"), "person": ("name", "mail", "born", "firm")}


@dataclass
class Office:
    """Firms and people, behind the same menu on every page."""

    rows: dict[str, dict[str, list[str]]] = field(
        default_factory=lambda: {
            "firm": {"1": ["Albatros", "Kiel", "Freight", "4"], "2": ["Beacon", "Oslo", "Glass", "2"]},
            "person": {"1": ["Ada", "ada@quay.test", "1990", "1"], "2": ["Ben", "ben@quay.test", "1985", "2"]},
        }
    )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = urlsplit(path).path.strip("/").split("/")
        kind = parts[1] if len(parts) > 1 else ""
        rows = self.rows.get(kind, {})
        if method == "POST":
            key = parts[2] if parts[2] != "add" else str(len(rows) + 1)
            rows[key] = [dict(sent)[name] for name in FIELDS[kind]]
            return Said(to=f"/office/{kind}/", status=302)
        menu = "".join(f'<tr><th><a href="/office/{one}/">{one.title()}</a></th><td>Add</td></tr>' for one in FIELDS)
        body = f'<nav><table id="menu"><tbody>{menu}</tbody></table></nav>'
        if len(parts) > 2:
            values = rows.get(parts[2], [""] * 4)
            boxes = "".join(
                f'<input name="{name}" value="{value}">' for name, value in zip(FIELDS[kind], values, strict=True)
            )
            return Said(f'{body}<form method="post" action="{urlsplit(path).path}">{boxes}<button>Save</button></form>')
        listed = "".join(
            f'<tr><th><a href="/office/{kind}/{key}/change/">{one[0]}</a></th><td>{one[1]}</td></tr>'
            for key, one in rows.items()
        )
        return Said(f'{body}<table id="list"><tbody>{listed}</tbody></table>')


def toured() -> Tour:
    tour = Tour(Office())
    for kind in FIELDS:
        tour.ask("GET", f"/office/{kind}/")
    for kind, rest in (("firm", ("Rome", "Glass", "3")), ("person", ("ada@acme.test", "1991", "2"))):
        tour.ask("GET", f"/office/{kind}/1/change/")
        tour.ask("POST", f"/office/{kind}/1/change/", *zip(FIELDS[kind], ("Cobalt", *rest), strict=True))
        tour.ask("GET", f"/office/{kind}/add/")
        tour.ask("POST", f"/office/{kind}/add/", *zip(FIELDS[kind], ("Delta", *rest), strict=True))
    return tour


def test_the_kinds_are_what_the_menu_leads_to() -> None:
    kinds = {name for name in toured().draft().model["properties"] if name != "next_ids"}
    assert kinds == {"firms", "persons"}


def _shown(*pages: tuple[str, str]) -> list[Shown]:
    return [
        Shown(Page(ORIGIN + path, "", html, 3), [], forms_of(parse(html), ORIGIN + path), parse(html))
        for path, html in pages
    ]


def _form(*names: str) -> str:
    return f'<form method="post">{"".join(f"<input name={name}>" for name in names)}</form>'


def test_forms_alike_below_two_words_are_those_of_one_kind() -> None:
    templates = {"/board/*/": ["harbour", "office"], "/board/harbour/*/": ["3"], "/board/office/*/": ["4"]}
    alike = _shown(("/board/harbour/3/", _form("title", "text")), ("/board/office/4/", _form("title", "text")))
    assert kind_menus(templates, alike) == set()
    other = _shown(("/board/harbour/3/", _form("title", "text")), ("/board/office/4/", _form("name", "city")))
    assert kind_menus(templates, other) == {"/board/*/"}
    assert kind_menus({**templates, "/board/office/*/": ["tea"]}, other) == set()
