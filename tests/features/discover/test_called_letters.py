"""Lists of letters that scripts draw, with links, of calls in answers: what nothing writes is searched for other words,
and rows say all that they said; a letter that is sent is in the list of those that were sent."""

from __future__ import annotations

import json
from html import escape
from urllib.parse import parse_qsl, urlsplit

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.pages.ended_fields import without_end
from tests.features.discover.exchanges import ORIGIN
from tests.features.discover.site import Mock, Said, Sent, Tour

Letter = tuple[str, str, str, bool]
"""(who, their address, subject, was it read?)"""
IN: dict[str, Letter] = {
    "1": ("Ada Lind", "ada@quay.test", "Tea for the crew", True),
    "2": ("Ben Berg", "ben@pier.test", "Ropes and sails", False),
    "3": ("Ada Lind", "ada@quay.test", "Ropes once more", True),
    "4": ("Cleo Adams", "cleo@sea.test", "Green tea", True),
    "5": ("Ben Berg", "ben@pier.test", "Paint for the hull", False),
}  # fmt: skip
OLD: dict[str, Letter] = {"1": IN["3"], "2": IN["1"]}
OUT: dict[str, Letter] = {"1": ("Cleo Adams", "cleo@sea.test", "Anchors", True)}
WRITE, SEND = "/?task=post&action=write", "/?task=post&framed=1"


class Post:
    """`pages`: as many of a box are listed at once, however many there are."""

    def __init__(self, pages: int = 9) -> None:
        self.boxes = {"In": dict(IN), "Old": dict(OLD), "Out": dict(OUT)}
        self.pages = pages

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        asked, form = dict(parse_qsl(urlsplit(path).query)), dict(sent)
        if method == "POST" and form["action"] == "move":
            del self.boxes["Out"][form["letter"]]
            count = len(self.boxes["Out"])
            words = f"1 to {count} of {count}" if count else "Nothing here."
            said = {"env": {"found": count, "all": count}, "exec": f'this.count("{words}","Out");\n'}
            return Said(json.dumps(said), kind="application/json")
        if method == "POST":
            to = without_end(form["to"])
            self.boxes["Out"][str(len(self.boxes["Out"]) + 1)] = (to, to, form["subject"], True)
            return Said(_whole("<script>parent.sent();</script>"))
        if asked.get("action") in ("list", "find"):
            return Said(self._listed(asked), kind="application/json")
        if asked.get("action") == "show":
            who, mail, subject, _ = self.boxes[asked["box"]][asked["letter"]]
            return Said(_whole(f"<h2>{subject}</h2><p>From <i title={mail}>{who}</i></p>"))
        if asked.get("action") == "near":
            return Said(self._near(asked["box"], asked["letter"]), kind="application/json")
        if asked.get("action") == "write":
            fields = "<input name=to><input name=subject><textarea name=words></textarea>"
            return Said(
                _whole(f'<form method=post action="{SEND}"><input type=hidden name=action value=send>{fields}</form>')
            )
        return Said(_whole("<table id=letters><tbody></tbody></table>"))

    def _listed(self, asked: dict[str, str]) -> str:
        words = asked.get("q", "").lower()
        letters = [*reversed(self.boxes[asked["box"]].items())]
        letters = [one for one in letters if words in one[1][2].lower()]
        begin = (int(asked.get("page", "1")) - 1) * self.pages
        calls = [f'this.count("1 to {len(letters)} of {len(letters)}","{asked["box"]}");\n']
        for key, (who, mail, subject, read) in letters[begin : begin + self.pages]:
            told = {"subject": subject, "who": f'<b title="{mail}">{who}</b>', "size": "3 kB"}
            flags = {"read": 1} if read else {}
            calls.append(f"this.put({key},{_json(told)},{_json(flags)},false);\n")
        env = {"found": len(letters), "all": len(self.boxes[asked["box"]])}
        return json.dumps({"env": env, "exec": "".join(calls)})

    def _near(self, name: str, key: str) -> str:
        keys = [*reversed(self.boxes[name])]
        place = keys.index(key)
        near = {"before": keys[place - 1 : place] if place else [], "behind": keys[place + 1 : place + 2]}
        env = {name: int(found[0]) for name, found in near.items() if found}
        return json.dumps({"env": env, "exec": f'this.place("{place + 1} of {len(keys)}");\n'})

    def drawn(self, box: str, words: str = "") -> str:
        """The page of a box, as scripts make it."""
        link = f'<a href="/?task=post&box={box}&letter={{}}&action=show">{{}}</a>'
        rows = "".join(
            f"<tr><td>{escape(who)} 3 kB {link.format(key, subject)}</td></tr>"
            for key, (who, _, subject, _) in reversed(self.boxes[box].items()) if words in subject.lower()
        )  # fmt: skip
        return _whole(f"<table id=letters><tbody>{rows}</tbody></table>")


def _json(value: dict[str, object]) -> str:
    return json.dumps(value, separators=(",", ":"))


