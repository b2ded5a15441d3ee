"""Keys as the Wayback family of tools makes them (the expected ones were made with cdxj-indexer 1.5)."""

from __future__ import annotations

import pytest

from awe_author.archive.cdxj_writer import method_query, surt, with_method


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.Example.com/", "com,example)/"),
        ("http://example.com:8080/A/b/../C/?q=%20%2541&b=2&a=1", "com,example:8080)/a/c?a=1&b=2&q=%20a"),
        ("https://e.com", "com,e)/"),
        ("https://e.com/?", "com,e)/"),
        ("https://e.com/a//b/", "com,e)/a/b"),
        ("http://127.0.0.1:80/x", "1,0,0,127)/x"),
        ("https://b\u00fccher.example/\u00e4?\u00fc", "example,xn--bcher-kva)/%c3%a4?%c3%bc"),
        ("urn:view:https://www.a.test/Path?X=1", "urn:view:https://www.a.test/path?x=1"),
        ("urn:view:https://a.test/", "urn:view:https://a.test"),
        ("wss://a.test/ws", "test,a)/ws"),
        ("https://u:p@e.com/", "com,e)/"),
        ("http://[::1]:8080/x", "::1:8080)/x"),
        ("https://e.com/%7Euser/%zz", "com,e)/~user/%25zz"),
        ("https://e.com/?a&b=&c==1&A=0", "com,e)/?a&a=0&b=&c==1"),
        ("https://e.com/x y", "com,e)/x%20y"),
        ("https://e.com/../x", "com,e)/../x"),
        ("https://e.com/?x=%E4", "com,e)/?x=%e4"),
    ],
)
def test_a_url_becomes_a_sortable_key(url: str, key: str) -> None:
    assert surt(url) == key


@pytest.mark.parametrize(
    ("mime", "body", "query"),
    [
        ("application/x-www-form-urlencoded", b"a=1&b=x+y%20z", "a=1&b=x y z"),
        (
            "application/json",
            b'{"a": {"b": 1.0, "c": true}, "d": [{"b": null}, {"b": "x y"}]}',
            "b=1&c=true&b.2_=null&b.3_=x+y",
        ),
        ("application/json", b"broken", ""),
        ("text/plain", b'{"a": 1}', "a=1"),
        ("text/plain", b"hi", "__wb_post_data=aGk="),
        ("application/octet-stream", b"\0\1", "__wb_post_data=AAE="),
        (
            "multipart/form-data; boundary=X",
            b'--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nv w\r\n--X--\r\n',
            "a=v+w",
        ),
        ("multipart/form-data", b"hi", "__wb_post_data=aGk="),
    ],
)
def test_a_body_is_flattened_into_the_key(mime: str, body: bytes, query: str) -> None:
    assert method_query("POST", mime, body) == query
    assert with_method("https://e.com/a?b", "POST", query) == "https://e.com/a?b&__wb_method=POST" + (
        query and "&" + query
    )


def test_other_methods_are_named_only() -> None:
    assert method_query("DELETE", "application/json", b'{"a":1}') == ""
    assert with_method("https://e.com/a", "GET", "") == "https://e.com/a"
    assert with_method("https://e.com/a", "DELETE", "") == "https://e.com/a?__wb_method=DELETE"
