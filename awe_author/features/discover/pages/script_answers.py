"""Posts of scripts that are answered with a script which draws their form again: `$('#form').html('<input name=...>')`,
as when a choice was made that others depend on.

Such an answer has the form's fields as HTML in a text of the script, with what was sent in them. What is sent next is
in the fields of the answer to it: in those that had just what was sent in all recorded answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

from awe_author.archive.httphead import header
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.exchanges.calls import Call, Raw
from awe_author.json_types import Json

LARGEST = 200_000
LONGEST = 15_000
"""Characters of the expression of one field."""
LEAST = 0.5
"""Share of the fields sent that are drawn again."""
_QUOTE = r"\\?[\"']"
_TAG = re.compile(r"<(input|select|textarea)\b[^<>]*>")
_NAME = re.compile(rf"\sname={_QUOTE}([^\"'\\]+){_QUOTE}")
_TYPE = re.compile(rf"\stype={_QUOTE}(\w+){_QUOTE}")
_VALUE = re.compile(rf"(\svalue=({_QUOTE}))(.*?)(\2)", re.DOTALL)
_OPTION = re.compile(r"<option\b[^<>]*>")
_CHOSEN = re.compile(rf"\sselected(={_QUOTE}(selected|true)?{_QUOTE})?")
_ENDS = {name: re.compile(rf"<\\?/{name}>") for name in ("select", "textarea")}
_TYPED = ("", "text", "number", "date", "time", "email", "tel", "url", "search", "hidden")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_LETTERS = {"n": "\n", "r": "\r", "t": "\t"}
_HTML = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))
_SCRIPT = (("\r\n", "\\n"), ("\n", "\\n"))

Answer = tuple[Call, str, str]
"""(post, the script that answers it, the key that its address names or "")."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A field as a script draws it."""

    name: str
    kind: str
    """`text`, `textarea` or `select`."""
    whole: str
    """From its name, or the beginning of an `input`, to its end."""
    at: int
    """Where in `whole` its value, or its first choice, begins."""
    end: int
    value: str
    """What it has, or what is chosen."""


def script_texts(raws: Sequence[Raw]) -> dict[int, str]:
    """Number of a post -> the script with fields of a form that answers it."""
    found = {}
    for raw in raws:
        script = "javascript" in header(raw.headers, "content-type").lower()
        if raw.method == "POST" and raw.status == 200 and script and len(raw.body) < LARGEST:
            said = raw.body.decode("utf-8", "replace")
            if _TAG.search(said):
                found[raw.seq] = said
    return found


def draws_again(call: Call, script: str) -> bool:
    """Does a script draw most of the fields that a post sent?"""
    sent = {name for name, value in call.body.items() if value} if isinstance(call.body, dict) else set[str]()
    drawn = {name for tag in _TAG.finditer(script) for name in _NAME.findall(tag[0])}
    return bool(sent) and len(sent & drawn) >= LEAST * len(sent)


def script_swaps(answers: Sequence[Answer]) -> Mapping[str, Json]:
    """What stands in place of what, in the last of these answers, when something else is sent."""
    call, script, key = answers[-1]
    keyed = _Keyed(key)
    signs = [option for option in _OPTION.findall(script) if _CHOSEN.search(option)]
    sign = signs[-1] if signs else ""
    found: dict[str, Json] = {}
    every = [{one.name: one for one in drawn_in(said)} for _, said, _ in answers]
    for name, one in every[-1].items():
        looks = [(of.body.get(name), drawn[name]) for (of, _, _), drawn in zip(answers, every, strict=True)
                 if name in drawn and isinstance(of.body, dict)]  # fmt: skip
        told = looks and all(isinstance(sent, str) and _same(sent, drawn.value) for sent, drawn in looks)
        if not told or name not in call.body or script.count(one.whole) != 1:
            continue
        others = [drawn for _, drawn in looks]
        made = _choices(one, sign, keyed) if one.kind == "select" else _typed(one, others, keyed)
        if made and len(made) < LONGEST:
            found[one.whole] = made
    for words, expression in keyed.swaps(script):
        found.setdefault(words, expression)
    return found


def by_sort(answers: Sequence[Answer]) -> list[tuple[str, list[Answer]]]:
    """(condition, the answers that are alike but for what is in their fields). Several sorts are told apart by a field,
    that of fewest values, never empty if there is such a one; the sort of the last answer is for what was never sent.
    Where nothing tells them apart there is but this one."""
    sorts: dict[str, list[Answer]] = {}
    for answer in answers:
        sorts.setdefault(_without_fields(answer), []).append(answer)
    last = sorts[_without_fields(answers[-1])]
    told: dict[str, dict[str, int]] = {}
    for number, mine in enumerate(sorts.values()):
        for call, _, _ in mine:
            for name, value in call.body.items():
                values = told.setdefault(name, {})
                values[str(value)] = number if values.get(str(value), number) == number else -1
    apart = {name: of for name, of in told.items() if -1 not in of.values() and len({*of.values()}) == len(sorts)}
    if len(sorts) < 2 or not apart:
        return [("", last)]
    name = min(apart, key=lambda one: (len(apart[one]), "" in apart[one]))
    found = []
    for number, mine in enumerate(sorts.values()):
        own = [value for value, of in apart[name].items() if of == number]
        test = f"string(body.get({text(name)}, '')) in [{', '.join(map(text, own))}]"
        found.append((test if mine is not last else "", mine))
    return sorted(found, key=lambda one: not one[0])


