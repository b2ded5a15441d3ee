"""Random values that fit a JSON Schema, from a seeded generator: params for actions, to see what a model does.

No generator can satisfy every schema (a `pattern` against a `not`); each value is checked, and after some tries it
gives up. Fields with `x-ref` get ids that are there; other strings are sometimes taken from the state, where names and
ids that mean something are found.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from awe_author.json_types import Json
from awe_author.state.patterns import matching
from awe_author.state.schema import Schema

TRIES = 25
DEEPEST = 6
WORDS = ("alpha", "Berlin", "carbon", "Ünal", "ecru", "O'Neil", "a b", "0", "x" * 40, "déjà vu", "漢字")


class Examples:
    """Makes values. Equal arguments and equal states of `rng` give equal values."""

    def __init__(
        self,
        rng: random.Random,
        *,
        ids: Callable[[str], Sequence[str]] = lambda _: (),
        texts: Sequence[str] = (),
        now: float = 0.0,
    ) -> None:
        """`ids`: target of an `x-ref` -> ids that are there; `texts`: strings of the state; `now`: Unix seconds."""
        self.rng, self.ids, self.texts, self.now = rng, ids, texts, now

    def fitting(self, schema: Schema) -> tuple[Json] | None:
        """A value that fits, in a tuple; None when none was found."""
        definitions = schema.document.get("$defs")
        self._defs: Mapping[str, Any] = definitions if isinstance(definitions, dict) else {}
        for _ in range(TRIES):
            try:
                value = self.value(schema.document)
            except (ArithmeticError, LookupError, RecursionError, ValueError):
                continue  # bounds between which nothing is, a schema that holds itself without end
            if schema.is_valid(value):
                return (value,)
        return None

    def value(self, part: object, depth: int = 0) -> Json:
        """A value that is likely to fit."""
        whole = self._whole(part)
        if "const" in whole:
            return whole["const"]  # type: ignore[no-any-return]
        if "enum" in whole:
            return self.rng.choice(whole["enum"])  # type: ignore[no-any-return]
        if whole.get("examples") and self.rng.random() < 0.4:
            return self.rng.choice(whole["examples"])  # type: ignore[no-any-return]
        if "default" in whole and self.rng.random() < 0.2:
            return whole["default"]  # type: ignore[no-any-return]
        match self._type(whole, depth):
            case "object":
                return self._object(whole, depth)
            case "array":
                return self._array(whole, depth)
            case "integer":
                return self._number(whole, whole=True)
            case "number":
                return self._number(whole, whole=self.rng.random() < 0.5)
            case "boolean":
                return self.rng.random() < 0.5
            case "null":
                return None
        return self._string(whole)

    def _whole(self, part: object, depth: int = 0) -> dict[str, Any]:
        """`part` and all that holds with it as one schema; of alternatives, one."""
        if not isinstance(part, dict) or depth > DEEPEST:
            return {}
        whole: dict[str, Any] = {}
        below: list[object] = [*part.get("allOf", ())]
        below += [self.rng.choice(part[keyword]) for keyword in ("anyOf", "oneOf") if part.get(keyword)]
        reference = part.get("$ref")
        if isinstance(reference, str):
            below.append(self._defs.get(reference.removeprefix("#/$defs/")))
        for one in [*(self._whole(one, depth + 1) for one in below), part]:
            properties = {**whole.get("properties", {}), **one.get("properties", {})}
            required = [*whole.get("required", ()), *one.get("required", ())]
            whole = {**whole, **one}
            whole |= {"properties": properties} if properties else {}
            whole |= {"required": required} if required else {}
        return whole

    def _type(self, whole: Mapping[str, Any], depth: int) -> str:
        named = whole.get("type")
        if isinstance(named, list):
            return str(self.rng.choice([one for one in named if one != "null"] * 3 + ["null"] * ("null" in named)))
        if named is None and "properties" in whole:
            return "object"
        return str(named or self.rng.choice(["string", "integer", "boolean", "null"]))

    def _object(self, whole: Mapping[str, Any], depth: int) -> Json:
        found: dict[str, Json] = {}
        required = set(whole.get("required", ()))
        for name, part in whole.get("properties", {}).items():
            if name in required or (depth < DEEPEST and self.rng.random() < 0.5):
                found[name] = self.value(part, depth + 1)
        for name in sorted(required - found.keys()):
            found[name] = self.value(whole.get("additionalProperties"), depth + 1)
        least, other = int(whole.get("minProperties", 0)), whole.get("additionalProperties")
        optional = [name for name in whole.get("properties", {}) if name not in found]
        while len(found) < least and optional:
            name = optional.pop(self.rng.randrange(len(optional)))
            found[name] = self.value(whole["properties"][name], depth + 1)
        if isinstance(other, dict) and not whole.get("properties"):
            for _ in range(max(least - len(found), self.rng.randrange(3))):
                found[self.rng.choice(WORDS)] = self.value(other, depth + 1)
        return found

    def _array(self, whole: Mapping[str, Any], depth: int) -> Json:
        least = int(whole.get("minItems", 0))
        most = min(int(whole.get("maxItems", least + 3)), least + 3)
        count = least if depth >= DEEPEST else self.rng.randint(least, max(least, most))
        first = whole.get("prefixItems", ())
        found = [self.value(part, depth + 1) for part in first[: max(count, len(first))]]
        while len(found) < count:
            found.append(self.value(whole.get("items"), depth + 1))
        if whole.get("uniqueItems"):
            found = [one for at, one in enumerate(found) if one not in found[:at]]
        return found

    def _number(self, part: Mapping[str, Any], *, whole: bool) -> Json:
        low = part.get("minimum", part.get("exclusiveMinimum", -1000 if self.rng.random() < 0.3 else 0))
        high = part.get("maximum", part.get("exclusiveMaximum", low + self.rng.choice([1, 10, 1000, 10**6])))
        step = part.get("multipleOf")
        if step:
            made: int | float = round(self.rng.randint(int(-(-low // step)), int(high // step)) * step, 10)
            return made
        if whole:
            bounds = (int(-(-low // 1)), int(high // 1))
            return self.rng.choice([*bounds, self.rng.randint(*bounds)]) if bounds[0] <= bounds[1] else bounds[0]
        return round(self.rng.uniform(low, high), 2)

    # ---- strings -------------------------------------------------------------------------------------------------

    def _string(self, part: Mapping[str, Any]) -> str:
        target = part.get("x-ref")
        if target:
            there = self.ids(target if isinstance(target, str) else target["to"])
            if there and self.rng.random() < 0.95:
                return self.rng.choice(there)
        if "format" in part:
            return self._format(part["format"])
        if "pattern" in part:
            return matching(part["pattern"], self.rng)
        least, most = int(part.get("minLength", 0)), int(part.get("maxLength", 10**6))
        if self.texts and self.rng.random() < 0.6:
            text = self.rng.choice(self.texts)
        elif self.rng.random() < 0.9:
            text = self.rng.choice(WORDS)
        else:
            text = ""
        while len(text) < least:
            text += self.rng.choice(string.ascii_letters)
        return text[:most]

    def _format(self, name: str) -> str:
        moment = datetime.fromtimestamp(self.now, UTC) + timedelta(seconds=self.rng.choice([-1, 1]) * self._span())
        number = self.rng.randrange(10**6)
        known = [text for text in self.texts if "@" in text] if name == "email" else []
        if known and self.rng.random() < 0.6:
            return self.rng.choice(known)
        made = {
            "date-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "date": moment.strftime("%Y-%m-%d"),
            "time": moment.strftime("%H:%M:%SZ"),
            "duration": f"PT{number % 3600}S",
            "email": f"person{number}@example.com",
            "idn-email": f"person{number}@example.com",
            "uri": f"https://example.com/{number}",
            "uri-reference": f"/{number}",
            "iri": f"https://example.com/{number}",
            "hostname": f"host{number}.example.com",
            "ipv4": f"192.0.2.{number % 256}",
            "ipv6": f"2001:db8::{number % 65536:x}",
            "uuid": f"{self.rng.getrandbits(32):08x}-0000-4000-8000-{self.rng.getrandbits(48):012x}",
            "json-pointer": f"/{number}",
            "regex": "a+",
        }
        return made.get(name, self.rng.choice(WORDS))

    def _span(self) -> int:
        return self.rng.choice([60, 3600, 86400, 7 * 86400, 365 * 86400]) * self.rng.randint(1, 5)
