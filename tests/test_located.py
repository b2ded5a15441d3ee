"""Reading what authors write: values as in JSON, lines for messages, nothing silently lost."""

from pathlib import Path

import pytest

from awe_author.errors import InputError
from awe_author.located import nearest, parse, parse_located, read_located


def test_plain_words_mean_what_they_mean_in_json() -> None:
    found = parse_located("a: yes\nb: 2024-01-01\nc: 0123\nd: 12\ne: 1.5\nf: true\ng:\nh: '7'", "x").value
    assert found == {"a": "yes", "b": "2024-01-01", "c": "0123", "d": 12, "e": 1.5, "f": True, "g": None, "h": "7"}


def test_every_value_knows_its_line() -> None:
    found = parse_located('[\n {"a": 1},\n {"b": [1,\n 2]}\n]', "list.json")
    assert found.at((1, "b")) == "list.json:3"
    assert found.at((1, "b", 1)) == "list.json:4"
    assert found.at((1, "b", 1, "deeper")) == "list.json:4"
    assert found.place((1, "b")) == (3, 3)
    assert found.place((1, "b", 1)) == (4, 2)


@pytest.mark.parametrize(
    ("text", "place"),
    [("a: 1\nb: 2\na: 3", "3:1"), ('{"a": 1,\n"a": 2}', "2:1"), ('{\n\t"a": 1,\n\t"a": 2\n}', "3:2")],
)
def test_a_key_twice_is_an_error(text: str, place: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_located(text, "f.yaml")
    assert caught.value.where == f"f.yaml:{place}"
    assert caught.value.what.startswith('the key "a" is there already, in line ')


def test_json_is_read_as_json_whatever_yaml_makes_of_it() -> None:
    found = parse_located('{\n\t"a": [1,\t2],\n\t"b": "\\ud83d\\ude00 \\/",\n\t"\\ud83d\\ude00": 3\n}', "f.json")
    assert found.value == {"a": [1, 2], "b": "\U0001f600 /", "\U0001f600": 3}
    assert found.place(("a", 1)) == (2, 11)
    assert found.place(("b",)) == (3, 2)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a: !!python/object:os.system {}", "the tag !!python/object:os.system is not read"),
        ("a: &a {b: 1}\nc: {<<: *a}", "merge keys (<<) are not read"),
        ("a: 1\n---\nb: 2", "a second document begins here"),
        ("[" * 80 + "]" * 80, "nested more than 60 levels deep"),
        ("- &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
            f"- &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdef", "bcdefg", strict=True)
        ), "more than 200,000 values, aliases written out"),
    ],
)  # fmt: skip
def test_what_yaml_offers_beyond_json_does_no_harm(text: str, what: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_located(text, "f.yaml")
    assert caught.value.what == what
    assert caught.value.hint


def test_all_mistakes_are_there_at_once() -> None:
    document = parse("a: 1\na: 2\nb: !t 3\n", "f.yaml")
    assert [(one.mark.line, one.mark.column) for one in document.problems] == [(2, 1), (3, 4)]
    assert document.value == {"a": 1, "b": 3}


@pytest.mark.parametrize("text", ["[1, 2", "a: b: c", '{"a": ]}', "&a [*a]", "? [x]\n: 1", "*none"])
def test_what_is_broken_is_an_error_with_a_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_located(text, "f.yaml")
    assert caught.value.where.startswith("f.yaml:")
    assert caught.value.hint


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"a: \xe4")
    for path in (tmp_path / "none", tmp_path, tmp_path / "latin"):
        with pytest.raises(InputError) as caught:
            read_located(path)
        assert str(path) in caught.value.where


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "f.yaml").write_bytes(b"\xef\xbb\xbfa: 1")
    assert read_located(tmp_path / "f.yaml").value == {"a": 1}


def test_the_nearest_word_is_suggested() -> None:
    assert nearest("clik", ["click", "fill"]) == 'Did you mean "click"?'
    assert nearest("zzz", ["click", "fill"]) == "Known: click, fill."
