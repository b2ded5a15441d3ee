"""What lists have more after a post is news only of lists that it led to, or that were looked at before."""

from __future__ import annotations

from html import escape

from tests.features.discover.site import Mock, Said, Sent, Tour, same


class Shelves:
    """Shelves with jars; throwing a shelf away leads to the list of shelves."""

    def __init__(self) -> None:
        self.shelves = {1: "Cellar", 2: "Kitchen", 3: "Attic"}
        self.jars = {1: ("Plums", 1), 2: ("Cherries", 1), 3: ("Beans", 2), 4: ("Honey", 3), 5: ("Rice", 2)}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        _, kind, *rest = path.split("/")
        if method == "POST" and rest[-1] == "delete":
            del self.shelves[int(rest[0])]
            self.jars = {key: jar for key, jar in self.jars.items() if jar[1] != int(rest[0])}
            return Said(status=302, to="/shelves/")
        if method == "POST":
            name, shelf = dict(sent)["name"], int(dict(sent)["shelf"])
            self.jars[max(self.jars) + 1 if rest[0] == "new" else int(rest[0])] = (name, shelf)
            return Said(status=302, to=f"/shelves/{shelf}")
        if kind == "jars":
            name, shelf = self.jars[int(rest[0])] if rest[0] != "new" else ("", 0)
            fields = f'<input name="name" value="{escape(name)}"><input name="shelf" value="{shelf}">'
            return Said(f'<title>Jar</title><form method="post" action="/jars/{rest[0]}">{fields}</form>')
        if rest[0]:
            mine = {f"/jars/{key}": name for key, (name, shelf) in self.jars.items() if shelf == int(rest[0])}
            sure = '<input type="hidden" name="sure" value="yes"><button>Throw away</button>'
            throw = f'<form method="post" action="/shelves/{rest[0]}/delete">{sure}</form>'
            return Said(f"<title>Shelf</title>{_listed(mine)}{throw}")
        return Said(f"<title>Shelves</title>{_listed({f'/shelves/{key}': name for key, name in self.shelves.items()})}")


def _listed(links: dict[str, str]) -> str:
    rows = "".join(f'<tr><td class="name"><a href="{to}">{name}</a></td></tr>' for to, name in links.items())
    return f"<table><tbody>{rows}</tbody></table>"


def jar(name: str, shelf: int) -> list[tuple[str, str]]:
    return [("name", name), ("shelf", str(shelf))]


async def test_a_list_that_is_looked_at_for_the_first_time_shows_nothing_new() -> None:
    app, tour = Shelves(), Tour(Shelves())
    tour.ask("GET", "/shelves/")
    tour.ask("GET", "/shelves/1")
    tour.ask("GET", "/jars/2")
    tour.ask("POST", "/jars/2", *jar("Sour cherries", 1))
    tour.ask("GET", "/jars/new")
    tour.ask("POST", "/jars/new", *jar("Pears", 1))
    tour.ask("POST", "/shelves/2/delete", ("sure", "yes"))
    tour.ask("GET", "/shelves/3")
    mock = Mock(tour)
    assert not [one for one in mock.draft.features if "delete" in str(one.document.get("on")) and
                str(one.document.get("do", "")).startswith("create")]  # fmt: skip
    await same(app, mock, "GET", "/shelves/3")
