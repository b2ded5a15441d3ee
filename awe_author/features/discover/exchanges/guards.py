"""Tokens in addresses that say that a request comes from a page of the app: `/links/4/pin?token=fa2f2e3499043c70`."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from awe_author.queries import parse_qsl

_GUARDS = re.compile(r"token|nonce|csrf|xsrf|sesskey", re.IGNORECASE)
_RANDOM = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w+/=.-]{10,200}")


def is_guard(name: str, value: str) -> bool:
    """Is a parameter such a token?"""
    return bool(_GUARDS.search(name) and _RANDOM.fullmatch(value))


def token_in(address: str) -> str:
    """The token in an address; "" without one."""
    query = urlsplit(address).query if "?" in address else ""
    return next((value for name, value in parse_qsl(query) if is_guard(name, value)), "")


def with_token(address: str, token: str) -> str:
    """An address with this token in place of its own; as it is where either has none."""
    own = token_in(address) if token else ""
    return address.replace(own, token) if own else address
