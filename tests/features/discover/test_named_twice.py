"""Entities that several addresses name by the same word."""

from __future__ import annotations

from dataclasses import replace

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.pages.named_twice import (
    beside,
    led_elsewhere,
    other_address,
    within,
    without_made_by_name,
    without_unlike,
)
from awe_author.features.discover.pages.page_kinds import page_kinds
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.pages.posts import roles_of
from tests.features.discover.exchanges import ORIGIN

PAGES, FORM = "/pages/*", "/app?title=*&action=edit"


def post(seq: int, title: str, to: str, action: str = "submit") -> Call:
    query, body = (("title", title), ("action", action)), {"words": f"All about {title}"}
    operation = f"action={action}"
    return Call(seq, "POST", "POST", ORIGIN, "/app", query, "form", operation, True, body, 302, None, "", to, "")


def shown(seq: int, *links: str) -> Shown:
    rows = "".join(f"<li><a href='{link}'>{link.rpartition('/')[2]}</a></li>" for link in links)
    html = f"<html><body><ul class=all>{rows}</ul></body></html>"
    page, document = Page(ORIGIN + "/list", "", html, seq), parse(html)
    return Shown(page, rows_of(document, page.url), [], document)


MADE = [(post(5, "Tea", "/pages/Tea"), "create", "Tea"), (post(7, "Jam", "/pages/Jam"), "update", "Jam")]


def test_links_to_where_the_posts_about_a_kind_go_are_no_kind_of_their_own() -> None:
    assert other_address(FORM, MADE)
    assert not other_address("/app?name=*", MADE)
    assert not other_address("/other?title=*", MADE)
    assert not other_address(FORM, MADE[:1])
    numbered = [(post(5, "7", "/pages/7"), "create", "7"), (post(7, "8", "/pages/8"), "update", "8")]
    assert not other_address(FORM, numbered)


def test_lists_of_what_is_not_there_yet_are_no_second_kind() -> None:
    missing = "/app?title=Mead&action=edit"
    pages = [
        shown(2, "/pages/Ale", "/pages/Jam"), shown(4, missing, "/app?title=Rum&action=edit"),
        shown(20, "/pages/Ale", "/pages/Jam", "/pages/Mead", "/pages/Tea"),
    ]  # fmt: skip
    posts = [post(5, "Tea", "/pages/Tea"), post(7, "Jam", "/pages/Jam"), post(9, "Mead", "/pages/Mead")]
    assert [one.template for one in page_kinds(pages, posts)] == [PAGES]


def test_a_post_that_leads_elsewhere_is_about_what_its_address_names() -> None:
    led = [(call, key) for call, _, key in MADE]
    moved = post(9, "Ale", "/app?title=Ale&follow=no")
    assert led_elsewhere(moved, led) == "Ale"
    assert led_elsewhere(moved, led, {"Ale"}) is None
    assert led_elsewhere(moved, led[:1]) is None
    assert led_elsewhere(post(9, "Ale", "/app?about=all"), led) is None
    assert led_elsewhere(post(9, "Ale", "/app?title=Ale&follow=no", "delete"), led) is None
    listed = shown(2, "/pages/Jam", "/pages/Sake")
    roles = roles_of(PAGES, [(listed.page, rows) for rows in listed.lists], [MADE[0][0], MADE[1][0], moved])
    assert [(role, key) for _, role, key in roles] == [("create", "Tea"), ("update", "Jam"), ("create", "Ale")]


def test_a_post_that_names_what_lies_within_is_about_that() -> None:
    folders, mails = "/app?folder=*&task=mail", "/app?folder=Inbox&mail=*&task=mail"
    sent = {"folder": "Inbox", "mail": "7", "flag": "read"}
    read = replace(post(5, "x", ""), query=(("action", "mark"),), body=sent, location="")
    assert within(read, folders, mails, {"7", "8"})
    assert not within(read, folders, mails, {"8"})
    assert not within(read, mails, folders, {"Inbox"})
    assert not within(read, folders, "/app?mail=*&task=mail", {"7"})
    assert not within(replace(read, body={"folder": "Inbox"}), folders, mails, {"7"})


