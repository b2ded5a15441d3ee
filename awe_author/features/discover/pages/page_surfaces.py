"""Surfaces of server-rendered apps: lists on pages, pages about one entity, and the posts of their forms.

A form is answered where it arrives, as a request: the browser submits it as ever, the post does the action, the
redirect leads to the page, and the page shows the state.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

from awe_author.features.api.swapping import has
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import singular
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.markup.addresses import WORDS, in_words, joined
from awe_author.features.discover.markup.hours import hours_text
from awe_author.features.discover.markup.json_fields import number_text, record_text
from awe_author.features.discover.markup.number_formats import sent_number
from awe_author.features.discover.markup.wording import SURE
from awe_author.features.discover.pages.about import about_features
from awe_author.features.discover.pages.answered_pages import answered_pages
from awe_author.features.discover.pages.back_to import back_to
from awe_author.features.discover.pages.badges import badge_features
from awe_author.features.discover.pages.below_features import below_features
from awe_author.features.discover.pages.below_own import led_to
from awe_author.features.discover.pages.beside_writes import beside_features
from awe_author.features.discover.pages.bulk import (
    Bulk,
    asking_features,
    cell_models,
    changed_texts,
    chosen_tests,
    does_tests,
    there_text,
)
from awe_author.features.discover.pages.canonical import with_words
from awe_author.features.discover.pages.cells import cells_of
from awe_author.features.discover.pages.chosen_kinds import choice_features, offer_again, sent_text
from awe_author.features.discover.pages.code_pages import code_page_features, led_by_code
from awe_author.features.discover.pages.ended_fields import without_end_text
from awe_author.features.discover.pages.filed_pages import filed_pages
from awe_author.features.discover.pages.given_instead import given_instead
from awe_author.features.discover.pages.keys_ahead import ahead_features
from awe_author.features.discover.pages.landing_notices import landing_notices
from awe_author.features.discover.pages.led_by_body import led_by_body, saying_keys, usual_post
from awe_author.features.discover.pages.led_texts import led_location
from awe_author.features.discover.pages.led_to_holder import led_to_holder
from awe_author.features.discover.pages.list_features import list_features
from awe_author.features.discover.pages.lists_below import Below
from awe_author.features.discover.pages.made_aside import handed_aside
from awe_author.features.discover.pages.other_buttons import only_pressed
from awe_author.features.discover.pages.own_lists import is_of_one
from awe_author.features.discover.pages.pages import MOST_LABELS, PageKind, Shown, place_of
from awe_author.features.discover.pages.pieces import Pieces, each_once, keyed, shown_once, without_rows
from awe_author.features.discover.pages.posts import named_in, parameter_of
from awe_author.features.discover.pages.pressed_buttons import pressed_texts
from awe_author.features.discover.pages.put_together import fill_in, put_together
from awe_author.features.discover.pages.refused import Refused, leave_again, refused_features
from awe_author.features.discover.pages.renamed import Renamed, answer_shows
from awe_author.features.discover.pages.said_in_calls import said_in_calls
from awe_author.features.discover.pages.sent_back import as_new_ones, back_features
from awe_author.features.discover.pages.set_by_posts import address_of as posted_to
from awe_author.features.discover.pages.several_choices import joined_text
from awe_author.features.discover.pages.single_lists import sent_in
from awe_author.features.discover.pages.tallied import many_text
from awe_author.features.discover.pages.told_by_button import told_by_button
from awe_author.features.discover.pages.trail_surfaces import Shows
from awe_author.features.discover.pages.word_renames import action_name
from awe_author.features.discover.pages.write_logs import logged
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

MOST_SHOWN = 400
"""What the answers to one write show, at most."""


def page_features(
    one: PageKind,
    part: Entities,
    shown: Sequence[Shown],
    actions: Mapping[int, str],
    seen: Seen,
    pieces: Pieces,
    refused: Sequence[tuple[Operation, list[Refused]]] = (),
    bulk: Sequence[Bulk] = (),
    shows: Sequence[Shows] = (),
    below: Sequence[Below] = (),
) -> list[Feature]:
    """All surfaces of one kind. `pieces`: what pieces of pages show of it; `refused`: its forms that were refused;
    `bulk`: the posts about several; `shows`: its trails; `below`: its lists on pages of other kinds."""
    acts = {call.seq: actions[id(operation)] for operation in one.operations for call in operation.calls}
    acts |= {call.seq: action_name(one, made) for made in one.word_renames for call in made.calls}
    apart = {place for other in below for place in other.places}
    lists = [listed for listed in one.lists if not listed[1].scripted and place_of(*listed) not in apart]
    lists = [listed for listed in lists if not is_of_one(one, listed, shown, {*part.seed, *part.made})]
    found: list[Feature] = []
    for listed in lists:
        made = filed_pages(one, part, listed, shown, seen) or list_features(one, part, listed, shown, seen, acts)
        if urlsplit(listed[0].url).path in pieces.filled:
            without_rows(made, _documents(shown, urlsplit(listed[0].url).path))
        found += made
    found += code_page_features(one, part, shown, seen, found)
    found += below_features(one, part, below, shown, seen, actions)
    found += choice_features(one, part, shown)
    found += about_features(one, part, shown, seen, acts, shows)
    found += ahead_features(one, part, shown)
    found += badge_features(one, part, shown, seen)
    if pieces.there or pieces.driven:
        shown_once(found)
    found += pieces.features
    found += asking_features(part, bulk, _asking_cells(one, part, bulk, seen))
    for operation, mine in refused:
        on = _on(one, operation, operation.calls[-1])
        key = _key(operation) if operation.role == "update" else "''"
        there = [each for each in mine if not each.call.location]
        made = refused_features(one, part, operation, there, on, key, shown, seen)
        offer_again(one, made, [(each.shown, each.form) for each in there])
        leave_again(found, made, [one.call.origin + one.call.path for one in there if one.whole])
        back = back_features(one, operation, [each for each in mine if each.call.location], on, key)
        leave_again(found, back, [each.shown.page.url for each in mine if each.call.location])
        found += [*made, *back]
    for operation in [each for each in one.operations if each.role == "update" and not each.several]:
        if not any(operation is each for each, _ in refused):
            on = _on(one, operation, operation.calls[-1])
            found += as_new_ones(one, refused, operation, on, _key(operation), shown)
    for operation in one.operations:
        given = given_instead(one, part, operation, seen) if operation.role == "create" else {}
        post = _post(one, part, operation, actions, pieces, given, shown, seen)
        fill_in(post.document, put_together(one, part, operation, seen))
        found.append(post)
    if any(said_in_calls(operation, one.bodies) for operation in one.operations):
        shown_once(found)  # scripts of the open page put there what such answers tell
    return [
        *found,
        *beside_features(one),
        *landing_notices(one, part, shown, seen, acts),
    ]


def _documents(shown: Sequence[Shown], path: str) -> list[int]:
    """Numbers of the documents of a path, those that were asked for nothing first."""
    mine = [one for one in shown if one.load is not None and urlsplit(one.page.url).path == path]
    mine.sort(key=lambda one: "?" in one.page.url)
    return list(dict.fromkeys(one.load.seq for one in mine if one.load is not None))


def _asking_cells(one: PageKind, part: Entities, bulk: Sequence[Bulk], seen: Seen) -> dict[int, JsonObject]:
    """Number of a post -> its page's lists of what it is about."""
    found: dict[int, JsonObject] = {}
    for post, page, lists in cell_models(bulk, one.template):
        made: JsonObject = {}
        for number, rows in enumerate(lists):
            cells = cells_of(one, part, [(page.page, rows)], seen, lambda row: row.tag)
            if cells:
                made[str(number)] = {"into": rows.container, "row": rows.row, "set": cells}
        found[post.call.seq] = made
    return found


