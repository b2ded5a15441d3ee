"""Refusals that name several missing fields: `{"errors": {"name": ["is required"], "email": ["is required"]}}`.

Whoever sends an empty form is told all that is wrong with it at once; whoever leaves out one field is told of that one.
Members called after a field, and elements of lists that name one, are there when that field is missing. A text that
names several stays as recorded. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from awe_author.features.discover.common.keys import literal, literal_text, text
from awe_author.features.discover.common.names import snake
from awe_author.json_types import Json, sorted_text


def empty_text(own: str) -> str:
    """The condition that a field is missing. `own`: the expression of what is sent for it."""
    return f"({own} == null || (type({own}) == string ? string({own}).trim() == '' : size(dyn({own})) == 0))"


def lacking(of: str, names: Iterable[str], *, sent: bool) -> dict[str, str]:
    """Field -> the condition that it is missing in `of`, an expression; `sent`: only where it is sent at all."""
    found: dict[str, str] = {}
    for name in names:
        empty = empty_text(f"dyn({of}).get({text(name)}, null)")
        found[name] = f"({text(name)} in dyn({of}) && {empty})" if sent else empty
    return found


def each_named(answer: Any, missing: Mapping[str, str]) -> Json:
    """The template of an answer with what it says of each field where that is missing. `missing`: field ->
    condition."""
    if isinstance(answer, dict):
        made: dict[str, Json] = {}
        for name, inner in answer.items():
            if (condition := missing.get(name)) is not None:
                made[f"{name}?"] = f"{condition} ? dyn({literal_text(inner)}) : null"
            else:
                made[name] = each_named(inner, missing)
        return made
    if isinstance(answer, list):
        told = [[name for name in missing if _names(one, name)] for one in answer]
        if answer and all(len(names) == 1 for names in told):
            pairs = zip(answer, told, strict=True)
            return " + ".join(f"({missing[names[0]]} ? [dyn({literal_text(one)})] : [])" for one, names in pairs)
        return [each_named(one, missing) for one in answer]
    made_of: Json = literal(answer)
    return made_of


def _names(value: Any, field: str) -> bool:
    words = "_".join(snake(word) for word in re.findall(r"\w+", sorted_text(value)))
    return f"_{snake(field)}_" in f"_{words}_"