def test_a_mail_is_marked_and_not_the_folder_in_which_it_lies() -> None:
    links = [f"/app?folder=Inbox&mail={key}&task=mail" for key in (7, 8)]
    menu = shown(2, "/app?folder=Inbox&task=mail", "/app?folder=Sent&task=mail")
    pages = [menu, shown(4, *links), shown(20, *links)]
    sent = {"folder": "Inbox", "mail": "7", "flag": "read"}
    read = replace(post(5, "x", ""), query=(("action", "mark"),), operation="action=mark", body=sent, location="")
    assert [one.template for one in page_kinds(pages, [replace(read, status=200)])] == [
        "/app?folder=Inbox&mail=*&task=mail"
    ]


def test_what_is_made_under_the_name_that_was_sent_is_no_row_of_another_list() -> None:
    sent = {"name": "Bills", "parent": ""}
    make = replace(post(5, "x", ""), query=(), operation="action=save", body=sent, location="")
    kept = [(post(3, "Tea", "/pages/Tea"), "create", "1"), (make, "update", "2")]
    folders, mails = [(make, "create", "Bills")], [*kept, (make, "create", "7")]
    assert without_made_by_name(mails, [folders, mails]) == kept
    assert without_made_by_name(folders, [folders, mails]) == folders
    assert without_made_by_name(mails, [mails]) == mails


def test_a_folder_is_made_and_no_mail_that_is_the_first_to_be_listed_in_it() -> None:
    menu = ["/app?folder=Inbox&task=mail", "/app?folder=Sent&task=mail"]
    mails = [f"/app?folder=Inbox&mail={key}&task=mail" for key in (7, 8)]
    bills = ["/app?folder=Bills&mail=1&task=mail", "/app?folder=Bills&mail=2&task=mail"]
    pages = [shown(2, *menu), shown(4, *mails), shown(9, *bills), shown(20, "/app?folder=Bills&task=mail", *menu)]
    make = replace(post(5, "x", ""), query=(), body={"name": "Bills", "parent": ""}, location="")
    kinds = page_kinds(pages, [replace(make, status=200)])
    assert [(one.template, one.operations[0].made) for one in kinds] == [("/app?folder=*&task=mail", ["Bills"])]


def test_what_a_form_of_another_thing_makes_aside_is_no_create() -> None:
    fields = {"name": "Ada", "mail": "ada@quay.test", "city": "", "phone": "12", "title": ""}
    save = replace(post(5, "x", ""), query=(), operation="", path="/leads/3/", body={**fields, "_save": "x"})
    convert = replace(save, seq=9, path="/leads/5/", body={**fields, "_convert": "x"})
    leads = [(save, "update", "3"), (convert, "update", "5")]
    assert without_unlike([(convert, "create", "26")], [], [([], leads)]) == [(convert, "aside", "26")]
    assert without_unlike([(convert, "create", "26")], [], [([], leads[1:])]) == [(convert, "create", "26")]
    other = [(replace(save, body={"note": "Called."}), "update", "3"), leads[1]]
    assert without_unlike([(convert, "create", "26")], [], [([], other)]) == [(convert, "create", "26")]


def test_a_post_below_a_row_of_another_list_is_about_that() -> None:
    shops, notes = "/site/shops/*/edit", "/site/notes/*/edit"
    assert beside("/site/notes/3", shops, notes, {"3", "4"})
    assert not beside("/site/notes/5", shops, notes, {"3", "4"})
    assert not beside("/site/change/3", shops, notes, {"3", "4"})
    assert not beside("/site/notes/3", "/site/notes/*/open", notes, {"3"})
    assert not beside("/shop/1/change/7", "/shop/1/item/*", "/shop/*", {"1", "2"})

    def listed(seq: int, *links: str) -> Shown:
        cells = "".join(f"<tr><td>{seq}</td><td><a href='{link}'>Edit {link}</a></td></tr>" for link in links)
        html = f"<html><body><table>{cells}</table></body></html>"
        page, document = Page(f"{ORIGIN}{links[0].rpartition('/')[0].rpartition('/')[0]}", "", html, seq), parse(html)
        return Shown(page, rows_of(document, page.url), [], document)

    pages = [
        listed(2, *(f"/site/shops/{key}/edit" for key in (3, 4, 5, 6))),
        listed(4, *(f"/site/notes/{key}/edit" for key in (3, 4, 5))),
    ]
    sent = replace(post(5, "x", "/site/notes/3/edit"), query=(), operation="")
    kinds = page_kinds(pages, [replace(sent, path="/site/notes/3"), replace(sent, seq=7, path="/site/shops/4")])
    assert {one.kind.name: [call.path for made in one.operations for call in made.calls] for one in kinds} == {
        "notes": ["/site/notes/3"], "shops": ["/site/shops/4"],
    }  # fmt: skip
