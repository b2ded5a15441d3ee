"""Buttons of one form that set something of their own: `Completed` beside `Save` sends the same fields to the same
address, and says by its name (`_completed`, `_publish`) that more is done.

Told by the rows that show the entity before and after: where a button was pressed, columns say something else than
what was sent, or than what they said before, and where another button of the form was pressed, they do not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.page_operations import translated
from awe_author.features.discover.pages.posts import starred
from awe_author.features.discover.pages.set_by_posts import Lists, SetBy, Written, rows_around, set_by_posts
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.pages.pages import PageKind, Shown

LEAST = 3
"""Characters of a text that is sent, and none that a button sets has in it."""
LONGEST = 40
"""Characters of what a button sets."""
Post = tuple[Call, str, Mapping[str, Any]]
"""(post, key, what it sent of the entity's fields)."""


def sets_of(
    made: PageKind,
    lists: Lists,
    roles: Sequence[Written],
    sending: set[int],
    known: set[str],
    shown: Sequence[Shown],
) -> SetBy:
    """What posts of a kind set, those of buttons too. `sending`: numbers of those that send values of fields; `known`:
    columns that are something else, such as moments."""
    sets = set_by_posts(made.template, lists, roles, sending, known, shown)
    posts = [(call, key, translated(made, call)) for call, role, key in roles if role == "update"]
    groups: dict[str, dict[str, list[Post]]] = {}
    for post in posts:
        names = _buttons(post[0], shown)
        pressed = sorted(names & post[0].body.keys()) if isinstance(post[0].body, dict) else []
        if len(names) > 1 and len(pressed) == 1:
            address = starred(post[0].path, post[1], made.template)
            groups.setdefault(address, {}).setdefault(pressed[0], []).append(post)
    written = [(call.seq, key) for call, role, key in roles if role != "create"]
    making = {name for call, role, _ in roles if role == "create" and isinstance(call.body, dict) for name in call.body}
    for address, buttons in groups.items():
        for name, mine in [pair for pair in buttons.items() if pair[0] not in making]:
            others = [post for other, theirs in buttons.items() if other != name for post in theirs]
            values = _sets(lists, mine, others, written) if others else {}
            values = {field: value for field, value in values.items() if field not in known}
            if values:
                sets.pressed.setdefault(address, {})[name] = values
                for call, *_ in mine:
                    sets.sent[call.seq] = {**sets.sent.get(call.seq, {}), **values}
                    sets.by_button.add(call.seq)
    return sets


def _buttons(call: Call, shown: Sequence[Shown]) -> set[str]:
    """The names of all buttons of the form that was sent."""
    address = call.origin + call.path
    forms = (form for one in shown for form in one.forms if form.action.partition("?")[0] == address)
    return {name for form in forms for name in form.buttons}


def _sets(
    lists: Lists, mine: Sequence[Post], others: Sequence[Post], written: Sequence[tuple[int, str]]
) -> dict[str, str]:
    """Field -> what it says after each of the posts, though these did not send it, and others left it as it was."""
    usual: dict[str, bool] = {}
    for name, expected, value in _after(lists, others, written):
        usual[name] = usual.get(name, True) and expected == value
    texts = {said for _, _, sent in mine for said in sent.values() if isinstance(said, str) and len(said) >= LEAST}
    became: dict[str, set[str]] = {}
    for name, expected, value in _after(lists, mine, written):
        became.setdefault(name, set()).add("" if any(said in value for said in texts | {expected} if said) else value)
    return {
        name: value for name, values in became.items()
        if len(values) == 1 and usual.get(name) and (value := min(values))
        and len(value) <= LONGEST and not any(map(str.isdigit, value))
    }  # fmt: skip


def _after(lists: Lists, posts: Sequence[Post], written: Sequence[tuple[int, str]]) -> Iterator[tuple[str, str, str]]:
    """(field, what it should say, what it says) of rows after posts."""
    for call, key, sent in posts:
        others = [(seq, of) for seq, of in written if seq != call.seq]
        pair = rows_around(lists, call.seq, key, [(call, key)], others)
        if pair is not None and not pair[3]:
            before, after = pair[0].values, pair[1].values
            yield from ((name, str(sent.get(name, was)), after[name]) for name, was in before.items() if name in after)


def pressed_texts(
    values: Mapping[str, Mapping[str, str]], sent: Mapping[str, object], was: Callable[[str], str]
) -> JsonObject:
    """Field -> the expression of what it becomes. `values`: what the buttons of a form set; `sent`: the expressions of
    what it sends; `was`: that of what a field of the entity said."""
    found: JsonObject = {}
    for button, fields in values.items():
        for name, value in fields.items():
            usual = found.get(name) or sent.get(name) or was(name)
            found[name] = f"{text(button)} in body ? dyn({text(value)}) : dyn({usual})"
    return found
