"""Pieces of pages that scripts ask for and put into their page: htmx, Turbo streams, tables that are loaded anew.

Such a part shows rows of a list, or one entity: its row, its form. It is told like a page of its own; the answer to a
request that changes something shows what is so afterwards. Where pieces are put into a page by its scripts, the page
shows the state as it is served, and is left to them from then on (`once`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from awe_author.archive.httphead import header
from awe_author.features.discover.common.keys import text
from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call, Raw
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import addresses
from awe_author.features.discover.markup.documents import Rows, rows_of
from awe_author.features.discover.markup.forms import form_of, forms_of
from awe_author.features.discover.markup.wording import KEY, values_of
from awe_author.features.discover.pages.about import about_feature
from awe_author.features.discover.pages.about_pages import About, entity_at
from awe_author.features.discover.pages.cells import cells_of
from awe_author.features.discover.pages.list_addresses import address_of
from awe_author.features.discover.pages.list_features import list_features
from awe_author.features.discover.pages.page_lists import Look, Narrowing, looks_at
from awe_author.features.discover.pages.page_texts import count_texts
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_among
from awe_author.features.discover.pages.usual_orders import choices_of, usual_order
from awe_author.features.discover.replies.negotiated import sign_of, sign_test
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.dom.rendering import is_whole, parsed_answer
from awe_author.json_types import Json, JsonObject
from awe_author.queries import parse_qsl

MOST = 400
"""Pieces of pages that are looked at."""
LARGEST = 400_000
"""Characters of such a part."""
MOST_CHARACTERS = 4_000_000
"""Characters of all pieces that are looked at; reading a million takes seconds."""
OWN_KEY = "segments[0]"
"""The key of a page's entity, as its address gives it."""
OF_REQUESTS = {"page.query": "query", "page.url": "url", "page.path": "path"}
"""Words of expressions about a page -> those about a request."""


@dataclass(slots=True)
class Piece:
    """One answer that is a piece of a page."""

    call: Call
    shown: Shown
    sign: str = ""
    """The header by which requests for it say that they are for no document, where its address has a document, too."""
    fills: bool = False
    """Does the document at its address come without the rows that it has?"""


@dataclass(slots=True)
class Pieces:
    """The pieces of pages that are about one kind."""

    features: list[Feature] = field(default_factory=list)
    """Of those that are only asked for."""
    shows: dict[int, list[Json]] = field(default_factory=dict)
    """Number of a write -> what its answer shows; `segments[0]` stands for the entity's key."""

    driven: bool = False
    """Do scripts fetch whole pages, to show them in place of the one that is there?"""
    filled: set[str] = field(default_factory=set)
    """Paths of documents that come without rows of the kind, which scripts put there."""

    @property
    def there(self) -> bool:
        """Are there any?"""
        return bool(self.features or self.shows)


def pieces_of(raws: Sequence[Raw], calls: Sequence[Call]) -> list[Piece]:
    """All pieces of pages of a recording."""
    found: list[Piece] = []
    characters = 0
    by_seq = {call.seq: call for call in calls}
    for raw in raws:
        call = by_seq.get(raw.seq)
        fetched = header(raw.request_headers, "sec-fetch-dest") == "empty"
        if call is None or not fetched or not 0 < len(call.html) < LARGEST or is_whole(call.html) or len(found) >= MOST:
            continue
        characters += len(call.html)
        if characters > MOST_CHARACTERS:
            break
        document = parsed_answer(call.html)
        # What it shows is so after what it did: of two that ask, the second sees what the first has changed.
        page = Page(raw.url, "", call.html, raw.seq + 1)
        forms = forms_of(document, raw.url)
        if not forms and document.body is not None:  # its fields may be sent without a form
            forms = [form_of(document, document.body, raw.url)]
        found.append(Piece(call, Shown(page, rows_of(document, raw.url), forms, document)))
    return _beside_documents(found, raws)


def _beside_documents(pieces: Sequence[Piece], raws: Sequence[Raw]) -> list[Piece]:
    """The pieces, with the header that tells requests for those at one address from requests for its documents."""
    fetched = {piece.call.seq for piece in pieces}
    documents: dict[str, list[Raw]] = {}
    parts: dict[str, list[Raw]] = {}
    for raw in (raw for raw in raws if raw.method == "GET" and raw.status == 200):
        if raw.seq in fetched:
            parts.setdefault(raw.url.partition("?")[0], []).append(raw)
        elif "html" in header(raw.headers, "content-type").lower():
            documents.setdefault(raw.url.partition("?")[0], []).append(raw)
    signs = {where: sign_of(documents[where], asked) for where, asked in parts.items() if where in documents}
    found = []
    for piece in pieces:
        where = piece.shown.page.url.partition("?")[0]
        bodies = [raw.body for raw in documents.get(where, ())] if signs.get(where) else []
        found.append(replace(piece, sign=signs.get(where, ""), fills=bool(bodies) and _comes_without(piece, bodies)))
    return found


