"""Where the prelude goes in documents and worker scripts, and what is left alone."""

import re

import pytest

from awe_author.replay.inject import (
    PreludeConfig,
    StreamInjector,
    inject_document,
    inject_worker,
    should_inject,
    without_prelude,
)

CONFIG = PreludeConfig(seed=1, document_key="https://a.test/</script><!--", token="t", real_ms=0)
HTML = [("Content-Type", "text/html")]
SCRIPT = re.compile(rb"<script[^>]*>.*?</script>", re.DOTALL)
UTF_16 = {"text/html; charset=utf-16le": "utf-16-le", "text/html; charset=UTF-16BE": "utf-16-be"}


def marked(body: bytes, content_type: str = "text/html") -> bytes:
    """The body with @ in place of the script element."""
    result = inject_document([("Content-Type", content_type)] if content_type else [], body, CONFIG)[1]
    found = SCRIPT.findall(result)
    assert len([script for script in found if b"function prelude" in script]) <= 1
    return re.sub(rb"<script[^>]*>(<!\[CDATA\[)?\(function prelude.*?</script>", b"@", result, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<html><head><title>", b"<html><head>@<title>"),
        (b"<!doctype html>\n<html lang=en>\n<head class='a>b'>\n<meta>",
         b"<!doctype html>\n<html lang=en>\n<head class='a>b'>@\n<meta>"),
        (b"<!-- <head> --><html><!-- <head> --><head>x", b"<!-- <head> --><html><!-- <head> --><head>@x"),
        (b"<!--> <html><head>", b"<!--> <html><head>@"),
        (b"<!---> <html><head>", b"<!---> <html><head>@"),
        (b"<!-- a --!><head>", b"<!-- a --!><head>@"),
        (b"<?xml version='1.0'?><!doctype html><html><head>", b"<?xml version='1.0'?><!doctype html><html><head>@"),
        (b"<html>\n <body>", b"<html>\n @<body>"),
        (b"<HTML><HEAD>", b"<HTML><HEAD>@"),
        (b"<html><header>x", b"<html>@<header>x"),
        (b"<html/><head/>x", b"<html/><head/>@x"),
        (b"<title>x", b"@<title>x"),
        (b"text", b"@text"),
        (b"", b"@"),
        (b"  <p>", b"  @<p>"),
        (b"</head><body>", b"@</head><body>"),
        (b"<html><frameset>", b"<html>@<frameset>"),
        (b"<html a=\"x>y\" b=z><head>", b"<html a=\"x>y\" b=z><head>@"),
        (b"<html a\"><head>", b"<html a\"><head>@"),
        (b"<html lang", b"<html lang"),
        (b"<!-- never closed <head>", b"<!-- never closed <head>"),
        (b"\xef\xbb\xbf<!doctype html><head>\xc3\xa9", b"\xef\xbb\xbf<!doctype html><head>@\xc3\xa9"),
        (b"<head>\xb0\xa1\xff", b"<head>@\xb0\xa1\xff"),
    ],
)  # fmt: skip
def test_the_place(body: bytes, expected: bytes) -> None:
    assert marked(body) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title/></head>",
         b"<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head>@<title/></head>"),
        (b"<!DOCTYPE html [<!ENTITY a '>'>]>\n<h:html xmlns:h='x'><h:head/>",
         b"<!DOCTYPE html [<!ENTITY a '>'>]>\n<h:html xmlns:h='x'>@<h:head/>"),
        (b"<html xmlns='http://www.w3.org/1999/xhtml'> <body>text and more text</body></html>",
         b"<html xmlns='http://www.w3.org/1999/xhtml'>@ <body>text and more text</body></html>"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ],
)  # fmt: skip
def test_the_place_in_xhtml(body: bytes, expected: bytes) -> None:
    assert marked(body, "application/xhtml+xml") == expected


