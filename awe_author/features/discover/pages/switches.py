"""Switches on pages of an entity that a script turns: "Watch" becomes "Unwatch", without a load.

    POST /api  do=watch&item=Tea            li#watch on the page becomes li#unwatch
    POST /api  do=watch&item=Tea&off=1      and back again

Told by looks at one loaded page, with nothing but such a post between them: an element has another id then, of which
one word is another. Which way it is turned is a field of the entity; a box to tick in its forms that is called after
the word turns it as well. Pages that were recorded the other way show what pages that were recorded so do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from urllib.parse import unquote

from bs4 import BeautifulSoup, Tag

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import singular, snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.situations import PASSING
from awe_author.features.discover.markup.wording import KEY, SPACED, own_text, values_of, wordings
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

ON, OFF = "yes", ""
LETTERS = 4
"""Of the word that is another."""
SURE = 0.6
MOST = 8
"""Elements that go by one switch."""
SHOWN = ("href", "title", "class", "accesskey", "aria-label", "id")
Roles = Sequence[tuple[Call, str, str]]


@dataclass(slots=True)
class Switch:
    """How it is turned, and what goes by it."""

    name: str
    """Of the entity's field."""
    words: tuple[str, str]
    """What ids have in them while it is off, and while it is on."""
    posts: list[Call] = field(default_factory=list)
    named: str = ""
    """The field of a post that names the entity."""
    other: str = ""
    """The field that only posts have that turn it back."""
    box: str = ""
    """The box of a form that turns it."""
    pairs: list[tuple[Tag, str, Tag, str]] = field(default_factory=list)
    """(element while it is off, key of its page's entity, the same while it is on)."""

    def on(self, document: BeautifulSoup) -> bool | None:
        """Which way a page shows it; None where it has none."""
        off, on = (any(_has(tag, word) for tag in _named(document)) for word in self.words)
        return on if on != off else None

    def sent(self) -> str:
        """The expression of what a form makes of it."""
        return f"{text(self.box)} in body ? {text(ON)} : {text(OFF)}"


def switch_of(one: PageKind, shown: Sequence[Shown], posts: Sequence[Call]) -> Switch | None:
    """The switch of a kind; None without one."""
    known = _keys(one)
    told: dict[tuple[str, str], list[tuple[Call, str]]] = {}
    for call in posts:
        name = _names(call, known)
        turned = _turned(call, shown) if name is not None and call.kind == "form" else None
        if name is not None and turned is not None:
            told.setdefault(turned, []).append((call, name))
    for (was, now), mine in told.items():
        others = told.get((now, was), [])
        more = {other for call, _ in others for other in call.body} - {other for call, _ in mine for other in call.body}
        if not others or len(more) != 1 or mine[0][1] != others[0][1] or mine[0][0].path != others[0][0].path:
            continue
        made = Switch(snake(was), (was, now), [call for call, _ in [*mine, *others]], mine[0][1], more.pop())
        made.pairs = list(_pairs(made, one, shown))[:MOST]
        made.box = _box(made, one, shown)
        return made if made.pairs else None
    return None


def _names(call: Call, known: Set[str]) -> str | None:
    """The field of a post that names an entity."""
    body = call.body if isinstance(call.body, dict) else {}
    names = [name for name, value in body.items() if isinstance(value, str) and value.replace(" ", "_") in known]
    return names[0] if len(names) == 1 else None


def _turned(call: Call, shown: Sequence[Shown]) -> tuple[str, str] | None:
    """(word that was, word that is) in ids, where a loaded page was looked at before and after a post."""
    before = max((one for one in shown if one.page.seq <= call.seq), key=lambda one: one.page.seq, default=None)
    after = min((one for one in shown if one.page.seq > call.seq), key=lambda one: one.page.seq, default=None)
    if before is None or after is None or before.load is None or after.load is None or before.load != after.load:
        return None
    was, now = ({str(tag["id"]): tag for tag in _named(one.document)} for one in (before, after))
    gone, came = [was[name] for name in was if name not in now], [now[name] for name in now if name not in was]
    for one in gone:
        for other in came:
            words = _differ(str(one["id"]), str(other["id"])) if one.name == other.name else None
            if words is not None and not any(map(_passes, (one, other))):
                return words
    return None


def _differ(one: str, other: str) -> tuple[str, str] | None:
    """The only words in which two ids differ."""
    mine, theirs = (re.split(r"[-_]", said) for said in (one, other))
    if len(mine) != len(theirs):
        return None
    apart = [pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1]]
    alike = (
        len(apart) == 1
        and min(map(len, apart[0])) >= LETTERS
        and (apart[0][0] in apart[0][1] or apart[0][1] in apart[0][0])
    )
    return apart[0] if alike else None


