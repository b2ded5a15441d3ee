"""Marks of rows that scripts write, put on and taken off by a word, and counted by calls."""

from __future__ import annotations

import json
from typing import Any

from awe_author.features.discover import Draft, Page, Recorded, discover
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form

TITLES = {1: "Grind the coffee", 2: "Water for the ferns", 3: "Letters to the harbour"}


def script(seen: set[int], starred: set[int]) -> str:
    told = [f'this.set_unread("Mine",{len(TITLES.keys() - seen)});\n']
    for key, title in TITLES.items():
        marks = {**({"seen": 1} if key in seen else {}), **({"star": 1} if key in starred else {}), "box": "Mine"}
        told.append(f"this.add_row({key},{json.dumps({'title': title})},{json.dumps(marks)});\n")
    return "".join(told)


def notes() -> Draft:
    """One note is starred, as the next list shows; another is unread again, as the answer says, and is then opened."""

    def listed(seq: int, seen: set[int], starred: set[int]) -> Any:
        path = f"/?task=notes&action=list&box=Mine&_={seq}"
        return exchange(seq, "GET", path, answer={"exec": script(seen, starred)})

    def opened(seq: int, key: int) -> Any:
        path = f"/?task=notes&action=show&box=Mine&uid={key}"
        return exchange(seq, "GET", path, html=f"<html><h1>{TITLES[key]}</h1></html>")

    def marked(seq: int, key: int, flag: str, said: str) -> Any:
        sent = form(uid=str(key), flag=flag, box="Mine")
        return exchange(seq, "POST", "/?task=notes&action=mark", sent, answer={"exec": said})

    raws = [
        opened(1, 1),
        opened(2, 2),
        listed(3, {1, 2}, {3}),
        marked(4, 1, "starred", 'this.tell("Marked.");\n'),
        marked(5, 2, "unread", 'this.set_unread("Mine",2);\n'),
        opened(6, 2),
        opened(7, 3),
        listed(8, {1, 2, 3}, {1, 3}),
        exchange(9, "GET", "/?task=notes&action=unread", answer={"exec": 'this.set_unread("Mine",0);\n'}),
    ]
    pages = [Page(ORIGIN + f"/?task=notes&action=show&box=Mine&uid={key}", "", f"<h1>{TITLES[key]}</h1>", seq + 1)
             for seq, key in ((1, 1), (2, 2), (7, 3))]  # fmt: skip
    return discover(Recorded(raws, pages), "demo")


def test_words_put_marks_on_and_take_them_off() -> None:
    draft = notes()
    kind = next(str(one.document["id"]).partition(".")[0] for one in draft.features
                if str(one.document["id"]).endswith("list.script"))  # fmt: skip
    rows = feature(draft, f"{kind}.list.script")["reply"]["json"]["exec"]["calls"]
    unseen = "filter(item, string(item.get('seen', '')) == '')"
    assert rows["add_row"]["set"]["2"]["seen?"] == "string(item.get('seen', '')) != '' ? dyn(1) : dyn(null)"
    assert rows["set_unread"] == [{"1": f"size(found.{unseen})"}]
    changes = feature(draft, f"{kind}.update.form")["with"]["changes"]
    assert "body.get('flag', '') == 'read' ? dyn('1')" in changes["seen"]
    assert "body.get('flag', '') == 'unread' ? dyn('')" in changes["seen"]
    assert "body.get('flag', '') == 'unstarred' ? dyn('')" in changes["star"]
    count = feature(draft, f"{kind}.count.script")["reply"]["json"]["exec"]["calls"]
    assert count == {"set_unread": [{"1": f"size(state.{kind}.values().{unseen})"}]}
    start: Any = draft.seed[kind]
    assert [start[str(key)].get("seen") for key in TITLES] == ["1", "1", None]