def _comes_without(piece: Piece, documents: Sequence[bytes]) -> bool:
    """Has none of these documents a key of the rows of a piece?"""
    keys = {row.key.encode() for rows in piece.shown.lists for row in rows.rows if looks_like_id(row.key)}
    return bool(keys) and not any(key in body for key in keys for body in documents)


def pieces_about(one: PageKind, part: Entities, pieces: Sequence[Piece], seen: Seen, *, driven: bool = False) -> Pieces:
    """What pieces of pages show of one kind. `driven`: scripts fetch whole pages, too."""
    found = Pieces(driven=driven)
    keys = {*part.seed, *part.made}
    writes = {
        call.seq: key
        for operation in one.operations
        for call, key in zip(operation.calls, operation.made, strict=False)
    }
    asked = [piece for piece in pieces if not piece.call.mutation]
    for group in _alike(asked, one, keys):
        found.features += (made := _asked(one, part, group, keys, seen))
        rows = [piece for piece in group if any(rows.template == one.template for rows in piece.shown.lists)]
        if made and rows and all(piece.fills for piece in rows):
            found.filled.add(urlsplit(group[0].shown.page.url).path)
    counts = _counts(one, part, [piece for piece in pieces if piece.call.seq in writes], seen)
    for operation in one.operations:
        mine = [piece for piece in pieces if piece.call in _originals(operation.calls, pieces)]
        shows = _whole(one, part, mine, seen)
        named = [(piece, writes[piece.call.seq]) for piece in mine]
        shows = shows or _about(one, part, named, seen, gone=operation.role == "delete" and not operation.several)
        for piece in mine:
            there: list[Json] = [show for show in counts if piece.shown.document.select(str(show["select"]), limit=1)]
            found.shows[piece.call.seq] = [*shows, *there]
    return found


def _originals(calls: Sequence[Call], pieces: Sequence[Piece]) -> list[Call]:
    seqs = {call.seq for call in calls}
    return [piece.call for piece in pieces if piece.call.seq in seqs]


