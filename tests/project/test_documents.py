"""Files as authors leave them: what is refused says where and what to do, and never ends in a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.errors import InputError
from awe_author.project.documents import line_of, read_json, read_yaml

HALF = "\\ud800"


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", "", "the file is empty"),
        (" \n ", "", "the file is empty"),
        ('{"a": 1,}', ":1:", "not valid JSON"),
        ('{"a": 1\n "b": 2}', ":2:", "not valid JSON"),
        ('{\n"a": [1, 2\n}', ":3:", "not valid JSON"),
        ("{'a': 1}", ":1:2", "not valid JSON"),
        ('{"a": tru}', ":1:", "not valid JSON"),
        ('{"a": 01}', ":1:", "not valid JSON"),
        ('{"a": NaN}', ":1:", "not valid JSON"),
        ('{"a": -Infinity}', ":1:", "not valid JSON"),
        ('{"a": "b', ":1:", "not valid JSON"),
        ('{"a": "tab\there"}', ":1:", "not valid JSON"),
        ('{"a": 1} {"b": 2}', ":1:", "not valid JSON"),
        ("// a remark\n{}", ":1:1", "not valid JSON"),
        ("a: 1\nb: 2\n", ":1:1", "not valid JSON"),
        (f'{{"a": "{HALF}"}}', ":1:", "surrogate"),
        ('{\n"a": 1,\n"a": 2}', ":3", 'the key "a" appears twice in one object'),
        ('{"x": {"a": 1},\n "y": {"b": 0,\n  "b": 2}}', ":3", 'the key "b" appears twice in one object'),
        ('{"a":\n 18446744073709551616}', ":2", "has more than 64 bits"),
        ('{"a":\n 9223372036854775808}', ":2", "has more than 64 bits"),
        ('{"a": ' + "9" * 5000 + "}", ":1", "has more than 64 bits"),
        ("[" * 100_000, "", "nested too deep"),
        ("[" * 100_000 + "]" * 100_000, "", "nested too deep"),
        ('{"a":' * 5000 + "1" + "}" * 5000, "", "nested too deep"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_json_that_is_refused(tmp_path: Path, text: str, line: str, said: str) -> None:
    file = tmp_path / "model.json"
    file.write_text(text)
    with pytest.raises(InputError) as raised:
        read_json(file)
    assert raised.value.where.startswith(f"{file}{line}")
    assert said in raised.value.what
    assert raised.value.hint


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ('{"a": "\xe9"}'.encode("latin-1"), "not UTF-8 text"),
        ('{"a": 1}'.encode("utf-16"), "not UTF-8 text"),
        (b"\x00\x01\x02\xff", "not UTF-8 text"),
        (b'{"a": "\x00"}', "not valid JSON"),
    ],
)
def test_bytes_that_are_refused(tmp_path: Path, data: bytes, said: str) -> None:
    file = tmp_path / "model.json"
    file.write_bytes(data)
    with pytest.raises(InputError, match=said):
        read_json(file)


def test_a_mark_at_the_beginning_is_let_pass(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    file.write_bytes(b"\xef\xbb\xbf" + '{"ä": "漢"}'.encode())
    assert read_json(file).value == {"ä": "漢"}


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "model.json"
    file.write_text('{"a": "' + "x" * 3_000_000 + '"}')
    with pytest.raises(InputError, match="larger than 2 MB"):
        read_json(file, largest=2 * 1024 * 1024)


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read_json(tmp_path / "none.json")
    with pytest.raises(InputError, match="this is a folder"):
        read_json(tmp_path)


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join(['*' + chr(97 + n)] * 9)}]\n" for n in range(8)
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: [1, 2", "a [ is not closed"),
        ("a: 1\na: 2", 'the key "a" is there already, in line 1'),
        ("a: &x [*x]", "the alias *x stands for what it is itself in"),
        (BOMB, "more than 200,000 values"),
        ("[" * 20_000 + "]" * 20_000, "nested more than 60 levels deep"),
        ("a:\n\t- b", "a tab stands where indentation is read"),
        ("? [a, b]\n: c", "a key is a text, this is a list"),
        ("a: \x07", "the character U+0007 cannot be in YAML"),
        ("a: *nobody", "there is no anchor &nobody"),
        ("a: 1\n---\nb: 2", "a second document begins here"),
        ("a: !!python/object/apply:os.system ['exit 1']\n", "the tag !!python/object/apply:os.system is not read"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_yaml_that_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "world.yaml"
    file.write_text(text)
    with pytest.raises(InputError) as raised:
        read_yaml(file)
    assert said in raised.value.what
    assert raised.value.where.startswith(str(file))


TEXT = """{
  "title": "A {b} [c], \\"d\\": e",
  "list": [
    1,
    {"x": 1,
     "y/z": {"~": true}},
    []
  ],
  "end": null
}
"""


@pytest.mark.parametrize(
    ("pointer", "line"),
    [
        ("", 1), ("/title", 2), ("/list", 3), ("/list/0", 4), ("/list/1", 5), ("/list/1/x", 5), ("/list/1/y~1z", 6),
        ("/list/1/y~1z/~0", 6), ("/list/2", 7), ("/end", 9), ("/list/1/nothing/below", 5), ("/nothing", 1),
    ],
)  # fmt: skip
def test_lines_of_places(pointer: str, line: int) -> None:
    assert line_of(TEXT, pointer) == line
