"""Lists whose address says how they are sorted, without heads that do so; and searches in what lists leave out."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import pytest

from tests.features.discover.site import Mock, Said, Sent, Tour, same

PLANTS = {
    1: ("Rose", "9", "It has thorns."), 2: ("Fern", "30", "It likes the shade."), 3: ("Moss", "11", "Grows on stones."),
    4: ("Oak", "7", "A tree with a shade of its own."), 5: ("Ivy", "100", "Climbs."),
}  # fmt: skip


@dataclass
class Garden:
    """`turned`: a parameter of its own says the direction."""

    turned: bool = False
    plants: dict[int, tuple[str, str, str]] = field(default_factory=lambda: dict(PLANTS))

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        place, _, query = path.partition("?")
        if method == "POST":
            given = dict(sent)
            key = int(place.split("/")[2]) if place.count("/") > 1 else max(self.plants) + 1
            self.plants[key] = (given["name"], given["price"], given["words"])
            return Said(status=302, to="/plants")
        if place != "/plants":
            name, price, words = self.plants[int(place.split("/")[2])]
            fields = f'<input name="name" value="{name}"><input name="price" value="{price}">'
            fields += f'<textarea name="words">{words}</textarea>'
            return Said(f'<html><body><form method="post" action="{place}">{fields}</form></body></html>')
        asked = dict(parse_qsl(query))
        told = [(key, *one) for key, one in self.plants.items()]
        word = asked.get("q", "").lower()
        told = [one for one in told if word in f"{one[1]} {one[3]}".lower()]
        if asked.get("sort"):
            by = asked["sort"].lstrip("-")
            told.sort(key=lambda one: one[1] if by == "name" else int(one[2]) if by == "price" else one[0])
            if asked["sort"].startswith("-") or asked.get("dir") == "desc":
                told.reverse()
        rows = "".join(
            f'<tr><td class="name"><a href="/plants/{key}">{name}</a></td><td class="price">{price}</td></tr>'
            for key, name, price, _ in told
        )
        found = f'<input name="q" value="{asked.get("q", "")}"><table id="plants"><tbody>{rows}</tbody></table>'
        return Said(f"<html><body>{found}</body></html>")


def tour(app: Garden) -> Tour:
    made = Tour(app)
    for path in ("/plants", "/plants/1"):
        made.ask("GET", path)
    made.ask("POST", "/plants", ("name", "Lime"), ("price", "8"), ("words", "Smells well."))
    made.ask("GET", "/plants?sort=name&dir=asc" if app.turned else "/plants?sort=name")
    made.ask("GET", "/plants?q=shade")
    made.ask("POST", "/plants/1", ("name", "Red rose"), ("price", "12"), ("words", "It has thorns."))
    return made


@pytest.mark.parametrize("asked", ["sort=-name", "sort=price", "sort=-price", "sort=-id", "sort=colour"])
async def test_other_orders_of_the_same_kind(asked: str) -> None:
    mock, app = Mock(tour(Garden())), Garden()
    await same(app, mock, "POST", "/plants/2", ("name", "Tall fern"), ("price", "6"), ("words", "It likes the shade."))
    await same(app, mock, "GET", f"/plants?{asked}")


@pytest.mark.parametrize("asked", ["sort=name&dir=desc", "sort=price&dir=asc", "sort=price&dir=desc"])
async def test_a_direction_of_its_own(asked: str) -> None:
    await same(Garden(turned=True), Mock(tour(Garden(turned=True))), "GET", f"/plants?{asked}")


async def test_what_was_found_by_texts_that_the_list_leaves_out_is_found_again_and_names_are_searched() -> None:
    mock, app = Mock(tour(Garden())), Garden()
    for asked in ("shade", "os", "oak"):
        await same(app, mock, "GET", f"/plants?q={asked}")
