"""Bad tasks, each wrong in one way, and the rule that has to refuse it. All are changes of one good task."""

from __future__ import annotations

import copy
from typing import Any

LEAD = "lead-amos-tillman"
CALL = {"subject": "Call Amos", "kind": "call", "lead": LEAD, "due": "2025-03-19"}
FIELDS = {
    "subject": "Call Amos", "kind": "call", "lead": LEAD, "due": "2025-03-19", "priority": "normal", "status": "open",
    "overdue": False, "description": "", "owner": "user-dana-whitfield", "contact": None, "account": None,
    "opportunity": None, "completed": "",
}  # fmt: skip
TOUCHED = [f"/crm/leads/{LEAD}/status", f"/crm/leads/{LEAD}/modified", "/timers"]
TO_WORKING = {"app": "crm", "action": "set_lead_status", "params": {"id": LEAD, "status": "working"}}
CREATE = {"app": "crm", "action": "create_task", "params": CALL}
GOOD: dict[str, Any] = {
    "id": "good",
    "instruction": "Put the lead Amos Tillman to Working and plan a call with him: subject \"Call Amos\", due on 19 March 2025.",
    "checkpoints": [
        {"id": "working", "state": f"'{LEAD}' in state.crm.leads && state.crm.leads['{LEAD}'].status == 'working'"},
        {"id": "task", "records": {"in": "crm.tasks", "new": True, "fields": FIELDS}},
    ],
    "frame": {"may_change": TOUCHED, "may_add": [{"path": "/crm/tasks/*", "at_most": 1}]},
    "oracle": {"act": [TO_WORKING, CREATE]},
}  # fmt: skip
WORKING, TASK = GOOD["checkpoints"]
ASKED: dict[str, Any] = {
    "id": "asked",
    "instruction": "Which is the highest amount of an open opportunity of Elena Vasquez?",
    "checkpoints": [{"id": "amount", "answer": {"number": 80500}}],
    "frame": {"may_change": []},
    "oracle": {"act": [], "answer": 80500},
}
NAMED: dict[str, Any] = {
    "id": "named",
    "instruction": "Who owns the lead Arjun Mehta?",
    "checkpoints": [{"id": "who", "answer": "Dana Whitfield"}],
    "frame": {"may_change": []},
    "oracle": {"act": [], "answer": "Dana Whitfield"},
}


def bad(base: dict[str, Any] = GOOD, **changes: Any) -> dict[str, Any]:
    """The good task with other parts."""
    return copy.deepcopy(base) | changes


