"""Text -> tree of `nodes`, by the LALR grammar of cel-python, which is read the first time an expression is parsed.

Only the grammar file is used: importing the package would also import its evaluator and a date library (100 ms more).
The tree is built bottom-up while parsing, without recursion, so that depth can be limited before anything recurses.
"""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from awe_author.state.cel import lexing
from awe_author.state.cel import nodes as n
from awe_author.state.cel.problems import CelProblem

if TYPE_CHECKING:
    from lark import Lark

MAX_LENGTH = 20_000
"""Characters of source."""
MAX_DEPTH = 128
"""Levels of the tree. CEL asks implementations for 12 of most constructs and 32 of some."""
RESERVED = frozenset(
    [
        "as",
        "break",
        "const",
        "continue",
        "else",
        "for",
        "function",
        "if",
        "import",
        "let",
        "loop",
        "package",
        "namespace",
        "return",
        "var",
        "void",
        "while",
    ]
)
MACROS = {"all": (2,), "exists": (2,), "exists_one": (2,), "map": (2, 3), "filter": (2,), "sortBy": (2,)}
_lock = threading.Lock()


def parse(source: str) -> n.Node:
    """The tree of an expression. Raises `CelProblem`."""
    if len(source) > MAX_LENGTH:
        raise CelProblem(f"an expression of {len(source)} characters", 0, f"At most {MAX_LENGTH} are allowed.")
    from lark.exceptions import UnexpectedToken

    try:
        with _lock:
            parser = _parser()
        return cast(n.Node, parser.parse(source))
    except UnexpectedToken as error:
        token = error.token
        if token.type == "$END":
            hint = "Something has to follow." if source.strip() else "Write an expression; text in quotes: 'text'."
            raise CelProblem("the expression ends too early", len(source), hint) from None
        raise CelProblem(f"'{token}' does not belong here", token.start_pos or 0, _advice(source, token)) from None


def _advice(source: str, token: Any) -> str:
    before = source[: token.start_pos].rstrip()[-1:]
    if token.type == "IDENT" and token in ("and", "or", "not"):
        return {"and": "Write &&.", "or": "Write ||.", "not": "Write !."}[token]
    if token.type in ("IDENT", "STRING_LIT", "INT_LIT") and (before.isalnum() or before in "'\")]"):
        return "An operator or a comma is missing before it; literal text goes in quotes: 'text'."
    if token == "?" and before == ".":
        return "Optional fields (a.?b) are not part of the language here: use has(a.b) ? a.b : ..."
    return "Look for a missing operand, bracket or quote before it."


@lru_cache(maxsize=1)
def _parser() -> Lark:
    from lark import Lark
    from lark.lexer import Lexer, Token

    found = importlib.util.find_spec("celpy")
    if found is None or found.origin is None:
        raise ModuleNotFoundError("cel-python is not installed")
    grammar = Path(found.origin).with_name("cel.lark").read_text(encoding="utf-8")

    class Tokens(Lexer):
        """Hands the tokens of `lexing` to the parser under the names that the grammar gives them."""

        def __init__(self, configuration: Any) -> None:
            self.names = {str(one.pattern.value): str(one.name) for one in configuration.terminals}

        def lex(self, lexer_state: Any, parser_state: Any = None) -> Iterator[Any]:
            for kind, text, at in lexing.tokens(getattr(lexer_state, "text", lexer_state)):
                yield Token(self.names.get(kind, kind), text, start_pos=at)

    return Lark(grammar, parser="lalr", lexer=Tokens, start="expr", transformer=_Builder(), maybe_placeholders=False)


def _nodes(parts: list[Any]) -> tuple[n.Node, ...]:
    return cast("tuple[n.Node, ...]", parts[0]) if parts else ()


def _deep(at: int, *children: n.Node) -> int:
    depth = 1 + max((child.depth for child in children), default=0)
    if depth > MAX_DEPTH:
        raise CelProblem(f"an expression nested more than {MAX_DEPTH} levels deep", at, "Name parts of it with `let`.")
    return depth


WITH_A_WORD = frozenset(
    {"greatest", "least", "ceil", "floor", "round", "abs", "quote", "encode", "decode", "md5", "sha1", "sha256"}
)
"""Functions that stand behind a word: `math.abs(x)`, `hash.sha1(x)`."""


