"""One address, two representations: the document that a browser opens, and the data that a script of the page asks for
there (RFC 9110, 12: content negotiation). What requests for data say of themselves in a header, and those for documents
do not, tells which of two features is meant: `X-Requested-With`, a header of the framework, or `Accept`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from awe_author.archive.httphead import header
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.features.discover.replies.surfaces import Feature

ACCEPT = "accept"
_TOKEN = re.compile(r"token|csrf|xsrf|nonce", re.IGNORECASE)
"""In names of headers that only prove who asks."""
_OF_SCRIPTS = ("x-", "hx-", "turbo-", "up-")
"""What names of headers begin with that scripts send, and browsers do not."""
Addressed = dict[str, tuple[list[Raw], list[Raw]]]
"""Address without query -> requests for its document, and for its data."""


def tell_representations(features: Sequence[Feature], raws: Sequence[Raw]) -> None:
    """Let features that read data be for requests for data only, and those that make documents for none of these, where
    both were recorded at one address of their origin."""
    both = {where: found for where, found in _addressed(raws).items() if all(found)}
    signs: dict[str, str] = {}
    for origin in {_origin(where) for where in both}:
        mine = [found for where, found in both.items() if _origin(where) == origin]
        sign = sign_of([one for docs, _ in mine for one in docs], [one for _, data in mine for one in data])
        if sign:
            signs[origin] = sign
    by_seq = {raw.seq: raw for raw in raws} if signs else {}
    for feature in features:
        one = feature.operation
        sign = signs.get(one.endpoint.origin, "") if one is not None and not one.writes else ""
        asked = [by_seq[call.seq] for call in one.calls if call.seq in by_seq] if one is not None and sign else []
        if asked and not any(_asks_for_data(raw, sign) for raw in asked):
            _only(feature, f"!({sign_test(sign)})")
        elif asked and all(_asks_for_data(raw, sign) for raw in asked):
            _only(feature, sign_test(sign))


def _addressed(raws: Sequence[Raw]) -> Addressed:
    found: Addressed = {}
    for raw in raws:
        kind = header(raw.headers, "content-type").lower()
        if raw.method == "GET" and raw.status == 200 and ("html" in kind or "json" in kind):
            parts = urlsplit(raw.url)
            found.setdefault(f"{parts.scheme}://{parts.netloc}{parts.path}", ([], []))["json" in kind].append(raw)
    return found


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def sign_of(documents: Sequence[Raw], data: Sequence[Raw]) -> str:
    """The header by which a request says that it is for data: one that only these have, or `accept`; "" for none."""
    own = set.intersection(*({name.lower() for name, _ in raw.request_headers} for raw in data))
    own -= {name.lower() for raw in documents for name, _ in raw.request_headers}
    named = [name for name in own if name.startswith(_OF_SCRIPTS)]
    if named:
        return min(named, key=lambda name: (_TOKEN.search(name) is not None, not name.endswith("-request"), name))
    told = all(not _asks_for_data(raw, ACCEPT) for raw in documents) and all(
        _asks_for_data(raw, ACCEPT) for raw in data
    )
    return ACCEPT if told else ""


def _asks_for_data(raw: Raw, sign: str) -> bool:
    if sign == ACCEPT:
        return "html" not in header(raw.request_headers, ACCEPT)
    return any(name.lower() == sign for name, _ in raw.request_headers)


def sign_test(sign: str) -> str:
    """The condition of requests for data."""
    return "!headers.get('accept', '').contains('html')" if sign == ACCEPT else f"{text(sign)} in headers"


def _only(feature: Feature, test: str) -> None:
    on = feature.document["on"]
    assert isinstance(on, dict)
    on["where"] = f"({on['where']}) && {test}" if "where" in on else test
