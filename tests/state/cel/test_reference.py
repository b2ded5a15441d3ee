"""docs/reference/expressions.md lists the functions there are, as they are."""

from __future__ import annotations

import re
from pathlib import Path

from awe_author.state.cel.checking import CONTEXT_FUNCTIONS
from awe_author.state.cel.functions import OVERLOADS
from awe_author.state.cel.parsing import MACROS

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "expressions.md").read_text()


def test_lists_every_function_with_its_meaning() -> None:
    rows = dict[str, str]()
    for cells in re.findall(r"^\| (`[^|]* -> [^|]*`) \| (.+) \|$", PAGE, re.MULTILINE):
        rows |= dict.fromkeys(re.findall(r"`([^`]+)`", cells[0]), cells[1])
    known = {form.signature: form.meaning for forms in OVERLOADS.values() for form in forms}
    for name, (count, kind, meaning) in CONTEXT_FUNCTIONS.items():
        known[f"{name}({'string' if count else ''}) -> {kind.kind}"] = meaning
    assert rows == known


def test_lists_every_macro() -> None:
    assert set(re.findall(r"^\| `list\.(\w+)\(", PAGE, re.MULTILINE)) - set(OVERLOADS) == set(MACROS)
