"""Keys that forms have beside fields that begin alike, and links that do something with what they name."""

from __future__ import annotations

from html import escape

from awe_author.features.discover.exchanges.calls import Call, calls_of
from awe_author.features.discover.pages.form_keys import in_its_form
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour, same


class Links:
    """Links with a title and words; one address makes and changes them, a link throws them away."""

    def __init__(self) -> None:
        told = {1: "Tide tables", 2: "Charts of the bay", 3: "Locks and bridges", 4: "Weather at sea"}
        self.links = {number: (title, f"All about {title.lower()}.") for number, title in told.items()}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        said, (plain, _, query) = dict(sent), path.partition("?")
        last = plain.rpartition("/")[2]
        if method == "POST":
            number = int(said.get("in_id") or max(self.links) + 1)
            self.links[number] = (said["in_title"], said["in_words"])
            return Said(status=302, to="/")
        if last == "delete":
            del self.links[int(query.removeprefix("id="))]
            return Said(status=302, to="/")
        if plain.startswith("/links/"):
            return self._form(None if last == "new" else int(last))
        found = [(number, one) for number, one in self.links.items() if query.removeprefix("searchterm=") in one[0]]
        rows = "".join(
            f'<li class="link"><b class="title">{escape(title)}</b><p class="words">{escape(words)}</p>'
            f'<a href="/links/{number}">Edit</a> <a href="/links/delete?id={number}">Delete</a></li>'
            for number, (title, words) in found
        )
        word = query.removeprefix("searchterm=")
        title = f"Search: {word} - Links" if word else "Links of the harbour"
        return Said(f"<title>{title}</title><p>{len(self.links)} links</p><ul>{rows}</ul>")

    def _form(self, number: int | None) -> Said:
        title, words = self.links[number] if number is not None else ("", "")
        key = f'<input type="hidden" name="in_id" value="{number}">' if number is not None else ""
        inputs = f'{key}<input name="in_title" value="{escape(title)}"><input name="in_tags" value="">'
        area = f'<textarea name="in_words">{escape(words)}</textarea>'
        form = f'<form method="post" action="/links">{inputs}{area}<button>Save</button></form>'
        return Said(f"<title>Link</title>{form}")


def fields(title: str, words: str, number: int = 0) -> list[tuple[str, str]]:
    key = [("in_id", str(number))] if number else []
    return [*key, ("in_title", title), ("in_words", words), ("in_tags", "")]


def toured() -> Tour:
    tour = Tour(Links())
    tour.ask("GET", "/")
    tour.ask("GET", "/links/2")
    tour.ask("POST", "/links", *fields("Charts of the whole bay", "Depths and lights.", 2))
    tour.ask("GET", "/links/new")
    tour.ask("POST", "/links", *fields("Which anchor holds", "Sand and mud."))
    tour.ask("GET", "/links/5")
    tour.ask("POST", "/links", *fields("Which anchor holds where", "Sand, mud and rock.", 5))
    tour.ask("GET", "/?searchterm=anchor")
    tour.ask("GET", "/")
    tour.ask("GET", "/links/delete?id=3")
    return tour


async def test_one_address_makes_and_changes_what_a_form_names() -> None:
    app, mock = Links(), Mock(toured())
    await same(app, mock, "GET", "/")
    await same(app, mock, "POST", "/links", *fields("Weather at sea and on land", "Every hour.", 4))
    await same(app, mock, "POST", "/links", *fields("Ropes", "How to splice."))
    await same(app, mock, "POST", "/links", *fields("Ropes and knots", "How to splice.", 5))


async def test_links_throw_away_what_they_name() -> None:
    app, mock = Links(), Mock(toured())
    await same(app, mock, "GET", "/links/delete?id=1")
    await same(app, mock, "GET", "/")


async def test_titles_say_what_was_searched_for_only_then() -> None:
    app, mock = Links(), Mock(toured())
    await same(app, mock, "GET", "/?searchterm=Weather")
    await same(app, mock, "GET", "/")


def test_keys_of_other_things_name_nothing() -> None:
    calls = {call.seq: call for call in _posts(("owner_id", "2"), ("owner_name", "Ada"), ("title", "Tea"))}
    assert [in_its_form(call, "/links/", {"2"}) for call in calls.values()] == [None]
    calls = {call.seq: call for call in _posts(*fields("Tea", "Leaves.", 2))}
    assert [in_its_form(call, "/links/", {"2"}) for call in calls.values()] == ["2"]
    assert [in_its_form(call, "/links/", {"3"}) for call in calls.values()] == [None]


def _posts(*sent: tuple[str, str]) -> list[Call]:
    tour = Tour(lambda method, path, sent: Said(status=204))
    tour.ask("POST", "/links", *sent, how="part")
    assert tour.raws[0].url == f"{ORIGIN}/links"
    return calls_of(tour.raws)[0]
