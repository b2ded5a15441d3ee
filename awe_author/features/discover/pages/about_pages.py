"""Recorded pages about one entity, by address and situation, and what the entity was like when each was seen.

All addresses that name a known entity are looked at, by the part that names it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import STATE, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import OPERATION_PARAMS
from awe_author.features.discover.markup.addresses import WORDS, Address, addresses, below_words, joined, without_acts
from awe_author.features.discover.markup.choice_labels import bracket_names, label_names, label_values
from awe_author.features.discover.markup.dated_texts import SIGN
from awe_author.features.discover.markup.due_dates import due_name, due_values
from awe_author.features.discover.markup.formats import named, shown_values
from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.situations import has_more, passing, told_apart, where_of
from awe_author.features.discover.markup.span_fields import span_values
from awe_author.features.discover.markup.spans import span_name
from awe_author.features.discover.markup.split_moments import split_names, split_values
from awe_author.features.discover.markup.wording import (
    BEFORE,
    KEY,
    PATHED,
    SPACED,
    SURE,
    WRITE,
    agreed,
    own_text,
    slug_name,
    slugged,
    squeezed,
    values_of,
    wordings,
)
from awe_author.features.discover.pages.below_own import below_own
from awe_author.features.discover.pages.canonical import behind, words_text
from awe_author.features.discover.pages.named_sorts import by_sort, sorts_of, with_new
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown
from awe_author.features.discover.pages.passing_tokens import tokens_of, without_tokens
from awe_author.features.discover.pages.posts import key_among, key_in
from awe_author.features.discover.pages.renamed import MOVED
from awe_author.features.discover.pages.told_by_parameters import Said, apart_by, parameter_tests, said_of, told_by
from awe_author.queries import parse_qsl

MOST_CHECKED = 60
"""Entities that a wording is checked on."""
MOST_KEYS = 200
"""Entities that a condition names."""
LINES = "lines of "
"""Begins the name of a text of several lines, as it was sent."""
LETTERS = 3
"""In what entities are called, at least."""
AboutPage = tuple[Shown, str, dict[str, str]]
"""(page, key, what a page would show of the entity)."""


@dataclass(slots=True)
class About:
    """The recorded pages of one address, with the entity each is about."""

    template: str
    there: bool
    """Was the entity there?"""
    pages: list[AboutPage] = field(default_factory=list)
    others: list[AboutPage] = field(default_factory=list)
    """Pages of the same address in other situations."""
    tests: list[str] = field(default_factory=list)
    """Conditions of the situation."""
    like: list[int] = field(default_factory=list)
    """Numbers of the documents."""
    telling: list[str] = field(default_factory=list)
    """Fields that tell entities apart."""
    naming: list[str] = field(default_factory=list)
    """Those of long texts, which are nowhere by chance."""
    called: list[str] = field(default_factory=list)
    """Those that each entity has, with words in it, and no two the same: what it may be called."""
    columns: list[str] = field(default_factory=list)
    """Fields that lists show."""
    piece: bool = False
    """Are they parts of pages, which scripts put into one?"""
    passing: dict[str, str] = field(default_factory=dict)
    """Selector of a notice -> when it is not shown."""
    rest: bool = False
    """Are pages of some sorts (`named_sorts`) left out?"""
    odd: dict[str, set[str]] = field(default_factory=dict)
    """Selector -> entities of which recorded pages show something else there."""


def situations_of(one: PageKind, part: Entities, about: About, acts: Mapping[int, str]) -> list[About]:
    """The pages of one address, situation by situation. `acts`: number of a post -> its action."""
    pages = [(page.document, page.load, changed_at(one, key, page.page.seq) > 0) for page, key, _ in about.pages]
    own = {id(page.document): frozenset(values[name] for name in one.sent.values() if name in values)
           for page, _, values in about.pages}  # fmt: skip
    looks = told_apart(pages, acts, own)
    found = []
    for look in looks:
        mine = [about.pages[place] for place in look.places]
        others = [page for place, page in enumerate(about.pages) if place not in look.places] + about.others
        where = where_of(looks, look, f"state.{part.kind.name}[segments[0]]")
        tests = [*about.tests, *with_new(about, part, looks, look, where)]
        mine.sort(key=lambda page: page[1] not in part.made)
        like = list(dict.fromkeys(page.load.seq for page, _, _ in mine if page.load is not None))
        found.append(About(about.template, about.there, mine, others, tests, like if look.numbers else []))
        elsewhere = f"view.get('after', '') != {text(look.situation.after)}"
        found[-1].passing = dict.fromkeys(passing(looks, look), elsewhere)
        found[-1].telling = [name for name in part.fields() if part.tells_apart(name)]
        found[-1].columns = [name for name in fields_of(one, part) if usual(part, name) and name not in one.details]
        found[-1].naming = [name for name in part.fields() if _names_each(part, name)]
        found[-1].called = [name for name in found[-1].columns if _calls_each(part, name)]
    return [each for situation in found for each in _by_origin(one, part, situation)]


def _by_origin(one: PageKind, part: Entities, about: About) -> list[About]:
    """The pages of one situation twice, where those of entities that the recording made have a list of what became of
    them, and those that were there before have none: the documents of these come first for what was there before."""
    old = [page for page in about.pages if page[1] not in part.made]
    new = [page for page in about.pages if page[1] in part.made]
    if not old or not about.like or len(part.seed) > MOST_KEYS:
        return [about]
    if not new or not has_more([page.document for page, _, _ in new], [page.document for page, _, _ in old]):
        return _of_unopened(one, part, about, old, new)
    there = f"segments[0] in [{', '.join(map(text, part.seed))}]"
    first = dict.fromkeys(page.load.seq for page, _, _ in old if page.load is not None)
    like = [*first, *(seq for seq in about.like if seq not in first)]
    own = replace(about, tests=[*about.tests, there], like=like)
    return [own, replace(about, tests=[*about.tests, f"!({there})"])]


def _of_unopened(
    one: PageKind, part: Entities, about: About, old: Sequence[AboutPage], new: Sequence[AboutPage]
) -> list[About]:
    """The pages of one situation twice, where pages of new entities say what forms sent, and of some that were there
    before and never opened it is not known: these look like others that were there before, the usual one first."""
    told = {name for _, _, values in new for name in one.sent.values() if len(values.get(name, "")) >= SURE}
    told &= {name for page, _, values in new for name in told if _says(page, values.get(name, ""))}
    opened = {key for _, key, _ in [*about.pages, *about.others]}
    rest = [entity for key, entity in part.seed.items() if key not in opened]
    told = {name for name in told if not all(name in entity for entity in rest)}  # not what lists say of all
    unknown = [key for key, entity in part.seed.items() if key not in opened and not told & entity.keys()]
    if not told or not unknown:
        return [about]
    there = f"segments[0] in [{', '.join(map(text, unknown))}]"
    item = f"state.{part.kind.name}[segments[0]]"
    test = " && ".join([there, *(f"!({text(name)} in {item})" for name in sorted(told))])
    usual = sorted(old, key=lambda page: (-_likeness(page, old), len(_shown_in(page))))
    like = list(dict.fromkeys(page.load.seq for page, _, _ in usual if page.load is not None))
    mine = replace(about, pages=usual, others=[*new, *about.others], tests=[*about.tests, test], like=like)
    return [replace(about, tests=[*about.tests, f"!({test})"]), mine]


def _says(page: Shown, value: str) -> bool:
    """Does a page show a text, whatever the signs in it?"""
    shown, said = (re.sub(r"[\W_]", "", one) for one in (page.document.get_text(), value))
    return len(said) >= SURE and said in shown


def _likeness(page: AboutPage, others: Sequence[AboutPage]) -> float:
    """How much of what a page shows the others show, too."""
    mine = _shown_in(page)
    return sum(len(mine & theirs) / max(1, len(mine | theirs)) for theirs in map(_shown_in, others))


def _shown_in(page: AboutPage) -> set[str]:
    return {squeezed(said) for _, said in texts_in(page[0].document)}


def _names_each(part: Entities, name: str) -> bool:
    """Has each entity a long text there, and no two the same?"""
    values = [str(entity.get(name) or "") for entity in part.seed.values()]
    return len(set(values)) == len(values) > 2 and min(map(len, values)) >= SURE and name != LISTED_ON


def _calls_each(part: Entities, name: str) -> bool:
    """Has each entity a text with letters there, and no two the same?"""
    values = [str(entity.get(name) or "") for entity in part.seed.values()]
    lettered = all(sum(map(str.isalpha, value)) >= LETTERS for value in values)
    return len(set(values)) == len(values) > 2 and lettered and name != LISTED_ON


def by_kind(one: PageKind, part: Entities, about: About) -> list[About]:
    """The pages of one address, apart by the fields that addresses of lists say (`PageKind.usual`): a page of the one
    sort stands for no page of the other."""
    found = [about]
    for name, usual in one.usual.items() if about.there else ():
        for mine in found[:]:
            groups: dict[str, list[AboutPage]] = {}
            for page in mine.pages:
                groups.setdefault(page[2].get(name, usual), []).append(page)
            if len(groups) > 1:
                found.remove(mine)
                own = own_text(f"state.{part.kind.name}[segments[0]]", name)
                for value, pages in groups.items():
                    besides = ", ".join(text(other) for other in groups if other != value)
                    test = f"!({own} in [{besides}])" if value == usual else f"{own} == {text(value)}"
                    others = [page for page in mine.pages if page not in pages] if name in one.sets.fields() else []
                    found.append(About(mine.template, True, pages, others, tests=[*mine.tests, test]))
    return found


def changed_at(one: PageKind, key: str, seq: int) -> int:
    """The number of the last post that changed an entity before; 0 when none did."""
    return max(
        (call.seq for operation in one.operations if operation.role == "update"
         for call, about in zip(operation.calls, operation.made, strict=False) if about == key and call.seq < seq),
        default=0,
    )  # fmt: skip


def abouts_of(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[About]:
    """The recorded pages about entities of one kind, by address."""
    known, own, tokens = {*part.seed, *part.made}, own_addresses(one), tokens_of(shown)
    found: dict[tuple[str, bool, Said], About] = {}
    for page in shown:
        url = without_tokens(page.page.url.partition("#")[0], tokens)
        among = key_among(url, one.template) or key_in(without_acts(url), one.template)  # whatever stands beside it
        told = [Address(one.template, among)] if among is not None else []
        long = behind(url, one.template) if one.worded else None
        told += [long] if long is not None else []
        told += [] if told else [*below_own(url, one.template, known)]
        others = sorted(addresses(url, page.page.url), key=lambda address: address.template != one.template)
        others = [*below_words(url, one.template), *others]
        for address in [*told, *others]:
            named = (
                address is long or address.template in own or names_entity(address.template, one.template, address.key)
            )
            if address.key not in known or not named:
                continue
            entity = entity_at(one, part, address.key, page.page.seq, seen)
            there = entity is not None
            if address is long and slugged(str((entity or {}).get(one.worded, ""))) != address.words:
                continue
            said = said_of(page.page.url, address.template)
            about = found.setdefault((address.template, there, said), About(address.template, there))
            values = values_of({**(entity or {}), KEY: address.key})
            changed = changed_at(one, address.key, page.page.seq) if there else 0
            before = values_of(entity_at(one, part, address.key, changed, seen) or {}) if changed else {}
            for name in one.sent.values():
                if name in before and before[name] != values.get(name):
                    values[BEFORE + name] = before[name]
            values |= {LINES + name: text_of for name in one.sent.values()
                       if isinstance(text_of := (entity or {}).get(name), str) and "\n" in text_of}  # fmt: skip
            about.pages.append((page, address.key, values))
            break
    if _spaced(part):
        for _, key, values in (page for about in found.values() for page in about.pages):
            values.setdefault(SPACED, key)
    if any(":" in key for key in known):
        for _, key, values in (page for about in found.values() for page in about.pages):
            values.setdefault(PATHED, key)
    apart = parameter_tests((template, about.pages) for (template, _, _), about in found.items())
    for (template, _, said), about in found.items():
        about.tests = told_by(said, {other for mine, _, other in found if mine == template})
        if WORDS in template and one.worded and about.there:
            about.tests.append(f"segments[1] == {words_text(one, f'state.{part.kind.name}[segments[0]]')}")
        about.tests += apart[template]
    sorts = sorts_of((template, page) for (template, _, _), about in found.items() for page in about.pages)
    return [each for about in found.values() for mine in apart_by(about) for each in by_sort(mine, sorts)]


def _spaced(part: Entities) -> bool:
    """Do lists call entities by their keys, with blanks in them: `Main Page` for `Main_Page`?"""
    every = [*part.seed.items(), *part.made.items()]
    return any(key.replace("_", " ") in map(str, of.values()) for key, of in every if "_" in key)


def own_addresses(one: PageKind) -> frozenset[str]:
    """Addresses that name entities of this kind beside its own (`/boats/edit/*`): those that posts about one of them go
    to (`/boats/delete/*`), and those that rows of lists link to, each with its own key."""
    keys: dict[str, set[str]] = {}
    wrong: set[str] = set()
    for page, rows in one.lists:
        for row in rows.rows:
            for link in row.tag.find_all("a", href=True) if row.tag is not None else ():
                for address in addresses(joined(page.url, str(link["href"])), page.url):
                    keys.setdefault(address.template, set()).add(row.key)
                    wrong |= {address.template} if address.key != row.key else set()
                for address in below_words(joined(page.url, str(link["href"])), one.template):
                    keys.setdefault(address.template, set()).add(row.key)
    linked = {template for template, of in keys.items() if len(of) > 1} - wrong
    return frozenset(linked | {operation.endpoint.path for operation in one.operations if operation.key_at is not None})


def names_entity(template: str, own: str, key: str) -> bool:
    """May this address be about the entity? Its path begins as the kind's own, or the key cannot be mistaken."""
    if template == own or not (key.isdigit() or len(key) < 4):
        return True
    before, _, query = own.partition("?")
    if WORDS in before:
        return template.partition("*")[0] == before.partition("*")[0]  # else anything is behind it
    if "*" in before and "*" in template.partition("?")[0]:
        return template.startswith(before.partition("*")[0])
    if "*" in before:
        return False
    mine, theirs = dict(parse_qsl(query)), dict(parse_qsl(template.partition("?")[2]))
    name, other = (snake(next((name for name, value in one.items() if value == "*"), "")) for one in (mine, theirs))
    same = bool(name and other) and (_ends_with(name, other) or _ends_with(other, name))
    shared = (mine.keys() & theirs.keys()) - set(OPERATION_PARAMS)
    return same and all(mine[one] == theirs[one] for one in shared)


