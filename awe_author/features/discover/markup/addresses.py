"""Addresses with the part that names an entity taken out: its key in the path, or the value of a parameter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import says_what
from awe_author.queries import parse_qsl

_WORDED = re.compile(r"([a-z]{2,})(\d{1,9})\Z")
"""A part of a path that says what is meant and which one: `issue7`."""
WORDS = "**"
"""In a template: words behind the key, which say the same in another way."""
_WORDS = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Address:
    """A link with one part taken out."""

    template: str
    """Path with `*` for the key, then `?` and the parameters that stay; `name=*` when the key is a parameter."""
    key: str
    words: str = ""
    """What stands behind the key where the template has `**`: its name in an address, `/topics/7/green-tea/`."""


def joined(base: str, link: str) -> str:
    """The absolute address; "" for what is none."""
    try:
        return urljoin(base, link)
    except ValueError:
        return ""


def addresses(link: str, page: str) -> Iterator[Address]:
    """A link with each part taken out that may be a key; only of the page's own origin."""
    try:
        parts, own = urlsplit(link), urlsplit(page)
    except ValueError:
        return
    if parts.netloc != own.netloc or parts.scheme not in ("http", "https"):
        return
    segments = parts.path.split("/")
    query = sorted(pair for pair in parse_qsl(parts.query, keep_blank_values=True) if not leads_back(pair[1], own))
    last = max((place for place, segment in enumerate(segments) if segment), default=0)
    for place, segment in enumerate(segments):
        if segment and (looks_like_id(segment) or (place == last and not query and place > 1)):
            yield Address("/".join([*segments[:place], "*", *segments[place + 1 :]]), unquote(segment))
        if (worded := _WORDED.match(segment)) is not None:
            yield Address("/".join([*segments[:place], f"{worded[1]}*", *segments[place + 1 :]]), worded[2])
    if last > 1 and segments[last - 1].isdigit() and not query and _WORDS.fullmatch(segments[last]):
        template = "/".join([*segments[: last - 1], "*", WORDS, *segments[last + 1 :]])
        yield Address(template, segments[last - 1], segments[last])
    for place, (name, value) in enumerate(query):
        if value and not (says_what(name) and not looks_like_id(value)):
            rest = "&".join(f"{a}={'*' if n == place else b}" for n, (a, b) in enumerate(query))
            yield Address(f"{parts.path}?{rest}", value)


def below_words(url: str, template: str) -> Iterator[Address]:
    """An address that goes on behind the words of a template: `/topics/7/green-tea/edit` where that is `/topics/*/**`,
    as the one of any entity."""
    own, parts = template.partition("?")[0].strip("/").split("/"), urlsplit(url)
    segments = parts.path.split("/")[1:]
    if WORDS not in own or parts.query:
        return
    at = own.index(WORDS)
    begins = len(segments) > at + 1 and segments[at + 1] and segments[: at - 1] == own[: at - 1]
    if begins and segments[at - 1].isdigit() and _WORDS.fullmatch(segments[at]):
        path = "/".join(["", *segments[: at - 1], "*", WORDS, *segments[at + 1 :]])
        yield Address(path, segments[at - 1], segments[at])


def in_words(template: str) -> list[str]:
    """The condition that an address goes on with words alone where a template has them: `*` stands for anything."""
    return ["!segments[1].contains('/')"] if WORDS in template else []


def word_of(template: str) -> str:
    """What stands right before the key in the path of a template: `issue` of `/issue*`."""
    path, star, _ = template.partition("?")[0].partition("*")
    return path.rpartition("/")[2] if star else ""


def leads_back(value: str, own: SplitResult) -> bool:
    """Is a parameter's value an address, or what the page itself was asked for? It says where to go afterwards."""
    return value.startswith(("/", f"{own.scheme}://{own.netloc}/")) or (
        bool(value) and "=" in value and value in (own.query, unquote(own.query))
    )


def without_acts(url: str) -> str:
    """An address without what it says is done with what its path names: `/wiki/Tea?action=edit`, also of which version
    (`?action=diff&version=2`); as it is where it asks for anything else."""
    path, _, query = url.partition("?")
    pairs = parse_qsl(query)
    acts = [name for name, value in pairs if says_what(name) and not looks_like_id(value)]
    return path if acts and all(name in acts or value.isdigit() for name, value in pairs) else url
