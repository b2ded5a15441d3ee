"""How an app writes what it says, where that is not how features see it: records inside a member of theirs, values in
boxes, types beside values, calls in a list or in addresses, records that are named and told of elsewhere, a key by
another name.

    forms = forms_of(documents)                  # `forms` of feature files
    method, url, headers, body = forms.plain(method, url, headers, body)
    body = forms.wrapped(sent, body, like)       # what a feature answered, as it passes

A recording is looked at through `PlainSource`, so that its messages are seen as features see them. An app without forms
pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from awe_author.archive.request_body import NotJson, form_fields, inflate, multipart_fields
from awe_author.features.api.asked import fields_of, json_value
from awe_author.features.forms.about import About, about_of
from awe_author.features.forms.acts import acts_of
from awe_author.features.forms.addressed import addressed_of
from awe_author.features.forms.arguments import arguments_of
from awe_author.features.forms.aside import aside_of
from awe_author.features.forms.beside import beside_of
from awe_author.features.forms.called import called_of
from awe_author.features.forms.calls import calls_of
from awe_author.features.forms.described import described_of
from awe_author.features.forms.each import each_of
from awe_author.features.forms.fields import fields_of as written_fields_of
from awe_author.features.forms.filtered import filtered_of
from awe_author.features.forms.headed import headed_of
from awe_author.features.forms.inside import inside_of
from awe_author.features.forms.led import led_of
from awe_author.features.forms.model import Form, Sent, applies
from awe_author.features.forms.named import named_of
from awe_author.features.forms.overridden import MEANT, Overridden, overridden_of
from awe_author.features.forms.packed import packed_of
from awe_author.features.forms.patched import patched_of
from awe_author.features.forms.pathed import pathed_of
from awe_author.features.forms.plain_names import plain_names_of
from awe_author.features.forms.positional import positional_of
from awe_author.features.forms.rows import rows_of
from awe_author.features.forms.sole import sole_of
from awe_author.features.forms.tabled import tabled_of
from awe_author.features.forms.texts import texts_of
from awe_author.features.forms.typed import typed_of
from awe_author.json_types import Json

_MAKERS: dict[str, Callable[[Mapping[str, Any]], Form]] = {
    "about": about_of,
    "acts": acts_of,
    "addressed": addressed_of,
    "rows": rows_of,
    "beside": beside_of,
    "inside": inside_of,
    "called": called_of,
    "calls": calls_of,
    "each": each_of,
    "fields": written_fields_of,
    "named": named_of,
    "arguments": arguments_of,
    "packed": packed_of,
    "patched": patched_of,
    "overridden": overridden_of,
    "pathed": pathed_of,
    "sole": sole_of,
    "described": described_of,
    "filtered": filtered_of,
    "typed": typed_of,
    "tabled": tabled_of,
    "headed": headed_of,
    "positional": positional_of,
    "led": led_of,
    "plain_names": plain_names_of,
    "aside": aside_of,
    "json_fields": texts_of,
}
FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data"
JSON = "application/json"
_OF_THE_BODY = ("content-type", "content-encoding", "content-length")


@dataclass(frozen=True, slots=True)
class Forms:
    """Those of one app, in the order in which answers are read."""

    all: tuple[Form, ...] = ()

    def of(self, sent: Sent) -> list[Form]:
        """Those for a request."""
        return [one for one in self.all if applies(one, sent)]

    def address(self, method: str, url: str) -> str:
        """That of a request as features see it."""
        sent = Sent(method.upper(), url)
        for one in self.of(sent):
            sent = one.asked(sent)
        return sent.url

    def methods(self, method: str, url: str) -> tuple[str, ...]:
        """Those with which features may see such a request."""
        overridden = any(isinstance(one, Overridden) for one in self.of(Sent(method.upper(), url)))
        return (method, MEANT) if overridden else (method,)

    def by_body(self, method: str, url: str) -> bool:
        """Does the method or the address of such a request, as features see it, go by more than these?"""
        return self.named_inside(method, url) or len(self.methods(method, url)) > 1

    def named_inside(self, method: str, url: str) -> bool:
        """Does its address, as features see it, go by what the body says?"""
        return any(isinstance(one, About) for one in self.of(Sent(method.upper(), url)))

    def plain(
        self, method: str, url: str, headers: Sequence[tuple[str, str]], content: bytes
    ) -> tuple[str, str, list[tuple[str, str]], bytes]:
        """(method, address, headers, body) of a request as features see it."""
        sent = sent_of(method, url, headers, content)
        made = sent
        for one in self.of(sent):
            made = one.asked(made)
        if made == sent:
            return method, url, [*headers], content
        kept = [(name, value) for name, value in headers if name.lower() not in _OF_THE_BODY]
        if made.method != sent.method and made.body is None:
            return made.method, made.url, kept, b""
        return made.method, made.url, [*kept, ("Content-Type", JSON)], orjson.dumps(made.body)

    def told(self, sent: Sent, body: bytes) -> bytes:
        """An answer as features see it."""
        forms = self.of(sent)
        value = _json(body) if forms else None
        if value is None:
            return body
        for one in forms:
            value = one.told(sent, value)
        return orjson.dumps(value)

    def wrapped(self, sent: Sent, body: bytes, like: bytes | None) -> bytes:
        """What features answered, as it passes. `like`: a recorded answer, as it passed."""
        forms = self.of(sent)
        value = _json(body) if forms else None
        if value is None:
            return body
        recorded = _json(like) if like else None
        for one in reversed(forms):
            value = one.shown(sent, value, recorded)
        return orjson.dumps(value)


def _json(body: bytes) -> Json:
    try:
        return json_value(body) if body[:1] in (b"{", b"[") else None
    except NotJson:
        return None


def sent_of(method: str, url: str, headers: Sequence[tuple[str, str]], content: bytes) -> Sent:
    """A request as it passes."""
    kinds = {name.lower(): value for name, value in reversed(headers)}
    plain = inflate(content, kinds.get("content-encoding", "").strip().lower()) if content else b""
    is_form = kinds.get("content-type", "").startswith(FORM) and plain[:1] not in (b"{", b"[")
    if kinds.get("content-type", "").startswith(PARTS):
        body: Json = _parts(kinds["content-type"], plain)
    else:
        body = fields_of(form_fields(plain.decode("utf-8", "replace"))) if is_form else _json(plain)
    return Sent(method.upper(), url, tuple(headers), body, is_form)


def _parts(kind: str, content: bytes) -> Json:
    """field -> value of a form in parts; None for one with files."""
    found = multipart_fields(kind, content) or []
    if not found or any(file is not None for _, file, _ in found):
        return None
    return fields_of([(name, value.decode("utf-8", "replace")) for name, _, value in found])


def forms_of(documents: Iterable[Mapping[str, Any]]) -> Forms:
    """From feature files. Raises KeyError for one that lacks something."""
    made: list[Form] = []
    for one in documents:
        maker = next(maker for name, maker in _MAKERS.items() if name in one)
        made.append(maker(one))
    return Forms(tuple(made))
