"""Request and socket features against the recorded requests."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from awe_author.features import frames
from awe_author.features.api.asked import NAMES, Asked, TooLarge
from awe_author.features.api.conditions import condition
from awe_author.features.api.said import NAMES as SAID
from awe_author.features.api.said import bound
from awe_author.features.api.shaping import named_in
from awe_author.features.api.swapping import has
from awe_author.features.checking.findings import FeatureSeen, Level, Told
from awe_author.features.checking.recorded import Recorded, RecordedRequest
from awe_author.features.checking.touches import leaves
from awe_author.features.dom.rendering import is_whole, parsed_answer
from awe_author.features.frames import FRAMES
from awe_author.features.loading.selectors import compiled
from awe_author.features.model import Feature, Reply, RequestTrigger, ShowList, SocketTrigger
from awe_author.features.patterns import Pattern
from awe_author.state.bindings import Names
from awe_author.state.loading.problems import nearest

_BODY = re.compile(r"""(?<![\w.])body(?:\.([A-Za-z_]\w*)(?!\w*\s*\()|\[\s*'([^']*)'\s*\])""")
MOST_PAGES = 30
"""Recorded answers of one feature whose elements are looked up."""
MOST = 2000
"""Requests of one feature whose bodies are looked into."""


def check_request(told: Told, trigger: RequestTrigger, recorded: Recorded, seen: FeatureSeen) -> None:
    """Is there such a request, and has it the names that the feature reads?"""
    feature = told.feature
    level: Level = "error" if feature.reply and feature.reply.like else "warning"
    there = [one for one in recorded.requests if _method(one, trigger) and trigger.pattern.matches(one.url)]
    if not there:
        wanted = f"{'|'.join(trigger.methods) or '*'} {trigger.pattern}"
        hint = nearest_request(trigger, recorded.requests)
        what = f"no recorded request is {wanted}"
        if level == "error" and _below_recorded(trigger.pattern, recorded):
            level, what = "warning", f"{what}; its reply has only what is given here"
        elif level == "error":
            what += ", so nothing can be like it"
        told.add(level, what, hint, "on", "request")
        return
    numbers = {one.seq for one in there}
    for place, number in enumerate(trigger.like):
        if number not in numbers:
            hint = "A number is that of an exchange, as `seen: seq 12` in drafts names it."
            told.add("error", f"no recorded request to this address has the number {number}", hint, "on", "like", place)
    asked = [pair for one in there[:MOST] for pair in _asked(one, trigger)]
    rule = condition(trigger.where, NAMES)
    fitting = [(one, names) for one, names in asked if rule.sort_of(names)]
    seen.requests = len({id(one) for one, _ in fitting})
    if not fitting:
        what = f"`where` holds for none of the {len(there)} recorded requests to this address"
        told.add(level, what, _differs(trigger, [names for _, names in asked]), "on", "where")
        return
    _names(told, feature, [names for _, names in fitting])
    if feature.reply and feature.reply.show:
        _elements(told, feature.reply, [one for one, _ in fitting if not trigger.like or one.seq in trigger.like])
    if feature.reply and feature.reply.swap:
        _words(told, feature.reply, [one for one, _ in fitting])
    if feature.reply and feature.reply.embedded:
        _embedded(told, named_in(feature.reply.embedded), [one for one, _ in fitting])


def _elements(told: Told, reply: Reply, there: Sequence[RecordedRequest]) -> None:
    """Has a recorded answer the elements that the reply shows something in?"""
    pages = [parsed_answer(one.page) for one in there[:MOST_PAGES] if one.page]
    for place, show in enumerate(reply.show) if pages else ():
        key, selector = ("into", show.into) if isinstance(show, ShowList) else ("select", show.select)
        found = [tag for page in pages for tag in compiled(selector).select(page)]
        if not found:
            hint = "Its content counts as that of a `body`." if not any(map(is_whole, (o.page for o in there))) else ""
            what = f"`{selector}` matches nothing in the {len(pages)} recorded answers"
            told.add("warning", what, hint, "reply", "show", place, key)


def _words(told: Told, reply: Reply, there: Sequence[RecordedRequest]) -> None:
    """Is there a recorded page that has all words that are swapped?"""
    pages = [one for one in there if one.page]
    missing = [[words for words, _ in reply.swap if not has(one.page, one.mime, words)] for one in pages]
    if not missing or not all(missing):
        return
    fewest = min(missing, key=len)
    what = f"no recorded page of this address has the words {fewest[0]!r}"
    if len(fewest) < len(reply.swap):
        what += " beside the others"
    told.add("error", what, "Take words that stand alone on one recorded page.", "reply", "swap", fewest[0])


def _embedded(told: Told, wanted: frozenset[str], there: Sequence[RecordedRequest]) -> None:
    """Is there a recorded document that has JSON at all places that are named?"""
    if any(wanted <= set(one.embedded) for one in there):
        return
    known = sorted({name for one in there for name in one.embedded})
    missing = sorted(wanted - set(max(there, key=lambda one: len(wanted & set(one.embedded))).embedded))
    what = f"no recorded document of this address has JSON at {missing[0]!r}"
    if len(missing) < len(wanted):
        what += " beside the others"
    hint = (
        nearest(missing[0], known, what="They have") if known else "None of them has JSON in it that could be changed."
    )
    told.add("error", what, hint, "reply", "embedded", missing[0])


def check_socket(told: Told, trigger: SocketTrigger, recorded: Recorded, seen: FeatureSeen) -> None:
    """Was there such a socket, and did a page (of `played`: the server) say what the feature waits for?"""
    seen.requests = sum(trigger.pattern.matches(url) for url in recorded.sockets)
    key, what = ("stream", "event stream") if trigger.stream else ("socket", "WebSocket")
    if not seen.requests:
        hint = nearest_address(trigger.pattern, recorded.sockets) or f"No {what} was recorded."
        told.add("error", f"no recorded {what} is {trigger.pattern}", hint, "on", key)
        return
    if trigger.event not in ("message", "played") or trigger.where is None:
        return
    asked = trigger.event == "message"
    rule, said, fits = condition(trigger.where, SAID), list[str](), 0
    for talk in recorded.talks:
        segments = trigger.pattern.segments(talk.url)
        frame = next((one for one in FRAMES if one == trigger.frame), talk.frame)
        for one in talk.messages if segments is not None else ():
            for message in frames.read(one.data, frame) if one.outgoing is asked else ():
                said.append(message.name)
                fits += rule.sort_of(bound(talk.url, segments or [], message))
    if said and not fits:
        names = ", ".join(sorted({name for name in said if name})[:8])
        hint = f"They are: {names}." if names else "Compare with a recorded message."
        what = f"`where` holds for none of the {len(said)} recorded messages of the {'page' if asked else 'server'}"
        told.add("warning", what, hint, "on", "where")


def _below_recorded(pattern: Pattern, recorded: Recorded) -> bool:
    """Is the address known: with another method, or as one entity of what was recorded (`/leads` for `/leads/*`)?"""
    text, star, _ = pattern.text.partition("?")[0].partition("*")
    start = Pattern(text.rstrip("/") + "*") if star and text.count("/") > (3 if "://" in text else 1) else None
    return any(pattern.matches(one.url) or (start and start.matches(one.url)) for one in recorded.requests)


def _method(one: RecordedRequest, trigger: RequestTrigger) -> bool:
    return not trigger.methods or one.method.upper() in trigger.methods


def _asked(one: RecordedRequest, trigger: RequestTrigger) -> list[tuple[RecordedRequest, Names]]:
    try:
        asked = Asked.of(one.method, one.url, one.headers, one.content)
    except TooLarge:
        return []
    segments = trigger.pattern.segments(one.url) or []
    parts = [asked.part(body) for body in asked.batch] or [asked]
    return [(one, Names(part.bindings(segments), {})) for part in parts]


def _differs(trigger: RequestTrigger, asked: Sequence[Names]) -> str:
    """What recorded requests have where the condition wants something else."""
    source = trigger.where.source if trigger.where else ""
    for name in ("operationName", "method", "action"):
        wanted = re.search(rf"body\.{name}\s*==\s*'([^']*)'", source)
        if wanted:
            bodies = [one["body"] for one in asked]
            known = sorted({str(body[name]) for body in bodies if isinstance(body, dict) and name in body})
            return nearest(wanted[1], known, what="Recorded are") if known else f"None of them has body.{name}."
    names = sorted({str(name) for one in asked for name in (one["query"] if isinstance(one["query"], dict) else ())})
    return f"Their query has: {', '.join(names[:8])}." if names else "Compare with a recorded request."


def _names(told: Told, feature: Feature, asked: Sequence[Names]) -> None:
    """Members of the body that the feature cannot do without, and that no recorded body has."""
    bodies = [one["body"] for one in asked if isinstance(one["body"], dict) and one["body"]]
    if not bodies:
        return
    known = {str(name) for body in bodies for name in body}
    given = feature.with_.source if feature.with_ else None
    for path, source in leaves(given):
        for name in dict.fromkeys(found[1] or found[2] for found in _BODY.finditer(source)):
            if name not in known:
                what = f'no recorded body of this request has "{name}"'
                told.add("warning", what, nearest(name, known, what="They have"), "with", *path)


def nearest_request(trigger: RequestTrigger, requests: Iterable[RecordedRequest]) -> str:
    """A hint: the recorded request that comes nearest."""
    requests = list(requests)
    other = sorted({one.method for one in requests if trigger.pattern.matches(one.url)})
    if other:
        return f"This address was recorded with {', '.join(other)}."
    same = [one.url for one in requests if _method(one, trigger)]
    hint = nearest_address(trigger.pattern, same)
    return hint or f"No {'|'.join(trigger.methods)} was recorded at all."


def nearest_address(pattern: Pattern, urls: Iterable[str]) -> str:
    """A hint: the recorded address that comes nearest to a pattern; empty when there is none at all."""
    plain = {url.partition("#")[0].partition("?")[0] if pattern.parts.fragment is None else url for url in urls}
    if not plain:
        return ""
    text = pattern.text.partition("?")[0]
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(text.replace("*", ""))
    best, score = "", -1.0
    for url in sorted(plain):
        matcher.set_seq1(url[:500])
        if matcher.quick_ratio() > score and (found := matcher.ratio()) > score:
            best, score = url, found
    return f"Nearest recorded: {best}"