def more(*checkpoints: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The good task with more checkpoints."""
    return bad(checkpoints=[WORKING, TASK, *checkpoints], **changes)


def python(body: str, **changes: Any) -> dict[str, Any]:
    """The good task with one more checkpoint: a heuristic with this body."""
    task = more({"id": "code", "after": ["working"], "python": "checks:it"}, **changes)
    return task | {"python": f"import os, random, time\nCALLS = []\ndef it(evidence):\n    {body}\n"}


def without(fields: tuple[str, ...]) -> dict[str, Any]:
    """The task checkpoint without some of its fields."""
    kept = {name: one for name, one in FIELDS.items() if name not in fields}
    return {"id": "task", "records": {"in": "crm.tasks", "new": True, "fields": kept}}


WORKS = f"evidence.view('crm')['leads'].get('{LEAD}', {{}}).get('status') == 'working'"
SAID = str(GOOD["instruction"])
CREATED = "state.crm.tasks.values().exists(t, t.subject == 'Call Amos' && t.created == '2025-03-03T09:00:02Z')"
FIRST = "state.crm.tasks.values().filter(t, t.subject == 'Call Amos')[0].kind == 'call'"
NOTHING: dict[str, Any] = {"act": []}

PLANTED: dict[str, tuple[str, dict[str, Any]]] = {
    # doing nothing
    "passes already, by size": ("already-passing", bad(checkpoints=[{"id": "a", "state": "state.crm.leads.size() > 0"}], oracle=NOTHING, frame={"may_change": []}, instruction="Look.")),
    "passes already, by a seeded value": ("already-passing", bad(checkpoints=[{"id": "a", "state": f"state.crm.leads['{LEAD}'].status == 'new'"}], oracle=NOTHING, frame={"may_change": []}, instruction="Look at Amos Tillman.")),
    "passes already, by an open regex": ("already-passing", bad(checkpoints=[{"id": "a", "answer": "none"}], oracle=NOTHING, frame={"may_change": []}, instruction="Say nothing.")),
    "points for seeded data": ("seeded-points", more({"id": "lead", "records": {"in": "crm.leads", "where": {"id": LEAD}}})),
    "points for what was not done": ("seeded-points", more({"id": "kept", "event": {"never": {"action": "crm.delete_lead"}}})),
    "points for what is not there": ("seeded-points", more({"id": "none", "records": {"in": "crm.notes", "new": True, "count": 0}})),
    # cannot be done
    "unsatisfiable state": ("oracle-fails", more({"id": "no", "state": f"state.crm.leads['{LEAD}'].status == 'converted'"})),
    "unsatisfiable by the model": ("oracle-fails", bad(oracle={"act": [{"app": "crm", "action": "set_lead_status", "params": {"id": LEAD, "status": "qualified"}}]})),
    "frame forbids the solution": ("oracle-fails", bad(frame={"may_change": ["/timers"], "may_add": ["/crm/tasks/*"]})),
    "frame allows too few": ("oracle-fails", bad(frame={"may_change": TOUCHED, "may_add": [{"path": "/crm/tasks/*", "at_most": 0}]})),
    "order that is not kept": ("oracle-fails", more({"id": "order", "event": {"sequence": [{"action": "crm.create_task"}, {"action": "crm.set_lead_status"}]}})),
    "answer with a slip of the pen": ("oracle-fails", bad(ASKED, checkpoints=[{"id": "amount", "answer": {"number": 80550}}])),
    "no oracle": ("no-oracle", {name: one for name, one in GOOD.items() if name != "oracle"}),
    "budget too small": ("budget", bad(budget={"steps": 1})),
    # what is demanded and what is said
    "subject that is not said": ("literal-missing", bad(instruction="Put the lead Amos Tillman to Working and plan a call with him, due on 19 March 2025.")),
    "date that is not said": ("literal-missing", bad(instruction="Put the lead Amos Tillman to Working and plan a call: subject \"Call Amos\".")),
    "key that is not said": ("literal-missing", bad(NAMED, checkpoints=[{"id": "who", "answer": {"json": {"ownerOfRecord": "Dana Whitfield"}}}], oracle={"act": [], "answer": {"ownerOfRecord": "Dana Whitfield"}})),
    "id that nobody can know": ("literal-missing", more({"id": "it", "state": "'task-0000002-1' in state.crm.tasks && state.crm.tasks['task-0000002-1'].kind == 'call'"})),
    "amount that is not said": ("literal-missing", bad(instruction="Change the amount of the largest Blue Anchor deal in Qualification.", checkpoints=[{"id": "a", "state": "state.crm.opportunities['opportunity-06'].amount == 31234"}], frame={"may_change": ["/crm/opportunities/opportunity-06/amount", "/crm/opportunities/opportunity-06/modified"]}, oracle={"act": [{"app": "crm", "action": "update_opportunity", "params": {"id": "opportunity-06", "amount": 31234}}]})),
    "quoted and not checked": ("said-unchecked", bad(instruction=f'{SAID} Add the description "Bring the slides of May".')),
    "address that is not checked": ("said-unchecked", bad(instruction=f"{SAID} Write to nobody.known@elsewhere.example.")),
    "number that is not checked": ("said-unchecked", bad(instruction=f"{SAID} Note the budget of 48210.")),
    # blind
    "blind: a whole app may change": ("collateral", bad(frame={"may_change": ["/crm", "/timers"]})),
    "blind: all records may change": ("collateral", bad(frame={"may_change": ["/crm/leads/*", "/timers"], "may_add": [{"path": "/crm/tasks/*", "at_most": 1}]})),
    "blind: any record may go": ("collateral", bad(frame=GOOD["frame"] | {"may_remove": ["/crm/notes/*"]})),
    "blind: any number may come": ("collateral", bad(checkpoints=[WORKING, {"id": "task", "records": {"in": "crm.tasks", "new": True, "where": {"subject": "Call Amos"}, "fields": FIELDS, "count": {"at_least": 1}}}], frame={"may_change": TOUCHED, "may_add": ["/crm/tasks/*"]})),
    "blind: other apps may change": ("collateral", bad(frame=GOOD["frame"] | {"may_change": [*TOUCHED, "/mail/drafts/*", "/engagement/*"]})),
    "fields that are not checked": ("mutants", bad(checkpoints=[WORKING, without(("priority", "status", "overdue", "description", "owner", "contact", "account", "opportunity", "completed"))])),
    "events instead of state": ("mutants", bad(checkpoints=[{"id": "e", "event": {"sequence": [{"action": "crm.set_lead_status"}, {"action": "crm.create_task"}]}}])),
    "checkpoint that cannot fail": ("checkpoint-blind", more({"id": "ever", "after": ["working"], "state": "state.crm.leads.size() >= 0"})),
    "a part of the oracle is enough": ("prefix-passes", bad(frame=GOOD["frame"] | {"may_change": [*TOUCHED, "/mail/messages/message-08-1/read"]}, oracle={"act": [TO_WORKING, CREATE, {"app": "mail", "action": "mark", "params": {"ids": ["message-08-1"], "read": True}}]})),
    # time
    "the clock is looked at": ("time-dependent", more({"id": "soon", "after": ["working"], "state": "now < timestamp('2025-03-03T09:05:00Z')"}, instruction=f"{SAID} Be ready before 09:05 on 3 March 2025.")),
    "a date of creation is demanded": ("time-dependent", more({"id": "made", "state": CREATED}, instruction=f"{SAID} Do it on 3 March 2025 at 09:00.")),
    "events are counted": ("time-dependent", more({"id": "two", "after": ["working"], "state": "events.size() <= 2"})),
    # evaluators
    "evaluator raises at the start": ("evaluator-raises", more({"id": "first", "state": FIRST})),
    "heuristic raises on a wrong state": ("evaluator-raises", python(f"return evidence.view('crm')['leads']['{LEAD}']['status'] == 'working'")),
    "heuristic gives no truth": ("evaluator-raises", python("return 'SUCCESS' in 'UNSUCCESSFUL' and 'yes'")),
    "heuristic asks the clock": ("impure", python(f"return time.time() > 0 and {WORKS}")),
    "heuristic throws dice": ("impure", python(f"return random.random() < 2 and {WORKS}")),
    "heuristic asks the environment": ("impure", python(f"return ('PATH' in os.environ or True) and {WORKS}")),
    "heuristic reads files": ("impure", python(f"return open('/dev/null').read() == '' and {WORKS}")),
    "heuristic remembers": ("not-repeatable", python("CALLS.append(1); return not 5 <= len(CALLS) <= 7")),
    # answers
    "answer by substring": ("answer-maximal", bad(NAMED, checkpoints=[{"id": "who", "answer": {"includes": ["Dana Whitfield"]}}])),
    "answer by an open regex": ("answer-maximal", bad(ASKED, checkpoints=[{"id": "amount", "answer": {"regex": "(?s).*80,?500.*"}}])),
    "answer in Python by substring": ("answer-maximal", bad(NAMED, checkpoints=[{"id": "who", "answer": {"any": ["Dana Whitfield", {"regex": "(?is).*whitfield.*"}]}}])),
    "empty answer passes": ("answer-empty", bad(NAMED, checkpoints=[{"id": "who", "answer": {"not": "Owen Pritchard"}}])),
    # the rest
    "page without a browser": ("no-evidence", more({"id": "page", "page": "document.title == 'Call Amos'"})),
    "policy that the solution breaks": ("oracle-violates", bad(policies=[{"id": "p", "use": "ask_before", "with": {"action": "create_task"}, "level": "organization"}])),
}  # fmt: skip
