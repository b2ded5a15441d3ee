from __future__ import annotations

import pytest

from awe_author.door.target import BadTarget, absolute_url, origin_url, parse_connect


@pytest.mark.parametrize(
    ("target", "url"),
    [
        ("http://A.Example/Path?Q=1", "http://a.example/Path?Q=1"),
        ("HTTP://a.example:80", "http://a.example/"),
        ("http://a.example:8080?x", "http://a.example:8080/?x"),
        ("http://[::1]:81/a%2Fb", "http://[::1]:81/a%2Fb"),
        ("https://a.example:443/x#y", "https://a.example/x"),
    ],
)
def test_absolute_targets_come_out_in_normal_form(target: str, url: str) -> None:
    assert absolute_url(target.partition("#")[0]) == url


def test_origin_form_keeps_path_and_query_byte_for_byte() -> None:
    assert origin_url("https", "A.example:443", "/%7ea//b?x=%20&&") == "https://a.example/%7ea//b?x=%20&&"


@pytest.mark.parametrize("target", ["ftp://a/", "http:///x", "http://a@b/", "http://a:0/", "http://a:99999/", "x"])
def test_other_targets_are_refused(target: str) -> None:
    with pytest.raises(BadTarget):
        absolute_url(target)


@pytest.mark.parametrize("target", ["a.example", "a.example:", "a:b", ":443", "[::1", "a/b:443", "u@h:443"])
def test_connect_needs_host_and_port(target: str) -> None:
    with pytest.raises(BadTarget):
        parse_connect(target)


def test_connect_to_an_ip6_host() -> None:
    assert parse_connect("[::1]:8443").authority == "[::1]:8443"
