"""Collections, indexes, references. Messages stand as they are printed."""

# ruff: noqa: E501

from tests.state.loading.models import Case

CASES = [
    Case(
        "a collection with required",
        {"/properties/leads/required": ["a"]},
        [
            (
                "/properties/leads/required",
                '"required" cannot be checked one entity at a time',
                "Say it in the schema of the entity, or as a guard of the actions that could break it.",
            ),
        ],
    ),
    Case(
        "a collection with anyOf",
        {"/properties/leads/anyOf": [{}]},
        [
            (
                "/properties/leads/anyOf",
                '"anyOf" cannot be checked one entity at a time',
                "Say it in the schema of the entity, or as a guard of the actions that could break it.",
            ),
        ],
    ),
    Case(
        "a collection with patternProperties",
        {"/properties/leads/patternProperties": {"^l": {"type": "object"}}},
        [
            (
                "/properties/leads/patternProperties",
                '"patternProperties" cannot be checked one entity at a time',
                "Say it in the schema of the entity, or as a guard of the actions that could break it.",
            ),
        ],
    ),
    Case(
        "an index of an unknown field",
        {"/properties/leads/x-index": ["emial"]},
        [
            ("/properties/leads/x-index/0", 'entities have no field "emial"', 'Did you mean "email"?'),
            (
                "/x-actions/create_lead/require/0/that",
                "the collection has no index on 'email' (column 17)",
                "Add it to the collection's x-index, where now is: emial; or go through values().filter(...).",
            ),
        ],
    ),
    Case(
        "an index of a field that looks like a pointer",
        {"/$defs/user/properties/~1x": {"type": "string"}, "/properties/users/x-index": ["/x"]},
        [
            ("/properties/users/x-index/0", '"/x" begins with a slash, so it cannot be indexed', "Rename the field."),
        ],
    ),
    Case(
        "references of further members",
        {"/$defs/user/additionalProperties": {"type": "string", "x-ref": "/users"}},
        [
            (
                "/$defs/user/additionalProperties",
                "references of further members cannot be told from the fields that are listed",
                "Put those members into an object of their own.",
            ),
        ],
    ),
    Case(
        "a reference in a field called *",
        {"/$defs/user/properties/*": {"type": "string", "x-ref": "/users"}},
        [
            ("/$defs/user/properties/*", 'a field called "*" cannot hold references', "Choose another name."),
        ],
    ),
    Case(
        "an index of a list",
        {"/properties/leads/x-index": ["tags"]},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "the collection has no index on 'email' (column 17)",
                "Add it to the collection's x-index, where now is: tags; or go through values().filter(...).",
            ),
        ],
    ),
    Case(
        "an index that is a text",
        {"/properties/leads/x-index": "email"},
        [
            (
                "/properties/leads/x-index",
                '"email" is a string, not an array',
                "Of a collection: fields by which `by(field, value)` finds entities fast.",
            ),
        ],
    ),
    Case(
        "an index of a plain value",
        {"/properties/settings/x-index": ["currency"]},
        [
            (
                "/properties/settings/x-index",
                '"settings" is no collection, so it has no index',
                "A collection has `type: object`, no `properties`, and an object schema for additionalProperties.",
            ),
        ],
    ),
    Case(
        "propertyNames that is no schema",
        {"/properties/leads/propertyNames": 3},
        [
            (
                "/properties/leads/propertyNames",
                "3 is a number, not an object or a boolean",
                "Schema of the names of fields.",
            ),
        ],
    ),
    Case(
        "x-ref to an unknown collection",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": "/user"}},
        [
            ("/$defs/lead/properties/owner/x-ref", 'there is no collection "/user"', 'Did you mean "users"?'),
        ],
    ),
    Case(
        "x-ref to a plain value",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": "/settings"}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                'there is no collection "/settings"',
                "Known: contacts, leads, users.",
            ),
        ],
    ),
    Case(
        "x-ref to an unknown kind",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": "/warehouse/persons"}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                'there is no collection "/warehouse/persons"',
                "Known: companies, people.",
            ),
        ],
    ),
    Case(
        "x-ref without a slash",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": "users"}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                '"users" has not the right form',
                "The string (or each item) is the id of an entity: `/users`, or `/warehouse/companies`.",
            ),
        ],
    ),
    Case(
        "x-ref to a field",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": "/users/u1/id"}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                '"/users/u1/id" has not the right form',
                "The string (or each item) is the id of an entity: `/users`, or `/warehouse/companies`.",
            ),
        ],
    ),
    Case(
        "x-ref that is a number",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": 1}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                "1 is a number, not a string or an object",
                "The string (or each item) is the id of an entity: `/users`, or `/warehouse/companies`.",
            ),
        ],
    ),
    Case(
        "x-ref without to",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": {"on_delete": "detach"}}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                '"to" is missing',
                "The collection: `/users`, or `/warehouse/companies`.",
            ),
        ],
    ),
    Case(
        "x-ref with an unknown rule",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": {"to": "/users", "on_delete": "delete"}}},
        [
            (
                "/$defs/lead/properties/owner/x-ref/on_delete",
                '"delete" is not one of restrict, detach, cascade',
                "When the entity that is named goes: it may not (`restrict`, the default); this field becomes null or loses the item (`detach`); this entity goes too (`cascade`).",
            ),
        ],
    ),
    Case(
        "x-ref with another key",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": {"to": "/users", "ondelete": "detach"}}},
        [
            (
                "/$defs/lead/properties/owner/x-ref/ondelete",
                'there is no keyword "ondelete"',
                'Did you mean "on_delete"?',
            ),
        ],
    ),
    Case(
        "x-ref on a number",
        {"/$defs/lead/properties/owner": {"type": "integer", "x-ref": "/users"}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                "only a string can name an entity",
                'Let the field be `"type": "string"`.',
            ),
        ],
    ),
    Case(
        "x-ref on a list",
        {"/$defs/lead/properties/owner": {"type": "array", "items": {"type": "string"}, "x-ref": "/users"}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                "an array names no entity, its items do",
                "Move x-ref into `items`.",
            ),
        ],
    ),
    Case(
        "detach where null is not permitted",
        {"/$defs/lead/properties/owner": {"type": "string", "x-ref": {"to": "/users", "on_delete": "detach"}}},
        [
            (
                "/$defs/lead/properties/owner/x-ref",
                "detach needs a field that may be null",
                'Let the field be `"type": ["string", "null"]`.',
            ),
        ],
    ),
    Case(
        "cascade from a plain value",
        {
            "/properties/settings/properties/admin": {
                "type": "string",
                "x-ref": {"to": "/users", "on_delete": "cascade"},
            }
        },
        [
            (
                "/properties/settings/properties/admin/x-ref",
                "cascade needs an entity that can go; a plain value cannot",
                "Use restrict or detach.",
            ),
        ],
    ),
    Case(
        "x-ref below patternProperties",
        {
            "/$defs/lead/properties/by": {
                "type": "object",
                "patternProperties": {"^a": {"type": "string", "x-ref": "/users"}},
            }
        },
        [
            (
                "/$defs/lead/properties/by/patternProperties",
                "a reference below patternProperties cannot be kept track of",
                "Put it into properties or items.",
            ),
        ],
    ),
    Case(
        "x-ref below if",
        {"/$defs/lead/properties/by": {"if": {"type": "string", "x-ref": "/users"}}},
        [
            (
                "/$defs/lead/properties/by/if",
                "a reference below if cannot be kept track of",
                "Put it into properties or items.",
            ),
        ],
    ),
    Case(
        "x-ref in a tree",
        {
            "/$defs/lead/properties/tree": {"$ref": "#/$defs/tree"},
            "/$defs/tree": {
                "type": "object",
                "properties": {
                    "who": {"type": "string", "x-ref": "/users"},
                    "kids": {"type": "array", "items": {"$ref": "#/$defs/tree"}},
                },
            },
        },
        [
            ("/$defs/tree", "a schema that contains itself cannot hold references", "Keep the parts in a collection."),
        ],
    ),
]
