"""The expression language of models and features: CEL, compiled to closures over native values.

    program = compile_expression("state.leads[params.id].status == 'new'", {"state": ..., "params": ...})
    program.type                                    # CelType: what it gives
    program.evaluate({"state": state, "params": params})

Parsing is cel-python's grammar; checking, functions and evaluation are ours (docs/decisions/0004-expressions.md).
"""

from awe_author.state.cel import functions_cells, functions_core, functions_lists, functions_text, functions_time
from awe_author.state.cel.functions import FUNCTIONS_KEY, ContextFunctions
from awe_author.state.cel.problems import CelFault, CelProblem
from awe_author.state.cel.program import Names, Program, compile_expression, to_json
from awe_author.state.cel.types import DYN, CelType, join, list_of, map_of, mismatch, object_of, type_of_schema

__all__ = [
    "DYN",
    "FUNCTIONS_KEY",
    "CelFault",
    "CelProblem",
    "CelType",
    "ContextFunctions",
    "Names",
    "Program",
    "compile_expression",
    "functions_cells",
    "functions_core",
    "functions_lists",
    "functions_text",
    "functions_time",
    "join",
    "list_of",
    "map_of",
    "mismatch",
    "object_of",
    "to_json",
    "type_of_schema",
]
