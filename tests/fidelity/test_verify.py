"""Verifying an archive of another tool: pages are opened, compared with their pictures, and repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.errors import ArchiveError, InputError
from awe_author.fidelity.verify import Reports, verify
from tests.fidelity.drawn import foreign_warc, picture

STILL = "<!doctype html><title>Still</title><body style='margin:0;background:#0b6e8a'></body>"
RESTLESS = (
    "<!doctype html><title>Asks</title><body style='margin:0'><script>"
    "fetch('/missing.json'); fetch('https://elsewhere.test/x'); throw new Error('oh')</script></body>"
)


@pytest.mark.browser
async def test_pages_of_a_foreign_archive_are_compared_with_their_pictures(tmp_path: Path) -> None:
    pages = {"http://still.test/": STILL, "http://asks.test/": RESTLESS}
    views = {"http://still.test/": picture((320, 200), ground="#0b6e8a")}
    report = await verify([foreign_warc(tmp_path / "foreign.warc", pages, views)], repeat=2)
    still, asks = sorted(report.results, key=lambda result: result.url, reverse=True)

    assert report.kind == "pages"
    assert still.pixels is not None
    assert still.pixels.replayed_size == (320, 200)
    assert still.pixels.same
    assert asks.outcome == "not compared"
    assert sorted((miss.kind, miss.recorded) for miss in asks.missed) == [("egress", False), ("miss", False)]
    assert any("oh" in line["text"] for line in asks.console)
    assert [event["url"] for event in report.egress] == ["https://elsewhere.test/x"]
    assert all(page.same and len(page.hashes) == 2 for page in report.repeated)
    assert report.passed


@pytest.mark.browser
async def test_only_the_pages_that_are_named_are_repeated(tmp_path: Path) -> None:
    path = foreign_warc(tmp_path / "a.warc", {"http://still.test/": STILL, "http://asks.test/": RESTLESS}, {})
    report = await verify([path], repeat=2, pages=["still.test"])
    assert [(page.url, len(page.hashes)) for page in report.repeated] == [("http://still.test/", 2)]
    with pytest.raises(InputError, match="contains /no") as refused:
        await verify([path], repeat=2, pages=["still.test", "/no"])
    assert "http://asks.test/" in refused.value.hint


@pytest.mark.browser
async def test_a_page_that_looks_otherwise_does_not_pass(tmp_path: Path) -> None:
    url, told = "http://still.test/", []
    path = foreign_warc(tmp_path / "a.warc", {url: STILL}, {url: picture((320, 200), ground="#ffffff")})
    report = await verify([path], reports=Reports(result=told.append))
    (result,) = told
    assert result.outcome == "different"
    assert result.pictures.difference is not None
    assert not report.passed


async def test_what_cannot_be_opened_is_wrong_input(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        await verify([tmp_path / "absent.wacz"])
    with pytest.raises(InputError, match="at least once"):
        await verify([tmp_path / "absent.wacz"], repeat=0)