def _without_fields(answer: Answer) -> str:
    """A script without the values of its fields, and the key."""
    _, script, key = answer
    for one in drawn_in(script):
        empty = _CHOSEN.sub("", one.whole) if one.kind == "select" else one.whole[: one.at] + one.whole[one.end :]
        script = script.replace(one.whole, empty if one.at >= 0 else one.whole)
    return _Keyed(key).pattern.sub(r"\1", script) if key else script


def drawn_in(script: str) -> Iterator[Drawn]:
    """The fields that a script draws."""
    for tag in _TAG.finditer(script):
        name, kind = _NAME.search(tag[0]), tag[1]
        if name is None:
            continue
        if kind == "input":
            said = _TYPE.search(tag[0])
            value = _VALUE.search(tag[0])
            if (said[1] if said else "") in _TYPED:
                at, end = value.span(3) if value else (-1, -1)
                yield Drawn(name[1], "text", tag[0], at, end, _plain(value[3]) if value else "")
            continue
        end_tag = _ENDS[kind].search(script, tag.end())
        if end_tag is None:
            continue
        whole, at = script[tag.start() + name.start() : end_tag.start()], tag.end() - tag.start() - name.start()
        inner = whole[at:]
        if kind == "textarea":
            begins = re.match(r"\\n|\n", inner)
            at += begins.end() if begins else 0
            yield Drawn(name[1], kind, whole, at, len(whole), _plain(whole[at:]))
        else:
            chosen = [_VALUE.search(one) for one in _OPTION.findall(inner) if _CHOSEN.search(one)]
            first = [_VALUE.search(one) for one in _OPTION.findall(inner)][:1]
            told = [one[3] for one in chosen or first if one is not None]
            yield Drawn(name[1], kind, whole, at, len(whole), _plain(told[0]) if len(told) == 1 else "")


@dataclass(slots=True)
class _Keyed:
    """Texts in which the key of the entity stands, behind a slash or an equals sign."""

    key: str
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        self.pattern = re.compile(rf"(\w+[/=]){re.escape(self.key)}(?![\w.])")

    def text(self, said: str) -> str:
        """The expression of a text."""
        if not self.key:
            return text(said)
        parts, at = list[str](), 0
        for found in self.pattern.finditer(said):
            parts += [text(said[at : found.end(1)]), "segments[0]"]
            at = found.end()
        return " + ".join([*parts, *([text(said[at:])] if at < len(said) or not parts else [])])

    def swaps(self, script: str) -> Iterator[tuple[str, str]]:
        """What stands in place of such texts."""
        for found in self.pattern.finditer(script) if self.key else ():
            yield found[0], f"{text(found[1])} + segments[0]"


def _typed(one: Drawn, looks: Sequence[Drawn], keyed: _Keyed) -> str:
    """The expression of a field with what is sent in it; one without a value, as others of it have one."""
    own = f"string(body.get({text(one.name)}, ''))"
    if one.at < 0:
        full = next((other for other in looks if other.at >= 0 and _bare(other) == one.whole), None)
        return f"({own} == '' ? {keyed.text(one.whole)} : {_typed(full, [], keyed)})" if full is not None else ""
    put = own
    for sign, written in (*_HTML, *_SCRIPT):
        put += f".replace({text(sign)}, {text(written)})"
    empty = next((other for other in looks if other.at < 0 and _bare(one) == other.whole), None)
    made = f"{keyed.text(one.whole[: one.at])} + {put} + {keyed.text(one.whole[one.end :])}"
    return f"({own} == '' ? {keyed.text(empty.whole)} : {made})" if empty is not None else made


def _bare(one: Drawn) -> str:
    """A field without its value."""
    return _VALUE.sub("", one.whole, count=1)


def _choices(one: Drawn, sign: str, keyed: _Keyed) -> str:
    """The expression of a choice in which what is sent is chosen; "" where there is nothing to choose from. `sign`: an
    option of the script that is chosen, for how that is written; one for nothing is chosen without it."""
    options = [*_OPTION.finditer(one.whole)]
    own_sign = next((found[0] for found in options if _CHOSEN.search(found[0])), sign)
    mark = _CHOSEN.search(own_sign)
    if len(options) < 2 or mark is None:
        return ""
    own, parts, at = f"body.get({text(one.name)}, '')", list[str](), 0
    for found in options:
        value = _VALUE.search(found[0])
        if value is None:
            return ""
        if not value[3] and not _CHOSEN.search(found[0]):
            continue
        bare = _CHOSEN.sub("", found[0])
        behind = _VALUE.search(bare) if mark.start() > len("<option") else None
        place = behind.end() if behind is not None else len("<option")
        marked = bare[:place] + mark[0] + bare[place:]
        parts += [keyed.text(one.whole[at : found.start()])] if at < found.start() else []
        parts.append(f"({own} == {text(_plain(value[3]))} ? {text(marked)} : {text(bare)})")
        at = found.end()
    return " + ".join([*parts, *([keyed.text(one.whole[at:])] if at < len(one.whole) else [])])


def _same(sent: str, drawn: str) -> bool:
    return " ".join(sent.split()) == " ".join(drawn.split())


def _plain(said: str) -> str:
    """A value as it is meant: without the signs of the script and of HTML."""
    return unescape(_ESCAPED.sub(lambda found: _LETTERS.get(found[1], found[1]), said))
