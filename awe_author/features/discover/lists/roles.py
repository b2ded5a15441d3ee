"""What each parameter of a list is for: told by its name and values, and checked against the answers.

A role by name alone is not believed when an answer contradicts it: a search whose word is in none of the items shown,
a limit that is exceeded, a filter that an item does not fit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.discover.common.comparing import COMPARISONS, beside_field, compares, value_at
from awe_author.features.discover.common.names import plural, snake, words
from awe_author.features.discover.exchanges.condition_records import BOTH, EITHER, Condition
from awe_author.features.discover.exchanges.conditions import (
    Conditions,
    condition_fits,
    groups_said,
    with_words,
)
from awe_author.features.discover.exchanges.filters import clauses_of, fits, style_of
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.order_forms import SORTS
from awe_author.features.discover.exchanges.params import Param, Said, bare_name
from awe_author.features.discover.exchanges.places import leaves
from awe_author.features.discover.exchanges.sentences import sentence_of
from awe_author.features.discover.exchanges.statements import ENCODED
from awe_author.features.discover.exchanges.worded import worded_of
from awe_author.features.discover.lists.deep_filters import deep_field
from awe_author.features.discover.lists.ordering import asked, field_of
from awe_author.queries import parse_qsl

LIMIT = words(
    """
    limit per_page page_size pagesize page_length size first take rows max top max_results page_limit length perpage
    n count rows i_display_length
    """
)
OFFSET = words("offset skip start from start_at start_index start_position first_result i_display_start")
PAGE = words("page p page_number page_no page_index pg")
ENDS = words("end range_end stop end_index to_index")
"""Where a page ends; the last one counts in a range."""
CURSOR = words(
    """
    cursor after before next page_token next_token continuation marker since starting_after ending_before start_after
    start_cursor
    """
)
SEARCH = words(
    """
    q query search s term text keyword keywords search_text needle search_term filter_text search_string
    search_query search_value search_phrase search_word search_words search_key kw find s_search
    searchterm searchtext searchstring searchquery searchphrase searchword searchwords
    """
)
PLAIN = words("value val input str phrase pattern what")
"""Names that may say what is searched for, where all that is shown has it and others do not."""
SORT = words("sort order order_by sort_by ordering orderby sortby sort_field sidx")
DIRECTION = words("dir direction sort_dir order_dir sort_order sort_direction sord s_sort_dir_0")
TURNS = re.compile(r"(^|_)(asc|ascending|desc|descending|reverse|reversed|dir|direction)$")
_ASKS = "search|keywords?|query|q|needle|terms?|full_?text"
SEARCHES = re.compile(rf"(^|_)({_ASKS}|words?)(_|$)")
"""In longer names, which count when all that is shown has the words: `q_keywords`, `search_text_like`."""
_SEARCHES_LAST = re.compile(rf"_({_ASKS})\Z")
SHAPE = words("fields select include expand embed formats locale lang format")
JOINS = re.compile(r"(^|_)(operators?|logic|logical|conjunction|combinator|match|join|joiner)$")
ANY = ("", "all", "any", "*", "-1")
"""Values of filters that leave nothing out."""
Saying = Sequence[tuple[Said, list[dict[str, Any]]]]
"""What requests say in a parameter, each with the items that it was shown."""
Found = Sequence[tuple[str, list[dict[str, Any]]]]
"""The same, of the values alone."""
SIGNS = re.compile(
    r"[~=<>%*'\"(]|\b(is|eq|neq|like|ilike|gt|gte|lt|lte|in)\b"
    r"|^\$?(not_?)?(contains|starts_?with|ends_?with|equals|matches)[:.]",
    re.IGNORECASE,
)
"""What stands in every filter that is written as a sentence."""
FAR = 600
"""Values longer than this are no filter."""


def searches(name: str) -> bool:
    """Is a parameter of a page called like one with words to search for: `q`, also behind a form's prefix
    (`filter-search`, `books_q`)?"""
    bare = snake(name)
    return bare in SEARCH or _SEARCHES_LAST.search(bare) is not None


def asks_to_search(url: str) -> bool:
    """Does the address of a page have words to search for?"""
    return any(searches(name) and value for name, value in parse_qsl(urlsplit(url).query))


def param_of(said: Saying, kind: Kind) -> Param:
    """What a parameter of a list does."""
    first = said[0][0]
    found = [(one.value, items) for one, items in said]
    values = list(dict.fromkeys(value for value, _ in found))
    listed = any(one.listed for one, _ in said)
    one = Param(first.name, first.part, "unknown", values[:10], way=first.way, listed=listed, reads=first.reads)
    if first.form is not None:
        return _of_form(one, said, kind)
    fields = kind.fields()
    bare = bare_name(first)
    if _are_numbers(values) and first.name not in fields:
        bare = _unprefixed(bare, found)
    if not _by_name(one, bare, said, values, kind, fields):
        _by_shown(one, bare, first.alias or first.name, found, values, kind, fields)
    return one


def _are_numbers(values: Iterable[str]) -> bool:
    return all(re.match(r"-?\d+\Z", value) for value in values)


def _by_name(one: Param, bare: str, said: Saying, values: Sequence[str], kind: Kind, fields: Collection[str]) -> bool:
    """Take the role that the name says, where the values go with it. Is that all that can be told?"""
    numbers = _are_numbers(values)
    if bare in ("", "ts", "timestamp", "cb", "nonce", "t", "rand") and len(one.name) < 10 and numbers:
        one.role = "volatile"
    elif (
        bare in LIMIT and numbers and all(len(items) <= int(each.value) or int(each.value) < 1 for each, items in said)
    ):
        one.role, one.sure = "limit", 0.95 if any(len(items) == int(each.value) for each, items in said) else 0.8
    elif one.part == "text":
        one.role = "shape"
    elif any(each.opaque for each, _ in said):
        return True
    elif (bare in PAGE or bare in OFFSET) and numbers:
        one.role, one.sure = "page" if bare in PAGE else "offset", 0.85
        one.base = 0 if "0" in values else 1
    elif bare in ENDS and numbers:
        one.role, one.base = "end", 1 if bare == "range_end" else 0
    elif bare in CURSOR or (bare in OFFSET and not numbers):
        one.role, one.sure = "cursor", 0.7
    elif (bare in SORT or SORTS.search(bare)) and _orders(bare, values, kind, fields):
        one.role, one.sure = "sort", 0.9
    elif (bare in DIRECTION or bare in SORT or TURNS.search(bare) or {*values} <= {"asc", "desc"}) and all(
        value.lower() in ("asc", "desc", "1", "-1", "ascending", "descending", "true", "false") for value in values
    ):
        one.role, one.sure = "direction", 0.8
        one.up = bool(re.search(r"(^|_)asc", bare)) and "desc" not in bare
    elif bare in SHAPE:
        one.role = "shape"
    elif all(joins(each) for each, _ in said):
        one.role = "joiner"
    return one.role != "unknown"


def _by_shown(
    one: Param, bare: str, name: str, found: Found, values: Sequence[str], kind: Kind, fields: Collection[str]
) -> None:
    """Take the role that explains what was shown: a search, or a filter of some sort."""
    shown = [(value, items) for value, items in found if items]
    if not one.listed and _clauses(one, values, shown, kind):
        one.role, one.sure = "clauses", 0.9 if shown else 0.7
    elif bare in SEARCH and (worded := worded_of(found)) is not None:
        one.role, one.form, one.sure = "worded", worded, 0.85
    elif (bare in SEARCH or (shown and SEARCHES.search(bare)) or _tells_apart(bare, shown, kind)) and all(
        found_in(value, item) for value, items in shown for item in items
    ):
        one.role, one.sure = "search", 0.95 if shown else 0.6
    elif _sentence(one, found, {*fields, *members_of(items_of(kind))}):
        one.role, one.sure = "sentence", 0.85
    else:
        _filter(one, name, found, fields)


def _tells_apart(bare: str, shown: Found, kind: Kind) -> bool:
    """Is something said, under a name that says no more than that, which some entities lack, and at other times
    nothing?"""
    told = [value for value, _ in shown if value]
    return (
        bare in PLAIN
        and any(len(value) > 2 and not all(found_in(value, item) for item in items_of(kind)) for value in told)
        and not any(value.isdigit() for value in told)
    )


def _unprefixed(bare: str, found: Sequence[tuple[str, Sequence[Mapping[str, Any]]]]) -> str:
    """A number's name without a word that an app puts before all of its parameters: `sysparm_limit` as `limit`, where
    some answer has just as many, and `sysparm_offset` as `offset`."""
    last = bare.partition("_")[2]
    full = all(len(items) <= int(value) for value, items in found) and any(len(i) == int(v) for v, i in found)
    return last if last == "offset" or (last in ("limit", "page_size", "per_page") and full) else bare


def joins(said: Said) -> bool:
    """Does a parameter say whether one of several filters is enough?"""
    plain = said.part in ("body", "json") and not said.listed and not said.opaque
    return plain and said.value.lower() in EITHER + BOTH and bool(JOINS.search(bare_name(said)))


def _of_form(one: Param, said: Saying, kind: Kind) -> Param:
    """A document that says an order, or conditions which all that was shown fits."""
    known = members_of(items_of(kind))
    names = [*kind.fields(), *known]
    one.form = said[0][0].form
    if isinstance(one.form, Conditions) and one.form.nested:
        forms = (each.form for each, _ in said)
        one.form = next((form for form in forms if isinstance(form, Conditions) and form.inside), one.form)
    forms = (each.form for each, _ in said)
    trees = (form for form in forms if isinstance(form, Conditions) and form.tree == "records")
    one.form = next(trees, one.form)
    if any(type(each.form) is not type(one.form) for each, _ in said):
        one.form = None
    elif isinstance(one.form, Conditions):
        told = [(json.loads(each.value), items) for each, items in said]
        one.form = with_words(one.form, told, lambda item, name: value_at(item, field_of(name, names) or name))
        form = one.form
        whole = kind.completed(items for _, items in told)  # a list of few members may be searched by others
        if all(
            _fit(form, value, own, names) or _fit(form, value, more, names)
            for (value, own), more in zip(told, whole, strict=True)
        ):
            one.role, one.sure = "conditions", 0.9
    elif all(_sorts(value, set(names), kind.own_id) for value in one.values):
        one.role, one.sure = "sort", 0.9
    return one


def _fit(form: Conditions, value: Any, items: Sequence[dict[str, Any]], names: Sequence[str]) -> bool:
    groups = groups_said(form, value)
    return groups is not None and all(fits_groups(groups, item, names) for item in items)


def fits_groups(groups: Sequence[Sequence[Condition]], item: dict[str, Any], names: Sequence[str]) -> bool:
    """Does an entity fit one of the groups altogether?"""
    return any(
        all(condition_fits(one, value_at(item, field_of(one[0], names) or one[0])) for one in group) for group in groups
    )


def _clauses(one: Param, values: Sequence[str], shown: Found, kind: Kind) -> bool:
    """Are the values clauses over fields, which all that was shown fits?"""
    if any(len(value) > FAR for value in values):
        return False
    entities = [sighting.value for sighting in kind.sightings()[:300]]
    style = style_of(values, entities)
    if style is None:
        return False
    for value, items in shown:
        clauses = clauses_of(value, style) or ()
        if not all(fits(clause, item, style) for clause in clauses for item in items):
            return False
    one.style = style
    return True


def items_of(kind: Kind) -> list[dict[str, Any]]:
    """Some entities of a kind, as they were shown."""
    return [one.value for one in kind.sightings()[:50]]


def members_of(items: Iterable[Mapping[str, Any]]) -> list[str]:
    """Plain members of records in entities, as `value_at` takes them."""
    return list(dict.fromkeys(
        f"{name}.{inner}" for item in items for name, value in item.items() if isinstance(value, dict)
        for inner, one in value.items() if isinstance(one, str | int | float)
    ))  # fmt: skip


def _sentence(one: Param, found: Found, fields: Collection[str]) -> bool:
    """Are the values sentences over fields, which all that was shown fits?"""
    found = [(value, items) for value, items in found if value.strip()]
    encoded = one.part == "clause" and one.way[-1] in ENCODED
    if found and all((encoded or re.search(SIGNS, value)) and len(value) < FAR for value, _ in found):
        one.sentence = sentence_of(found, fields, one.name)
    return one.sentence is not None


def _filter(one: Param, name: str, found: Found, fields: Collection[str]) -> None:
    words = [word for word in re.split(r"[\[\].]+|__", name) if word]
    nested = one.part in ("body", "json") and len(words) > 1
    last = 2 if nested and snake(words[-1]).strip("_") in COMPARISONS else 1
    whole, words = words, words[-last:] if nested else words
    hows = [snake(word).strip("_") for word in words]
    inner = whole[-last - 1 : -1] if last == 2 else whole[-2:]
    how = next((COMPARISONS[word] for word in reversed(hows) if word in COMPARISONS), "eq")
    found = [(value, items) for value, items in found if value.lower() not in ANY]
    shown = [(value, items) for value, items in found if items]
    members = members_of(item for _, items in shown for item in items) if nested and len(inner) == 2 else []
    if ".".join(inner) in members:
        words = [".".join(inner)]
        fields = {*fields, *words}
    if len(words) == 1 and (made := _beside(words[0], fields, proven=bool(shown))) is not None:
        how, words = made[0], [made[1]]
    for word in [*reversed(words), *(_tails(words[-1]) if words and shown else ())]:
        match = _called(word, shown, fields)
        if match is None:
            continue
        listed = one.listed or (how == "eq" and word not in fields and any("," in value for value, _ in found))
        plain = ("among",) if listed else (how, "among")
        for style in plain if how in ("eq", "among") else (how,):
            told = [(value, item) for value, items in shown for item in items if match.partition(".")[0] in item]
            if (told or not shown) and all(compares(style, value_at(item, match), value) for value, item in told):
                one.role, one.of, one.how, one.sure = "filter", match, style, 0.95 if shown else 0.6
                return
        parts = how == "eq" and not one.listed and shown and all(len(value) > 1 for value, _ in shown)
        texts = [(value, value_at(item, match)) for value, items in shown for item in items]
        if parts and all(isinstance(own, str) and compares("has", own, value) for value, own in texts):
            one.role, one.of, one.how, one.sure = "filter", match, "has", 0.8
            return
    if shown and not one.listed and how == "eq" and len(whole) == 1 and (place := deep_field(whole[0], shown)):
        one.role, one.of, one.sure = "filter", place, 0.85
        return
    for field in sorted(fields) if shown else ():
        inside = all(re.search(rf"\b{re.escape(field)}\b", value) for value, _ in found)
        if inside and all(_word(item.get(field), value) for value, items in shown for item in items):
            one.role, one.of, one.sure = "contains", field, 0.7
            return


def _called(word: str, shown: Found, fields: Collection[str]) -> str | None:
    """The field that a word of a parameter's name means (`fk_view_id` by `viewId`, where it is the only one that ends
    so), else a member of a record that is called so."""
    tries = (
        word, f"{word}_id", word.removesuffix("_id"), word.removesuffix("Id"), word.removesuffix("s"),
        word.removesuffix("es"), f"{word}Id", plural(word),
    )  # fmt: skip
    match = next((field for field in tries if field in fields), None)
    if match is None and shown and "_" in snake(word):
        longer = [field for field in fields if snake(field).endswith(f"_{snake(word)}")]
        match = longer[0] if len(longer) == 1 else None
    if match is None:
        members = members_of(item for _, items in shown for item in items)
        match = next((member for member in members if member.rpartition(".")[2] in tries[:2]), None)
    return match


def _beside(name: str, fields: Collection[str], *, proven: bool) -> tuple[str, str] | None:
    """(comparison, field) of a name made of both. `proven`: answers tell, so that first words may say of what the field
    is: `book_title_prefix`."""
    names = [name, *(_tails(name) if proven and name not in fields else ())]
    return next((made for one in names if (made := beside_field(one, fields)) is not None), None)


def _tails(name: str) -> list[str]:
    """A name without its first words, which may say of what the field is: `book_statuses`, `contact_stage_ids`."""
    words = snake(name).split("_")
    return ["_".join(words[place:]) for place in range(1, len(words))]


def _word(value: Any, text: str) -> bool:
    return isinstance(value, str | int) and bool(
        re.search(rf"(?<!\w){re.escape(str(value).lower())}(?!\w)", text.lower())
    )


def found_in(text: str, item: dict[str, Any]) -> bool:
    """Does an item have all words of a text, in any of its values, whatever their case?"""
    words = text.lower().replace('"', " ").split()
    return all(any(word in str(value).lower() for _, value in leaves(item)) for word in words)


def _orders(bare: str, values: Sequence[str], kind: Kind, fields: Collection[str]) -> bool:
    """Does each value sort by a field? One is enough where the name says that it sorts: others are fields of the app's
    own that no answer shows."""
    known = {*fields, *members_of(items_of(kind))}
    told = [_sorts(value, known, kind.own_id) for value in filter(None, values)]
    named = bare in SORT and all(asked(value) is not None for value in filter(None, values))
    return any(told) and (all(told) or named)


def _sorts(value: str, fields: Collection[str], own_id: str) -> bool:
    told = asked(value)
    return told is not None and bool(field_of(told[0], fields, own_id))
