"""Short codes by which apps call what is made, such as `HDB37K`: nothing else tells that they were generated.

Two of them correspond where a redirect after a write leads to either, no page of the other side linked to it, and the
write was not about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from awe_author.twin.likeness import Correspondence

_CODE = re.compile(r"[A-Z0-9]{5,11}\Z|(?=[a-z]*\d)(?=\d*[a-z])[a-z0-9]{5,11}\Z")
_LINK = re.compile(r"""\b(?:href|action)=["']?([^"'\s>]+)""")
_APART = re.compile(r"[/?&=#]")


def is_code(part: str) -> bool:
    """Capitals and digits, or small letters and digits; no number."""
    return bool(_CODE.match(part)) and not part.isdigit()


def linked_codes(html: str) -> Iterator[str]:
    """The codes in the addresses of links and forms."""
    for address in _LINK.findall(html):
        yield from (part for part in _APART.split(unquote(address)) if is_code(part))


def same_code(ids: Correspondence, live: tuple[str, str], mock: tuple[str, str]) -> bool:
    """Are these the codes of one thing, which was just made? (part of where a redirect leads, address of the write)."""
    (one, written), (other, at) = live, mock
    alike = is_code(one) and is_code(other) and len(one) == len(other) and one.isupper() == other.isupper()
    return alike and one not in written and other not in at and ids.learn(one, other)
