"""Broken feature files: each mistake is told with its exact place, what is wrong, and what to do.

tests/features/broken.txt is the table: `=== name`, the file, `>>>`, then the problems as they are told (`line:column:
path: what`, and the hint below).
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from awe_author.errors import SHOWN
from awe_author.features.loading import FeatureProblem, FeatureProblems, load_features, read_features
from awe_author.located import LARGEST
from tests.features.leads import MODELS, WHOLE

TABLE = (Path(__file__).parent / "broken.txt").read_text(encoding="utf-8")
CASES = [
    pytest.param(text, told, id=name)
    for name, text, told in re.findall(r"^=== (.*?)\n(.*?)^>>>\n(.*?)(?=^=== |\Z)", TABLE, re.MULTILINE | re.DOTALL)
]


def told(problems: list[FeatureProblem]) -> str:
    lines = []
    for one in problems:
        assert one.file == "f.yaml"
        lines.append(f"{one.line}:{one.column}: {one.path + ': ' if one.path else ''}{one.what}\n    {one.hint}\n")
    return "".join(lines)


def test_there_are_more_than_a_hundred() -> None:
    assert len(CASES) > 150
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_every_mistake_is_told_with_its_place(text: str, expected: str) -> None:
    _, problems = read_features(text, "f.yaml", MODELS)
    assert told(problems) == expected
    with pytest.raises(FeatureProblems):
        load_features(text, "f.yaml", MODELS)


def test_text_that_is_no_utf8() -> None:
    _, (problem,) = read_features(b"app: crm\nfeatures: [\xff]\n", "f.yaml", MODELS)
    assert str(problem) == "f.yaml:2:12: not UTF-8 text (invalid start byte at byte 20)"
    text = "\ufeffapp: crm\nfeatures: []\n"
    assert load_features(text.encode(), "f.yaml", MODELS).features == ()
    assert load_features(text, "f.yaml", MODELS).features == ()


def test_a_file_that_is_too_large() -> None:
    _, (problem,) = read_features("# " + "x" * LARGEST, "f.yaml", MODELS)
    assert problem.what == "the file has 4,194,306 characters, more than 4,194,304"


def test_the_text_of_the_exception_has_the_first_ones() -> None:
    text = "app: crm\nfeatures:\n" + "".join(f"- {{id: f{at}, onn: 1}}\n" for at in range(30))
    with pytest.raises(FeatureProblems) as caught:
        load_features(text, "f.yaml", MODELS)
    lines = str(caught.value).splitlines()
    assert len(caught.value.problems) == 30
    assert lines[0] == "f.yaml: 30 problems"
    assert lines[1] == '  f.yaml:3:12: features[0].onn: there is no key "onn"'
    assert lines[SHOWN + 1] == "  ... and 20 more"
    assert lines[-1] == 'Hint: Did you mean "on"?'


def test_a_file_of_mistakes_is_given_up_soon() -> None:
    many = "x: &x [a, a, a, a, a, a, a, a, a, a]\ny: &y [*x, *x, *x, *x, *x, *x, *x, *x, *x, *x]\n"
    text = f"app: crm\nfeatures: [{', '.join('7' for _ in range(50_000))}]\n{many}"
    loaded, problems = read_features(text, "f.yaml", MODELS)
    assert loaded is None
    assert len(problems) < 400
    assert any(one.what == "more than 300 mistakes; the rest was not read" for one in problems)


PIECES = [
    *"{}[]:,-'\"#&*!|>%@`\t\n ?", ": ", "- ", "\n  ", "&a ", "*a", "<<: ", "!!str ", "null", "~", "\u00e9", "\ud7ff",
    "\x07", "\u2028", "0x1F", "1e999", "'" * 3, "state.", "[" * 80, "on:", "reply: 1\n", "\U0001f600", "each", "then",
    "&a [*a]",
]  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        at, until = rng.randrange(len(text)), rng.randrange(len(text))
        match rng.randrange(5):
            case 0:
                text = text[:at] + rng.choice(PIECES) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randint(1, 12) :]
            case 2:
                text = text[:at] + rng.choice(PIECES) + text[at + 1 :]
            case 3:
                lines = text.splitlines(keepends=True)
                first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[first], lines[second] = lines[second], lines[first]
                text = "".join(lines)
            case _:
                text = text[:at] + text[min(at, until) : min(at, until) + 40] + text[at:]
    return text


@pytest.mark.parametrize("seed", range(8))
def test_no_mutation_is_ever_a_traceback(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(60):
        text = mutated(WHOLE, rng)
        lines = text.count("\n") + 1
        loaded, problems = read_features(text, "f.yaml", MODELS)
        assert loaded is not None or problems, text
        for one in problems:
            assert 1 <= one.line <= lines + 1, (one, text)
            assert one.column >= 1
            assert one.what
            assert one.hint, (one, text)
            assert "Traceback" not in one.what
