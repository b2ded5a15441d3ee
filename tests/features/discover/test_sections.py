"""A shop whose start page leads to sections, each with a list of its own; and searches in one column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from urllib.parse import parse_qsl

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

TEAS: Mapping[int, tuple[str, str]] = {
    1: ("Sencha", "T100"), 2: ("Assam Gold", "T107"), 3: ("Peppermint", "T114"), 4: ("Ceylon Hill", "T121"),
}  # fmt: skip
SECTIONS = ("products", "orders", "reports", "ranges")


@dataclass
class Shop:
    teas: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(TEAS))
    notice: str = ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        place, _, query = path.partition("?")
        parts = place.strip("/").split("/")
        if method == "POST":
            return self._post(parts, dict(sent))
        if parts == ["shop"]:
            rows = "".join(f'<tr><td><a href="/shop/{one}/">{one.title()}</a></td></tr>' for one in SECTIONS)
            return _page("Shop", f'<table class="sections"><tbody>{rows}</tbody></table>')
        if parts == ["shop", "products"]:
            return self._list(dict(parse_qsl(query)))
        key = int(parts[2]) if len(parts) > 2 and parts[2].isdigit() else 0
        name, code = self.teas.get(key, ("", ""))
        if parts[-1] == "delete":
            return _page("Delete", f"<p>Delete <b>{escape(name)}</b>?</p>" + '<form method="post"></form>')
        fields = f'<input name="title" value="{escape(name)}"><input name="code" value="{code}">'
        return _page(name or "New tea", f'<form method="post">{fields}</form>')

    def _post(self, parts: list[str], sent: dict[str, str]) -> Said:
        key = int(parts[2]) if parts[2].isdigit() else max(self.teas) + 1
        if parts[-1] == "delete":
            self.notice = f"{self.teas.pop(key)[0]} is gone"
        else:
            self.teas[key] = (sent["title"], sent["code"])
            self.notice = f"{sent['title']} is kept"
        return Said(status=302, to="/shop/products/")

    def _list(self, asked: dict[str, str]) -> Said:
        rows = "".join(
            f'<tr><td><a href="/shop/products/{key}/">{escape(name)}</a></td><td>{code}</td>'
            f'<td><a href="/shop/products/{key}/delete/">Delete</a></td></tr>'
            for key, (name, code) in self.teas.items() if asked.get("title", "").lower() in name.lower()
        )  # fmt: skip
        told, self.notice = (f'<p class="notice">{escape(self.notice)}</p>' if self.notice else ""), ""
        heads = "<thead><tr><th>Title</th><th>Code</th><th></th></tr></thead>"
        search = f'<form method="get"><input name="title" value="{escape(asked.get("title", ""))}"></form>'
        return _page("Products", f'{told}{search}<table class="all">{heads}<tbody>{rows}</tbody></table>')


def _page(title: str, body: str) -> Said:
    return Said(
        f"<html><head><title>\n  {title} |\n    Shop\n</title></head><body><h1>{title}</h1>{body}</body></html>"
    )


def tour() -> Tour:
    made = Tour(Shop())
    made.ask("GET", "/shop/")
    made.ask("GET", "/shop/products/")
    made.ask("GET", "/shop/products/3/")
    made.ask("GET", "/shop/products/create/tea/")
    made.ask("POST", "/shop/products/create/tea/", ("title", "Rooibos leaves"), ("code", "T200"))
    made.ask("GET", "/shop/products/")
    made.ask("GET", "/shop/products/5/")
    made.ask("POST", "/shop/products/5/", ("title", "Rooibos red"), ("code", "T200"))
    made.ask("GET", "/shop/products/?title=ceylon")
    made.ask("GET", "/shop/products/5/delete/")
    made.ask("POST", "/shop/products/5/delete/", ("sure", "yes"))
    made.ask("GET", "/shop/products/")
    return made


async def test_sections_are_no_entities_and_what_lies_below_them_is() -> None:
    """All posts begin with the address of a section; they are about the rows that its own list shows."""
    mock, app = Mock(tour()), Shop()
    check(mock.draft)
    assert [part.kind.name for part in mock.draft.parts] == ["products"]
    await same(app, mock, "POST", "/shop/products/create/tea/", ("title", "Lime blossom"), ("code", "L310"))
    await same(app, mock, "GET", "/shop/products/")
    await same(app, mock, "POST", "/shop/products/2/", ("title", "Assam Silver"), ("code", "T107"))
    await same(app, mock, "GET", "/shop/products/2/")
    await same(app, mock, "GET", "/shop/products/2/delete/")
    await same(app, mock, "POST", "/shop/products/2/delete/", ("sure", "yes"))
    await same(app, mock, "GET", "/shop/products/")
    await same(app, mock, "GET", "/shop/")


async def test_a_column_is_searched_for_what_stands_anywhere_in_it() -> None:
    mock, app = Mock(tour()), Shop()
    await same(app, mock, "POST", "/shop/products/3/", ("title", "Pepper and mint"), ("code", "T114"))
    for words in ("mint", "CEY", "assam gold", "", "e"):
        await same(app, mock, "GET", f"/shop/products/?title={words.replace(' ', '+')}")
