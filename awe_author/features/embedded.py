"""JSON inside HTML documents: what a server hands to a page's scripts along with it, found and put in anew as bytes.

Three places are known, each by a name that says where it is:

    script#__NEXT_DATA__            <script id="__NEXT_DATA__" type="application/json">{...}</script>
    window.__INITIAL_STATE__        <script>window.__INITIAL_STATE__ = {...};</script>, also = JSON.parse("...")
    div#app@data-page               <div id="app" data-page="{&quot;...}">

An element is named by its tag, id, else classes and short data attributes; a second one of the same name gets `:2`.
Nothing is run: a script is searched for assignments whose right side is JSON to the letter and ends there. What is put
in can end neither its script (`<` becomes `\\u003c`) nor its attribute. A changed script has another hash: `Changed`
says which, so that a Content-Security-Policy that names it goes on allowing it; nonces stay as they are.

Tokenisation follows the HTML standard as far as is needed to tell start tags from comments and raw text.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape, unescape
from typing import Literal

import orjson

from awe_author.archive.request_body import NotJson
from awe_author.door.messages import charset
from awe_author.features.api.asked import json_value
from awe_author.json_types import Json

Form = Literal["data", "assigned", "parsed", "attribute"]
MOST_ALIKE = 3
"""Elements of one name with JSON in an attribute; of more (one for each row, say) none is taken."""
SHORTEST = 20
"""Characters of JSON in an attribute that is looked at."""
_TAG = re.compile(
    r"<!--(?:>|->|.*?(?:--!?>|\Z))|<(?P<end>/?)(?P<name>[a-zA-Z][^\s/>]*)(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s\"'>/=]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"})
_CODE = frozenset({"", "module", "text/javascript", "application/javascript", "text/ecmascript"})
_TARGET = r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*|\[(?:\"[^\"\]\n]*\"|'[^'\]\n]*')\])*"
_ASSIGNED = re.compile(rf"(?<![\w$.'\"\]])(?P<name>{_TARGET})\s*=\s*(?P<parse>JSON\.parse\(\s*)?(?=[\[{{\"'])")
_LITERAL = re.compile(r"\"((?:[^\"\\\n]|\\.)*+)\"|'((?:[^'\\\n]|\\.)*+)'", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": ""}
_COMMENT = r"//[^\n\u2028\u2029]*+|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)"
_GAP = re.compile(rf"(?:\s|{_COMMENT})*+")
_GOES_ON = frozenset(".[(?+-*/%&|=<>^`")
"""Signs with which the next line goes on with an expression."""
_REGEX = (
    r"(?:[(,=:\[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else)\b)\s*+"
    r"/(?![/*])(?:[^/\\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,200}+\]){1,400}+/"
)
_QUOTED = r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?|`(?:[^`\\]|\\.)*+`?"
_STEP = re.compile(rf"{_ASSIGNED.pattern}|{_COMMENT}|{_QUOTED}|{_REGEX}", re.DOTALL)
"""The next assignment, or what no assignment stands in: a comment, a text, a regular expression."""
_PLAIN = re.compile(r"[A-Za-z_][\w-]{0,60}\Z")
_HASHES = ("sha256", "sha384", "sha512")
_META = re.compile(r"<meta[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"|[{}\[\]]|'|`|//|/\*|;")
_CLOSED = re.compile(r"\s*\)")
MOST_READ = 3
"""How often a script is read over, in the search for what is JSON in it."""
LEAST_READ = 20
"""Characters that an assignment counts at least."""


@dataclass(frozen=True, slots=True)
class Embedded:
    """One JSON value of a document: `text[begin:end]` is what is written for it."""

    name: str
    begin: int
    end: int
    form: Form
    value: Json = field(repr=False, compare=False)
    """With integers of more than 64 bits as floats."""
    quote: str = ""
    """Of a literal that is parsed: its sign."""
    script: tuple[int, int] | None = None
    """Of a script that runs: where its text begins and ends."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A document with other values in it."""

    text: str
    hashes: Mapping[str, str]
    """Hash sources of Content-Security-Policy (`sha256-...`): of the scripts as they were -> as they are."""


class Document:
    """The text of one document and the JSON in it."""

    def __init__(self, body: bytes, content_type: str = "") -> None:
        """Raises UnicodeError when the text cannot be read and written back to the same bytes."""
        self.codec = _codec(body, content_type)
        self.text = body.decode(self.codec, "surrogateescape")
        if self.codec != "utf-8" and self.text.encode(self.codec, "surrogateescape") != body:
            raise UnicodeError(f"the document is no {self.codec}")
        self.found = {one.name: one for one in embedded_in(self.text)}
        self.values: dict[str, Json] = {name: one.value for name, one in self.found.items()}

    def changed(self, values: Mapping[str, Json]) -> Changed | None:
        """The document with these values (name -> value), None when all of them are what is there."""
        other = [self.found[name] for name, value in values.items() if not same(value, self.values[name])]
        if not other:
            return None
        ascii_only = self.codec != "utf-8"
        return _replaced(self.text, [(one, _written(one, values[one.name], ascii_only)) for one in other])

    def encoded(self, text: str) -> bytes:
        """A text made of this one, in its encoding."""
        return text.encode(self.codec, "surrogateescape")


