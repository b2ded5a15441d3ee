"""Short addresses that lead to longer ones, with words behind the key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PLANS: Mapping[int, tuple[str, str]] = {
    1: ("Booking by phone", "north"), 2: ("Refunds in cash", "south"), 3: ("Night crossings", "west"),
    4: ("Group fares", "north"),
}  # fmt: skip


@dataclass
class Ferries:
    """Rows link to `/plans/3/`, which leads to `/plans/3/night-crossings`."""

    plans: dict[int, tuple[str, str]] = field(default_factory=lambda: dict(PLANS))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = path.strip("/").split("/")
        if parts == ["plans"]:
            return _page("Plans", "".join(map(self._row, self.plans)))
        key = int(parts[1]) if parts[1].isdigit() else 0
        if method == "POST":
            given = dict(sent)
            key = key or max(self.plans) + 1
            self.plans[key] = given["name"], given["quay"]
            return Said(status=302, to=f"/plans/{key}/{self._words(key)}")
        name, quay = self.plans.get(key, ("", "north"))
        if parts[-1] in ("new", "edit"):
            form = f'<input name="name" value="{name}"><input name="quay" value="{quay}">'
            return _page(f"Form {name}", f'<form method="post" action="{path}">{form}</form>')
        if len(parts) == 2:
            return Said(status=301, to=f"/plans/{key}/{self._words(key)}")
        return _page(name, f"<p>Leaves from the {quay}</p>") if parts[2] == self._words(key) else Said(status=404)

    def _words(self, key: int) -> str:
        return self.plans[key][0].lower().replace(" ", "-")

    def _row(self, key: int) -> str:
        name, quay = self.plans[key]
        return f'<tr><td class="name"><a href="/plans/{key}/">{name}</a></td><td class="quay">{quay}</td></tr>'


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body><h1>{title}</h1><table>{body}</table></body></html>")


def plan(name: str, quay: str) -> list[tuple[str, str]]:
    return [("name", name), ("quay", quay)]


def tour() -> Tour:
    made = Tour(Ferries())
    made.ask("GET", "/plans/")
    made.ask("GET", "/plans/3/")
    made.ask("GET", "/plans/1/")
    made.ask("GET", "/plans/new/")
    made.ask("POST", "/plans/new/", *plan("Winter timetable", "south"))
    made.ask("GET", "/plans/")
    made.ask("GET", "/plans/2/edit/")
    made.ask("POST", "/plans/2/edit/", *plan("Refunds by card", "west"))
    made.ask("GET", "/plans/")
    return made


async def test_short_addresses_lead_to_the_words_of_each() -> None:
    mock, app = Mock(tour()), Ferries()
    check(mock.draft)
    for path in ("/plans/4/", "/plans/3/"):
        await same(app, mock, "GET", path)


async def test_posts_lead_to_the_words_that_they_send() -> None:
    mock, app = Mock(tour()), Ferries()
    await same(app, mock, "POST", "/plans/new/", *plan("School trips", "north"))
    await same(app, mock, "POST", "/plans/4/edit/", *plan("Family fares", "south"))
    await same(app, mock, "GET", "/plans/4/")
    await same(app, mock, "GET", "/plans/4/edit/")