def _post(
    one: PageKind,
    part: Entities,
    operation: Operation,
    actions: Mapping[int, str],
    pieces: Pieces,
    given: Mapping[str, Mapping[str, str]],
    shown: Sequence[Shown],
    seen: Seen,
) -> Feature:
    call = usual_post(operation)
    document: JsonObject = {
        "id": f"{part.kind.name}.{operation.role}.form",
        "title": f"{operation.role.capitalize()} a {singular(part.kind.name)} by its form",
        "on": _on(one, operation, call) if not operation.several else _on_several(operation, call),
        "do": actions[id(operation)],
        "with": _with(one, part, operation, call, given),
    }
    if isinstance(handed := document["with"], dict):
        handed |= logged(one, operation) | handed_aside(one, operation)
    moved = one.renamed.get(call.seq)
    if moved is not None:
        document |= {"title": f"Give a {singular(part.kind.name)} another name by its form",
                     "on": _on_moved(document["on"], moved, part),
                     "with": {"id": moved.old_key, "to": moved.new_key}}  # fmt: skip
    if any(other.origin + other.path in one.opened for other in operation.calls):
        _only_filled(document["on"], [one.bodies.get(other.seq) for other in operation.calls])
    only_pressed(document["on"], operation, one.bodies, shown)
    reply: JsonObject = {"status": call.status, "like": "recorded"}
    if call.location:
        there = joined(call.origin + call.path, call.location)
        key = led_to(one, operation, there)
        back = led_by_code(one, part, operation, call) or back_to(one, operation)
        held = led_to_holder(one, part, operation, _done_to(operation))
        if held is not None:
            reply["headers"] = {"location": held[0]}
            document["let"] = held[1]
        elif back is not None:
            reply["headers"] = {"location": back}
            told = {one.location: back for one in operation.calls if has(one.html, "text/html", one.location)}
            reply |= {"swap": {**told}} if told else {}
        elif key is not None:
            query, path, inner = led_by_body(one, operation, there, call.location)
            reply["headers"] = {"location": with_words(one, call, there, _with_key(one, path, key)) + query}
            if key in call.location and has(call.html, "text/html", call.location):
                reply["swap"] = {call.location: _with_key(one, inner, key) + query}
        elif (said := saying_keys(part, operation, call, _key(operation))) is not None:
            reply["headers"] = {"location": said}
    elif moved is None and (page := answered_pages(one, part, operation, shown, seen, _done_to(operation))):
        reply |= page
        document["on"] = {**_dict(document["on"]), "like": [other.seq for other in operation.calls]}
    elif call.seq in one.told_after:
        reply["json"] = one.told_after[call.seq]
    elif said_back := said_in_calls(operation, one.bodies):
        reply["json"] = said_back
    elif moved is not None:
        said_so = answer_shows(moved, [*part.seed, *part.made], part.kind.name)
        reply |= {"show": said_so} if said_so else {}
    elif shows := [show for other in operation.calls for show in pieces.shows.get(other.seq, ())][:MOST_SHOWN]:
        reply["show"] = each_once(keyed(shows, _done_to(operation)))
    elif operation.role == "create" and not pieces.there and (said := _naming(operation)):
        reply["html"] = said
    if isinstance(headers := reply.get("headers"), dict):
        headers["location"] = led_location(one, operation, headers["location"])
    document["reply"] = reply
    seqs = ", ".join(str(one.seq) for one in operation.calls)
    lines = [f"seen: {operation.endpoint}, seq {seqs}, on {call.page}", f"sure: {operation.sure:.2f}"]
    return Feature(document, lines, operation.sure)


