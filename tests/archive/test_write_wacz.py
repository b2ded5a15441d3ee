"""The WACZ as others see it: read back with zipfile, warcio and, where installed, py-wacz, cdxj-indexer, pywb."""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from awe_author.archive.spool import MemoryBody
from awe_author.archive.wacz_writer import write_wacz
from awe_author.errors import InputError
from tests.archive.captures import Package, capture, exchange, small_app


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("wacz") / "app.wacz"
    result = write_wacz(small_app(), path)
    assert (result.path, result.exchanges, result.revisits, result.pages, result.steps) == (path, 10, 1, 1, 2)
    assert result.bytes == path.stat().st_size
    return path


@pytest.fixture(scope="module")
def package(written: Path) -> Package:
    return Package(written)


def test_the_data_package_lists_every_member_with_size_and_digest(package: Package) -> None:
    description = json.loads(package.members["datapackage.json"])
    assert description["wacz_version"] == "1.1.1"
    assert description["mainPageUrl"] == "https://app.test/"
    listed = {item["path"]: item for item in description["resources"]}
    assert set(listed) == set(package.members) - {"datapackage.json", "datapackage-digest.json"}
    for path, item in listed.items():
        assert item["bytes"] == len(package.members[path])
        assert item["hash"] == "sha256:" + hashlib.sha256(package.members[path]).hexdigest()
    digest = json.loads(package.members["datapackage-digest.json"])
    assert digest["hash"] == "sha256:" + hashlib.sha256(package.members["datapackage.json"]).hexdigest()


def test_every_member_is_stored_uncompressed_for_random_access(package: Package) -> None:
    assert {info.compress_type for info in package.infos} == {0}


def test_warcio_reads_every_record_and_every_digest_is_right(package: Package) -> None:
    kinds = []
    for record in ArchiveIterator(io.BytesIO(package.warc), check_digests="raise"):
        record.content_stream().read()
        kinds.append(record.rec_type)
    assert kinds[:3] == ["warcinfo", "response", "request"]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        **{"warcinfo": 1, "response": 8, "revisit": 1, "request": 10, "metadata": 3, "resource": 1}
    }


def test_request_and_response_name_each_other(package: Package) -> None:
    records = [
        r.rec_headers for r in ArchiveIterator(io.BytesIO(package.warc)) if r.rec_type in ("response", "request")
    ]
    response, request = records[0], records[1]
    assert response["WARC-Concurrent-To"] == request["WARC-Record-ID"]
    assert request["WARC-Concurrent-To"] == response["WARC-Record-ID"]
    assert response["WARC-Date"] == "2025-03-12T17:20:01.250000Z"
    assert (response["AWE-Seq"], response["AWE-Step"]) == ("1", "0")


def test_a_repeated_payload_is_a_revisit_of_the_first(package: Package) -> None:
    record = package.record("https://app.test/b.png").decode("latin-1")
    assert "WARC-Type: revisit" in record
    assert "WARC-Refers-To-Target-URI: https://app.test/a.png" in record
    assert "WARC-Refers-To-Date: 2025-03-12T17:20:02.250000Z" in record
    assert "WARC-Protocol: h2" in record
    original = package.line("https://app.test/a.png")
    assert package.line("https://app.test/b.png")["awe"]["body"] == [int(original["offset"]), int(original["length"])]
    assert package.line("https://app.test/b.png")["digest"] == original["digest"]


