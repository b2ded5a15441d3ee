"""The shape of the code: who may import what, how long a module may be, what a dependency must be."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "awe_author"
MODULES = sorted(PACKAGE.rglob("*.py"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LONGEST_MODULE = 400
WITHOUT_IMPORT = {"python-multipart", "cel-python", "lxml"}
"""Declared without an import of ours: starlette and bs4 look for theirs; of cel-python we read the grammar file."""


def imports(path: Path) -> Iterator[str]:
    """Full names of the modules that `path` imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def distributions(module: str) -> list[str]:
    """Names of the installed distributions that bring `module`, as pip writes them."""
    return [canonical(name) for name in metadata.packages_distributions().get(module, [])]


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required() -> dict[str, Requirement]:
    parsed = [Requirement(line) for line in PROJECT["project"]["dependencies"]]
    return {canonical(one.name): one for one in parsed}


def optional() -> set[str]:
    extras = PROJECT["project"]["optional-dependencies"]
    return {canonical(Requirement(line).name) for extra, lines in extras.items() if extra != "dev" for line in lines}


def outside() -> dict[str, set[str]]:
    """Top-level name of every imported module that is neither ours nor Python's -> who imports it."""
    found: dict[str, set[str]] = {}
    for path in MODULES:
        for name in imports(path):
            top = name.partition(".")[0]
            if top != "awe_author" and top not in sys.stdlib_module_names:
                found.setdefault(top, set()).add(name_of(path))
    return found


def test_every_package_has_its_place_in_the_layers() -> None:
    contract = PROJECT["tool"]["importlinter"]["contracts"][0]
    layers = {part.strip() for layer in contract["layers"] for part in layer.split("|")}
    packages = {f"awe_author.{path.parent.name}" for path in PACKAGE.glob("*/__init__.py")}
    assert packages <= layers, "name it in [tool.importlinter] of pyproject.toml"


def test_only_the_archive_reads_warc() -> None:
    for path in MODULES:
        if path.parent != PACKAGE / "archive" and PACKAGE / "archive" not in path.parents:
            readers = {"warcio", "fastwarc"} & {name.partition(".")[0] for name in imports(path)}
            assert not readers, f"{name_of(path)} imports {readers}"


def test_no_module_is_a_drawer() -> None:
    assert not [name_of(path) for path in MODULES if re.search(r"util|helper|misc|common", path.stem)]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_short_and_explain_themselves(path: Path) -> None:
    text = path.read_text()
    assert text.count("\n") <= LONGEST_MODULE, "split it"
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), "begin it with a docstring: how it works, and why"


def test_what_is_imported_is_declared() -> None:
    declared = required().keys() | optional()
    for module, importers in outside().items():
        found = distributions(module)
        if not found:
            assert canonical(module) in optional(), f"{module}, imported by {importers}, is not declared"
        else:
            assert declared & set(found), f"declare {found} in pyproject.toml: imported by {sorted(importers)}"


def test_what_is_declared_is_imported() -> None:
    used = {name for module in outside() for name in distributions(module)}
    unused = required().keys() - used - WITHOUT_IMPORT
    assert not unused, "remove them from pyproject.toml, or import them"


def test_pins_cover_what_is_declared() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pinned = {canonical(line.partition("==")[0]) for line in lines if "==" in line}
    dev = {canonical(Requirement(line).name) for line in PROJECT["project"]["optional-dependencies"]["dev"]}
    assert required().keys() | dev <= pinned, "add the version to constraints.txt"


def closure(names: list[str]) -> set[str]:
    """These distributions and what they require, as far as it is installed."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = canonical(waiting.pop())
        if name in found:
            continue
        try:
            lines = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        found.add(name)
        parsed = (Requirement(line) for line in lines)
        waiting += [one.name for one in parsed if one.marker is None or one.marker.evaluate({"extra": ""})]
    return found


def test_no_dependency_is_gpl() -> None:
    for name in sorted(closure(list(required()))):
        about = metadata.metadata(name)
        words = [about.get("License-Expression", ""), (about.get("License") or "")[:200]]
        words += [line for line in about.get_all("Classifier") or [] if line.startswith("License")]
        text = " ".join(str(word) for word in words)
        alternatives = re.split(r"\bOR\b|;", text)
        free = [one for one in alternatives if not re.search(r"(?<!L)GPL|(?<!Lesser )General Public|Affero", one)]
        assert free, f"{name} is under {text}"


def test_the_core_does_not_import_pywb() -> None:
    assert "pywb" not in outside()
