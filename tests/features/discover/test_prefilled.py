"""Forms for something new that their address fills in, also behind an address with a token; posts into frames that are
answered with scripts alone."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qsl, urlsplit

from tests.features.discover.site import Mock, Said, Sent, Tour, same

TOKEN = "a81f0c22d94e"
OPENED = f"/letters/write?draft={TOKEN}"


class Letters:
    def __init__(self) -> None:
        self.to = ""

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        asked = dict(parse_qsl(urlsplit(path).query))
        if method == "POST":
            lock = asked.get("lock", "")
            return Said(f'<html><head><script>parent.sent("{lock}");</script></head><body> </body></html>')
        if "draft" in asked:
            return Said(_form(self.to))
        if path.startswith("/letters/write?"):
            self.to = asked["to"]
            return Said(status=302, to=OPENED)
        if path.startswith("/talks/"):
            hidden = f'<input type=hidden name=about value="{asked["about"]}"><textarea name=words></textarea>'
            return Said(f"<html><body><h1>Talk</h1><form method=post action='/say'>{hidden}</form></body></html>")
        if path.startswith("/notes/"):
            return Said(_form(asked.get("to", ""), asked.get("about", ""), words="Cups" if "edit" in path else ""))
        return Said("<html><body><h1>Letters</h1></body></html>")


def _form(to: str, about: str = "", words: str = "") -> str:
    hidden = f'<input type=hidden name=about value="{about}">' if about else ""
    fields = f'<input name=to value="{escape(to)}"><input name=subject><textarea name=words>{words}</textarea>'
    script = "<script>start();</script>"
    return f'<html><body><h1>Write</h1><form method=post action="/send">{hidden}{fields}</form>{script}</body></html>'


def tour() -> Tour:
    made = Tour(Letters())
    made.ask("GET", "/letters/")
    made.ask("GET", "/letters/write?to=ada%40quay.test")
    made.ask("POST", "/send?lock=load1741000001", ("to", "ada@quay.test"), ("subject", "Tea"), ("words", "Two cups?"))
    made.ask("GET", "/notes/new?to=ben%40quay.test&about=7")
    made.ask("GET", "/notes/edit?to=cleo%40quay.test")
    made.ask("GET", "/talks/open?about=7")
    return made


async def value(mock: Mock, path: str, name: str) -> str:
    """What a field of the form at an address has in it."""
    said = (await mock.ask("GET", path)).html
    return said.partition(f'name="{name}"')[2].partition('value="')[2].partition('"')[0]


async def test_a_form_has_what_its_address_asks_for() -> None:
    mock = Mock(tour())
    assert await value(mock, "/notes/new?to=dora%40pier.test&about=12", "to") == "dora@pier.test"
    assert await value(mock, "/notes/new?to=dora%40pier.test&about=12", "about") == "12"
    assert not any(word in str(one.document["id"]) for one in mock.draft.features for word in ("edit", "talks"))


async def test_what_was_asked_for_before_an_address_with_a_token_is_in_the_form_there() -> None:
    mock = Mock(tour())
    for to in ("dora@pier.test", "eve@pier.test"):
        assert await value(mock, f"/letters/write?to={to.replace('@', '%40')}", "to") == to


async def test_what_is_answered_with_scripts_alone_is_acknowledged() -> None:
    app, mock = Letters(), Mock(tour())
    form = (("to", "dora@pier.test"), ("subject", "Rye"), ("words", "Bread?"))
    await same(app, mock, "POST", "/send?lock=load1741009999", *form)
    assert 'parent.sent("load1741009999")' in (await mock.ask("POST", "/send?lock=load1741009999", *form)).html
