"""Filters that are lists of conditions: each has a field, how it is compared, and a value.

    [{"propertyName": "status", "operator": "EQ", "value": "open"}]
    [{"filters": [{"field": "status", "op": "=", "value": "open"}]}]     any of the groups
    {"logic": "and", "filters": [...]}
    ["&", ["name", "ilike", "tea"], ["status", "=", "open"]]             Odoo's domains; `|`: any of them

The app's own words for a comparison (`title_or_code`) are told by what was shown for them. Pure; what a condition
compares is checked on what was shown (`roles`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from awe_author.features.discover.common.comparing import COMPARISONS, compares
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake

NAMED = re.compile(r"(^|_)(filters?|where|domain|criteria|conditions?|rules|predicates|constraints|filter_model)(_|$)")
"""Names of parameters that may be such, in small letters."""
SIGNS = {
    "=": "eq", "==": "eq", "!=": "not", "<>": "not", "like": "has", "ilike": "has", "=ilike": "eq", "in": "among",
    "not in": "not", ">": ">", ">=": ">=", "<": "<", "<=": "<=", "ct": "has", "sw": "starts",
}  # fmt: skip
_OPERATOR = re.compile(r"(op|opr|operators?|operation|comparison|comparator|condition)\Z")
"""What a member is called that says how to compare, also in words of the app's own."""
WORDS = {word.replace("_", ""): how for word, how in COMPARISONS.items()}
MOST = 20
Condition = tuple[str, str, Any]
"""(field as it is called, comparison, value)."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """Where in a document the conditions stand."""

    triples: bool = False
    groups: str = ""
    """The member of each group that has its conditions."""
    inside: str = ""
    """The member of the document that has the list."""
    field: str = ""
    operator: str = ""
    """"" where there is none: then values are equal."""
    value: str = ""
    logic: str = ""
    """The member of the document that says `or`."""
    learned: tuple[tuple[str, str], ...] = ()
    """(word of the app's own, comparison), as what was shown tells it."""

    def how(self, operator: Any) -> str:
        """How the app's word compares; "" when it is not known."""
        return how_of(operator) or dict(self.learned).get(str(operator).lower(), "")


def how_of(operator: Any) -> str | None:
    """How a word or sign compares, as `comparing.compares` takes it."""
    said = str(operator).lower().strip()
    return SIGNS.get(said) or WORDS.get(re.sub(r"[^a-z]", "", said))


def conditions_form(name: str, value: Any) -> Conditions | None:
    """How a parameter's value says conditions; None when it does not."""
    if not NAMED.search(snake(name)):
        return None
    if isinstance(value, dict):
        lists = [inner for inner, one in value.items() if _are_records(one)]
        told = len(lists) == 1 and (NAMED.search(snake(lists[0])) or snake(lists[0]) in ("and", "all"))
        made = _records(value[lists[0]], inside=lists[0]) if told else None
        logic = next((inner for inner, one in value.items() if str(one).lower() in ("and", "or")), "")
        return replace(made, logic=logic) if made is not None else None
    if isinstance(value, list) and any(_is_triple(one) for one in value):
        return Conditions(triples=True)
    if not _are_records(value):
        return None
    members = {inner for one in value for inner, own in one.items() if _are_records(own)}
    if not members:
        return _records(value)
    group = members.pop()
    inside = [each[group] for each in value if _are_records(each.get(group))]
    return None if members else _records([one for records in inside for one in records], groups=group)


def _are_records(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST and all(isinstance(one, dict) for one in value)


def _is_triple(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and isinstance(value[0], str) and how_of(value[1]) is not None


def _records(records: Sequence[dict[str, Any]], *, groups: str = "", inside: str = "") -> Conditions | None:
    """Which member says what: the comparison is one that is known, the value is called so, the field is the text that
    is left."""
    shared = [name for name in records[0] if all(name in one for one in records)]
    value = next((name for name in shared if snake(name) in ("value", "values", "val", "term", "query", "data")), "")
    fits = [name for name in shared if name != value and all(how_of(one[name]) for one in records)]
    operator = next((name for name in fits if re.search(r"op|cond|compar|match|type|relation", snake(name))), "")
    own = (
        name for name in shared if _OPERATOR.match(snake(name)) and all(isinstance(one[name], str) for one in records)
    )
    operator = operator or next((name for name in own if name != value), "")
    others = [name for name in shared if name not in (value, operator) and isinstance(records[0][name], str)]
    field = next((name for name in others if re.search(r"field|prop|col|key|name|attr|id", snake(name))), "")
    return Conditions(False, groups, inside, field, operator, value) if value and field else None


def groups_said(form: Conditions, value: Any) -> list[list[Condition]] | None:
    """Groups of conditions, of which an entity has to fit one altogether; None for another form."""
    try:
        if form.triples:
            found = [(one[0], form.how(one[1]), one[2]) for one in value if isinstance(one, list)]
            return [[one] for one in found] if "|" in value else [found]
        if form.groups:
            return [[_condition(form, one) for one in each[form.groups]] for each in value]
        records = [_condition(form, one) for one in (value[form.inside] if form.inside else value)]
        return [[one] for one in records] if form.logic and value.get(form.logic, "").lower() == "or" else [records]
    except (AttributeError, IndexError, KeyError, TypeError):
        return None


def _condition(form: Conditions, record: dict[str, Any]) -> Condition:
    how = form.how(record[form.operator]) if form.operator else "eq"
    return str(record[form.field]), how, record.get(form.value)


def with_words(
    form: Conditions, told: Iterable[tuple[Any, Sequence[Any]]], of: Callable[[Any, str], Any]
) -> Conditions:
    """The form with the comparisons of words of the app's own, such as `title_or_slug`: the first that all fit that
    was shown for the word. `told`: (value, entities that were shown); `of`: the value of a field of an entity."""
    cases: dict[str, list[tuple[Any, Any]]] = {}
    for value, items in told:
        for record in _all_records(form, value):
            word, wanted = str(record.get(form.operator, "")).lower(), record.get(form.value)
            if form.operator and how_of(word) is None and wanted not in (None, "") and not isinstance(wanted, list):
                cases.setdefault(word, []).extend((of(item, str(record[form.field])), wanted) for item in items)
    learned = []
    for word, pairs in cases.items():
        fits = (how for how in ("eq", "of", "has") if all(condition_fits(("", how, said), own) for own, said in pairs))
        if pairs and (how := next(fits, "")):
            learned.append((word, how))
    return replace(form, learned=tuple(learned))


def _all_records(form: Conditions, value: Any) -> list[dict[str, Any]]:
    """The conditions of a document, whatever their groups; none of triples."""
    if form.triples:
        return []
    found = value.get(form.inside) if form.inside and isinstance(value, dict) else value
    listed = found if isinstance(found, list) else []
    if form.groups:
        listed = [one for each in listed if isinstance(each, dict) for one in each.get(form.groups, [])]
    return [one for one in listed if isinstance(one, dict) and form.field in one]


def condition_fits(one: Condition, value: Any) -> bool:
    """Does the value of the field fit?"""
    _, how, wanted = one
    if how == "of":
        records = value if isinstance(value, list) else [value]
        return any(isinstance(each, dict) and str(each.get("id")) == str(wanted) for each in records)
    if isinstance(value, dict) and "id" in value:
        value = value["id"]
    if isinstance(wanted, list):
        found = any(compares("eq", value, str(each)) for each in wanted)
        return not found if how == "not" else found and how in ("eq", "among")
    return bool(how) and compares(how, value, "true" if how in ("null", "set") else str(wanted))


def conditions_text(form: Conditions, own: str, field_text: Callable[[str], str]) -> str:
    """The expression of whether an entity fits. `own`: the name of the value; `field_text`: from the expression of
    what a field is called to that of its value in the entity."""
    condition = f"[{field_text(_member('c', 0, form.field, form))}].exists(o, {_test(form)})"
    if form.triples:
        those = f"dyn({own}).filter(c, type(c) == list)"
        return f"(dyn({own}).exists(x, x == '|') ? {those}.exists(c, {condition}) : {those}.all(c, {condition}))"
    if form.groups:
        return f"dyn({own}).exists(g, dyn(g).get({text(form.groups)}, []).all(c, {condition}))"
    those = f"dyn({own}).get({text(form.inside)}, [])" if form.inside else f"dyn({own})"
    if not form.logic:
        return f"{those}.all(c, {condition})"
    either = f"string(dyn({own}).get({text(form.logic)}, 'and')).lowerAscii() == 'or'"
    return f"({either} ? {those}.exists(c, {condition}) : {those}.all(c, {condition}))"


def _member(of: str, place: int, name: str, form: Conditions, default: str = "''") -> str:
    return f"dyn({of})[{place}]" if form.triples else f"dyn({of}).get({text(name)}, {default})"


def _test(form: Conditions) -> str:
    """Does `o`, the value of the entity's field, fit the condition `c`?"""
    value = _member("c", 2, form.value, form, "null")
    mine = "(type(o) == map ? string(dyn(o).get('id', '')) : o == null ? '' : string(o))"
    wanted = f"string({value})"
    inside = f"(type({value}) == list ? dyn({value}).exists(w, string(w) == {mine}) : {mine} == {wanted})"
    if not form.triples and not form.operator:
        return inside
    said = f"string({_member('c', 1, form.operator, form)}).lowerAscii()"
    if not form.triples:
        said = f"{said}.replace('_', '').replace(' ', '')"
    numbers = f"type(o) in [int, double] && {wanted}.matches('^-?[0-9]+([.][0-9]+)?$')"
    tests = {
        "eq": inside, "among": inside, "not": f"!{inside}",
        "has": f"{mine}.lowerAscii().contains({wanted}.lowerAscii().replace('%', ''))",
        "starts": f"{mine}.lowerAscii().startsWith({wanted}.lowerAscii())",
        "null": f"{mine} == ''", "set": f"{mine} != ''",
    }  # fmt: skip
    for how in (">", ">=", "<", "<="):
        tests[how] = f"({numbers} ? double(o) {how} double({wanted}) : {mine} {how} {wanted})"
    inner = f"(type(r) == map && string(dyn(r).get('id', '')) == {wanted})"
    tests["of"] = f"(type(o) == list ? dyn(o) : [o]).exists(r, {inner})"
    made = "false"
    for how, test in reversed(tests.items()):
        if words := [*map(text, _words(how, form))]:
            made = f"({said} in [{', '.join(words)}] ? {test} : {made})"
    return made


def _words(how: str, form: Conditions) -> Iterable[str]:
    """What comparisons are called, as a request may say it."""
    own = {word.replace("_", "").replace(" ", ""): how for word, how in form.learned}
    return sorted(word for word, known in {**own, **WORDS, **SIGNS}.items() if known == how)
