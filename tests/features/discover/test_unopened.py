"""Pages of what was never opened; and names in quotation marks where something was done."""

from __future__ import annotations

from dataclasses import replace

from awe_author.features.discover.markup.wording import quoted_in
from tests.features.discover.notebook import Notebook
from tests.features.discover.site import Mock, Said, Sent, Tour, same


class Marked(Notebook):
    """One of its pages says something that no other does."""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        said = super().__call__(method, path, sent)
        marked = path == "/n/Apples" and not said.to
        return replace(said, html=said.html.replace("</body>", "<p>Beloved</p></body>")) if marked else said


def toured(app: Notebook | None = None) -> Tour:
    """Two pages opened, one written anew, one dropped."""
    made = Tour(app or Notebook())
    for path in ("/n/all", "/n/Apples", "/n/Kettle", "/n/all", "/do?name=New_tea&action=write"):
        made.ask("GET", path)
    made.ask("POST", "/do?name=New_tea&action=write", ("words", "Green leaves in hot water."))
    for path in ("/n/all", "/n/New_tea", "/n/all", "/do?name=Millet&action=delete"):
        made.ask("GET", path)
    made.ask("POST", "/do?name=Millet&action=delete", ("why", "too old"))
    made.ask("GET", "/n/all")
    return made


async def test_a_page_that_was_never_opened_looks_like_those_that_were_there_before() -> None:
    mock, app = Mock(toured()), Notebook()
    for path in ("/n/Old_oats", "/n/Barley", "/n/Apples"):
        await same(app, mock, "GET", path)
    words = ("words", "Boiled with salt at noon.")
    await same(app, mock, "POST", "/do?name=Cold_tea&action=write", words)
    await same(app, mock, "GET", "/n/Cold_tea")


async def test_what_one_page_alone_says_is_not_said_of_those_that_were_never_opened() -> None:
    mock, app = Mock(toured(Marked())), Marked()
    for path in ("/n/Apples", "/n/Old_oats"):
        await same(app, mock, "GET", path)


async def test_a_short_name_in_quotation_marks_is_that_of_what_is_gone() -> None:
    mock, app = Mock(toured()), Notebook()
    await same(app, mock, "POST", "/do?name=Old_oats&action=delete", ("why", "eaten"))
    await same(app, mock, "POST", "/do?name=Barley&action=delete", ("why", "eaten"))


def test_names_in_quotation_marks() -> None:
    values = {"id": "Old_tea", "id as words": "Old tea"}
    assert quoted_in("\u201eOld tea\u201c is gone", values) == ["id as words"]
    assert quoted_in("'Old_tea' is gone", values) == ["id"]
    assert quoted_in("Old tea is gone", values) == []
    assert quoted_in('"12" are gone', {"id": "12"}) == []
