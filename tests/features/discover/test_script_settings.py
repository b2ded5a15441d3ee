"""Settings that scripts store one by one, and that documents carry in a script from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.features.discover.exchanges import ORIGIN, Html, draft_of
from tests.features.discover.mock import Mock
from tests.replay.listed import NAVIGATION, body_of

TOKENS = (
    "3b972d4f591074e33cd5e552",
    "9748c8dec812737b3a67d810",
    "e566cf93d6e927e42f4a3d73",
    "18980ca1ed2440a9c3409aaa",
)


def page(options: str, token: str = TOKENS[0], title: str = "Boats") -> Html:
    """A document whose script carries options."""
    carried = f"app.options.set({options});" if options else ""
    return Html(
        f"<html><head><title>{title}</title><script>window.early = 1;</script>"
        f'<script>start(function() {{app.token = "{token}";{carried}}});</script></head>'
        f"<body><p>{title}</p></body></html>"
    )


def stored(said: str) -> tuple[Any, ...]:
    return ("POST", "/api.php", f"action=options&change={said}&token=x", 200, {"options": "success"})


DIALOGUE = (
    ("GET", "/boats", None, 200, page("")),
    stored("side%3Dclosed"),
    stored("rows%3D50"),
    ("GET", "/boats", None, 200, page('{"rows":50,"side":"closed"}', TOKENS[1])),
    stored("side%3Dopen"),
    ("GET", "/ports", None, 200, page('{"rows":50}', TOKENS[2], "Ports")),
    ("GET", "/boats", None, 200, page('{"rows":50}', TOKENS[3])),
)


async def carried(mock: Mock, path: str) -> str:
    """What the script of a document carries."""
    answer = await mock.replay.ask("GET", ORIGIN + path, b"", NAVIGATION)
    found = re.search(r'app\.token = "\w+";(.*?)\}\);</script>', (await body_of(answer)).decode())
    assert found is not None
    return found[1]


async def test_documents_carry_what_scripts_stored() -> None:
    mock = Mock(*DIALOGUE)
    assert await carried(mock, "/ports") == ""
    assert await mock.ask("POST", "/api.php", "action=options&change=rows%3D20&token=y") == (
        200,
        {"options": "success"},
    )
    assert await carried(mock, "/boats") == 'app.options.set({"rows":20});'
    await mock.ask("POST", "/api.php", "action=options&change=side%3Dclosed")
    await mock.ask("POST", "/api.php", "action=options&change=note%3D%22%3C%2Fscript%3E%22")
    note = '"note":"\\"\\u003c/script>\\""'
    assert await carried(mock, "/ports") == f'app.options.set({{{note},"rows":20,"side":"closed"}});'
    await mock.ask("POST", "/api.php", "action=options&change=side%3Dopen")
    await mock.ask("POST", "/api.php", "action=options&change=note")
    assert await carried(mock, "/boats") == 'app.options.set({"rows":20});'


async def test_names_and_values_may_have_fields_of_their_own() -> None:
    def kept(name: str, value: str) -> tuple[Any, ...]:
        return ("POST", "/prefs", f"key={name}&value={value}", 200, {"kept": True})

    mock = Mock(
        ("GET", "/boats", None, 200, page('{"side":"open"}')),
        kept("side", "closed"),
        ("GET", "/boats", None, 200, page('{"side":"closed"}')),
        ("GET", "/ports", None, 200, page('{"side":"closed"}', TOKENS[1])),
    )
    assert await carried(mock, "/ports") == 'app.options.set({"side":"open"});'
    await mock.ask("POST", "/prefs", "key=side&value=left")
    await mock.ask("POST", "/prefs", "key=tips&value=off")
    assert await carried(mock, "/boats") == 'app.options.set({"side":"left","tips":"off"});'


def changed(place: int, options: str) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [*DIALOGUE]
    found[place] = (*found[place][:4], page(options))
    return found


NEVER: Mapping[str, list[tuple[Any, ...]]] = {
    "something else than was stored": changed(5, '{"rows":60}'),
    "it was so before": changed(0, '{"rows":50,"side":"closed"}'),
    "what goes without saying is said": changed(3, '{"rows":50,"side":"open"}'),
    "seen once": list(DIALOGUE[:4]),
    "another script stands there": [*DIALOGUE, ("GET", "/old", None, 200, Html(
        "<html><head><script>a()</script><script>b()</script></head><body>Old</body></html>"))],
}  # fmt: skip


@pytest.mark.parametrize("case", NEVER)
def test_scripts_that_the_posts_do_not_explain_are_left_alone(case: str) -> None:
    draft = draft_of(*NEVER[case])
    assert "options" not in draft.seed
    assert not any(str(one.document["id"]).startswith("options.") for one in draft.features)
