"""Reports are taken and logged; local addresses and DNS hints are recognised."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from awe_author.door.messages import DoorEvent, Request, Response
from awe_author.replay.guard import connection_watch, control_guard, without_hints
from awe_author.replay.log import SessionLog


@dataclass
class Body:
    data: bytes

    async def read(self) -> bytes:
        return self.data


@dataclass
class Session:
    report_path: str = "/secret"
    log: SessionLog = field(default_factory=lambda: SessionLog(wall=lambda: 5.0))


def post(url: str, body: bytes) -> Any:
    return Request("POST", url, [], Body(body))  # type: ignore[arg-type]


async def test_a_report_is_logged_and_answered_with_nothing() -> None:
    session = Session()
    answer = await control_guard(
        post("https://a.test/secret", b'{"kind":"webrtc","url":"stun:x","page":"https://a.test/p"}'), session
    )
    assert isinstance(answer, Response)
    assert (answer.status, answer.body) == (204, b"")
    (event,) = session.log.of("egress")
    assert (event["url"], event["destination"], event["page"]) == ("stun:x", "webrtc", "https://a.test/p")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'"x"', b"\xff", b'{"kind":"a","url":"' + b"x" * 20_000 + b'","page":""}']
)
async def test_what_the_prelude_did_not_write_is_not_logged(body: bytes) -> None:
    session = Session()
    assert isinstance(await control_guard(post("https://a.test/secret", body), session), Response)
    assert session.log.events == []


@pytest.mark.parametrize("url", ["https://a.test/", "https://a.test/secret/x", "https://a.test/?/secret"])
async def test_other_requests_pass(url: str) -> None:
    assert await control_guard(post(url, b""), Session()) is None


async def test_without_a_secret_path_nothing_is_taken() -> None:
    assert await control_guard(post("https://a.test", b""), Session(report_path="")) is None


def test_connections_to_unknown_hosts_are_logged() -> None:
    log = SessionLog()
    observe = connection_watch(log, lambda host: host in ("known.test", "ported.test:8443"))
    for kind, host, port in [
        ("connect", "known.test", 443),
        ("connect", "ported.test", 8443),
        ("closed", "other.test", 443),
    ]:
        observe(DoorEvent(kind=kind, host=host, port=port))
    observe(DoorEvent(kind="connect", host="other.test", port=443))
    observe(DoorEvent(kind="connect", host="other.test", port=99))
    assert [event["url"] for event in log.events] == ["https://other.test", "https://other.test:99"]


@pytest.mark.parametrize(
    ("value", "left", "hinted"),
    [
        ("<https://a>; rel=preconnect", None, ["https://a"]),
        ('</s.css>; rel="preload"; as=style', '</s.css>; rel="preload"; as=style', []),
        ("<https://a>; rel=dns-prefetch, </x>; rel=preload; as=script", "</x>; rel=preload; as=script", ["https://a"]),
        ('<https://a>; rel="preconnect dns-prefetch"; crossorigin', None, ["https://a"]),
        ('<a,b>; rel=next; title="x, y", <//c>; rel=preconnect', '<a,b>; rel=next; title="x, y"', ["//c"]),
        ("<broken; rel=preconnect", "<broken; rel=preconnect", []),
    ],
)
def test_hints_are_taken_out_of_link_headers(value: str, left: str | None, hinted: list[str]) -> None:
    headers, urls = without_hints([("A", "1"), ("Link", value)])
    assert headers == [("A", "1")] + ([("Link", left)] if left else [])
    assert urls == hinted
