"""WACZ files: ours (from the index alone), other tools' with and without an index, nested, packed, odd."""

from __future__ import annotations

import json
import threading
import zipfile
from pathlib import Path

import pytest

from awe_author.archive import building, open_archive
from awe_author.archive.capture import Capture, CapturedExchange, CapturedFact, CapturedPage
from awe_author.archive.model import Recording, SocketMessage, StepRecord, StorageState
from awe_author.archive.spool import MemoryBody
from awe_author.archive.wacz_writer import write_wacz
from awe_author.errors import ArchiveError
from tests.archive.conftest import Open, body_of, found, headers_of
from tests.archive.making import ask, http, lines, members, put, record, zipped

SITE = "https://app.test"


def exchange(seq: int, url: str, body: bytes = b"x", **more: object) -> CapturedExchange:
    fields: dict[str, object] = {
        "seq": seq,
        "method": "GET",
        "url": url,
        "started": 1_735_689_600.0 + seq,
        "request_headers": [("Accept", "*/*")],
        "request_body": MemoryBody(),
        "status": 200,
        "reason": "OK",
        "response_headers": [("Content-Type", "text/html")],
        "response_body": MemoryBody(body),
        **more,
    }
    return CapturedExchange(**fields)  # type: ignore[arg-type]


def own_capture() -> Capture:
    messages = [SocketMessage(8, 0.5, True, "hi"), SocketMessage(9, 1.0, False, b"\0\1")]
    steps = [StepRecord(0, "goto", "/", 1.0, url=SITE)]
    recording = Recording(software="t", seed=7, storage=[StorageState(0, [{"name": "a"}])], steps=steps)
    post = [("Content-Type", "application/json")]
    return Capture(
        recording,
        [
            exchange(1, SITE + "/", b"<h1>" * 40, step=0),
            exchange(2, SITE + "/copy", b"<h1>" * 40),
            exchange(3, SITE + "/api", b"{}", method="POST", request_headers=post, request_body=MemoryBody(b'{"a":1}')),
            exchange(4, SITE + "/events", b"data: 1\n\ndata: 2\n\n", chunk_times=[(0.1, 9), (0.7, 18)]),
            exchange(5, SITE + "/gone", status=0, response_headers=[], complete=False, error="refused"),
            exchange(7, "wss://app.test/ws", b"", status=101, messages=messages),
        ],
        [CapturedFact("urn:awe:step:0:screenshot", "image/png", MemoryBody(b"PNG"), 1.0)],
        [CapturedPage(SITE + "/", "Home", 1_735_689_601.0, 1)],
    )


def test_our_own_is_read_from_its_index(tmp_path: Path, opened: Open) -> None:
    path = tmp_path / "own.wacz"
    write_wacz(own_capture(), path, redaction=None)
    archive = opened(path)
    assert [entry.seq for entry in archive.entries()] == [1, 2, 3, 4, 5, 7]
    assert body_of(archive, SITE + "/copy") == b"<h1>" * 40, "a revisit"
    (post,) = found(archive, SITE + "/api", "POST", b'{"a":1}', "application/json")
    assert (archive.request_body(post), post.writes, json.loads(post.form)) == (b'{"a":1}', True, [["json:/a", "1"]])
    assert archive.next_write(0) == 3
    assert archive.next_write(3) is None
    (events,) = found(archive, SITE + "/events")
    assert archive.chunk_times(events) == [(0.1, 9), (0.7, 18)]
    (gone,) = found(archive, SITE + "/gone")
    assert gone.status == 0
    with pytest.raises(ArchiveError, match="no response"):
        archive.response(gone)
    socket = next(entry for entry in archive.entries() if entry.kind == "websocket")
    assert archive.messages(socket) == own_capture().exchanges[-1].messages
    assert archive.resource("urn:awe:step:0:screenshot") == b"PNG"
    assert [(page.url, page.title, page.seq) for page in archive.pages] == [(SITE + "/", "Home", 1)]
    assert archive.recording is not None
    assert (archive.recording.seed, archive.recording.steps[0].verb) == (7, "goto")
    assert archive.storage[0].cookies == [{"name": "a"}]
    assert archive.damage.skipped == 0


def test_our_own_scanned_says_the_same_as_indexed(tmp_path: Path, opened: Open) -> None:
    """The WARC alone holds everything that the index says."""
    path = tmp_path / "own.wacz"
    write_wacz(own_capture(), path, redaction=None)
    with zipfile.ZipFile(path) as package:
        warc = put(tmp_path, package.read("archive/data.warc.gz"), "data.warc.gz")
    indexed, scanned = list(opened(path).entries()), list(opened(warc).entries())
    assert scanned == indexed


