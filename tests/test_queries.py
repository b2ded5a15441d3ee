"""Queries with `;` between their pairs, and others."""

from __future__ import annotations

import pytest

from awe_author.archive.request_body import form_fields
from awe_author.queries import parse_qsl


@pytest.mark.parametrize(
    ("query", "pairs"),
    [
        ("Action=Zoom;ID=7", [("Action", "Zoom"), ("ID", "7")]),
        ("Action=Search;;SortBy=Age;OrderBy=Up", [("Action", "Search"), ("SortBy", "Age"), ("OrderBy", "Up")]),
        ("Action=Zoom&ID=7", [("Action", "Zoom"), ("ID", "7")]),
        ("q=tea;coffee", [("q", "tea;coffee")]),
        ("filter=name==tea;age=gt=3", [("filter", "name==tea;age=gt=3")]),
        ("q=a=1;b=2&page=2", [("q", "a=1;b=2"), ("page", "2")]),
        ("q=a%3B=1", [("q", "a;=1")]),
        ("Action=Zoom", [("Action", "Zoom")]),
    ],
)
def test_pairs(query: str, pairs: list[tuple[str, str]]) -> None:
    assert parse_qsl(query) == pairs


def test_bodies_that_scripts_write_so() -> None:
    assert form_fields("Action=Phone;Subject=a%3Bb%20c;") == [("Action", "Phone"), ("Subject", "a;b c")]
    assert form_fields("note=a=1;b&page=2") == [("note", "a=1;b"), ("page", "2")]
