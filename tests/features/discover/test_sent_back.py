"""Forms that are refused by leading back to them, and changes that leave empty what a new one needs."""

from __future__ import annotations

from collections.abc import Sequence

from tests.features.discover.site import Mock, Said, Sent, Tour

Boats = dict[str, str]


class Harbour:
    """Boats with a name, which must not be empty: `POST /boats` and `POST /boats/3` lead back then."""

    def __init__(self) -> None:
        self.boats: Boats = {"1": "Ada of Ulm", "2": "Bee of Bath", "3": "Cod of Turin"}
        self.wrong = ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        said, key = dict(sent), path.split("/")[2] if path.count("/") > 1 else ""
        if method == "POST" and not said["name"]:
            self.wrong = "<p class=error>The name field is required.</p>"
            return Said(status=302, to=f"{path}/edit" if key else "/boats/new")
        if method == "POST":
            key = key or str(len(self.boats) + 1)
            self.boats[key] = said["name"]
            return Said(status=302, to=f"/boats/{key}")
        wrong, self.wrong = self.wrong, ""
        if path == "/boats":
            rows = "".join(f'<li class=boat><a href="/boats/{key}">{name}</a></li>' for key, name in self.boats.items())
            return Said(f"<html><body><h1>Boats</h1><ul class=all>{rows}</ul></body></html>")
        if key == "new" or path.endswith("/edit"):
            name, action = self.boats.get(key, "") if not wrong else "", f"/boats/{key}" if key != "new" else "/boats"
            form = (
                f'<form id=boat method=post action="{action}"><input name=name value="{name}"><input name=note></form>'
            )
            return Said(f"<html><body><h1>Form</h1>{wrong}{form}</body></html>")
        return Said(f"<html><body><h1>{self.boats[key]}</h1></body></html>")


def sent(name: str) -> Sequence[tuple[str, str]]:
    return [("name", name), ("note", "")]


def mock() -> Mock:
    made = Tour(Harbour())
    for path in ("/boats", "/boats/2", "/boats/2/edit"):
        made.ask("GET", path)
    made.ask("POST", "/boats/2", *sent("Bee of Bristol"))
    for path in ("/boats", "/boats/new"):
        made.ask("GET", path)
    made.ask("POST", "/boats", *sent(""))
    made.ask("POST", "/boats", *sent("Dab of Delft"))
    made.ask("GET", "/boats")
    return Mock(made)


async def test_a_post_that_led_back_does_so_again_and_says_why() -> None:
    served = mock()
    assert "The name field is required." in (await served.ask("POST", "/boats", *sent(""))).html
    assert "<li" in (await served.ask("GET", "/boats")).html
    assert "Dab" not in (await served.ask("GET", "/boats")).html
    assert "Eel of Epe" in (await served.ask("POST", "/boats", *sent("Eel of Epe"))).html


async def test_a_change_that_leaves_empty_what_a_new_one_needs_changes_nothing() -> None:
    served = mock()
    assert "Cod of Turin" in (await served.ask("POST", "/boats/3", *sent(""))).html
    assert "Cod of Turin" in (await served.ask("GET", "/boats")).html
