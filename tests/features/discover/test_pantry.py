"""What is in something else: jars in drawers, on pages with words behind the drawer's key (`pantry`)."""

from __future__ import annotations

import pytest

from tests.features.discover.pantry import Pantry
from tests.features.discover.site import Mock, Sent, Tour, same


def jar(title: str, remark: str = "", ends: str = "", who: str = "1", drawer: str = "1") -> Sent:
    return [("title", title), ("remark", remark), ("ends", ends), ("who", who), ("drawer", drawer), ("keep", "Keep")]


class Headed(Pantry):
    """The same, with how much a search found in its heading, and only there."""

    def found(self, words: str) -> str:
        """What a search finds."""
        count, behind, rows = super().found(words).removeprefix("<h2>").partition(f' results for: "{words}"</h2>')
        return f"<h2>Results ({count})</h2>{rows}" if behind else super().found(words)


def toured(app: Pantry | None = None) -> Tour:
    tour = Tour(app or Pantry())
    tour.ask("GET", "/pantry/")
    tour.ask("GET", "/pantry/1/spices/")
    tour.ask("GET", "/pantry/jar/1/")
    tour.ask("POST", "/pantry/jar/1/", *jar("White pepper", "Grind it later.", "2027-04-06"))
    tour.ask("GET", "/pantry/jar/1/")
    tour.ask("POST", "/pantry/jar/1/", ("words", "It is full again."), ("say", "Say"))
    tour.ask("GET", "/pantry/")
    tour.ask("GET", "/pantry/4/pickles/")
    tour.ask("POST", "/pantry/4/pickles/", *jar("Red cabbage", "Two days in salt.", "2027-05-20", "2", "4"))
    tour.ask("GET", "/pantry/jar/11/")
    tour.ask("POST", "/pantry/used/11/", ("go", ""))
    tour.ask("GET", "/pantry/4/pickles/used/")
    tour.ask("POST", "/pantry/used/9/", ("go", ""))
    tour.ask("GET", "/pantry/jar/8/")
    tour.ask("GET", "/pantry/")
    tour.ask("GET", "/pantry/find/?q=quince")
    tour.ask("GET", "/pantry/jar/5/")
    tour.ask("POST", "/pantry/jar/5/", *jar("Quince jelly", "Open it for guests.", "2027-07-21", "1", "3"))
    tour.ask("GET", "/pantry/mine/")
    tour.ask("GET", "/pantry/open/")
    tour.ask("POST", "/pantry/open/", ("name", "Dried fruit"), ("room", "2"))
    tour.ask("POST", "/pantry/5/dried-fruit/", *jar("Figs", "", "", "3", "5"))
    tour.ask("GET", "/pantry/")
    tour.ask("GET", "/pantry/1/spices/")
    tour.ask("GET", "/pantry/jar/3/")
    tour.ask("POST", "/pantry/drop/3/", ("drop", ""))
    tour.ask("GET", "/pantry/")
    tour.ask("GET", "/pantry/5/dried-fruit/")
    tour.ask("GET", "/pantry/5/dried-fruit/clear/")
    tour.ask("POST", "/pantry/5/dried-fruit/clear/", ("sure", "1"))
    tour.ask("GET", "/pantry/find/?q=zebra")
    tour.ask("GET", "/pantry/")
    return tour


@pytest.fixture(scope="module")
def recorded() -> Tour:
    return toured()


@pytest.fixture
def both(recorded: Tour) -> tuple[Pantry, Mock]:
    return Pantry(), Mock(recorded)


Both = tuple[Pantry, Mock]
CHEESE = ("POST", "/pantry/open/", ("name", "Cheese"), ("room", "1"))


async def test_drawers_are_listed_by_room_with_how_many_jars_each_has(both: Both) -> None:
    await same(*both, "GET", "/pantry/")
    await same(*both, *CHEESE)
    await same(*both, "GET", "/pantry/")
    await same(*both, "POST", "/pantry/5/cheese/", *jar("Gouda", "Old one.", "2027-01-02", "2", "5"))
    await same(*both, "GET", "/pantry/")


async def test_a_jar_is_listed_as_forms_sent_it_in_the_ways_of_the_list(both: Both) -> None:
    await same(*both, "POST", "/pantry/1/spices/", *jar("Mace", "A little of it.", "2027-11-30", "3"))
    await same(*both, "POST", "/pantry/1/spices/", *jar("Salt", "", "", "2"))
    await same(*both, "GET", "/pantry/jar/11/")


async def test_a_changed_jar_leads_to_the_drawer_in_which_it_is_then(both: Both) -> None:
    await same(*both, "POST", "/pantry/jar/2/", *jar("Bay leaves", "Fresh ones.", "2027-05-17", "3", "4"))
    await same(*both, "GET", "/pantry/1/spices/")
    await same(*both, "GET", "/pantry/jar/2/")


async def test_what_is_used_up_is_in_the_other_list_of_its_drawer_until_it_comes_back(both: Both) -> None:
    await same(*both, "POST", "/pantry/4/pickles/", *jar("Capers", "", "", "3", "4"))
    await same(*both, "POST", "/pantry/used/11/", ("go", ""))
    await same(*both, "GET", "/pantry/4/pickles/used/")
    await same(*both, "POST", "/pantry/used/11/", ("go", ""))
    await same(*both, "GET", "/pantry/mine/")


async def test_what_was_never_opened_says_what_lists_tell_of_it(both: Both) -> None:
    await same(*both, "GET", "/pantry/jar/2/")
    await same(*both, "GET", "/pantry/jar/3/")


async def test_a_deleted_jar_leads_to_its_drawer(both: Both) -> None:
    await same(*both, "POST", "/pantry/drop/2/", ("drop", ""))


async def test_jars_go_with_their_drawer(both: Both) -> None:
    await same(*both, *CHEESE)
    await same(*both, "POST", "/pantry/5/cheese/", *jar("Gouda", "Old one.", "2027-01-02", "2", "5"))
    await same(*both, "GET", "/pantry/find/?q=gouda")
    await same(*both, "GET", "/pantry/5/cheese/clear/")
    await same(*both, "POST", "/pantry/5/cheese/clear/", ("sure", "1"))
    await same(*both, "GET", "/pantry/find/?q=gouda")


async def test_how_much_was_found_is_told_by_one_search() -> None:
    mock, app = Mock(toured(Headed())), Headed()
    for words in ("pepper", "i", "ee"):
        await same(app, mock, "GET", f"/pantry/find/?q={words}")


async def test_what_is_said_of_a_jar_is_no_change_of_it(both: Both) -> None:
    await same(*both, "POST", "/pantry/jar/1/", ("words", "It is new."), ("say", "Say"))
    await same(*both, "GET", "/pantry/1/spices/")


async def test_a_new_drawer_has_a_list_of_what_is_used_up(both: Both) -> None:
    await same(*both, "POST", "/pantry/open/", ("name", "Quinces"), ("room", "2"))
    await same(*both, "POST", "/pantry/5/quinces/", *jar("Pear quince", "", "", "3", "5"))
    await same(*both, "POST", "/pantry/5/quinces/", *jar("Apple quince", "", "", "2", "5"))
    await same(*both, "POST", "/pantry/used/11/", ("go", ""))
    await same(*both, "GET", "/pantry/5/quinces/used/")
