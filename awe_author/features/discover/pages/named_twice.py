"""Entities that several addresses name by the same word, in a parameter: `/app?title=Tea&action=edit`, and
`/pages/Tea`.

Lists that link to such an address list nothing else, and a post there that leads somewhere else than the others is
about what its own address names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from urllib.parse import unquote

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.documents import Rows
from awe_author.queries import parse_qsl

LEAST = 2
"""Entities that posts named so."""
ASIDE = "aside"
"""Role of a post that makes something, though its form is about another thing."""
ALIKE = 0.8
"""Share of fields that posts of one form have in common; the name of the button that was pressed may differ."""
LEAST_FIELDS = 4
LONG = 5
"""Characters of a text that is hardly in a row by chance."""


def other_address(template: str, roles: Iterable[tuple[Call, str, str]]) -> bool:
    """Do the links of a list (`template`) lead to where the posts about another kind go (`roles`: post, what it does,
    to which key), with the key in the parameter in which these have it?"""
    path, _, query = template.partition("?")
    star = next((name for name, value in parse_qsl(query) if value == "*"), "")
    named = {key for call, _, key in roles if call.path == path and dict(call.query).get(star) == key}
    return bool(star) and len(named) >= LEAST and not any(map(looks_like_id, named))


def led_elsewhere(call: Call, led: Sequence[tuple[Call, str]], there: Collection[str] = ()) -> str | None:
    """The key that a post names in a parameter of its address, when it led to an address that says it, too, but is none
    of the kind's own; `led`: the posts that led to entities by their own addresses, each with its key, all of which
    named them so where they went there in the same way. What is `there` already is told otherwise."""
    if not call.location:
        return None
    alike = [(other, key) for other, key in led if other.path == call.path and other.operation == call.operation]
    for name, value in call.query:
        told = {key for other, key in alike if dict(other.query).get(name) == key}
        says = value in dict(parse_qsl(call.location.partition("?")[2])).values()
        if len(told) >= LEAST and len(told) == len({key for _, key in alike}) and says and not looks_like_id(value):
            return value if value not in there else None
    return None


def beside(path: str, template: str, other: str, keys: Collection[str]) -> bool:
    """Does a path go on from the key of another list's row, which stands where these have theirs, behind other words:
    `/site/notes/3`, with `/site/notes/*/edit` beside `/site/shops/*/edit`?"""
    parts, own, theirs = path.split("/"), template.partition("?")[0].split("/"), other.partition("?")[0].split("/")
    at = theirs.index("*") if "*" in theirs else 0
    apart = own[:at] != theirs[:at] == parts[:at] and own[at : at + 1] == ["*"]
    return at > 0 and apart and len(parts) > at and unquote(parts[at]) in keys


def within(call: Call, template: str, other: str, keys: Collection[str]) -> bool:
    """Does a post name one of another kind, whose addresses say in which of these it lies: `mail=7&folder=Inbox`, where
    mails are opened at `/app?folder=Inbox&mail=*` and folders at `/app?folder=*`?"""
    path, _, query = template.partition("?")
    other_path, _, others = other.partition("?")
    own, theirs = dict(parse_qsl(query)), dict(parse_qsl(others))
    star = next((name for name, value in own.items() if value == "*"), "")
    inner = next((name for name, value in theirs.items() if value == "*"), "")
    if path != other_path or not star or not inner or inner == star or star not in theirs:
        return False
    sent = dict(call.query) | (call.body if isinstance(call.body, dict) else {})
    return star in sent and str(sent.get(inner, "")) in keys


def without_made_by_name(
    roles: Sequence[tuple[Call, str, str]], others: Iterable[Sequence[tuple[Call, str, str]]]
) -> list[tuple[Call, str, str]]:
    """(post, role, key) without what a post that sends the name of something new (`name=Orders`, listed as `Orders`
    afterwards) would make of another kind, only because a list had one more then. `others`: those of other lists."""
    named = {call.seq for every in others for call, role, key in every if role == "create" and _sends(call, key)}
    return [one for one in roles if one[1] != "create" or one[0].seq not in named or _sends(one[0], one[2])]


def without_unlike(
    roles: Sequence[tuple[Call, str, str]],
    lists: Sequence[tuple[Page, Rows]],
    others: Iterable[tuple[Sequence[tuple[Page, Rows]], Sequence[tuple[Call, str, str]]]],
) -> list[tuple[Call, str, str]]:
    """(post, role, key) without what a post would make here, though the new row says nothing of what it sent, and the
    row of another list that it would make as well says so. What the form of another thing makes is made aside.
    `others`: (lists, roles) of these."""
    mine = {call.seq for call, _, _ in roles}
    forms = {
        call.seq for _, every in others for call, role, key in every
        if role != "create" and any(
            other.seq not in mine and other.seq != call.seq and _same_form((call, key), (other, of))
            for other, role_of, of in every if role_of == "update"
        )
    }  # fmt: skip
    roles = [one if one[1] != "create" or one[0].seq not in forms else (one[0], ASIDE, one[2]) for one in roles]
    better = {
        (call.seq) for theirs, every in others for call, role, key in every
        if role == "create" and _shows(call, key, theirs)
    }  # fmt: skip
    return [one for one in roles if one[1] != "create" or one[0].seq not in better or _shows(one[0], one[2], lists)]


def _same_form(one: tuple[Call, str], other: tuple[Call, str]) -> bool:
    """Are two posts of one form, each at the address of its own entity?"""
    (call, key), (again, of) = one, other
    paths = [["*" if part == named else part for part in sent.path.split("/")] for sent, named in (one, other)]
    fields, theirs = ({*sent.body} if isinstance(sent.body, dict) else set[str]() for sent in (call, again))
    alike = len(fields & theirs) >= ALIKE * max(len(fields), len(theirs)) and len(fields & theirs) >= LEAST_FIELDS
    return paths[0] == paths[1] and "*" in paths[0] and key != of and alike


def _shows(call: Call, key: str, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Do later rows with a key say a long text that was sent?"""
    body = call.body.values() if isinstance(call.body, dict) else ()
    sent = {value.strip() for value in body if isinstance(value, str) and len(value.strip()) >= LONG}
    rows = (row for page, every in lists if page.seq > call.seq for row in every.rows if row.key == key)
    return any(said in shown for row in rows for shown in row.values.values() for said in sent)


def _sends(call: Call, key: str) -> bool:
    return not looks_like_id(key) and isinstance(call.body, dict) and key in call.body.values()
