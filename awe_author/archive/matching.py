"""Find the recorded answer to a request, failing closed. Pure: values in, a `Match` out.

The ladder (architecture, section 5): the very same bytes; the same canonical form; the same but for parameters that are
known to be volatile (learned by recording twice, or redacted); the same under the author's or a shipped rule; else a
miss with what came nearest. Every rung keeps the operation (method, address, GraphQL operation) and compares all
parameters that are not known to be volatile: a write is never answered by the recording of another operation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Any, Literal

import orjson

from awe_author.archive import rules as shipped_rules
from awe_author.archive.canonical import Params, RequestForm
from awe_author.archive.connection_names import RULE, connection_names
from awe_author.archive.cursor import Cursor, choose
from awe_author.archive.model import Entry, Headers, Index
from awe_author.archive.rules import Present, Rule, is_discriminator, names_a_thing, names_of, same_moment

Verdict = Literal["exact", "canonical", "learned", "rule", "miss"]
Echo = tuple[str, str]
"""(value recorded, value asked) of a volatile parameter: the recorded answer may name the former."""
Near = tuple[Entry, tuple[str, ...]]
"""A recorded exchange, and in what the request differs from it, one phrase each."""

_WEIGHTS = {"sec-fetch-dest": 8, "range": 8, "x-requested-with": 4, "accept": 1}
_NEAREST = 5
_ECHO = 10
"""Characters that a value has at least, to be looked for in an answer."""
_SCANNED = 400
"""Candidates compared at most when looking for what came nearest or for an address under a rule."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known about a recording's parameters."""

    learned: frozenset[tuple[str, str]] = frozenset()
    """(operation, parameter); an operation may hold * and ?."""
    redacted: frozenset[tuple[str, str]] = frozenset()
    """(operation, parameter) whose recorded value is a pseudonym."""
    rules: tuple[Rule, ...] = ()
    shipped: bool = True
    """Use the rules that ship."""

    @classmethod
    def of(
        cls,
        learned: Iterable[Mapping[str, Any]] = (),
        redacted: Iterable[Mapping[str, Any]] = (),
        rules: Iterable[Mapping[str, Any]] = (),
        where: str = "site.yaml",
    ) -> Knowledge:
        """From a recording's lists. Raises InputError for a rule that is not one."""
        return cls(_pairs(learned), _pairs(redacted), shipped_rules.compile_rules(rules, where))

    def __or__(self, other: Knowledge) -> Knowledge:
        rules = self.rules + tuple(rule for rule in other.rules if rule not in self.rules)
        return Knowledge(self.learned | other.learned, self.redacted | other.redacted, rules, self.shipped)


@dataclass(frozen=True, slots=True)
class Match:
    """What was found for a request."""

    verdict: Verdict
    entry: Entry | None = None
    cursor: Cursor = field(default_factory=Cursor)
    """The session's cursor once `entry` has been served."""
    nearest: tuple[Near, ...] = ()
    """On a miss: the recorded exchanges that came nearest, best first."""
    rule: str = ""
    """By which rule."""
    rewrite: tuple[str, str] | None = None
    """(recorded, asked): a JSONP callback's name to replace in the answer."""
    echoes: tuple[Echo, ...] = ()
    """Long values of volatile parameters, to replace where the answer repeats them."""


@dataclass(frozen=True, slots=True)
class _Finding:
    entries: list[Entry]
    verdict: Verdict
    rule: str = ""
    rewrite: tuple[str, str] | None = None


def match(
    form: RequestForm,
    request_headers: Headers,
    index: Index,
    cursor: Cursor,
    knowledge: Knowledge,
    *,
    now: Present | None = None,
    document: bool = False,
) -> Match:
    """The recorded answer that is due. `now`: the session's clock; `document`: a top-level navigation."""
    found = _find(form, index, knowledge, now)
    if found is None:
        return Match("miss", cursor=cursor, nearest=nearest(form, index))
    if not form.writes and found.verdict in ("exact", "canonical"):
        found = _agreeing(found, form, request_headers, index, knowledge, now)
    candidates = rank(usable(found.entries), request_headers)
    entry = choose(candidates, cursor, index, write=form.writes)
    after = cursor.after(entry, index, document=document)
    echoes = echoes_of(form, entry) if found.verdict in ("learned", "rule") else ()
    return Match(found.verdict, entry, after, (), found.rule, found.rewrite, echoes)


