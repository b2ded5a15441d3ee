"""A page's plan applied to a document as text: what the runtime does in a browser, for readers that run no scripts.

The same operations with the same meaning (features/runtime): recorded rows that show a record stay, others go, a record
without a row gets a copy of the recorded one. What only browsers know (focus, typing, shadow roots) has no part in it.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString
from soupsieve.util import SelectorSyntaxError

from awe_author.features.dom.operations import ListOperation, Operation, Plan, SetOperation
from awe_author.features.dom.values import Shown

_TELLS = re.compile(r"(hidden|html|class|style)(\.|$)")
"""Bindings that do not say which record a row shows."""
_ADDRESS = re.compile(r"(href|src|action)\Z")
_TEMPLATE = re.compile(r"(</?)template\b", re.IGNORECASE)
_OPENED = re.compile(r"(</?)awe-template\b")
"""The content of a `template` is content like other where an answer is one (`turbo-stream`)."""
_Owner = TypeVar("_Owner")
_UNSEEN = frozenset({"script", "style", "template", "noscript"})


def rendered(html: str, plan: Plan) -> str:
    """The document showing what the plan says; the text itself where that says nothing."""
    if not plan.operations:
        return html
    document = BeautifulSoup(html, "lxml")
    _with_bodies(document)
    _apply(document, plan.operations)
    return str(document)


def parsed_answer(html: str) -> BeautifulSoup:
    """An answer as a document. Rows without their table stay rows, as scripts that put them into one read them."""
    if not is_whole(html):
        opened = _TEMPLATE.sub(r"\1awe-template", html)
        return BeautifulSoup(f"<body>{opened}</body>", "html.parser")
    document = BeautifulSoup(html, "lxml")
    _with_bodies(document)
    return document


def is_whole(html: str) -> bool:
    """Is it a whole document?"""
    return "<html" in html[:2000].lower()


class ParsedAnswer:
    """An answer as it was recorded: a document, or a part of one (rows, a form, `turbo-stream`), whose elements stand
    in a `body` for the selectors. It is searched as it was parsed once, by any thread."""

    __slots__ = ("_document", "html")

    def __init__(self, html: str) -> None:
        self.html = html
        self._document = parsed_answer(html)

    def missing(self, operations: Sequence[Operation]) -> int:
        """How many of these operations find nothing in it: no element, no list, or no row to copy."""
        found = 0
        for operation in operations:
            if isinstance(operation, SetOperation):
                found += not _select(self._document, operation.select)
            elif operation.records:
                there = next(iter(_select(self._document, operation.into)), None)
                found += there is None or not _select(there, ", ".join(one for _, one in operation.rows))
        return found

    def rendered(self, operations: Sequence[Operation]) -> str:
        """Its text, showing what these operations say."""
        document = parsed_answer(self.html)  # a copy of the other would take the square of its depth
        _apply(document, operations)
        if is_whole(self.html):
            return str(document)
        return _OPENED.sub(r"\1template", document.body.decode_contents()) if document.body is not None else self.html


def _apply(document: BeautifulSoup, operations: Sequence[Operation]) -> None:
    for operation in operations:
        if isinstance(operation, SetOperation):
            for element in _select(document, operation.select):
                for binding, value in operation.values:
                    put(element, binding, value)
        else:
            _list(document, operation)


def _with_bodies(document: BeautifulSoup) -> None:
    """Rows right in a table are in a `tbody`, as browsers read it: selectors of recorded pages go by that."""
    for row in document.select("table > tr"):
        before = row.find_previous_sibling()
        if isinstance(before, Tag) and before.name == "tbody" and before.get("data-implied") is not None:
            before.append(row.extract())
            continue
        body = document.new_tag("tbody", attrs={"data-implied": ""})
        row.insert_before(body)
        body.append(row.extract())
    for body in document.select("tbody[data-implied]"):
        del body["data-implied"]


def _select(top: Tag, selector: str) -> list[Tag]:
    """What a selector matches; nothing where only browsers know it."""
    if selector in (":scope", "."):
        return [top]
    try:
        return list(top.select(selector))
    except (SelectorSyntaxError, NotImplementedError):
        return []


def _list(document: BeautifulSoup, operation: ListOperation) -> None:
    container = next(iter(_select(document, operation.into)), None)
    if container is None:
        return
    found = _select(container, ", ".join(any_one for _, any_one in operation.rows))
    parent = found[0].parent if found else container
    rows = [row for row in found if row.parent is parent]
    samples = [_sample(markup) for markup in operation.samples] or [None] * len(operation.rows)
    recorded = [
        next((row for row in _select(container, one) if row in rows), None)
        or next((row for row in rows if row in _select(container, any_one)), sample)
        for (one, any_one), sample in zip(operation.rows, samples, strict=True)
    ]
    usual = next((row for row in [*rows[:1], *recorded] if row is not None), None)
    if parent is None or usual is None:
        return
    models = [copy.copy(usual if model is None else model) for model in recorded]
    by_ids = any(re.search(r"#|\[id", selector) for selector, _ in operation.columns)
    for model in models if not by_ids else ():
        for element in [model, *model.find_all(id=True)]:
            del element["id"]
    marker = document.new_tag("template")
    if rows:
        rows[-1].insert_after(marker)
    else:
        parent.append(marker)
    standing = _standing(rows, operation, _kinds(container, rows, operation))
    for row in rows:
        row.extract()
    for at, (kind, values) in enumerate(operation.records):
        row = standing[at] if at in standing else copy.copy(models[min(kind, len(models) - 1)])
        for (selector, binding), value in zip(operation.columns, values, strict=True):
            for element in _select(row, selector):
                put(element, binding, value)
        marker.insert_before(row)
    marker.extract()


def _sample(markup: str | None) -> Tag | None:
    """The element of a sample."""
    return BeautifulSoup(markup, "html.parser").find(True) if markup else None


def _kinds(container: Tag, rows: Sequence[Tag], operation: ListOperation) -> dict[int, int]:
    """id() of a row -> which of the kinds of rows it is of."""
    found = {id(row): 0 for row in rows}
    for kind in reversed(range(len(operation.rows)) if len(operation.rows) > 1 else ()):
        found |= {id(row): kind for row in _select(container, operation.rows[kind][1]) if id(row) in found}
    return found


def _standing(rows: Sequence[Tag], operation: ListOperation, kinds: Mapping[int, int]) -> dict[int, Tag]:
    """Place of a record -> the recorded row that shows it: by all values that tell, else, of its kind, by one that is
    unique on both sides, addresses before texts, which change more often."""
    signed: dict[tuple[str, ...], list[Tag]] = {}
    for row in rows:
        signed.setdefault(_signature(row, operation), []).append(row)
    wanted = [_wanted(values, operation) for _, values in operation.records]
    found: dict[int, Tag] = {}
    for at, signature in enumerate(wanted):
        if there := signed.get(signature):
            found[at] = there.pop(0)
    left = [(signature, row) for signature, those in signed.items() for row in those]
    bindings = [binding for _, binding in operation.columns if _TELLS.match(binding) is None]
    for column in sorted(range(len(bindings)), key=lambda one: bindings[one] == "text"):
        by_row = _unique((signature[column], row) for signature, row in left)
        by_record = _unique((one[column], at) for at, one in enumerate(wanted) if at not in found)
        pairs = {by_record[value]: row for value, row in by_row.items() if value and value in by_record}
        every = len(by_row) == len(left) and len(by_record) == len(wanted) - len(found)
        apart = _ADDRESS.match(bindings[column]) and every and "" not in by_row and "" not in by_record
        found |= {at: row for at, row in pairs.items() if kinds[id(row)] == operation.records[at][0]}
        left = [(signature, row) for signature, row in left if not any(row is one for one in pairs.values())]
        if apart:  # what has another address is another record, whatever else they have in common
            break
    return found


def _unique(pairs: Iterable[tuple[str, _Owner]]) -> dict[str, _Owner]:
    """Value -> its owner, of values that have one only."""
    every: dict[str, list[_Owner]] = {}
    for value, owner in pairs:
        every.setdefault(value, []).append(owner)
    return {value: owners[0] for value, owners in every.items() if len(owners) == 1}


def _signature(row: Tag, operation: ListOperation) -> tuple[str, ...]:
    """What a recorded row shows in the columns that tell rows apart."""
    return tuple(
        "" if not (here := _select(row, selector)) else _shown(here[0], binding)
        for selector, binding in operation.columns
        if _TELLS.match(binding) is None
    )


def _wanted(values: Sequence[Shown], operation: ListOperation) -> tuple[str, ...]:
    return tuple(
        " ".join(str(value if value is not None else "").split())
        for (_, binding), value in zip(operation.columns, values, strict=True)
        if _TELLS.match(binding) is None
    )


def _shown(element: Tag, binding: str) -> str:
    if binding.startswith("text."):
        runs = runs_of(element)
        number = int(binding[5:])
        return " ".join("".join(runs[number]).split()) if number < len(runs) else ""
    if binding in ("text", "value"):
        return " ".join((element.get_text() if binding == "text" else str(element.get("value") or "")).split())
    return " ".join(str(element.get(binding) or "").split())


def put(element: Tag, binding: str, value: Shown) -> None:
    """Make an element show a value, as the binding of that name does."""
    kind, _, name = binding.partition(".")
    if binding == "text":
        _text(element, str(value))
    elif kind == "text":
        _run(element, int(name), str(value))
    elif binding == "html":
        element.clear()
        element.append(BeautifulSoup(str(value), "html.parser"))
    elif binding == "value":
        _value(element, str(value))
    elif binding in ("hidden", "checked"):
        chosen = binding == "checked" and element.name == "option"
        _attribute(element, "selected" if chosen else binding, bool(value))
    elif kind == "class" and name:
        names = [one for one in element.get_attribute_list("class") if one and one != name]
        element["class"] = " ".join([*names, name] if value else names)
    elif kind == "style" and name:
        kept = [one for one in str(element.get("style") or "").split(";") if one.partition(":")[0].strip() != name]
        element["style"] = ";".join([*(one for one in kept if one.strip()), f"{name}: {value}"] if value else kept)
    else:
        _attribute(element, binding, value)


def _is_seen(text: NavigableString) -> bool:
    return text.parent is not None and text.parent.name not in _UNSEEN


def _text(element: Tag, value: str) -> None:
    """Text goes where the element's text stands; where that is in several places, and in scripts, all content is
    replaced."""
    held = [one for one in element.find_all(string=True) if one.strip() and _is_seen(one)]
    if " ".join("".join(held).split()) == " ".join(value.split()):
        return
    if len(held) == 1:
        before = held[0][: len(held[0]) - len(held[0].lstrip())]
        after = held[0][len(held[0].rstrip()) :]
        held[0].replace_with(NavigableString(before + value + after if value else ""))
        return
    if held or element.name in ("script", "style"):
        element.clear()
    element.append(NavigableString(value))


def runs_of(element: Tag) -> list[list[NavigableString]]:
    """The element's own text between its children: before the first child element, behind it, and so on."""
    found: list[list[NavigableString]] = [[]]
    for node in element.children:
        if isinstance(node, Tag):
            found.append([])
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            found[-1].append(node)
    return found


