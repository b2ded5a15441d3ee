"""A museum's desk: things and rooms at one address, told apart by a parameter; a moment in five fields, a name for
addresses made of the title; notes of visitors, whose rows link to their things; links that approve and throw away."""

from __future__ import annotations

from datetime import date
from html import escape
from urllib.parse import parse_qs, urlsplit

from tests.features.discover.site import Said, Sent, Tour

LIST, ROOMS, NOTES = "/desk/list.php", "/desk/list.php?sort_of=room", "/desk/notes.php"
FIELDS = ("title", "text", "slug", "aa", "mm", "jj", "hh", "mn", "sort_of")
START = {
    "4": ("Anvil of brass", "It is heavy.", "anvil-of-brass", "2024", "09", "03", "09", "15", "thing"),
    "5": ("Blue lantern", "It is blue.", "blue-lantern", "2024", "10", "08", "14", "40", "thing"),
    "6": ("Copper kettle", "It is dented.", "copper-kettle", "2023", "11", "21", "00", "05", "thing"),
    "7": ("Hall of tools", "Upstairs.", "hall-of-tools", "2022", "01", "30", "12", "00", "room"),
    "8": ("Cellar of lamps", "Downstairs.", "cellar-of-lamps", "2022", "02", "28", "16", "45", "room"),
}
VISITORS = {"2": ("4", "Mina", "Very heavy indeed."), "3": ("5", "Tom", "Where was it found?"),
            "9": ("6", "Ines", "My aunt had one."), "11": ("4", "Oleg", "Please lift the cover.")}  # fmt: skip


def whole(title: str, body: str, waiting: int = 0) -> str:
    """A page, with how many notes wait to be approved in its menu."""
    menu = f"<nav id=menu><a class=to-notes href=/desk/notes.php>Notes <b class=waiting>{waiting}</b></a></nav>"
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{menu}<main>{body}</main></body></html>"


def moment(one: dict[str, str]) -> str:
    hour = int(one["hh"])
    half = "am" if hour < 12 else "pm"
    return f"{one['aa']}/{one['mm']}/{one['jj']} at {hour % 12 or 12}:{one['mn']} {half}"


