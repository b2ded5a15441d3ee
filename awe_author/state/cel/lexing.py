"""Text -> tokens, and what a literal token means (CEL language definition, "Syntax" and "String and Bytes Values").

The grammar is the library's; its terminals are not used, since their regular expressions for strings backtrack without
bound on unterminated text and misread raw strings. This lexer names its tokens as the grammar does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from awe_author.state.cel.problems import CelProblem
from awe_author.state.cel.values import INT_MAX, UINT_MAX, Uint

_STRING = (
    r'[rR]"""(?s:.)*?"""|[rR]\'\'\'(?s:.)*?\'\'\'|[rR]"[^"\n\r]*"|[rR]\'[^\'\n\r]*\''
    r'|"""(?s:[^\\]|\\.)*?"""|\'\'\'(?s:[^\\]|\\.)*?\'\'\''
    r'|"(?:[^"\\\n\r]|\\.)*"|\'(?:[^\'\\\n\r]|\\.)*\''
)
_TOKEN = re.compile(
    rf"(?P<SKIP>[\t\n\f\r ]+|//[^\n]*)|(?P<BYTES_LIT>[bB](?:{_STRING}))|(?P<STRING_LIT>{_STRING})"
    r"|(?P<FLOAT_LIT>[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<UINT_LIT>(?:0[xX][0-9a-fA-F]+|[0-9]+)[uU])|(?P<INT_LIT>0[xX][0-9a-fA-F]+|[0-9]+)"
    r"|(?P<IDENT>[_a-zA-Z][_a-zA-Z0-9]*)|(?P<SIGN>\|\||&&|[<>=!]=|[-+*/%!<>?:.()\[\]{},])"
)
_NEGATIVE = re.compile(
    r"(?P<FLOAT_LIT>-(?:[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?))"
    r"|(?P<INT_LIT>-(?:0[xX][0-9a-fA-F]+|[0-9]+)(?![uU]))"
)
_NUMBERS = frozenset({"INT_LIT", "UINT_LIT", "FLOAT_LIT"})
_OPERANDS = _NUMBERS | {"STRING_LIT", "BYTES_LIT", "BOOL_LIT", "NULL_LIT", "IDENT", ")", "]", "}"}
"""What an operand ends with: a minus after it is subtraction, one in any other place belongs to the number."""
_CLOSING = re.compile(r"(?:[\t\n\f\r ]+|//[^\n]*)*[\]}]")
"""A comma before it is only for looks: the end of a list or map."""
_WORDS = {"true": "BOOL_LIT", "false": "BOOL_LIT", "null": "NULL_LIT", "in": "in"}
_SIMPLE = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_SIMPLE |= {one: one for one in "\\'\"`?"}
_ESCAPE = re.compile(
    r"\\(?:([abfnrtv\\'\"`?])|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|.?)", re.S
)
_SINGLE = {
    "&": "Write && for 'and'.",
    "|": "Write || for 'or'.",
    "=": "Write == to compare.",
    "^": "Powers are not part of the language: x * x.",
    "`": "Write a['b'] for a field b.",
}


def tokens(source: str) -> Iterator[tuple[str, str, int]]:
    """(name of the terminal in the grammar, or the sign itself; text; offset) of each token. Raises `CelProblem`."""
    at, operand = 0, False
    while at < len(source):
        found = _TOKEN.match(source, at)
        if found is not None and found.group() == "-" and not operand:
            found = _NEGATIVE.match(source, at) or found
        if found is None:
            raise _unreadable(source, at)
        kind, text, end = str(found.lastgroup), found.group(), found.end()
        if kind != "SKIP":
            kind = text if kind == "SIGN" else _WORDS.get(text, kind) if kind == "IDENT" else kind
            if kind in _NUMBERS and source[end : end + 1].isidentifier():
                hint = "Put an operator between a number and a name."
                raise CelProblem(f"'{text}{source[end]}' is not a number", at, hint)
            if not (kind == "," and operand and _CLOSING.match(source, end)):
                yield kind, text, at
                operand = kind in _OPERANDS
        at = end


def _unreadable(source: str, at: int) -> CelProblem:
    char = source[at]
    if char in "'\"":
        return CelProblem("a string that is opened here is not closed", at, f"Close it with {char} on the same line.")
    hint = _SINGLE.get(char) or "Text goes in quotes: 'text'."
    return CelProblem(f"{char!r} does not belong in an expression", at, hint)


def constant(kind: str, text: str, at: int) -> object:
    """The value of a literal token."""
    if kind == "STRING_LIT":
        return string(text, at)
    if kind == "BYTES_LIT":
        return byte_string(text, at)
    return _number(kind, text, at) if kind in _NUMBERS else {"true": True, "false": False, "null": None}[text]


def _number(kind: str, text: str, at: int) -> object:
    if kind == "FLOAT_LIT":
        return float(text)
    digits = text.rstrip("uU") if kind == "UINT_LIT" else text
    base = 16 if "x" in digits.lower() else 10
    value = int(digits, base) if len(digits) <= 40 else UINT_MAX + 1
    if kind == "UINT_LIT":
        if value > UINT_MAX:
            raise CelProblem(f"{text} is more than a uint can hold", at, f"The greatest is {UINT_MAX}u.")
        return Uint(value)
    if not -INT_MAX - 1 <= value <= INT_MAX:
        raise CelProblem(
            f"{text} is more than an int can hold", at, f"The greatest is {INT_MAX}; or write it as a double."
        )
    return value


def string(text: str, at: int) -> str:
    """The value of a string literal."""
    raw = text[0] in "rR"
    body, start = _body(text[1:] if raw else text, at + raw)
    return body if raw else _ESCAPE.sub(lambda found: _character(found, start), body)


def byte_string(text: str, at: int) -> bytes:
    """The value of a bytes literal: characters as UTF-8; `\\x` and octal escapes give single bytes."""
    raw = text[1] in "rR"
    body, start = _body(text[2:] if raw else text[1:], at + 1 + raw)
    if raw:
        return _utf8(body, start)
    parts, end = [], 0
    for found in _ESCAPE.finditer(body):
        parts.append(_utf8(body[end : found.start()], start + end))
        _simple, hexadecimal, short, long, octal = found.groups()
        if short or long:
            raise CelProblem(
                f"{found.group()} has no meaning in bytes", start + found.start(), "Write the bytes: \\x.."
            )
        if hexadecimal or octal:
            parts.append(bytes([int(hexadecimal, 16) if hexadecimal else int(octal, 8)]))
        else:
            parts.append(_character(found, start).encode())
        end = found.end()
    return b"".join([*parts, _utf8(body[end:], start + end)])


def _utf8(text: str, at: int) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        half = f"\\u{ord(text[error.start]):04x}"
        raise CelProblem(f"{half} is half a character", at + error.start, "Write the bytes: \\x..") from None


def _body(quoted: str, at: int) -> tuple[str, int]:
    width = 3 if quoted[:3] in ('"""', "'''") and len(quoted) >= 6 else 1
    return quoted[width:-width], at + width


def _character(found: re.Match[str], start: int) -> str:
    simple, hexadecimal, short, long, octal = found.groups()
    if simple:
        return _SIMPLE[simple]
    digits = hexadecimal or short or long
    if not digits and not octal:
        hint = r"Known: \n \t \r \\ \' \" \xHH \uHHHH; or use a raw string: r'...'."
        raise CelProblem(f"{found.group()} is not an escape sequence", start + found.start(), hint)
    code = int(digits, 16) if digits else int(octal, 8)
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        raise CelProblem(f"{found.group()} is not a character", start + found.start(), "Surrogates are not allowed.")
    return chr(code)
