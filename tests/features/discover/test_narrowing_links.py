"""Posts that name other things beside what they are about: a sort, the entity that it lies below."""

from __future__ import annotations

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.pages.narrowing_links import making, narrowing_links, without_parents
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import roles_of
from tests.features.discover.exchanges import ORIGIN

TRIPS, SORTS, BOATS, NOTES = "/boats/ada/trips", "/boats/ada/trips?sort=*", "/boats/*", "/notes/*"


def post(path: str, seq: int, body: dict[str, str], location: str = "") -> Call:
    status = 302 if location else 200
    return Call(seq, "POST", "POST", ORIGIN, path, (), "form", "", False, body, status, None, "", location, "")


def shown(path: str, seq: int, *links: str) -> Shown:
    rows = "".join(f"<tr><td><a href='{link}'>Row {at}</a></td><td>{at}</td></tr>" for at, link in enumerate(links))
    html = f"<html><body><table><tbody>{rows}</tbody></table></body></html>"
    page, document = Page(ORIGIN + path, "", html, seq), parse(html)
    return Shown(page, rows_of(document, page.url), [], document)


def test_links_that_narrow_a_list_are_no_entities_that_its_posts_are_about() -> None:
    pages = [
        shown("/boats/ada", 2, f"{TRIPS}?sort=1", f"{TRIPS}?sort=2"),
        shown(TRIPS, 4, "/trips/7", "/trips/8"),
    ]
    templates = {SORTS: {"1", "2"}, "/trips/*": {"7", "8"}}
    made = post(TRIPS, 6, {"title": "To the island", "sort": "2"}, "/trips/9")
    assert narrowing_links(templates, pages, [made]) == {SORTS}
    assert narrowing_links(templates, pages, [post(TRIPS, 6, {"sort": "2"}, TRIPS)]) == set()
    assert narrowing_links(templates, pages[:1], [made]) == set()


def test_a_post_below_an_entity_that_makes_a_row_of_another_list_is_no_change_of_it() -> None:
    makes, asks = post(TRIPS, 6, {"title": "To the island"}, "/trips/9"), post(f"{TRIPS}/sorts", 8, {})
    told = making([("/trips/*", [], [(makes, "create", "9")])])
    roles = [(makes, "update", "ada"), (asks, "update", "ada")]
    assert without_parents(BOATS, roles, told) == roles[1:]
    assert without_parents(BOATS, roles, {}) == roles


def test_posts_like_one_that_made_a_row_made_what_pages_linked_to_next() -> None:
    first = post("/desk/notes", 4, {"title": "Beta on Monday"}, "/desk/notes")
    edit = post("/notes/1", 8, {"title": "Beta on Tuesday"}, "/notes/1")
    second = post("/desk/notes", 12, {"title": "Row 0"}, "/desk/notes")
    listed = shown("/desk/notes", 14, "/notes/2", "/notes/1")
    lists = [(listed.page, rows) for rows in listed.lists]
    linked = {"1": 6, "2": 14}
    told = [(call.seq, role, key) for call, role, key in roles_of(NOTES, lists, [first, edit, second], {}, linked)]
    assert told == [(4, "create", "1"), (8, "update", "1"), (12, "create", "2")]
    told = [(call.seq, role, key) for call, role, key in roles_of(NOTES, lists, [edit, second], {}, {})]
    assert told[0] == (8, "create", "1")
