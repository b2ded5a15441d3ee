"""Lists that come as calls of scripts, frames of pages, and answers that name what they made."""

from __future__ import annotations

import json
from typing import Any

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.exchanges.reading import Page as Shown
from awe_author.features.discover.markup.situations import load_of, loads_of
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form
from tests.features.discover.test_draft import act, check

BOXES = "/?task=notes&box=Mine"


def rows(*notes: tuple[int, str]) -> str:
    """The script that shows notes."""
    told = [(key, json.dumps({"title": title, "size": "3 kB"}, separators=(",", ":"))) for key, title in notes]
    calls = [f"this.add_row({key},{one},true);\n" for key, one in told]
    return f'this.set_title("Mine");\nthis.set_count("1 to {len(notes)} of {len(notes)}");\n' + "".join(calls)


def listed(seq: int, *notes: tuple[int, str], search: str = "") -> Any:
    answer = {"env": {"box": "Mine", "found": len(notes)}, "exec": rows(*notes)}
    what = f"action=find&q={search}" if search else "action=list"
    return exchange(seq, "GET", f"/?task=notes&{what}&box=Mine&_={seq}", answer=answer)


def screen(seq: int, *notes: tuple[int, str]) -> Page:
    row = '<tr class="note"><td class="title"><a href="{}&uid={}&action=show">{}</a></td></tr>'
    cells = "".join(row.format(BOXES, key, title) for key, title in notes)
    return Page(ORIGIN + BOXES, "", f'<table id="list"><tbody>{cells}</tbody></table>', seq)


def notes() -> Draft:
    """Two notes are written in a framed form; each answer names its key in a script."""
    first, second = (1, "Grind the coffee"), (2, "Water for the ferns")
    saved = '<script>parent.saved("{}", "{}");</script>'
    stamps = {1: "load1795326673401", 3: "load1795326673999"}

    def save(seq: int, number: int, title: str, words: str) -> Any:
        sent = form(action="save", title=title, text=words)
        return exchange(seq, "POST", f"/?task=notes&stamp={stamps[seq]}", sent, html=saved.format(number, stamps[seq]))

    move = form(uid="1", box="Mine", to="trash")
    raws = [
        save(1, *first, "Fine."),
        listed(2, first),
        save(3, *second, "Much."),
        listed(4, second, first),
        listed(5, first, search="coffee"),
        exchange(6, "POST", "/?task=notes&action=move", move, answer={"ok": True}),
        listed(7, second),
    ]
    fields = '<form method="post" action="/?task=notes"><input name="title"><input name="text"></form>'
    pages = [
        Page(ORIGIN + "/?task=notes&action=new", "", fields, 1),
        screen(3, first),
        screen(5, second, first),
        screen(8, second),
    ]
    return discover(Recorded(raws, pages), "demo")


def test_rows_in_a_script_are_made_of_the_state() -> None:
    draft = notes()
    made = feature(draft, "notes.list.script")
    assert "query.get('action', '') == 'list' && query.get('box', '') == 'Mine'" in made["on"]["where"]
    script = made["reply"]["json"]["exec"]["calls"]
    assert script["add_row"]["set"] == {"0": "int(item.id)", "1": {"title": "string(item.get('title', ''))"}}
    assert made["let"] == {"found": "state.notes.values().sortBy(item, int(item.id)).reverse()"}
    assert script["set_count"] == [{"0": "'1 to ' + string(size(found)) + ' of ' + string(size(found))"}]
    assert made["reply"]["json"]["env"] == {"found": "size(found)"}
    assert not any("list.page" in str(one.document["id"]) for one in draft.features)


def test_a_search_of_one_answer_counts_as_the_list_does_and_looks_into_what_rows_show() -> None:
    draft = notes()
    found = feature(draft, "notes.list.script-2")
    assert found["reply"]["json"]["exec"]["calls"]["set_count"] == [
        {"0": "'1 to ' + string(size(found)) + ' of ' + string(size(found))"}
    ]
    own = "string(item.get('title', ''))"
    assert found["let"]["found"] == (
        f"state.notes.values().filter(item, ({own}).lowerAscii().contains(query['q'].lowerAscii()))"
        ".sortBy(item, int(item.id)).reverse()"
    )


def test_an_answer_that_names_its_key_tells_of_a_create_and_is_made_anew() -> None:
    draft = notes()
    create = feature(draft, "notes.create.form")
    assert create["reply"]["html"] == (
        "'<script>parent.saved(\"' + result.id + '\", \"' + query.get('stamp', '') + '\");</script>'"
    )
    assert create["with"] == {"title": "body.get('title', '')", "text": "body.get('text', '')"}
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    made = [act(world, state, "create_note", {"title": "x", "text": "y"})]
    made.append(act(world, made[0].state, "create_note", {"title": "z", "text": ""}))
    assert [one.result for one in made] == [{"id": "1"}, {"id": "2"}]


def test_a_frame_is_a_load_of_its_own() -> None:
    into = [("Sec-Fetch-Dest", "iframe")]
    raws = [exchange(1, "GET", "/mail", html="<p>a</p>"), exchange(2, "GET", "/mail/7", html="<p>b</p>")]
    raws[1] = raws[1].__class__(2, "GET", ORIGIN + "/mail/7", into, b"", 200, raws[1].headers, raws[1].body)
    loads = loads_of(raws)
    assert [(one.seq, one.framed) for one in loads] == [(1, False), (2, True)]
    whole, frame = load_of(ORIGIN + "/mail", 3, loads), load_of(ORIGIN + "/mail/7", 3, loads, framed=True)
    assert (whole and whole.seq, frame and frame.seq) == (1, 2)
    assert load_of(ORIGIN + "/mail/7", 3, loads) is None
    assert not Shown(ORIGIN, "", "", 1).framed
