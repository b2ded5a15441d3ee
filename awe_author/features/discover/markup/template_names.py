"""What the kinds of entities that pages show are called: by the addresses of these."""

from __future__ import annotations

from awe_author.features.discover.common.names import NOT_A_KIND, SCRIPT, plural, snake

DONE = (
    "edit",
    "view",
    "show",
    "details",
    "detail",
    "update",
    "change",
    "delete",
    "open",
    "read",
    "new",
    "index",
    "list",
)
"""Parts of an address that say what is done rather than with what."""


def kind_name(template: str) -> str:
    """The name of a kind, plural, by the address of its entities: `/tracker/issues/*/edit` -> `issues`."""
    path, _, query = template.partition("?")
    parts = [snake(SCRIPT.sub("", part)) for part in path.split("/") if part]
    before = parts[: parts.index("")] if "" in parts else parts
    named = [part for part in before if part and part not in NOT_A_KIND and part != "index"]
    named = [part for part in named if part not in DONE] or named
    if "*" not in path:
        named = [
            snake(pair.partition("=")[2]) for pair in query.split("&") if not pair.endswith("=*") and "task" in pair
        ] or named
    return plural(named[-1]) if named else "pages"
