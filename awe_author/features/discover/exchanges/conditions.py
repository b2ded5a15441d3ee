"""Filters that are lists of conditions: each has a field, how it is compared, and a value.

    [{"propertyName": "status", "operator": "EQ", "value": "open"}]
    [{"filters": [{"field": "status", "op": "=", "value": "open"}]}]     any of the groups
    {"logic": "and", "filters": [...]}
    ["&", ["name", "ilike", "tea"], ["status", "=", "open"]]             Odoo's domains; `|`: any of them
    {"operator": "AND", "value": [{"field": "status", "operator": "=", "value": "open"}, ...]}     nodes, or one
    {"AND": [{"OR": [{"name": {"contains": "tea"}}, ...]}, {"status": {"equals": "open"}}]}     a tree; `_and`, `$or`
    [{"and": [{"name": "state", "op": "==", "val": "open"}, {"or": [...]}]}]     a tree of records (`condition_records`)

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
from awe_author.features.discover.exchanges.condition_records import (
    BOTH,
    EITHER,
    Condition,
    all_of,
    leaves_of,
    record_groups,
    record_text,
    sign_free,
)
from awe_author.features.discover.exchanges.field_pairs import HELD, VALUES, are_pairs

ASKS = ("query", "search", "where")
"""Names of parameters that say conditions where they are objects that can be nothing else."""
NAMED = re.compile(r"(^|_)(filters?|where|domain|criteria|conditions?|rules|predicates|constraints|filter_model)(_|$)")
"""Names of parameters that may be such, in small letters."""
SIGNS = {
    "=": "eq", "==": "eq", "!=": "not", "<>": "not", "like": "has", "ilike": "has", "=ilike": "eq", "in": "among",
    "not in": "not", ">": ">", ">=": ">=", "<": "<", "<=": "<=", "ct": "has", "sw": "starts", "~": "has", "^": "starts",
}  # fmt: skip
_OPERATOR = re.compile(r"(op|opr|operators?|operation|comparison|comparator|condition)\Z")
"""What a member is called that says how to compare, also in words of the app's own."""
WORDS = {word.replace("_", ""): how for word, how in COMPARISONS.items()}
MOST = 20
DEEPEST = 2
"""Lists of conditions within each other that an expression follows."""
MODE = "mode"
"""What stands beside a comparison and says whether letters are told apart."""


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
    tree: str = ""
    """Of a tree: "or" or "and" when it is a list, "node" when it is an object, "records" when its leaves are such."""
    nested: bool = False
    """Is it one condition, or an object with a list of such, or of such objects (`inside`, joined as `logic` says)?"""

    def how(self, operator: Any) -> str:
        """How the app's word compares; "" when it is not known."""
        return how_of(operator) or dict(self.learned).get(str(operator).lower(), "")


def how_of(operator: Any) -> str | None:
    """How a word or sign compares, as `comparing.compares` takes it."""
    said = str(operator).lower().strip()
    return SIGNS.get(said) or WORDS.get(re.sub(r"[^a-z]", "", said))


def conditions_form(name: str, value: Any) -> Conditions | None:
    """How a parameter's value says conditions; None when it does not."""
    joining = sign_free(name)
    if isinstance(value, list) and joining in EITHER + BOTH and _tree(value, joining) is not None:
        return Conditions(tree="or" if joining in EITHER else "and")
    if not NAMED.search(snake(name)) and snake(name) not in ASKS:
        return _records(value) if are_pairs(value) else None
    if isinstance(value, dict) and (nested := _nodes(value)) is not None:
        return nested
    if not NAMED.search(snake(name)):
        return None
    if isinstance(value, dict) and any(_joined(key, inner) for key, inner in value.items()) and _tree(value):
        return Conditions(tree="node")
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
    if leaves := leaves_of(value):
        made = _records(leaves)
        return replace(made, tree="records") if made is not None else None
    members = {inner for one in value for inner, own in one.items() if _are_records(own)}
    if not members:
        return _records(value)
    group = members.pop()
    inside = [each[group] for each in value if _are_records(each.get(group))]
    return None if members else _records([one for records in inside for one in records], groups=group)


