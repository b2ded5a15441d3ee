"""Keys that forms have beside fields whose names begin alike: `row_id=14` beside `row_title` and `row_tags`; and those
of links that do something: `/rows/delete?id=14` beside `/rows/14`.

One address makes an entity without such a key, and changes the one that it names.
"""

from __future__ import annotations

from collections.abc import Collection

from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call

LEAST = 3
"""Other fields that begin so: `owner_id` beside `owner_name` and `owner_mail` is no key of what the form is about."""


def in_its_form(call: Call, begins: str, there: Collection[str]) -> str | None:
    """The key, of those that are `there`; None without one. `begins`: the path in front of the keys in addresses."""
    if call.method == "GET" and begins.count("/") > 1 and call.path.startswith(begins):
        return next((value for name, value in call.query if snake(name) == "id" and value in there), None)
    body = call.body if call.kind in ("form", "multipart") and isinstance(call.body, dict) else {}
    for name in (one for one in body if snake(one).endswith("_id") and len(snake(one)) > len("_id")):
        prefix = snake(name).removesuffix("id")
        alike = [other for other in body if other != name and snake(other).startswith(prefix)]
        if len(alike) >= LEAST and str(body[name]) in there:
            return str(body[name])
    return None