def same(left: Json, right: Json) -> bool:
    """Is it the same JSON, whatever the order of members? `1`, `1.0` and `true` are three things."""
    return orjson.dumps(left, option=orjson.OPT_SORT_KEYS) == orjson.dumps(right, option=orjson.OPT_SORT_KEYS)


def embedded_in(text: str) -> list[Embedded]:
    """The JSON objects and lists of objects in a document, in order."""
    every = list(_all(text))
    alike = Counter(one.name for one in every if one.form == "attribute")
    numbers: Counter[str] = Counter()
    found: dict[str, Embedded] = {}
    for one in every:
        if alike[one.name] > MOST_ALIKE and one.form == "attribute":
            continue
        numbers[one.name] += 1
        name = one.name if numbers[one.name] == 1 else f"{one.name}:{numbers[one.name]}"
        while name in found:  # an element may itself be called a:2
            numbers[one.name] += 1
            name = f"{one.name}:{numbers[one.name]}"
        found[name] = replace(one, name=name)
    return list(found.values())


def _all(text: str) -> Iterator[Embedded]:
    at = 0
    while (tag := _TAG.search(text, at)) is not None:
        at = tag.end()
        if tag["name"] is None or tag["end"]:
            continue
        name = tag["name"].lower()
        attributes = list(_attributes(tag))
        yield from _of_attributes(name, attributes)
        if name in _RAW:
            end = _end_of(text, name, at)
            if name == "script":
                yield from _of_script(text, at, end, attributes)
            at = end


def _end_of(text: str, name: str, at: int) -> int:
    found = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(text, at)
    return found.start() if found else len(text)


def _attributes(tag: re.Match[str]) -> Iterator[tuple[str, str, int, int]]:
    """(name, value as written, its place): only quoted values have one, others (0, 0)."""
    base = tag.start("rest")
    for one in _ATTRIBUTE.finditer(tag["rest"]):
        group = 2 if one[2] is not None else 3 if one[3] is not None else 0
        place = (base + one.start(group), base + one.end(group)) if group else (0, 0)
        yield one[1].lower(), one[group] if group else one[4] or "", *place


def _element(tag: str, attributes: list[tuple[str, str, int, int]]) -> str:
    """The name of an element."""
    known = {name: value for name, value, _, _ in reversed(attributes)}
    if known.get("id"):
        return f"{tag}#{known['id']}"
    classes = "".join(f".{one}" for one in known.get("class", "").split() if _PLAIN.match(one))
    data = "".join(
        f'[{name}="{value}"]'
        for name, value, _, _ in attributes
        if name.startswith("data-") and _PLAIN.match(unescape(value))
    )
    return f"{tag}{classes}{data}"


def _of_attributes(tag: str, attributes: list[tuple[str, str, int, int]]) -> Iterator[Embedded]:
    for name, raw, begin, end in attributes:
        if len(raw) < SHORTEST or not begin or name.startswith("on") or raw.lstrip()[:1] not in ("{", "["):
            continue
        value = _objects(unescape(raw))
        if value is not None:
            yield Embedded(f"{_element(tag, attributes)}@{name}", begin, end, "attribute", value)


def _of_script(text: str, begin: int, end: int, attributes: list[tuple[str, str, int, int]]) -> Iterator[Embedded]:
    known = {name: value for name, value, _, _ in reversed(attributes)}
    kind = known.get("type", "").strip().lower().partition(";")[0]
    inside = text[begin:end]
    if "src" in known or ("<!--" in inside and "<script" in inside.lower()):
        return  # the second: where such a script ends is another matter
    if "json" in kind:
        value = _objects(inside)
        if value is not None:
            yield Embedded(_element("script", attributes), begin, end, "data", value)
    elif kind in _CODE:
        yield from _of_code(text, begin, end)


def _of_code(text: str, begin: int, end: int) -> Iterator[Embedded]:
    at, left = begin, MOST_READ * (end - begin)
    while left > 0 and (found := _STEP.search(text, at, end)) is not None:
        if found["name"] is None:
            at = found.end()
            continue
        one, reached = _assigned(text, found, begin, end)
        left -= max(reached - found.start(), LEAST_READ)
        at = found.end() if one is None else one.end
        if one is not None:
            yield one


def _assigned(text: str, found: re.Match[str], begin: int, end: int) -> tuple[Embedded | None, int]:
    """The value that is assigned, and how far was read to tell."""
    start, script = found.end(), (begin, end)
    if found["parse"]:
        literal = _LITERAL.match(text, start, end)
        closed = _CLOSED.match(text, literal.end(), end) if literal else None
        if literal is None or closed is None or not _ended(text, closed.end(), end):
            return None, literal.end() if literal else start
        value = _objects(_unescaped(literal[0][1:-1]))
        if value is None:
            return None, closed.end()
        name, quote = found["name"], literal[0][0]
        return Embedded(name, literal.start(), literal.end(), "parsed", value, quote, script), literal.end()
    if text[start] not in "[{":
        return None, start
    stop, whole = _json_end(text, start, end)
    value = _objects(text[start:stop]) if whole and _ended(text, stop, end) else None
    one = Embedded(found["name"], start, stop, "assigned", value, "", script) if value is not None else None
    return one, stop


