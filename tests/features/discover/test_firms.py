"""What a form lets one choose from all entities of another kind, also from those made since; and the entities that are
listed on the page of one of another kind."""

from __future__ import annotations

from bs4 import BeautifulSoup

from tests.features.discover.firms import Firms, firm, person, recorded, whole
from tests.features.discover.site import Mock, Said, Sent, same


def chosen(html: str) -> list[str]:
    """What is selected."""
    return [one.get_text() for one in BeautifulSoup(html, "lxml").select("option[selected]")]


async def test_a_firm_made_since_can_be_chosen() -> None:
    mock, app = Mock(recorded()), Firms()
    await same(app, mock, "POST", "/firms/add", *firm("Velvet Anvil", "Porto"))
    await same(app, mock, "GET", "/people/add")
    await same(app, mock, "POST", "/people/add", *person("Fay Fuller", "4"))
    await same(app, mock, "GET", "/people/5/edit")
    assert chosen((await mock.ask("GET", "/people/5/edit")).html) == ["Velvet Anvil"]
    await same(app, mock, "POST", "/people/3/edit", *person("Ben Baker", "4"))
    await same(app, mock, "GET", "/people/")


async def test_a_form_that_is_shown_again_offers_what_was_made_since() -> None:
    class Strict(Firms):
        def __call__(self, method: str, path: str, sent: Sent) -> Said:
            if method != "POST" or dict(sent)["name"]:
                return super().__call__(method, path, sent)
            why = "<p class=why>A name is needed.</p>"
            return Said(whole(f'<form method=post action="{path}">{why}<input name=name value="">'
                              f"{self._firm(dict(sent)['firm'])}</form>"), 422)  # fmt: skip

    tour, app = recorded(Strict()), Strict()
    tour.ask("POST", "/people/add", *person("", "2"))
    mock = Mock(tour)
    await same(app, mock, "POST", "/firms/add", *firm("Velvet Anvil", "Porto"))
    await same(app, mock, "POST", "/people/add", *person("", "4"))
    again = await mock.ask("POST", "/people/add", *person("", "4"))
    assert chosen(again.html) == ["Velvet Anvil"]


async def test_forms_offer_what_is_called_so_now() -> None:
    mock, app = Mock(recorded()), Firms()
    await same(app, mock, "POST", "/firms/3/edit", *firm("Ten Mills", "Leeds"))
    await same(app, mock, "GET", "/people/4/edit")
    assert chosen((await mock.ask("GET", "/people/4/edit")).html) == ["Harbour Works"]
    await same(app, mock, "GET", "/people/add")
    assert not chosen((await mock.ask("GET", "/people/add")).html)
    assert chosen((await mock.ask("GET", "/people/3/edit")).html) == ["Ten Mills"]


async def test_the_people_of_firms_that_were_never_opened() -> None:
    mock, app = Mock(recorded()), Firms()
    await same(app, mock, "GET", "/firms/1/edit")
    await same(app, mock, "GET", "/firms/2/edit")
    await same(app, mock, "POST", "/people/add", *person("Hana Hale", "3"))
    await same(app, mock, "POST", "/people/1/edit", *person("Ada Archer-Ash", "3"))
    await same(app, mock, "GET", "/firms/3/edit")
    await same(app, mock, "POST", "/firms/add", *firm("Velvet Anvil", "Porto"))
    await same(app, mock, "GET", "/firms/4/edit")


def test_rows_that_no_field_explains_are_no_list_of_their_page() -> None:
    class Few(Firms):
        def _staff(self, key: str) -> str:
            return super()._staff("1" if key == "2" else key)

    assert "peoples.below.page" in _ids(Firms())
    assert "peoples.below.page" not in _ids(Few())


def test_choices_that_are_not_all_of_them_are_left_as_they_are() -> None:
    class Few(Firms):
        def _firm(self, chosen: str) -> str:
            return super()._firm(chosen).replace('<option value="2">', '<option value="9">')

    assert _choices(Firms()) == 2
    assert not _choices(Few())


def _choices(app: Firms) -> int:
    return sum("choices.page" in one for one in _ids(app))


def _ids(app: Firms) -> list[str]:
    return [str(one.document["id"]) for one in recorded(app).draft().features]
