"""Addresses that scripts read, in which one part is an entity's key."""

from __future__ import annotations

from collections.abc import Sequence


def keyed_part(said: Sequence[tuple[str, str]]) -> int | None:
    """Which part of the addresses of (address, key) is the key: in all of them, of several keys, while other parts are
    the same or numbers; None when there is none."""
    parts = [address.split("/") for address, _ in said]
    if len({key for _, key in said}) < 2 or len({len(one) for one in parts}) > 1 or parts[0][0]:
        return None
    places = [
        place for place in range(len(parts[0]))
        if all(one[place] == key for one, (_, key) in zip(parts, said, strict=True))
    ]  # fmt: skip
    others = [[one[place] for one in parts] for place in range(len(parts[0])) if place not in places]
    alike = all(len(set(one)) == 1 or all(map(str.isdigit, one)) for one in others)
    return places[0] if len(places) == 1 and alike else None