@pytest.mark.parametrize("content_type", UTF_16)
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_utf_16(content_type: str, bom: str) -> None:
    codec = UTF_16[content_type]
    result = inject_document([("Content-Type", content_type)], f"{bom}<html><head>\u4e2d".encode(codec), CONFIG)[
        1
    ].decode(codec)
    assert result.startswith(f"{bom}<html><head><script>(function prelude")
    assert result.endswith("</script>\u4e2d")


def test_utf_16_by_its_byte_order_mark_alone() -> None:
    result = inject_document(HTML, "\ufeff<head>x".encode("utf-16-be"), CONFIG)[1].decode("utf-16-be")
    assert result.startswith("\ufeff<head><script>")


def test_a_document_without_a_type_is_told_by_its_first_bytes() -> None:
    assert marked(b"<!doctype html><head>", "") == b"<!doctype html><head>@"
    assert marked(b"plain text", "") == b"plain text"


def test_the_script_ends_no_script_element_and_is_one_line_of_ascii() -> None:
    result = inject_document(HTML, b"<head>", CONFIG)[1]
    inner = result[len(b"<head><script>") : -len(b"</script>")]
    assert b"<!--" not in inner
    assert b"</script" not in inner.lower()
    assert b"]]>" not in inner
    assert b"\n" not in inner
    assert inner.isascii()


def test_headers_of_a_changed_document() -> None:
    given = [
        ("Content-Type", "text/html"), ("Content-Length", "6"), ("Content-Encoding", "br"), ("ETag", '"a"'),
        ("Set-Cookie", "a=1"),
        ("Set-Cookie", "b=2"), ("Content-Security-Policy", "script-src 'self'"), ("Vary", "Accept"),
    ]  # fmt: skip
    headers, _ = inject_document(given, b"<head>", CONFIG)
    policy = dict(headers)["Content-Security-Policy"]
    assert re.fullmatch(r"script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='", policy)
    assert [pair for pair in headers if pair[0] != "Content-Security-Policy"] == [
        ("Content-Type", "text/html"), ("ETag", '"a"'), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"),
        ("Vary", "Accept"),
        ("Vary", "Sec-Fetch-Dest"),
    ]  # fmt: skip


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    "body",
    [
        b"<!doctype html><!-- c --><html lang='a>b'>\n<head id=x>\n<title>t</title>",
        b"<html><body>text",
        b"text",
        b"",
        "\ufeff<html><head>\u00e9".encode("utf-16-le"),
        b"<!-- open",
    ],
)
def test_a_stream_gives_the_same_as_the_whole(size: int, body: bytes) -> None:
    stream = StreamInjector(HTML, CONFIG)
    pieces = [stream.feed(body[at : at + size]) for at in range(0, len(body), size)]
    assert b"".join(pieces) + stream.finish() == inject_document(HTML, body, CONFIG)[1]


def test_a_stream_holds_back_only_what_comes_before_the_place() -> None:
    stream = StreamInjector(HTML, CONFIG)
    assert stream.feed(b"<!doctype html><ht") == b""
    assert stream.feed(b"ml><head><ti").endswith(b"</script><ti")
    assert stream.feed(b"tle>") == b"tle>"
    assert stream.finish() == b""


