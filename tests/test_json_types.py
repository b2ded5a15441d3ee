"""Documents of JSON that could not be written again are none, wherever they come from."""

from __future__ import annotations

import orjson
import pytest

from awe_author.archive.request_body import NotJson
from awe_author.features.api.asked import Asked, json_value
from awe_author.features.discover.exchanges.batches import parts_of
from awe_author.json_types import DEEPEST, Json, too_deep
from awe_author.state.cel.functions_text import _parse_json

LONG = "1" + "0" * 30


def nested(depth: int, inner: str = "1") -> str:
    return '{"a":[' * (depth // 2) + inner + "]}" * (depth // 2)


@pytest.mark.parametrize("inner", ["1", LONG])
def test_documents_are_read_to_a_depth_at_which_they_can_be_written_again(inner: str) -> None:
    value = json_value(nested(DEEPEST, inner).encode())
    assert orjson.loads(orjson.dumps([value])) == [value]
    for depth in (DEEPEST + 2, 500, 900, 2000, 100_000):
        with pytest.raises(NotJson):
            json_value(nested(depth, inner).encode())


def test_many_are_not_deep() -> None:
    assert json_value(b"[" + b"[{}]," * 1000 + b"1]") == [*[[{}]] * 1000, 1]
    assert not too_deep("text")
    deep: Json = 1
    for _ in range(100_000):
        deep = [deep]
    assert too_deep(deep)


@pytest.mark.parametrize("text", ['"\\ud800"', '{"\\udc00": 1}', '"\ud800"'])
def test_halves_of_characters_are_none_beside_numbers_of_any_size(text: str) -> None:
    for number in ("1", "1" * 18, LONG):
        with pytest.raises(NotJson):
            json_value(f"[{text}, {number}]")
    assert json_value(f'["\\ud83d\\ude00", {LONG}]') == ["\U0001f600", float(LONG)]


@pytest.mark.parametrize("inner", ["1", LONG, f'["\\ud800", {LONG}]'])
def test_a_request_with_such_a_body_is_asked_with_a_text(inner: str) -> None:
    sent = nested(700, inner)
    asked = Asked.of("POST", "https://app.test/x", [("content-type", "application/json")], sent.encode())
    assert asked.bindings(())["body"] == sent


@pytest.mark.parametrize("inner", [nested(700), nested(700, LONG), f'["\\ud800", {LONG}]'])
def test_nor_does_it_ask_by_graphql_or_in_a_batch(inner: str) -> None:
    query = f'query=%7Ba%7D&variables={{"a":{inner}}}'.replace("\\", "%5C")
    assert Asked.of("GET", f"https://app.test/x?{query}", [], b"").kind == ""
    call = f'[{{"jsonrpc":"2.0","id":1,"method":"x","params":{inner}}}]'
    assert parts_of(call.encode(), b'[{"id":1}]') == []


def test_expressions_read_none_either() -> None:
    assert _parse_json(nested(DEEPEST)) is not None
    assert _parse_json(nested(900)) is _parse_json(nested(900, LONG)) is None
