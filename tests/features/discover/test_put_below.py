"""What answers to putting something below an entity say of it: what is known of what was named."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

TAGS = [{"id": "71", "name": "VIP", "type": "tag"}, {"id": "72", "name": "Trial", "type": "tag"}]
BOATS = [{"id": f"b{number}", "name": name, "berth": number} for number, name in enumerate(("Ada", "Ben", "Cleo"), 1)]
DIALOGUE: list[tuple[Any, ...]] = [
    ("GET", "/tags", None, 200, {"data": TAGS}),
    ("GET", "/boats", None, 200, {"data": BOATS}),
    ("GET", "/boats/b1/tags", None, 200, {"data": [TAGS[0]]}),
    ("GET", "/boats/b2/tags", None, 200, {"data": []}),
    ("POST", "/boats/b2/tags", {"id": "72"}, 200, TAGS[1]),
    ("GET", "/boats/b2/tags", None, 200, {"data": [TAGS[1]]}),
    ("PUT", "/boats/b1", {"name": "Ada May"}, 200, {**BOATS[0], "name": "Ada May"}),
    ("GET", "/boats/b1", None, 200, {**BOATS[0], "name": "Ada May"}),
]


async def test_the_answer_tells_of_what_was_put_there() -> None:
    mock = Mock(*DIALOGUE)
    assert await mock.ask("POST", "/boats/b3/tags", {"id": "71"}) == (200, TAGS[0])
    assert await mock.ask("POST", "/boats/b3/tags", {"id": "72"}) == (200, TAGS[1])
    assert (await mock.ask("GET", "/boats/b3/tags"))[1]["data"] == TAGS
