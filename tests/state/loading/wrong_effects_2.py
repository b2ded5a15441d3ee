"""Effects. Messages stand as they are printed."""

from tests.state.loading.models import Case

CASES = [
    Case(
        "remove of a required field",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}/last_name"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"last_name" is required, so it can never be removed',
                "Use `replace`.",
            ),
        ],
    ),
    Case(
        "add without a required field",
        {"/x-actions/remind/effects": [{"op": "add", "path": "/leads/{params.id}", "value": {"id": "params.id"}}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                'the required field is missing: "last_name"',
                "Give every required field.",
            ),
        ],
    ),
    Case(
        "add with an unknown field",
        {
            "/x-actions/remind/effects": [
                {
                    "op": "add",
                    "path": "/leads/{params.id}",
                    "value": {"id": "params.id", "last_name": "'x'", "lastname": "'x'"},
                }
            ]
        },
        [
            ("/x-actions/remind/effects/0/value/lastname", 'there is no field "lastname"', 'Did you mean "last_name"?'),
        ],
    ),
    Case(
        "add of a text as an entity",
        {"/x-actions/remind/effects": [{"op": "add", "path": "/leads/{params.id}", "value": "'x'"}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                "this gives a string, the schema wants an object",
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "add of a list as an entity",
        {"/x-actions/remind/effects": [{"op": "add", "path": "/leads/{params.id}", "value": []}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                "[] is an array, the schema wants object",
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "a number in a text field",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/last_name", "value": 1}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                '1 is not of type "string"',
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "a text in a number field",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/score", "value": "'1'"}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                "this gives a string, the schema wants an integer",
                "Make it one: int(x).",
            ),
        ],
    ),
    Case(
        "null in a text field",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/last_name", "value": None}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                'null is not of type "string"',
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "a fraction in an integer field",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/score", "value": 1.5}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                '1.5 is not of type "integer"',
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "a value that is not in the enum",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/status", "value": "'nwe'"}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                "this gives 'nwe', which the schema does not allow",
                "Did you mean new?",
            ),
        ],
    ),
    Case(
        "a text that was not quoted",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/status", "value": "new"}]},
        [
            ("/x-actions/remind/effects/0/value", "unknown name 'new' (column 1)", "Did you mean now?"),
        ],
    ),
    Case(
        "a number in a list of texts",
        {"/x-actions/remind/effects": [{"op": "add", "path": "/leads/{params.id}/tags/-", "value": 1}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                '1 is not of type "string"',
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "a list with a wrong item",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/tags", "value": ["'a'", 2]}]},
        [
            (
                "/x-actions/remind/effects/0/value/1",
                '2 is not of type "string"',
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "a write to a computed field",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/contacts/{params.id}/first", "value": "'x'"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"first" is computed from the warehouse and has no `write`',
                "Add `write` to it in x-shared, or do not change it.",
            ),
        ],
    ),
    Case(
        "an entity with a computed field",
        {
            "/x-actions/remind/effects": [
                {"op": "add", "path": "/contacts/{params.id}", "value": {"email": "'x'", "first": "'y'"}}
            ]
        },
        [
            (
                "/x-actions/remind/effects/0/value/first",
                '"first" is computed from the warehouse and has no `write`',
                "Add `write` to it in x-shared, or do not change it.",
            ),
        ],
    ),
    Case(
        "if that is no condition",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}", "if": "params.id"}]},
        [
            (
                "/x-actions/remind/effects/0/if",
                "a condition must give a boolean, this gives a string",
                "Compare with something: `params.count > 0`.",
            ),
        ],
    ),
    Case(
        "each without as",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}", "each": "[1]"}]},
        [
            ("/x-actions/remind/effects/0", '"as" is missing', "Name of the item of `each` in the expressions."),
        ],
    ),
    Case(
        "as without each",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}", "as": "x"}]},
        [
            ("/x-actions/remind/effects/0", '"each" is missing', "A list: do it once for each item."),
        ],
    ),
    Case(
        "each that is no list",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{x}", "each": "params.id", "as": "x"}]},
        [
            (
                "/x-actions/remind/effects/0/each",
                "`each` must give a list, this gives a string",
                "Give a list: `state.leads.values()`.",
            ),
        ],
    ),
    Case(
        "as that shadows",
        {
            "/x-actions/remind/effects": [
                {"op": "remove", "path": "/leads/{params.id}", "each": "['a']", "as": "params"}
            ]
        },
        [
            ("/x-actions/remind/effects/0/as", '"params" is bound already', "Choose another name."),
        ],
    ),
    Case(
        "each with an unknown field of the item",
        {
            "/x-actions/remind/effects": [
                {"op": "remove", "path": "/leads/{x.idd}", "each": "state.leads.values()", "as": "x"}
            ]
        },
        [
            (
                "/x-actions/remind/effects/0/path",
                "there is no field 'idd' (column 3)",
                "Did you mean id? Or it has to go into the schema.",
            ),
        ],
    ),
]
