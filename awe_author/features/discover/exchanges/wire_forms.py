"""How an app writes its messages, where that is not how records are looked at here (`features.forms`); and the
exchanges without it.

A form is believed when it explains messages in a way that can be undone: each recorded answer, read and written again,
has to be what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from awe_author.archive.httphead import header
from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import json_value
from awe_author.features.discover.exchanges.calls import Raw, not_data
from awe_author.features.discover.exchanges.wire_about import about_forms
from awe_author.features.discover.exchanges.wire_acts import acts_forms
from awe_author.features.discover.exchanges.wire_addressed import addressed_forms
from awe_author.features.discover.exchanges.wire_arguments import argument_forms
from awe_author.features.discover.exchanges.wire_aside import aside_forms
from awe_author.features.discover.exchanges.wire_beside import beside_forms
from awe_author.features.discover.exchanges.wire_bodies import overridden_forms, packed_forms, patched_forms
from awe_author.features.discover.exchanges.wire_calls import call_forms
from awe_author.features.discover.exchanges.wire_described import described_forms
from awe_author.features.discover.exchanges.wire_each import each_forms
from awe_author.features.discover.exchanges.wire_fields import field_forms
from awe_author.features.discover.exchanges.wire_filtered import filtered_forms
from awe_author.features.discover.exchanges.wire_headed import headed_forms
from awe_author.features.discover.exchanges.wire_led import led_forms
from awe_author.features.discover.exchanges.wire_messages import Message
from awe_author.features.discover.exchanges.wire_positional import positional_forms
from awe_author.features.discover.exchanges.wire_records import called_forms, inside_forms, named_forms
from awe_author.features.discover.exchanges.wire_rows import pathed_forms, row_forms, sole_forms
from awe_author.features.discover.exchanges.wire_tabled import name_forms, tabled_forms, text_forms
from awe_author.features.discover.exchanges.wire_typed import typed_forms
from awe_author.features.forms import Forms, sent_of
from awe_author.features.forms.about import About, word_of
from awe_author.features.forms.model import Form, Sent, applies

_FINDERS: tuple[Callable[[Sequence[Message]], Iterable[Form]], ...] = (
    overridden_forms, packed_forms, patched_forms, tabled_forms, headed_forms, positional_forms, led_forms,
    aside_forms, addressed_forms, beside_forms, field_forms, argument_forms, call_forms, text_forms, name_forms,
    pathed_forms, typed_forms, described_forms, sole_forms, filtered_forms, row_forms, about_forms, acts_forms,
    each_forms, named_forms, inside_forms, called_forms,
)  # fmt: skip


def forms_in(raws: Iterable[Raw]) -> Forms:
    """The forms of all exchanges, in the order in which answers are read."""
    messages = [one for raw in raws if not not_data(raw) for one in _messages(raw)]
    found: list[Form] = []
    for finder in _FINDERS:
        for form in [one for one in finder(messages) if undone(one, messages)]:
            found.append(form)
            messages = [_plain(form, one) for one in messages]
    return Forms(tuple(found))


def undone(form: Form, messages: Iterable[Message]) -> bool:
    """Is each answer what it was when it is read and written again?"""
    mine = [one for one in messages if applies(form, one.sent)]
    return all(form.shown(one.sent, form.told(one.sent, one.answer), one.answer) == one.answer for one in mine)


def _plain(form: Form, one: Message) -> Message:
    if not applies(form, one.sent):
        return one
    return replace(one, sent=form.asked(one.sent), answer=form.told(one.sent, one.answer))


def _messages(raw: Raw) -> Iterator[Message]:
    if raw.status and "html" not in header(raw.headers, "content-type"):
        body = raw.body if raw.body[:1] in (b"{", b"[") else b"null"
        try:
            answer = json_value(body)
        except NotJson:
            return
        yield Message(sent_of(raw.method, raw.url, raw.request_headers, raw.request_body), answer, raw.status)


def plain_raws(raws: Sequence[Raw], forms: Forms) -> list[Raw]:
    """The exchanges as features see them."""
    made = []
    for raw in raws:
        sent = sent_of(raw.method, raw.url, raw.request_headers, raw.request_body)
        if not forms.of(sent):
            made.append(raw)
            continue
        method, url, headers, body = forms.plain(raw.method, raw.url, raw.request_headers, raw.request_body)
        told = forms.told(sent, raw.body)
        made.append(
            replace(raw, method=method, url=url, request_headers=headers, request_body=body, body=told,
                    about=_about(forms, sent))
        )  # fmt: skip
    return made


def _about(forms: Forms, sent: Sent) -> str:
    """The collection that a request names; "" where it names none, or several ways of asking do."""
    for form in forms.of(sent):
        if isinstance(form, About):
            return word_of(sent, form.place) or ""
        sent = form.asked(sent)
    return ""
