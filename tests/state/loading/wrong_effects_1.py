"""Effects. Messages stand as they are printed."""

# ruff: noqa: E501

from tests.state.loading.models import Case

CASES = [
    Case(
        "an effect without op",
        {"/x-actions/remind/effects": [{"path": "/leads/{params.id}/score", "value": 1}]},
        [
            (
                "/x-actions/remind/effects/0",
                '"op" is missing',
                "`merge` changes the given fields of an object (RFC 7396); the others are of RFC 6902.",
            ),
        ],
    ),
    Case(
        "an effect with an unknown op",
        {"/x-actions/remind/effects": [{"op": "update", "path": "/leads/{params.id}/score", "value": 1}]},
        [
            (
                "/x-actions/remind/effects/0/op",
                '"update" is not one of add, replace, remove, merge',
                "`merge` changes the given fields of an object (RFC 7396); the others are of RFC 6902.",
            ),
        ],
    ),
    Case(
        "several mistakes in one effect",
        {
            "/x-actions/remind/effects": [
                {"op": "repalce", "path": "/leads/{params.idd}/score", "value": "stat.x", "iff": "true", "if": "parms"}
            ]
        },
        [
            ("/x-actions/remind/effects/0/iff", 'there is no keyword "iff"', 'Did you mean "if"?'),
            (
                "/x-actions/remind/effects/0/op",
                '"repalce" is not one of add, replace, remove, merge',
                'Did you mean "replace"?',
            ),
            ("/x-actions/remind/effects/0/if", "unknown name 'parms' (column 1)", "Did you mean params?"),
            (
                "/x-actions/remind/effects/0/path",
                "there is no field 'idd' (column 8)",
                "Did you mean id? Or it has to go into the schema.",
            ),
            ("/x-actions/remind/effects/0/value", "unknown name 'stat' (column 1)", "Did you mean state?"),
        ],
    ),
    Case(
        "an effect without a path",
        {"/x-actions/remind/effects": [{"op": "add", "value": 1}]},
        [
            (
                "/x-actions/remind/effects/0",
                '"path" is missing',
                "JSON pointer into the app's state; a segment may be an expression in braces: `/leads/{params.id}/status`; `/-` at the end of a list appends.",
            ),
        ],
    ),
    Case(
        "an effect without a value",
        {"/x-actions/remind/effects": [{"op": "add", "path": "/leads/{params.id}/score"}]},
        [
            (
                "/x-actions/remind/effects/0",
                '"value" is missing',
                "The new value, a template: strings in it are expressions.",
            ),
        ],
    ),
    Case(
        "remove with a value",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}/score", "value": 1}]},
        [
            ("/x-actions/remind/effects/0/value", '"value" cannot be here: `remove` takes none', "Leave it out."),
        ],
    ),
    Case(
        "an effect with an unknown key",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}", "when": "true"}]},
        [
            ("/x-actions/remind/effects/0/when", 'there is no keyword "when"', "Known: as, each, if, op, path, value."),
        ],
    ),
    Case(
        "a path without a slash",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "leads/{params.id}"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"leads/{params.id}" has not the right form',
                "JSON pointer into the app's state; a segment may be an expression in braces: `/leads/{params.id}/status`; `/-` at the end of a list appends.",
            ),
        ],
    ),
    Case(
        "a path that ends with a slash",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id}/"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "a part of the path is empty",
                "Write it like `/leads/{params.id}/status`.",
            ),
        ],
    ),
    Case(
        "a path with an empty part",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads//score"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "a part of the path is empty",
                "Write it like `/leads/{params.id}/status`.",
            ),
        ],
    ),
    Case(
        "a path with an open brace",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "a brace is not closed in the path",
                "Write it like `/leads/{params.id}/status`.",
            ),
        ],
    ),
    Case(
        "a path half in braces",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/lead-{params.id}"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "a part of a path is either fixed or one expression in braces, not both: 'lead-{params.id}'",
                "Write it like `/leads/{params.id}/status`.",
            ),
        ],
    ),
    Case(
        "a path with an empty expression",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{}"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "the expression ends too early (column 1)",
                "Write an expression; text in quotes: 'text'.",
            ),
        ],
    ),
    Case(
        "a path with a wrong expression",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.ident}"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "there is no field 'ident' (column 8)",
                "There are: id. Or it has to go into the schema.",
            ),
        ],
    ),
    Case(
        "a path by a condition",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads/{params.id == 'a'}"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "{params.id == 'a'} gives a boolean, a part of a path is a string or an integer",
                "Make it a text: string(x).",
            ),
        ],
    ),
    Case(
        "a path to an unknown collection",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leeds/{params.id}"}]},
        [
            ("/x-actions/remind/effects/0/path", 'there is no "/leeds" in the state', 'Did you mean "leads"?'),
        ],
    ),
    Case(
        "a path that begins with an expression",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/{params.id}/x"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "a path begins with a fixed name",
                "There are: contacts, leads, settings, users.",
            ),
        ],
    ),
    Case(
        "a path to an unknown field",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/scor", "value": 1}]},
        [
            ("/x-actions/remind/effects/0/path", '"/leads/{params.id}" has no "scor"', 'Did you mean "score"?'),
        ],
    ),
    Case(
        "a path below a text",
        {
            "/x-actions/remind/effects": [
                {"op": "replace", "path": "/leads/{params.id}/last_name/first", "value": "'x'"}
            ]
        },
        [
            (
                "/x-actions/remind/effects/0/path",
                '"/leads/{params.id}/last_name" is a string, nothing is below it',
                "Shorten the path.",
            ),
        ],
    ),
    Case(
        "a path to a word in a list",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/tags/first", "value": "'x'"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"/leads/{params.id}/tags" is an array, "first" is no position',
                "Give a number, or `-`.",
            ),
        ],
    ),
    Case(
        "a path to an unknown setting",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/settings/curency", "value": "'EUR'"}]},
        [
            ("/x-actions/remind/effects/0/path", '"/settings" has no "curency"', 'Did you mean "currency"?'),
        ],
    ),
    Case(
        "remove of a whole collection",
        {"/x-actions/remind/effects": [{"op": "remove", "path": "/leads"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"/leads" is a whole collection; effects change its entities',
                "Name one: `/leads/{params.id}`; for several add `each` and `as`.",
            ),
        ],
    ),
    Case(
        "replace of a whole collection",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads", "value": {}}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"/leads" is a whole collection; effects change its entities',
                "Name one: `/leads/{params.id}`; for several add `each` and `as`.",
            ),
        ],
    ),
    Case(
        "append to a collection",
        {"/x-actions/remind/effects": [{"op": "add", "path": "/leads/-", "value": {"id": "'x'", "last_name": "'y'"}}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "a collection has ids, nothing is appended to it",
                "Give an id: `{new_id('x')}`.",
            ),
        ],
    ),
    Case(
        "replace behind the end of a list",
        {"/x-actions/remind/effects": [{"op": "replace", "path": "/leads/{params.id}/tags/-", "value": "'x'"}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                "`-` is behind the last item, there is nothing to replace",
                "Use `add`.",
            ),
        ],
    ),
    Case(
        "merge into a text",
        {"/x-actions/remind/effects": [{"op": "merge", "path": "/leads/{params.id}/last_name", "value": {"a": 1}}]},
        [
            (
                "/x-actions/remind/effects/0/path",
                '"/leads/{params.id}/last_name" is no object, so nothing can be merged into it',
                "Use `replace`.",
            ),
        ],
    ),
    Case(
        "merge of a number",
        {"/x-actions/remind/effects": [{"op": "merge", "path": "/leads/{params.id}", "value": 1}]},
        [
            (
                "/x-actions/remind/effects/0/value",
                "merge takes an object",
                "Give the fields that change, null for one that goes.",
            ),
        ],
    ),
    Case(
        "merge that removes a required field",
        {"/x-actions/remind/effects": [{"op": "merge", "path": "/leads/{params.id}", "value": {"last_name": None}}]},
        [
            (
                "/x-actions/remind/effects/0/value/last_name",
                'null removes "last_name", which is required',
                "Give it another value.",
            ),
        ],
    ),
    Case(
        "merge with an unknown field",
        {"/x-actions/remind/effects": [{"op": "merge", "path": "/leads/{params.id}", "value": {"lastname": "'x'"}}]},
        [
            ("/x-actions/remind/effects/0/value/lastname", 'there is no field "lastname"', 'Did you mean "last_name"?'),
        ],
    ),
]
