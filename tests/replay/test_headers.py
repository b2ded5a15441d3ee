"""Recorded headers do today what they did when they were recorded."""

from __future__ import annotations

import pytest

from awe_author.replay.headers import fitted_cors, fitted_type, repaired

DAY = 86400.0


def one(name: str, value: str, *, status: int = 200, age: float = DAY) -> list[str]:
    return [v for n, v in repaired([(name, value)], status, age) if n == name]


@pytest.mark.parametrize(
    "name",
    ["Connection", "Keep-Alive", "Transfer-Encoding", "Content-Length", "Alt-Svc", "Strict-Transport-Security", "NEL",
     "X-Archive-Orig-Date"],
)  # fmt: skip
def test_what_belonged_to_the_connection_or_leads_out_is_dropped(name: str) -> None:
    assert one(name, "x") == []


def test_kept_as_recorded() -> None:
    headers = [("Date", "Tue, 14 Nov 2023 22:13:20 GMT"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2; HttpOnly")]
    assert repaired(headers, 200, DAY) == headers


def test_freshness_is_as_when_recorded() -> None:
    assert one("Cache-Control", "public, max-age=60, s-maxage=5") == ["public, max-age=86460, s-maxage=86405"]
    assert one("Cache-Control", "no-cache") == ["no-cache"]
    assert one("Cache-Control", "max-age=0") == ["max-age=0"]
    assert one("Expires", "Tue, 14 Nov 2023 22:13:20 GMT") == ["Wed, 15 Nov 2023 22:13:20 GMT"]
    assert one("Expires", "0") == ["0"]


def test_guessed_freshness_is_made_explicit() -> None:
    headers = [("Date", "Tue, 14 Nov 2023 22:13:20 GMT"), ("Last-Modified", "Tue, 14 Nov 2023 22:11:40 GMT")]
    assert repaired(headers, 200, DAY)[-1] == ("Cache-Control", "max-age=86410")


def test_cookies_live_as_long_as_when_recorded() -> None:
    later = one("Set-Cookie", "a=1; Expires=Tue, 14-Nov-2023 22:13:20 GMT; Path=/")
    assert later == ["a=1; Expires=Wed, 15 Nov 2023 22:13:20 GMT; Path=/"]
    deleting = "a=; expires=Thu, 01 Jan 1970 00:00:00 GMT"
    assert one("Set-Cookie", deleting) == [deleting]


def test_a_redirect_merged_into_its_target_is_undone() -> None:
    merged = [("Location", "/x.js"), ("X-Content-Type-Options", "nosniff"), ("Content-Type", "text/plain")]
    assert fitted_type(repaired(merged, 200, 0), "script", True) == [("Content-Type", "text/plain")]
    assert one("Location", "/there", status=302) == ["/there"]


def test_types_of_foreign_archives() -> None:
    refused = [("X-Content-Type-Options", "nosniff"), ("Content-Type", "text/html")]
    assert fitted_type(refused, "script", True) == [("Content-Type", "text/javascript")]
    assert fitted_type(refused, "script", False) == refused
    assert fitted_type(refused, "document", True) == refused
    assert fitted_type([("X-Content-Type-Options", "nosniff")], "style", False) == [("Content-Type", "text/css")]
    good = [("X-Content-Type-Options", "nosniff"), ("Content-Type", "application/javascript; charset=utf-8")]
    assert fitted_type(good, "script", True) == good


def test_cors_permission_holds_for_who_asks_now() -> None:
    named = [("Access-Control-Allow-Origin", "https://a.test")]
    assert fitted_cors(named, "https://b.test") == [("Access-Control-Allow-Origin", "https://b.test")]
    assert fitted_cors(named, None) == named
    assert fitted_cors([("Access-Control-Allow-Origin", "*")], "https://b.test")[0][1] == "*"
