"""An app of links with tags, as server-rendered apps are: labels in rows, codes, badges, words that get other names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from urllib.parse import parse_qsl

from tests.features.discover.exchanges import DATE
from tests.features.discover.site import Said, Sent

NOW = datetime.strptime(DATE, "%a, %d %b %Y %H:%M:%S %Z").replace(tzinfo=UTC)
TITLES = {
    "Brewing a first pot": "tea howto", "Clay of the north": "clay", "Drying the leaves": "tea leaves",
    "Firing at night": "clay howto", "Glazes without lead": "clay safety", "Harvest in April": "leaves",
    "Kettles compared": "tea kettles", "Prices of last year": "money", "Water and its taste": "tea water",
}  # fmt: skip
CODES = ("aQ3xZ9", "Bk27_t", "cV8-Lm", "D4rTy1", "eP9oKs", "F2wXu7", "gH6jNb", "Hz5qRd", "iM1vCe", "Jt8sWa", "kY4uGf")


@dataclass
class Link:
    title: str
    note: str
    tags: list[str]
    code: str
    made: datetime
    private: bool = False
    pinned: bool = False
    edited: bool = False


@dataclass
class Links:
    """The app. `lead`: what stands before the tags of a row."""

    there: dict[int, Link] = field(default_factory=dict)
    notice: str = ""
    asked: int = 0

    def __post_init__(self) -> None:
        for key, (title, tags) in enumerate(TITLES.items()):
            made = datetime(2024, 1 + key, 3 + key, 8, 15, tzinfo=UTC)
            self.there[key] = Link(
                title, f"All about {title.lower()}.", tags.split(), CODES[key], made, private=key in (2, 7)
            )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        self.asked += 1
        place, _, query = path.partition("#")[0].partition("?")
        asked, said, parts = dict(parse_qsl(query)), dict(sent), place.strip("/").split("/")
        if method == "POST":
            return self._rename(said) if parts == ["words"] else self._save(said)
        match parts:
            case ["add", word]:
                return Said(to=f"/?tags={word}", status=302)
            case ["link", key]:
                return Said(self._form(int(key)))
            case ["new"]:
                return Said(self._form(None))
            case ["link", key, "pin"]:
                one = self.there[int(key)]
                one.pinned, one.edited = not one.pinned, True
                return Said(to="/", status=302)
            case ["link", key, "drop"]:
                del self.there[int(key)]
                return Said(to="/", status=302)
            case ["note", code]:
                one = {key: link for key, link in self.there.items() if link.code == code}
                return Said(self._page(f"{next(iter(one.values())).title} - Links", self._rows(one)))
            case ["cloud"]:
                return Said(self._page("All words", self._cloud()))
            case ["words"]:
                return Said(self._page("Words", _WORDS))
        return Said(self._list(asked.get("tags", "").split()))

    def _list(self, words: Sequence[str]) -> str:
        found = {key: one for key, one in self.there.items() if all(word in one.tags for word in words)}
        title = f"Search: [{words[0]}] - Links" if words else "Links"
        sized = f'<div class="found"><p>{len(found)} results tagged <b>{words[0]}</b></p></div>' if words else ""
        told, self.notice = (f'<p class="notice">{self.notice}</p>' if self.notice else ""), ""
        return self._page(title, self._sizes() + told + sized + self._rows(found))

    def _page(self, title: str, body: str) -> str:
        return f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>"

    def _sizes(self) -> str:
        private = sum(one.private for one in self.there.values())
        return f'<p class="sizes"><b>{len(self.there)}</b> links <b>{private}</b> hidden ones</p>'

    def _rows(self, found: dict[int, Link]) -> str:
        order = sorted(found, key=lambda key: (not found[key].pinned, -key))
        rows = "".join(self._row(key, found[key]) for key in order)
        return f'<div id="all">{rows}</div>'

    def _row(self, key: int, one: Link) -> str:
        tags = " &middot; ".join(f'<span class="tag"><a href="/add/{word}">{word}</a></span>' for word in one.tags)
        badges = (
            '<span class="badge pin">Pinned</span>' * one.pinned + '<span class="badge">Hidden</span>' * one.private
        )
        said = f"{one.made:%B} {one.made.day}, {one.made:%Y} at {one.made:%H:%M:%S} UTC{' *' * one.edited} ·"
        token = f"{self.asked:x}9a4bd4548560e"
        return (
            f'<div class="link"><div class="badges">{badges}</div><h2 class="title">{escape(one.title)}</h2>'
            f'<p class="note">{escape(one.note)}</p>'
            f'<div class="tags"><i></i>{tags}</div><a href="/note/{one.code}"><span class="when">{said}</span></a>'
            f'<a href="/link/{key}">Edit</a><a href="/link/{key}/drop?token={token}">x</a>'
            f'<a href="/link/{key}/pin?token={token}">Pin</a><input type="checkbox" value="{key}"></div>'
        )

    def _form(self, key: int | None) -> str:
        one = self.there.get(key) if key is not None else None
        hidden = f'<input type="hidden" name="link_id" value="{key}">' if one else ""
        body = (
            f'<form method="post" action="/save">{hidden}<input name="link_title" value="{one.title if one else ""}">'
            f'<textarea name="link_note">{one.note if one else ""}</textarea>'
            f'<input name="link_tags" value="{"".join(f"{word} " for word in one.tags) if one else ""}">'
            f'<input type="checkbox" name="link_hidden" id="h"{" checked" * bool(one and one.private)}>'
            '<label for="h">Hidden</label><button>Save</button></form>'
        )
        return self._page("Edit" if one else "New", body)

    def _save(self, said: dict[str, str]) -> Said:
        key = int(said.get("link_id") or max(self.there) + 1)
        one = self.there.get(key) or Link("", "", [], CODES[key], NOW)
        one.edited = "link_id" in said
        one.title, one.note, one.tags = said["link_title"], said["link_note"], said["link_tags"].split()
        one.private = "link_hidden" in said
        self.there[key] = one
        return Said(to=f"/#{one.code}", status=302)

    def _rename(self, said: dict[str, str]) -> Said:
        having = [one for one in self.there.values() if said["was"] in one.tags]
        for one in having:
            one.tags = [said["to"] if word == said["was"] else word for word in one.tags]
            one.edited = True
        self.notice = f"The word was renamed in {len(having)} links."
        return Said(to=f"/?tags={said['to']}", status=302)

    def _cloud(self) -> str:
        sizes = Counter(word for one in self.there.values() for word in one.tags)
        words = "".join(
            f'<a href="/?tags={word}+">{word}</a><a class="size" href="/add/{word}">{sizes[word]}</a>'
            for word in sorted(sizes)
        )
        return f'<h3 class="sized">Cloud of {len(sizes)} words</h3><div id="cloud">{words}</div>'


_WORDS = (
    '<form method="post" action="/words"><input name="was"><input name="to"><input type="submit" name="rename"></form>'
)