def _ends_with(name: str, other: str) -> bool:
    """Does the name of a parameter end with another one? What is nothing but `id` names no more than that (`gid`)."""
    return name.endswith(other) and (len(other) > len("id") or name == other or name.endswith(f"_{other}"))


def entity_at(one: PageKind, part: Entities, key: str, seq: int, seen: Seen) -> Mapping[str, object] | None:
    """What was known of an entity when a page was shown; None when it was not there."""
    aside = part.kind.aside.get(key, 0)
    made = next((call.seq for operation in one.operations if operation.role == "create"
                 for call, new in zip(operation.calls, operation.made, strict=False) if new == key), aside)  # fmt: skip
    gone = seen.gone.get((part.kind.name, key), 1 << 62)
    moved = next((of for at, of in one.renamed.items() if of.old == key and at < seq), None)
    if not made < seq <= gone or (moved is not None and not moved.stays):
        return None
    new = {name: value for name, value in part.made.get(key, {}).items() if name not in part.settled.get(key, ())}
    state: dict[str, object] = dict(part.seed.get(key) or {})
    writes = [call for operation in one.operations
              for call, about in zip(operation.calls, operation.made, strict=False) if about == key]  # fmt: skip
    for call in sorted(writes, key=lambda call: call.seq):
        state |= call.body if call.seq < seq and isinstance(call.body, dict) else {}
    before = {**new, **(seen.before(part.kind, key, seq) or {})}
    state |= _filled_in(one, part, key, seq, seen, state)
    by_server = [*one.spans, *one.moments, *_becomes(one, before, state)]  # with each write
    state = {**before, **state, **{name: before[name] for name in by_server if name in before}, KEY: key}
    state |= {MOVED: moved.new} if moved is not None else {}
    state |= {made.name: made.since(str(state.get(made.name, "")), seq) for made in one.word_renames}
    number = one.counted.at(key, seq) if one.counted is not None else None
    state |= {WRITE: number} if number is not None else {}
    if WORDS in one.template or one.worded:
        state |= {slug_name(name): slugged(value) for name, value in state.items() if isinstance(value, str)}
    shown = shown_values(state, one.formats) | split_values(state, one.moment)
    shown |= label_values(state, _label_names(one, part)) | due_values(state, one.dues, one.times.at(seq))
    return {**state, **shown, **span_values(state, one.spans, one.times.at(seq))}


