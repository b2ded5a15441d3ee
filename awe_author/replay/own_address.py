"""What a page that stands for another one says of its own address, in what page features do not write.

A page of an entity that was never opened is served as that of another one, and page features say what it shows. No
feature may write a script in an attribute (`onclick="go('/items/delete?id=7')"`); so what the two addresses have
different, a parameter's value or a part of the path, is put into the addresses that such scripts have in them. Scripts
of the document are told a parameter's value as a member called like it (`"member": "7"` for `?_member=7`), of which
they make further addresses: the only one of that name says what was asked for. Scripts also take the page's address
from its canonical link (RFC 6596), to show it in place of the one that was asked for: that
link asks for what the page was asked for. Anything else stays as it was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import escape, unescape
from itertools import zip_longest
from urllib.parse import urlencode, urlsplit, urlunsplit

from awe_author.door.messages import header
from awe_author.queries import parse_qsl
from awe_author.replay.answers import Prepared
from awe_author.replay.session import ReplaySession

_HANDLER = re.compile(rb"""(?<=[\s"'])on[a-z]{3,20}\s*=\s*(?:"[^"]*"|'[^']*')""", re.IGNORECASE)
_CANONICAL = re.compile(rb"""(<link\b(?=[^>]*\brel=["']canonical["'])[^>]*\bhref=["'])([^"'>]*)(["'])""", re.IGNORECASE)
_SCRIPT = re.compile(rb"<script\b(?![^>]*\bsrc=)[^>]*>.*?</script", re.IGNORECASE | re.DOTALL)
Pair = tuple[re.Pattern[bytes], bytes]


def own_address(prepared: Prepared, recorded: str, asked: str, session: ReplaySession) -> Prepared:
    """The document recorded at one address, with the handlers and the canonical link of the page that was asked for."""
    html = "html" in (header(prepared.headers, "content-type") or "").lower()
    if not html or prepared.body is None:
        return prepared
    pairs = [*_pairs(recorded, asked)]
    headers, body = prepared.decoded(session)

    def own(found: re.Match[bytes]) -> bytes:
        said = found[0]
        for pattern, value in pairs:
            said = pattern.sub(rb"\g<1>" + value, said)
        return said

    def link(found: re.Match[bytes]) -> bytes:
        said = unescape(found[2].decode("ascii", "replace"))
        return found[1] + escape(_canonical(said, recorded, asked)).encode() + found[3]

    policy = header(headers, "content-security-policy") or ""
    said = body if "'sha" in policy else _told(body, recorded, asked)  # a script of another hash would not run
    changed = _CANONICAL.sub(link, _HANDLER.sub(own, said) if pairs else said, count=1)
    return prepared if changed == body else replace(prepared, headers=headers, body=changed, length=len(changed))


def _canonical(said: str, recorded: str, asked: str) -> str:
    """A canonical address of one page, for another: it leaves out the same parameters."""
    own, was, now = urlsplit(said), urlsplit(recorded), urlsplit(asked)
    if (own.netloc, own.path) != (was.netloc, was.path) or own.netloc != now.netloc:
        return said
    before, wanted, kept = ([*parse_qsl(one.query, keep_blank_values=True)] for one in (was, now, own))
    left = {name for name, _ in before} - {name for name, _ in kept}
    if not {name for name, _ in kept} <= {name for name, _ in before}:
        return said  # it says more than what was asked for
    return urlunsplit(own._replace(path=now.path, query=urlencode([pair for pair in wanted if pair[0] not in left])))


def _pairs(recorded: str, asked: str) -> Iterator[Pair]:
    """What is to be found, with what stands before it as a group, and the value for it."""
    was, now = urlsplit(recorded), urlsplit(asked)
    if (was.scheme, was.netloc) != (now.scheme, now.netloc):
        return
    before, wanted = dict(parse_qsl(was.query)), dict(parse_qsl(now.query))
    for name, value in before.items():
        if value and wanted.get(name, "") not in ("", value) and _plain(value + wanted[name]):
            pattern = rf"((?<![\w-]){re.escape(name)}(?:=|%3D)){re.escape(value)}(?![\w-])"
            yield re.compile(pattern.encode()), wanted[name].encode()
    steps = [*zip_longest(was.path.split("/"), now.path.split("/"), fillvalue="")]
    apart = [place for place, (one, other) in enumerate(steps) if one != other]
    if len(apart) == 1 and all(map(_plain, steps[apart[0]])):
        base = "/".join(one for one, _ in steps[: apart[0]])
        value, own = steps[apart[0]]
        yield re.compile(rf"({re.escape(base)}/){re.escape(value)}(?![\w-])".encode()), own.encode()


def _told(body: bytes, recorded: str, asked: str) -> bytes:
    """The document with what its scripts are told of the parameters of its address."""
    was, now = urlsplit(recorded), urlsplit(asked)
    before, wanted = dict(parse_qsl(was.query)), dict(parse_qsl(now.query))
    for name, value in before.items() if was[:3] == now[:3] else ():
        mine = wanted.get(name, "")
        if mine in ("", value) or not _plain(value + mine) or not name.strip("_"):
            continue
        member = re.compile(rf'"_?{re.escape(name.strip("_"))}"\s*:\s*("?)([^",}}]*)'.encode())
        found = [
            one for script in _SCRIPT.finditer(body) for one in member.finditer(body, script.start(), script.end())
        ]
        if len(found) == 1 and found[0][2].strip() == value.encode() and (found[0][1] or (value + mine).isdigit()):
            body = body[: found[0].start(2)] + mine.encode() + body[found[0].end(2) :]
    return body


def _plain(value: str) -> bool:
    """Is a value written in scripts as it is in addresses?"""
    return re.fullmatch(r"[\w.-]+", value, re.ASCII) is not None