NAVIGATION = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("request_headers", "response_headers", "status", "expected"),
    [
        ({"Sec-Fetch-Dest": "document"}, {"Content-Type": "text/html; charset=utf-8"}, 200, "document"),
        ({"Sec-Fetch-Dest": "iframe"}, {"Content-Type": "application/xhtml+xml"}, 404, "document"),
        ({"Sec-Fetch-Dest": "document"}, {}, 200, "document"),
        ({"Sec-Fetch-Dest": "document"}, {"Content-Type": "application/json"}, 200, None),
        ({"Sec-Fetch-Dest": "empty"}, {"Content-Type": "text/html"}, 200, None),
        ({"Sec-Fetch-Dest": "empty", "Sec-Purpose": "prefetch"}, {"Content-Type": "text/html"}, 200, "document"),
        ({"Accept": NAVIGATION}, {"Content-Type": "text/html"}, 200, "document"),
        ({"Accept": "*/*"}, {"Content-Type": "text/html"}, 200, None),
        ({"Sec-Fetch-Dest": "document"},
         {"Content-Type": "text/html", "Content-Disposition": "attachment; filename=a"}, 200, None),
        ({"Sec-Fetch-Dest": "document"},
         {"Content-Type": "text/html", "Content-Security-Policy": "sandbox"}, 200, None),
        ({"Sec-Fetch-Dest": "document"}, {"Content-Type": "text/html"}, 302, None),
        ({"Sec-Fetch-Dest": "document"}, {"Content-Type": "text/html"}, 304, None),
        ({"Sec-Fetch-Dest": "document"}, {"Content-Type": "text/html"}, 206, None),
        ({"Sec-Fetch-Dest": "worker"}, {"Content-Type": "text/javascript"}, 200, "worker"),
        ({"Sec-Fetch-Dest": "sharedworker"}, {}, 200, "sharedworker"),
        ({"Sec-Fetch-Dest": "serviceworker"}, {"Content-Type": "text/javascript"}, 200, "serviceworker"),
        ({"Sec-Fetch-Dest": "script"}, {"Content-Type": "text/javascript"}, 200, None),
    ],
)  # fmt: skip
def test_what_gets_the_prelude(
    request_headers: dict[str, str], response_headers: dict[str, str], status: int, expected: str | None
) -> None:
    assert should_inject([*request_headers.items()], [*response_headers.items()], status) == expected


def worker(body: bytes, kind: str = "worker") -> bytes:
    result = inject_worker([("Content-Type", "text/javascript")], body, CONFIG, kind)[1]  # type: ignore[arg-type]
    result = re.sub(rb'import "data:text/javascript;base64,[^"]+";', b"IMPORT;", result)
    return re.sub(rb"\(function prelude.*?\},globalThis\);", b"@", result, flags=re.DOTALL)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"go()", b"@go()"),
        (b"\xef\xbb\xbfgo()", b"\xef\xbb\xbf@go()"),
        (b"/* c */ // d\n 'use strict'; go()", b"\"use strict\";@/* c */ // d\n 'use strict'; go()"),
        (b"import x from './x.js'; go()", b"IMPORT;import x from './x.js'; go()"),
        (b"/*!*/import{a}from'./x.js'", b"IMPORT;/*!*/import{a}from'./x.js'"),
        (b"import('./x.js')", b"@import('./x.js')"),
        (b"import.meta.url", b"@import.meta.url"),
        (b"importScripts('x')", b"@importScripts('x')"),
        (b"", b"@"),
    ],
)
def test_workers(body: bytes, expected: bytes) -> None:
    assert worker(body) == expected


def test_service_workers_stay_the_same_all_session() -> None:
    def text(now: float, ordinal: int) -> bytes:
        config = PreludeConfig(
            seed=1, document_key="k", token="t", epoch_ms=1e12 + now, real_ms=2e12 + now + now / 1e4, ordinal=ordinal
        )
        return inject_worker([], b"import 'x'", config, "serviceworker")[1]

    assert text(0, 0) == text(600_000, 3)


def test_documents_are_changed_without_the_prelude() -> None:
    plain = "<html><head><script>let page;</script></head><body>\u00e4</body></html>"
    html = inject_document(HTML, plain.encode(), CONFIG)[1].decode()
    seen: list[str] = []
    changed = without_prelude(html, lambda one: seen.append(one) or one.replace("let page", 'let page = "b"'))
    assert len(seen) == 1
    assert "prelude(" not in seen[0]
    assert changed == html.replace("let page;", 'let page = "b";')
    assert without_prelude(plain, str.upper) == plain.upper()
    assert without_prelude(html, lambda _: "<p>nothing</p>").endswith("</script><p>nothing</p>")
