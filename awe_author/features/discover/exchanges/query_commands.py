"""Commands that a parameter names at an address that says no more than that something is done:
`POST /api/actions?id=delete_tasks`, `POST /bulk?name=archiveNotes`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from awe_author.features.discover.common.names import snake

_PLACES = re.compile(r"(^|[-_.])(actions?|commands?|operations?|bulk|batch|perform|execute|run|invoke|dispatch)\Z")
"""Last parts of such addresses, in small letters."""
_COMMAND = re.compile(
    r"(delete|remove|destroy|trash|purge|restore|archive|unarchive|close|reopen|resolve|approve|reject|publish|unpublish"
    r"|activate|deactivate|enable|disable|update|edit|set|change|modify|move|assign|unassign|mark|reset|clear|add)"
    r"(_[a-z0-9]+){1,5}\Z"
)
"""What they are called, as words."""


def commanded(path: str, query: Iterable[tuple[str, str]]) -> str:
    """`id=delete_tasks` of the only parameter whose value is called as something that is done; else ""."""
    last = path.rstrip("/").rpartition("/")[2].lower()
    if not _PLACES.search(last):
        return ""
    found = [f"{name}={value}" for name, value in query if value.isascii() and _COMMAND.match(snake(value))]
    return found[0] if len(found) == 1 else ""
