"""Recorded bytes on their way to the file: private while they wait, gone afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.archive.spool import IN_MEMORY, CaptureSpool


def test_small_bodies_stay_in_memory(tmp_path: Path) -> None:
    with CaptureSpool(tmp_path) as spool:
        body = spool.put(b"x" * IN_MEMORY)
        assert body.size == IN_MEMORY
        assert list(tmp_path.iterdir()) == []


def test_large_bodies_go_to_files_only_the_user_can_read(tmp_path: Path) -> None:
    spool = CaptureSpool(tmp_path)
    sink = spool.body()
    sink.write(b"a" * IN_MEMORY)
    sink.write(b"b")
    sink.write(b"c")
    body = sink.close()
    (folder,) = tmp_path.iterdir()
    (file,) = folder.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    assert file.stat().st_mode & 0o777 == 0o600
    assert body.size == IN_MEMORY + 2
    assert body.read() == b"a" * IN_MEMORY + b"bc"
    assert b"".join(body.chunks(1000)) == body.read()
    spool.close()
    assert list(tmp_path.iterdir()) == []


def test_closing_twice_gives_the_same_body_and_writing_then_fails() -> None:
    with CaptureSpool() as spool:
        sink = spool.body()
        sink.write(b"abc")
        assert sink.close() is sink.close()
        assert list(sink.close().chunks(2)) == [b"ab", b"c"]
        with pytest.raises(ValueError, match="closed"):
            sink.write(b"d")