def _passes(tag: Tag) -> bool:
    around = [tag, *list(tag.parents)[:2]]
    return any(PASSING.search(f"{one.get('id') or ''} {' '.join(one.get('class') or [])}") for one in around)


def _named(document: BeautifulSoup) -> list[Tag]:
    return [tag for tag in document.find_all(id=True) if not re.search(r"\d", str(tag["id"]))]


def _has(tag: Tag, word: str) -> bool:
    return word in re.split(r"[-_]", str(tag["id"]))


def _turn(name: str, words: tuple[str, str]) -> str:
    """The id that an element has the other way."""
    was, now = words
    return "-".join(now if part == was else part for part in name.split("-"))


def _pairs(made: Switch, one: PageKind, shown: Sequence[Shown]) -> Iterator[tuple[Tag, str, Tag, str]]:
    """Elements that have one id or the other on pages that show it this way or that."""
    looks = [(page, key, {str(tag["id"]): tag for tag in _named(page.document)})
             for page in shown for key in [_key(one, page)] if key]  # fmt: skip
    names = dict.fromkeys(name for _, _, ids in looks for name, tag in ids.items() if _has(tag, made.words[0]))
    for name in names:
        other = _turn(name, made.words)
        off = [(ids[name], key) for _, key, ids in looks if name in ids and other not in ids]
        on = [(ids[other], key) for _, key, ids in looks if other in ids and name not in ids]
        both = ((*one, *two) for one in off for two in on if _shape(one[0]) == _shape(two[0]))
        yield from [pair] if (pair := next(both, None)) is not None else []


def _shape(tag: Tag) -> list[str]:
    return [one.name for one in [tag, *tag.find_all(True)]]


def _key(one: PageKind, page: Shown) -> str | None:
    """The entity that a page is about: a key that its address names."""
    said = re.split(r"[/?&=#]", unquote(page.page.url))
    return next((key for key in _keys(one) if key in said), None)


def _keys(one: PageKind) -> set[str]:
    return {str(seen.value[one.kind.key]) for group in one.kind.groups for seen in group.sightings}


def _box(made: Switch, one: PageKind, shown: Sequence[Shown]) -> str:
    """The box of forms that turns it: called after its word, and ticked wherever pages show it on after the form was
    sent."""
    checks = {name for page in shown for form in page.forms for name in form.checks}
    named = [name for name in checks if made.words[0] in name.lower()]
    for name in named:
        told = [
            (name in one.bodies.get(call.seq, {}), made.on(after.document))
            for operation in one.operations if operation.role in ("create", "update")
            for call in operation.calls
            for after in [next((page for page in shown if page.load is not None and page.load.led == call.seq), None)]
            if after is not None
        ]  # fmt: skip
        if len(told) > 1 and all(on is None or sent == on for sent, on in told) and any(on for _, on in told):
            return name
    return ""


# ---- the draft ---------------------------------------------------------------------------------


def add_switch(document: JsonObject, seed: JsonObject, one: PageKind, part: Entities, shown: Sequence[Shown]) -> None:
    """Put it into the model, and into the seed of what was on when it was first looked at."""
    made = one.switch
    entities, actions = seed[part.kind.name], document["x-actions"]
    if made is None or not isinstance(entities, dict) or not isinstance(actions, dict):
        return
    first: dict[str, bool] = {}
    for page in shown:
        key, on = _key(one, page), made.on(page.document)
        if key is not None and on is not None:
            first.setdefault(key, on)
    for key, entity in entities.items():
        if isinstance(entity, dict) and first.get(key):
            entity[made.name] = ON
    actions[_action(made, part)] = {
        "title": f"Turn {made.name} of a {singular(part.kind.name)}",
        "params": {
            "type": "object", "required": ["id", "value"],
            "properties": {"id": {"type": "string", "x-ref": f"/{part.kind.name}"}, "value": {"type": "string"}},
        },
        "effects": [{"op": "merge", "path": f"/{part.kind.name}/{{params.id}}", "value": {made.name: "params.value"}}],
        "result": {"id": "params.id"},
    }  # fmt: skip


def _action(made: Switch, part: Entities) -> str:
    return f"turn_{made.name}_of_{singular(part.kind.name)}"


