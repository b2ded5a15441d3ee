"""Makes expressions of standard CEL that are right in their types: text, for any implementation to evaluate.

Left out is what cel-python's evaluator is known to do otherwise: negative indexes, faults inside a map, `contains` of a
concatenation, faults in `exists_one` or in its list, mixed numbers. (CEL's C++ runtime agreed on those too.)
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

VARIABLES: dict[str, Any] = {
    "i": 7,
    "j": -3,
    "b": True,
    "s": "abc",
    "w": "Ünï😀",
    "l": [3, 1, 2],
    "e": [],
    "m": {"k": 5, "q": 0},
}

_INT = st.sampled_from(
    ["i", "j", "0", "1", "-2", "7", "9223372036854775807", "m.k", "m.q", "m.none", "size(s)", "l[0]", "l[9]"]
)
_SAFE = st.sampled_from(["i", "j", "2", "size(l)"])
_BOOL = st.sampled_from(["b", "true", "false", "has(m.k)", "has(m.none)", "(1 / 0 == 1)", "(2 in l)", "('k' in m)"])
_STRING = st.sampled_from(["s", "w", "''", "'b'", '"x\\ny"', "r'\\d'", "string(i)"])
_LIST = st.sampled_from(["l", "e", "[]", "[1]", "[i, j]", "[0, 1, 2]"])

_SAFE_LIST = st.one_of(
    _LIST,
    st.builds("({} + {})".format, _LIST, _LIST),
    st.builds("{}.map(v, v {} {})".format, _LIST, st.sampled_from(["+", "-", "*"]), _SAFE),
    st.builds("{}.filter(v, v > {})".format, _LIST, _SAFE),
    st.builds("({} ? {} : {})".format, st.sampled_from(["b", "has(m.none)"]), _LIST, _LIST),
)
"""Lists that cannot fail."""


def _integers(inner: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[str]:
    i = inner["int"]
    return st.one_of(
        st.builds("({} {} {})".format, i, st.sampled_from(["+", "-", "*", "/", "%"]), i),
        st.builds("-({})".format, i),
        st.builds("({} ? {} : {})".format, inner["bool"], i, i),
        st.builds("size({})".format, st.one_of(inner["string"], inner["list"])),
        st.builds("{}[{}]".format, inner["list"], st.sampled_from(["0", "1", "9"])),
        st.builds("{{'a': {}, 'b': {}}}.{}".format, _SAFE, _SAFE, st.sampled_from(["a", "b"])),
        st.builds("int(string({}))".format, i),
    )


def _booleans(inner: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[str]:
    i, b, s, items = inner["int"], inner["bool"], inner["string"], inner["list"]
    order = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    return st.one_of(
        st.builds("({} {} {})".format, i, order, i),
        st.builds("({} {} {})".format, s, order, s),
        st.builds("({} {} {})".format, items, st.sampled_from(["==", "!="]), items),
        st.builds("({} {} {})".format, b, st.sampled_from(["&&", "||", "==", "!="]), b),
        st.builds("!({})".format, b),
        st.builds("({} ? {} : {})".format, b, b, b),
        st.builds("({} in {})".format, i, items),
        st.builds("string({}).{}({})".format, s, st.sampled_from(["contains", "startsWith", "endsWith"]), s),
        st.builds("{}.{}(v, v {} {})".format, items, st.sampled_from(["all", "exists"]), order, i),
        st.builds("{}.exists_one(v, v {} {})".format, _SAFE_LIST, order, _SAFE),
        st.builds("{}.{}(v, 6 / v {} {})".format, items, st.sampled_from(["all", "exists"]), order, i),
    )


def _strings(inner: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[str]:
    s = inner["string"]
    return st.one_of(
        st.builds("({} + {})".format, s, s),
        st.builds("({} ? {} : {})".format, inner["bool"], s, s),
        st.builds("string({})".format, inner["int"]),
    )


def _lists(inner: dict[str, st.SearchStrategy[str]]) -> st.SearchStrategy[str]:
    items = inner["list"]
    return st.one_of(
        st.builds("({} + {})".format, items, items),
        st.builds("[{}, {}]".format, inner["int"], inner["int"]),
        st.builds("{}.map(v, v {} {})".format, items, st.sampled_from(["+", "-", "*", "/"]), inner["int"]),
        st.builds("{}.filter(v, v > {})".format, items, inner["int"]),
    )


def expressions(levels: int = 3) -> st.SearchStrategy[str]:
    """Expressions over `VARIABLES`, at most so many operators deep; some of them fail when they run."""
    made: dict[str, st.SearchStrategy[str]] = {"int": _INT, "bool": _BOOL, "string": _STRING, "list": _LIST}
    for _ in range(levels):
        made = {
            "int": made["int"] | _integers(made),
            "bool": made["bool"] | _booleans(made),
            "string": made["string"] | _strings(made),
            "list": made["list"] | _lists(made),
        }
    return st.one_of(*made.values())