def _joined(key: str, value: Any) -> bool:
    return sign_free(key) in EITHER + BOTH and _are_records(value)


def _tree(value: Any, joining: str = "and", depth: int = DEEPEST) -> list[list[Condition]] | None:
    """Groups of conditions of a tree, of which an entity has to fit one; None when it cannot be read."""
    if isinstance(value, list):
        found = [_tree(one, depth=depth) if isinstance(one, dict) else None for one in value]
        known = [one for one in found if one is not None]
        if len(known) < len(found):
            return None
        return ([group for groups in known for group in groups] or [[]]) if joining in EITHER else all_of(known)
    parts: list[list[list[Condition]]] = []
    for key, inner in value.items():
        word = sign_free(key)
        if word in EITHER + BOTH and isinstance(inner, list):
            made = _tree(inner, word, depth - 1) if depth else None
        else:
            made = _leaf(str(key), inner)
        if made is None:
            return None
        parts.append(made)
    return all_of(parts)


def _leaf(field: str, value: Any) -> list[list[Condition]] | None:
    """What a field is compared with: `{"contains": "tea"}`, of a record `{"id": {"equals": 3}}`, of members of a record
    `{"name": {"equals": "Tea"}}`, or the value."""
    if isinstance(value, dict) and [*value] == ["id"] and isinstance(value["id"], dict):
        value = value["id"]
    if not isinstance(value, dict):
        return None if isinstance(value, list) else [[(field, "eq", value)]]
    members = [inner for inner in value.items() if isinstance(inner[1], dict) and how_of(inner[0]) is None]
    if members and len(members) == len(value):
        made = [_leaf(f"{field}.{name}", inner) for name, inner in members]
        return all_of([one for one in made if one is not None]) if None not in made else None
    found = [(field, how_of(word), wanted) for word, wanted in value.items() if word != MODE]
    return [[(name, how, wanted) for name, how, wanted in found if how]] if all(how for _, how, _ in found) else None


def _nodes(value: dict[str, Any], depth: int = DEEPEST) -> Conditions | None:
    """The form of a condition, or of an object with a list of conditions or such objects, whose members are called
    alike; None for anything else."""
    logic = next((key for key, one in value.items() if str(one).lower() in EITHER + BOTH), "")
    inside = next((key for key, one in value.items() if _are_records(one)), "")
    if not logic or not inside:
        made = _records([value]) if sum(one is not None for one in value.values()) < 5 and not inside else None
        return replace(made, nested=True) if made is not None and made.operator else None
    forms = {_nodes(one, depth - 1) if depth else None for one in value[inside]}
    leaves = {replace(one, inside="", logic="") if one is not None else None for one in forms}
    first = leaves.pop()
    return replace(first, inside=inside, logic=logic) if first is not None and not leaves else None


def _are_records(value: Any) -> bool:
    return isinstance(value, list) and 0 < len(value) <= MOST and all(isinstance(one, dict) for one in value)


