"""Address patterns: what matches, what each `*` gives, what is refused."""

from __future__ import annotations

import re

import pytest

from awe_author.features.patterns import Pattern, glob


@pytest.mark.parametrize(
    ("pattern", "url", "segments"),
    [
        ("https://crm.test/leads", "https://crm.test/leads", []),
        ("https://crm.test/leads", "https://crm.test/leads?sort=name#top", []),
        ("https://crm.test/leads", "https://crm.test/leads/1", None),
        ("https://crm.test/leads", "http://crm.test/leads", None),
        ("https://crm.test/leads*", "https://crm.test/leads/1/view", ["/1/view"]),
        ("https://crm.test/leads/*", "https://crm.test/leads/Caf%C3%A9%20%2F", ["Café /"]),
        ("https://crm.test/Café/*", "https://crm.test/Caf%C3%A9/1", ["1"]),
        ("https://crm.test/a/*/b/*", "https://crm.test/a/1/2/b/3/b/4", ["1/2", "3/b/4"]),
        ("https://crm.test/*.json", "https://crm.test/a.json/b.json", ["a.json/b"]),
        ("https://CRM.test:443/leads", "https://crm.test/leads", []),
        ("https://crm.test/leads", "https://CRM.test:443/leads", []),
        ("https://crm.test:8443/leads", "https://crm.test/leads", None),
        ("https://crm.test", "https://crm.test/", []),
        ("https://*.force.com/l/*", "https://acme.my.force.com/l/7", ["acme.my", "7"]),
        ("https://*.force.com/l/*", "https://evil.test/x.force.com/l/7", None),
        ("https://crm.test/leads/*", "https://crm.test//leads//7", ["7"]),
        ("https://crm.test/api/leads/*", "https://crm.test//api//leads/7", ["7"]),
        ("https://crm.test//api/leads", "https://crm.test/api/leads", None),
        ("https://crm.test/proxy/*", "https://crm.test/proxy/https://a.test//b", ["https://a.test//b"]),
        ("*://crm.test/*", "wss://crm.test/socket", ["wss", "socket"]),
        ("/api/leads/*", "http://any.test:81/api/leads/3", ["3"]),
        ("*", "https://crm.test/x", ["/x"]),
        ("https://crm.test/i?title=*&action=edit", "https://crm.test/i?x=1&action=edit&title=A+b", ["A b"]),
        ("https://crm.test/i?title=*&action=edit", "https://crm.test/i?title=A", None),
        ("https://crm.test/i?*", "https://crm.test/i?a=1", ["a=1"]),
        ("https://crm.test/i?edit", "https://crm.test/i?edit=", []),
        ("https://crm.test/i?edit", "https://crm.test/i", None),
        ("https://crm.test/#/posts/*", "https://crm.test/#/posts/4%2F", ["4/"]),
        ("https://crm.test/#/posts/*", "https://crm.test/", None),
        ("https://crm.test/a?q=*#*", "https://crm.test/a?q=1#2", ["1", "2"]),
        ("https://u@crm.test/a", "https://crm.test/a", None),
        ("https://crm.test/a", "http://[bad/a", None),
    ],
)
def test_what_matches(pattern: str, url: str, segments: list[str] | None) -> None:
    if "@" in pattern:
        with pytest.raises(ValueError, match="is no host"):
            Pattern(pattern)
        return
    assert Pattern(pattern).segments(url) == segments
    assert Pattern(pattern).matches(url) is (segments is not None)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("", "an address pattern is empty"),
        ("crm.test/leads", '"crm.test/leads" begins neither with http:// or https:// nor with /'),
        ("ftp://crm.test/", '"ftp://crm.test/" begins neither with http:// or https:// nor with /'),
        ("https:///leads", '"https:///leads" begins neither with http:// or https:// nor with /'),
        ("https://crm test/", "a space cannot be in an address; write it as %20"),
        ("https://crm.test/<id>", "'<' cannot be in an address; write it as %3C"),
        ("https://crm.test:port/", '"crm.test:port" is no host'),
    ],
)
def test_what_is_refused(pattern: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        Pattern(pattern)


def test_globs_do_not_backtrack() -> None:
    assert glob("*a" * 40 + "b", "a" * 200_000) is None