class Museum:
    def __init__(self) -> None:
        self.things = {key: dict(zip(FIELDS, values, strict=True)) for key, values in START.items()}
        self.notes = {key: [*values, "1" if key == "9" else "0"] for key, values in VISITORS.items()}
        self.last = 11

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts, form = urlsplit(path), dict(sent)
        asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        name = parts.path.removeprefix("/desk/")
        if name == "kept.php":
            return Said("0")
        if method == "POST" and name == "thing.php":
            key = form.get("thing_ID") or str(self.last + 1)
            self.last = max(self.last, int(key))
            slug = form["slug"] or "-".join(form["title"].lower().split())
            self.things[key] = {field: form[field] for field in FIELDS} | {"slug": slug}
            return Said(status=302, to=f"/desk/thing.php?thing={key}&do=edit")
        if method == "POST":
            self.notes[form["n"]][2] = form["said"]
            return Said(status=302, to=NOTES)
        if name == "notes.php" and "picked[]" in asked:
            return self._picked(asked)
        if name == "notes.php":
            return Said(self._notes())
        if name == "note.php":
            return Said(self._note(asked["n"]))
        if name == "thing.php" and "thing" in asked:
            return Said(self._thing(asked["thing"]))
        if name == "new.php":
            of = asked.get("sort_of", "thing")
            empty = dict.fromkeys(FIELDS, "") | {"sort_of": of}
            return Said(whole(f"New {of}", f"<h1>New {of}</h1>{_form('', empty)}", self.waiting))
        return Said(self._list(asked.get("sort_of", "thing")))

    @property
    def waiting(self) -> int:
        """How many notes nobody has approved yet."""
        return sum(state == "0" for *_, state in self.notes.values())

    def _picked(self, asked: dict[str, str]) -> Said:
        key = asked["picked[]"]
        if asked["action"] == "trash":
            self.notes.pop(key)
            return Said(status=302, to=f"{NOTES}?trashed=1&ids={key}")
        self.notes[key][3] = "1"
        return Said(status=302, to=f"{NOTES}?approved=1")

    def _list(self, of: str) -> str:
        rows = "".join(
            f'<tr class="row of-{of}" id="thing-{key}"><td class="title"><strong><a href="/desk/thing.php?thing={key}'
            f'&amp;do=edit">{escape(one["title"])}</a></strong></td>'
            f'<td class="{"room" if of == "room" else "place"}">here</td>'
            f'<td class="date">On show<br>{moment(one)}<div class="hidden"><div class="shelf">3</div></div></td></tr>'
            for key, one in self.things.items() if one["sort_of"] == of
        )  # fmt: skip
        head = "<thead><tr><th>Title</th><th>Place</th><th>Date</th></tr></thead>"
        return whole(
            f"The {of}s", f"<h1>All {of}s</h1><table>{head}<tbody id=list>{rows}</tbody></table>", self.waiting
        )

    def _thing(self, key: str) -> str:
        one = self.things[key]
        link = f"https://museum.test/{one['aa']}/{one['mm']}/{one['jj']}/{one['slug']}/"
        more = (
            "<p class=floor>Which floor is it on?</p>" if one["sort_of"] == "room" else "<p class=case>In a case.</p>"
        )
        said = f"<h1>Edit the {one['sort_of']}</h1><p id=link>Link: <a>{link}</a></p>{more}"
        return whole(f"Edit {escape(one['title'])}", said + _form(key, one), self.waiting)

    def _notes(self) -> str:
        rows = "".join(
            f'<tr class="note" id="note-{key}"><td><input type=checkbox name="picked[]" value="{key}"></td>'
            f'<td class="who">{who}</td><td class="said"><p>{escape(said)}</p><div class="hidden">'
            f'<textarea class="said">{escape(said)}</textarea><div class="approved">{state}</div></div>'
            f'<a href="/desk/note.php?do=edit&amp;n={key}">Edit</a></td><td class="about">'
            f'<a href="/desk/thing.php?thing={thing}&amp;do=edit">its thing</a></td></tr>'
            for key, (thing, who, said, state) in self.notes.items()
        )  # fmt: skip
        return whole("Notes", f"<h1>Notes</h1><table><tbody id=notes>{rows}</tbody></table>", self.waiting)

    def _note(self, key: str) -> str:
        thing, who, said, _ = self.notes[key]
        fields = f'<input type=hidden name=n value="{key}"><input type=hidden name=thing_ID value="{thing}">'
        return whole("A note", f"<h1>Note of {who}</h1><form method=post action=/desk/note.php>{fields}"
                     f"<textarea name=said>{escape(said)}</textarea></form>", self.waiting)  # fmt: skip


def _form(key: str, one: dict[str, str]) -> str:
    inputs = "".join(f'<input name={name} value="{escape(one[name])}">' for name in FIELDS[2:-1] if name != "mm")
    months = "".join(f'<option value="{at:02}"{" selected" if one["mm"] == f"{at:02}" else ""}>{at:02}-Month</option>'
                     for at in range(1, 13))  # fmt: skip
    return (
        f'<form method=post action="/desk/thing.php"><input type=hidden name=thing_ID value="{key}">'
        f'<input type=hidden name=sort_of value="{one["sort_of"]}"><input name=title value="{escape(one["title"])}">'
        f"<textarea name=text>{escape(one['text'])}</textarea><select name=mm>{months}</select>{inputs}</form>"
    )


def thing(key: str, *values: str) -> Sent:
    return [("thing_ID", key), *zip(FIELDS, values, strict=True), ("shelf[]", "0"), ("shelf[]", "3")]


def note(key: str, of: str, said: str) -> Sent:
    return [("n", key), ("thing_ID", of), ("said", said)]


def picked(action: str, key: str, stamp: str) -> str:
    return f"{NOTES}?action={action}&stamp={stamp}&picked%5B%5D={key}"


class Watched(Museum):
    """The same, with the moment in words on pages; what is new begins a minute later than its form said."""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        made, said = self.last, super().__call__(method, path, sent)
        if self.last != made:
            one = self.things[str(self.last)]
            one["mn"] = f"{int(one['mn']) + 1:02}"
        return said

    def _thing(self, key: str) -> str:
        one = self.things[key]
        day = date(int(one["aa"]), int(one["mm"]), int(one["jj"]))
        since = f"<p class=since>On show since: <b>{day:%b} {day.day}, {day.year} at {one['hh']}:{one['mn']}</b></p>"
        return super()._thing(key).replace("</main>", f"{since}</main>")