def _is_triple(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and isinstance(value[0], str) and how_of(value[1]) is not None


def _records(records: Sequence[dict[str, Any]], *, groups: str = "", inside: str = "") -> Conditions | None:
    """Which member says what: the comparison is one that is known, the value is called so, the field is the text that
    is left."""
    shared = [name for name in records[0] if all(name in one for one in records)]
    value = next((name for name in shared if snake(name) in ("value", "values", "val", "term", "query", "data")), "")
    value = value or next((name for name in shared if VALUES.match(snake(name))), "")
    fits = [name for name in shared if name != value and all(how_of(one[name]) for one in records)]
    operator = next((name for name in fits if re.search(r"op|cond|compar|match|type|relation", snake(name))), "")
    own = (
        name for name in shared if _OPERATOR.match(snake(name)) and all(isinstance(one[name], str) for one in records)
    )
    operator = operator or next((name for name in own if name != value), "")
    others = [name for name in shared if name not in (value, operator) and isinstance(records[0][name], str)]
    field = next((name for name in others if re.search(r"field|prop|col|key|name|attr|id", snake(name))), "")
    field = field or next((one for one in others if operator and snake(one) in ("filter", "path", "on", "by")), "")
    return Conditions(False, groups, inside, field, operator, value) if value and field else None


def groups_said(form: Conditions, value: Any) -> list[list[Condition]] | None:
    """Groups of conditions, of which an entity has to fit one altogether; None for another form."""
    try:
        if form.tree == "records":
            return record_groups(value, form.field, lambda one: _condition(form, one))
        if form.tree:
            return _tree(value, form.tree)
        if form.nested:
            return _of_nodes(form, value)
        if form.triples:
            found = [(one[0], form.how(one[1]), one[2]) for one in value if isinstance(one, list)]
            return [[one] for one in found] if "|" in value else [found]
        if form.groups:
            return [[_condition(form, one) for one in each[form.groups]] for each in value]
        records = [_condition(form, one) for one in (value[form.inside] if form.inside else value)]
        return [[one] for one in records] if form.logic and value.get(form.logic, "").lower() == "or" else [records]
    except (AttributeError, IndexError, KeyError, TypeError):
        return None


def _of_nodes(form: Conditions, value: dict[str, Any]) -> list[list[Condition]] | None:
    if form.field in value:
        return [[_condition(form, value)]]
    parts = [_of_nodes(form, one) for one in value[form.inside]]
    known = [one for one in parts if one is not None]
    either = str(value.get(form.logic, "")).lower() in EITHER
    if len(known) < len(parts):
        return None
    return [group for groups in known for group in groups] if either else all_of(known)


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
    if form.triples or form.tree:
        return []
    if form.nested:
        inner = value.get(form.inside) if isinstance(value, dict) and form.field not in value else None
        own = [value] if isinstance(value, dict) and form.field in value else []
        return [
            *own,
            *(record for one in (inner if isinstance(inner, list) else []) for record in _all_records(form, one)),
        ]
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
    if form.tree and form.tree != "records":
        return _tree_text(form.tree, own, field_text)
    condition = f"[{field_text(_member('c', 0, form.field, form))}].exists(o, {_test(form)})"
    if form.tree:
        return record_text(form.field, own, condition)
    if form.nested:
        return _nodes_text(form, own, condition)
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


def _nodes_text(form: Conditions, own: str, condition: str) -> str:
    """Whether an entity fits a condition, or an object with a list. `condition`: the test of the condition `c`."""
    node = condition
    for _ in range(DEEPEST if form.inside else 0):
        either = f"string(dyn(c).get({text(form.logic)}, 'and')).lowerAscii() in {_words_text(EITHER)}"
        those = f"dyn(c).get({text(form.inside)}, [])"
        least = f"({either} ? math.least([1, size({those})]) : size({those}))"
        joined = f"size({those}.filter(c, {node})) >= {least}"
        node = f"({text(form.field)} in dyn(c) ? {condition} : {joined})"
    return f"[dyn({own})].all(c, {node})"


def _tree_text(tree: str, own: str, field_text: Callable[[str], str]) -> str:
    """Whether an entity fits a tree of lists and objects. A list without conditions says nothing."""
    plain = ".replace('_', '').replace('$', '').lowerAscii()"
    triple = f"[[dyn(k), dyn(w{plain}), dyn(u)[w]]]"
    named = f"dyn(dyn(u)[w]).map(z, [dyn(string(k) + '.' + string(w)), dyn(z{plain}), dyn(dyn(dyn(u)[w])[z])])"
    triples = f"(type(dyn(u)[w]) == map ? {named} : {triple})"
    test = f"{triples}.all(c, [{field_text('dyn(c)[0]')}].exists(o, {_test(Conditions(triples=True))}))"
    inner = "type(v) != map ? {'eq': v} : 'id' in v && type(dyn(v)['id']) == map ? dyn(v)['id'] : dyn(v)"
    leaf = f"[dyn(n)[k]].all(v, [dyn({inner})].all(u, u.all(w, w == '{MODE}' || {test})))"
    node = f"dyn(n).all(k, {leaf})"
    for _ in range(DEEPEST):
        joined = f"[k{plain}].exists(j, j in {_words_text(EITHER + BOTH)}) && type(dyn(n)[k]) == list"
        either = f"[k{plain}].exists(j, j in {_words_text(EITHER)})"
        fitting = (
            f"size(dyn(n)[k].filter(n, {node})) >= ({either} ? math.least([1, size(dyn(n)[k])]) : size(dyn(n)[k]))"
        )
        node = f"dyn(n).all(k, {joined} ? {fitting} : {leaf})"
    if tree == "node":
        return f"[dyn({own})].all(n, {node})"
    return f"dyn({own}).{'exists' if tree in EITHER else 'all'}(n, {node})"


def _words_text(words: Iterable[str]) -> str:
    return f"[{', '.join(map(text, words))}]"


def _member(of: str, place: int, name: str, form: Conditions, default: str = "''") -> str:
    return f"dyn({of})[{place}]" if form.triples else f"dyn({of}).get({text(name)}, {default})"


def _test(form: Conditions) -> str:
    """Does `o`, the value of the entity's field, fit the condition `c`?"""
    bound = {
        "x": f"dyn({_member('c', 2, form.value, form, 'null')})",
        "t": "(type(x) in [list, map] ? '' : string(x))",
        "y": "(type(o) == map ? string(dyn(o).get('id', '')) : o == null || type(o) == list ? '' : string(o))",
    }
    inside = "(type(x) == list ? x.exists(w, string(w) == y) : y == t)"
    if not form.triples and not form.operator:
        made = inside
    else:
        said = f"string({_member('c', 1, form.operator, form)}).lowerAscii()"
        bound["s"] = said if form.triples else f"{said}.replace('_', '').replace(' ', '')"
        made = _compared(form, inside)
    for name, source in reversed(bound.items()):
        made = f"[{source}].exists({name}, {made})"
    return made


def _compared(form: Conditions, inside: str) -> str:
    """The test for each word `s`: of what is asked, `x` (as text `t`), and the entity's own, `o` (as text `y`)."""
    numbers = "type(o) in [int, double] && t.matches('^-?[0-9]+([.][0-9]+)?$')"
    tests = {
        "eq": inside, "among": inside, "not": f"!{inside}",
        "has": "y.lowerAscii().contains(t.lowerAscii().replace('%', ''))",
        "starts": "y.lowerAscii().startsWith(t.lowerAscii())",
        "null": "y == ''", "set": "y != ''",
    }  # fmt: skip
    tests |= {how: f"(type(o) == list ? {held} : {tests[how]})" for how, held in HELD.items()}
    for how in (">", ">=", "<", "<="):
        tests[how] = f"({numbers} ? double(o) {how} double(t) : y {how} t)"
    inner = "(type(r) == map && string(dyn(r).get('id', '')) == t)"
    tests["of"] = f"(type(o) == list ? dyn(o) : [o]).exists(r, {inner})"
    made = "false"
    for how, test in reversed(tests.items()):
        if words := [*map(text, _words(how, form))]:
            made = f"(s in [{', '.join(words)}] ? {test} : {made})"
    return made


def _words(how: str, form: Conditions) -> Iterable[str]:
    """What comparisons are called, as a request may say it."""
    own = {word.replace("_", "").replace(" ", ""): how for word, how in form.learned}
    return sorted(word for word, known in {**own, **WORDS, **SIGNS}.items() if known == how)