def _becomes(one: PageKind, before: Mapping[str, object], state: Mapping[str, object]) -> list[str]:
    """The states that no form sends, which an app sets when something is done (`action=resolve`); signs of changes."""
    words = [name for name, value in before.items() if isinstance(value, str) and STATE.fullmatch(value)]
    told = {*one.sent.values(), *one.sets.fields()}
    found = [name for name in words if STATE.fullmatch(str(state.get(name, ""))) and name not in told]
    return [*found, *(name for name in before if name.endswith(SIGN))]


def _label_names(one: PageKind, part: Entities) -> list[str]:
    """Words of fields: labels of choices, members of records, what texts have in brackets."""
    if one.words is None:
        records = {one.sent[name]: known.values() for name, known in one.records.items()}
        plain = {name: part.values(name) for name in part.fields() if name not in (KEY, LISTED_ON)}
        one.words = [*label_names(one.choices, records), *bracket_names(plain)]
    return one.words


def _filled_in(
    one: PageKind, part: Entities, key: str, seq: int, seen: Seen, state: Mapping[str, object]
) -> dict[str, object]:
    """What forms left empty, and pages showed filled before this one, after the last write: the app made it."""
    writes = [call.seq for operation in one.operations
              for call, about in zip(operation.calls, operation.made, strict=False)
              if about == key and call.seq < seq and isinstance(call.body, dict)]  # fmt: skip
    shown = [value for at, value in seen.values[part.kind.name].get(key, ()) if max(writes, default=0) < at <= seq]
    return {name: inner for value in shown for name, inner in value.items() if state.get(name) == "" and inner}