class Newest(Museum):
    """The same, its lists with the latest moment first; the later a thing was there, the later its moment is."""

    def __init__(self) -> None:
        super().__init__()
        for at, key in enumerate(("4", "5", "6")):
            self.things[key]["aa"] = str(2021 + at)

    def _list(self, of: str) -> str:
        whens = {key: [one[name] for name in FIELDS[3:-1]] for key, one in self.things.items()}
        self.things = {key: self.things[key] for key in sorted(whens, key=whens.__getitem__, reverse=True)}
        return super()._list(of)


class Counted(Museum):
    """The same, with how many of a sort there are above its lists, of all and of one year."""

    def _list(self, of: str) -> str:
        mine = [one["aa"] for one in self.things.values() if one["sort_of"] == of]
        ways = [("all", "1", "All", len(mine)), ("year", "2024", "Of 2024", mine.count("2024"))]
        links = "".join(
            f'<li class="{name}"><a href="list.php?sort_of={of}&amp;{name}={value}">{said} <b>({number})</b></a></li>'
            for name, value, said, number in ways
        )
        return super()._list(of).replace("<main>", f"<main><ul class=ways>{links}</ul>")


class Sided(Museum):
    """The same, its notes with how many are in each of their states, called otherwise there than they are kept; also
    those of one thing."""

    of = ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        every, (_, _, self.of) = self.notes, path.partition(f"{NOTES}?of=")
        self.notes = {key: one for key, one in every.items() if one[0] == self.of} if self.of else every
        said = super().__call__(method, path, sent)
        self.notes = every if self.of else self.notes
        return said

    def _notes(self) -> str:
        states = [state for *_, state in self.notes.values()]
        ways = [("all", len(states)), ("waiting", states.count("0")), ("done", states.count("1"))]
        of = f"&amp;of={self.of}" if self.of else ""
        links = "".join(
            f'<li class="{name}"><a href="/desk/notes.php?approved={name}{of}">{name} <span class="count">'
            f'(<span class="{name}-count">{number}</span>)</span></a></li>'
            for name, number in ways
        )
        return super()._notes().replace("<main>", f"<main><ul class=ways>{links}</ul>")


def recorded(app: Museum | None = None) -> Tour:
    tour = Tour(app or Museum())
    tour.ask("GET", LIST)
    tour.ask("GET", "/desk/thing.php?thing=4&do=edit")
    changed = ("Anvil of iron", "It is heavier.", "anvil-of-brass", "2024", "09", "03", "09", "15", "thing")
    tour.ask("POST", "/desk/thing.php", *thing("4", *changed))
    tour.ask("GET", LIST)
    tour.ask("GET", "/desk/thing.php?thing=5&do=edit")
    tour.ask("GET", "/desk/new.php")
    made = ("Door of oak", "It creaks.", "", "2025", "03", "04", "08", "20", "thing")
    tour.ask("POST", "/desk/thing.php", *thing("", *made))
    tour.ask("GET", LIST)
    tour.ask("GET", "/desk/kept.php?do=kept&of=4", how="part")
    tour.ask("GET", "/desk/kept.php?do=kept&of=12", how="part")
    tour.ask("GET", ROOMS)
    tour.ask("GET", "/desk/thing.php?thing=7&do=edit")
    changed = ("Hall of tools", "On the first floor.", "hall-of-tools", "2022", "01", "30", "12", "00", "room")
    tour.ask("POST", "/desk/thing.php", *thing("7", *changed))
    tour.ask("GET", ROOMS)
    tour.ask("GET", NOTES)
    tour.ask("GET", "/desk/note.php?do=edit&n=2")
    tour.ask("POST", "/desk/note.php", *note("2", "4", "Very heavy, both of them."))
    tour.ask("GET", NOTES)
    tour.ask("GET", picked("approve", "3", "2025-03-03 09:00:00"))
    tour.ask("GET", picked("trash", "9", "2025-03-03 09:00:20"))
    tour.ask("GET", NOTES)
    return tour
