"""Where secrets stand beyond the default table: what site.yaml adds and takes away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from awe_author.errors import InputError


@dataclass(frozen=True, slots=True)
class RedactionRules:
    """What to redact beyond the default table (`redact:` in site.yaml)."""

    keys: tuple[str, ...] = ()
    """Names of parameters, form fields, JSON keys, cookies and storage keys whose values are secret (any case, `*`
    allowed), whatever the values look like."""
    headers: tuple[str, ...] = ()
    """Names of request and response headers whose values are secret (any case)."""
    values: tuple[str, ...] = ()
    """Regular expressions; what they match (group 1 if there is one) is secret wherever it stands in text."""
    keep: tuple[str, ...] = ()
    """Names of keys, cookies and headers that are not secret after all (any case, `*` allowed)."""

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any], *, where: str = "redact") -> RedactionRules:
        """The rules as YAML or JSON gives them. Raises InputError naming the field."""
        known = [field.name for field in fields(cls)]
        taken: dict[str, tuple[str, ...]] = {}
        for name, value in mapping.items():
            if name not in known:
                raise InputError(f"no such setting: {name}", where=where, hint=f"Known are: {', '.join(known)}.")
            if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
                raise InputError("must be a list of texts", where=f"{where}.{name}", hint=f"{name}: [one, two]")
            taken[name] = tuple(value)
        for pattern in taken.get("values", ()):
            try:
                re.compile(pattern)
            except re.error as error:
                raise InputError(f"not a regular expression: {error}", where=f"{where}.values") from error
        return cls(**taken)