class _Builder:
    """A method for each rule of the grammar: the rule's parts -> a node. A rule with one part hands it on."""

    def expr(self, parts: list[Any]) -> n.Node:
        if len(parts) == 1:
            return cast(n.Node, parts[0])
        condition, yes, no = parts
        return n.Conditional(condition.at, _deep(condition.at, *parts), condition, yes, no)

    def _chain(self, operator: Any, parts: list[Any]) -> n.Node:
        if len(parts) == 1:
            return cast(n.Node, parts[0])
        terms: list[n.Node] = []
        for part in parts:
            terms += part.terms if isinstance(part, n.Logic) and part.operator == operator else [part]
        return n.Logic(terms[0].at, _deep(terms[0].at, *terms), operator, tuple(terms))

    def conditionalor(self, parts: list[Any]) -> n.Node:
        return self._chain("||", parts)

    def conditionaland(self, parts: list[Any]) -> n.Node:
        return self._chain("&&", parts)

    def _binary(self, parts: list[Any]) -> n.Node:
        if len(parts) == 1:
            return cast(n.Node, parts[0])
        (operator, left), right = parts
        return n.Binary(left.at, _deep(left.at, left, right), operator, left, right)

    relation = addition = multiplication = _binary

    def unary(self, parts: list[Any]) -> n.Node:
        if len(parts) == 1:
            return cast(n.Node, parts[0])
        operator, operand = parts
        return n.Unary(operand.at, _deep(operand.at, operand), operator, operand)

    def unary_not(self, parts: list[Any]) -> str:
        return "!"

    def unary_neg(self, parts: list[Any]) -> str:
        return "-"

    def _only(self, parts: list[Any]) -> Any:
        return parts[0]

    member = primary = paren_expr = _only

    def member_dot(self, parts: list[Any]) -> n.Node:
        operand, name = parts
        return n.Select(name.start_pos, _deep(operand.at, operand), operand, str(name))

    def member_index(self, parts: list[Any]) -> n.Node:
        operand, key = parts
        return n.Index(key.at, _deep(operand.at, operand, key), operand, key)

    def member_object(self, parts: list[Any]) -> n.Node:
        hint = "Protocol buffer messages are not part of the language here: write a map, {'name': value}."
        raise CelProblem("a name before { makes no sense", parts[0].at, hint)

    def member_dot_arg(self, parts: list[Any]) -> n.Node:
        receiver, name, *rest = parts
        arguments = _nodes(rest)
        if name in MACROS and len(arguments) in MACROS[name]:
            return self._macro(receiver, name, arguments)
        if name in WITH_A_WORD and isinstance(receiver, n.Ident):
            return self._call(f"{receiver.name}.{name}", receiver.at, None, arguments)
        return self._call(str(name), name.start_pos, receiver, arguments)

    def _macro(self, receiver: n.Node, name: Any, arguments: tuple[n.Node, ...]) -> n.Node:
        variable, *middle, body = arguments
        at = name.start_pos
        if not isinstance(variable, n.Ident):
            hint = f"Write {name}(x, ...): x stands for each element."
            raise CelProblem(f"the first argument of {name} must be a plain name", variable.at, hint)
        depth = _deep(at, receiver, *arguments)
        return n.Macro(at, depth, name.value, receiver, variable.name, middle[0] if middle else None, body)

    def _call(self, name: str, at: int, receiver: n.Node | None, arguments: tuple[n.Node, ...]) -> n.Node:
        return n.Call(at, _deep(at, *arguments, *([receiver] if receiver else [])), name, receiver, tuple(arguments))

    def ident_arg(self, parts: list[Any]) -> n.Node:
        name, *rest = parts
        arguments = _nodes(rest)
        if name == "has":
            asked = arguments[0] if len(arguments) == 1 else None
            if not isinstance(asked, n.Select):
                raise CelProblem("has() asks for one field", name.start_pos, "Write has(a.b); for a key: 'b' in a.")
            return n.Has(asked.at, asked.depth, asked.operand, asked.field)
        return self._call(str(name), name.start_pos, None, arguments)

    dot_ident_arg = ident_arg

    def ident(self, parts: list[Any]) -> n.Node:
        name = parts[0]
        if name in RESERVED:
            hint = "Use another name; as a field it may be used: a." + name
            raise CelProblem(f"'{name}' is a reserved word", name.start_pos, hint)
        return n.Ident(name.start_pos, 1, str(name))

    dot_ident = ident

    def list_lit(self, parts: list[Any]) -> n.Node:
        items = _nodes(parts)
        return n.ListNode(items[0].at if items else 0, _deep(0, *items), items)

    def map_lit(self, parts: list[Any]) -> n.Node:
        inits = _nodes(parts)
        entries = tuple(zip(inits[::2], inits[1::2], strict=True))
        return n.MapNode(inits[0].at if inits else 0, _deep(0, *inits), entries)

    def exprlist(self, parts: list[Any]) -> tuple[n.Node, ...]:
        return tuple(parts)

    mapinits = exprlist

    def fieldinits(self, parts: list[Any]) -> tuple[n.Node, ...]:
        return ()

    def literal(self, parts: list[Any]) -> n.Node:
        token = parts[0]
        return n.Constant(token.start_pos, 1, lexing.constant(token.type, str(token), token.start_pos))


def _operator(sign: str) -> Any:
    def rule(self: _Builder, parts: list[Any]) -> tuple[str, n.Node]:
        return sign, parts[0]

    return rule


for _rule, _sign in {
    "relation_lt": "<",
    "relation_le": "<=",
    "relation_gt": ">",
    "relation_ge": ">=",
    "relation_eq": "==",
    "relation_ne": "!=",
    "relation_in": "in",
    "addition_add": "+",
    "addition_sub": "-",
    "multiplication_mul": "*",
    "multiplication_div": "/",
    "multiplication_mod": "%",
}.items():
    setattr(_Builder, _rule, _operator(_sign))
