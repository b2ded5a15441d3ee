"""Pages whose address names their entity in its query, and that link to themselves: a canonical link, a tab."""

from __future__ import annotations

from bs4 import BeautifulSoup

from tests.features.discover.site import Mock, Said, Sent, Tour


class Shelf:
    def __init__(self) -> None:
        self.titles = {1: "Slow trains", 2: "Rain", 3: "Harbours"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        place, _, query = path.partition("?")
        if place == "/books":
            rows = "".join(
                f'<tr><td class="title"><a href="/book?id={key}">{title}</a></td></tr>'
                for key, title in self.titles.items()
            )
            return Said(f"<html><body><table id='all'><tbody>{rows}</tbody></table></body></html>")
        if method == "POST":
            key = int(dict(sent)["id"])
            self.titles[key] = dict(sent)["title"]
            return Said(status=302, to=f"/book?id={key}")
        key = int(query.removeprefix("id="))
        form = f'<input type="hidden" name="id" value="{key}"><input name="title" value="{self.titles[key]}">'
        head = f'<link id="own" rel="canonical" href="https://app.test/book?id={key}">'
        return Said(f'<html><head>{head}</head><body><form method="post" action="/book">{form}</form></body></html>')


async def test_a_link_to_the_page_itself_names_its_entity() -> None:
    made = Tour(Shelf())
    for path in ("/books", "/book?id=1", "/book?id=2"):
        made.ask("GET", path)
    made.ask("POST", "/book", ("id", "2"), ("title", "Rain again"))
    made.ask("GET", "/books")
    shown = BeautifulSoup((await Mock(made).ask("GET", "/book?id=3")).html, "html.parser")
    link = shown.select_one("#own")
    assert link is not None
    assert link["href"] == "https://app.test/book?id=3"