def _run(element: Tag, number: int, value: str) -> None:
    runs = runs_of(element)
    nodes = runs[number] if number < len(runs) else []
    if not nodes:
        children = [node for node in element.children if isinstance(node, Tag)]
        made = NavigableString(value)
        children[number].insert_before(made) if number < len(children) else element.append(made)
        return
    if " ".join("".join(nodes).split()) == " ".join(value.split()):
        return
    before = nodes[0][: len(nodes[0]) - len(nodes[0].lstrip())]
    after = nodes[-1][len(nodes[-1].rstrip()) :]
    for node in nodes[1:]:
        node.extract()
    nodes[0].replace_with(NavigableString(before + value + after))


def _value(element: Tag, value: str) -> None:
    if element.name == "textarea":
        element.clear()
        element.append(NavigableString(value))
    elif element.name == "select":
        options = element.find_all("option")
        given = [str(option.get("value", option.get_text(strip=True))) for option in options]
        if value not in given:  # what an option is called counts as well, as in pages
            called = (said for option, said in zip(options, given, strict=True) if option.get_text(strip=True) == value)
            value = next(called, value)
        chosen = [said for option, said in zip(options, given, strict=True) if option.has_attr("selected")]
        if not chosen and given[:1] == [value] and not element.has_attr("multiple"):
            return  # browsers show the first where none is selected
        sign = next((str(option["selected"]) for option in options if option.has_attr("selected")), "")
        for option, said in zip(options, given, strict=True):  # scripts may look for `option[selected=selected]`
            _attribute(option, "selected", sign if said == value else None)
    else:
        element["value"] = value


def _attribute(element: Tag, name: str, value: Shown) -> None:
    if value is None or value is False:
        del element[name]
    else:
        element[name] = "" if value is True else str(value)
