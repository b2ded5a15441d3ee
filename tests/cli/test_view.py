"""`awe-author view`: the collection it makes for pywb, and pywb itself where it is installed."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import pytest

from awe_author.cli import view
from awe_author.errors import ArchiveError, AweError, InputError

BODY = b"<!doctype html><title>Leads</title><p>58 leads</p>"


def warc() -> bytes:
    """One recorded page."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(BODY)
    fields = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n"
        "WARC-Date: 2026-09-21T14:13:20Z\r\nWARC-Target-URI: http://crm.test/leads\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(head) + len(BODY)}\r\n\r\n"
    )
    return gzip.compress(fields.encode() + head + BODY + b"\r\n\r\n")


@pytest.fixture
def wacz(tmp_path: Path) -> Path:
    """A WACZ without an index, as ArchiveWeb.page makes them."""
    path = tmp_path / "crm.wacz"
    page = '{"url": "http://crm.test/leads", "title": "Leads", "ts": "2026-09-21T14:13:20Z"}'
    pages = f'{{"format": "json-pages-1.0"}}\n{page}\nnot json'
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.warc.gz", warc())
        archive.writestr("pages/pages.jsonl", pages)
    return path


def test_pages_are_those_that_the_wacz_lists(wacz: Path) -> None:
    assert view.pages_of(wacz) == [view.Page("http://crm.test/leads", "Leads", "20260921141320")]


def test_warcs_are_taken_out(wacz: Path, tmp_path: Path) -> None:
    (out,) = view.take_out(wacz, tmp_path)
    assert out.read_bytes() == warc()


def test_what_is_no_recording_is_wrong_input(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        view.take_out(tmp_path / "absent.wacz", tmp_path)
    broken = tmp_path / "broken.wacz"
    broken.write_bytes(b"PK no zip")
    with pytest.raises(ArchiveError, match="cannot be read"):
        view.take_out(broken, tmp_path)
    with zipfile.ZipFile(tmp_path / "empty.wacz", "w") as archive:
        archive.writestr("datapackage.json", "{}")
    with pytest.raises(ArchiveError, match="no WARC inside"):
        view.take_out(tmp_path / "empty.wacz", tmp_path)


@pytest.mark.skipif(view.importlib.util.find_spec("pywb") is not None, reason="pywb is installed in this Python")
def test_without_pywb_the_error_says_how_to_get_it() -> None:
    with pytest.raises(AweError) as caught:
        view.find_pywb({"PATH": "/nonexistent"})
    assert caught.value.hint == "pip install 'awe-author[view]'"


def test_a_page_can_be_opened_until_the_program_is_told_to_stop(wacz: Path) -> None:
    try:
        view.find_pywb(os.environ)
    except AweError:
        pytest.skip("pywb is not installed (pip install 'awe-author[view]')")
    line = [sys.executable, "-m", "awe_author.cli.main", "view", "--json", str(wacz)]
    process = subprocess.Popen(line, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        # "mp_" asks pywb for the page itself instead of its frame around it.
        address = ready["url"].replace("20260921141320/", "20260921141320mp_/")
        assert b"58 leads" in urllib.request.urlopen(address, timeout=20).read()
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