def _ended(text: str, at: int, end: int) -> bool:
    """Does the statement, or the member of an argument list, end here, but for comments?"""
    gap = _GAP.match(text, at, end)
    after = gap.end() if gap else at
    return after >= end or text[after] in ";,)}" or ("\n" in text[at:after] and text[after] not in _GOES_ON)


def _json_end(text: str, start: int, end: int) -> tuple[int, bool]:
    """(where the brackets that open at `start` are closed, true), or how far it was read to tell that what is between
    is no JSON, and false."""
    depth, token = 0, None
    for token in _TOKEN.finditer(text, start, end):
        sign = token[0]
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return token.end(), True
        elif sign[0] != '"':
            break
    return token.end() if token is not None else end, False


def _objects(source: str) -> Json:
    """The JSON when it is an object with members, or a list with objects in it; else None."""
    if source.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = json_value(source.encode("utf-8", "surrogatepass"))
    except (NotJson, UnicodeError):
        return None
    listed = isinstance(value, list) and any(isinstance(one, dict) for one in value)
    return value if listed or (isinstance(value, dict) and value) else None


def _unescaped(literal: str) -> str:
    """The text that a literal of JavaScript stands for (ECMA-262, 12.9.4)."""

    def one(found: re.Match[str]) -> str:
        code = found[1] or found[2] or found[3]
        if code is not None:
            return chr(min(int(code, 16), 0x10FFFF))
        return _ESCAPED.get(found[4], found[4])

    plain = _ESCAPE.sub(one, literal)
    return plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


_UNSAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_UNSAFE_SIGNS = re.compile("[<>&\u2028\u2029]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def _written(one: Embedded, value: Json, ascii_only: bool) -> str:
    """How a value stands at this place."""
    text = orjson.dumps(value).decode()
    if one.form == "attribute":
        text = escape(text)
        return _NOT_ASCII.sub(lambda sign: f"&#{ord(sign[0])};", text) if ascii_only else text
    if one.form == "parsed":
        text = text.replace("\\", "\\\\").replace(one.quote, f"\\{one.quote}")
    text = _UNSAFE_SIGNS.sub(lambda sign: _UNSAFE[sign[0]], text)
    text = _NOT_ASCII.sub(_escaped_unit, text) if ascii_only else text
    return f"{one.quote}{text}{one.quote}"


def _escaped_unit(sign: re.Match[str]) -> str:
    units = sign[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def _replaced(text: str, written: list[tuple[Embedded, str]]) -> Changed:
    parts: list[str] = []
    at, moved = 0, 0
    scripts: dict[tuple[int, int], tuple[int, int]] = {}
    written.sort(key=lambda pair: pair[0].begin)
    for one, value in written:
        if one.script is not None:
            began = scripts.get(one.script, (one.script[0] + moved, 0))[0]
            scripts[one.script] = (began, 0)
        parts += [text[at : one.begin], value]
        at = one.end
        moved += len(value) - (one.end - one.begin)
        if one.script is not None:
            scripts[one.script] = (scripts[one.script][0], one.script[1] + moved)
    made = "".join([*parts, text[at:]])
    hashes: dict[str, str] = {}
    for (begin, end), (began, ended) in scripts.items():
        hashes |= dict(zip(_hashes(text[begin:end]), _hashes(made[began:ended]), strict=True))
    return Changed(replaced_hashes(made, hashes), hashes)


def _hashes(script: str) -> list[str]:
    """The hash sources of an inline script (CSP 3, 8.3), in base64."""
    plain = script.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace")
    return [f"{name}-{base64.b64encode(hashlib.new(name, plain).digest()).decode()}" for name in _HASHES]


def replaced_hashes(text: str, hashes: Mapping[str, str]) -> str:
    """A policy, or a document with one in a meta element, that names the scripts as they are now."""
    for was, now in hashes.items():
        for before, after in ((was, now), (was.replace("+", "&#43;"), now.replace("+", "&#43;"))):
            text = text.replace(before, after)
    return text


def _codec(body: bytes, content_type: str) -> str:
    """The name of the encoding: of a byte order mark, the header, a meta element, else UTF-8."""
    if body[:3] == b"\xef\xbb\xbf":
        return "utf-8"
    if body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "utf-16-le" if body[:1] == b"\xff" else "utf-16-be"
    said = _META.search(body[:1024].decode("latin-1"))
    name = charset(content_type) or (said[1].lower() if said else "utf-8")
    if name in ("utf-8", "utf8", "us-ascii", "ascii"):
        return "utf-8"
    name = "cp1252" if name in ("iso-8859-1", "latin1", "latin-1") else name
    try:
        "".encode(name)
    except LookupError:
        raise UnicodeError(f"unknown encoding {name}") from None
    return name
