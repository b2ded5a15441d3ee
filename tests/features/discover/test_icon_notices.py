"""Notices whose text stands beside a button without words, and links in notices to what was made."""

from __future__ import annotations

from html import escape

from tests.features.discover.site import Mock, Said, Sent, Tour, same

NAMES = {"3": "Tea", "4": "Jam", "5": "Rice", "6": "Beans", "7": "Salt"}
CLOSE = '<button class="close"><i class="cross"></i></button>'


class Shelf:
    """Goods that a form renames or adds; a notice says so once."""

    def __init__(self) -> None:
        self.goods, self.notice = dict(NAMES), ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = path.split("/")
        if method == "POST" and parts[2] == "new":
            key = str(max(map(int, self.goods)) + 1)
            self.goods[key] = dict(sent)["name"]
            self.notice = f'Added <a href="/goods/{key}/edit">{escape(self.goods[key])}</a>'
            return Said(status=302, to="/goods")
        if method == "POST":
            self.goods[parts[2]] = dict(sent)["name"]
            self.notice = "The name was changed"
            return Said(status=302, to=f"/goods/{parts[2]}/edit")
        said, self.notice = self.notice and f"<div class=alert>{CLOSE}{self.notice}</div>", ""
        if parts[-1] == "edit":
            box = f'<input name=name value="{escape(self.goods[parts[2]])}"><button>Save</button>'
            inner = f"<h1>Goods</h1><form method=post action=/goods/{parts[2]}>{box}</form>"
        elif parts[-1] == "new":
            inner = "<form method=post action=/goods/new><input name=name><button>Save</button></form>"
        else:
            rows = "".join(
                f'<tr><td><a href="/goods/{key}/edit">{escape(name)}</a></td><td>On the shelf</td></tr>'
                for key, name in self.goods.items()
            )
            inner = f"<table><thead><tr><th>Name</th><th>Place</th></tr></thead><tbody>{rows}</tbody></table>"
        return Said(f"<html><body><div id=top>{said}</div>{inner}</body></html>")


def toured() -> Mock:
    tour = Tour(Shelf())
    for path in ("/goods", "/goods/3/edit"):
        tour.ask("GET", path)
    tour.ask("POST", "/goods/3", ("name", "Tea leaves"))
    for path in ("/goods", "/goods/4/edit", "/goods/new"):
        tour.ask("GET", path)
    tour.ask("POST", "/goods/new", ("name", "Millet"))
    tour.ask("GET", "/goods")
    return Mock(tour)


async def test_a_notice_beside_a_button_without_words_is_shown_behind_its_post_alone() -> None:
    app, mock = Shelf(), toured()
    await same(app, mock, "GET", "/goods/5/edit")
    await same(app, mock, "POST", "/goods/5", ("name", "Brown rice"))
    await same(app, mock, "GET", "/goods/5/edit")
    await same(app, mock, "GET", "/goods/3/edit")
    await same(app, mock, "POST", "/goods/3", ("name", "Green tea"))


async def test_a_notice_says_what_was_made_where_it_links_to_it() -> None:
    app, mock = Shelf(), toured()
    await same(app, mock, "GET", "/goods/new")
    await same(app, mock, "POST", "/goods/new", ("name", "Oats"))
    await same(app, mock, "GET", "/goods")
