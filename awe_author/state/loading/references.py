"""References: `$ref` between the schemas of a file, and `x-ref` from a field to an entity of a collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import nearest, under
from awe_author.state.model import WAREHOUSE, Model, OnDelete, Reference
from awe_author.state.schema import parts_of


def check_references(document: Mapping[str, Any], fitting: Fitting) -> None:
    """Every `$ref` in the file: does it lead to a part of it? And is the dialect ours?"""
    problems = fitting.problems
    for pointer, part in _parts(document):
        reference = part.get("$ref")
        if isinstance(reference, str):
            _check_ref(reference, pointer, fitting)
    schema = document.get("$schema")
    if isinstance(schema, str) and "2020-12" not in schema and "model.schema.json" not in schema:
        problems.add(
            "/$schema",
            f'"{schema}" is another dialect of JSON Schema',
            "Write https://json-schema.org/draft/2020-12/schema.",
        )


def _check_ref(reference: str, pointer: str, fitting: Fitting) -> None:
    where = under(pointer, "$ref")
    if not reference.startswith("#/$defs/"):
        fitting.problems.add(where, f'"{reference}" leads out of $defs', "Put the schema under $defs: `#/$defs/lead`.")
        return
    try:
        fitting.shapes.resolve(reference)
    except (KeyError, TypeError, IndexError):
        known = fitting.root.get("$defs")
        names = list(known) if isinstance(known, dict) else []
        fitting.problems.add(
            where, f'"{reference}" leads nowhere', nearest(reference.removeprefix("#/$defs/"), names, what="$defs has")
        )
        return
    if _loops(reference, fitting):
        fitting.problems.add(where, f'"{reference}" leads back to itself', "Break the circle.")


def _loops(reference: str, fitting: Fitting) -> bool:
    """Does a chain of bare `$ref`s come back? (A tree that holds trees is no such chain.)"""
    seen: set[str] = set()
    following: object = reference
    while isinstance(following, str):
        if following in seen:
            return True
        seen.add(following)
        try:
            part = fitting.shapes.resolve(following)
        except (KeyError, TypeError, IndexError):
            return False
        following = part.get("$ref") if isinstance(part, dict) else None
    return False


_SCHEMAS = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs"})
_LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_ONE = frozenset(
    [
        "items",
        "contains",
        "additionalProperties",
        "propertyNames",
        "not",
        "if",
        "then",
        "else",
        "unevaluatedItems",
        "unevaluatedProperties",
    ]
)


def _parts(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every schema in the file with its pointer."""
    waiting: list[tuple[str, object]] = [("", document)]
    for name, action in (document.get("x-actions") or {}).items() if _is(document.get("x-actions")) else ():
        if _is(action) and _is(action.get("params")):
            waiting.append((under("/x-actions", name, "params"), action["params"]))
    while waiting:
        pointer, part = waiting.pop()
        if not isinstance(part, Mapping):
            continue
        yield pointer, part
        for keyword, value in part.items():
            if keyword in _SCHEMAS and _is(value):
                waiting += [(under(pointer, keyword, key), below) for key, below in value.items()]
            elif keyword in _LISTS and isinstance(value, list):
                waiting += [(under(pointer, keyword, at), below) for at, below in enumerate(value)]
            elif keyword in _ONE:
                waiting.append((under(pointer, keyword), value))


def _is(value: object) -> bool:
    return isinstance(value, Mapping)


