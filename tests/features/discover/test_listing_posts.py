"""Posts of scripts that only ask for a list: without the token that writes carry, answered with links."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.features.discover.site import Mock, Said, Sent, Tour, same

TEXTS = {
    "start": "Everybody begins to read here.",
    "office:parking": "Forty places are behind the house.",
    "office:keys": "They hang in the corridor.",
    "travel:booking": "Trips are booked by the travel desk.",
    "travel:money": "Receipts are handed in.",
    "travel:parking": "Ask at the station.",
}
TOKEN = "9f3c1a77b2e04d5c"


class Desk:
    """Pages in namespaces. `guarded`: do forms carry a token?"""

    def __init__(self, *, guarded: bool = True) -> None:
        self.texts, self.guarded = dict(TEXTS), guarded

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        said = dict(sent)
        if path == "/ajax":
            return Said(self._asked(said))
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        if path == "/all":
            rows = "".join(f"<li>{self._link(key, key)}</li>" for key in sorted(self.texts))
            return Said(f"<html><body><ul id=all>{rows}</ul></body></html>")
        key = asked["id"]
        if method == "POST":
            self.texts[key] = said["words"]
            return Said(status=302, to=f"/page?id={key}")
        if path.startswith("/edit"):
            token = f'<input type=hidden name=token value="{TOKEN}">' if self.guarded else ""
            return Said(f'<html><body><form method=post action="/edit?id={key}">{token}<textarea name=words>'
                        f"{self.texts.get(key, '')}</textarea></form></body></html>")  # fmt: skip
        text = self.texts.get(key, "Nothing yet")
        return Said(f"<html><head><title>{key}</title></head><body><p>{text}</p></body></html>")

    def _asked(self, said: dict[str, str]) -> str:
        if said["call"] == "seen":
            return ""
        if said["call"] == "branch":
            keys = [key for key in sorted(self.texts) if key.startswith(said["of"] + ":")]
            return "".join(f"<li class=b>{self._link(key, key.partition(':')[2])}</li>\n" for key in keys)
        keys = [key for key in sorted(self.texts) if said["words"].lower() in key]
        named = [(key, *key.partition(":")) for key in keys]
        rows = "".join(f"<li>{self._link(key, f'{name} in {space}')}</li>" for key, space, _, name in named)
        return f"<b>Found</b><ul>{rows}</ul>"

    def _link(self, key: str, shown: str) -> str:
        return f'<a href="/page?id={key}" title="{key}">{shown}</a>'


def saved(tour: Tour, key: str, words: str, *token: tuple[str, str]) -> None:
    """A page is edited and looked at again."""
    tour.ask("GET", f"/edit?id={key}")
    tour.ask("POST", f"/edit?id={key}", *token, ("words", words))
    tour.ask("GET", f"/page?id={key}")


def recorded(app: Desk) -> Tour:
    """A branch is opened, something is looked for, two pages are written."""
    tour = Tour(app)
    for path in ("/all", "/page?id=start", "/page?id=travel:money"):
        tour.ask("GET", path)
    tour.ask("POST", "/ajax", ("call", "branch"), ("of", "travel"), how="part")
    token = (("token", TOKEN),) if app.guarded else ()
    saved(tour, "travel:money", "Receipts are handed in within ten days.", *token)
    tour.ask("POST", "/ajax", ("call", "find"), ("words", "keys"), how="part")
    tour.ask("POST", "/ajax", ("call", "seen"), ("id", "travel:money"), ("token", TOKEN), how="part")
    saved(tour, "office:ink", "There is no ink.", *token)
    tour.ask("GET", "/all")
    return tour


async def test_a_branch_and_what_is_looked_for_are_lists_of_what_is_there() -> None:
    mock, app = Mock(recorded(Desk())), Desk()
    words = ("token", TOKEN), ("words", "It is red.")
    for key in ("office:bikes", "travel:bikes"):
        await same(app, mock, "POST", f"/edit?id={key}", *words)
    for of in ("office", "travel"):
        await same(app, mock, "POST", "/ajax", ("call", "branch"), ("of", of), how="part")
    for said in ("park", "Bikes", "ink", "office:k"):
        await same(app, mock, "POST", "/ajax", ("call", "find"), ("words", said), how="part")


def test_where_nothing_carries_a_token_posts_may_be_writes() -> None:
    draft = recorded(Desk(guarded=False)).draft()
    assert not any("listed" in str(one.document["id"]) for one in draft.features)