def _agreeing(
    found: _Finding, form: RequestForm, headers: Headers, index: Index, knowledge: Knowledge, now: Present | None
) -> _Finding:
    """What was found by its bytes; or, where all of it was asked with other headers, what differs in a volatile
    parameter and was asked with these: a counter that starts at the time of day may come to a number that was recorded
    for another request of the address."""
    asked = {name.lower(): value for name, value in headers}
    mine = usable(found.entries)
    if any(all(asked.get(name) == value for name, value in entry.vary) for entry in mine):
        return found
    others = _looser(form, index, knowledge, now, frozenset(entry.seq for entry in found.entries))
    best = max(_agreement(entry, asked) for entry in mine)
    if others is None or max(_agreement(entry, asked) for entry in usable(others.entries)) <= best:
        return found
    return others


def echoes_of(form: RequestForm, entry: Entry) -> tuple[Echo, ...]:
    """What differs between a request and the recording that answers it, where an answer may repeat it."""
    return tuple(
        (recorded, asked)
        for name, asked, recorded in differences(form.params, params_of(entry))
        if asked is not None and recorded is not None and len(recorded) >= _ECHO and not recorded.startswith("sha256:")
        if not recorded.isdigit() and not name.startswith("graphql:query")
    )


def usable(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Without 304s (their body was never sent) and exchanges that got no answer, unless nothing else is there."""
    if len(entries) == 1:
        return entries
    return [e for e in entries if e.status not in (0, 304)] or [e for e in entries if e.status] or entries


def rank(entries: Sequence[Entry], headers: Headers) -> Sequence[Entry]:
    """Those whose varying request headers agree best with `headers`."""
    if len(entries) == 1:
        return entries
    asked = {name.lower(): value for name, value in headers}
    scores = [_agreement(entry, asked) for entry in entries]
    best = max(scores)
    return [entry for entry, score in zip(entries, scores, strict=True) if score == best]


def _agreement(entry: Entry, asked: Mapping[str, str]) -> int:
    score = 0
    for name, value in entry.vary:
        given = asked.get(name)
        if given == value:
            score += _WEIGHTS.get(name, 2)
        elif given is not None or name == "range":
            score -= _WEIGHTS.get(name, 2)
    return score


def _find(form: RequestForm, index: Index, knowledge: Knowledge, now: Present | None) -> _Finding | None:
    exact = index.by_exact(form.exact)
    if exact:
        return _Finding(list(exact), "exact")
    canonical = index.by_canonical(form.canonical)
    if canonical:
        return _Finding(list(canonical), "canonical")
    return _looser(form, index, knowledge, now)


def _looser(
    form: RequestForm, index: Index, knowledge: Knowledge, now: Present | None, but: frozenset[int] = frozenset()
) -> _Finding | None:
    """The rungs on which parameters may differ. `but`: numbers of entries that are left out."""
    same_operation = index.by_operation(form.operation)
    same_operation = [entry for entry in same_operation if entry.seq not in but] if but else same_operation
    if same_operation and (knowledge.learned or knowledge.redacted):
        entries = _equal_without(form, same_operation, _volatile(form, knowledge))
        if entries:
            return _Finding(entries, "learned")
    return _by_rules(form, index, same_operation, knowledge, now, but) or _by_connection(form, index, same_operation)


def _by_connection(form: RequestForm, index: Index, same_operation: Sequence[Entry]) -> _Finding | None:
    """Connections that differ only in the name which their page made up for them."""
    if not address_of(form.operation)[1].startswith(("ws://", "wss://")):
        return None
    made = connection_names(dict(form.params), [(entry, dict(params_of(entry))) for entry in same_operation], index)
    entries = _equal_without(form, same_operation, made.__contains__) if made else []
    return _Finding(entries, "rule", RULE) if entries else None


def _equal_without(form: RequestForm, entries: Sequence[Entry], volatile: Callable[[str], bool]) -> list[Entry]:
    wanted = [pair for pair in form.params if not volatile(pair[0])]
    return [e for e in entries if [pair for pair in params_of(e) if not volatile(pair[0])] == wanted]


def _volatile(form: RequestForm, knowledge: Knowledge) -> Callable[[str], bool]:
    learned = {param for operation, param in knowledge.learned if _same_operation(operation, form.operation)}
    redacted = {param for operation, param in knowledge.redacted if _same_operation(operation, form.operation)}

    def volatile(param: str) -> bool:
        if param in redacted:
            return param != "body" and not param.startswith("graphql:query")
        return param in learned and not (form.writes and is_discriminator(param))

    return volatile


def _same_operation(pattern: str, operation: str) -> bool:
    return pattern == operation or (("*" in pattern or "?" in pattern) and fnmatchcase(operation, pattern))


def _by_rules(
    form: RequestForm,
    index: Index,
    same_operation: Sequence[Entry],
    knowledge: Knowledge,
    now: Present | None,
    but: frozenset[int] = frozenset(),
) -> _Finding | None:
    method, address = address_of(form.operation)
    active = [rule for rule in knowledge.rules if rule.applies(method, address)]
    if not (active or knowledge.shipped):
        return None
    known = _volatile(form, knowledge)
    comparison = _Comparison(form, address, active, known, now if knowledge.shipped else None, knowledge.shipped)
    best: list[tuple[Entry, list[str], tuple[str, str] | None]] = []
    least = 1 << 30
    for entry in _same_address(form, index, same_operation, active, knowledge.shipped):
        excused = comparison.excused(entry) if entry.seq not in but else None
        if excused is None or len(excused[0]) > least:
            continue
        if len(excused[0]) < least:
            best, least = [], len(excused[0])
        best.append((entry, *excused))
    if not best:
        return None
    if least == 0 and all(address_of_url(entry.url) == address for entry, _, _ in best):
        return _Finding([entry for entry, _, _ in best], "canonical")  # an index made by other keys than ours
    names = list(dict.fromkeys(name for _, excuses, _ in best for name in excuses)) or ["same address"]
    return _Finding([entry for entry, _, _ in best], "rule", ", ".join(names[:4]), best[0][2])


def _same_address(
    form: RequestForm, index: Index, same_operation: Sequence[Entry], active: Sequence[Rule], shipped: bool
) -> Sequence[Entry]:
    """Entries of this operation, or of one whose address is equal once the rules have rewritten both."""
    _, address = address_of(form.operation)

    def normal(text: str) -> str:
        for rule in active:
            text = rule.address(text)
        return shipped_rules.shipped_address(text) if shipped else text

    wanted = normal(address)
    if wanted == address and not any(rule.path for rule in active):
        return same_operation
    method = form.operation.partition(" ")[0]
    found = {entry.seq: entry for entry in same_operation}
    for entry in index.near(address, _SCANNED):
        theirs = address_of_url(entry.url)
        if entry.method == method and normal(theirs) == wanted:
            found[entry.seq] = entry
    return [found[seq] for seq in sorted(found)]


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Compares recorded requests with one request under the rules."""

    form: RequestForm
    address: str
    active: Sequence[Rule]
    known: Callable[[str], bool]
    now: Present | None
    shipped: bool

    def excused(self, entry: Entry) -> tuple[list[str], tuple[str, str] | None] | None:
        """(rules by which the differences are allowed, callback to rewrite), or None when one is not allowed."""
        excuses: list[str] = []
        rewrite = None
        for name, asked, recorded in differences(self.form.params, params_of(entry)):
            excuse = self._excuse(name, asked, recorded, entry.time)
            if not excuse:
                return None
            if excuse == "jsonp callback" and asked and recorded:
                rewrite = (recorded, asked)
            excuses.append(excuse)
        return excuses, rewrite

    def _excuse(self, name: str, asked: str | None, recorded: str | None, then: float) -> str:
        if self.known(name):
            return "learned"
        if self.form.writes and is_discriminator(name):
            return ""
        for rule in self.active:
            if rule.ignore and any(rule.ignore.match(alias) for alias in names_of(name)):
                return rule.name
        if not self.shipped:
            return ""
        excuse = shipped_rules.shipped(name, asked, recorded, shipped_rules.is_engine(self.address))
        if excuse:
            return excuse
        if self.now is None:
            return ""
        if asked is None or recorded is None:
            clock: Present = then if asked is None else self.now
            present = (recorded if asked is None else asked) or ""
            return "cache buster" if shipped_rules.is_bare_buster(name, present, clock) else ""
        if names_a_thing(name):
            return ""
        return "clock value" if same_moment(asked, self.now, recorded, then) else ""


def differences(asked: Params, recorded: Params) -> list[tuple[str, str | None, str | None]]:
    """(name, value asked, value recorded) of each parameter that differs; None where one side lacks it."""
    if asked == recorded:
        return []
    ours, theirs = _by_name(asked), _by_name(recorded)
    found: list[tuple[str, str | None, str | None]] = []
    for name in sorted(ours.keys() | theirs.keys()):
        one, other = ours.get(name, []), theirs.get(name, [])
        for position in range(max(len(one), len(other))):
            left = one[position] if position < len(one) else None
            right = other[position] if position < len(other) else None
            if left != right:
                found.append((name, left, right))
    return found


def _by_name(params: Params) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in params:
        found.setdefault(name, []).append(value)
    return found


def nearest(form: RequestForm, index: Index) -> tuple[Near, ...]:
    """The recorded exchanges most like the request, and how they differ: for the log, never to answer with."""
    method, address = address_of(form.operation)
    same = list(index.by_operation(form.operation))[:_SCANNED]
    scored: list[tuple[int, int, Entry, tuple[str, ...]]] = []
    for entry in [*same, *([] if len(same) >= _NEAREST else index.near(address, 4 * _NEAREST))]:
        differs = differences(form.params, params_of(entry))
        phrases = [f"{name}: {_brief(asked)} asked, {_brief(recorded)} recorded" for name, asked, recorded in differs]
        theirs = address_of_url(entry.url)
        other = 0
        if theirs != address:
            phrases.insert(0, f"address: {theirs} recorded")
            other = 100 + len(re.split(r"[/?]", theirs))
        if entry.method != method:
            phrases.insert(0, f"method: {entry.method} recorded")
            other += 50
        scored.append((other + len(differs), entry.seq, entry, tuple(phrases[:12])))
    unique = {entry.seq: (entry, phrases) for _, _, entry, phrases in sorted(scored, key=lambda item: item[:2])}
    return tuple(unique.values())[:_NEAREST]


def _brief(value: str | None) -> str:
    if value is None:
        return "absent"
    return value if len(value) <= 60 else value[:57] + "..."


def address_of(operation: str) -> tuple[str, str]:
    """(method, scheme://host[:port]/path) of an operation."""
    method, _, rest = operation.partition(" ")
    return method, rest.partition(" graphql:")[0]


def address_of_url(url: str) -> str:
    """scheme://host[:port]/path of a URL."""
    return url.partition("#")[0].partition("?")[0]


def params_of(entry: Entry) -> Params:
    """The entry's canonical parameters."""
    return _parse_form(entry.form) if entry.form else ()


@lru_cache(maxsize=2048)
def _parse_form(form: str) -> Params:
    return tuple((str(name), str(value)) for name, value in orjson.loads(form))


def _pairs(items: Iterable[Mapping[str, Any]]) -> frozenset[tuple[str, str]]:
    return frozenset((str(item.get("operation", "*")), str(item["param"])) for item in items if item.get("param"))
