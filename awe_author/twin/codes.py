"""Short codes by which apps call what is made, such as `HDB37K`: nothing else tells that they were generated.

Two of them correspond where a redirect after a write leads to either, no page of the other side linked to it, and the
write was not about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from awe_author.twin.likeness import Correspondence

_FORMS = (
    re.compile(r"[A-Z0-9]{5,11}\Z"),
    re.compile(r"(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,11}\Z"),
    re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w-]{5,11}\Z", re.ASCII),
)
_LINK = re.compile(r"""\b(?:href|action)=["']?([^"'\s>]+)""")
_APART = re.compile(r"[/?&=#]")


def is_code(part: str) -> bool:
    """Capitals and digits, small letters and digits, or all of these (`2w3r_G`); no number."""
    return _form(part) is not None


def _form(part: str) -> int | None:
    """Of which form a code is; None for what is none."""
    return next((at for at, one in enumerate(_FORMS) if one.match(part)), None) if not part.isdigit() else None


def linked_codes(html: str) -> Iterator[str]:
    """The codes in the addresses of links and forms."""
    for address in _LINK.findall(html):
        yield from (part for part in _APART.split(unquote(address)) if is_code(part))


def same_code(ids: Correspondence, live: tuple[str, str], mock: tuple[str, str]) -> bool:
    """Are these the codes of one thing, which was just made? (part of where a redirect leads, or the place in the page,
    address of the write)."""
    (one, written), (other, at) = live, mock
    alike = is_code(one) and _form(one) == _form(other) and len(one) == len(other)
    return alike and one not in written and other not in at and ids.learn(one, other)
