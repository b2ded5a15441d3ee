"""What fields of forms say of entities, and how pages show it: in words to choose from, as dates, as numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.choice_blanks import as_spaced
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.formats import format_of, text_around, yes_and_no
from awe_author.features.discover.markup.json_fields import as_nothing
from awe_author.features.discover.markup.number_formats import NUMBER, as_sent, in_field, unwritten
from awe_author.features.discover.markup.told_columns import Said, States, nothing, plainly
from awe_author.features.discover.pages.due_fields import set_due
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in

SECONDS = 9
"""Digits of a number that may be seconds since 1970, at least."""


def add_choices(made: PageKind, posts: Sequence[Call], shown: Sequence[Shown]) -> None:
    """What forms on other pages call the values of a field: those that are sent where posts go, or to the same address
    of another entity (`/tickets/8` as `/tickets/7`). A thing that belongs elsewhere may have other choices."""
    urls = {call.origin + call.path for call in posts}
    kinds = set[str]().union(*map(_about, urls))
    for form in (form for one in shown for form in one.forms):
        action = form.action.partition("?")[0]
        for name in made.labels if action in urls or _about(action) & kinds else ():
            if name not in made.checks:
                made.labels[name] = {**form.options.get(name, {}), **made.labels[name]}


def _about(url: str) -> set[str]:
    return {one.template for one in addresses(url, url) if looks_like_id(one.key)}


def said_of(
    name: str, made: PageKind, writes: Sequence[tuple[Call, str]], shown: Sequence[Shown]
) -> list[tuple[str, int, str]]:
    """What a field of forms says of which entity, and when: what was sent, and what its page has in it, at the first
    look at each document: later ones have in their fields what a user chose."""
    said = [(key, call.seq, call.body.get(name, "")) for call, key in writes if isinstance(call.body, dict)]
    first = {one.load.seq: one for one in reversed(shown) if one.load is not None}
    last: Shown | None = None
    for one in shown:
        typed = _looked_at_before(one, last, writes)  # a dialog at an address that a script made
        last = one
        if typed or (one.load is not None and first[one.load.seq] is not one):
            continue
        key = key_in(one.page.url, made.template)
        said += [(key, one.page.seq, form.fields.get(name, "")) for form in one.forms
                 if key and (name in form.fields or name in form.checks)]  # fmt: skip
    return said


def _looked_at_before(one: Shown, last: Shown | None, writes: Sequence[tuple[Call, str]]) -> bool:
    """Was a page that was never loaded at its address looked at right before, with no write between?"""
    if one.load is not None or last is None or last.load is not None or last.page.url != one.page.url:
        return False
    return not any(last.page.seq <= call.seq < one.page.seq for call, _ in writes)


def is_another(
    name: str, made: PageKind, said: Sequence[tuple[str, int, str]], lists: Sequence[tuple[Page, Rows]]
) -> bool:
    """Does a field that is not chosen from a list send a number for what the column of its name says in words: a user's
    key under "Author", the second in which the form was opened for "Date"? It is another thing, then."""
    of = made.sent[name]
    shown = {row.key: row.values[of] for _, rows in lists for row in rows.rows if of in row.values}
    pairs = [(value, shown[key]) for key, _, value in said if value and key in shown]
    return (
        bool(pairs) and name not in made.labels and name not in made.checks
        and all(str(value).isdigit() and _says_otherwise(str(value), words) for value, words in pairs)
    )  # fmt: skip


def _says_otherwise(number: str, words: str) -> bool:
    """Has a column no number for the one that is sent, or a date in words for seconds since 1970?"""
    digits = "".join(filter(str.isdigit, words))
    return not digits or (len(number) >= SECONDS and not words.isdigit() and not digits.startswith(number))


def set_formats(
    made: PageKind, lists: Sequence[tuple[Page, Rows]], writes: Sequence[tuple[Call, str]], shown: Sequence[Shown]
) -> None:
    """What columns show of what forms send: dates, yes and no, nothing. The rows get it as forms send it."""
    for name, of in made.sent.items():
        sent = said_of(name, made, writes, shown)
        rows = [(page.seq, row) for page, found in lists for row in found.rows if of in row.values]
        pairs = _pairs(of, sent, writes, rows)
        if name in made.checks:
            made.labels[name] = yes_and_no(made.labels[name], pairs, {row.values[of] for _, row in rows})
        elif name in made.labels and plainly(made.labels[name], [row.values[of] for _, row in rows]):
            made.choices[of] = made.labels.pop(name)
        elif name in made.labels:
            there = [(page.seq, row) for page, found in lists for row in found.rows
                     if rows and (found.container or of in row.values)]  # fmt: skip
            made.labels[name] = as_spaced(made.labels[name], pairs)
            made.labels[name] |= as_nothing(made.told, of, made.labels[name])
            silent = {call.seq for call, _ in writes if isinstance(call.body, dict) and name not in call.body}
            empty = nothing(made.labels[name], _pairs(of, sent, writes, there, silent))
            words = {row.values[of] for _, row in rows}  # a list without the column shows nothing of it
            made.labels[name] |= {value: as_shown for value, as_shown in empty.items()
                                  if made.labels[name][value] not in words}  # fmt: skip
        else:
            told = [str(value) for _, _, value in sent]
            pairs = [(as_sent(value, said), said) for value, said in pairs]
            how = format_of([row.values[of] for _, row in rows], pairs)
            alone = in_field(how.pattern) if how is not None and how.counted else ""
            told = [(unwritten(alone, one) or one) if alone else one for one in told]
            if how is not None and how.takes(told):
                made.formats[of] = how
                if alone and _has_grouped(name, alone, shown):
                    made.grouped[of] = alone
                for _, row in rows:
                    plain = how.plain(row.values[of])
                    row.values[of] = row.values[of] if plain is None else plain
            elif how is None and (around := text_around([row.values[of] for _, row in rows], pairs)) is not None:
                for _, row in rows:
                    row.values[of] = row.values[of].removeprefix(around[0]).removesuffix(around[1])
            elif how is None:
                set_due(made, of, rows, pairs, shown)


def _has_grouped(name: str, pattern: str, shown: Sequence[Shown]) -> bool:
    """Has a form a number of this pattern in a field, with a sign between thousands?"""
    said = {form.fields[name] for one in shown for form in one.forms if name in form.fields}
    return any(value and not NUMBER.match(value) and unwritten(pattern, value) is not None for value in said)


def _pairs(
    of: str,
    sent: Sequence[Said],
    writes: Sequence[tuple[Call, str]],
    rows: Sequence[tuple[int, Row]],
    silent: Collection[int] = (),
) -> list[tuple[str, str]]:
    """(as sent, as shown): each value of a form with the row that shows it next, or showed it last, where one does so
    before the entity is written again, else with the nearest. `silent`: numbers of posts that say nothing of it."""
    found = []
    states = States((call.seq, key) for call, key in writes)
    for place, (key, seq, value) in enumerate(sent):
        if place < len(writes) and writes[place][0].seq in silent:
            continue
        state = states.at(key, seq + (place < len(writes)))
        mine = sorted((states.at(key, at) != state, abs(at - seq), row.values.get(of, ""))
                      for at, row in rows if row.key == key)  # fmt: skip
        found += [(str(value), mine[0][2])] if mine else []
    return found
