"""What differs between two runs of the same steps is volatile."""

from awe_author.archive.capture import CapturedExchange
from awe_author.archive.spool import MemoryBody
from awe_author.recorder.learn import Learned, learn

JSON = [("Content-Type", "application/json")]


def asked(seq: int, url: str, *, step: int = 0, method: str = "GET", body: bytes = b"") -> CapturedExchange:
    return CapturedExchange(
        seq=seq, method=method, url=url, started=0.0, request_headers=JSON if body else [], status=200, reason="OK",
        request_body=MemoryBody(body), response_headers=[], response_body=MemoryBody(), step=step,
    )  # fmt: skip


def test_a_parameter_that_changed_is_learned_once() -> None:
    first = [asked(1, "https://a.test/x?q=1&_t=100"), asked(2, "https://a.test/x?q=1&_t=101")]
    second = [asked(1, "https://a.test/x?q=1&_t=900"), asked(2, "https://a.test/x?q=1&_t=901")]
    assert learn(first, second) == [Learned("GET https://a.test/x", "query:_t", ("100", "900"))]


def test_what_stays_the_same_is_not() -> None:
    both = [asked(1, "https://a.test/x?q=1"), asked(2, "https://a.test/x?q=2")]
    assert learn(both, list(reversed(both))) == []


def test_bodies_are_compared_by_their_keys() -> None:
    first = [asked(1, "https://a.test/x", method="POST", body=b'{"name": "Ann", "nonce": "a1"}')]
    second = [asked(1, "https://a.test/x", method="POST", body=b'{"nonce": "b2", "name": "Ann"}')]
    assert [one.param for one in learn(first, second)] == ["json:/nonce"]


def test_requests_of_other_steps_are_not_compared() -> None:
    assert learn([asked(1, "https://a.test/x?q=1", step=1)], [asked(1, "https://a.test/x?q=2", step=2)]) == []


def test_requests_are_paired_by_likeness() -> None:
    first = [asked(1, "https://a.test/x?page=1&n=a"), asked(2, "https://a.test/x?page=2&n=b")]
    second = [asked(1, "https://a.test/x?page=2&n=c"), asked(2, "https://a.test/x?page=1&n=d")]
    assert {one.param for one in learn(first, second)} == {"query:n"}


def test_runs_of_different_length() -> None:
    one = asked(1, "https://a.test/x?t=1")
    assert learn([one, one], []) == []
    assert len(learn([one, one], [asked(1, "https://a.test/x?t=2")])) == 1
