"""Entities that are called by their keys with blanks in them: `Main page` for `/w/Main_page`."""

from __future__ import annotations

from tests.features.discover.site import Mock, Said, Sent, Tour, same


class Wiki:
    def __init__(self) -> None:
        self.texts = {"Main_page": "Begin here.", "Kettle": "Leaves and water.", "Old_harbour": "Closed since May."}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/all":
            rows = "".join(f'<li><a href="/w/{key}">{key.replace("_", " ")}</a></li>' for key in sorted(self.texts))
            return Said(f"<html><body><ul id='all'>{rows}</ul></body></html>")
        key = path.partition("=")[2] or path.split("/")[2]
        if method == "POST":
            self.texts[key] = dict(sent)["text"]
            return Said(status=302, to=f"/w/{key}")
        name, text = key.replace("_", " "), self.texts[key]
        if path.endswith("/edit"):
            form = f'<form method="post" action="/w/{key}"><textarea name="text">\n{text}</textarea></form>'
            return Said(f"<html><body><h1>Editing {name}</h1>{form}</body></html>")
        if path.startswith("/drop"):
            reason = f'<input name="reason" value="It said: this is {name}">'
            asks = f'<form method="post" action="/drop">{reason}<button>Drop</button></form>'
            return Said(f"<html><body><h1>Drop {name}?</h1>{asks}</body></html>")
        foot = f"<footer>From https://wiki.test/?page={key}</footer>"
        return Said(
            f"<html><head><title>{name} - Wiki</title></head><body><h1>{name}</h1><p>{text}</p>{foot}</body></html>"
        )


async def test_pages_that_were_opened_of_names_of_one_word_only() -> None:
    made, app = Tour(Wiki()), Wiki()
    for path in ("/all", "/w/Kettle", "/w/Kettle/edit"):
        made.ask("GET", path)
    made.ask("POST", "/w/Kettle", ("text", "Leaves, water and some time."))
    for path in ("/w/Kettle", "/all"):
        made.ask("GET", path)
    mock = Mock(made)
    await same(app, mock, "POST", "/w/Old_harbour", ("text", "Open again on Mondays."))
    await same(app, mock, "GET", "/w/Old_harbour")


async def test_fields_that_users_read_call_entities_as_pages_do() -> None:
    made, app = Tour(Wiki()), Wiki()
    for path in ("/all", "/w/Kettle", "/w/Kettle/edit"):
        made.ask("GET", path)
    made.ask("POST", "/w/Kettle", ("text", "Leaves, water and some time."))
    for path in ("/w/Kettle", "/drop?page=Kettle", "/all"):
        made.ask("GET", path)
    mock = Mock(made)
    await same(app, mock, "GET", "/drop?page=Kettle")
    assert 'value="It said: this is Old harbour"' in (await mock.ask("GET", "/drop?page=Old_harbour")).html
