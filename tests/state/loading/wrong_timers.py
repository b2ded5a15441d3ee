"""Timers, emits, reducers. Messages stand as they are printed."""

from tests.state.loading.models import GONE, Case

CASES = [
    Case(
        "a timer without a key",
        {"/x-actions/create_lead/schedule/0/key": GONE},
        [
            (
                "/x-actions/create_lead/schedule/0",
                '"key" is missing',
                "Name of the timer, a string; one of the same name is replaced.",
            ),
        ],
    ),
    Case(
        "a timer whose key is a number",
        {"/x-actions/create_lead/schedule/0/key": "1"},
        [
            (
                "/x-actions/create_lead/schedule/0/key",
                "a key must give a string, this gives an integer",
                "Make it a text: string(x); a fixed text is written \"'text'\".",
            ),
        ],
    ),
    Case(
        "a timer at a text",
        {"/x-actions/create_lead/schedule/0/at": "'2025-01-01'"},
        [
            (
                "/x-actions/create_lead/schedule/0/at",
                "`at` must give a timestamp, this gives a string",
                "Such as `now + duration('24h')` or `timestamp(params.due)`.",
            ),
        ],
    ),
    Case(
        "a timer after a duration",
        {"/x-actions/create_lead/schedule/0/at": "duration('24h')"},
        [
            (
                "/x-actions/create_lead/schedule/0/at",
                "`at` must give a timestamp, this gives a duration",
                "Such as `now + duration('24h')` or `timestamp(params.due)`.",
            ),
        ],
    ),
    Case(
        "a timer with an unknown action",
        {"/x-actions/create_lead/schedule/0/action": "remnid"},
        [
            ("/x-actions/create_lead/schedule/0/action", 'there is no action "remnid"', 'Did you mean "remind"?'),
        ],
    ),
    Case(
        "a timer with an unknown param",
        {"/x-actions/create_lead/schedule/0/params": {"id": "id", "when": "now"}},
        [
            ("/x-actions/create_lead/schedule/0/params/when", 'there is no field "when"', "Known: id."),
        ],
    ),
    Case(
        "a timer without a required param",
        {"/x-actions/create_lead/schedule/0/params": {}},
        [
            (
                "/x-actions/create_lead/schedule/0/params",
                'the required field is missing: "id"',
                "Give every required field.",
            ),
        ],
    ),
    Case(
        "a timer with a param of the wrong type",
        {"/x-actions/create_lead/schedule/0/params": {"id": 1}},
        [
            (
                "/x-actions/create_lead/schedule/0/params/id",
                '1 is not of type "string"',
                "Change the value, or the schema of the field.",
            ),
        ],
    ),
    Case(
        "cancel by a number",
        {"/x-actions/create_lead/cancel": ["1 + 1"]},
        [
            (
                "/x-actions/create_lead/cancel/0",
                "a key must give a string or a list, this gives an integer",
                "Make it a text: string(x); a fixed text is written \"'text'\".",
            ),
        ],
    ),
    Case(
        "cancel with an unknown name",
        {"/x-actions/create_lead/cancel": ["idd"]},
        [
            ("/x-actions/create_lead/cancel/0", "unknown name 'idd' (column 1)", "Did you mean id?"),
        ],
    ),
    Case(
        "an emit without an app",
        {"/x-actions/create_lead/emit/0/app": GONE},
        [
            ("/x-actions/create_lead/emit/0", '"app" is missing', "The app that does it."),
        ],
    ),
    Case(
        "an emit whose params are a list",
        {"/x-actions/create_lead/emit/0/params": []},
        [
            ("/x-actions/create_lead/emit/0/params", "[] is an array, not an object", "Its params, a template."),
        ],
    ),
    Case(
        "an emit with an unknown name",
        {"/x-actions/create_lead/emit/0/params": {"to": "[emial]"}},
        [
            (
                "/x-actions/create_lead/emit/0/params/to",
                "unknown name 'emial' (column 2)",
                "There are: id, now, params, state, warehouse.",
            ),
        ],
    ),
    Case(
        "an emit whose condition is a text",
        {"/x-actions/create_lead/emit/0/if": "params.email"},
        [
            (
                "/x-actions/create_lead/emit/0/if",
                "a condition must give a boolean, this gives a string",
                "Compare with something: `params.count > 0`.",
            ),
        ],
    ),
    Case(
        "a reducer without a module",
        {"/x-actions/merge_leads/reducer": "merge_leads"},
        [
            (
                "/x-actions/merge_leads/reducer",
                '"merge_leads" has not the right form',
                "A pure Python function instead of effects: `reducers:merge_leads` in reducers.py beside the model.",
            ),
        ],
    ),
    Case(
        "a reducer beside effects",
        {"/x-actions/merge_leads/effects": []},
        [
            ("/x-actions/merge_leads/effects", '"effects" cannot be here: a reducer decides it', "Leave it out."),
        ],
    ),
    Case(
        "a reducer beside a result",
        {"/x-actions/merge_leads/result": {}},
        [
            ("/x-actions/merge_leads/result", '"result" cannot be here: a reducer decides it', "Leave it out."),
        ],
    ),
    Case(
        "a reducer that is not there",
        {"/x-actions/merge_leads/reducer": "reducers:merge_lead"},
        [
            (
                "/x-actions/merge_leads/reducer",
                '"reducers:merge_lead" cannot be loaded: reducers.py has no "merge_lead"',
                "Write `def name(state, params, context) -> ReducerResult` in reducers.py beside the model.",
            ),
        ],
    ),
    Case(
        "a reducer in another module",
        {"/x-actions/merge_leads/reducer": "os:system"},
        [
            (
                "/x-actions/merge_leads/reducer",
                '"os:system" cannot be loaded: there is no os.py beside the model',
                "Write `def name(state, params, context) -> ReducerResult` in reducers.py beside the model.",
            ),
        ],
    ),
    Case(
        "a reducer with one argument",
        {"/x-actions/merge_leads/reducer": "reducers:one_argument"},
        [
            (
                "/x-actions/merge_leads/reducer",
                '"reducers:one_argument" does not take three arguments: the state, the params and the context',
                "Write `def name(state, params, context) -> ReducerResult` in reducers.py beside the model.",
            ),
        ],
    ),
    Case(
        "a reducer that is async",
        {"/x-actions/merge_leads/reducer": "reducers:later"},
        [
            (
                "/x-actions/merge_leads/reducer",
                '"reducers:later" must be a plain function, neither async nor a generator',
                "Write `def name(state, params, context) -> ReducerResult` in reducers.py beside the model.",
            ),
        ],
    ),
    Case(
        "a reducer that is a number",
        {"/x-actions/merge_leads/reducer": "reducers:NUMBER"},
        [
            (
                "/x-actions/merge_leads/reducer",
                '"reducers:NUMBER" is no function',
                "Write `def name(state, params, context) -> ReducerResult` in reducers.py beside the model.",
            ),
        ],
    ),
]
