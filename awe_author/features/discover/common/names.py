"""Names: of kinds, fields and actions, as a person would write them; and what an identifier looks like."""

from __future__ import annotations

import keyword
import re
from collections.abc import Container, Sequence
from itertools import chain, count
from urllib.parse import unquote

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_WORD = re.compile(r"[^A-Za-z0-9]+")
_ID = re.compile(
    r"(?:\d{1,19}|[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{4}-?[0-9a-fA-F]{12}"
    r"|(?=[0-9a-fA-F]*\d)[0-9a-fA-F]{12,64}|[0-9A-HJKMNP-TV-Z]{26}|(?=\w*\d)(?=\w*[A-Za-z])[\w-]{15,40})\Z"
)

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?\Z")


_FORMATS = r"(?:json|xml|html?|php|aspx?|jsp|do)"
_FORMAT = re.compile(rf"(.+)\.{_FORMATS}\Z")
_CALLED = re.compile(r"((?P<name>[A-Za-z_][\w.]*)(?:\(|%28)(?P<quote>'|%27|))(?P<key>[^()']+?)((?P=quote)(?:\)|%29))\Z")
"""`Books(7)` and `Books('tea')`: a key beside the name of what has it (OData 4.01 part 2, section 4.3.1)."""


SECRET = re.compile(r"passw|_pass$", re.IGNORECASE)
"""Names of fields with a password."""
PASSING = re.compile(rf"token|csrf|nonce|{SECRET.pattern}", re.IGNORECASE)
"""Names of fields that no entity has: passwords, and what tells that a form is the app's own."""
_VERSION = re.compile(r"v?\d+(\.\d+)+\Z", re.IGNORECASE)
"""`v60.0`; whole numbers (`v4`) are among `NOT_A_KIND`."""


def words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


ENVELOPE = words(
    """
    data aadata items results result records record rows row list entries entry nodes node edges edge value
    values content contents payload response objects object doc docs documents hits body output json members
    elements collection all
    """
)
"""Names of wrappers: they say nothing about what is inside."""
NOT_A_KIND = words(
    """
    api rest v1 v2 v3 v4 admin ajax json graphql rpc services service index php wp public app
    """
)
IDS = ("id", "_id", "uuid", "gid", "guid", "uid", "oid", "sys_id", "pk", "slug", "key")
"""Names of fields that say which record one is, the surest first."""
_ENDS_IN_AS = re.compile(r"(?<![a-z])(alias|atlas|bias|canvas)(es)?\Z")
"""Words whose last letters are no plural."""
CEL_WORDS = words(
    """
    true false null in as break const continue else for function if import let loop package namespace
    return var void while state params now warehouse result body query path method headers segments form
    row page key value
    """
)


def snake(text: str) -> str:
    """`issue[assignedTo]` -> `issue_assigned_to`; "" when there is no letter or digit in it."""
    words = [part for piece in _NOT_WORD.split(text) for part in _CAMEL.split(piece) if part]
    name = "_".join(words).lower()
    return f"n_{name}" if name[:1].isdigit() else name


def id_of_path(path: str) -> str:
    """The words of the template of a path, for names of features: `/boats/*/logs` -> `boats_logs`."""
    return "_".join(snake(piece) for piece in path.split("/") if piece not in ("", "*")) or "root"


def singular(name: str) -> str:
    """`stories` -> `story`, `tickets` -> `ticket`, `boxes` -> `box`; what has no plural ending stays."""
    if found := _ENDS_IN_AS.search(name):
        return name[: found.end(1)]
    if name.endswith("ies") and len(name) > 4:
        return name[:-3] + "y"
    if re.search(r"(s|x|z|ch|sh)es$", name) and not name.endswith("ses"):
        return name[:-2]
    if name.endswith("s") and not re.search(r"(ss|us|is)$", name) and len(name) > 2:
        return name[:-1]
    return name


def plural(name: str) -> str:
    """The other way."""
    if name != singular(name):
        return name
    if re.search(r"[^aeiou]y$", name):
        return name[:-1] + "ies"
    return name + ("es" if re.search(r"(s|x|z|ch|sh)$", name) else "s")


def looks_like_id(text: str) -> bool:
    """A number, UUID, hex or other random-looking token."""
    return bool(_ID.match(text))


def is_moment(part: str) -> bool:
    """Is a part of a path a day with its time, `2026-03-01T09:30:00.000Z`?"""
    return bool(_MOMENT.match(part))


CHANGED_BY = "changed_by"
"""Field with the name of who changed an entity last, as its pages say it."""
STATE = re.compile(r"[^\W\d]+([ _-][^\W\d]+){0,2}")
"""A word or few such as states are called by."""
SCRIPT = re.compile(r"\.(php\d?|aspx?|jspx?|do|action|cgi|pl|cfm|html?)\Z", re.IGNORECASE)
"""Endings of addresses that say by what a page is made."""


def without_id(name: str) -> str:
    """What a field that names something by its key is about: `state` of `stateId` and `state_id`."""
    return re.sub(r"(?<=[a-z])(_id|Id)\Z", "", name)


def unused(names: Sequence[str], taken: Container[str]) -> str:
    """The first of these names that is not taken, else the last of them with a number: `cells_2`."""
    numbered = (f"{names[-1]}_{number}" for number in count(2))
    return next(name for name in chain(names, numbered) if name not in taken)


def stem(part: str) -> str:
    """The key in a part of a path: `14.json` is 14, as the ending only says the format; `Books(7)` is 7."""
    match = _FORMAT.match(part)
    if match:
        return match[1] if looks_like_id(match[1]) else part
    called = _CALLED.match(part)
    return called["key"] if called and (called["quote"] or looks_like_id(called["key"])) else part


def starred(part: str, key: str) -> str:
    """A part of a path, as it was sent, with `*` for the key in it: `14.json` is `*.json`, `Books(7)` is `Books(*)`."""
    called = _CALLED.match(part)
    return f"{called[1]}*{called[5]}" if called else "*" + unquote(part)[len(key) :]


def is_star(part: str) -> bool:
    """Does a part of a template stand for an identifier? `*`, `*.json` and `Books(*)`."""
    called = _CALLED.match(part)
    return part == "*" or part.startswith("*.") or bool(called and called["key"] == "*")


def path_words(path: str) -> list[str]:
    """The names in a path or template, in order: `/api/todo.list` has api, todo, list; `/tickets.json` has tickets,
    `/Books(7)` books."""
    parts = (re.sub(rf"\.{_FORMATS}\Z", "", _named(part)) for part in path.split("/"))
    told = (part for part in parts if part and not is_star(part) and not _VERSION.match(part))
    words = (snake(word) for part in told for word in part.split("."))
    return [word for word in words if word]


def _named(part: str) -> str:
    called = _CALLED.match(part)
    return called["name"] if called else part


def safe(name: str) -> str:
    """A name that may be bound in an expression."""
    return f"{name}_" if name in CEL_WORDS or keyword.iskeyword(name) else name


def is_plain(name: str) -> bool:
    """May it follow a dot in an expression?"""
    return bool(re.match(r"[A-Za-z_]\w*\Z", name)) and name not in ("in", "true", "false", "null", "as", "if", "else")
