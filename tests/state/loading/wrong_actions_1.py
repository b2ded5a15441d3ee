"""Actions: params, let, guards, results. Messages stand as they are printed."""

from tests.state.loading.models import GONE, Case

CASES = [
    Case(
        "an action that is a list",
        {"/x-actions/remind": []},
        [
            ("/x-actions/remind", "[] is an array, not an object", "See `awe-author schema model`."),
        ],
    ),
    Case(
        "an action with a hyphen",
        {"/x-actions/re-mind": {}},
        [
            ("/x-actions/re-mind", '"re-mind" is no name', "Use letters, digits and _."),
        ],
    ),
    Case(
        "an action with an unknown key",
        {"/x-actions/remind/effect": []},
        [
            ("/x-actions/remind/effect", 'there is no keyword "effect"', 'Did you mean "effects"?'),
        ],
    ),
    Case(
        "params that are no object",
        {"/x-actions/remind/params": {"type": "array"}},
        [
            ("/x-actions/remind/params/type", '"array" is not "object"', "Always `object`."),
        ],
    ),
    Case(
        "params without a type",
        {"/x-actions/remind/params": {"properties": {}}},
        [
            ("/x-actions/remind/params", '"type" is missing', "Always `object`."),
        ],
    ),
    Case(
        "params with an unknown type",
        {"/x-actions/remind/params/properties/id": {"type": "text"}},
        [
            (
                "/x-actions/remind/params/properties/id/type",
                '"text" is no type',
                "Known: array, boolean, integer, null, number, object, string.",
            ),
        ],
    ),
    Case(
        "params with a default that does not fit",
        {"/x-actions/remind/params/properties/n": {"type": "integer", "default": "1"}},
        [
            ("/x-actions/remind/params/properties/n/default", '"1" is not of type "integer"', "Let it fit its field."),
        ],
    ),
    Case(
        "params with a reference to nothing",
        {"/x-actions/remind/params/properties/id": {"type": "string", "x-ref": "/lead"}},
        [
            ("/x-actions/remind/params/properties/id/x-ref", 'there is no collection "/lead"', 'Did you mean "leads"?'),
        ],
    ),
    Case(
        "let that shadows params",
        {"/x-actions/create_lead/let/params": "1"},
        [
            ("/x-actions/create_lead/let/params", '"params" is bound already', "Choose another name."),
        ],
    ),
    Case(
        "let that shadows the state",
        {"/x-actions/create_lead/let/state": "1"},
        [
            ("/x-actions/create_lead/let/state", '"state" is bound already', "Choose another name."),
        ],
    ),
    Case(
        "let with a word of CEL",
        {"/x-actions/create_lead/let/in": "1"},
        [
            ("/x-actions/create_lead/let/in", '"in" is a word of the expression language', "Choose another name."),
        ],
    ),
    Case(
        "let with a hyphen",
        {"/x-actions/create_lead/let/a-b": "1"},
        [
            ("/x-actions/create_lead/let/a-b", '"a-b" is no name', "Use letters, digits and _."),
        ],
    ),
    Case(
        "let that is a number",
        {"/x-actions/create_lead/let/n": 1},
        [
            ("/x-actions/create_lead/let/n", "1 is a number, not a string", "A CEL expression."),
        ],
    ),
    Case(
        "let with a syntax error",
        {"/x-actions/create_lead/let/id": "new_id('lead'"},
        [
            ("/x-actions/create_lead/let/id", "the expression ends too early (column 14)", "Something has to follow."),
        ],
    ),
    Case(
        "let that uses a later one",
        {"/x-actions/create_lead/let": {"a": "b", "b": "1", "id": "'x'"}},
        [
            (
                "/x-actions/create_lead/let/a",
                "unknown name 'b' (column 1)",
                "There are: now, params, state, warehouse.",
            ),
        ],
    ),
    Case(
        "let that is empty",
        {"/x-actions/create_lead/let/id": ""},
        [
            ("/x-actions/create_lead/let/id", '"" is empty', "A CEL expression."),
        ],
    ),
    Case(
        "an unknown function",
        {"/x-actions/create_lead/let/id": "newid('lead')"},
        [
            ("/x-actions/create_lead/let/id", "unknown function newid() (column 1)", "Did you mean new_id?"),
        ],
    ),
    Case(
        "a guard that is no condition",
        {"/x-actions/create_lead/require/0/that": "params.email"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "a guard must give a boolean, this gives a string",
                "Compare with something: `params.count > 0`.",
            ),
        ],
    ),
    Case(
        "a guard that counts",
        {"/x-actions/create_lead/require/0/that": "size(state.leads)"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "a guard must give a boolean, this gives an integer",
                "Compare with something: `params.count > 0`.",
            ),
        ],
    ),
    Case(
        "a guard without a message",
        {"/x-actions/create_lead/require/0/message": GONE},
        [
            (
                "/x-actions/create_lead/require/0",
                '"message" is missing',
                "What the user is told when it is not: an expression, a text is written `\"'text'\"`.",
            ),
        ],
    ),
    Case(
        "a guard whose message is no text",
        {"/x-actions/create_lead/require/0/message": "size(state.leads)"},
        [
            (
                "/x-actions/create_lead/require/0/message",
                "a message must give a string, this gives an integer",
                "Make it a text: string(x); a fixed text is written \"'text'\".",
            ),
        ],
    ),
    Case(
        "a guard whose message is not quoted",
        {"/x-actions/create_lead/require/0/message": "A lead exists."},
        [
            (
                "/x-actions/create_lead/require/0/message",
                "'lead' does not belong here (column 3)",
                "An operator or a comma is missing before it; literal text goes in quotes: 'text'.",
            ),
        ],
    ),
    Case(
        "a guard that names an unknown param",
        {"/x-actions/create_lead/require/0/field": "emial"},
        [
            ("/x-actions/create_lead/require/0/field", 'there is no param or field "emial"', 'Did you mean "email"?'),
        ],
    ),
    Case(
        "a guard that asks for an unknown param",
        {"/x-actions/create_lead/require/0/that": "params.emial != ''"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "there is no field 'emial' (column 8)",
                "Did you mean email? Or it has to go into the schema.",
            ),
        ],
    ),
    Case(
        "a guard that asks an unknown collection",
        {"/x-actions/create_lead/require/0/that": "size(state.leeds) == 0"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "there is no field 'leeds' (column 12)",
                "Did you mean leads? Or it has to go into the schema.",
            ),
        ],
    ),
    Case(
        "a guard that asks a field without an index",
        {"/x-actions/create_lead/require/0/that": "size(state.leads.by('last_name', 'x')) == 0"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "the collection has no index on 'last_name' (column 21)",
                "Add it to the collection's x-index, where now is: email, owner; or go through values().filter(...).",
            ),
        ],
    ),
    Case(
        "a guard that asks for an unknown field",
        {"/x-actions/create_lead/require/0/that": "state.leads['l'].stauts == 'new'"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "there is no field 'stauts' (column 18)",
                "Did you mean status? Or it has to go into the schema.",
            ),
        ],
    ),
    Case(
        "a guard that asks an unknown kind",
        {"/x-actions/create_lead/require/0/that": "size(warehouse.persons) == 0"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "there is no field 'persons' (column 16)",
                "There are: companies, people. Or it has to go into the schema.",
            ),
        ],
    ),
]
