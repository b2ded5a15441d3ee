"""Reads that lead to their own address without some of their parameters: a search that sheds the token of its form."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from awe_author.features.discover.exchanges.calls import Call
from awe_author.queries import parse_qsl

_PLAIN = re.compile(r"[\w.-]+\Z")


def shed_by(call: Call) -> tuple[str, ...]:
    """The parameters that the address which a read leads to does not have any more; nothing where it is another one."""
    if call.method != "GET" or not 300 <= call.status < 400 or not call.location or not call.query:
        return ()
    here = call.origin + call.path
    to = urlsplit(urljoin(here, call.location))
    kept = parse_qsl(to.query, keep_blank_values=True)
    names = {name for name, _ in kept}
    shed = tuple(dict.fromkeys(name for name, _ in call.query if name not in names))
    same = [pair for pair in call.query if pair[0] in names] == kept
    if f"{to.scheme}://{to.netloc}{to.path}" != here or not kept or not same or to.fragment:
        return ()
    return shed if all(map(_PLAIN.match, shed)) else ()
