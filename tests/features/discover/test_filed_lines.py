"""Lines of a text that pages show in a list of their own."""

from __future__ import annotations

from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.pages.filed_lines import filed_of

TEXT = "Tea is drunk hot.\n\n[[Shelf:Kitchen]]"


def shown(*words: str) -> str:
    rows = "".join(f'<li><a href="/shelves/{one}">{one}</a></li>' for one in words)
    return f"<html><body><main><p>Tea is drunk hot.</p></main><div id=filed>Shelf: <ul>{rows}</ul></div></body></html>"


def test_a_line_of_words_between_signs_may_stand_in_a_list_of_its_own() -> None:
    other = ("jam", parse(shown("Cellar")), "Jam is sweet.\n[[Shelf:Cellar]]")
    told = filed_of([("tea", parse(shown("Kitchen")), TEXT), other])
    assert told is not None
    assert told.selector.endswith("ul")
    assert told.without(TEXT).split() == ["Tea", "is", "drunk", "hot."]
    assert told.test == "one.startsWith('[[Shelf:') && one.endsWith(']]')"
    made = told.text("lines")
    assert "<li><a href=\"/shelves/' + said + '\">' + said + '</a></li>" in made


def test_it_does_where_each_page_shows_the_words_of_its_own_lines() -> None:
    tea = ("tea", parse(shown("Kitchen")), TEXT)
    assert filed_of([tea, ("jam", parse(shown("Kitchen")), "Jam is sweet.\n[[Shelf:Cellar]]")]) is None
    assert filed_of([tea, ("jam", parse(shown("Kitchen")), "Jam is sweet.")]) is None
    assert filed_of([("tea", parse(shown("Kitchen")), "Tea is drunk hot in the [[Shelf:Kitchen]] only.")]) is None
    assert filed_of([("tea", parse(shown("Kitchen")), "Tea is drunk hot.")]) is None
