"""Records whose JSON form is their fields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Self

from awe_author.json_types import Json, JsonObject


class Plain:
    """A dataclass with a JSON form: its fields by name, tuples as lists, records in it likewise."""

    __slots__ = ()

    def to_json(self) -> JsonObject:
        """All fields."""
        return {field.name: _form(getattr(self, field.name)) for field in fields(self)}  # type: ignore[arg-type]

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Self:
        """The inverse of `to_json` where no field is a tuple; fields that are not there have their defaults."""
        return cls(**form)


def _form(value: Any) -> Json:
    if isinstance(value, Plain):
        return value.to_json()
    if isinstance(value, tuple):
        return [_form(one) for one in value]
    return dict(value) if isinstance(value, Mapping) else value
