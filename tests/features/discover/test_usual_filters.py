"""Filters that are on where nothing is asked for, and what new keys and long lists of choices need."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.discover import features_text
from awe_author.features.discover.entities.plain_values import PlainValues
from awe_author.features.discover.pages.page_filters import Filter, _observed
from awe_author.features.discover.pages.usual_filters import with_usual
from tests.features.discover.site import Said, Sent, Tour

TASKS = {"1": {"who": "ada"}, "2": {"who": "ada"}, "3": {"who": "ben"}}
WHO = Filter("who", "who", (), every=("all",))


def look(*keys: str, **asked: str) -> Any:
    return SimpleNamespace(asked=asked, keys=[*keys], there=TASKS, whole=True)


def test_ones_own_are_shown_where_nobody_asks() -> None:
    made = with_usual(WHO, [look("1", "2"), look("3", who="ben")])
    assert made.usual == "ada"
    assert [made.fits(asked, TASKS["3"]) for asked in ({}, {"who": "all"}, {"who": "ben"})] == [False, True, True]
    assert made.text().startswith("(page.query.get('who', '') == '' ? ")


def test_what_is_not_proved_is_no_usual_filter() -> None:
    assert with_usual(WHO, [look("1", "2", "3"), look("3", who="ben")]) == WHO
    assert with_usual(WHO, [look("1", "2"), look("1", "2", who="ada")]) == WHO
    assert with_usual(WHO, [look("1"), look("3", who="ben")]) == WHO


def test_yes_and_no_are_said_in_several_words() -> None:
    there = {"1": {"open": "True"}, "2": {"open": "False"}}
    asking: Any = SimpleNamespace(asked={"state": "no"}, keys=["2"], there=there)
    assert _observed("state", "open", {}, [asking]) == {"no": "False"}
    asking.asked = {"state": "old"}
    assert _observed("state", "open", {}, [asking]) is None


def test_the_first_of_all_new_keys_comes_first() -> None:
    part: Any = SimpleNamespace(
        kind=SimpleNamespace(name="firms", key="id"), made={"25": {"id": 25}, "26": {"id": 26}}, seed={}, number=True
    )
    values = PlainValues()
    for key in ("25", "26"):
        made: Any = SimpleNamespace(made=[key])
        values.used(made, part, "next_ids")
    assert values.next_ids == {"firms": 25}


LANDS = {str(number): f"Land {number}" for number in range(1, 251)}


@dataclass
class Firms:
    """Firms with a country, of which there are many."""

    rows: dict[str, list[str]] = field(default_factory=lambda: {"1": ["Albatros", "7"], "2": ["Beacon", "12"]})

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = urlsplit(path).path.strip("/").split("/")
        if method == "POST":
            self.rows[parts[1]] = [dict(sent)["name"], dict(sent)["land"]]
            return Said(to="/firms/", status=302)
        if len(parts) > 1:
            name, land = self.rows[parts[1]]
            lands = "".join(
                f'<option value="{key}"{" selected" if key == land else ""}>{label}</option>'
                for key, label in LANDS.items()
            )
            box = f'<input name="name" value="{name}"><select name="land">{lands}</select>'
            return Said(f'<form method="post" action="{path}">{box}<button>Save</button></form>')
        listed = "".join(
            f'<tr><td><a href="/firms/{key}/">{name}</a></td><td>{LANDS[land]}</td></tr>'
            for key, (name, land) in self.rows.items()
        )
        head = "<thead><tr><th>Name</th><th>Land</th></tr></thead>"
        return Said(f"<table>{head}<tbody>{listed}</tbody></table>")


def test_all_countries_of_the_world_are_known_by_name() -> None:
    tour = Tour(Firms())
    tour.ask("GET", "/firms/")
    tour.ask("GET", "/firms/1/")
    tour.ask("POST", "/firms/1/", ("name", "Albatros"), ("land", "9"))
    assert "'240': 'Land 240'" in features_text(tour.draft())