def _dict(value: Json) -> JsonObject:
    assert isinstance(value, dict)
    return value


def _on_moved(on: Json, moved: Renamed, part: Entities) -> JsonObject:
    """The same, where there is such a one."""
    assert isinstance(on, dict)
    tests = [*([str(on["where"])] if "where" in on else []), f"{moved.old_key} in state.{part.kind.name}"]
    return {**on, "where": " && ".join(tests)}


def _only_filled(on: Json, bodies: Sequence[Json]) -> None:
    """A form that a post to the same address opens is meant when it has something in it. `bodies`: what was sent."""
    first, *others = [body if isinstance(body, dict) else {} for body in bodies]
    name = next((name for name in first if all(name in body for body in others)), None)
    if name is not None and isinstance(on, dict):
        on["where"] = " && ".join([f"{text(name)} in body", *([str(on["where"])] if "where" in on else [])])


def _with_key(one: PageKind, location: str, key: str) -> str:
    """The expression of an address with the new key: in its path, else where it stands last; what its parameters say
    (`?message=issue 8 created`) has it where the noun stands before it."""
    path, asked, query = location.partition("?")
    if "*" not in one.template.partition("?")[0]:
        path, asked, query = location, "", ""
    before, found, after = path.rpartition(key)
    if named := re.search(rf"[?&]{re.escape(parameter_of(one.template))}=({re.escape(key)})(?=[&#]|\Z)", path):
        before, after = path[: named.start(1)], path[named.end() :]  # not where a token beside it ends so
    parts = [text(before), "result.id"] if found else [text(before + key)]
    rest, at = f"{after}{asked}{query}", 0
    noun = re.escape(singular(one.kind.name)).replace("_", "(?:_|%20|[+])")
    for match in re.finditer(rf"(?i){noun}(?:%20|%23|[+])+({re.escape(key)})(?!\d)", rest):
        parts += [text(rest[at : match.start(1)]), "result.id"]
        at = match.end(1)
    parts += [text(rest[at:])] if at < len(rest) else []
    return " + ".join(parts)


