"""What is kept of quiet documents and of the plans that they were compared with is bounded in bytes."""

from __future__ import annotations

import asyncio

import pytest

from awe_author.features.dom.operations import ListOperation, Plan, SetOperation
from awe_author.features.dom.quiet import pages
from awe_author.features.dom.quiet.pages import QuietPages, bytes_of

DOCUMENT = b"<!doctype html><html><body><ul><li><b>Ada</b></li><li><b>Bob</b></li></ul></body></html>"


def plan(*names: str, url: str = "https://app.test/") -> Plan:
    records = tuple((0, (name,)) for name in names)
    keys = tuple(str(at) for at in range(len(names)))
    return Plan(
        version="s.1", url=url, operations=(ListOperation("f", "ul", (("li", "li"),), (("b", "text"),), keys, records),)
    )


def run(*asked: Plan) -> tuple[QuietPages, list[bool]]:
    async def ask() -> tuple[QuietPages, list[bool]]:
        quiet = QuietPages()
        return quiet, [quiet.showing([DOCUMENT], "utf-8", one) is not None for one in asked]

    return asyncio.run(ask())


def test_a_document_shows_its_plan_and_no_other() -> None:
    _, shown = run(plan("Ada", "Bob"), plan("Ada", "Rob"), plan("Ada"), plan("Ada", "Bob"))
    assert shown == [True, False, False, True]


def test_plans_that_are_kept_with_a_document_are_bounded_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_OF_PLANS", 50_000)
    large = [plan("Ada", str(number) * 20_000) for number in range(5)]
    quiet, shown = run(*large, plan("Ada", "Bob"))
    assert shown == [False] * 5 + [True]
    [known] = quiet._known.values()
    kept = [verdict.operations[0].records[1][1][0][:1] for verdict in known.verdicts]  # type: ignore[union-attr,index]
    assert kept == ["B", "4", "3"]
    assert quiet._kept == known.size == len(DOCUMENT) + sum(bytes_of(one.operations) for one in known.verdicts)


def test_one_plan_is_kept_however_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_OF_PLANS", 100)
    quiet, _ = run(plan("Ada", "x" * 1000), plan("Ada", "y" * 1000))
    [known] = quiet._known.values()
    assert len(known.verdicts) == 1


def test_plans_count_among_what_all_documents_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    """The document that was asked for longest ago goes, with its plans."""
    monkeypatch.setattr(pages, "MOST_KEPT", 50_000)
    asked = [plan("Ada", "x" * 20_000, url=f"https://app.test/{number}") for number in range(4)]
    quiet, _ = run(*asked)
    assert [key[2] for key in quiet._known] == ["https://app.test/2", "https://app.test/3"]
    assert quiet._kept == sum(known.size for known in quiet._known.values())


def test_bytes_of_values() -> None:
    few, many = plan("a"), plan(*"a" * 100)
    assert bytes_of(many.operations) > 50 * bytes_of(few.operations)
    long = SetOperation("h1", (("text", "x" * 5000), ("hidden", True)))
    assert 5000 < bytes_of([long]) < 6000
