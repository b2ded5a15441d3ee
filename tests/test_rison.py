"""Rison as its specification writes it."""

import pytest

from awe_author.rison import NotRison, parse_rison


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("()", {}),
        ("!()", []),
        ("!(1,-2,0.5,1e3)", [1, -2, 0.5, 1000.0]),
        ("(a:0,b:bob,c:!t,d:!f,e:!n)", {"a": 0, "b": "bob", "c": True, "d": False, "e": None}),
        ("(text:'can!'t !!',more:'')", {"text": "can't !", "more": ""}),
        ("(filters:!((col:name,value:'a b')),page:0)", {"filters": [{"col": "name", "value": "a b"}], "page": 0}),
        ("(1:x,'a b':y)", {"1": "x", "a b": "y"}),
        ("!(2026-01-02,1)", None),
        ("!(x-y.z/w)", ["x-y.z/w"]),
    ],
)  # fmt: skip
def test_objects_and_lists_are_read(text: str, value: object) -> None:
    if value is None:
        with pytest.raises(NotRison):
            parse_rison(text)
    else:
        assert parse_rison(text) == value


@pytest.mark.parametrize(
    "text", ["", "word", "12", "(a:1", "(a)", "!(1", "(a:1)x", "('a)", "(a:1b:2)", "!(!x)", "(!t:1)"]
)
def test_other_texts_are_none(text: str) -> None:
    with pytest.raises(NotRison):
        parse_rison(text)


def test_depth_is_bounded() -> None:
    with pytest.raises(NotRison):
        parse_rison("!(" * 5000 + ")" * 5000)
