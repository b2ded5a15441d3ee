"""Settings that scripts store one by one, and that documents carry in a script from then on.

    POST /api/options  change=sidebar=closed           <script>app.options.set({"sidebar": "closed"});</script>

Told by all documents: those before the first such post lack the setting, or say something else of it, and what each of
them says is what the posts until then stored. A value of which documents then say nothing is the one that goes without
saying. The documents of the mock say what was stored in it, so that their scripts ask and store what those of the app
would.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from awe_author.features.discover.common.beside import add_beside, free_name
from awe_author.features.discover.common.keys import member, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.sightings import Endpoint, endpoint_of
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.replies.constants import LARGEST
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.scripts import calls_in
from awe_author.json_types import JsonObject

SURE = 0.8
LEAST_LATER = 2
"""Documents that say something of a setting after it was stored, at least."""
LONGEST = 20_000
"""Characters of a script that may carry settings."""
_PAIR = re.compile(r"([A-Za-z][\w.-]{1,80})(?:=(.*))?\Z", re.DOTALL)
_NAME = re.compile(r"[A-Za-z][\w.-]{1,80}\Z")
_SAYS_NAME = re.compile(r"(^|_)(name|key|option|setting|preference)$")
_TOKEN = re.compile(r"[0-9a-f]{12,}")
"""What scripts say anew in each document."""
_ASSIGNED = re.compile(r"(?<![\w$.])[A-Za-z_$][\w$.]*\s*=\s*(?=\{)")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Way:
    """How a post says a setting: `name=value` in one field, or in two fields."""

    name: str
    value: str = ""
    """The field of the value; "" where one field says both."""

    def read(self, call: Call) -> tuple[str, str | None] | None:
        """(name, value), the value None where the post takes it away; None when the post says none."""
        said = call.body.get(self.name) if isinstance(call.body, dict) else None
        if not isinstance(said, str):
            return None
        if self.value:
            value = call.body.get(self.value)
            return (said, value) if _NAME.match(said) and (value is None or isinstance(value, str)) else None
        found = _PAIR.match(said)
        return (found[1], found[2]) if found is not None else None

    def texts(self) -> JsonObject:
        """The expressions of both, for a request."""
        own = member("body", self.name)
        if self.value:
            return {"name": own, "value": f"dyn(body.get({text(self.value)}, null))"}
        value = f"{own}.contains('=') ? dyn({own}.substring({own}.indexOf('=') + 1)) : dyn(null)"
        return {"name": f"{own}.split('=')[0]", "value": value}


@dataclass(frozen=True, slots=True)
class _Script:
    """A script of a document with an object in it, or what it would be without."""

    before: str
    head: str
    tail: str
    after: str
    value: Mapping[str, Any]

    def form(self) -> tuple[str, ...]:
        """All but the object and what each document says anew."""
        return tuple(_TOKEN.sub("", one) for one in (self.before, self.head, self.tail, self.after))


@dataclass(slots=True)
class ScriptSettings:
    """Settings of one app."""

    endpoint: Endpoint
    way: Way
    writes: list[Call]
    selector: str
    """Of the script."""
    script: _Script
    left_out: bool
    """Is there no call while nothing is stored?"""
    seed: dict[str, str] = field(default_factory=dict)
    plain: set[str] = field(default_factory=set)
    """Settings that are no texts in the script."""
    unsaid: set[tuple[str, str]] = field(default_factory=set)
    """(setting, value) that goes without saying."""


def script_settings(calls: Sequence[Call], answered: set[int], known: frozenset[str]) -> list[ScriptSettings]:
    """The settings that posts store which no feature answers: of each address of such posts at most one sort."""
    posts: dict[Endpoint, list[Call]] = {}
    for call in calls:
        plain = call.mutation and 200 <= call.status < 300 and not call.html and isinstance(call.body, dict)
        if plain and call.seq not in answered and len(str(call.answer)) < LARGEST:
            posts.setdefault(endpoint_of(call, known), []).append(call)
    found: list[ScriptSettings] = []
    for endpoint, writes in posts.items():
        ways = [way for way in _ways(writes) if all(way.read(call) is not None for call in writes)]
        documents = [call for call in calls if call.origin == endpoint.origin and "<html" in call.html[:2000].lower()]
        if not ways or not _carry(writes, ways, documents):
            continue
        scripts = _scripts(documents)
        made = (_told(endpoint, way, writes, selector, every) for way in ways for selector, every in scripts)
        found += [one for one in made if one is not None][:1]
    return found


def _ways(writes: Sequence[Call]) -> Iterator[Way]:
    """How these posts may say settings."""
    names = [name for name, value in writes[0].body.items() if isinstance(value, str)]
    for name in names:
        if any("=" in str(call.body.get(name)) for call in writes):
            yield Way(name)
        for value in names if _SAYS_NAME.search(snake(name)) else ():
            if value != name and "value" in snake(value):
                yield Way(name, value)


def _carry(writes: Sequence[Call], ways: Sequence[Way], documents: Sequence[Call]) -> bool:
    """Do documents say a name that was stored? The rest is not looked at otherwise."""
    names = {f'"{said[0]}"' for way in ways for call in writes if (said := way.read(call)) is not None}
    return any(name in call.html for call in documents for name in names)


Looks = list[tuple[int, _Script | None, str]]
"""(number of the document, what its script has, the script)."""


def _scripts(documents: Sequence[Call]) -> list[tuple[str, Looks]]:
    """The scripts that have an object in some documents, by their place: (selector, each look)."""
    texts: dict[str, list[tuple[int, str]]] = {}
    for call in documents:
        for tag in parse(call.html).find_all("script"):
            said = tag.string or ""
            parent = tag.parent.name if tag.parent is not None else ""
            if parent in ("head", "body"):
                place = sum(1 for _ in tag.find_previous_siblings("script")) + 1
                texts.setdefault(f"{parent} > script:nth-of-type({place})", []).append((call.seq, str(said)))
    found: list[tuple[str, Looks]] = []
    for selector, every in texts.items():
        heads = {one.head for _, script in every if len(script) < LONGEST for one in _objects(script)}
        for head in sorted(heads):
            own = ((seq, next((one for one in _objects(script) if one.head == head), None), script)
                   for seq, script in every)  # fmt: skip
            found.append((selector, [*own]))
    return found


def _objects(script: str) -> Iterator[_Script]:
    """The objects that a script gives to functions, or to variables."""
    for call in calls_in(script):
        if len(call.arguments) == 1 and isinstance(call.arguments["0"], dict):
            yield _Script(script[: call.begin], call.head, call.tail, script[call.end :], call.arguments["0"])
    for found in _ASSIGNED.finditer(script):
        try:
            value, end = _DECODER.raw_decode(script, found.end())
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            yield _Script(script[: found.start()], found[0], "", script[end:], value)


def _told(endpoint: Endpoint, way: Way, writes: Sequence[Call], selector: str, looks: Looks) -> ScriptSettings | None:
    """The settings, where all documents say what was stored until then; else None."""
    scripts = [one for _, one, _ in looks if one is not None]
    model = scripts[-1]
    without = _TOKEN.sub("", model.before + model.after)
    absent = [_TOKEN.sub("", script) for _, one, script in looks if one is None]
    if {one.form() for one in scripts} != {model.form()} or any(script != without for script in absent):
        return None
    first = min(call.seq for call in writes)
    before = [one.value if one is not None else {} for seq, one, _ in looks if seq < first]
    if not before or any(value != before[0] for value in before):
        return None
    made = ScriptSettings(endpoint, way, [*writes], selector, model, bool(absent))
    made.plain = {name for one in scripts for name, value in one.value.items() if not isinstance(value, str)}
    made.seed = {name: _text(value) for name, value in before[0].items()}
    return made if _follows(made, [(seq, one.value if one is not None else {}) for seq, one, _ in looks]) else None


def _follows(made: ScriptSettings, looks: Sequence[tuple[int, Mapping[str, Any]]]) -> bool:
    """Does every document say what was stored until then, and do some say what was not so before?"""
    later = 0
    for seq, value in looks:
        said = {name: _text(inner) for name, inner in value.items()}
        stored = dict(made.seed)
        for call in made.writes:
            pair = made.way.read(call) if call.seq < seq else None
            if pair is not None:
                stored.pop(pair[0], None)
                stored |= {pair[0]: pair[1]} if pair[1] is not None else {}
        made.unsaid |= {(name, inner) for name, inner in stored.items() if name not in said}
        if any(stored.get(name) != inner for name, inner in said.items()):
            return False
        later += any(made.seed.get(name) != inner for name, inner in said.items())
    shown = {(name, _text(inner)) for _, value in looks for name, inner in value.items()}
    return later >= LEAST_LATER and made.unsaid.isdisjoint(shown)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def add_script_settings(
    found: Sequence[ScriptSettings], model: JsonObject, seed: JsonObject, taken: set[str]
) -> list[Feature]:
    """Put them, what they were first, and the actions that store them into model and seed; their features. `taken`:
    names that the model has."""
    features: list[Feature] = []
    for one in found:
        name = free_name("options", taken)
        schema: JsonObject = {
            "type": "object",
            "description": f"Name -> value, stored by {one.endpoint}. Sure: {SURE:.2f}, documents say it later.",
            "additionalProperties": {"type": "string"},
        }
        add_beside(model, seed, name, schema, one.seed, {f"store_{name}": _action(one, name)})
        features += [_stores(one, name), _shows(one, name)]
    return features


def _action(one: ScriptSettings, name: str) -> JsonObject:
    seqs = ", ".join(str(call.seq) for call in one.writes[:5])
    unsaid = ", ".join(text(f"{own}={value}") for own, value in sorted(one.unsaid))
    kept = f"params.value != null && !((params.name + '=' + string(params.value)) in [{unsaid}])"
    path = f"/{name}/{{params.name}}"
    return {
        "title": f"Store one of the {name.replace('_', ' ')}",
        "$comment": f"Seen: {one.endpoint}, seq {seqs}. Sure: {SURE:.2f}.",
        "params": {
            "type": "object",
            "required": ["name", "value"],
            "properties": {"name": {"type": "string", "minLength": 1}, "value": {"type": ["string", "null"]}},
        },
        "effects": [
            {"op": "add", "path": path, "value": "string(params.value)", "if": kept},
            {"op": "remove", "path": path, "if": f"!({kept}) && params.name in state.{name}"},
        ],
    }


def _stores(one: ScriptSettings, name: str) -> Feature:
    """The request that stores one."""
    call = one.writes[0]
    seqs = ", ".join(str(each.seq) for each in one.writes[:8])
    tests = [f"{text(field)} in body" for field in (one.way.name, one.way.value) if field]
    for pair in one.endpoint.operation.split("&") if one.endpoint.operation else ():
        own, _, value = pair.partition("=")
        of = "query" if own in call.params else "body"
        tests.append(f"{of}.get({text(own)}, '') == {text(value)}")
    document: JsonObject = {
        "id": f"{name}.store.api",
        "title": f"Store one of the {name.replace('_', ' ')}",
        "on": {
            "request": f"{call.method} {one.endpoint.origin}{one.endpoint.path}",
            "where": " && ".join([*tests, f"{one.way.texts()['name']} != ''"]),
        },
        "do": f"store_{name}",
        "with": one.way.texts(),
        "reply": {"status": call.status, "like": "recorded"},
    }
    return Feature(document, [f"seen: {one.endpoint}, seq {seqs}", f"sure: {SURE:.2f}"], SURE)


def _shows(one: ScriptSettings, name: str) -> Feature:
    """The script of all documents."""
    script, own = one.script, f"state.{name}[k]"
    quoted = f"strings.quote({own})"
    plain = ", ".join(map(text, sorted(one.plain)))
    value = f"(k in [{plain}] && parse_json({own}) != null ? {own} : {quoted})" if plain else quoted
    inner = f"state.{name}.keys().map(k, strings.quote(k) + ':' + {value}).join(',')"
    made = f"{text(script.head + '{')} + {inner} + {text('}' + script.tail)}"
    made = f"(size(state.{name}) == 0 ? '' : {made})" if one.left_out else f"({made})"
    said = f"{text(script.before)} + {made}.replace('<', '\\\\u003c') + {text(script.after)}"
    document: JsonObject = {
        "id": f"{name}.script.page",
        "title": f"The {name.replace('_', ' ')} that documents carry in a script",
        "on": {"page": f"{one.endpoint.origin}/*", "once": True},
        "show": [{"select": one.selector, "set": {"text": said}}],
    }
    return Feature(document, [f"seen: {one.endpoint}, what documents say later", f"sure: {SURE:.2f}"], SURE)
