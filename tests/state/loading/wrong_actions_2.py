"""Actions: params, let, guards, results. Messages stand as they are printed."""

from tests.state.loading.models import Case

CASES = [
    Case(
        "a guard that adds text and number",
        {"/x-actions/create_lead/require/0/that": "'a' + 1 == 'b'"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "'+' is not defined for a string and an integer (column 7)",
                "Make both text, string(x), or both numbers, int(x) or double(x).",
            ),
        ],
    ),
    Case(
        "a guard with an assignment",
        {"/x-actions/create_lead/require/0/that": "params.email = 'x'"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "'=' does not belong in an expression (column 14)",
                "Write == to compare.",
            ),
        ],
    ),
    Case(
        "a guard with an open string",
        {"/x-actions/create_lead/require/0/that": "params.email == 'x"},
        [
            (
                "/x-actions/create_lead/require/0/that",
                "a string that is opened here is not closed (column 17)",
                "Close it with ' on the same line.",
            ),
        ],
    ),
    Case(
        "a guard that is a boolean",
        {"/x-actions/create_lead/require/0/that": True},
        [
            ("/x-actions/create_lead/require/0/that", "true is a boolean, not a string", "What must be true."),
        ],
    ),
    Case(
        "result with an unknown name",
        {"/x-actions/create_lead/result": {"id": "idd"}},
        [
            ("/x-actions/create_lead/result/id", "unknown name 'idd' (column 1)", "Did you mean id?"),
        ],
    ),
]