def fields_of(one: PageKind, part: Entities) -> list[str]:
    """Fields that wordings are made of: those that forms send, then columns, shorter ones first where they tell it."""
    sent = [name for name in dict.fromkeys(one.sent.values()) if name in part.fields()]
    others = [name for name in part.fields() if name not in sent and name not in (KEY, LISTED_ON)
              and (usual(part, name) or name in one.details)]  # fmt: skip
    told = [values_of(entity) for entity in [*part.made.values(), *part.seed.values()]][:MOST_CHECKED]
    found = [*(name for name in others if name in one.kept_up), *sent]
    found += [named(name, how) for name, how in one.formats.items()]
    found += [due_name(name, due) for name, due in one.dues.items()]
    found += [
        *_label_names(one, part),
        *(span_name(name, span) for name, span in one.spans.items()),
        SPACED,
        PATHED,
        KEY,
    ]
    found += split_names(one.moment) if one.moment is not None else []
    if WORDS in one.template or one.worded:
        found += map(slug_name, [*sent, *others])
    for name in (name for name in others if name not in one.kept_up):
        mine = [(values[name], {**values, name: ""}) for values in told if values.get(name)]
        made = [way for shown, values in mine[:3] for way in wordings(shown, values, found)]
        if len(mine) > 1 and agreed([way for way in made if way.fields() - {name}], mine, share=1.0) is None:
            found.append(name)
    return found


def usual(part: Entities, name: str) -> bool:
    """Do most entities have the field, or do forms send it?"""
    return name in part.written or 2 * len(part.values(name)) > len(part.seed) + len(part.made)