class References:
    """Finds the `x-ref` fields below an entity, plain value or params schema."""

    def __init__(self, app: str, fitting: Fitting, collections: set[str], warehouse: Model | None) -> None:
        self.app, self.fitting, self.collections, self.warehouse = app, fitting, collections, warehouse

    def find(self, part: object, pointer: str, *, cascade: bool = True) -> tuple[Reference, ...]:
        """All of them; `cascade`: is there an entity that could go too?"""
        found: dict[tuple[str, ...], Reference] = {}
        self._walk(part, (), pointer, found, ())
        for reference in found.values():
            if reference.on_delete == "cascade" and not cascade:
                self.fitting.problems.add(
                    under(reference.pointer, "x-ref"),
                    "cascade needs an entity that can go; a plain value cannot",
                    "Use restrict or detach.",
                )
        return tuple(found.values())

    def _walk(
        self,
        part: object,
        path: tuple[str, ...],
        pointer: str,
        found: dict[tuple[str, ...], Reference],
        seen: tuple[str, ...],
        nullable: bool = False,
    ) -> None:
        if not isinstance(part, Mapping):
            return
        if "x-ref" in part and path not in found and (one := self._reference(part, path, pointer, nullable)):
            found[path] = one
        reference = part.get("$ref")
        if isinstance(reference, str):
            self._follow(reference, path, found, seen, nullable or _null(part))
        self._mixed(part, pointer)
        for name, below in _mapping(part.get("properties")).items():
            self._walk(below, (*path, name), under(pointer, "properties", name), found, seen)
        for keyword in ("items", "additionalProperties"):
            self._walk(part.get(keyword), (*path, "*"), under(pointer, keyword), found, seen)
        for keyword in ("allOf", "anyOf", "oneOf"):
            branches = part.get(keyword, ())
            null = nullable or (keyword != "allOf" and any(_null(one) for one in branches))
            for at, below in enumerate(branches):
                self._walk(below, path, under(pointer, keyword, at), found, seen, null)
        self._misplaced(part, pointer)

    def _follow(
        self,
        reference: str,
        path: tuple[str, ...],
        found: dict[tuple[str, ...], Reference],
        seen: tuple[str, ...],
        nullable: bool,
    ) -> None:
        """Into what `$ref` names; round a tree of trees only once, where references would have no end."""
        try:
            target = self.fitting.shapes.resolve(reference)
        except (KeyError, TypeError, IndexError):
            return
        where = reference.removeprefix("#")
        if reference not in seen:
            self._walk(target, path, where, found, (*seen, reference), nullable)
        elif any("x-ref" in part for at, part in _parts(self.fitting.root) if at.startswith(where)):
            self.fitting.problems.add(
                where, "a schema that contains itself cannot hold references", "Keep the parts in a collection."
            )

    def _mixed(self, part: Mapping[str, Any], pointer: str) -> None:
        """A path has `*` for all members of an object: those with names of their own would be taken for references."""
        properties, others = _mapping(part.get("properties")), part.get("additionalProperties")
        if properties and _refers(others):
            self.fitting.problems.add(
                under(pointer, "additionalProperties"),
                "references of further members cannot be told from the fields that are listed",
                "Put those members into an object of their own.",
            )
        if _refers(properties.get("*")):
            self.fitting.problems.add(
                under(pointer, "properties", "*"), 'a field called "*" cannot hold references', "Choose another name."
            )

    def _misplaced(self, part: Mapping[str, Any], pointer: str) -> None:
        for keyword in ("patternProperties", "prefixItems", "contains", "if", "then", "else", "not", "propertyNames"):
            inner = part.get(keyword)
            several = inner if isinstance(inner, list) else [inner]
            if keyword == "patternProperties":
                several = list(_mapping(inner).values())
            if any(_refers(one) for one in several):
                self.fitting.problems.add(
                    under(pointer, keyword),
                    f"a reference below {keyword} cannot be kept track of",
                    "Put it into properties or items.",
                )

    def _reference(
        self, part: Mapping[str, Any], path: tuple[str, ...], pointer: str, nullable: bool
    ) -> Reference | None:
        given, where = part["x-ref"], under(pointer, "x-ref")
        if not self.fitting.problems.sound(where):
            return None
        to = given if isinstance(given, str) else given["to"]
        on_delete: OnDelete = "restrict" if isinstance(given, str) else given.get("on_delete", "restrict")
        parts = parts_of(to)
        app, collection = (WAREHOUSE, parts[1]) if len(parts) == 2 else (self.app, parts[0])
        known = self._known(app)
        at = where if isinstance(given, str) else under(where, "to")
        if known is not None and collection not in known:
            self.fitting.problems.add(at, f'there is no collection "{to}"', nearest(collection, known))
        types = self.fitting.shapes.types(part)
        if not types & {"string", "array"}:
            self.fitting.problems.add(where, "only a string can name an entity", 'Let the field be `"type": "string"`.')
        elif "array" in types and "string" not in types:
            self.fitting.problems.add(where, "an array names no entity, its items do", "Move x-ref into `items`.")
        in_list = bool(path) and path[-1] == "*"
        if on_delete == "detach" and not (in_list or nullable or _null(part) or "null" in types):
            self.fitting.problems.add(
                where, "detach needs a field that may be null", 'Let the field be `"type": ["string", "null"]`.'
            )
        return Reference(field=path, app=app, collection=collection, on_delete=on_delete, pointer=pointer)

    def _known(self, app: str) -> set[str] | None:
        if app == self.app:
            return self.collections
        return set(self.warehouse.collections) if self.warehouse else None


def _refers(part: object) -> bool:
    """Does it hold references, not counting what a `$ref` leads to?"""
    return isinstance(part, Mapping) and any("x-ref" in below for _, below in _parts(part))


def _null(part: object) -> bool:
    named = part.get("type") if isinstance(part, Mapping) else None
    return named == "null" or (isinstance(named, list) and "null" in named)


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