def foreign(count: int = 3) -> tuple[bytes, bytes]:
    """(WARC, CDXJ) as py-wacz makes them: no requests in the index, strings for numbers."""
    parts: list[bytes] = []
    index: list[str] = []
    offset = 0
    for n in range(count):
        body = b'{"n":%d}' % n
        post = ask("POST", "/api", [("Content-Type", "application/json")], body)
        date = f"2025-01-01T00:00:{count - n:02}Z"
        pair = members([record("response", SITE + "/api", http(body=b"r%d" % n), date=date)])
        parts += [pair, members([record("request", SITE + "/api", post, date=date)])]
        where = {"offset": str(offset), "length": str(len(pair)), "filename": "data.warc.gz"}
        fields = {"url": SITE + "/api", "mime": "text/plain", "status": "200", "digest": "", "method": "POST"} | where
        index.append(f"test,app)/api?__wb_method=post&n={n} 202501010000{count - n:02} {json.dumps(fields)}")
        offset += len(parts[-1]) + len(pair)
        page = members([record("response", f"{SITE}/p{n}", http(body=b"p%d" % n), date=date)])
        where = {"offset": str(offset), "length": str(len(page)), "filename": "data.warc.gz"}
        index.append(
            f"test,app)/p{n} 202501010000{count - n:02} "
            + json.dumps({"url": f"{SITE}/p{n}", "mime": "text/plain", "status": "200", "digest": ""} | where)
        )
        parts.append(page)
        offset += len(page)
    return b"".join(parts), ("\n".join(sorted(index)) + "\n").encode()


@pytest.mark.parametrize("trusted", [True, False])
def test_foreign_index(tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch, trusted: bool) -> None:
    if trusted:
        monkeypatch.setattr(building, "SCANNED_ANYWAY", 0)
    warc, index = foreign()
    files = {"archive/data.warc.gz": warc, "indexes/index.cdxj": index}
    archive = opened(put(tmp_path, zipped(files)))
    for n in range(3):
        (entry,) = found(archive, SITE + "/api", "POST", b'{"n":%d}' % n, "application/json")
        assert b"".join(archive.response(entry).body) == b"r%d" % n
        assert archive.request_body(entry) == b'{"n":%d}' % n
        assert body_of(archive, f"{SITE}/p{n}") == b"p%d" % n
    times = [entry.time for entry in archive.entries()]
    assert times == sorted(times)


def test_index_that_does_not_fit_is_not_believed(tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "SCANNED_ANYWAY", 0)
    warc, index = foreign()
    files = {"archive/data.warc.gz": warc, "indexes/index.cdxj": index.replace(b'"offset": "', b'"offset": "1')}
    archive = opened(put(tmp_path, zipped(files)))
    assert body_of(archive, SITE + "/p1") == b"p1"
    assert "does not fit" in archive.damage.problems[0]


def test_foreign_index_revisits_and_request_body_field(
    tmp_path: Path, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "SCANNED_ANYWAY", 0)
    original = record("response", SITE + "/o", http(body=b"hello"))
    revisit = record("revisit", SITE + "/r", http(headers=[("X-Own", "1")]))
    posted = record("response", SITE + "/form", http(body=b"posted"))
    warc, index, offset = b"", [], 0
    facts = [("o", "text/plain", {}), ("r", "warc/revisit", {}), ("form", "text/plain", {})]
    facts[2][2].update({"method": "POST", "requestBody": "a=1&b=2", "digest": ""})
    for (name, mime, more), one in zip(facts, (original, revisit, posted), strict=True):
        data = members([one])
        fields = {"url": f"{SITE}/{name}", "mime": mime, "status": "200", "digest": "sha1:" + "A" * 32, **more}
        fields |= {"offset": offset, "length": len(data), "filename": "data.warc.gz"}
        index.append(f"test,app)/{name} 20250101000000 {json.dumps(fields)}")
        warc, offset = warc + data, offset + len(data)
    files = {"archive/data.warc.gz": warc, "indexes/index.cdxj": "\n".join(sorted(index)).encode()}
    archive = opened(put(tmp_path, zipped(files)))
    assert body_of(archive, SITE + "/r") == b"hello"
    assert headers_of(archive, SITE + "/r")["x-own"] == "1"
    assert found(archive, SITE + "/form", "POST", b"a=1&b=2", "application/x-www-form-urlencoded")


