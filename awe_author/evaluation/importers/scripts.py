"""Conditions on pages as JavaScript: an expression that gives one value, whatever the original wrote."""

from __future__ import annotations

import re

import re2

_FUNCTION = re.compile(r"\A\s*(?:async\s+)?(?:function\b|\([^()]*\)\s*=>|\w+\s*=>)")
WHOLE_PAGE = "document.documentElement.outerHTML + '\\n' + document.documentElement.innerText"
"""The rendered page, also with its entities as the characters they stand for."""


def expression(script: str) -> str:
    """The script as an expression: without a semicolon at its end, and called if it is a function."""
    plain = script.strip().rstrip(";").rstrip()
    return f"({plain})()" if _FUNCTION.match(plain) else plain


def truthy(script: str) -> str:
    """Whether JavaScript takes its value for true."""
    return f"!!({expression(script)})"


def text_of(locator: str, before: list[str] | None = None) -> str:
    """Its value as a text; empty when it fails, as WebArena takes it. `before`: actions whose failure is ignored."""
    value = expression(locator) if locator.strip() else WHOLE_PAGE
    actions = "".join(f"try {{ {action} }} catch {{}} " for action in before or ())
    return f"(() => {{ {actions}try {{ return String({value}) }} catch {{ return '' }} }})()"


def contains(text: str) -> str:
    """A regular expression (RE2) for any text that has this one in it, in any case."""
    return f"(?is).*{re2.escape(bare(text))}.*"


def equals(text: str) -> str:
    """A regular expression for this text, in any case, with or without quotes around it."""
    return f"(?is)['\"]?{re2.escape(bare(text))}['\"]?"


def word(text: str) -> str:
    """A regular expression for any text in which this one stands alone, not as a part of a word."""
    return f"(?is)(.*\\W)?{re2.escape(bare(text))}(\\W.*)?"


def bare(text: str) -> str:
    """Without blanks and quotes around it."""
    text = text.strip()
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return text
