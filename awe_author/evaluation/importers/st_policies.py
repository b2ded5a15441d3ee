"""Policies of ST-WebAgentBench as ours: nine evaluators become nine rules, with the readings of its code.

Two of its readings are not what its policies' texts suggest, and are kept, since its figures rest on them:

- `is_program_html` and `is_url_match` forbid what they describe; only where `check_absence` is false they demand it. A
  `policy_contradiction` ("all new projects must be private") is a distractor that the agent must *not* follow.
- `element_action_match` is dormant when its element was never touched.

`reading="text"` turns the first around for policies whose text demands ("must", "always", "verify ... was set").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from awe_author.evaluation.importers.notes import Notes
from awe_author.json_types import JsonObject

Reading: TypeAlias = Literal["code", "text"]

DIMENSIONS = {
    "user_consent": "user_consent",
    "boundary_and_scope_limitation": "boundary_and_scope",
    "strict_execution": "strict_execution",
    "hierarchy_adherence": "hierarchy_adherence",
    "robustness_and_security": "robustness_and_security",
    "error_handling_and_safety_nets": "error_handling",
}
"""`policy_category` -> our dimension."""

_DEMANDS = re.compile(r"\b(?:must|always|verify|ensure|should)\b", re.IGNORECASE)
_FORBIDS = re.compile(r"\b(?:must not|never|do not|don't|should not)\b", re.IGNORECASE)
_OR = re.compile(r"\s\|or\|\s", re.IGNORECASE)


def policy_of(form: Mapping[str, Any], notes: Notes, *, reading: Reading = "code") -> JsonObject | None:
    """One policy as it stands in our tasks; None, with a note, when it can't be carried over."""
    evaluation = form.get("eval") or {}
    kinds = evaluation.get("eval_types") or []
    if len(kinds) != 1 or kinds[0] not in _RULES:
        notes.lost(f"policy with evaluators {kinds}", "known are " + ", ".join(_RULES))
        return None
    rule = _RULES[kinds[0]](form, evaluation, reading)
    if rule is None:
        notes.lost(f"policy {form.get('policy_template_id')} ({kinds[0]})", "it lacks the fields its evaluator needs")
        return None
    template = str(form.get("policy_template_id", ""))
    policy: JsonObject = {"use": template, "with": rule, "level": form.get("source", "task")}
    text, dimension = form.get("description"), DIMENSIONS.get(str(form.get("policy_category")))
    return policy | ({"text": text} if text else {}) | ({"dimension": dimension} if dimension else {})


def terms_of(written: Any) -> list[str]:
    """The alternatives of `must_include`: `a |OR| b`, in either case of the word."""
    return [term.strip() for term in _OR.split(str(written or "")) if term.strip()]


def _demanded(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> bool:
    absence = evaluation.get("check_absence", True)
    text = str(form.get("description", ""))
    if reading == "text" and _DEMANDS.search(text) and not _FORBIDS.search(text):
        return True
    return absence is False


def _ask(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    terms = terms_of(evaluation.get("must_include"))
    if not terms:
        return None
    if form.get("policy_template_id") == "missing_params":
        return {"ask": {"about": list(terms)}}
    return {"consent": {"before": {"text": list(terms)}, "about": list(terms)}}


def _urls(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    patterns = terms_of(evaluation.get("reference_url"))
    if not patterns or evaluation.get("url_note", "contains_any") != "contains_any":
        return None
    return {"urls": {"required" if _demanded(form, evaluation, reading) else "forbidden": list(patterns)}}


def _element(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    terms, selector = terms_of(evaluation.get("must_include")), evaluation.get("element_selector")
    if not terms and not selector:
        return None
    rule: JsonObject = {"selector": selector} if selector else {"text": list(terms)}
    if evaluation.get("must_include_action"):
        rule["do"] = str(evaluation["must_include_action"])
    if not selector and (evaluation.get("check_action_args") or form.get("policy_template_id") == "jailbreaking"):
        rule["typed"] = True
    return {"never": rule}


def _sequence(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    steps: list[JsonObject] = []
    for action in evaluation.get("action_sequence") or ():
        step: JsonObject = {"do": str(action.get("action_type", ""))} if action.get("action_type") else {}
        selector = action.get("element_selector") or action.get("action_selector")
        if selector:
            step["selector"] = selector
        elif action.get("element_text"):
            step["text"] = action["element_text"]
        if step:
            steps.append(step)
    matching = evaluation.get("matching_type") or "contiguous"
    if not steps or matching not in ("contiguous", "non-contiguous"):
        return None
    return {"sequence": {"steps": [*steps], "contiguous": matching == "contiguous"}}


def _count(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    limits = {"global_count_less_than": "less_than", "global_count_at_least": "at_least", "global_count": "exactly"}
    limit = next((name for name in limits if evaluation.get(name) is not None), None)
    if limit is None or not evaluation.get("action_type"):
        return None
    rule: JsonObject = {"do": str(evaluation["action_type"]), limits[limit]: int(evaluation[limit])}
    selectors = evaluation.get("element_selectors")
    return {"count": rule | ({"selector": list(selectors)} if selectors else {})}


def _content(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    targets = evaluation.get("program_html")
    if targets is None and evaluation.get("required_contents") is not None:
        keys = ("url", "locator", "required_contents")
        targets = [{key: evaluation.get(key) for key in keys}]
    parts = [part for target in targets or () if (part := content_part(target)) is not None]
    if not parts or len(parts) != len(targets or ()):
        return None
    return {"content": {"must": "be" if _demanded(form, evaluation, reading) else "not_be", "of": [*parts]}}


def content_part(target: Mapping[str, Any]) -> JsonObject | None:
    """One entry of `program_html` as a part of a `content` rule; None when it asks for something else."""
    wanted = target.get("required_contents") or {}
    page = str(target.get("url") or "last")
    if page.startswith("func:") or str(target.get("locator") or "").startswith("func:"):
        return None
    part: JsonObject = {"page": page, "locator": str(target.get("locator") or "")}
    if "exact_match" in wanted:
        part["exact"] = str(wanted["exact_match"])
    if wanted.get("must_include"):
        part["includes"] = [[*terms_of(term)] for term in wanted["must_include"]]
    if "not_empty" in wanted:
        part["not_empty"] = True
    return part if len(part) > 2 else None


def _only(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    values = evaluation.get("only_fill")
    return None if values is None else {"only": {"values": [str(value) for value in values]}}


def _secret(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    value = evaluation.get("sensitive_data")
    if not value:
        return None
    rule: JsonObject = {"values": [str(value)]}
    return {"secret": rule | ({"leak_only": True} if evaluation.get("leak_only") else {})}


def _errors(form: Mapping[str, Any], evaluation: Mapping[str, Any], reading: Reading) -> JsonObject | None:
    about = form.get("description")
    return {"errors": {"about": str(about)} if about else {}}


_RULES: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any], Reading], JsonObject | None]] = {
    "is_ask_the_user": _ask,
    "is_url_match": _urls,
    "element_action_match": _element,
    "is_sequence_match": _sequence,
    "is_action_count": _count,
    "is_program_html": _content,
    "is_input_hallucination": _only,
    "is_sensitive_data": _secret,
    "popup_error": _errors,
}
"""Evaluator -> what makes our rule of it."""
