"""Who changed an entity last, on its pages."""

from __future__ import annotations

from awe_author.twin.texts import page_text
from tests.features.discover.site import Mock, Said, Sent, Tour, same

NAMES = {"ink": "iris", "paper": "tomas", "keys": "iris", "desks": "mara"}


class Desk:
    """Pages that say who changed them. `shuffled`: or who looked at them last?"""

    def __init__(self, *, shuffled: bool = False) -> None:
        self.texts = {key: f"All about {key} is said here." for key in NAMES}
        self.names, self.shuffled, self.looks = dict(NAMES), shuffled, 0

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/all":
            rows = "".join(f'<li><a href="/page/{key}">{key}</a></li>' for key in sorted(self.texts))
            return Said(f"<html><body><ul id=all>{rows}</ul></body></html>")
        key, _, edit = path.removeprefix("/page/").partition("?")
        if method == "POST":
            self.texts[key], self.names[key] = dict(sent)["words"], "mara"
            return Said(status=302, to=f"/page/{key}")
        self.looks += 1
        name = sorted({*NAMES.values()})[self.looks % 3] if self.shuffled else self.names.get(key, "")
        below = f"<div id=below>Changed by <b>{name}</b></div>" if key in self.texts else ""
        text = self.texts.get(key, "Nothing yet")
        if edit:
            text = f'<form method=post action="/page/{key}"><textarea name=words>{self.texts.get(key, "")}</textarea>'
            text += "</form>"
        return Said(f"<html><head><title>{edit} {key}</title></head><body><p>{text}</p>{below}</body></html>")


def recorded(app: Desk) -> Tour:
    """All pages are opened; one is written, and one made."""
    tour = Tour(app)
    tour.ask("GET", "/all")
    for key in NAMES:
        tour.ask("GET", f"/page/{key}")
    for key in ("ink", "bikes", "paper"):
        tour.ask("GET", f"/page/{key}?do=edit")
        tour.ask("POST", f"/page/{key}", ("words", f"Somebody wrote of {key}."))
        tour.ask("GET", f"/page/{key}")
        tour.ask("GET", "/all")
    return tour


async def test_the_name_of_who_changed_it_is_ours_after_a_write() -> None:
    mock, app = Mock(recorded(Desk())), Desk()
    for key in ("keys", "desks"):
        said = await mock.ask("GET", f"/page/{key}?do=edit")
        assert f"Changed by {NAMES[key]}" in page_text(said.html)
    for key in ("keys", "lamps", "desks"):
        await same(app, mock, "POST", f"/page/{key}", ("words", f"There is more of {key}."))
        await same(app, mock, "GET", f"/page/{key}?do=edit")


def test_names_that_change_without_a_write_tell_nothing() -> None:
    seed = recorded(Desk(shuffled=True)).draft().seed
    assert not any("changed_by" in one for one in seed["pages"].values())
