"""The whole document. Messages stand as they are printed."""

# ruff: noqa: E501

from tests.state.loading.models import GONE, Case, deep

CASES = [
    Case(
        "a list instead of a model",
        {"": []},
        [
            ("", "a model is a JSON object, this is an array", 'It begins {"type": "object", ...}.'),
        ],
    ),
    Case(
        "a text instead of a model",
        {"": "model"},
        [
            ("", "a model is a JSON object, this is a string", 'It begins {"type": "object", ...}.'),
        ],
    ),
    Case(
        "no properties",
        {"/properties": GONE},
        [
            (
                "",
                '"properties" is missing',
                "The state: collections (objects without `properties`, whose members are entities by id) and plain values.",
            ),
        ],
    ),
    Case(
        "no type",
        {"/type": GONE},
        [
            ("", '"type" is missing', "Always `object`."),
        ],
    ),
    Case(
        "type is no object",
        {"/type": "array"},
        [
            ("/type", '"array" is not "object"', "Always `object`."),
        ],
    ),
    Case(
        "empty state",
        {"/properties": {}},
        [
            (
                "/properties",
                "{} is empty",
                "The state: collections (objects without `properties`, whose members are entities by id) and plain values.",
            ),
        ],
    ),
    Case(
        "draft 7",
        {"/$schema": "http://json-schema.org/draft-07/schema#"},
        [
            (
                "/$schema",
                '"http://json-schema.org/draft-07/schema#" is another dialect of JSON Schema',
                "Write https://json-schema.org/draft/2020-12/schema.",
            ),
        ],
    ),
    Case(
        "$schema is no text",
        {"/$schema": 7},
        [
            (
                "/$schema",
                "7 is a number, not a string",
                "This schema, or JSON Schema 2020-12: `https://json-schema.org/draft/2020-12/schema`.",
            ),
        ],
    ),
    Case(
        "a keyword with a slip of the pen",
        {"/propertys": {}},
        [
            ("/propertys", 'there is no keyword "propertys"', 'Did you mean "properties"?'),
        ],
    ),
    Case(
        "actions without x-",
        {"/actions": {}},
        [
            ("/actions", 'there is no keyword "actions"', 'Did you mean "x-actions"?'),
        ],
    ),
    Case(
        "allOf over the whole state",
        {"/allOf": [{"required": ["leads"]}]},
        [
            ("/allOf", '"allOf" cannot stand at the top of a model', "Say it in the schema of an entity."),
        ],
    ),
    Case(
        "if over the whole state",
        {"/if": {"required": ["leads"]}},
        [
            ("/if", '"if" cannot stand at the top of a model', "Say it in the schema of an entity."),
        ],
    ),
    Case(
        "additionalProperties true at the top",
        {"/additionalProperties": True},
        [
            (
                "/additionalProperties",
                "true is not false",
                "Only `false`: an app's state has the listed properties and no others.",
            ),
        ],
    ),
    Case(
        "required names no property",
        {"/required": ["leeds"]},
        [
            ("/required/0", 'there is no property "leeds"', 'Did you mean "leads"?'),
        ],
    ),
    Case(
        "required is a text",
        {"/required": "leads"},
        [
            ("/required", '"leads" is a string, not an array', "Top-level properties that a seed must give."),
        ],
    ),
    Case(
        "a property with a space",
        {"/properties/all leads": {"type": "object"}},
        [
            ("/properties/all leads", '"all leads" is no name', "Use letters, digits and _."),
        ],
    ),
    Case(
        "a property called timers",
        {"/properties/timers": {"type": "object"}},
        [
            ("/properties/timers", '"timers" is a name of the world itself', "Choose another name."),
        ],
    ),
    Case(
        "a property called warehouse",
        {"/properties/warehouse": {"type": "object"}},
        [
            ("/properties/warehouse", '"warehouse" is a name of the world itself', "Choose another name."),
        ],
    ),
    Case(
        "nested too deep",
        {"/$defs/deep": deep(5000)},
        [
            (
                "/$defs/deep/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not/not",
                "nested more than 64 levels deep",
                "Put parts under $defs.",
            ),
        ],
    ),
]
