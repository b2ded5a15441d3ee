"""Columns that say how many entities of another kind belong to each row."""

from __future__ import annotations

from html import escape

from tests.features.discover.firms import Firms, firm, person, recorded
from tests.features.discover.site import Mock, same


class Counted(Firms):
    """The list of firms says how many people work for each."""

    more = 0

    def _list(self, kind: str) -> str:
        if kind != "firms":
            return super()._list(kind)
        rows = "".join(
            f'<tr><td><a href="/firms/{key}/edit">{escape(name)}</a></td><td>{escape(town)}</td>'
            f"<td>{self.more + sum(of == key for _, of in self.people.values())}</td></tr>"
            for key, (name, town) in sorted(self.firms.items(), key=lambda one: one[1])
        )
        heads = "<tr><th>Name</th><th>Town</th><th>People</th></tr>"
        return f"<!DOCTYPE html><html><body><table><thead>{heads}</thead><tbody>{rows}</tbody></table></body></html>"


async def test_the_number_of_people_of_each_firm() -> None:
    mock, app = Mock(recorded(Counted())), Counted()
    await same(app, mock, "GET", "/firms/")
    await same(app, mock, "POST", "/people/add", *person("Fay Fuller", "1"))
    await same(app, mock, "GET", "/firms/")
    await same(app, mock, "POST", "/firms/add", *firm("Velvet Anvil", "Porto"))
    await same(app, mock, "POST", "/people/3/edit", *person("Ben Baker", "4"))
    await same(app, mock, "GET", "/firms/")


def test_numbers_that_are_of_something_else_are_left_as_they_are() -> None:
    class Others(Counted):
        more = 1

    def shown(app: Counted) -> str:
        return str([one.document for one in recorded(app).draft().features if one.document["id"] == "firms.list.page"])

    assert "filter(each, " in shown(Counted())
    assert "filter(each, " not in shown(Others())
