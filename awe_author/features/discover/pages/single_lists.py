"""Fields of forms that are sent as lists, `email[]`, though each form has one of that name to type or choose in: they
are plain fields, when every post sent one text there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.pages.pages import Shown

LISTED = "[]"
"""Ends such names."""
_PLAIN = ("text", "email", "tel", "url", "number", "search", "date", "")
"""Types of inputs that have one value each."""


def single_lists(shown: Sequence[Shown], posts: Sequence[Call]) -> set[str]:
    """Names of such fields."""
    sent: dict[str, bool] = {}
    for call in posts:
        for name, value in call.body.items() if isinstance(call.body, dict) and call.kind != "json" else ():
            if name.endswith(LISTED):
                alone = isinstance(value, list) and len(value) == 1 and isinstance(value[0], str)
                sent[name] = sent.get(name, True) and alone
    names = {name for name, alone in sent.items() if alone}
    offered: dict[str, bool] = {}
    for one in shown if names else ():
        for form in one.document.find_all("form"):
            fields: dict[str, list[Any]] = {}
            for field in form.find_all(["input", "select", "textarea"]):
                fields.setdefault(str(field.get("name") or ""), []).append(field)
            for name in names & fields.keys():
                offered[name] = offered.get(name, True) and len(fields[name]) == 1 and _is_plain(fields[name][0])
    return {name for name in names if offered.get(name)}


def _is_plain(field: Any) -> bool:
    """Has a field one value?"""
    if field.name == "select":
        return not field.has_attr("multiple")
    return field.name == "textarea" or str(field.get("type") or "") in _PLAIN


def without_lists(call: Call, names: set[str]) -> Call:
    """A post with the text of each such field in place of its list."""
    if not isinstance(call.body, dict) or not names & call.body.keys():
        return call
    body = {name: value[0] if name in names and isinstance(value, list) else value for name, value in call.body.items()}
    return replace(call, body=body)


def sent_in(name: str) -> str:
    """The expression of what a form sends in a field."""
    return f"body.get({text(name)}, [''])[0]" if name.endswith(LISTED) else f"body.get({text(name)}, '')"
