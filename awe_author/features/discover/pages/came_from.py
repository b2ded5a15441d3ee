"""Hidden fields of forms that say the page from which the form was opened, so that its post leads back there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.pages import Shown
from awe_author.features.discover.replies.surfaces import Feature

CAME = "came"
_FROM = "view.get('opened', []).size() > 1 ? string(dyn(view.opened[view.opened.size() - 2]).url) : ''"
LEAST = 2
"""Pages that forms were opened from."""


def add_came_from(features: Sequence[Feature], shown: Sequence[Shown], calls: Sequence[Call]) -> None:
    """Put such fields on the pages that features show."""
    referers = {call.seq: call.referer.partition("#")[0] for call in calls if call.referer}
    for feature in features:
        on, show = feature.document.get("on"), feature.document.get("show")
        page = str(on.get("page") or "") if isinstance(on, dict) else ""
        if not page or not isinstance(show, list) or not isinstance(on, dict) or "event" in on:
            continue
        looks = [one for one in shown if one.load is not None and _fits(page, one.page.url)]
        for select in _fields(looks, referers):
            show.append({"select": select, "when": f"{CAME} != ''", "set": {"value": CAME}})
            let = feature.document.get("let")
            feature.document["let"] = {**(let if isinstance(let, dict) else {}), CAME: _FROM}


def _fits(pattern: str, url: str) -> bool:
    """Is an address one of a pattern with `*` for one part of its path?"""
    own, said = urlsplit(pattern), urlsplit(url)
    parts, there = own.path.split("/"), said.path.split("/")
    same = len(parts) == len(there) and all(one in ("*", other) for one, other in zip(parts, there, strict=True))
    return same and own.netloc == said.netloc and not own.query


def _fields(looks: Sequence[Shown], referers: Mapping[int, str]) -> list[str]:
    """The hidden fields that said at all looks where these came from."""
    first = {one.load.seq: one for one in reversed(looks) if one.load is not None}
    told = [(one, referers.get(seq, "")) for seq, one in first.items()]
    if not told or len({came for _, came in told}) < LEAST or not all(came for _, came in told):
        return []
    found = []
    for tag in told[0][0].document.select("form input[type=hidden][name][value]"):
        select = alone(told[0][0].document, tag, "") if tag["value"] == told[0][1] else None
        fields = [(one.document.select_one(select), came) for one, came in told] if select else []
        if select and all(field is not None and field.get("value") == came for field, came in fields):
            found.append(select)
    return found
