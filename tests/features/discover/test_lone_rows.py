"""Lists of calls that a form filled: of which there was only one row, and what answers say of what was sent."""

from __future__ import annotations

import json
from typing import Any

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.from_calls import from_calls
from awe_author.features.discover.replies.forwarded import led_to_new
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form

PEOPLE = "/app?do=list&book=0"


def listed(seq: int, *people: tuple[int, str, str]) -> Any:
    told = (json.dumps({"name": name, "mail": mail}, separators=(",", ":")) for _, name, mail in people)
    rows = "".join(f'this.add_person("{one[0]}",{said});\n' for one, said in zip(people, told, strict=True))
    count = f"1 of {len(people)}" if people else "Nobody."
    return exchange(seq, "GET", f"{PEOPLE}&_={seq}", answer={"exec": f'this.set_count("{count}");\n{rows}'})


def books(more: str = "") -> str:
    names = ("Own", "Shared", "Old")
    links = "".join(f'<tr><td class="title"><a href="/app?book={key}">{one}</a></td></tr>'
                    for key, one in enumerate(names))  # fmt: skip
    return f"<html><body><table id='books'><tbody>{links}</tbody></table>{more}</body></html>"


def people() -> Draft:
    """Somebody is put into a book; then a group is made in it."""
    ada = (1, "Ada Vance", "ada@quay.test")
    fields = "".join(f'<input name="{one}">' for one in ("first", "last", "name", "mail"))
    new = f'<html><body><form method="post" action="/app?do=save&into=0">{fields}</form></body></html>'
    about = "<html><body><h1>Ada Vance</h1><p>ada@quay.test</p></body></html>"
    said = form(framed="1", book="0", first="Ada", last="Vance", name="", mail="ada@quay.test")
    group = 'this.tell("Made.");\nthis.add_group({"book":"0","id":"1","name":"Quay"});\n'
    raws = [
        exchange(1, "GET", "/app?books=all", html=books()),
        listed(2),
        exchange(3, "GET", "/app?do=add&framed=1&book=0", html=new),
        exchange(4, "POST", "/app?do=save&into=0", said, html="<html><script>parent.load();</script></html>"),
        listed(5, ada),
        exchange(6, "GET", "/app?do=show&framed=1&book=0&person=1", html=about),
        exchange(7, "POST", "/app?do=group", form(book="0", name="Quay"), answer={"exec": group}),
        exchange(8, "GET", "/app?books=all", html=books("<p>Quay</p>")),
    ]
    pages = [
        Page(f"{ORIGIN}/app?books=all", "", books(), 2),
        Page(f"{ORIGIN}/app?do=add&framed=1&book=0", "", new, 4, framed=True),
        Page(f"{ORIGIN}/app?do=show&framed=1&book=0&person=1", "", about, 7, framed=True),
        Page(f"{ORIGIN}/app?books=all", "", books("<p>Quay</p>"), 9),
    ]
    return discover(Recorded(raws, pages), "demo")


def kind_of(draft: Draft, template: str) -> str:
    return next(str(one.document["id"]).partition(".")[0] for one in draft.features
                if template in str(one.document["on"]))  # fmt: skip


def test_the_only_row_is_of_the_kind_whose_document_was_opened_for_it() -> None:
    draft = people()
    kind = kind_of(draft, "person=*")
    rows = feature(draft, f"{kind}.list.script")["reply"]["json"]["exec"]["calls"]["add_person"]
    assert rows["set"]["1"] == {"name": "string(item.get('name', ''))", "mail": "string(item.get('mail', ''))"}
    create = feature(draft, f"{kind}.create.form")
    assert "'save'" in create["on"]["where"]
    joined = "(body.get('first', '') + ' ' + body.get('last', '')).trim()"
    assert create["with"]["name"] == f"body.get('name', '') != '' ? dyn(body.get('name', '')) : dyn({joined})"


def test_calls_in_answers_say_what_was_sent() -> None:
    draft = people()
    said = next(one.document for one in draft.features if "'group'" in str(one.document["on"]))
    made: Any = said["reply"]
    pages: list[Any] = [one.document["on"] for one in draft.features
                        if str(one.document["id"]).startswith(str(said["id"]).partition(".")[0] + ".")]  # fmt: skip
    assert {on["once"] for on in pages if "page" in on} == {True}
    assert made["json"] == {"exec": {"calls": {"add_group": [{"0": {"name": "body.get('name', '')"}}]}}}


def test_calls_that_name_keys_of_a_kind_and_say_something_else_are_no_list_of_it() -> None:
    draft = people()
    lists = [str(one.document["id"]) for one in draft.features if "list.script" in str(one.document["id"])]
    assert len(lists) == 1


def test_reads_about_others_lead_to_the_page_that_was_made_for_one() -> None:
    asked = "/app?do=write&reply=45&box=In"
    calls = from_calls([exchange(1, "GET", asked, status=302, location="/app?do=write&id=16b0846b440df0")]).every
    (made,) = led_to_new(calls, set())
    assert made.document["reply"] == {"status": 302, "like": "recorded"}
    on: Any = made.document["on"]
    assert on["where"] == "query.get('do', '') == 'write' && 'reply' in query && 'box' in query"
    plain = from_calls([exchange(1, "GET", asked, status=302, location="/app?do=write&id=7")]).every
    assert led_to_new(plain, set()) == []
