"""Damaged, hostile and meaningless files: a clear report or a clear error, never anything else."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import random
import resource
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from awe_author.archive import Archive, open_archive
from awe_author.errors import ArchiveError
from tests.archive.conftest import Open, body_of, found
from tests.archive.making import ask, har, har_entry, http, lines, members, put, record, zipped

SITE = "https://app.test"
THREE = [record("response", f"{SITE}/{n}", http(body=b"body %d" % n)) for n in range(3)]


def read_all(archive: Archive) -> dict[str, bytes]:
    """Every answer; what cannot be read is left out (with an ArchiveError, nothing else)."""
    bodies = {}
    for entry in archive.entries():
        try:
            bodies[entry.url] = b"".join(archive.response(entry).body)
            archive.request_body(entry)
            archive.messages(entry)
        except ArchiveError:
            continue
    for url in archive.resources():
        archive.resource(url)
    _ = archive.pages, archive.storage, archive.recording, archive.damage
    return bodies


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 100_000,
        b"\n\n",
        random.Random(1).randbytes(5000),
        b"WARC/1.0\r\n",
        b"\x1f\x8b\x08",
        gzip.compress(b"hello"),
        gzip.compress(b"\0" * 10_000_000),
        b"PK\x03\x04",
        zipped({}),
        zipped({"a.txt": b"x"}),
        zipped({"archive/a.txt": b"x", "datapackage.json": b"{}"}),
        zipped({"archive/a.warc.gz": b""}),
        zipped({"a.wacz": b"PK\x03\x04"}),
        b"<html>",
        b"\x89PNG\r\n",
        b"{}",
        b"[" * 200_000,
        b"\x28\xb5\x2f\xfd" + b"\0" * 50,
    ],
    ids=range(19),
)
def test_a_file_that_is_nothing(tmp_path: Path, opened: Open, data: bytes) -> None:
    with pytest.raises(ArchiveError) as caught:
        opened(put(tmp_path, data))
    assert caught.value.what
    assert caught.value.where
    assert caught.value.hint
    assert not list((tmp_path / "cache").glob("*.part"))


def test_no_such_file_and_folder(tmp_path: Path, opened: Open) -> None:
    for path in (tmp_path / "none", tmp_path):
        with pytest.raises(ArchiveError, match=str(path)):
            opened(path)
    with pytest.raises(ArchiveError):
        open_archive([])


@pytest.mark.parametrize("pack", [b"".join, members])
def test_garbage_between_records(tmp_path: Path, opened: Open, pack: Callable[[list[bytes]], bytes]) -> None:
    garbage = random.Random(2).randbytes(200_000)
    archive = opened(put(tmp_path, pack(THREE[:1]) + garbage + b"\n" + pack(THREE[1:])))
    assert read_all(archive) == {f"{SITE}/{n}": b"body %d" % n for n in range(3)}
    assert archive.damage.skipped >= 1
    assert "bytes that are no record" in archive.damage.problems[0]


def test_damaged_member_costs_one_record(tmp_path: Path, opened: Open) -> None:
    packed = [bytearray(members([one])) for one in THREE]
    packed[1][60:70] = b"\xff" * 10
    archive = opened(put(tmp_path, b"".join(packed)))
    bodies = read_all(archive)
    assert bodies[f"{SITE}/0"] == b"body 0"
    assert bodies[f"{SITE}/2"] == b"body 2"
    assert archive.damage.problems


@pytest.mark.parametrize("pack", [b"".join, members])
@pytest.mark.parametrize("wrong", [10**15, 400, 5, 0])
def test_wrong_record_length(tmp_path: Path, opened: Open, pack: Callable[[list[bytes]], bytes], wrong: int) -> None:
    bad = record("response", f"{SITE}/bad", http(body=b"bad one"), length=wrong)
    archive = opened(put(tmp_path, pack([THREE[0], bad, *THREE[1:]])))
    bodies = read_all(archive)
    assert {url: bodies.get(url) for url in (f"{SITE}/0", f"{SITE}/1", f"{SITE}/2")} == {
        f"{SITE}/{n}": b"body %d" % n for n in range(3)
    }
    assert archive.damage.problems


def test_truncated_body_is_served_with_its_problem(tmp_path: Path, opened: Open) -> None:
    whole = members([*THREE, record("response", f"{SITE}/cut", http(body=random.Random(3).randbytes(50_000)))])
    archive = opened(put(tmp_path, whole[:-30_000]))
    assert body_of(archive, f"{SITE}/0") == b"body 0"
    answer = archive.response(found(archive, f"{SITE}/cut")[0])
    assert answer.problem
    assert 10_000 < len(b"".join(answer.body)) < 30_000


def good_files() -> dict[str, bytes]:
    post = ask("POST", "/0", [("Content-Type", "application/json"), ("Content-Length", "7")], b'{"a":1}')
    records = [
        *THREE,
        record("request", f"{SITE}/0", post),
        record("resource", "urn:view:x", b"PNG", mime="image/png"),
        record("revisit", f"{SITE}/r", http(), more=[("WARC-Refers-To-Target-URI", f"{SITE}/1")]),
    ]
    odd = [("Transfer-Encoding", "chunked"), ("Content-Encoding", "br")]
    chunked = http(headers=odd, body=b"5\r\nhello\r\n0\r\n\r\n")
    records.append(record("response", f"{SITE}/chunked", chunked))
    warc = members(records)
    index = json.dumps({"url": SITE + "/0", "mime": "text/plain", "status": "200", "offset": "0", "length": "9"})
    pages = lines([{"format": "json-pages-1.0"}, {"url": SITE + "/0", "ts": "2025-01-01T00:00:00Z"}])
    wacz = {"archive/a.warc.gz": warc, "indexes/index.cdxj": b"test,app)/0 20250101000000 " + index.encode()}
    wacz |= {"pages/pages.jsonl": pages, "datapackage.json": b'{"browserState": {"localStorage": {"a": {"b": "c"}}}}'}
    return {
        "warc": b"".join(records),
        "warc.gz": warc,
        "stream.gz": gzip.compress(b"".join(records)),
        "wacz": zipped(wacz, ["datapackage.json", "pages/pages.jsonl"]),
        "har": json.dumps(har([har_entry(SITE + "/0", "body 0"), har_entry(SITE + "/1", "body 1")])).encode(),
        "arc": b"filedesc://x.arc 0.0.0.0 20140101000000 text/plain 8\n1 0 x\n\n\n"
        + b"".join(
            b"http://a.test/%d 1.2.3.4 20140101000000 text/html %d\n%s\n" % (n, len(http(body=b"x")), http(body=b"x"))
            for n in range(3)
        ),
    }


@pytest.mark.parametrize("kind", ["warc", "warc.gz", "stream.gz", "wacz", "har", "arc"])
@pytest.mark.parametrize("change", ["cut", "flip", "insert", "drop"])
def test_fuzzed(tmp_path: Path, kind: str, change: str) -> None:
    """Cut at every k-th byte, flip, insert and drop bytes: an archive that reads, or an ArchiveError."""
    good = good_files()[kind]
    chance = random.Random(kind + change)
    for round_ in range(25):
        at = len(good) * round_ // 25 if change == "cut" else chance.randrange(len(good))
        data = bytearray(good)
        if change == "cut":
            del data[at:]
        elif change == "flip":
            for _ in range(chance.randint(1, 8)):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        elif change == "insert":
            pieces = [b"\0", b"\r\n\r\n", b"9" * 30, chance.randbytes(50), b"WARC/1.0\r\n", b"\x1f\x8b\x08"]
            data[at:at] = chance.choice(pieces)
        else:
            del data[at : at + chance.randint(1, 40)]
        path = put(tmp_path, bytes(data), f"{round_}")
        with contextlib.suppress(ArchiveError), open_archive([path], cache=tmp_path / "cache") as archive:
            read_all(archive)
        path.unlink()
        for left in (tmp_path / "cache").glob("*"):
            left.unlink()


def test_bombs_do_not_fill_the_memory(tmp_path: Path, opened: Open) -> None:
    """A member of 128 KB that holds 128 MB, declared and not declared; a chunk without end."""
    size = 1 << 27
    pack = io.BytesIO()
    with gzip.GzipFile(fileobj=pack, mode="wb", compresslevel=9, mtime=0) as stream:
        head = record("response", SITE + "/big", http(), length=size + len(http()))
        stream.write(head[:-4])
        for _ in range(size >> 24):
            stream.write(bytes(1 << 24))
    small = members([record("response", SITE + "/liar", http(body=b"x"), length=40)[:-4] + bytes(1 << 24)])
    endless = http(headers=[("Transfer-Encoding", "chunked")], body=b"fffffffffffffff\r\n" + b"x" * 1000)
    files = {"a": pack.getvalue(), "b": small, "c": members([record("response", SITE + "/endless", endless)])}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    archive = opened(*(put(tmp_path, data, name) for name, data in files.items()))
    answer = archive.response(found(archive, SITE + "/big")[0])
    assert sum(map(len, answer.body)) == size
    assert body_of(archive, SITE + "/endless") == b"x" * 1000
    assert found(archive, SITE + "/liar")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 60_000


def test_zip_bombs_and_lies(tmp_path: Path, opened: Open) -> None:
    """A deflated document of 150 MB, a directory that says wrong places and sizes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        with package.open("datapackage.json", "w") as stream:
            for _ in range(9):
                stream.write(b" " * (1 << 24))
        package.writestr("archive/a.warc", b"".join(THREE))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    archive = opened(put(tmp_path, out.getvalue(), "bomb"))
    assert len(read_all(archive)) == 3
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 250_000
    data = bytearray(zipped({"archive/a.warc": b"".join(THREE)}))
    entry = data.rindex(b"PK\x01\x02")
    struct.pack_into("<II", data, entry + 20, 0xFFFFFFF0, 0xFFFFFFF0)
    assert len(read_all(opened(put(tmp_path, bytes(data), "sizes")))) == 3
    struct.pack_into("<I", data, entry + 42, 77)
    with pytest.raises(ArchiveError):
        opened(put(tmp_path, bytes(data), "places"))


