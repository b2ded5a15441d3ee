"""Which fields of a kind forms send in parts (`part_texts`), and what posts that sent a part made of the whole text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.page_operations import keys_of
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.part_texts import parts_of, plain_text, wholes_of
from awe_author.features.discover.pages.posts import starred

Sighted = tuple[Call, dict[str, Any]]
Written = tuple[Call, str, str]
"""(post, role, key)."""


def set_parts(made: PageKind, sighted: Sequence[Sighted], shown: Sequence[Shown], roles: Sequence[Written]) -> None:
    """Note both in a kind. `sighted`: all that was seen of its entities."""
    texts: dict[str, dict[str, str]] = {}
    for call, value in sorted(sighted, key=lambda one: -one[0].seq):
        key = str(value["id"])
        if not _written(key, call.seq, roles):
            said = {name: inner for name, inner in value.items() if isinstance(inner, str) and "\n" in inner}
            texts.setdefault(key, {}).update({name: plain_text(inner) for name, inner in said.items()})
    posted = {starred(call.path, key, made.template) for call, role, key in roles if role == "update"}
    forms = [
        (one.page.url, key, form.fields, {*form.hidden})
        for one in shown for key in keys_of(one, made.template, posted) if not _written(key, one.page.seq - 1, roles)
        for form in one.forms
    ]  # fmt: skip
    made.parts = parts_of(made.sent, forms, texts)
    made.wholes = wholes_of(made.sent, made.parts, texts, roles) if made.parts else {}


def _written(key: str, seq: int, roles: Sequence[Written]) -> bool:
    """Was anything written to an entity before?"""
    return any(of == key and call.seq <= seq for call, _, of in roles)
