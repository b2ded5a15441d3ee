"""Which requests count as the same one, and which do not."""

from __future__ import annotations

import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awe_author.archive.canonical import RequestForm, request_form

JSON = [("Content-Type", "application/json")]
FORM = [("Content-Type", "application/x-www-form-urlencoded")]
URL = "https://app.test/graphql"


def get(url: str) -> RequestForm:
    return request_form("GET", url, [], b"")


def post(body: bytes, headers: list[tuple[str, str]] = JSON, url: str = URL) -> RequestForm:
    return request_form("POST", url, headers, body)


def envelope(**members: object) -> bytes:
    return json.dumps(members).encode()


SAME = {
    "query order": (get("https://a.test/x?b=2&a=1"), get("https://a.test/x?a=1&b=2")),
    "fragment": (get("https://a.test/x#one"), get("https://a.test/x#two")),
    "percent-encoding": (get("https://a.test/%7euser/x?q=a%20b"), get("https://a.test/~user/x?q=a+b")),
    "JSON key order": (
        post(b'{"a":{"x":1,"y":[1,{"p":1,"q":2}]},"b":2}'),
        post(b'{"b":2,"a":{"y":[1,{"q":2,"p":1}],"x":1}}'),
    ),
    "JSON in a parameter": (
        get('https://a.test/x?f={"a":1,"b":2}'),
        get("https://a.test/x?f=%7B%22b%22:2,%22a%22:1%7D"),
    ),
    "JSON sent as text": (post(b'{"a":1,"b":2}', [("content-type", "text/plain")]), post(b'{"b":2,"a":1}')),
    "compressed": (post(gzip.compress(b'{"a":1}'), [*JSON, ("Content-Encoding", "gzip")]), post(b'{"a":1}')),
    "form order": (post(b"a=1&b=x+y", FORM), post(b"b=x%20y&a=1", FORM)),
    "lines of JSON": (post(b'{"a":1,"b":2}\n{"c":3}', []), post(b'{"b":2,"a":1}\n{"c":3}\n', [])),
    "GraphQL white space": (
        post(envelope(query="query L($n: Int) {\n  list(first: $n) { id, name } # all\n}", variables={"n": 1})),
        post(envelope(variables={"n": 1}, query="query L($n:Int){list(first:$n){id name}}", operationName="L")),
    ),
    "persisted hash beside the text": (
        post(envelope(query="{ me { id } }")),
        post(envelope(query="{me{id}}", extensions={"persistedQuery": {"sha256Hash": "abc"}})),
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_same(name: str) -> None:
    one, other = SAME[name]
    assert one.params == other.params
    assert one.canonical == other.canonical


DIFFERENT = {
    "path case": (get("https://a.test/Lead"), get("https://a.test/lead")),
    "encoded slash": (get("https://a.test/a%2Fb"), get("https://a.test/a/b")),
    "scheme": (get("http://a.test/"), get("https://a.test/")),
    "method": (request_form("PATCH", URL, JSON, b"{}"), request_form("PUT", URL, JSON, b"{}")),
    "order of one name": (get("https://a.test/x?a=1&a=2"), get("https://a.test/x?a=2&a=1")),
    "JSON types": (post(b'{"id":1}'), post(b'{"id":"1"}')),
    "JSON array order": (post(b"[1,2]"), post(b"[2,1]")),
    "large integers": (post(b'{"id":90071992547409931234567}'), post(b'{"id":90071992547409931234568}')),
    "rpc operation": (post(b'{"op":"CreateTicket"}'), post(b'{"op":"DeleteEverything"}')),
    "operation header": (
        post(b"{}", [("X-Amz-Target", "Tables.Describe")]),
        post(b"{}", [("x-amz-target", "Tables.Delete")]),
    ),
    "GraphQL operation": (
        post(envelope(query="mutation { deleteTicket(id: 1) { id } }")),
        post(envelope(query="query { listTickets { id } }")),
    ),
    "GraphQL variables": (
        post(envelope(query="{ a }", variables={"pad": "x" * 5000, "id": 1})),
        post(envelope(query="{ a }", variables={"pad": "x" * 5000, "id": 2})),
    ),
    "strings in GraphQL": (post(envelope(query='{ a(t: "x  y") }')), post(envelope(query='{ a(t: "x y") }'))),
    "end of a long value": (post(b"v=" + b"x" * 97_000 + b"1", FORM), post(b"v=" + b"x" * 97_000 + b"2", FORM)),
    "separators inside values": (get("https://a.test/x?a=1%0Aquery:b%092"), get("https://a.test/x?a=1&b=2")),
}


@pytest.mark.parametrize("name", DIFFERENT)
def test_different(name: str) -> None:
    one, other = DIFFERENT[name]
    assert one.canonical != other.canonical
    assert one.exact != other.exact


def multipart(boundary: str, parts: list[tuple[str, str]]) -> RequestForm:
    body = "".join(f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n{text}\r\n" for head, text in parts)
    headers = [("Content-Type", f"multipart/form-data; boundary={boundary}")]
    return request_form("POST", URL, headers, (body + f"--{boundary}--\r\n").encode())


def test_multipart_boundary_and_order_do_not_matter() -> None:
    parts = [('name="title"', "a"), ('name="file"; filename="x.txt"', "hello")]
    one, other = multipart("----1", parts), multipart("----22", parts[::-1])
    assert one.canonical == other.canonical
    assert one.exact != other.exact
    assert dict(one.params)["multipart:file"].startswith("sha256:")


def test_multipart_content_and_file_name_matter() -> None:
    base = multipart("b1b1b1b1", [('name="file"; filename="x.txt"', "hello")])
    assert base.canonical != multipart("b1b1b1b1", [('name="file"; filename="x.txt"', "hullo")]).canonical
    assert base.canonical != multipart("b1b1b1b1", [('name="file"; filename="y.txt"', "hello")]).canonical


def test_graphql_operations_are_named() -> None:
    query, mutation = "query A { a }", "mutation B($x: Int) { b(x: $x) }"
    assert post(envelope(query=query)).operation == f"POST {URL} graphql:query:A"
    assert not post(envelope(query=query)).writes
    batch = post(json.dumps([{"query": query}, {"query": mutation, "variables": {"x": 1}}]).encode())
    assert batch.operation.endswith(" graphql:query:A,mutation:B")
    assert batch.writes
    both = envelope(query=query + mutation, operationName="B")
    assert post(both).operation.endswith(" graphql:mutation:B")
    stored = get(URL + '?operationName=A&variables={"i":1}&extensions={"persistedQuery":{"sha256Hash":"ff"}}')
    assert stored.operation.endswith(" graphql:stored:A")
    assert not stored.writes
    upload = multipart("bbbb1", [('name="operations"', envelope(query=mutation).decode()), ('name="map"', "{}")])
    assert upload.operation.endswith(" graphql:mutation:B")


def test_a_search_for_the_word_query_is_not_graphql() -> None:
    assert post(b'{"query":"query {x} of data"}').operation == f"POST {URL}"
    assert post(b'{"query":"SELECT {a}"}').operation == f"POST {URL}"
    assert post(b'{"query":"{\\"match\\":{}}"}').operation == f"POST {URL}"


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE", "PATCH"])
def test_writes(method: str) -> None:
    assert request_form(method, URL, [], b"").writes is (method in ("POST", "DELETE", "PATCH"))


def test_a_huge_document_becomes_one_digest() -> None:
    document = {str(n): n for n in range(10_000)}
    one = post(json.dumps(document).encode())
    other = post(json.dumps(dict(reversed(document.items()))).encode())
    assert len(one.params) == 1
    assert one.canonical == other.canonical


KINDS = ["", "application/json", "multipart/form-data; boundary=x", FORM[0][1], "text/plain", "application/graphql"]


@given(st.binary(max_size=300), st.sampled_from(KINDS))
def test_safe_on_garbage(body: bytes, kind: str) -> None:
    for data in (body, b"{" + body, b"--x\r\n" + body, b"\x1f\x8b" + body, b"a=" + body):
        form = request_form("POST", "https://a.test/x?" + body.decode("latin-1"), [("content-type", kind)], data)
        json.dumps(form.params).encode("ascii")
        for name, value in form.params:
            (name + value).encode("utf-8")


def test_safe_on_deep_nesting() -> None:
    for body in (b"[" * 5000, b"[" * 900 + b"]" * 900, b'{"a":' * 240 + b"1" + b"}" * 240):
        assert post(body).params


@pytest.mark.parametrize(
    "head",
    [
        "query A($o: Order = {by: name, way: desc}, $n: Int)",
        'query A($q: String = "x ) {", $f: Filter = {any: [{a: 1}]})',
        "query A($o: Order = {by: name}) @live(if: true)",
    ],
)
def test_values_in_braces_do_not_hide_the_name_of_a_graphql_operation(head: str) -> None:
    query = head + " { ...F } fragment F on Query { things { id } }"
    assert post(envelope(query=query)).operation == f"POST {URL} graphql:query:A"
