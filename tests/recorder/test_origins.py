"""Public origins and the places behind them."""

import pytest

from awe_author.errors import InputError
from awe_author.recorder.origins import Origins, Route, parse_origins

ORIGINS = Origins({"https://crm.acme.test": "http://127.0.0.1:8105", "https://api.acme.test:8443": "https://[::1]"})


@pytest.mark.parametrize(
    ("url", "route"),
    [
        ("https://crm.acme.test/a%20b?x|y",
         Route("http", "127.0.0.1", 8105, "/a%20b?x|y", "crm.acme.test", "https", True)),
        ("wss://crm.acme.test/ws", Route("http", "127.0.0.1", 8105, "/ws", "crm.acme.test", "https", True)),
        ("https://crm.acme.test?q", Route("http", "127.0.0.1", 8105, "/?q", "crm.acme.test", "https", True)),
        ("http://crm.acme.test/", Route("http", "crm.acme.test", 80, "/", "crm.acme.test", "http", False)),
        ("https://api.acme.test:8443/", Route("https", "::1", 443, "/", "api.acme.test:8443", "https", True)),
        ("https://api.acme.test/", Route("https", "api.acme.test", 443, "/", "api.acme.test", "https", False)),
        ("ws://other.test:81/", Route("http", "other.test", 81, "/", "other.test:81", "http", False)),
    ],
)  # fmt: skip
def test_where_a_request_goes(url: str, route: Route) -> None:
    assert ORIGINS.route(url) == route


def test_pairs_of_the_command_line() -> None:
    pairs = ["https://CRM.acme.test:443/=http://127.0.0.1:8105", "http://a.test=https://b.test"]
    assert parse_origins(pairs) == {"https://crm.acme.test": "http://127.0.0.1:8105", "http://a.test": "https://b.test"}


@pytest.mark.parametrize(
    "pair",
    ["https://a.test", "a.test=http://b.test", "https://a.test/x=http://b.test", "https://a.test=ftp://b.test",
     "https://a.test=http://b:x", "https://u@a.test=http://b.test", "https://a.test=http://b.test?x"],
)  # fmt: skip
def test_what_is_no_pair_of_origins(pair: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_origins([pair])
    assert caught.value.where == "--origin"
    assert "--origin https://crm.acme.test=" in caught.value.hint
