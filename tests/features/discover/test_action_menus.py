"""Tabs and menus of what can be done with one entity are no lists; forms on its pages say what it is."""

from __future__ import annotations

from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import parse, rows_of
from awe_author.features.discover.markup.forms import forms_of
from awe_author.features.discover.pages.action_menus import action_menus
from awe_author.features.discover.pages.page_operations import keys_of
from awe_author.features.discover.pages.pages import Shown
from tests.features.discover.exchanges import ORIGIN


def test_what_can_be_done_with_each_is_a_menu() -> None:
    menus = {"/node/3/*": ["edit", "delete"], "/node/7/*": ["edit", "delete", "revisions"]}
    assert action_menus({"/node/*": ["3", "7"], **menus}) == {*menus}


def test_what_belongs_to_an_entity_is_none() -> None:
    assert action_menus({"/node/*": ["3", "7"], "/node/3/*": ["edit"], "/node/7/*": ["ada"]}) == set()
    assert action_menus({"/list/*": ["3"], "/node/3/*": ["edit"], "/node/7/*": ["edit"]}) == set()
    assert action_menus({"/lists/*": ["3", "7"], "/lists/3/*": ["14"], "/lists/7/*": ["14"]}) == set()


def test_what_says_what_is_done_is_no_key() -> None:
    def told(url: str) -> list[tuple[str, str]]:
        return [(one.template, one.key) for one in addresses(ORIGIN + url, ORIGIN)]

    assert told("/index.php?action=edit") == []
    assert told("/index.php?action=edit&id=7") == [("/index.php?action=edit&id=*", "7")]
    assert ("/index.php?action=*", "14") in told("/index.php?action=14")


def test_a_row_is_about_what_its_link_names() -> None:
    def row(key: int, name: str) -> str:
        links = f'<a href="/i.php?do=edit&id={key}">edit</a> <a href="/i.php?do=details&id={key}">{name}</a>'
        return f"<tr><td>{links}</td></tr>"

    body = f"<table><tbody>{row(7, 'Ada')}{row(8, 'Ben')}</tbody></table>"
    assert rows_of(parse(body), f"{ORIGIN}/i.php")[0].template == "/i.php?do=details&id=*"


def test_a_page_says_its_entity_as_the_own_one_does() -> None:
    def told(url: str) -> set[str]:
        page = Page(ORIGIN + url, "", "", 3)
        return keys_of(Shown(page, [], [], parse("")), "/i.php?action=view&id=*&sort=lead", set())

    assert told("/i.php?action=edit&sort=lead&id=7") == {"7"}
    assert told("/i.php?action=edit&sort=firm&id=7") == set()
    assert told("/i.php?action=edit&sort=lead") == set()


def test_a_page_is_about_what_its_forms_are_posted_to() -> None:
    def told(path: str, html: str) -> set[str]:
        document = parse(html)
        page = Page(ORIGIN + path, "", html, 3)
        return keys_of(Shown(page, [], forms_of(document, page.url), document), "/node/*", {"/node/*/edit"})

    form = '<form method="post" action="/node/7/edit"><input name="title" value="Tea"></form>'
    assert told("/node/7/edit", form) == {"7"}
    assert told("/node/4", form) == {"4"}
    assert told("/node/7/delete", form.replace("/edit", "/delete")) == set()
