"""The odd and the real archives in ../shared (test input that is not part of the project)."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.errors import ArchiveError
from tests.archive.conftest import Open, body_of, found, headers_of

SHARED = Path(__file__).resolve().parents[3] / "shared"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not SHARED.is_dir(), reason="needs the test input in ../shared"),
]
CONFORMANCE = sorted((SHARED / "conformance" / "warc").glob("*"))
REAL = sorted((SHARED / "warcbench" / "archives").glob("*.wacz"))
EXAMPLE = "http://example.com/"


@pytest.mark.parametrize("path", CONFORMANCE, ids=lambda path: path.name)
def test_every_odd_archive_reads_or_says_why_not(path: Path, opened: Open) -> None:
    if "invalid" in path.name:
        with pytest.raises(ArchiveError, match="no WACZ"):
            opened(path)
        return
    archive = opened(path)
    for entry in archive.entries():
        if entry.status:
            answer = archive.response(entry)
            body = b"".join(answer.body)
            assert answer.length in (None, len(body))
            assert not answer.problem or "longer" in answer.problem
    entries = list(archive.entries())
    assert entries or archive.damage.problems


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.name)
def test_every_real_archive_reads_whole(path: Path, opened: Open) -> None:
    archive = opened(path)
    assert archive.damage.skipped == 0
    assert archive.damage.problems == []
    for entry in archive.entries():
        if entry.status:
            answer = archive.response(entry)
            body = b"".join(answer.body)
            assert answer.length == len(body)
            assert not answer.problem
            assert "content-encoding" not in {name.lower() for name, _ in answer.headers}, "decoded by the tool"
    for page in archive.pages:
        assert page.seq is not None
        entry = next(entry for entry in archive.entries() if entry.seq == page.seq)
        assert (entry.status, entry.mime) == (200, "text/html")


@pytest.mark.parametrize(
    ("name", "url", "size"),
    [
        ("warcio-example.arc", EXAMPLE, 1270),
        ("warcio-example.warc.gz", EXAMPLE, 606),
        ("warcio-example-trunc.warc", EXAMPLE, 606),
        ("warcio-example-wrong-chunks.warc.gz", EXAMPLE, 1271),
        ("warcio-example-bad-non-chunked.warc.gz", EXAMPLE, 606),
        ("warcio-example-iana.org-chunked.warc", "http://www.iana.org/", 7223),
        ("warcio-example-resource.warc.gz", EXAMPLE, 1303),
        ("pywb-example-wpull.warc.gz", EXAMPLE, 1270),
        ("pywb-valid_example_1.wacz", "http://www.example.com/", 648),
        ("iipc-20141129-heritrix-original.warc.gz", "http://bl.uk/subjects/news-media/", 75331),
    ],
)
def test_bodies_have_the_size_they_should(name: str, url: str, size: int, opened: Open) -> None:
    assert len(body_of(opened(SHARED / "conformance" / "warc" / name), url)) == size


def test_missing_status_text(opened: Open) -> None:
    archive = opened(SHARED / "conformance" / "warc" / "pywb-missing-status-text.warc")
    url = "http://iana.org/bads"
    assert (found(archive, url)[0].status, headers_of(archive, url)["location"]) == (302, "http://www.iana.org/badst")


def test_revisits_find_originals_in_another_file(opened: Open) -> None:
    folder = SHARED / "conformance" / "warc"
    pairs = [
        ("pywb-example-url-agnostic-revisit.warc.gz", "pywb-example-url-agnostic-orig.warc.gz", EXAMPLE, 1270),
        (
            "iipc-20141129-heritrix-revisit-with-http-headers-and-new-warc-headers.warc.gz",
            "iipc-20141129-heritrix-original.warc.gz",
            "http://bl.uk/subjects/news-media/",
            75331,
        ),
    ]
    for revisit, original, url, size in pairs:
        archive = opened(folder / revisit, folder / original)
        sizes = [len(b"".join(archive.response(entry).body)) for entry in found(archive, url)]
        assert sizes[-1] == size
        assert archive.damage.skipped == 0


def test_posts_of_warcio(opened: Open) -> None:
    archive = opened(SHARED / "conformance" / "warc" / "warcio-post-test.warc.gz")
    bodies = [archive.request_body(entry) for entry in archive.entries()]
    assert bodies == [b"foo=bar&test=abc", b"A=1&B=[]&C=3", b"data=^"]
