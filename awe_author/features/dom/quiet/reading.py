"""Reads HTML whose tree can be told for sure: what is written is balanced, and nothing in it makes a parser repair.

A browser's parser makes a tree of everything (HTML Standard 13.2.6). Where tags are nested as they are written, none
of its repairs applies, and the tree is the text's own. So this reader accepts that, with what is commonly left out
(`html`, `head`, `body` and `tbody` tags), and raises `Unread` for all else, also for whatever runs a script: what it
has read is what a browser with scripting has, and nothing in it changes before somebody does something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from typing import TypeAlias

from awe_author.features.dom.quiet.categories import (
    ALONE,
    CHOICES,
    CLOSE_P,
    HEADINGS,
    IN_HEAD,
    NEVER,
    ONLY_IN,
    P_SCOPE,
    PICTURE,
    SPECIAL,
    TABLE_PARTS,
    TEXT_ONLY,
    VOID,
    WITH_REFERENCES,
)

LARGEST = 8 << 20
"""Bytes of a document that is read; larger ones are not."""
SPACE = " \t\n\f\r"
_TOKEN = re.compile(
    r"(?P<text>[^<]++)"
    r"|</(?P<end>[a-zA-Z][a-zA-Z0-9]*+)[ \t\n\f]*+>"
    r"|<(?P<start>[a-zA-Z][a-zA-Z0-9]*+)"
    r"(?P<written>(?:[ \t\n\f]++[^\s\"'<>/=]++(?:[ \t\n\f]*+=[ \t\n\f]*+(?:\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?+)*+)"
    r"[ \t\n\f]*+(?P<slash>/?)>"
    r"|<!--(?!-?>)(?P<comment>(?:[^-]++|-(?!-)|--(?!!?>))*+)-->"
)
_ATTRIBUTE = re.compile(
    r"[ \t\n\f]++([^\s\"'<>/=]++)(?:[ \t\n\f]*+=[ \t\n\f]*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s\"'=<>`]++)))?+"
)
_DOCTYPE = re.compile(
    r"[ \t\n\f]*<!doctype[ \t\n\f]+html[ \t\n\f]*(?:SYSTEM[ \t\n\f]+\"about:legacy-compat\"[ \t\n\f]*)?>", re.I
)
_SAYS_UTF_8 = re.compile(rb"<meta[ \t\n\f]+charset=[\"']?utf-8[\"' />]", re.I)
_REFERENCE = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]*+;|#[0-9]++;|#[xX][0-9a-fA-F]++;)")
_RUNS = re.compile(
    r"|module|importmap|speculationrules|(?:application|text)/(?:x-)?(?:java|ecma)script"
    r"|text/(?:javascript1\.\d|jscript|livescript)",
    re.I,
)
"""Types of script elements that run; the others are data (HTML Standard 4.12.1.1)."""
_HANDLER = re.compile(r"[ \t\n\f\"']on\w+[ \t\n\f]*=", re.I)
_HARMLESS = frozenset({"content-type", "x-ua-compatible", "content-language"})
"""Of `http-equiv`."""
DEEPEST = 200
"""Elements within each other."""
BEFORE, IN_HTML, HEAD, BEHIND_HEAD, BODY, BEHIND = range(6)
"""Where the reader is in the document."""


class Unread(Exception):
    """This cannot be told for sure; the message says what."""


class Text(str):
    """A text as it is written, and where: `at` in the text of the document."""

    __slots__ = ("at",)
    at: int

    def __new__(cls, text: str, at: int) -> Text:
        made = super().__new__(cls, text)
        made.at = at
        return made


class Element:
    """One element. `children`: elements, and texts as they are written (`Text` where they are no raw text).
    `foreign`: of an SVG picture."""

    __slots__ = ("_attributes", "_elements", "_places", "children", "foreign", "name", "parent", "written")

    def __init__(self, name: str, written: str = "", parent: Element | None = None, *, foreign: bool = False) -> None:
        self.name, self.written, self.parent, self.foreign = name, written, parent, foreign
        self.children: list[Node] = []
        self._attributes: dict[str, str] | None = None
        self._elements: list[Element] | None = None
        self._places: dict[Element, int] | None = None

    @property
    def attributes(self) -> dict[str, str]:
        """Name in lower case -> value. Raises Unread."""
        if self._attributes is None:
            found: dict[str, str] = {}
            for name, quoted, single, bare in _ATTRIBUTE.findall(self.written):
                found.setdefault(name.lower(), plain_text(quoted or single or bare))
            self._attributes = found
        return self._attributes

    def elements(self) -> list[Element]:
        """The child elements; asked for when all of the document is read."""
        if self._elements is None:
            self._elements = [one for one in self.children if isinstance(one, Element)]
        return self._elements

    def place(self, child: Element) -> int:
        """Index of a child among the child elements."""
        if self._places is None:
            self._places = {one: at for at, one in enumerate(self.elements())}
        return self._places[child]

    def descendants(self) -> Iterator[Element]:
        """The elements within it, in the order of the document."""
        for node in self.children:
            if isinstance(node, Element):
                yield node
                yield from node.descendants()

    def written_texts(self) -> Iterator[tuple[str, Element]]:
        """The texts within it as they are written, each with the element that holds it, in order."""
        for node in self.children:
            if isinstance(node, Element):
                yield from node.written_texts()
            else:
                yield node, self

    def texts(self) -> Iterator[tuple[str, Element]]:
        """The texts within it, each with the element that holds it, in order. Raises Unread."""
        for node, inside in self.written_texts():
            yield inside.text_of(node), inside

    def text_of(self, child: str) -> str:
        """A child text as it is read. Raises Unread."""
        return child if self.name in TEXT_ONLY and self.name not in WITH_REFERENCES else plain_text(child)


Node: TypeAlias = "Element | str"


def plain_text(written: str) -> str:
    """Text, or the value of an attribute, without character references. Raises Unread where an `&` is not clearly one
    or none."""
    if "&" not in written:
        return written
    found = _REFERENCE.findall(written)
    known = all(unescape(one) != "" if one.startswith("&#") else one[1:] in html5 for one in found)
    if not known or re.search(r"&(?![ \t\n\f&]|$)", _REFERENCE.sub("", written)):
        raise Unread("an & that may be a character reference or none")
    return unescape(written)


def read(body: bytes, charset: str) -> Element:
    """The root element of a document. `charset`: of its Content-Type, in lower case, or "". Raises Unread."""
    text = _decoded(body, charset)
    doctype = _DOCTYPE.match(text)
    if doctype is None:
        raise Unread("no <!doctype html>")
    if "javascript:" in text.lower():
        raise Unread("an address that is a script")
    reader = _Reader(text)
    reader.run(doctype.end())
    return reader.root


def _decoded(body: bytes, charset: str) -> str:
    if len(body) > LARGEST or b"\0" in body or b"\x1b" in body:
        raise Unread("too large, or not plain text")
    if charset not in ("", "utf-8", "utf8", "us-ascii", "iso-8859-1", "windows-1252"):
        raise Unread(f"the charset {charset}")
    said = charset in ("utf-8", "utf8") or (not charset and _SAYS_UTF_8.search(body[:1024]))
    if not body.isascii() and not said and not body.startswith(b"\xef\xbb\xbf"):
        raise Unread("letters beyond ASCII in another charset than UTF-8")
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unread("not UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """The tree as it grows. The root, its head and its body are there from the beginning, as in every document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.root = Element("html")
        self._head, self._body = Element("head", parent=self.root), Element("body", parent=self.root)
        self.root.children = [self._head, self._body]
        self._open = [self._head]
        """From the head or body inwards."""
        self._implied: set[int] = set()
        """Places in `_open` of `tbody` elements without a tag."""
        self._phase = BEFORE

    def run(self, at: int) -> None:
        """Read from here to the end. Raises Unread."""
        text, match = self._text, _TOKEN.match
        while at < len(text):
            found = match(text, at)
            if found is None:
                raise Unread(f"what begins with {text[at : at + 40]!r}")
            at = found.end()
            kind = found.lastgroup
            if kind == "text":
                self._add_text(Text(found["text"], found.start()))
            elif kind == "end":
                self._end(found["end"].lower())
            elif kind == "slash":
                at = self._start(found["start"].lower(), found["written"], bool(found["slash"]), at)
        if len(self._open) > 1:
            raise Unread(f"<{self._open[-1].name}> is not closed")

    def _add_text(self, text: Text) -> None:
        if text.strip(SPACE):
            if self._phase < BODY and len(self._open) == 1:
                self._enter_body()
                begins = text.lstrip(SPACE)
                text = Text(begins, text.at + len(text) - len(begins))
            name = self._open[-1].name
            if self._phase == BEHIND or name in TABLE_PARTS or name in ("select", "optgroup"):
                raise Unread(f"text in <{name}>")
        elif self._phase in (BEFORE, IN_HTML, BEHIND):
            return
        self._open[-1].children.append(text)

    # ---- start tags ----------------------------------------------------------------------

    def _start(self, name: str, written: str, slash: bool, at: int) -> int:
        """Gives where to read on."""
        if name in ("html", "head", "body"):
            self._outline(name, written)
            return at
        if self._phase in (BEHIND_HEAD, BEHIND):
            raise Unread(f"<{name}> outside of head and body")
        if self._phase < BODY and len(self._open) == 1 and name not in IN_HEAD:
            self._enter_body()
        self._phase = max(self._phase, HEAD)
        if name == "svg" or self._open[-1].foreign:
            self._picture(name, written, slash)
            return at
        if slash and name not in VOID:
            raise Unread(f"<{name}/>")
        if len(self._open) > DEEPEST:
            raise Unread("elements within each other that are too many")
        self._refuse_elsewhere(name)
        made = Element(name, written, self._open[-1])
        _refuse_scripts(made)
        self._open[-1].children.append(made)
        if name in TEXT_ONLY:
            return self._only_text(made, at)
        if name not in VOID:
            self._open.append(made)
        return at + 1 if name == "pre" and self._text.startswith("\n", at) else at

    def _outline(self, name: str, written: str) -> None:
        if self._phase > {"html": BEFORE, "head": IN_HTML, "body": BEHIND_HEAD}[name] or len(self._open) > 1:
            raise Unread(f"a second <{name}>")
        element = {"html": self.root, "head": self._head, "body": self._body}[name]
        element.written = written
        _refuse_scripts(element)
        if name == "body":
            self._enter_body()
        else:
            self._phase = IN_HTML if name == "html" else HEAD

    def _enter_body(self) -> None:
        self._open, self._phase = [self._body], BODY

    def _refuse_elsewhere(self, name: str) -> None:
        """Raises Unread where a parser would put an element of this name elsewhere, or close something first."""
        if name in NEVER:
            raise Unread(f"<{name}>")
        self._sections(name)
        parent = self._open[-1].name
        if name in ONLY_IN:
            if parent not in ONLY_IN[name]:
                raise Unread(f"<{name}> in <{parent}>")
        elif parent in TABLE_PARTS or parent in CHOICES or (name in HEADINGS and parent in HEADINGS):
            raise Unread(f"<{name}> in <{parent}>")
        if name in CLOSE_P:
            self._refuse_within(name, ("p",), P_SCOPE)
        if name in ALONE:
            self._refuse_within(name, (name,), frozenset())
        if name in ("li", "dd", "dt"):
            closed = ("li",) if name == "li" else ("dd", "dt")
            self._refuse_within(name, closed, SPECIAL - {"address", "div", "p", *closed})

    def _sections(self, name: str) -> None:
        """`tbody` elements that have no tags begin and end here."""
        if len(self._open) - 1 in self._implied and name in ("tbody", "thead", "tfoot"):
            self._close_implied()
        if name == "tr" and self._open[-1].name == "table":
            body = Element("tbody", parent=self._open[-1])
            self._open[-1].children.append(body)
            self._implied.add(len(self._open))
            self._open.append(body)

    def _close_implied(self) -> None:
        self._implied.discard(len(self._open) - 1)
        self._open.pop()

    def _refuse_within(self, name: str, closed: tuple[str, ...], ends: frozenset[str]) -> None:
        for one in reversed(self._open):
            if one.name in closed:
                raise Unread(f"<{name}> in <{one.name}>")
            if one.name in ends:
                return

    def _only_text(self, element: Element, at: int) -> int:
        """Text up to the end tag: nothing in it is markup. Gives where to read on."""
        end = re.compile(rf"</{element.name}(?=[ \t\n\f/>])", re.I).search(self._text, at)
        closing = end and re.compile(r"[ \t\n\f]*>").match(self._text, end.end())
        if end is None or not closing:
            raise Unread(f"<{element.name}> is not closed")
        text = self._text[at : end.start()]
        if element.name == "script" and "<!--" in text:
            raise Unread("<!-- in a script")
        if element.name == "textarea":
            text = text.removeprefix("\n")
        if text:
            element.children.append(text)
        return closing.end()

    def _picture(self, name: str, written: str, slash: bool) -> None:
        """An element of an SVG picture; those that can hold HTML or run something are not read."""
        parent = self._open[-1]
        if name not in PICTURE or parent.name in TABLE_PARTS or parent.name in CHOICES or len(self._open) > DEEPEST:
            raise Unread(f"<{name}> in <{parent.name}>")
        made = Element(name, written, parent, foreign=True)
        _refuse_scripts(made)
        parent.children.append(made)
        if not slash:
            self._open.append(made)

    # ---- end tags ------------------------------------------------------------------------

    def _end(self, name: str) -> None:
        if name == "head" and self._phase in (IN_HTML, HEAD) and len(self._open) == 1:
            self._phase = BEHIND_HEAD
            return
        if name in ("html", "body"):
            if len(self._open) > 1 or self._phase < BODY or (self._phase == BEHIND and name == "body"):
                raise Unread(f"</{name}>")
            self._phase = BEHIND
            return
        if name == "table" and len(self._open) - 1 in self._implied:
            self._close_implied()
        if len(self._open) < 2 or self._open[-1].name != name or len(self._open) - 1 in self._implied:
            raise Unread(f"</{name}>")
        self._open.pop()


def _refuse_scripts(element: Element) -> None:
    """Raises Unread for what may run something, or says what the document may do."""
    if element.name == "script" and _RUNS.fullmatch(element.attributes.get("type", "").strip(SPACE)):
        raise Unread("a script")
    if element.name == "meta" and element.attributes.get("http-equiv", "content-type").lower() not in _HARMLESS:
        raise Unread("<meta http-equiv>")
    if element.written and _HANDLER.search(element.written):
        raise Unread("an attribute that is a script")