def switch_features(
    one: PageKind, part: Entities, features: Sequence[Feature], made_on: Sequence[Feature], shown: Sequence[Shown]
) -> list[Feature]:
    """What turns it, and what goes by it on pages. `features`: those that answer such posts get it; `made_on`: those of
    pages about its entities."""
    made = one.switch
    if made is None:
        return []
    call = made.posts[0]
    request, key = f"{call.method} {call.origin}{call.path}", f"body.get({text(made.named)}, '').replace(' ', '_')"
    doing: JsonObject = {
        "do": _action(made, part),
        "with": {"id": key, "value": f"{text(made.other)} in body ? {text(OFF)} : {text(ON)}"},
    }
    for feature in features:
        on = feature.document["on"]
        if not isinstance(on, dict) or on.get("request") != request or "do" in feature.document:
            continue
        if any(re.search(rf"\bseq [\d, ]*\b{post.seq}\b", line) for post in made.posts for line in feature.seen):
            on["where"] = " && ".join(
                [*([str(on["where"])] if "where" in on else []), f"{key} in state.{part.kind.name}"]
            )
            feature.document |= doing
    return _shown(part, made, made_on, shown)


def _shown(part: Entities, made: Switch, features: Sequence[Feature], shown: Sequence[Shown]) -> list[Feature]:
    item, show = f"state.{part.kind.name}[segments[0]]", dict[str, list[Json]]()
    for off, key, turned, other in made.pairs:
        is_on = f"{own_text(item, made.name)} == {text(ON)}"
        show[str(off["id"])] = [*_set(off, turned, other, is_on, item)]
        show[str(turned["id"])] = [*_set(turned, off, key, f"!({is_on})", item)]
    there = f"segments[0] in state.{part.kind.name}"
    pages = [str(on["page"]) for feature in features if isinstance(on := feature.document["on"], dict) and "page" in on
             and there in str(on.get("where", "")) and f"!({there})" not in str(on.get("where", ""))]  # fmt: skip
    seen = [f"seen: posts {', '.join(str(call.seq) for call in made.posts)}", f"sure: {SURE:.2f}"]
    found = []
    for page in dict.fromkeys(pages):
        ids = {str(tag["id"]) for one in shown if _fits(page, one.page.url) for tag in _named(one.document)}
        if mine := [each for name, settings in show.items() if name in ids for each in settings]:
            document: JsonObject = {
                "id": f"{part.kind.name}.{made.name}.page",
                "title": f"Which way {made.name} is turned",
                "on": {"page": page, "where": there, "once": True},
                "show": mine,
            }
            found.append(Feature(document, seen, SURE))
    return found


def _fits(pattern: str, url: str) -> bool:
    """Is an address one of a pattern?"""
    (path, _, query), (own, _, asked) = pattern.partition("?"), url.partition("#")[0].partition("?")
    said, wanted = dict(parse_qsl(asked)), dict(parse_qsl(query))
    same = re.fullmatch(re.escape(path).replace(r"\*", "[^/]+"), own) is not None
    return same and all(name in said and value in ("*", said[name]) for name, value in wanted.items())


def _set(tag: Tag, other: Tag, key: str, when: str, item: str) -> Iterator[JsonObject]:
    """What makes one element of the other: what is in it first, then itself."""
    top = f"{tag.name}#{tag['id']}"
    values = values_of({KEY: key})
    inner = [*zip(tag.find_all(True), other.find_all(True), strict=True)]
    for mine, theirs in [*inner, (tag, other)]:
        settings: JsonObject = {}
        for name in SHOWN:
            now = _attribute(theirs, name)
            if now is not None and _attribute(mine, name) != now:
                settings[name] = _worded(now, values, item)
        said = theirs.string if theirs.find(True) is None else None
        if said is not None and said.strip() and said != mine.string:
            settings["text"] = _worded(str(said).strip(), values, item)
        if settings:
            yield {"select": top if mine is tag else f"{top} {_path(mine, tag)}", "when": when, "set": settings}


def _attribute(tag: Tag, name: str) -> str | None:
    said = tag.get(name)
    return " ".join(said) if isinstance(said, list) else said


def _path(tag: Tag, top: Tag) -> str:
    steps: list[str] = []
    for one in [tag, *tag.parents]:
        if one is top:
            break
        place = len(one.find_previous_siblings(one.name)) + 1
        steps.insert(0, f"> {one.name}:nth-of-type({place})")
    return " ".join(steps)


def _worded(said: str, values: Mapping[str, str], item: str) -> str:
    """The expression of a text or an address that may name the entity."""
    ways = wordings(said, values, [KEY, SPACED])
    made = next((way for way in ways if way.fields()), None)
    return made.text(lambda name: own_text(item, name)) if made is not None else text(said)
