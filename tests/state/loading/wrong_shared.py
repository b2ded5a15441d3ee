"""x-shared. Messages stand as they are printed."""

# ruff: noqa: E501

from tests.state.loading.models import GONE, Case

CASES = [
    Case(
        "x-shared of an unknown collection",
        {"/x-shared/contatcs": {"entity": "people", "fields": {"email": "email"}}},
        [
            ("/x-shared/contatcs", 'there is no collection "contatcs"', 'Did you mean "contacts"?'),
        ],
    ),
    Case(
        "x-shared of a plain value",
        {"/x-shared/settings": {"entity": "people", "fields": {"currency": "email"}}},
        [
            ("/x-shared/settings", 'there is no collection "settings"', "Known: contacts, leads, users."),
        ],
    ),
    Case(
        "x-shared of an unknown kind",
        {"/x-shared/contacts/entity": "persons"},
        [
            ("/x-shared/contacts/entity", 'the warehouse has no kind "persons"', "Known: companies, people."),
        ],
    ),
    Case(
        "x-shared without a kind",
        {"/x-shared/contacts/entity": GONE},
        [
            ("/x-shared/contacts", '"entity" is missing', "The kind: a collection of the warehouse."),
        ],
    ),
    Case(
        "x-shared without fields",
        {"/x-shared/contacts/fields": {}},
        [
            (
                "/x-shared/contacts/fields",
                "{} is empty",
                "The app's field -> the warehouse's field of that name, or `read` and `write`; fields that are not listed are the app's own.",
            ),
        ],
    ),
    Case(
        "x-shared maps an unknown field",
        {"/x-shared/contacts/fields/emial": "email"},
        [
            (
                "/x-shared/contacts/fields/emial",
                'entities of "contacts" have no field "emial"',
                'Did you mean "email"?',
            ),
        ],
    ),
    Case(
        "x-shared maps to an unknown field",
        {"/x-shared/contacts/fields/name": "fullname"},
        [
            (
                "/x-shared/contacts/fields/name",
                '"people" of the warehouse have no field "fullname"',
                'Did you mean "full_name"?',
            ),
        ],
    ),
    Case(
        "x-shared maps a text to a list",
        {"/x-shared/contacts/fields/note": "phones"},
        [
            (
                "/x-shared/contacts/fields/note",
                '"note" is string, "phones" of the warehouse is array',
                "Map it with read and write.",
            ),
        ],
    ),
    Case(
        "x-shared maps a text to a number",
        {"/x-shared/contacts/fields/note": "age"},
        [
            (
                "/x-shared/contacts/fields/note",
                '"note" is string, "age" of the warehouse is number',
                "Map it with read and write.",
            ),
        ],
    ),
    Case(
        "x-shared reads an unknown field",
        {"/x-shared/contacts/fields/first": {"read": "item.ful_name"}},
        [
            (
                "/x-shared/contacts/fields/first/read",
                "there is no field 'ful_name' (column 6)",
                "Did you mean full_name? Or it has to go into the schema.",
            ),
        ],
    ),
    Case(
        "x-shared reads a number into a text",
        {"/x-shared/contacts/fields/first": {"read": "size(item.email)"}},
        [
            (
                "/x-shared/contacts/fields/first/read",
                "this gives an integer, the schema wants a string",
                "Make it one: string(x).",
            ),
        ],
    ),
    Case(
        "x-shared reads with a syntax error",
        {"/x-shared/contacts/fields/first": {"read": "item.full_name +"}},
        [
            (
                "/x-shared/contacts/fields/first/read",
                "the expression ends too early (column 17)",
                "Something has to follow.",
            ),
        ],
    ),
    Case(
        "x-shared reads another name",
        {"/x-shared/contacts/fields/first": {"read": "state.leads"}},
        [
            ("/x-shared/contacts/fields/first/read", "unknown name 'state' (column 1)", "There are: item."),
        ],
    ),
    Case(
        "x-shared writes without reading",
        {"/x-shared/contacts/fields/phone": {"write": {"phones": "[value]"}}},
        [
            (
                "/x-shared/contacts/fields/phone",
                '"read" is missing',
                "The app's value; `item` is the warehouse entity.",
            ),
        ],
    ),
    Case(
        "x-shared writes an unknown field",
        {"/x-shared/contacts/fields/phone/write": {"phone": "[value]"}},
        [
            (
                "/x-shared/contacts/fields/phone/write/phone",
                '"people" of the warehouse have no field "phone"',
                'Did you mean "phones"?',
            ),
        ],
    ),
    Case(
        "x-shared writes the wrong type",
        {"/x-shared/contacts/fields/phone/write": {"phones": "value"}},
        [
            (
                "/x-shared/contacts/fields/phone/write/phones",
                "this gives a string, the schema wants a list<string>",
                "Put it in a list: [x].",
            ),
        ],
    ),
    Case(
        "x-shared matches an unknown field",
        {"/x-shared/contacts/match": ["mail"]},
        [
            ("/x-shared/contacts/match/0", '"people" of the warehouse have no field "mail"', 'Did you mean "email"?'),
        ],
    ),
    Case(
        "x-shared is present sometimes",
        {"/x-shared/contacts/present": "sometimes"},
        [
            (
                "/x-shared/contacts/present",
                '"sometimes" is not one of linked, all',
                "`linked` (the default): entities that the app has a record of; `all`: every entity of the kind.",
            ),
        ],
    ),
    Case(
        "x-shared deletes in an unknown way",
        {"/x-shared/contacts/on_delete": "cascade"},
        [
            (
                "/x-shared/contacts/on_delete",
                '"cascade" is not one of unlink, delete',
                "When the app removes its record: the entity stays (`unlink`, the default), or goes too (`delete`).",
            ),
        ],
    ),
    Case(
        "x-shared with an unknown key",
        {"/x-shared/contacts/entitiy": "people"},
        [
            ("/x-shared/contacts/entitiy", 'there is no keyword "entitiy"', 'Did you mean "entity"?'),
        ],
    ),
    Case(
        "x-shared shows all, a local field has no default",
        {"/x-shared/contacts/present": "all", "/$defs/contact/required": ["email", "note"]},
        [
            (
                "/x-shared/contacts/present",
                'every entity shows, but nothing says what its required local field "note" is then',
                "Give the field a default, or do not require it.",
            ),
            (
                "/x-actions/add_contact/effects/0/value",
                'the required field is missing: "note"',
                "Give every required field.",
            ),
        ],
    ),
    Case(
        "two names for one field of the warehouse",
        {"/$defs/contact/properties/mail": {"type": "string"}, "/x-shared/contacts/fields/mail": "email"},
        [
            (
                "/x-shared/contacts/fields/mail",
                '"email" is "email" of the warehouse already',
                'Leave one out, or let this one be computed: {"read": "item.email"}.',
            ),
        ],
    ),
    Case(
        "a field that is called as the link to the warehouse",
        {"/$defs/contact/properties/x-entity": {"type": "string"}},
        [
            (
                "/properties/contacts/additionalProperties",
                '"x-entity" is where a record keeps the id of its entity',
                "Choose another name for the field.",
            ),
        ],
    ),
    Case(
        "x-shared indexes a computed field",
        {"/properties/contacts/x-index": ["first"]},
        [
            (
                "/properties/contacts/x-index/0",
                '"first" is computed, so it has no index',
                "Index a field that is stored.",
            ),
        ],
    ),
    Case(
        "a record that can be no entity",
        {"/x-shared/contacts/fields": {"name": "full_name"}, "/x-shared/contacts/match": GONE},
        [
            (
                "/x-shared/contacts/fields",
                'a record that is added can never be an entity of the warehouse, which requires "email"',
                "Map every required field, or give it a default in the warehouse's model.",
            ),
        ],
    ),
]
