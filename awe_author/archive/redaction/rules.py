"""Where secrets stand: the default table of header, parameter and key names, and what site.yaml adds to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RedactionRules:
    """What to redact beyond the default table (`redact:` in site.yaml)."""

    keys: tuple[str, ...] = ()
    """Names of parameters, form fields, JSON keys and storage keys whose values are secret (any case, `*` allowed)."""
    headers: tuple[str, ...] = ()
    """Names of request and response headers whose values are secret (any case)."""
    values: tuple[str, ...] = ()
    """Regular expressions; what they match (group 1 if there is one) is secret wherever it stands in text."""
    keep: tuple[str, ...] = ()
    """Names of keys, cookies and headers that are not secret after all (any case, `*` allowed)."""