@pytest.mark.parametrize("pack", [b"".join, members])
def test_records_are_found_in_a_wacz_that_was_cut_off(
    tmp_path: Path, opened: Open, pack: Callable[[list[bytes]], bytes]
) -> None:
    whole = zipped({"archive/a.warc.gz": pack(THREE), "pages/pages.jsonl": b"{}"})
    archive = opened(put(tmp_path, whole[: whole.index(b"pages/") + 3]))
    assert read_all(archive) == {f"{SITE}/{n}": b"body %d" % n for n in range(3)}
    assert "ZIP directory" in archive.damage.problems[0]


def test_processes_may_open_one_archive_at_once(tmp_path: Path) -> None:
    path = put(tmp_path, members([record("response", f"{SITE}/{n}", http(body=b"x")) for n in range(300)]))
    script = (
        "import sys; from awe_author.archive import open_archive; from pathlib import Path\n"
        "archive = open_archive([Path(sys.argv[1])], cache=Path(sys.argv[2]))\n"
        "print(sum(len(b''.join(archive.response(e).body)) for e in archive.entries()))"
    )
    command = [sys.executable, "-c", script, str(path), str(tmp_path / "cache")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [process.communicate() for process in running] == [("300\n", "")] * 3
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_odd_json_in_every_place(tmp_path: Path, opened: Open) -> None:
    """Documents of other shapes than expected, and nested without measure."""
    deep = b"[" * 50_000 + b"]" * 50_000
    for odd in (b"[]", b"3", b'"x"', b"null", deep, b'{"seq": "x", "url": 3}', b"\xff\xfe"):
        files = {
            "archive/a.warc": b"".join(THREE),
            "datapackage.json": odd if odd != b"[]" else b'{"browserState": [1], "resources": 3}',
            "pages/pages.jsonl": odd + b"\n" + odd,
            "indexes/index.cdxj": b"test,app)/ 20250101000000 " + odd,
            "awe/recording.json": odd,
            "awe/steps.jsonl": odd,
        }
        archive = opened(put(tmp_path, zipped(files), "odd"))
        assert len(read_all(archive)) == 3
