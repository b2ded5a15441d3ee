"""Policies are extended just as far as the prelude needs, and otherwise kept to the letter."""

import pytest

from awe_author.replay.csp import extend, scripts_can_run

HASH = "'sha256-abc='"


def extended(given: str, **needs: str) -> str:
    ((_, value),) = extend([("content-security-policy", given)], **needs)
    return value


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("script-src 'self'", f"script-src 'self' {HASH}"),
        ("script-src 'none'", f"script-src {HASH}"),
        ("script-src", f"script-src {HASH}"),
        ("SCRIPT-SRC 'nonce-a'; img-src *", f"script-src 'nonce-a' {HASH}; img-src *"),
        ("script-src 'self' 'unsafe-inline'", "script-src 'self' 'unsafe-inline'"),
        ("script-src 'unsafe-inline' 'nonce-a'", f"script-src 'unsafe-inline' 'nonce-a' {HASH}"),
        ("script-src 'unsafe-inline' 'strict-dynamic'", f"script-src 'unsafe-inline' 'strict-dynamic' {HASH}"),
        ("script-src 'self'; script-src-elem a.test", f"script-src 'self'; script-src-elem a.test {HASH}"),
        ("default-src 'self'; img-src *", f"default-src 'self'; img-src *; script-src 'self' {HASH}"),
        ("default-src 'none'", f"default-src 'none'; script-src {HASH}"),
        ("img-src 'self';; frame-ancestors 'none' ;", "img-src 'self';; frame-ancestors 'none' ;"),
        (
            "script-src a.test, default-src b.test",
            f"script-src a.test {HASH},default-src b.test; script-src b.test {HASH}",
        ),
        ("script-src a; script-src b", f"script-src a {HASH}; script-src b"),
        ("", ""),
    ],
)
def test_the_hash_is_added_where_inline_scripts_are_not_allowed(policy: str, expected: str) -> None:
    assert extended(policy, script=HASH) == expected


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("connect-src a.test", "connect-src a.test https://x/r"),
        ("connect-src 'none'", "connect-src https://x/r"),
        ("connect-src 'self'", "connect-src 'self'"),
        ("default-src *", "default-src *"),
        ("default-src 'none'", "default-src 'none'; connect-src https://x/r"),
        ("img-src *", "img-src *"),
    ],
)
def test_reports_may_be_sent(policy: str, expected: str) -> None:
    assert extended(policy, report_url="https://x/r") == expected


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("trusted-types a b", "trusted-types a b p1"),
        ("trusted-types 'none'", "trusted-types p1"),
        ("trusted-types *", "trusted-types *"),
        ("require-trusted-types-for 'script'", "require-trusted-types-for 'script'"),
    ],
)
def test_the_policy_for_worker_addresses_is_allowed(policy: str, expected: str) -> None:
    assert extended(policy, policy="p1") == expected


def test_all_policies_are_extended_and_other_headers_kept() -> None:
    headers = [
        ("Content-Security-Policy", "script-src a"),
        ("X-Other", "script-src a"),
        ("content-security-policy-report-only", "script-src b"),
    ]
    assert extend(headers, script=HASH) == [
        ("Content-Security-Policy", f"script-src a {HASH}"),
        ("X-Other", "script-src a"),
        ("content-security-policy-report-only", f"script-src b {HASH}"),
    ]


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("sandbox", False), ("sandbox allow-forms", False), ("sandbox ALLOW-SCRIPTS", True), ("script-src 'none'", True)],
)
def test_a_sandbox_may_forbid_every_script(policy: str, expected: bool) -> None:
    assert scripts_can_run([("Content-Security-Policy", policy)]) is expected