def _whole(body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>Post</title></head><body>{body}</body></html>"


def box(name: str) -> str:
    return f"/?task=post&action=list&box={name}"


def find(words: str) -> str:
    return f"/?task=post&action=find&q={words}&box=In"


def letter(subject: str, to: str) -> list[tuple[str, str]]:
    return [("action", "send"), ("to", to), ("subject", subject), ("words", "As soon as you can.")]


def beside(key: str) -> str:
    return f"/?task=post&action=near&box=In&letter={key}"


def tour(app: Post, *more: str, near: str = "") -> Tour:
    """Boxes are looked at, one is searched, two letters are opened, and one is sent. `more`: other lists; `near`: the
    letters beside which others are asked for."""
    made = Tour(app)

    def look(name: str, words: str = "") -> None:
        seq = next(reversed([*made.archive.entries()])).seq
        made.pages.append(Page(ORIGIN + f"/?task=post&box={name}", "", app.drawn(name, words), seq + 1))

    made.ask("GET", "/?task=post&box=In")
    made.ask("GET", box("In"), how="part")
    look("In")
    for path in more:
        made.ask("GET", path, how="part")
    made.ask("GET", find("tea"), how="part")
    look("In", "tea")
    made.ask("GET", "/?task=post&box=In&letter=4&action=show")
    made.ask("GET", "/?task=post&box=In&letter=3&action=show")
    for key in near:
        made.ask("GET", beside(key), how="part")
    made.ask("GET", box("Old"), how="part")
    made.ask("GET", WRITE)
    made.ask("POST", SEND, *letter("Lamps for the pier", "ada@quay.test, "), how="part")
    made.ask("GET", box("Out"), how="part")
    look("Out")
    return made


async def told(app: Post, mock: Mock, path: str) -> None:
    """The mock says the same in JSON."""
    assert json.loads((await mock.ask("GET", path, how="part")).html) == json.loads(app("GET", path, ()).html)


async def test_what_nothing_writes_is_found_by_other_words_with_all_that_its_rows_say() -> None:
    app, mock = Post(), Mock(tour(Post()))
    for words in ("ropes", "paint", "tea"):
        await told(app, mock, find(words))
    await told(app, mock, box("In"))


async def test_one_box_counts_and_is_in_order_as_others_are() -> None:
    def empty() -> Post:
        app = Post()
        app.boxes["Out"] = {}
        return app

    made, drop = tour(empty()), [("action", "move"), ("box", "Out"), ("letter", "1"), ("to", "Trash")]
    made.ask("POST", "/?task=post", *drop, how="part")
    app, mock = empty(), Mock(made)
    for said in (letter("Frames for the hall", "dan@mill.test, "), letter("Oars", "eve@mill.test, ")):
        app("POST", SEND, said)
        await mock.ask("POST", SEND, *said, how="part")
    await told(app, mock, box("Out"))
    for key in "12":
        drop[2] = ("letter", key)
        said_now = await mock.ask("POST", "/?task=post", *drop, how="part")
        assert json.loads(said_now.html) == json.loads(app("POST", "/?task=post", drop).html)


async def test_what_is_sent_is_listed_as_the_recordings_own_was() -> None:
    app, mock = Post(), Mock(tour(Post()))
    said = letter("Frames for the hall", "dan@mill.test, ")
    app("POST", SEND, said)
    await mock.ask("POST", SEND, *said, how="part")
    await told(app, mock, box("Out"))
    app("POST", SEND, again := letter("Oars", "eve@mill.test;"))
    await mock.ask("POST", SEND, *again, how="part")
    await told(app, mock, box("Out"))


async def test_letters_beside_one_are_told_by_the_list() -> None:
    app, mock = Post(), Mock(tour(Post(), near="43"))
    for key in "32415":
        await told(app, mock, beside(key))
    mock = Mock(tour(Post(), near="4"))
    assert (await mock.ask("GET", beside("2"), how="part")).html == app("GET", beside("4"), ()).html


async def test_a_list_whose_rows_become_others_by_themselves_is_left_to_the_recording() -> None:
    app = Post()
    made = tour(app)
    app.boxes["In"]["5"] = (*IN["5"][:3], True)
    made.ask("GET", box("In"), how="part")
    features = {str(one.document["id"]): one.document for one in made.draft().features}
    mine = [one for name, one in features.items() if ".list.script" in name and "'In'" in str(one["on"])]
    assert ["'q' in query" in str(one["on"]) for one in mine] == [True]


def test_lists_that_come_in_pages_are_left_to_the_recording() -> None:
    names = {part.kind.name for part in tour(Post(pages=4), box("In") + "&page=2").draft().parts}
    assert len(names) == 1, "only what is sent"


def test_separators_at_the_end_are_taken_off() -> None:
    assert [without_end(one) for one in ("a@b, ", "a, b;", " tea ", ",")] == ["a@b", "a, b", "tea", ""]
