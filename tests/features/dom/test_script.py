"""The runtime's modules fit together: what is imported is exported, names are used once, and it is one ASCII line."""

from __future__ import annotations

import re

import pytest

from awe_author.features.dom.script import STARTER, imports, modules, script_text, source, starter_source, starter_text

FILES = list(modules())


def exported(file: str) -> set[str]:
    """Names that a module gives."""
    text = modules()[file]
    found = set(re.findall(r"^export (?:const|let|(?:async )?function) (\w+)", text, re.MULTILINE))
    for names in re.findall(r"^export const \{([^}]*)\} =", text, re.MULTILINE):
        found |= {name.split(":")[-1].strip() for name in names.split(",")}
    return found


@pytest.mark.parametrize("file", FILES)
def test_what_is_imported_is_exported_and_used(file: str) -> None:
    text = modules()[file]
    for other, names in imports(text).items():
        assert set(names) <= exported(other), other
        assert [name for name in names if len(re.findall(rf"\b{name}\b", text)) < 2] == []


def test_no_two_modules_declare_one_name() -> None:
    seen: dict[str, str] = {}
    for file, text in modules().items():
        for name in re.findall(r"^(?:export )?(?:const|let|(?:async )?function) (\w+)", text, re.MULTILINE):
            assert name not in seen, f"{name} in {seen.get(name)} and {file}"
            seen[name] = file


@pytest.mark.parametrize("file", FILES)
def test_the_rules_of_the_files(file: str) -> None:
    text = modules()[file]
    assert text.isascii()
    assert not [line for line in text.splitlines() if "`" in line and not line.strip().startswith("//")]
    assert "</script" not in text.lower()
    assert not re.search(r"\beval\b|new Function|innerHTML = ", text)
    assert len(text.splitlines()) < 400
    for line in text.splitlines():
        assert not re.search(r"\S.*\s//\s", line), line


def test_the_text_is_one_ascii_line_that_ends_no_script_element() -> None:
    text = script_text({"o": [{"x": "</script><!-- \u2028 \u00e4"}]})
    assert text.isascii()
    assert "\n" not in text
    assert "</script" not in text
    assert "<!--" not in text
    assert "export " not in source()
    assert "import {" not in source()


def test_large_plans_are_parsed_as_json() -> None:
    assert "JSON.parse(" in script_text({"o": ["x" * 20_000]})[-21_000:]


def test_the_starter_takes_all_that_the_runtime_needs() -> None:
    text = modules()["10_natives.js"]
    given = re.search(r"export const natives = \{([^}]*)\}", text)
    needed = re.findall(r"const \{([^}]*)\} = starter \? starter\.natives : G;", text)
    assert given is not None
    names = {name.strip() for part in needed for name in part.split(",")}
    assert names == {name.strip() for name in given[1].split(",")} - {"innerDocument"}


def test_the_starter_is_no_part_of_the_runtime() -> None:
    assert "requestIdleCallback" in modules()[STARTER]
    assert "requestIdleCallback" not in source()
    assert "function isOld(" in starter_source()
    assert "changePlan" not in starter_source()
    text = starter_text("https://app.test/</script>", ["submit", "click", "click"])
    assert '"e":["click","submit"]' in text
    assert "</script" not in text
    assert text.isascii()