def _naming(operation: Operation) -> str:
    """The answer to a create that names the new key; with what it gives back of its request, as an expression."""
    for call, key in zip(operation.calls, operation.made, strict=False):
        if not call.html or not named_in(call, [key]):
            continue
        known = {value: f"query.get({text(name)}, '')" for name, value in call.query if len(value) >= SURE}
        sure = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
        pattern = rf"""(?<=["'(: ]){re.escape(key)}(?=["'),}}])""" + (f"|{sure}" if sure else "")
        parts: list[str] = []
        at = 0
        for found in re.finditer(pattern, call.html):
            parts += [text(call.html[at : found.start()]), known.get(found[0], "result.id")]
            at = found.end()
        return " + ".join([*parts, text(call.html[at:])])
    return ""


def _on(one: PageKind, operation: Operation, call: Call) -> JsonObject:
    on: JsonObject = {"request": f"{call.method} {operation.endpoint.origin}{operation.endpoint.path}"}
    method = "body.get('_method', '').lowerAscii()"
    tests = [f"{method} == {text(call.verb.lower())}"] if call.verb != call.method else []
    for pair in call.operation.split("&") if call.operation else ():
        name, _, value = pair.partition("=")
        of = "query" if name in call.params else "body"
        tests.append(f"{of}.get({text(name)}, '') == {text(value)}")
    for name, value in parse_qsl(one.template.partition("?")[2]):
        said = _said(one, operation, name) if value != "*" and not says_what(name) else None
        tests += [f"body.get({text(name)}, '') == {text(said)}"] if said is not None else []
    if operation.key_at and operation.role in ("create", "update"):
        there = f"{_key(operation)} in state.{operation.kind.name}"
        tests.append(there if operation.role == "update" else f"!({there})")
    tests += told_by_button(one, operation)
    tests += in_words(WORDS) if operation.endpoint.path.count("*") > 1 else []
    made_within = one.holder is not None and operation.calls[0].seq in one.holder.paths
    tests += [f"segments[0] in state.{one.held_in[0]}"] if one.held_in is not None and made_within else []
    if tests:
        on["where"] = " && ".join(tests)
    return on


def _said(one: PageKind, operation: Operation, name: str) -> str | None:
    """What each recorded post of an operation says in a field that says the sort in addresses of the kind."""
    bodies = [one.bodies.get(call.seq) for call in operation.calls]
    said = {str(body[name]) if isinstance(body, dict) and name in body else None for body in bodies}
    return said.pop() if len(said) == 1 else None


