"""What a mock consists of, and its version: pure, over bytes and digests. `project.mocks` reads and writes the files.

A mock is one ZIP file: mock.json says what is in it, with a digest for each part and a version over all of them.
Nothing in it is compressed and no member has a date, so that equal contents are equal bytes on every machine, the
recording can be read in place, and a file cannot swell when it is opened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import canonical

FORMAT = "awe-author-mock-1"
MANIFEST = "mock.json"
MODEL, SEED = "model.json", "seed.json"
FEATURES, REDUCERS, RECORDING = "features/", "reducers/", "recording/"
"""Folders inside the file."""


@dataclass(frozen=True, slots=True)
class Part:
    """One member: what it has to be."""

    name: str
    size: int
    """Bytes."""

    sha256: str

    def to_json(self) -> JsonObject:
        """As it stands in mock.json."""
        return {"name": self.name, "size": self.size, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class RecordingPart:
    """The recording that a mock lies over."""

    name: str
    size: int
    sha256: str
    inside: bool
    """Is it in the mock, or only named by its digest?"""

    def to_json(self) -> JsonObject:
        """As it stands in mock.json."""
        return {"name": self.name, "size": self.size, "sha256": self.sha256, "inside": self.inside}


def part_of(name: str, data: bytes) -> Part:
    """The part that these bytes are."""
    return Part(name, len(data), hashlib.sha256(data).hexdigest())


def version_of(app: str, features: Sequence[str], parts: Sequence[Part], recording: RecordingPart | None) -> str:
    """The version hash. Where the recording is does not matter, what it is does."""
    listed: list[Json] = [one.to_json() for one in sorted(parts, key=lambda one: one.name)]
    content: Json = {
        "format": FORMAT,
        "app": app,
        "features": list(features),
        "parts": listed,
        "recording": [recording.size, recording.sha256] if recording else None,
    }
    return hashlib.sha256(canonical(content)).hexdigest()


def manifest_of(
    app: str, title: str, contents: Mapping[str, bytes], features: Sequence[str], recording: RecordingPart | None
) -> JsonObject:
    """mock.json for these parts (name -> bytes); `features`: names of those that are feature files, in their order."""
    parts = sorted((part_of(name, data) for name, data in contents.items()), key=lambda one: one.name)
    made: JsonObject = {
        "format": FORMAT,
        "app": app,
        "title": title,
        "hash": version_of(app, features, parts, recording),
        "parts": [one.to_json() for one in parts],
        "features": list(features),
    }
    if recording:
        made["recording"] = recording.to_json()
    return made
