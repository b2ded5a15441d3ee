"""Schemas of fields, `$ref`. Messages stand as they are printed."""

# ruff: noqa: E501

from tests.state.loading.models import Case

CASES = [
    Case(
        "an unknown type",
        {"/$defs/lead/properties/last_name": {"type": "sting"}},
        [
            ("/$defs/lead/properties/last_name/type", '"sting" is no type', 'Did you mean "string"?'),
        ],
    ),
    Case(
        "a type that is a number",
        {"/$defs/lead/properties/last_name": {"type": 3}},
        [
            (
                "/$defs/lead/properties/last_name/type",
                "3 is no type",
                "Known: array, boolean, integer, null, number, object, string.",
            ),
        ],
    ),
    Case(
        "the same type twice",
        {"/$defs/lead/properties/last_name": {"type": ["string", "string"]}},
        [
            ("/$defs/lead/properties/last_name/type", "a type is named twice", "Keep one of them."),
        ],
    ),
    Case(
        "an unknown keyword in a field",
        {"/$defs/lead/properties/last_name": {"type": "string", "minLenght": 1}},
        [
            (
                "/$defs/lead/properties/last_name/minLenght",
                'there is no keyword "minLenght"',
                'Did you mean "minLength"?',
            ),
        ],
    ),
    Case(
        "minLength below zero",
        {"/$defs/lead/properties/last_name": {"type": "string", "minLength": -1}},
        [
            ("/$defs/lead/properties/last_name/minLength", "-1 must be at least 0", "Least number of characters."),
        ],
    ),
    Case(
        "minLength is a text",
        {"/$defs/lead/properties/last_name": {"type": "string", "minLength": "1"}},
        [
            (
                "/$defs/lead/properties/last_name/minLength",
                '"1" is a string, not an integer',
                "Least number of characters.",
            ),
        ],
    ),
    Case(
        "an empty enum",
        {"/$defs/lead/properties/status": {"enum": []}},
        [
            ("/$defs/lead/properties/status/enum", "[] is empty", "The only values there are."),
        ],
    ),
    Case(
        "an enum that is no list",
        {"/$defs/lead/properties/status": {"enum": "new"}},
        [
            ("/$defs/lead/properties/status/enum", '"new" is a string, not an array', "The only values there are."),
        ],
    ),
    Case(
        "a pattern that is no regular expression",
        {"/$defs/lead/properties/last_name": {"type": "string", "pattern": "(abc"}},
        [
            (
                "/$defs/lead/properties/last_name/pattern",
                '"(abc" is no regular expression',
                "missing ), unterminated subpattern at position 0",
            ),
        ],
    ),
    Case(
        "multipleOf zero",
        {"/$defs/lead/properties/score": {"type": "integer", "multipleOf": 0}},
        [
            (
                "/$defs/lead/properties/score/multipleOf",
                "0 must be more than 0",
                "A number must be a multiple of this.",
            ),
        ],
    ),
    Case(
        "a field that is a list",
        {"/$defs/lead/properties/last_name": ["string"]},
        [
            (
                "/$defs/lead/properties/last_name",
                '["string"] is an array, not an object or a boolean',
                'A JSON Schema: `{"type": "string"}`.',
            ),
        ],
    ),
    Case(
        "required twice the same",
        {"/$defs/lead/required": ["id", "id"]},
        [
            ("/$defs/lead/required", "an item is there twice", "Keep one of them."),
        ],
    ),
    Case(
        "required is no list",
        {"/$defs/lead/required": "id"},
        [
            ("/$defs/lead/required", '"id" is a string, not an array', "Fields that must be there."),
        ],
    ),
    Case(
        "an empty allOf",
        {"/$defs/lead/properties/last_name": {"allOf": []}},
        [
            ("/$defs/lead/properties/last_name/allOf", "[] is empty", "All of these hold."),
        ],
    ),
    Case(
        "items is a list (draft 7)",
        {"/$defs/lead/properties/tags": {"type": "array", "items": [{"type": "string"}]}},
        [
            (
                "/$defs/lead/properties/tags/items",
                '[{"type": "string"}] is an array, not an object or a boolean',
                "Schema of each item.",
            ),
        ],
    ),
    Case(
        "definitions below a field",
        {"/$defs/lead/properties/last_name": {"type": "string", "$defs": {}}},
        [
            (
                "/$defs/lead/properties/last_name/$defs",
                "$defs is only at the top of the file",
                "Move the schemas there.",
            ),
        ],
    ),
    Case(
        "x-index on a field",
        {"/$defs/lead/properties/last_name": {"type": "string", "x-index": ["a"]}},
        [
            (
                "/$defs/lead/properties/last_name/x-index",
                "x-index is only for collections",
                "Move it beside the collection.",
            ),
        ],
    ),
    Case(
        "a $ref to nothing",
        {"/properties/leads/additionalProperties": {"$ref": "#/$defs/led"}},
        [
            ("/properties/leads/additionalProperties/$ref", '"#/$defs/led" leads nowhere', 'Did you mean "lead"?'),
        ],
    ),
    Case(
        "a $ref to a property",
        {"/properties/leads/additionalProperties": {"$ref": "#/properties/users"}},
        [
            (
                "/properties/leads/additionalProperties/$ref",
                '"#/properties/users" leads out of $defs',
                "Put the schema under $defs: `#/$defs/lead`.",
            ),
        ],
    ),
    Case(
        "a $ref to another file",
        {"/$defs/lead/properties/last_name": {"$ref": "names.json"}},
        [
            (
                "/$defs/lead/properties/last_name/$ref",
                '"names.json" leads out of $defs',
                "Put the schema under $defs: `#/$defs/lead`.",
            ),
        ],
    ),
    Case(
        "a $ref to the network",
        {"/$defs/lead/properties/last_name": {"$ref": "https://example.com/a.json"}},
        [
            (
                "/$defs/lead/properties/last_name/$ref",
                '"https://example.com/a.json" leads out of $defs',
                "Put the schema under $defs: `#/$defs/lead`.",
            ),
        ],
    ),
    Case(
        "a $ref to this machine",
        {"/$defs/lead/properties/last_name": {"$ref": "file:///etc/passwd"}},
        [
            (
                "/$defs/lead/properties/last_name/$ref",
                '"file:///etc/passwd" leads out of $defs',
                "Put the schema under $defs: `#/$defs/lead`.",
            ),
        ],
    ),
    Case(
        "a $ref that is a number",
        {"/$defs/lead/properties/last_name": {"$ref": 1}},
        [
            (
                "/$defs/lead/properties/last_name/$ref",
                "1 is a number, not a string",
                "Another part of this file, always under $defs: `#/$defs/lead`.",
            ),
        ],
    ),
    Case(
        "a $ref to itself",
        {"/$defs/loop": {"$ref": "#/$defs/loop"}},
        [
            ("/$defs/loop/$ref", '"#/$defs/loop" leads back to itself', "Break the circle."),
        ],
    ),
    Case(
        "two $refs round",
        {"/$defs/a": {"$ref": "#/$defs/b"}, "/$defs/b": {"$ref": "#/$defs/a"}},
        [
            ("/$defs/b/$ref", '"#/$defs/a" leads back to itself', "Break the circle."),
            ("/$defs/a/$ref", '"#/$defs/b" leads back to itself', "Break the circle."),
        ],
    ),
    Case(
        "$dynamicRef",
        {"/$defs/lead/properties/last_name": {"$dynamicRef": "#x"}},
        [
            (
                "/$defs/lead/properties/last_name/$dynamicRef",
                'there is no keyword "$dynamicRef"',
                "Known: $comment, $ref, additionalProperties, allOf, anyOf, const, contains, contentEncoding, contentMediaType, default, dependentRequired, dependentSchemas... (50 in all).",
            ),
        ],
    ),
]
