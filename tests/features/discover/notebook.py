"""A small app of pages that are called by their names: they are written, deleted and moved, and each post about one of
them, but for writing, is answered in place with a page that says what was done."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit

from tests.features.discover.site import Said, Sent

TOPICS = ("Apples", "Barley", "Kettle", "Millet", "Old_oats")


class Notebook:
    """Answers requests."""

    def __init__(self, *, stays: bool = False) -> None:
        self.texts = {key: f"<b>{named(key)}</b> grows <i>well</i> here." for key in TOPICS}
        self.moved: dict[str, str] = {}
        self.stays = stays
        """Does the old name stay on the list?"""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        asked = dict(parse_qsl(urlsplit(path).query))
        key, what = asked.get("name", urlsplit(path).path.removeprefix("/n/")), asked.get("action", "")
        said = dict(sent)
        if key == "all" and not what:
            every = sorted({*self.texts, *(self.moved if self.stays else ())})
            return page("All", f'<ul id="all">{"".join(map(self.row, every))}</ul>')
        if what == "write" and method == "POST":
            self.texts[key] = said["words"]
            return Said(status=302, to=f"/n/{key}")
        if what == "write":
            words = self.texts.get(key, "")
            return page(f"Writing {named(key)}", form(path, f'<textarea name="words">\n{words}</textarea>'))
        if what == "delete" and method == "POST":
            del self.texts[key]
            return page("Done", f'<p>"{named(key)}" is gone. See <a href="/log">the log</a>.</p>')
        if what == "delete":
            return page(f"Drop {named(key)}?", form(path, '<input name="why" value="">'))
        if what == "move" and method == "POST":
            new = said["new"].replace(" ", "_")
            old = said["old"].replace(" ", "_")
            self.texts[new], self.moved[old] = self.texts.pop(old), new
            told = f'<a href="/n/{old}">{said["old"]}</a>" is now "<a href="/n/{new}">{said["new"]}</a>'
            return page("Moved", f'<p><strong>"{told}"</strong></p>')
        if what == "move":
            fields = f'<input type="hidden" name="old" value="{named(key)}"><input name="new" value="">'
            return page(f"Move {named(key)}", form("/do?name=all&action=move", f'{fields}<input name="why" value="">'))
        if key not in self.texts:
            return Said(f"<html><body><h1>Nothing at {named(key)}</h1></body></html>", 404)
        tools = f'<p id="tools"><a href="/do?name={key}&action=write">Write</a></p>'
        return page(named(key), f'{tools}<div id="words"><p>{self.texts[key]}</p></div>')

    def row(self, key: str) -> str:
        """Its row in the list."""
        led = ' class="led"' if key in self.moved else ""
        return f'<li><a{led} href="/n/{key}">{named(key)}</a></li>'


def named(key: str) -> str:
    """What a page is called."""
    return key.replace("_", " ")


def form(to: str, fields: str) -> str:
    """A form."""
    return f'<form method="post" action="{to}">{fields}</form>'


def page(title: str, body: str) -> Said:
    """A document."""
    return Said(f"<html><head><title>{title} - Notes</title></head><body><h1>{title}</h1>{body}</body></html>")
