"""Texts that pages word by whether a field is known, and texts of which only some are shown as they were typed."""

from __future__ import annotations

from html import escape

from awe_author.features.discover.markup.wording import Part, Wording, wordings
from awe_author.features.discover.pages.parted_texts import parted_text, typed_text
from tests.features.discover.site import Mock, Said, Sent, Tour, same

NAMES = ["id", "title", "by"]
ADA = {"id": "1", "title": "Tide tables", "by": "Ada Berg"}
BEN = {"id": "2", "title": "Locks and bridges", "by": "Ben Cole"}
NEW = {"id": "9", "title": "Weather at sea"}


class Talks:
    """Talks with a speaker, and such as nobody gives yet. The words of the old ones are shown in two paragraphs."""

    def __init__(self) -> None:
        told = [("Tide tables", "Ada Berg"), ("Locks and bridges", "Ben Cole"), ("Charts of the bay", "Cyd Dorn")]
        more = [("Ropes and knots", "Dan Ertl"), ("Fog signals", "Eva Finn")]
        self.talks = {
            number: (title, by, "What it is.\n\nWhat for.") for number, (title, by) in enumerate(told + more, 1)
        }

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        last, said = path.rpartition("/")[2], dict(sent)
        if method == "POST":
            number = max(self.talks) + 1 if last == "new" else int(last)
            by = self.talks[number][1] if last != "new" else ""
            self.talks[number] = (said["title"], by, said["words"])
            return Said(status=302, to=f"/talks/{number}")
        if path == "/talks/":
            rows = "".join(
                f'<tr><td class="title"><a href="/talks/{number}">{escape(title)}</a></td><td class="by">{by}</td></tr>'
                for number, (title, by, _) in self.talks.items()
            )
            head = "<thead><tr><th>Title</th><th>By</th></tr></thead>"
            return Said(f"<title>Talks</title><table>{head}<tbody>{rows}</tbody></table>")
        title, by, words = self.talks[int(last)] if last != "new" else ("", "", "")
        form = f'<input name="title" value="{escape(title)}"><textarea name="words">{escape(words)}</textarea>'
        form = f'<form method="post" action="/talks/{last}">{form}<button>Save</button></form>'
        if last == "new":
            return Said(f"<title>New</title>{form}")
        heading = f"«{escape(title)}» by <i>{by}</i>" if by else f"«{escape(title)}»"
        shown = "".join(f"<p>{escape(one)}</p>" for one in words.split("\n\n"))
        return Said(f'<title>Talk</title><h2><span>{heading}</span></h2><div class="words">{shown}</div>{form}')


def toured(opened: int) -> Tour:
    tour = Tour(Talks())
    tour.ask("GET", "/talks/")
    tour.ask("GET", "/talks/new")
    tour.ask("POST", "/talks/new", ("title", "Weather at sea"), ("words", "What the clouds say of tomorrow."))
    tour.ask("POST", "/talks/6", ("title", "Weather at the bay"), ("words", "What the clouds say of tonight."))
    tour.ask("GET", "/talks/")
    for number in range(1, opened + 1):
        tour.ask("GET", f"/talks/{number}")
    return tour


async def test_headings_with_and_without_a_speaker() -> None:
    app, mock = Talks(), Mock(toured(5))
    await same(app, mock, "GET", "/talks/3")
    await same(app, mock, "POST", "/talks/new", ("title", "Which anchor holds"), ("words", "Sand and mud, and rock."))
    await same(app, mock, "GET", "/talks/6")


def test_the_field_that_parts_all_pages() -> None:
    looks = [("«Tide tables» by", ADA), ("«Locks and bridges» by", BEN), ("«Weather at sea»", NEW)]
    usual = wordings(looks[0][0], ADA, ["title"])[0]
    own = {name: name.upper() for name in NAMES}.__getitem__
    made = parted_text(usual, looks, NAMES, own)
    assert made is not None
    assert made[0] == "by"
    assert made[1].startswith("(BY != '' ? ")
    assert made[1].endswith("'»')")
    assert parted_text(usual, looks[:2], NAMES, own) is None  # all are worded so
    assert parted_text(usual, [*looks, ("«Ropes»", {**BEN, "title": "Ropes"})], NAMES, own) is None
    assert parted_text(usual, [*looks[:2], ("Weather at sea!", NEW)], NAMES, own) is None  # another text


def test_a_long_text_that_a_form_sent() -> None:
    words = "What the clouds say of tonight."
    tries = [Wording((Part(field="words"),))]
    looks = [("What it is.", {"words": "What it is. What for."}), (words, {"words": words})]
    assert typed_text(tries, looks, ["words"]) == tries[0]
    assert typed_text(tries, looks[:1], ["words"]) is None
    assert typed_text(tries, looks, []) is None
    assert typed_text(tries, [("Clouds", {"words": "Clouds"})], ["words"]) is None