def _on_several(operation: Operation, call: Call) -> JsonObject:
    tests = [f"fields.get({text(operation.several)}, []).size() > 0", *does_tests(operation.does),
             *chosen_tests(operation)]  # fmt: skip
    request = f"{call.method} {operation.endpoint.origin}{operation.endpoint.path}"
    return {"request": request, "where": " && ".join(tests)}


def _with(
    one: PageKind, part: Entities, operation: Operation, call: Call, given: Mapping[str, Mapping[str, str]]
) -> Json:
    sent: JsonObject = {}
    for name, field_name in one.sent.items():
        keeps = name in one.keeps and operation.role == "update"
        if isinstance(call.body, dict) and (
            field_name in call.body or (one.bodies.get(call.seq) and name in one.checks) or keeps
        ):
            value = without_end_text(sent_in(name)) if name in one.ended else sent_in(name)
            value = joined_text(name, *one.joined[name]) if name in one.joined else value
            value = many_text(name) if name in one.tallied else value
            labels = {**one.labels.get(name, {}), **given.get(name, {})}
            if 0 < len(labels) < MOST_LABELS:
                pairs = ", ".join(f"{text(key)}: {text(label)}" for key, label in labels.items())
                value = f"{{{pairs}}}.get({value}, {value})"
            if name in one.chosen:
                value = sent_text(sent_in(name), one.chosen[name], value)
            if name in one.records:
                value = record_text(sent_in(name), one.records[name])
            value = sent_number(one.grouped[field_name], value) if field_name in one.grouped else value
            value = hours_text(value) if field_name in one.hours else value
            value = number_text(value) if field_name in one.numbers else value
            if name in one.parts and operation.role == "update" and operation.key_at and not operation.several:
                value = one.parts[name].put_text(f"string({_was(part, operation, field_name)})", f"string({value})")
            if name in one.radios and operation.role == "update" and operation.key_at and not operation.several:
                was = _was(part, operation, field_name)
                value = f"{text(name)} in body ? dyn({value}) : dyn({was})"  # a page may have had no such choice
            if keeps and operation.key_at and not operation.several:
                was = _was(part, operation, field_name)
                value = f"{sent_in(name)} != '' ? dyn({value}) : dyn({was})"
            sent[field_name] = value
    moved = one.moves.keys() & call.body.keys() if isinstance(call.body, dict) else ()
    sent |= {one.moves[name]: "string(now)" for name in moved}
    if operation.several:
        ids = f"{there_text(part, operation.several)}.map(one, string(one))"
        changed = changed_texts(operation, call.body)
        return {"ids": ids, **({"changes": changed} if operation.role == "update" else {})}
    if one.switch is not None and one.switch.box and operation.role in ("create", "update"):
        sent[one.switch.name] = one.switch.sent()
    if operation.role == "create":
        return {"id": _key(operation), **sent} if operation.key_at else sent
    key = _key(operation)
    set_by = one.sets.of.get(posted_to(call, operation.made[-1], one.template))
    if set_by is not None and call.seq in one.sets.sent:
        sent[set_by.field] = set_by.text(f"dyn(state.{part.kind.name}[{key}])")
    if operation.role == "update" and (pressed := one.sets.pressed.get(operation.endpoint.path)):
        sent |= pressed_texts(pressed, sent, lambda name: _was(part, operation, name))
    if one.marks is not None and operation.role == "update" and one.marks.field in one.bodies.get(call.seq, {}):
        sent |= one.marks.changes(f"state.{part.kind.name}[{key}]")
    return {"id": key} if operation.role == "delete" else {"id": key, "changes": sent}


def _was(part: Entities, operation: Operation, name: str) -> str:
    """The expression of what a field of the entity was."""
    return f"dyn(state.{part.kind.name}[{_key(operation)}]).get({text(name)}, '')"


def _done_to(operation: Operation) -> str:
    """The expression of the key of what a post made or is about."""
    return "result.id" if operation.role == "create" else _key(operation)


def _key(operation: Operation) -> str:
    where = operation.key_at
    if where is None:
        return text(operation.made[0])
    return f"segments[{where.way[0]}]" if where.part == "segments" else f"{where.part}[{text(str(where.way[0]))}]"
