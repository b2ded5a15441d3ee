"""Rows that show a field of a form as labels (`row_labels`): they get the field, as forms send it.

Told when a form has in one field just the words of a row's labels, two at least, one behind the other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import partial

from bs4 import Tag

from awe_author.features.discover.markup.addresses import addresses, joined
from awe_author.features.discover.markup.documents import Row, Rows, row_of
from awe_author.features.discover.markup.row_labels import SIGNS, Labels, labels_in, marked, words_of
from awe_author.features.discover.markup.selectors import mark_of
from awe_author.features.discover.pages.pages import Shown

LEAST = 2
"""Words that a field and the labels of a row have."""


def add_labels(shown: Sequence[Shown]) -> None:
    """Give rows such fields, and forms their words as rows have them."""
    rows = [(one, listed, row) for one in shown for listed in one.lists for row in listed.rows if row.tag is not None]
    known = {mark_of(one.holder): one for *_, row in rows for one in _several(row)}
    told = next(((mark, *of) for mark in known if (of := _told(shown, _words(rows, mark))) is not None), None)
    if told is None:
        return
    mark, name, sign = told
    part = partial(_part, mark, name, sign)
    having = {id(listed) for _, listed, row in rows if row.tag is not None and marked(row.tag, mark) is not None}
    for one, listed, row in rows:
        if id(listed) in having:
            part(listed, row, one.page.url)
    for listed in (listed for one in shown for listed in one.lists if id(listed) in having):
        listed.parting.append(part)
    for form in (form for one in shown for form in one.forms if name in form.fields):
        form.fields[name] = sign.join(words_of(form.fields[name], sign))


def _several(row: Row) -> list[Labels]:
    """The elements of a row with several labels."""
    return [one for one in labels_in(row.tag) if len(one.words) >= LEAST] if row.tag is not None else []


def _words(rows: Sequence[tuple[Shown, Rows, Row]], mark: str) -> set[tuple[str, ...]]:
    """The words of the elements with several labels that have a mark."""
    return {tuple(one.words) for *_, row in rows for one in _several(row) if mark_of(one.holder) == mark}


def _told(shown: Sequence[Shown], known: set[tuple[str, ...]]) -> tuple[str, str] | None:
    """(field of forms, what stands between its words)."""
    for name, value in _filled(shown) if known else ():
        for sign in SIGNS:
            words = words_of(value, sign)
            if len(words) >= LEAST and tuple(words) in known:
                return name, sign
    return None


def _filled(shown: Sequence[Shown]) -> Iterator[tuple[str, str]]:
    for form in (form for one in shown for form in one.forms if form.method == "POST"):
        for name, value in form.fields.items():
            if name not in form.hidden and name not in form.options:
                yield name, value


def label_links(templates: Mapping[str, Collection[str]], shown: Sequence[Shown]) -> set[str]:
    """Those of the templates (template -> keys) that labels of rows link to, where the keys are words of labels: words
    of a field are no entities."""
    words, linked = set[str](), set[str]()
    for one, listed in ((page, rows) for page in shown for rows in page.lists if rows.labels[0]):
        for row in listed.rows:
            words |= {*words_of(row.values.get(listed.labels[0], ""), listed.labels[1])}
            found = marked(row.tag, listed.labels[2]) if row.tag is not None else None
            links = [link for label in (found.labels if found is not None else ()) for link in _links(label)]
            linked |= {to.template for link in links for to in addresses(joined(one.page.url, link), one.page.url)}
    return {template for template in linked & templates.keys() if {*templates[template]} <= words}


def _links(label: Tag) -> list[str]:
    return [str(link.get("href") or "") for link in [label, *label.find_all("a")] if link.name == "a"]


def _part(mark: str, name: str, sign: str, listed: Rows, row: Row, url: str) -> None:
    """Give a row the field of its labels."""
    listed.labels = (name, sign, mark)
    found = marked(row.tag, mark) if row.tag is not None else None
    if found is not None:
        without_element(row, listed, url, found.holder)
    row.values[name] = sign.join(found.words) if found is not None else ""


def without_element(row: Row, listed: Rows, url: str, element: Tag) -> None:
    """What an element of a row says is no column of its own: the columns are those without it."""
    if row.tag is None or listed.parent is None:
        return
    before = _columns(row, listed, url)
    row.apart.append(element)
    left = _columns(row, listed, url)
    for name in [name for name, said in before.items() if left.get(name) != said == row.values.get(name)]:
        del row.values[name]
        if name in left:
            row.values[name] = left[name]


def _columns(row: Row, listed: Rows, url: str) -> dict[str, str]:
    """What a row says without the elements that say fields of their own."""
    assert row.tag is not None
    assert listed.parent is not None
    places = [at for at, one in enumerate(row.tag.find_all(True)) if any(one is mine for mine in row.apart)]
    bare = copy(row.tag)
    inner = bare.find_all(True)
    for at in places:
        inner[at].clear()
    return row_of(bare, row.key, listed.parent, url).values
