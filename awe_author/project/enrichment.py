"""Feature files of a world: found, read, and checked against the models that they are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from awe_author.errors import InputError
from awe_author.features.loading import load_files
from awe_author.features.model import FeatureFile
from awe_author.project.changes import refuse_seed
from awe_author.project.mocks import Mock
from awe_author.state.model import Model

BESIDE = "features.yaml"
"""The feature file of a folder that `awe-author discover` wrote."""


def feature_files(path: Path) -> list[Path]:
    """The feature file at `path`, or those of the folder there, by name. Raises InputError."""
    if path.is_dir():
        found = sorted([*path.glob("*.yaml"), *path.glob("*.yml")])
        if found:
            return found
        raise InputError("there is no feature file in this folder", where=str(path), hint="They end in .yaml.")
    if not path.is_file():
        raise InputError(f"there is no file {path}", where=str(path), hint="Name a feature file, or a folder of them.")
    return [path]


def load_enrichment(
    files: Sequence[Path], models: Mapping[str, Model], mocks: Sequence[Mock] = ()
) -> tuple[FeatureFile, ...]:
    """The features of these files and mocks. Raises InputError, FeatureProblems with all mistakes of all files."""
    texts: dict[str, bytes] = {name: text for mock in mocks for name, text in mock.features.items()}
    for path in files:
        try:
            texts[str(path)] = path.read_bytes()
        except OSError as error:
            raise InputError(f"cannot read it: {error.strerror}", where=str(path)) from error
        refuse_seed(str(path), texts[str(path)])
    return tuple(load_files(texts, models))
