"""Books at `/book/4` that are changed at `/admin/book/4` and deleted at `/delete/4`."""

from __future__ import annotations

from tests.features.discover.site import App, Mock, Said, Sent, Tour, same

START = {
    1: ("Tides", "Ada", "Harbours"), 2: ("Cranes", "Boris", ""), 3: ("Bread", "Finn & Greta", ""),
    4: ("Knots", "Clara", ""), 5: ("Salt", "Edda", ""), 6: ("Pumps", "Boris", ""), 7: ("Lamps", "Ada", "Harbours"),
}  # fmt: skip


def library() -> App:
    books = dict(START)

    def row(key: int) -> str:
        title, writers, series = books[key]
        linked = "<span>&amp;</span>".join(f'<a class="writer" href="/writers/{one}">{one}</a>'
                                           for one in writers.split(" & "))  # fmt: skip
        told = f'<p class="series"><a href="/series/{series}">{series}</a></p>' if series else ""
        named = f'<a href="/book/{key}"><p class="title">{title}</p></a>'
        return f'<div class="book">{named}<p class="by">{linked}</p>{told}</div>'

    def app(method: str, path: str, sent: Sent) -> Said:
        key = int(path.rpartition("/")[2]) if path[-1:].isdigit() else 0
        said = dict(sent)
        if method == "POST" and path.startswith("/delete/"):
            del books[key]
            return Said(status=302, to="/")
        if method == "POST":
            key = key or max(books) + 1
            books[key] = (said["title"], *books.get(key, ("", "Nobody", ""))[1:])
            return Said(status=302, to=f"/book/{key}")
        if path == "/":
            return Said(f'<h1>Books</h1><div class="all">{"".join(map(row, reversed(books)))}</div>')
        if path.startswith("/admin/book/"):
            title = f'<input name="title" value="{books[key][0] if key else ""}">'
            return Said(f'<h1>Write</h1><form method="post" action="{path}">{title}<button>Save</button></form>')
        return Said(f"<h1>{books[key][0]}</h1>")

    return app


def tour() -> Tour:
    made = Tour(library())
    for path in ("/", "/book/4", "/admin/book/4"):
        made.ask("GET", path)
    made.ask("POST", "/admin/book/4", ("title", "Knots for all"))
    made.ask("GET", "/")
    made.ask("POST", "/delete/6")
    made.ask("GET", "/book/2")
    return made


async def test_where_a_post_leads_tells_what_it_is_about() -> None:
    app, mock = library(), Mock(tour())
    await same(app, mock, "POST", "/admin/book/2", ("title", "Old cranes"))
    await same(app, mock, "GET", "/")


async def test_what_is_listed_no_longer_was_deleted() -> None:
    app, mock = library(), Mock(tour())
    await same(app, mock, "POST", "/delete/3")
    await same(app, mock, "POST", "/delete/7")
    await same(app, mock, "GET", "/")


async def test_several_links_in_a_place_of_which_most_rows_have_one_stay() -> None:
    await same(library(), Mock(tour()), "GET", "/")
