"""Pages at addresses with a code (`row_codes`), and what leads there: a list of the one entity whose code it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from urllib.parse import urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.markup.wording import agreed, own_text, values_of, wordings
from awe_author.features.discover.pages.about_pages import entity_at, fields_of
from awe_author.features.discover.pages.code_cells import codes_of
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_in
from awe_author.features.discover.pages.text_places import places_of, said_at, set_at
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.6
MOST = 20


def code_page_features(
    one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen, lists: Sequence[Feature]
) -> list[Feature]:
    """The features of such pages. `lists`: those of the kind's lists, of whose rows they have one."""
    found = []
    for name, template in codes_of(one).items():
        keys = {str(entity[name]): key for key, entity in [*part.seed.items(), *part.made.items()] if name in entity}
        pages = [(page, keys[code]) for page in shown if (code := key_in(page.page.url, template)) in keys]
        rows = next((row for row in map(_rows, lists) if row and _has(row, [page for page, _ in pages])), None)
        if rows is None:
            continue
        fit = f"state.{part.kind.name}.values().filter(item, {own_text('item', name)} == segments[0])"
        like: list[Json] = [*dict.fromkeys(page.load.seq for page, _ in pages if page.load is not None)]
        on: JsonObject = {"page": one.origin + template, "where": f"{fit}.size() > 0", "like": like}
        document: JsonObject = {
            "id": f"{part.kind.name}.{snake(name)}.page",
            "title": f"A page that names one of {part.kind.name.replace('_', ' ')} by a code",
            "on": on,
            "let": {"fit": fit, "own": "fit[0]"},
            "show": [{**rows, "each": "fit"}, *_beside(lists, pages), *_texts(one, part, pages, seen)],
        }
        lines = [f"seen: page {page.page.url}, before seq {page.page.seq}" for page, _ in pages[:3]]
        found.append(Feature(document, [*lines, f"sure: {SURE:.2f}"], SURE))
    return found


def _rows(feature: Feature) -> JsonObject | None:
    show = feature.document.get("show")
    rows = [each for each in show if isinstance(each, dict) and "each" in each] if isinstance(show, list) else []
    return deepcopy(rows[0]) if len(rows) == 1 else None


def _has(rows: Mapping[str, Json], pages: Sequence[Shown]) -> bool:
    """Have all pages the list, with one row?"""
    kinds = rows["row"] if isinstance(rows["row"], dict) else [rows["row"]]
    return bool(pages) and all(
        sum(len(page.document.select(f"{rows['into']} > {kind}", limit=2)) for kind in kinds) == 1 for page in pages
    )


def _beside(lists: Sequence[Feature], pages: Sequence[tuple[Shown, str]]) -> list[Json]:
    """What lists show beside their rows that goes by nothing but the state, where these pages have it, too."""
    found: list[Json] = []
    for each in next((show for feature in lists if isinstance(show := feature.document.get("show"), list)), []):
        if isinstance(each, dict) and "select" in each and "when" not in each:
            plain = not any(sign in str(each["set"]) for sign in ("page.", "fit", "shown", "view", "about", "listed"))
            if plain and all(page.document.select(str(each["select"]), limit=1) for page, _ in pages):
                found.append(each)
    return found


def _texts(one: PageKind, part: Entities, pages: Sequence[tuple[Shown, str]], seen: Seen) -> list[Json]:
    """Texts outside of the row that say something of the entity, such as titles."""
    told = [
        (page, values_of({**(entity_at(one, part, key, page.page.seq, seen) or {}), "id": key})) for page, key in pages
    ]
    names, found = fields_of(one, part), dict[tuple[str, str], str]()
    for page, values in told[:3]:
        inside = {id(row) for rows in page.lists for each in rows.rows if each.tag is not None for row in [each.tag]}
        for tag, place, shown in places_of(page.document):
            tries = wordings(shown, values, names, one.sent.values()) if tag.name in ("title", "h1", "h2") else []
            within = any(id(above) in inside for above in [tag, *tag.parents])
            select = alone(page.document, tag, "") if tries and not within else None
            if select is None or (select, place) in found or len(found) >= MOST:
                continue
            at = [(there, of) for other, of in told if (there := said_at(other.document, select, place)) is not None]
            wording = agreed(tries, at, sent=one.sent.values())
            if wording is not None and len(at) == len(told):
                found[select, place] = wording.text(lambda name: own_text("own", name))
    return [set_at(select, place, made) for (select, place), made in found.items()]


def led_by_code(one: PageKind, part: Entities, operation: Operation, call: Call) -> str | None:
    """The expression of where a post leads that ends with the code of what it made or is about, as a place in a page
    (`/#Ouxq6Q`): in the page that a field of the form says, where it always does."""
    entities = {**part.seed, **part.made}
    for name in codes_of(one):
        pairs = [(other, str(entities.get(key, {}).get(name) or ""))
                 for other, key in zip(operation.calls, operation.made, strict=False)]  # fmt: skip
        if not pairs or any(not code or other.location.partition("#")[2] != code for other, code in pairs):
            continue
        key = "result.id" if operation.role == "create" else None
        if key is None and operation.key_at is not None:
            where = operation.key_at
            key = (
                f"segments[{where.way[0]}]" if where.part == "segments" else f"{where.part}[{text(str(where.way[0]))}]"
            )
        own = f"state.{part.kind.name}[{key}]" if key is not None else ""
        if own:
            return f"{_back(one, operation, call)} + '#' + {own_text(own, name)}"
    return None


def _back(one: PageKind, operation: Operation, call: Call) -> str:
    """The expression of the page itself."""
    plain, origin = call.location.partition("#")[0], call.origin
    bodies = [(one.bodies.get(other.seq), other.location.partition("#")[0]) for other in operation.calls]
    names = [name for body, _ in bodies if isinstance(body, dict) for name in body]
    for name in dict.fromkeys(names):
        said = [(str(body.get(name) or "") if isinstance(body, dict) else "", there) for body, there in bodies]
        if all(value and value.startswith(origin) and _path(value) == there for value, there in said):
            own = f"body.get({text(name)}, '')"
            return f"({own}.startsWith({text(origin + '/')}) ? {own}.substring({len(origin)}) : {text(plain)})"
    return text(plain)


def _path(url: str) -> str:
    parts = urlsplit(url)
    return parts.path + (f"?{parts.query}" if parts.query else "")
