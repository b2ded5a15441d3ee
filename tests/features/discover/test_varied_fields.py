"""Forms on the pages of entities that are sent elsewhere, with fields that no list shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PEOPLE = {1: ("Ada", "ada@quay.test"), 2: ("Ben", "ben.ruiz@quay.test"), 3: ("Cleo", "cleo@harbour.test"),
          4: ("Dora", "dora@harbour.test")}  # fmt: skip


@dataclass
class Club:
    """People: the list has their names, the form at `/guests/3/edit` their mail as well; it is sent to `/guests/3`."""

    people: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(PEOPLE))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if method == "POST":
            given = dict(sent)
            key = max(self.people) + 1 if path == "/guests/new" else int(path.split("/")[2])
            self.people[key] = (given["name"], given["mail"])
            return Said(status=303, to="/guests")
        if path == "/guests":
            rows = "".join(f'<tr><td><a href="/guests/{key}/edit">{name}</a></td></tr>'
                           for key, (name, _) in self.people.items())  # fmt: skip
            return self.page(f'<table id="all"><thead><tr><th>Name</th></tr></thead><tbody>{rows}</tbody></table>')
        key = 0 if path == "/guests/new" else int(path.split("/")[2])
        name, mail = self.people.get(key, ("", ""))
        return self.page(
            f'<form method="post" action="/guests/{key or "new"}"><label for="name">Name</label>'
            f'<input id="name" name="name" value="{name}"><label for="mail">Mail</label>'
            f'<input id="mail" name="mail" value="{mail}"><input type="submit" name="save" value="Save"></form>'
        )

    @staticmethod
    def page(body: str) -> Said:
        return Said(f"<html><head><title>Club</title></head><body>{body}</body></html>")


def recorded() -> Tour:
    made = Tour(Club())
    for path in ("/guests", "/guests/1/edit", "/guests/2/edit", "/guests/3/edit", "/guests/new"):
        made.ask("GET", path)
    made.ask("POST", "/guests/new", ("name", "Emil"), ("mail", "emil@quay.test"))
    made.ask("GET", "/guests/1/edit")
    made.ask("POST", "/guests/1", ("name", "Ada"), ("mail", "ada@harbour.test"))
    made.ask("GET", "/guests")
    return made


async def test_what_forms_on_pages_of_entities_have_in_them_is_what_these_have() -> None:
    mock, app = Mock(recorded()), Club()
    check(mock.draft)
    seed = mock.draft.seed["guests"]
    assert isinstance(seed, dict)
    assert [one.get("mail") for one in seed.values() if isinstance(one, dict)][:3] == [
        PEOPLE[key][1] for key in (1, 2, 3)
    ]
    await same(app, mock, "GET", "/guests/2/edit")
    await same(app, mock, "POST", "/guests/new", ("name", "Felix"), ("mail", "felix@pier.test"))
    assert 'value="felix@pier.test"' in (await mock.ask("GET", "/guests/5/edit")).html
