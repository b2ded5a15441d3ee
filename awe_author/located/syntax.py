"""What YAML itself objects to, in words that say what to do."""

from __future__ import annotations

import re

import yaml

from awe_author.located.marks import Mark, YamlProblem, mark_of

_SAID = {
    "mapping values are not allowed here": (
        "a `:` that begins a value cannot be here", "Quote a text that has `: ` in it; indent members equally."),
    "found unexpected end of stream": ("a quote is not closed", "Close it."),
    "expected the node content, but found '<stream end>'": ("a [ or { is not closed", "Close it."),
    "could not find expected ':'": ("a `:` is missing after a key", "Write `key: value`."),
    "expected <block end>, but found '<block mapping start>'": (
        "this is indented more than what it belongs to", "Give members of one mapping the same indentation."),
    "expected <block end>, but found '?'": (
        "a key stands here where a list goes on", "Begin the line with `- `, or indent it."),
    "expected <block end>, but found '<block sequence start>'": (
        "a list begins here where a mapping goes on", "Put it under a key, or indent it."),
    "expected <block end>, but found '-'": ("a list goes on here that never began", "Put it under a key."),
    "expected <block end>, but found '<scalar>'": (
        "a text stands here where it cannot", "Quote the whole value when it has quotes in it."),
    "expected ',' or ']', but got '<stream end>'": ("a [ is not closed", "Close it."),
    "expected ',' or '}', but got '<stream end>'": ("a { is not closed", "Close it."),
    "expected alphabetic or numeric character, but found": (
        "an alias or anchor without a name", "Quote a text that begins with * or &."),
    "expected ',' or '}', but got '<scalar>'": (
        "a text stands here where it cannot", "Quote the whole value when it has quotes in it."),
    "expected ',' or ']', but got ':'": ("a `:` cannot be here: the [ before it is not closed", "Close it."),
}  # fmt: skip
_INNER = re.compile(r"expected ',' or '([}\]])', but got '([\[{])'")
_BEGIN = re.compile(r"found character '(.+)' that cannot start any token")


def syntax_problem(text: str, error: yaml.YAMLError) -> YamlProblem:
    """The error in our words. Said by the parser in Python, whose words are the same everywhere."""
    try:
        for _ in yaml.parse(text, Loader=yaml.SafeLoader):
            pass
    except yaml.YAMLError as again:
        error = again
    position = getattr(error, "position", None)
    if position is not None:
        line = text.count("\n", 0, position) + 1
        column = position - text.rfind("\n", 0, position)
        char = text[position : position + 1]
        what = f"the character U+{ord(char):04X} cannot be in YAML"
        hint = f'Leave it out, or write it as an escape in double quotes: "\\x{ord(char):02x}".'
        return YamlProblem(Mark(line, column, position), (), what, hint)
    said = str(getattr(error, "problem", None) or str(error).splitlines()[0])
    mark = mark_of(getattr(error, "problem_mark", None))
    if begins := _BEGIN.match(said):
        if begins[1] == "\\t":
            return YamlProblem(mark, (), "a tab stands where indentation is read", "Use spaces.")
        return YamlProblem(mark, (), f"a plain text cannot begin with {begins[1]}", "Quote it.")
    if said == "found unexpected end of stream":
        mark = mark_of(getattr(error, "context_mark", None) or getattr(error, "problem_mark", None))
    if inner := _INNER.match(said):
        what = f"a {inner[2]} begins here inside a {'{' if inner[1] == '}' else '['} that is not closed"
        return YamlProblem(mark, (), what, "Close it, or quote the value when it has brackets in it.")
    said = "expected alphabetic or numeric character, but found" if said.startswith("expected alphabetic") else said
    unknown = (f"not valid YAML: {said}", "Check quotes, brackets and indentation around this place.")
    what, hint = _SAID.get(said, unknown)
    return YamlProblem(mark, (), what, hint)
