"""Recognise GraphQL in a request and reduce it to operation name, normalised query text and variables.

Two clients (or two versions of one) print the same query with other white space, and all operations of an app share one
URL, so that neither URL nor body bytes tell `deleteTicket` from `listTickets`: the operation does. The grammar's
insignificant tokens (white space, commas, comments; GraphQL October 2021, section 2.1) are dropped, nothing else is
changed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|\.\.\.|[_A-Za-z][_0-9A-Za-z]*|-?[0-9][0-9.eE+\-]*|[^\s,\ufeff]',
    re.S,
)
_OPENING = re.compile(r"(?:\s|,|\ufeff|#[^\n]*(?:\n|$))*(?:(?:query|mutation|subscription|fragment)\b[^{]*\{|\{)")
_SHORTHAND = re.compile(r"\{\s*(?:#[^\n]*\n\s*)*(?:\.\.\.|[_A-Za-z])")

_KEYWORDS = ("query", "mutation", "subscription", "fragment")
HASH_KEYS = ("id", "documentId", "document_id", "doc_id", "queryId", "hash", "sha256Hash")
"""Names under which clients send a stored query's identity instead of its text."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One GraphQL operation of a request."""

    kind: str
    """query, mutation, subscription, or "stored" when only a hash was sent."""
    name: str
    query: str
    """Normalised text, or "stored:" + hash."""
    variables: Any = None
    rest: dict[str, Any] = field(default_factory=dict)
    """Members of the envelope that are none of the above."""


def looks_like_query(text: object) -> bool:
    """Is `text` a GraphQL document (and not, say, a search phrase that begins with "query")?"""
    if not isinstance(text, str) or "{" not in text or "}" not in text[-200:] or not _OPENING.match(text):
        return False
    text = text.strip()
    if "#" not in text and not text.endswith("}"):
        return False
    return not text.startswith("{") or bool(_SHORTHAND.match(text))


@lru_cache(maxsize=512)
def normalise(query: str) -> str:
    """The document's significant tokens, separated by single spaces."""
    return " ".join(tokens(query))


def tokens(query: str) -> list[str]:
    """The document's significant tokens."""
    return [token for token in _TOKEN.findall(query) if not token.startswith("#")]


@lru_cache(maxsize=512)
def _operations(normalised: str) -> tuple[tuple[str, str], ...]:
    """(kind, name) of each operation at the top level of a document. Braces in brackets are values: `$by: Way = {...}`
    is declared with one."""
    found: list[tuple[str, str]] = []
    depth, within = 0, 0
    top: list[str] = []
    for token in tokens(normalised):
        if token in ("(", ")") and not depth:
            within = max(0, within + (1 if token == "(" else -1))
        elif within:
            continue
        elif token == "{":
            if depth == 0:
                head = next((word for word in top if word in _KEYWORDS), "query")
                at = top.index(head) + 1 if head in top else len(top)
                name = top[at] if at < len(top) and (top[at][0].isalpha() or top[at][0] == "_") else ""
                if head != "fragment":
                    found.append((head, name))
                top = []
            depth += 1
        elif token == "}":
            depth = max(0, depth - 1)
        elif depth == 0:
            top.append(token)
    return tuple(found)


def operation(envelope: object) -> Operation | None:
    """The operation that one envelope ({"query", "variables", "operationName", "extensions"}) asks for, or None."""
    if not isinstance(envelope, dict):
        return None
    query, name = envelope.get("query"), envelope.get("operationName")
    name = name if isinstance(name, str) else ""
    rest = {key: value for key, value in envelope.items() if key not in ("query", "variables", "operationName")}
    if looks_like_query(query):
        text = normalise(str(query))
        declared = _operations(text)
        chosen = next((item for item in declared if item[1] == name), declared[0] if declared else ("query", ""))
        # A persisted-query hash beside the full text says nothing that the text does not.
        rest.pop("extensions", None)
        return Operation(chosen[0], name or chosen[1], text, envelope.get("variables"), rest)
    stored = _stored_hash(envelope, name)
    if stored is None:
        return None
    return Operation("stored", name, "stored:" + stored, envelope.get("variables"), rest)


def _stored_hash(envelope: dict[str, Any], name: str) -> str | None:
    extensions = envelope.get("extensions")
    persisted = extensions.get("persistedQuery") if isinstance(extensions, dict) else None
    if isinstance(persisted, dict):
        return next((str(persisted[key]) for key in ("sha256Hash", "hash") if persisted.get(key)), None)
    if not (name or "variables" in envelope) or envelope.get("query"):
        return None
    return next((str(envelope[key]) for key in HASH_KEYS if isinstance(envelope.get(key), str | int)), None)
