"""Features of posts that only try something out: they are answered with what is sent, and nothing is written.

A preview shows what was typed, and of an entity that its address names the rest as it is. Where the answer has the form
again, what was typed is in its fields.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.markup.documents import rows_of
from awe_author.features.discover.markup.form_names import field_names
from awe_author.features.discover.markup.forms import Form, form_of, forms_of
from awe_author.features.discover.markup.selectors import selector_of
from awe_author.features.discover.markup.situations import Load, marks
from awe_author.features.discover.markup.wording import KEY, PATHED, SPACED, own_text, squeezed, values_of
from awe_author.features.discover.pages.about_pages import About, AboutPage, entity_at, fields_of
from awe_author.features.discover.pages.about_places import MOST, Places
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in, parameter_of
from awe_author.features.discover.pages.refused import LARGEST, shown_again, typed
from awe_author.features.discover.pages.script_answers import by_sort, script_swaps
from awe_author.features.discover.pages.single_lists import sent_in
from awe_author.features.discover.pages.trials import Trial
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import is_whole, parsed_answer
from awe_author.features.patterns import Pattern
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

MODELS = 4
"""Answers of one kind that are searched for texts."""
NAME = "tried."
"""Begins the names of these features."""
OWN = "own: "
"""Begins the name of a field of the entity, beside those that are sent."""


@dataclass(slots=True)
class _Alike:
    """The posts that try out one thing."""

    path: str
    test: str
    kind: tuple[PageKind, Entities] | None
    """What its address names, or else a field of the form called as addresses of that do (`id=7` of `/show?id=7`)."""
    trials: list[tuple[Trial, str]] = field(default_factory=list)
    """With the key that each names, or ""."""
    changed: tuple[str, ...] = ()
    """Fields of the form that say otherwise than the entity, where the answers differ by that."""
    others: list[tuple[Trial, str]] = field(default_factory=list)
    """Those in which other fields do."""

    @property
    def at(self) -> str:
        """The expression of the key."""
        parameter = parameter_of(self.kind[0].template) if self.kind is not None and "*" not in self.path else ""
        return f"string(body.get({text(parameter)}, ''))" if parameter else "segments[0]"


def tried_features(trials: Sequence[Trial], kinds: Sequence[tuple[PageKind, Entities]], seen: Seen) -> list[Feature]:
    """The features of all such posts."""
    found: dict[tuple[str, str, str], _Alike] = {}
    for trial in trials:
        path, key, kind = _about(trial, kinds)
        mark = (f"{trial.call.method} {trial.call.origin}{path}", trial.test, trial.call.operation)
        found.setdefault(mark, _Alike(path, trial.test, kind)).trials.append((trial, key))
    fields = {field for one, part in kinds for field in part.fields()}
    sorts = [one for alike in found.values() for one in (_by_scripts(alike) or _by_changes(alike, seen))]
    return [_feature(one, fields, seen) for one in sorts]


def _by_scripts(alike: _Alike) -> list[_Alike]:
    """The same by the sort of script that answers them; nothing where no scripts do."""
    answers = [(trial.call, trial.script, key) for trial, key in alike.trials if trial.script]
    sorts = by_sort(answers) if answers else []
    return [
        replace(alike, test=" && ".join(filter(None, [alike.test, test])), trials=[
            (trial, key) for trial, key in alike.trials if any(trial.call is call for call, _, _ in mine)
        ])
        for test, mine in sorts
    ]  # fmt: skip


def _by_changes(alike: _Alike, seen: Seen) -> list[_Alike]:
    """The same by which fields were changed, when the parts of the answers differ by that; most changes first, and in
    the end whatever is changed."""
    groups: dict[tuple[str, ...], list[tuple[Trial, str]]] = {}
    for trial, key in alike.trials if alike.kind is not None else ():
        groups.setdefault(_changed(trial, key, alike, seen), []).append((trial, key))
    looks = {frozenset(marks(parsed_answer(trial.call.html))) for trial, _ in alike.trials if len(groups) > 1}
    if len(looks) < 2:
        return [alike]
    found = [
        replace(alike, changed=changed, trials=mine, others=[one for one in alike.trials if one not in mine])
        for changed, mine in sorted(groups.items(), key=lambda pair: -len(pair[0])) if changed
    ]  # fmt: skip
    return [*found, alike]


def _changed(trial: Trial, key: str, alike: _Alike, seen: Seen) -> tuple[str, ...]:
    assert alike.kind is not None
    one, part = alike.kind
    values = values_of(entity_at(one, part, key, trial.call.seq, seen) or {})
    sent = {name: squeezed(str(value)) for name, value in trial.call.body.items() if name in one.sent}
    return tuple(sorted(name for name, said in sent.items() if said and said != values.get(one.sent[name], "")))


def shows_tried(one: Shown, trials: Sequence[Trial]) -> bool:
    """Does a recorded page show what was tried out: as the answer to it, or since its scripts did that? What these try
    out by themselves, as a page comes, is what is so."""
    load = one.load
    return load is not None and any(
        load.seq <= trial.call.seq < one.page.seq and not _by_itself(load, trial) for trial in trials
    )


def _by_itself(load: Load, trial: Trial) -> bool:
    """Did a page try it out when nothing had been done on it yet?"""
    return load.step is not None and load.seq < trial.call.seq and trial.call.step == load.step


def leave_tried(pages: Sequence[Feature], trials: Sequence[Trial]) -> None:
    """Features of pages leave the answers alone that are whole pages: these show what was sent. Pages whose scripts try
    something out show the state as they are served, and then what these make of it."""
    places = {
        trial.call.page.partition("#")[0] for trial in trials if trial.call.page and not is_whole(trial.call.html)
    }
    for feature in pages if places else ():
        on = feature.document["on"]
        if isinstance(on, dict) and "page" in on and any(Pattern(str(on["page"])).matches(url) for url in places):
            on["once"] = True
    urls = {trial.call.origin + trial.call.path for trial in trials if is_whole(trial.call.html)}
    for feature in pages if urls else ():
        on = feature.document["on"]
        if isinstance(on, dict) and "page" in on and any(Pattern(str(on["page"])).matches(url) for url in urls):
            test = f"!view.get('after', '').startsWith({text(NAME)})"
            on["where"] = " && ".join([*([str(on["where"])] if "where" in on else []), test])


def _about(
    trial: Trial, kinds: Sequence[tuple[PageKind, Entities]]
) -> tuple[str, str, tuple[PageKind, Entities] | None]:
    """(path with `*` for what names an entity, its key, its kind)."""
    parts = trial.call.path.split("/")
    for one, part in kinds:
        for size in range(len(parts), 1, -1):
            key = key_in(trial.call.origin + "/".join(parts[:size]), one.template)
            if key in {*part.seed, *part.made}:
                return "/".join("*" if unquote(step) == key else step for step in parts), key, (one, part)
    for one, part in kinds:
        said = trial.call.body.get(parameter_of(one.template)) if isinstance(trial.call.body, dict) else None
        if said in {*part.seed, *part.made} and not any(looks_like_id(unquote(step)) for step in parts):
            return trial.call.path, str(said), (one, part)
    return "/".join("*" if looks_like_id(unquote(step)) else step for step in parts), "", None


def _feature(alike: _Alike, fields: Collection[str], seen: Seen) -> Feature:
    call = alike.trials[-1][0].call
    seqs = [trial.call.seq for trial, _ in alike.trials]
    tests = [alike.test]
    for pair in call.operation.split("&") if call.operation else ():
        name, _, value = pair.partition("=")
        tests.append(f"{'query' if name in call.params else 'body'}.get({text(name)}, '') == {text(value)}")
    if "*" in alike.path:
        there = f"segments[0] in state.{alike.kind[1].kind.name}" if alike.kind else "!segments[0].contains('/')"
        tests.append(there)
    if alike.kind is not None:
        one, part = alike.kind
        tests += [] if "*" in alike.path else [f"{alike.at} in state.{part.kind.name}"]
        for name in alike.changed:
            body, own = f"string({sent_in(name)})", f"state.{part.kind.name}[{alike.at}]"
            tests.append(f"!({body} in ['', {own_text(own, one.sent[name])}])")
    last = "_".join(snake(step) for step in alike.path.split("/") if step not in ("", "*")) or "root"
    reply: JsonObject = {"status": call.status, "like": "recorded"}
    if alike.trials[-1][0].script:
        swaps = script_swaps([(trial.call, trial.script, key) for trial, key in alike.trials if trial.script])
        reply, seqs = {**reply, **({"swap": {**swaps}} if swaps else {})}, [call.seq]
    elif shows := _shows(alike, fields, seen):
        reply["show"] = shows
    document: JsonObject = {
        "id": f"{NAME}{last}",
        "title": f"{call.method} {alike.path} tries something out: nothing is written",
        "on": {
            "request": f"{call.method} {call.origin}{alike.path}",
            "where": " && ".join(tests),
            "like": [*seqs],
        },
        "reply": reply,
    }
    told = ", ".join(map(str, seqs[:5]))
    return Feature(document, [f"seen: {call.method} {alike.path}, seq {told}, on {call.page}", "sure: 0.70"], 0.7)


def _shows(alike: _Alike, fields: Collection[str], seen: Seen) -> list[Json]:
    """What the answers show. `fields`: of all entities, as names of what is sent."""
    sent = list(dict.fromkeys(name for trial, _ in alike.trials for name in trial.call.body))
    named = {name: of for name, of in field_names(sent, fields).items() if name not in (KEY, PATHED, SPACED)}
    pages = [page for trial, key in alike.trials if (page := _page(trial, key, alike, named, seen)) is not None]
    if not pages:
        return []
    others = [page for trial, key in alike.others if (page := _page(trial, key, alike, named, seen)) is not None]
    about = About(alike.path, True, pages, others, piece=True)
    names = [*dict.fromkeys(named.values())]
    if alike.kind is not None:
        names += [KEY, *_others(alike)]
    body = {of: name for name, of in named.items()}

    def own(name: str) -> str:
        if name == KEY:
            return alike.at
        if name.startswith(OWN) and alike.kind is not None:
            return own_text(f"state.{alike.kind[1].kind.name}[{alike.at}]", name.removeprefix(OWN))
        return f"string(body.get({text(body[name])}, ''))"

    places = Places(about, names, [*body, *(OWN + name for name in body)], own)
    for model in pages[-MODELS:]:
        places.texts(model)
        places.attributes(model)
    again = shown_again(alike.trials[-1][0].call)
    filled = [*typed(again)] if again is not None else []
    texts: list[Json] = [{"select": select, "set": told} for select, told in [*places.found.items()][:MOST]]
    return [*texts, *filled, *to_itself(alike.trials[-1][0].call)]


def to_itself(call: Call) -> Iterator[Json]:
    """Forms of an answer that lead to where the request went lead to where such a request goes: `?title=Tea`."""
    names = [(name, f"{text(name)} in query ? query[{text(name)}] : ''") for name, _ in call.query]
    if len(call.query) != len({name for name, _ in names}) or not is_whole(call.html):
        return
    document, asked = parsed_answer(call.html), dict(call.query)
    pairs = " + '&' + ".join(f"{text(name + '=')} + string({said})" for name, said in names)
    for form in document.find_all("form", action=True):
        to = urlsplit(joined(call.origin + call.path, str(form["action"])))
        here = f"{to.scheme}://{to.netloc}{to.path}" == call.origin + call.path
        if asked and here and dict(parse_qsl(to.query)) == asked:
            yield {"select": selector_of(document, form), "set": {"action": f"{text(call.path + '?')} + {pairs}"}}


def _others(alike: _Alike) -> Iterator[str]:
    """Fields of the entity as they are."""
    if alike.kind is not None:
        yield from (OWN + name for name in fields_of(*alike.kind) if name not in (KEY, PATHED, SPACED))


def _page(trial: Trial, key: str, alike: _Alike, named: Mapping[str, str], seen: Seen) -> AboutPage | None:
    """An answer as a page, with what it can show: what was sent, by the names of fields, and what is known of the
    entity."""
    call = trial.call
    if not 0 < len(call.html) < LARGEST:
        return None
    document, url = parsed_answer(call.html), call.origin + call.path
    forms: list[Form] = forms_of(document, url)
    if not forms and document.body is not None:
        forms = [form_of(document, document.body, url)]
    shown = Shown(Page(url, "", call.html, call.seq + 1), rows_of(document, url), forms, document)
    values = {
        named[name]: squeezed(value)
        for name, value in call.body.items() if name in named and isinstance(value, str) and value.strip()
    }  # fmt: skip
    if alike.kind is not None:
        one, part = alike.kind
        entity = entity_at(one, part, key, call.seq, seen) or {}
        values |= {OWN + name: value for name, value in values_of(entity).items()} | {KEY: key}
    return shown, key, values