@pytest.mark.parametrize("shape", ["odd folder", "deflated", "two", "nested", "nested deflated", "prefixed"])
def test_where_warcs_may_lie(tmp_path: Path, opened: Open, shape: str) -> None:
    one = members([record("response", SITE + "/1", http(body=b"one"))])
    two = members([record("response", SITE + "/2", http(body=b"two"))])
    inner = zipped({"archive/one.warc.gz": one, "archive/two.warc.gz": two})
    files = {
        "odd folder": {"some/where/a.warc.gz": one, "b.WARC.GZ": two},
        "deflated": {"archive/a.warc.gz": one, "archive/b.warc": two},
        "two": {"archive/a.warc.gz": one, "archive/a/a.warc.gz": two},
        "nested": {"datapackage.json": b"{}", "in.wacz": inner},
        "nested deflated": {"in.wacz": inner},
        "prefixed": {"archive/../../../etc/x.warc.gz": one, "/archive/b.warc.gz": two},
    }[shape]
    packed = list(files) if "deflated" in shape else []
    archive = opened(put(tmp_path, zipped(files, packed)))
    assert (body_of(archive, SITE + "/1"), body_of(archive, SITE + "/2")) == (b"one", b"two")
    assert body_of(opened(tmp_path / "a.warc"), SITE + "/1") == b"one", "also when the index is there already"
    assert not (tmp_path.parent / "etc").exists()


def test_multi_wacz_document(tmp_path: Path, opened: Open) -> None:
    for n in (1, 2):
        put(tmp_path, zipped({"archive/a.warc": record("response", f"{SITE}/{n}", http(body=b"%d" % n))}), f"{n}.wacz")
    document = {"profile": "multi-wacz-package", "resources": [{"path": "1.wacz"}, {"name": "x", "path": "2.wacz"}]}
    archive = opened(put(tmp_path, json.dumps(document).encode(), "all.json"))
    assert (body_of(archive, SITE + "/1"), body_of(archive, SITE + "/2")) == (b"1", b"2")
    for path in ("../1.wacz", "/etc/passwd", "https://x.test/1.wacz", None):
        document["resources"] = [{"path": path}]
        with pytest.raises(ArchiveError, match="no file beside it"):
            opened(put(tmp_path, json.dumps(document).encode(), "bad.json"))


def test_pages_and_browser_state(tmp_path: Path, opened: Open) -> None:
    page = {"url": SITE + "/1", "title": "One", "ts": "2025-01-01T00:00:03.000Z", "id": "p"}
    listed = [{"format": "json-pages-1.0"}, page]
    state = {"browserState": {"localStorage": {SITE: {"a": "1"}}, "sessionStorage": {SITE: {}}}}
    dates = ["2025-01-01T00:00:00Z", "2025-01-01T00:00:04Z"]
    warc = b"".join(record("response", SITE + "/1", http(body=date.encode()), date=date) for date in dates)
    files = {
        "archive/a.warc": warc,
        "pages/pages.jsonl": lines(listed) + b"{broken\n",
        "datapackage.json": json.dumps(state).encode(),
    }
    archive = opened(put(tmp_path, zipped(files, ["pages/pages.jsonl"])))
    (only,) = archive.pages
    assert (only.title, only.id, only.time) == ("One", "p", 1735689603.0)
    assert only.seq == found(archive, SITE + "/1")[1].seq, "the nearest in time"
    assert archive.storage == [StorageState(0, [], {SITE: {"local": {"a": "1"}, "session": {}}})]


def test_many_threads_may_read(tmp_path: Path, opened: Open) -> None:
    records = [record("response", f"{SITE}/{n}", http(body=b"%d" % n * 1000)) for n in range(50)]
    archive = opened(put(tmp_path, members(records)))
    wrong: list[int] = []

    def look() -> None:
        for n in range(50):
            if body_of(archive, f"{SITE}/{n}") != b"%d" % n * 1000:
                wrong.append(n)

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_cache_that_cannot_be_written_to(tmp_path: Path) -> None:
    path = put(tmp_path, record("response", SITE + "/", http(body=b"x")))
    in_the_way = put(tmp_path, b"", "file")
    with open_archive([path], cache=in_the_way / "cache") as archive:
        assert body_of(archive, SITE + "/") == b"x"
    assert not archive._scratch or not archive._scratch.exists()
