"""The documents say what the program does: options, keys, verbs, links, commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from awe_author.cli.main import COMMANDS
from scripts import reference

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PAGES = reference.pages()
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=str)
def test_reference_is_what_the_program_says(path: Path) -> None:
    """So that no option, key of site.yaml or verb is undocumented."""
    written = (ROOT / path).read_text() if (ROOT / path).exists() else ""
    assert written == PAGES[path], f"{path} is out of date: run `make docs`"


def anchors(path: Path) -> set[str]:
    """Anchors of a document's headings, the way GitHub makes them."""
    headings = HEADING.findall(path.read_text())
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in LINK.findall(document.read_text()):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = (document.parent / name).resolve() if name else document
        assert file.exists() or "benchmarks/results" in target, f"{document.name} links to {target}, which is not there"
        if anchor:
            assert anchor in anchors(file), f"{document.name} links to {target}, which has no such heading"


def test_every_document_is_reached_from_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(index.read_text())}
    for document in (ROOT / "docs").rglob("*.md"):
        if document != index and document.parent.name != "decisions":
            assert document in linked, f"docs/README.md does not mention {document.relative_to(ROOT)}"


def test_readme_lists_every_command_and_no_other() -> None:
    listed = re.findall(r"^\| `awe-author ([\w-]+)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert listed == list(COMMANDS)


def test_documents_name_only_commands_that_exist() -> None:
    for document in DOCUMENTS:
        for name in re.findall(r"`awe-author ([a-z-]+)", document.read_text()):
            assert name in COMMANDS, f"{document.name} speaks of `awe-author {name}`"


def test_every_schema_key_has_a_meaning() -> None:
    text = (ROOT / "docs" / "reference" / "site.md").read_text()
    assert not re.findall(r"^\| `(\w+)`[^|]*\|[^|]*\|\s*\|$", text, re.MULTILINE)


def test_glossary_has_one_line_for_each_word() -> None:
    words = re.findall(r"^\| ([^|]+) \|", (ROOT / "docs" / "glossary.md").read_text(), re.MULTILINE)[2:]
    assert len(words) == len(set(words)) > 20
