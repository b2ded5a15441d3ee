"""Answers that list which values a field of all entities has."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.features.discover.mock import Mock

App = dict[str, dict[str, Any]]
TAGS = {"Stock": ["daily", "sales"], "Towns": ["sales"], "Payroll": [], "Mails": ["weekly"]}


def every_tag(reports: App) -> list[str]:
    return sorted({tag for one in reports.values() for tag in one["tags"]})


def every_owner(reports: App) -> list[str]:
    return sorted({one["owner"] for one in reports.values()})


def recorded(listed: Callable[[App], list[str]]) -> Mock:
    """Reports that are listed, changed, made and deleted, and what is listed of them each time."""
    log: list[tuple[Any, ...]] = []
    reports: App = {
        f"k{number}": {"id": f"k{number}", "name": name, "tags": tags, "owner": "Ada" if number % 2 else "Bo"}
        for number, (name, tags) in enumerate(TAGS.items())
    }

    def say(method: str, path: str, sent: Any, answer: Any) -> None:
        log.append((method, path, copy.deepcopy(sent), 200, copy.deepcopy(answer)))

    def look() -> None:
        say("GET", "/api/reports", None, {"reports": [*reports.values()]})
        say("GET", "/api/chosen", None, {"chosen": listed(reports), "of": "reports"})

    def put(key: str, **sent: Any) -> None:
        reports[key] |= sent
        say(
            "PUT", f"/api/reports/{key}", {name: reports[key][name] for name in ("name", "tags", "owner")}, reports[key]
        )

    look()
    say("GET", "/api/reports/k1", None, reports["k1"])
    put("k1", tags=["sales", "urgent"], owner="Cleo")
    look()
    made = {"name": "Turnover", "tags": ["month"], "owner": "Dora"}
    reports["k7"] = {"id": "k7", **made}
    say("POST", "/api/reports", made, reports["k7"])
    look()
    del reports["k3"]
    say("DELETE", "/api/reports/k3", None, {})
    look()
    return Mock(*log)


async def test_values_of_lists_follow_what_is_changed_made_and_deleted() -> None:
    mock = recorded(every_tag)
    assert await mock.ask("GET", "/api/chosen") == (200, {"chosen": ["daily", "sales", "weekly"], "of": "reports"})
    await mock.ask("PUT", "/api/reports/k0", {"name": "Stock", "tags": ["archive"], "owner": "Bo"})
    assert (await mock.ask("GET", "/api/chosen"))[1]["chosen"] == ["archive", "sales", "weekly"]
    await mock.ask("POST", "/api/reports", {"name": "Rents", "tags": ["archive", "new"], "owner": "Bo"})
    assert (await mock.ask("GET", "/api/chosen"))[1]["chosen"] == ["archive", "new", "sales", "weekly"]
    await mock.ask("DELETE", "/api/reports/k3")
    assert (await mock.ask("GET", "/api/chosen"))[1]["chosen"] == ["archive", "new", "sales"]


async def test_values_of_a_plain_field_follow_too() -> None:
    mock = recorded(every_owner)
    assert (await mock.ask("GET", "/api/chosen"))[1]["chosen"] == ["Ada", "Bo"]
    await mock.ask("PUT", "/api/reports/k0", {"name": "Stock", "tags": [], "owner": "Emil"})
    assert (await mock.ask("GET", "/api/chosen"))[1]["chosen"] == ["Ada", "Bo", "Emil"]


@pytest.mark.parametrize(
    "listed",
    [
        lambda reports: ["daily", "sales"],
        lambda reports: every_tag(reports)[:2],
        lambda reports: every_tag(reports)[::-1],
        lambda reports: [*every_tag(reports), "zebra"],
    ],
    ids=["always the same", "some", "in another order", "one that no entity has"],
)
def test_lists_that_no_field_explains_are_no_values(listed: Callable[[App], list[str]]) -> None:
    assert not any(one.document["id"].endswith(".values.api") for one in recorded(listed).draft.features)