def test_a_body_is_stored_as_it_was_sent_without_the_transfer_coding(tmp_path: Path) -> None:
    headers = [("Transfer-Encoding", "chunked"), ("X-Name", "caf\xe9"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")]
    write_wacz(
        capture(exchange(1, "https://app.test/", b"whole", response=headers)), tmp_path / "x.wacz", redaction=None
    )
    record = Package(tmp_path / "x.wacz").record("https://app.test/")
    assert b"Transfer-Encoding" not in record
    assert b"X-Name: caf\xe9\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nwhole\r\n\r\n" in record
    assert b"HTTP/1.1 200 OK\r\n" in record


def test_line_breaks_in_a_header_cannot_forge_another(tmp_path: Path) -> None:
    bad = exchange(1, "https://app.test/", b"x", response=[("X-A", "1\r\nX-Forged: 2")])
    write_wacz(capture(bad), tmp_path / "x.wacz")
    assert b"X-A: 1 X-Forged: 2\r\n" in Package(tmp_path / "x.wacz").record("https://app.test/")


def test_content_length_is_true_of_the_stored_bytes_unless_the_body_broke_off(package: Package, tmp_path: Path) -> None:
    cut = package.record("https://app.test/cut")
    assert b"WARC-Truncated: disconnect" in cut
    assert b"Content-Length: 8\r\n\r\nhalf" in cut
    head = exchange(1, "https://app.test/h", method="HEAD", response=[("Content-Length", "99")])
    wrong = exchange(2, "https://app.test/w", b"four", response=[("Content-Length", "99")])
    write_wacz(capture(head, wrong), tmp_path / "x.wacz")
    assert b"Content-Length: 99\r\n\r\n" in Package(tmp_path / "x.wacz").record("https://app.test/h")
    assert b"Content-Length: 4\r\n\r\nfour" in Package(tmp_path / "x.wacz").record("https://app.test/w")


def test_messages_and_chunk_times_are_metadata_of_their_exchange(package: Package) -> None:
    facts = package.line("wss://app.test/ws")["awe"]
    assert facts["kind"] == "websocket"
    record = package.member(facts["messages"])
    assert b"Content-Type: application/x-ndjson" in record
    lines = [json.loads(line) for line in record.split(b"\r\n\r\n")[1].splitlines()]
    assert lines == [
        {"seq": 7, "time": 0.1, "dir": "in", "text": "hello"},
        {"seq": 8, "time": 0.2, "dir": "out", "base64": "AP8="},
    ]
    times = package.member(package.line("https://app.test/live")["awe"]["chunks"])
    assert json.loads(times.split(b"\r\n\r\n")[1]) == {"time": 0.5, "bytes": 9}


def test_an_exchange_without_response_is_in_the_index_where_only_we_look(package: Package) -> None:
    facts = package.line("urn:awe:failed:10")["awe"]
    assert (facts["url"], facts["status"]) == ("https://app.test/down", 0)
    assert b"GET /down HTTP/1.1" in package.member(facts["request"])


def test_the_index_holds_all_that_opening_needs(package: Package) -> None:
    facts = package.line("https://app.test/api")["awe"]
    assert (facts["seq"], facts["step"], facts["method"], facts["status"]) == (4, None, "POST", 200)
    assert (facts["mime"], facts["writes"], facts["time"]) == ("text/html", True, 1741800004.25)
    assert facts["operation"] == "POST https://app.test/api"
    assert json.loads(facts["form"]) == [["json:/a/b", "1"]]
    assert facts["vary"] == [["accept", "*/*"]]
    assert package.member(facts["request"]).endswith(b'\r\n\r\n{"a":{"b":1}}\r\n\r\n')


def test_the_index_is_sorted_in_blocks_and_the_block_index_points_at_them(tmp_path: Path) -> None:
    many = [exchange(n, f"https://app.test/{n:04}", b"%d" % n) for n in range(700)]
    write_wacz(capture(*many), tmp_path / "x.wacz")
    package = Package(tmp_path / "x.wacz")
    keys = [key for key, _, _ in package.lines()]
    assert keys == sorted(keys)
    meta, *blocks = package.members["indexes/index.idx"].decode().splitlines()
    assert json.loads(meta.split(" ", 2)[2]) == {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}
    assert [block.split(" ")[0] for block in blocks] == [keys[0], keys[300], keys[600]]


def test_pages_steps_and_recording_are_there(package: Package) -> None:
    header, page = (json.loads(line) for line in package.members["pages/pages.jsonl"].splitlines())
    assert header["format"] == "json-pages-1.0"
    assert (page["url"], page["title"], page["text"]) == ("https://app.test/", "Home", "some text")
    assert page["ts"] == "2025-03-12T17:20:00.250Z"
    recording = json.loads(package.members["awe/recording.json"])
    assert recording["software"] == "awe-author/test"
    assert "steps" not in recording
    assert [json.loads(line)["verb"] for line in package.members["awe/steps.jsonl"].splitlines()] == ["goto", "click"]


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    write_wacz(small_app(), tmp_path / "x.wacz", progress=lambda *now: told.append(now))
    assert ("Writing", 11, 11) in told


def test_a_failure_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    class Broken(MemoryBody):
        @property
        def size(self) -> int:
            return 99

    out = tmp_path / "x.wacz"
    out.write_bytes(b"old")
    bad = exchange(1, "https://app.test/", b"x")
    bad.response_body = Broken(b"x")
    with pytest.raises(ValueError, match="changed its size"):
        write_wacz(capture(bad), out, redaction=None)
    assert out.read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["x.wacz"]


def test_a_place_that_cannot_be_written_to_is_an_input_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(InputError, match="could not be written"):
        write_wacz(small_app(), tmp_path / "file" / "x.wacz")


def _tool(name: str, variable: str) -> str:
    """A command of another project: on the PATH, or in the virtual environment that the variable names."""
    folder = os.environ.get(variable)
    found = shutil.which(name, path=f"{folder}/bin") if folder else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (or set {variable} to its virtual environment)")
    return found


def test_py_wacz_finds_it_valid(written: Path) -> None:
    run = subprocess.run([_tool("wacz", "AWE_WACZ_VENV"), "validate", "-f", written], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "the passed WACZ is valid" in run.stdout


def test_cdxj_indexer_makes_the_same_index(package: Package, tmp_path: Path) -> None:
    (tmp_path / "data.warc.gz").write_bytes(package.warc)
    command = [_tool("cdxj-indexer", "AWE_WACZ_VENV"), "-s", "-p", str(tmp_path / "data.warc.gz")]
    theirs = set()
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        key, stamp, fields = line.split(" ", 2)
        values = json.loads(fields)
        theirs.add((key, stamp, values["url"], values["digest"], values["offset"], values["length"]))
    ours = {(k, s, f["url"], f["digest"], f["offset"], f["length"]) for k, s, f in package.lines()}
    only_ours = {line[2] for line in ours - theirs}
    # It has no convention for DELETE (pywb has), and makes a digest of its own for a WebSocket's handshake.
    assert only_ours == {"urn:awe:failed:10", "https://app.test/api/1", "wss://app.test/ws"}


def test_pywb_takes_it(written: Path, tmp_path: Path) -> None:
    manager = _tool("wb-manager", "AWE_PYWB_VENV")
    subprocess.run([manager, "init", "c"], cwd=tmp_path, check=True, capture_output=True)
    subprocess.run([manager, "add", "--unpack-wacz", "c", written], cwd=tmp_path, check=True, capture_output=True)
    index = (tmp_path / "collections/c/indexes/index.cdxj").read_text()
    assert "test,app)/api?__wb_method=post&b=1 20250312172004 " in index
