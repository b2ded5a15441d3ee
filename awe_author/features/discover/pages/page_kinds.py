"""Entities and operations of server-rendered apps: rows of recorded pages, and the form posts that changed them.

Only lists whose keys some post names, creates or removes are kept. A post creates when it redirects to a key that was
not there, or when the next list has one more; it deletes when it says so or when the same list no longer has the key.
Of the fields that a form sends, those count that are columns of the list or that the user changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from awe_author.features.discover.common.names import PASSING, looks_like_id
from awe_author.features.discover.entities.operations import logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.exchanges.sightings import Endpoint, Group, Sighting
from awe_author.features.discover.markup.dated_texts import NAMELESS
from awe_author.features.discover.markup.documents import Rows, parse, rows_of
from awe_author.features.discover.markup.form_labels import labels_of
from awe_author.features.discover.markup.form_names import field_names
from awe_author.features.discover.markup.forms import Form, forms_of
from awe_author.features.discover.markup.joined_columns import known_fields, part_columns
from awe_author.features.discover.markup.json_fields import as_numbers, choice_records, number_fields, plain_fields
from awe_author.features.discover.markup.moment_columns import moment_columns
from awe_author.features.discover.markup.situations import Load, load_of
from awe_author.features.discover.markup.span_fields import Times, span_fields
from awe_author.features.discover.markup.template_names import kind_name
from awe_author.features.discover.markup.told_columns import States, key_columns, told_columns, worded
from awe_author.features.discover.pages.action_menus import action_menus, programs
from awe_author.features.discover.pages.beside_writes import beside_writes
from awe_author.features.discover.pages.boards import since, with_columns
from awe_author.features.discover.pages.changed_by import changed_by
from awe_author.features.discover.pages.detailed import details_of, without_nameless
from awe_author.features.discover.pages.ended_fields import ended_fields
from awe_author.features.discover.pages.first_links import first_links
from awe_author.features.discover.pages.held_rows import holder_of, tell_held
from awe_author.features.discover.pages.hour_fields import set_hours
from awe_author.features.discover.pages.kept_texts import kept_texts
from awe_author.features.discover.pages.kind_menus import kind_menus
from awe_author.features.discover.pages.label_parts import name_parts
from awe_author.features.discover.pages.labelled_rows import label_links
from awe_author.features.discover.pages.linked_labels import Labels, learn_labels
from awe_author.features.discover.pages.named_twice import ASIDE, other_address, without_made_by_name, without_unlike
from awe_author.features.discover.pages.narrowing_links import making, narrowing_links, without_parents
from awe_author.features.discover.pages.only_read import only_read
from awe_author.features.discover.pages.page_operations import filled_in, keys_of, page_operations, translated, varied
from awe_author.features.discover.pages.pages import LISTED_ON, PageKind, Shown, page_call, place_of
from awe_author.features.discover.pages.part_writes import set_parts
from awe_author.features.discover.pages.posts import key_in, roles_of, says_key, shows_sent, starred
from awe_author.features.discover.pages.present_moments import without_present
from awe_author.features.discover.pages.pressed_buttons import sets_of
from awe_author.features.discover.pages.put_away import add_put_away
from awe_author.features.discover.pages.read_back import read_texts
from awe_author.features.discover.pages.renamed import renamed_in
from awe_author.features.discover.pages.row_classes import add_looks
from awe_author.features.discover.pages.same_tables import same_tables
from awe_author.features.discover.pages.searched_rows import found_rows
from awe_author.features.discover.pages.sent_fields import add_choices, is_another, said_of, set_formats
from awe_author.features.discover.pages.set_by_posts import OFF, SetBy
from awe_author.features.discover.pages.split_fields import moment_of
from awe_author.features.discover.pages.tallied import tallied
from awe_author.features.discover.pages.there_before import changed_instead
from awe_author.features.discover.pages.told_by_address import of_forms, told_by_address
from awe_author.features.discover.pages.told_by_parameters import sends_numbers
from awe_author.features.discover.pages.told_moments import told_moments
from awe_author.features.discover.pages.word_renames import learn_word_renames
from awe_author.features.discover.pages.write_notes import write_notes

MOST_FORMS = 12
"""Pages whose forms are looked at for what they call their fields."""


def taken_apart(pages: Sequence[Page], loads: Sequence[Load] = ()) -> list[Shown]:
    """All recorded pages."""
    found = []
    for page in pages:
        document, load = parse(page.html), load_of(page.url, page.seq, loads, framed=page.framed)
        found.append(Shown(page, rows_of(document, page.url), forms_of(document, page.url), document, load))
    same_tables(found)
    return found


def page_kinds(
    shown: Sequence[Shown],
    writes: Sequence[Call],
    told: Mapping[str, Kind] | None = None,
    times: Times | None = None,
    called: Sequence[Labels] = (),
) -> list[PageKind]:
    """The kinds that the posts are about. `told`: template -> the kind of which JSON in documents tells; `called`: what
    links and records call entities of any kind."""
    posts = [call for call in writes if call.status < 400 and not logs_in(call)]
    found: list[PageKind] = []
    tried, told_roles = [], list[list[tuple[Call, str, str]]]()
    templates: dict[str, set[str]] = {}
    for rows in (rows for one in shown for rows in one.lists):
        templates.setdefault(rows.template, set()).update(row.key for row in rows.rows)
    templates = {one: keys for one, keys in templates.items() if not programs(one, keys, shown)}
    menus = action_menus(templates) | kind_menus(templates, shown)
    menus |= narrowing_links(templates, shown, posts) | label_links(templates, shown)
    templates = {template: keys for template, keys in templates.items() if template not in menus}
    linked = first_links(shown, templates)
    for template in templates:
        lists = [(one.page, rows) for one in shown for rows in one.lists if rows.template == template]
        roles = roles_of(template, lists, posts, templates, linked[template])
        if roles and (columns := with_columns(template, shown, lists, roles)) is not lists:
            lists, roles = columns, roles_of(template, columns, posts, templates, linked[template])
        tried.append((template, lists, roles))
    made = making(tried)
    tried = [(template, lists, without_parents(template, roles, made)) for template, lists, roles in tried]
    every = [roles for _, _, roles in tried]
    tried = [(template, lists, without_made_by_name(roles, every)) for template, lists, roles in tried]
    tried = [(one[0], one[1], without_unlike(one[2], one[1], [other[1:] for other in tried if other is not one]))
             for one in tried]  # fmt: skip
    for template, lists, roles in sorted(tried, key=_tells_most):
        if any(other_address(template, done) for done in told_roles):
            continue
        taken = {call.seq for other in found for one in other.operations for call in one.calls}
        if any(call.seq in taken for call, _, _ in roles):  # what is left is meant when its address says so
            left = [call for call in posts if call.seq not in taken]
            rest = without_made_by_name(roles_of(template, lists, left, templates, linked[template]), every)
            meant = all(
                says_key(call, template, key) or (role == "create" and shows_sent(call, key, left, lists))
                for call, role, key in rest
            )
            roles = rest if rest and meant else []
        if roles:
            roles = changed_instead(roles, template, shown)
            told_roles.append(roles)
            lists = [*lists, *found_rows(template, shown, roles, lists)]
            twin = (told or {}).get(template)
            twin = None if any(one.told is twin for one in found) else twin
            found.append(_page_kind(template, lists, roles, shown, twin, times or Times(), called))
    learn_word_renames(found, posts, shown)
    held = {(page.url, rows.container) for one in found for page, rows in one.lists}
    known = {one.template for one in found} | {*(told or ())}
    for template, lists, _ in tried if found else ():
        mine = only_read(template, lists, [one.page for one in shown], held) if template not in known else []
        if mine:
            found.append(_page_kind(template, mine, [], shown, None, times or Times()))
    return found


def _tells_most(
    tried: tuple[str, list[tuple[Page, Rows]], list[tuple[Call, str, str]]],
) -> tuple[int, int, bool, int]:
    """The lists that explain most posts first; a menu (few names, the same on every page) behind lists of records."""
    _, lists, roles = tried
    keys = {row.key for _, rows in lists for row in rows.rows}
    return -len(roles), -len({role for _, role, _ in roles}), not all(map(looks_like_id, keys)), -len(keys)


def _page_kind(
    template: str,
    lists: Sequence[tuple[Page, Rows]],
    roles: Sequence[tuple[Call, str, str]],
    shown: Sequence[Shown],
    told: Kind | None,
    times: Times,
    called: Sequence[Labels] = (),
) -> PageKind:
    """A kind of pages. `roles`: (post, what it does, to which key); `told`: the same kind as JSON tells it; `called`:
    see `linked_labels`."""
    made = _begun(template, lists, told, times)
    made.beside = beside_writes(roles)
    aside = {call.seq for calls in made.beside for call in calls}
    made.kind.aside = {key: call.seq for call, role, key in roles if role == ASIDE}
    roles = [one for one in roles if one[0].seq not in aside and one[1] != ASIDE]
    known = {row.key for _, rows in lists for row in rows.rows} | {key for _, _, key in roles}
    details = details_of(template, shown, lists, roles, known)
    columns = {name for _, rows in lists for row in rows.rows for name in row.values}
    made.details = {name for _, rows in details for row in rows.rows for name in row.values} - columns
    columns |= plain_fields(told) | made.details
    saying = [*lists, *details]
    made.renamed = renamed_in(roles, lists)
    writes = [(call, key) for call, role, key in roles if role != "delete" and call.seq not in made.renamed]
    _form_fields(made, columns, [call for call, _ in writes], shown)
    learn_labels(made.labels, called, shown)
    made.holder = holder_of(lists, roles, template) if told is None else None
    if made.holder is not None:
        name = made.sent.setdefault(made.holder.sent, field_names([made.holder.sent], columns)[made.holder.sent])
        tell_held(made.holder, name, lists, made.labels.get(made.holder.sent, {}), shown)
        columns |= {name}
    name_parts(made, saying, columns)
    for name in [*made.sent]:
        if is_another(name, made, said_of(name, made, writes, shown), lists):
            del made.sent[name]
    made.tallied = tallied(made, lists, writes)
    _tell_columns(made, columns, saying, writes, shown)
    add_looks(made, lists, told)
    ended = ended_fields(made.sent, columns, roles, lists)
    made.sent, made.ended = made.sent | ended, {*ended}
    made.usual = told_by_address(lists, of_forms(writes, _in_forms(made, shown)))
    made.sent |= {name: name for name in made.usual}
    set_formats(made, saying, writes, shown)
    set_hours(made, saying, writes, shown)
    made.records = choice_records(told, made.sent, made.labels)
    made.spans = span_fields(saying, made.sent.values(), roles, times)
    made.moments = moment_columns(saying, [*made.sent.values(), *made.spans], roles, times)
    without_nameless(details, made.moments)
    made.details -= {NAMELESS} - made.moments.keys()
    made.formats |= made.moments
    made.formats |= told_moments(told, template, shown) if told is not None else {}
    sending = {call.seq for call, _ in writes if translated(made, call)}
    apart = {*made.spans, *made.moments, *made.details}
    made.sets = sets_of(made, lists, roles, sending, apart, shown) if told is None else SetBy()
    if told is None and (away := add_put_away(template, lists, roles, sending, made.sets)):
        made.usual[away] = OFF
    sightings = without_present(made.moment, [*_sightings(made, lists, details, roles, shown)], roles, times)
    sightings += read_texts(made, shown, sightings, roles)
    sightings += changed_by(made, shown, roles)
    set_parts(made, sightings, shown, roles)
    made.notes = write_notes(made, shown, roles, sightings)
    made.kind.groups = [
        _group(made, ((call, as_numbers(value, made.numbers)) for call, value in sightings)),
        *(told.groups if told is not None else ()),
    ]
    places: dict[str, tuple[Page, Rows]] = {}
    for page, rows in lists:
        places.setdefault(place_of(page, rows), (page, rows))
    made.lists = [*places.values()]
    made.called = {page.seq - 1: rows.around for page, rows in lists if rows.called}
    made.operations = page_operations(made, roles)
    return made


def _begun(template: str, lists: Sequence[tuple[Page, Rows]], told: Kind | None, times: Times) -> PageKind:
    """What its lists alone say of a kind."""
    parts = urlsplit(lists[0][0].url)
    return PageKind(
        Kind(kind_name(template), "id", [], 0.8, source="page", reasons=["listed on pages and changed by forms"]),
        template,
        origin=f"{parts.scheme}://{parts.netloc}",
        told=told,
        scripted=told is not None and not any(group.embedded for group in told.groups),
        numbers=number_fields(told),
        moves={name: since(name) for _, rows in lists if rows.entered for name in rows.fixed},
        times=times,
    )


def _group(made: PageKind, sightings: Iterable[tuple[Call, dict[str, Any]]]) -> Group:
    """All that pages and posts tell of the entities."""
    group = Group(Endpoint("GET", made.origin, made.template.partition("?")[0]), ("rows", "*"), key="id", sure=0.8)
    group.sightings = [Sighting(call, group.endpoint, group.pattern, (), value) for call, value in sightings]
    group.sightings.sort(key=lambda one: one.call.seq)
    return group


def _tell_columns(
    made: PageKind,
    columns: set[str],
    saying: Sequence[tuple[Page, Rows]],
    writes: Sequence[tuple[Call, str]],
    shown: Sequence[Shown],
) -> None:
    """Which columns are fields of forms under another name, or several in one text, or a moment in parts. `saying`:
    lists and details."""
    states = States((call.seq, key) for call, key in writes)
    every = {name: worded(said_of(name, made, writes, shown), made.labels.get(name, {})) for name in made.sent}
    posted = sum(isinstance(call.body, dict) for call, _ in writes)
    said = {name: states.of(one, posted) for name, one in every.items()}
    plain = {name: states.of(said_of(name, made, writes, shown), posted) for name in made.sent}
    told_rows = [(states.at(row.key, page.seq), row) for page, rows in saying for row in rows.rows]
    forms = [one.document for one in shown if any(made.sent.keys() & form.fields.keys() for form in one.forms)]
    made.sent |= told_columns(made.sent, columns, said, told_rows, labels_of(forms[:MOST_FORMS]))
    made.sent |= key_columns(made.sent, columns, said, [row for _, row in told_rows])
    part_columns(known_fields(made.sent, plain), {*made.sent.values()} - columns, told_rows)
    made.moment = moment_of(made, plain, [row for _, rows in saying for row in rows.rows], told_rows)


def _sightings(
    made: PageKind,
    lists: Sequence[tuple[Page, Rows]],
    details: Sequence[tuple[Page, Rows]],
    roles: Sequence[tuple[Call, str, str]],
    shown: Sequence[Shown],
) -> Iterator[tuple[Call, dict[str, Any]]]:
    """(when, entity): rows of lists, details, filled forms on pages of an entity, what creations sent; all as text."""
    blank, template = page_call(lists[0][0], made.origin), made.template
    listed: dict[str, set[str]] = {}
    for page, rows in lists:
        for row in rows.rows:
            listed.setdefault(row.key, set()).add(place_of(page, rows))
    names = {*listed, *(key for _, _, key in roles)}
    posted = {starred(call.path, key, template) for call, role, key in roles if role == "update"}
    columns = {name for _, rows in lists for row in rows.rows for name in row.values} | varied(made, shown, posted)
    said = {id(page): row for page, rows in details for row in rows.rows}
    told = set[tuple[int, str]]()
    begun = _beginnings(lists, roles)
    for one in shown:
        call = replace(blank, seq=one.page.seq - 1, page=one.page.url)
        for rows in one.lists:
            for row in rows.rows if rows.template == template else ():
                values = {} if rows.scripted else row.values
                yield call, {**values, "id": row.key, LISTED_ON: sorted(listed[row.key])}
        if (detail := said.get(id(one.page))) is not None and not made.scripted:
            yield call, {**detail.values, "id": detail.key}
        for key in sorted(keys_of(one, template, posted) & names):
            if one.page.seq <= begun.get(key, 0):
                continue  # the form for it is no look at it
            if sends_numbers(one, key):
                continue  # nor is that of a part of it
            filled = filled_in(made, one, key, posted, columns)
            look = (one.load.seq, key) if one.load is not None else None
            if filled and look not in told:  # later looks at a document may have in its fields what a user typed
                told |= {look} if look is not None else set()
                yield call, {**filled, "id": key}
    for call, role, key in roles:
        if role == "create":
            told_of = _as_before(made, roles, call) if call.seq in made.renamed else translated(made, call)
            yield replace(blank, seq=call.seq), {**told_of, "id": key, LISTED_ON: sorted(listed.get(key, ()))}
        elif role == "update" and call.seq in made.sets.by_button:
            yield replace(blank, seq=call.seq), {**made.sets.sent[call.seq], "id": key}


def _beginnings(lists: Sequence[tuple[Page, Rows]], roles: Sequence[tuple[Call, str, str]]) -> dict[str, int]:
    """The posts that made entities of a given name which no list had shown before, by their keys."""
    found: dict[str, int] = {}
    for call, role, key in roles:
        listed = any(page.seq <= call.seq and any(row.key == key for row in rows.rows) for page, rows in lists)
        if role == "create" and not listed:
            found.setdefault(key, call.seq)
    return found


def _as_before(made: PageKind, roles: Sequence[tuple[Call, str, str]], call: Call) -> dict[str, Any]:
    """What forms sent of an entity before it got another name."""
    old = made.renamed[call.seq].old
    sent = [translated(made, other) for other, role, key in roles if key == old and other.seq < call.seq]
    return {name: value for one in sent for name, value in one.items()}


def _form_fields(made: PageKind, columns: set[str], posts: Sequence[Call], shown: Sequence[Shown]) -> None:
    """Which fields of the posts are fields of the entity."""
    kept = kept_texts(made.template, shown)
    for call in posts:
        url = call.origin + call.path
        forms = [
            one
            for page in shown
            if page.page.seq <= call.seq
            for one in page.forms
            if one.action.partition("?")[0] == url
        ]
        form = max(
            forms,
            key=lambda one: len(one.fields.keys() & (call.body if isinstance(call.body, dict) else {}).keys()),
            default=Form(url, "POST", ""),
        )
        names = [*call.body] if isinstance(call.body, dict) else []
        habit = 2 * sum(name.startswith("_") for name in names) > len(names)  # it marks no field of the framework then
        fields = field_names(names, columns)
        for name, value in call.body.items() if isinstance(call.body, dict) else ():
            field_name = fields[name]
            if field_name == "id" and name in form.hidden:
                continue  # names what it is about, or says that it is new
            if not isinstance(value, str) and made.told is None:
                continue  # several values: what pages show of them is no text that rows and fields could be made of
            typed = (
                name in form.fields
                and name not in form.hidden
                and isinstance(value, str)
                and value.strip() != form.fields.get(name, "").strip()
                and len(value) < 100_000
            )
            typed = typed or (name in kept and name in form.fields and isinstance(value, str))
            typed = typed and (habit or not name.startswith("_")) and not PASSING.search(name)
            if field_name in columns or name in form.joined or typed:
                made.sent[name] = field_name
                made.joined |= {name: form.joined[name]} if name in form.joined else {}
                if name in form.radios:
                    made.radios.add(name)
                if name in form.options:
                    made.labels.setdefault(name, {}).update(form.options[name])
        _checks(made, form, columns)
    add_choices(made, posts, shown)


def _checks(made: PageKind, form: Form, columns: set[str]) -> None:
    """Checkboxes whose column tells yes and no."""
    for name, (on, off) in form.checks.items():
        field_name = field_names([*form.fields, name], columns)[name]
        if field_name in columns and not (name in made.labels and name not in made.checks):
            made.sent[name] = field_name
            made.checks.add(name)
            made.labels[name] = {on: on, off: off}


def _in_forms(made: PageKind, shown: Sequence[Shown]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """What forms on pages of entities have in them."""
    for one in shown:
        key = key_in(one.page.url, made.template)
        for form in one.forms if key else ():
            yield key or "", form.fields