def _alike(pieces: Sequence[Piece], one: PageKind, keys: set[str]) -> Iterator[list[Piece]]:
    """Those of one address, whatever entity it names."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        named = _named(piece, keys, one)
        mark = named[0] if named else urlsplit(piece.shown.page.url).path
        groups.setdefault(mark, []).append(piece)
    for group in groups.values():
        about = any(_named(piece, keys, one) for piece in group)
        if about or any(rows.template == one.template for piece in group for rows in piece.shown.lists):
            yield group


def _named(piece: Piece, keys: set[str], one: PageKind) -> tuple[str, str] | None:
    """(template, key) of an address that names an entity in its path, or in its query the one that the page which asks
    for it is about."""
    for address in addresses(piece.shown.page.url, piece.shown.page.url):
        path, _, query = address.template.partition("?")
        if address.key in keys and looks_like_id(address.key) and "*" in path:
            return path, address.key
        of_page = piece.call.referer or piece.call.page
        if query and address.key in keys and of_page and key_among(of_page, one.template) == address.key:
            return address.template, address.key
    return None


def _asked(one: PageKind, part: Entities, group: Sequence[Piece], keys: set[str], seen: Seen) -> list[Feature]:
    named = [(piece, at[1]) for piece in group if (at := _named(piece, keys, one)) is not None]
    if named:
        first = _named(named[0][0], keys, one)
        about = About(first[0] if first else one.template, True, piece=True)
        about.telling = [name for name in part.fields() if part.tells_apart(name)]
        about.pages = _pages(one, part, named, seen)
        made = about_feature(one, part, about)
        return [_as_request(made, [piece for piece, _ in named])] if made is not None else []
    lists = [(piece, rows) for piece in group for rows in piece.shown.lists if rows.template == one.template]
    shown = [piece.shown for piece in group]
    listed = list_features(one, part, (lists[0][0].shown.page, lists[0][1]), shown, seen, {})
    return [_as_request(listed[0], group)] if listed else []


def _as_request(made: Feature, group: Sequence[Piece]) -> Feature:
    """A feature of pages as one of requests that are answered with a part of a page."""
    page = made.document
    on = page["on"]
    assert isinstance(on, dict)
    address = str(on["page"]) if "*" in str(on["page"]) else address_of(group[0].shown.page.url).partition("?")[0]
    document: JsonObject = {
        "id": str(page["id"]).removesuffix(".page") + ".part",
        "title": page["title"],
        "on": {"request": f"GET {address}", **({"where": replaced(on["where"], OF_REQUESTS)} if "where" in on else {})},
    }
    if page.get("let"):
        document["let"] = replaced(page["let"], OF_REQUESTS)
    document["reply"] = {"like": "recorded", "show": replaced(page["show"], OF_REQUESTS)}
    if (sign := group[0].sign) and all(piece.sign == sign for piece in group):
        asked = document["on"]
        assert isinstance(asked, dict)
        asked["where"] = f"({asked['where']}) && {sign_test(sign)}" if "where" in asked else sign_test(sign)
    path, _, query = address.partition("?")
    if star := next((name for name, value in parse_qsl(query) if value == "*"), ""):
        document = replaced(document, {OWN_KEY: f"query.get({text(star)}, '')"})
        others = [(name, value) for name, value in parse_qsl(query) if value != "*"]
        tests = [f"query.get({text(name)}, '') == {text(value)}" for name, value in others]
        told = document["on"]
        assert isinstance(told, dict)
        where = [*([str(told["where"])] if "where" in told else []), *tests]
        document["on"] = {"request": f"GET {path}", **({"where": " && ".join(where)} if where else {})}
    seqs = ", ".join(str(piece.call.seq) for piece in group[:5])
    return Feature(document, [f"seen: {group[0].call.method} {group[0].call.path}, seq {seqs}", "sure: 0.65"], 0.65)


def _pages(
    one: PageKind, part: Entities, named: Sequence[tuple[Piece, str]], seen: Seen
) -> list[tuple[Shown, str, dict[str, str]]]:
    found = []
    for piece, key in named:
        entity = entity_at(one, part, key, piece.shown.page.seq, seen)
        if entity is not None:
            found.append((piece.shown, key, values_of({**entity, KEY: key})))
    return found


def _about(
    one: PageKind, part: Entities, named: Sequence[tuple[Piece, str]], seen: Seen, *, gone: bool = False
) -> list[Json]:
    """What the answers to one write show of the entity that each is about; of one that is `gone` its key."""
    pages = [(piece.shown, key, {KEY: key}) for piece, key in named] if gone else _pages(one, part, named, seen)
    about = About(one.template, not gone, pages, piece=True)
    about.telling = [name for name in part.fields() if part.tells_apart(name)]
    made = about_feature(one, part, about) if about.pages else None
    shows = made.document["show"] if made is not None else []
    return list(shows) if isinstance(shows, list) else []


def _whole(one: PageKind, part: Entities, pieces: Sequence[Piece], seen: Seen) -> list[Json]:
    """The whole list, when that is what the answers to a write show."""
    lists = [(piece.shown.page, rows, piece.shown) for piece in pieces for rows in piece.shown.lists
             if rows.template == one.template]  # fmt: skip
    looks = looks_at(one, part, lists, seen)
    if not looks or any({*look.keys} != {*look.there} for look in looks):
        return []
    cells = cells_of(one, part, [(page, rows) for page, rows, _ in lists], seen, lambda row: row.tag)
    rows = lists[0][1]
    each = usual_order(f"state.{part.kind.name}.values()", looks, None, choices_of(one))
    return [{"each": each, "into": rows.container, "row": rows.row, "key": "item.id", "set": cells}] if cells else []


def _counts(one: PageKind, part: Entities, pieces: Sequence[Piece], seen: Seen) -> list[JsonObject]:
    """How many there are, as answers to writes tell it; told from all of them together."""
    rows = Rows(one.template, "", "", [])
    looks: list[Look] = looks_at(one, part, [(piece.shown.page, rows, piece.shown) for piece in pieces], seen)
    plain = [replace(look, page=replace(look.page, url=urlsplit(look.page.url)._replace(query="").geturl()))
             for look in looks]  # fmt: skip
    size = f"state.{part.kind.name}.size()"
    found = count_texts(plain, Narrowing(), dict.fromkeys(("matched", "all", "shown", "last", "first"), size))
    return [show for show in found if isinstance(show, dict)]


def keyed(shows: Sequence[Json], key: str) -> list[Json]:
    """What is shown of the entity with this key (an expression)."""
    return [replaced(show, {OWN_KEY: key}) for show in shows]


def each_once(shows: Sequence[Json]) -> list[Json]:
    """The same without what is there already."""
    found: list[Json] = []
    for show in shows:
        if show not in found:
            found.append(show)
    return found


def without_rows(features: Sequence[Feature], documents: Sequence[int]) -> None:
    """Documents that come without rows of a list have at most a line that says so ("Nothing found"), and no row to
    copy: rows have links. `documents`: their numbers; what a script asked for at the same address is none."""
    for feature in features:
        on = feature.document["on"]
        if isinstance(on, dict) and documents:
            on.setdefault("like", [*documents])
        show = feature.document["show"]
        for one in show if isinstance(show, list) else ():
            if isinstance(one, dict) and "each" in one and isinstance(one["row"], str):
                one["row"] += ":has(a[href])"
                one.pop("samples", None)
            elif isinstance(one, dict) and "each" in one and isinstance(one["row"], dict):
                one["row"] = {f"{row}:has(a[href])": test for row, test in one["row"].items()}
                one.pop("samples", None)


def shown_once(features: Sequence[Feature]) -> None:
    """Pages into which scripts put pieces show the state as they are served only."""
    for feature in features:
        on = feature.document["on"]
        if isinstance(on, dict) and "page" in on:
            on["once"] = True
