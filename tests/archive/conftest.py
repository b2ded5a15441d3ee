"""What the tests of reading share: opening with a cache of their own, and looking a URL up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from awe_author.archive import Archive, open_archive
from awe_author.archive.canonical import request_form
from awe_author.archive.store import StoredEntry

Open = Callable[..., Archive]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens archives with a private cache, closes them at the end."""
    archives: list[Archive] = []

    def open_them(*paths: Path) -> Archive:
        archives.append(open_archive(paths, cache=tmp_path / "cache"))
        return archives[-1]

    yield open_them
    for archive in archives:
        archive.close()


def found(archive: Archive, url: str, method: str = "GET", body: bytes = b"", mime: str = "") -> list[StoredEntry]:
    headers = [("Content-Type", mime)] if mime else []
    return list(archive.by_exact(request_form(method, url, headers, body).exact))


def body_of(archive: Archive, url: str) -> bytes:
    """The body of the first answer to GET `url`."""
    return b"".join(archive.response(found(archive, url)[0]).body)


def headers_of(archive: Archive, url: str) -> dict[str, str]:
    return {name.lower(): value for name, value in archive.response(found(archive, url)[0]).headers}
