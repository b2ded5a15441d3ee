"""What the posts of server-rendered apps do to the rows that pages list: which create, change or delete which."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.common.names import looks_like_id, path_words, singular, snake
from awe_author.features.discover.entities.targets import DELETES
from awe_author.features.discover.exchanges.calls import Call, says_what
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.lists.roles import asks_to_search
from awe_author.features.discover.markup.addresses import WORDS, addresses, below_words, joined
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.pages.form_keys import in_its_form
from awe_author.features.discover.pages.left_nothing import left_nothing
from awe_author.features.discover.pages.named_twice import beside, led_elsewhere, within
from awe_author.features.discover.pages.other_paths import on_other_path
from awe_author.features.discover.pages.post_answers import only_words, told_in
from awe_author.queries import parse_qsl

LARGEST_ANSWER = 8000
"""Characters of an answer to a post that is no page."""
LARGEST_WORD = 100
_TOKENS = re.compile(r"token|nonce|csrf|lock", re.IGNORECASE)
TOLD = 5
"""Characters of a sent text that are hardly in a new row by chance."""
FORMS = ("new", "create", "add", "edit", "form", "register")
"""Words in the place of a key that name the form for a new entity."""


def key_in(url: str, template: str) -> str | None:
    """The key when an address is of this template."""
    told = next((one.key for one in addresses(url, url) if one.template == template), None)
    return told or next((one.key for one in below_words(url, template) if one.template == template), None)


def key_among(url: str, template: str) -> str | None:
    """The same, where more parameters may stand beside those of the template: `?message=6`."""
    found = key_in(url, template)
    path, _, query = template.partition("?")
    asked = dict(parse_qsl(urlsplit(url).query))
    pairs = dict(parse_qsl(query))
    star = next((name for name, value in pairs.items() if value == "*"), "")
    if found is not None or not star or urlsplit(url).path != path or star not in asked:
        return found
    return asked[star] if all(asked.get(name) == value for name, value in pairs.items() if name != star) else None


def roles_of(
    template: str,
    lists: Sequence[tuple[Page, Rows]],
    posts: Sequence[Call],
    others: Mapping[str, Collection[str]] | None = None,
    linked: Mapping[str, int] | None = None,
) -> list[tuple[Call, str, str]]:
    """(post, role, key) of the posts that are about these rows. `others`: templates of other lists, with the keys of
    their rows; what is about a row of one that lies below these (`/projects/2/tasks/5`), or about its whole list, is
    not about these. Where such keys are no words, all belongs to them that begins as they do: `/shop/products/new` is
    about no section `products` of the shop. `linked`: keys to which pages link anywhere, and when they did first: a
    row that a list shows later is not new when a link led there before."""
    others, linked = others or {}, linked or {}
    below = [one for one in others if one.startswith(_start(template)) and len(_start(one)) > len(_start(template))]
    whole = {one for one in below if all(map(looks_like_id, others[one]))}
    every = posts
    posts = [call for call in posts if not any(_below(call, one, whole=one in whole) for one in below)]
    known: dict[str, int] = {}
    for page, rows in lists:
        for row in rows.rows:
            known[row.key] = min(known.get(row.key, page.seq), page.seq)
    posts = [call for call in posts if not any(_elsewhere(call, template, {*known}, *one) for one in others.items())]
    posts = [call for call in posts if not any(within(call, template, *one) for one in others.items())]
    found: list[tuple[Call, str, str]] = []
    straight = [(call, key) for call in posts if call.location and (key := _to(call, template)) is not None]
    led = {key: call.seq for call, key in straight if _in_path(call, template, {key}) is None}
    shown = [(_showing(call, every, lists, _before(call, known)), call.seq) for call in posts]
    shows = {key: seq for key, seq in reversed(shown) if key is not None}
    for call in posts:
        there = _before(call, known) | {key for _, _, key in found}
        there -= {key for _, role, key in found if role == "delete"}
        to = (_to(call, template) if call.location else None) or led_elsewhere(call, straight, there)
        named = _named(call, template, there, others) or _linked(call, template, linked, found)
        named = named or on_other_path(call, to, there, lists, others)
        if named is not None:
            last = all(post.seq <= call.seq for post in posts if _named(post, template, there, others) == named)
            stays = to == named  # it leads to the page of what it is about
            emptied = stays and left_nothing(call, named, [post for post, _, _ in found], lists)
            role = "delete" if emptied else _role(call, named, lists, may_go=last and not stays)
            found += [(call, role, named)] if role else []
        elif to is not None and to not in there:
            older = looks_like_id(to) and linked.get(to, call.seq) < call.seq  # opened by a link, and in no list yet
            found.append((call, "update" if older and _in_path(call, template, {to}) else "create", to))
        elif to is not None and _adds_to(call, to, template):
            found.append((call, "update", to))
        else:
            new = _showing(call, every, lists, there)
            appeared = _appeared(call, posts, lists, there) if new is None and to is None else None
            new = new or (appeared if appeared is not None and shows.get(appeared, call.seq) == call.seq else None)
            older = bool(new) and linked.get(new or "", call.seq + 1) <= call.seq
            if new and not older and led.get(new, call.seq) <= call.seq:  # else a later post that leads to it made it
                found.append((call, "create", new))
    return sorted([*found, *_made_before(found, every, linked)], key=lambda one: one[0].seq)


def _linked(call: Call, template: str, linked: Mapping[str, int], found: Sequence[tuple[Call, str, str]]) -> str | None:
    """The number of the entity whose own address a form is sent to, when a link led there before, in no list."""
    key = key_in(call.origin + call.path, template) if call.kind in ("form", "multipart") else None
    gone = {of for _, role, of in found if role == "delete"}
    fits = key is not None and key not in gone and looks_like_id(key) and linked.get(key, call.seq) < call.seq
    return key if fits else None


def _before(call: Call, known: Mapping[str, int]) -> set[str]:
    """The keys that lists had shown before a post."""
    return {key for key, seq in known.items() if seq <= call.seq}


def _made_before(
    found: Sequence[tuple[Call, str, str]], posts: Sequence[Call], linked: Mapping[str, int]
) -> list[tuple[Call, str, str]]:
    """Creations that no list tells, as a list of one row is none: posts alike to one that made a row, after each of
    which pages linked to one number that they had never linked to, before the next post."""
    told, keys = {call.seq for call, _, _ in found}, {key for _, role, key in found if role == "create"}
    paths = {(call.path, call.location) for call, role, _ in found if role == "create" and call.location}
    before: list[tuple[Call, str, str]] = []
    for call in posts if paths else ():
        if call.seq in told or (call.path, call.location) not in paths:
            continue
        following = min((other.seq for other in posts if other.seq > call.seq), default=0)
        fresh = [key for key, seq in linked.items() if call.seq < seq <= following and key not in keys]
        if len(fresh) == 1 and looks_like_id(fresh[0]):
            before.append((call, "create", fresh[0]))
    return before


def _role(call: Call, key: str, lists: Sequence[tuple[Page, Rows]], *, may_go: bool) -> str:
    """What a post does to the row that it names: "delete", "update", or "" for nothing. `may_go`: is it gone where the
    next list has it no longer?"""
    said = " ".join([call.path, call.operation, call.verb, *(f"{name}={value}" for name, value in call.query)])
    if _to_bin(call):
        return "delete"
    if DELETES.search(said.lower()):
        return "" if _still_there(key, call, lists) else "delete"
    if _says_nothing(call, key):
        return ""
    return "delete" if may_go and _gone(key, call, lists) else "update"


def _adds_to(call: Call, key: str, template: str) -> bool:
    """Does a form that leads to the page of an entity have its key in a field, though it says that it is about another
    sort (`module=Notes&parent_id=7`), or goes to an address without a key (`POST /remarks/` with `ticket=7`)?"""
    if call.kind not in ("form", "multipart"):
        return False
    sent = call.body if isinstance(call.body, dict) else {}
    said = [name for name, value in sent.items() if value == key]
    if not parameter_of(template):
        return any(names_key(name, template) for name in said)
    return bool(said) and (not key.isdigit() or any(snake(name).endswith("_id") for name in said))


def _says_nothing(call: Call, key: str) -> bool:
    """Does a script's post say nothing but which entity, what is done and a token, and is it answered with a word?"""
    if call.location or call.answer is not None or not call.html or len(call.html) > LARGEST_WORD or "<" in call.html:
        return False
    body = call.body.items() if isinstance(call.body, dict) else ()
    return all(says_what(name) or not value or value == key or _TOKENS.search(name) for name, value in body)


def _to(call: Call, template: str) -> str | None:
    """The key of the entity that a post leads to; back to a form that makes a new one is to none."""
    found = key_among(joined(call.origin + call.path, call.location), template)
    return None if found is not None and found.lower() in FORMS else found


def says_key(call: Call, template: str, key: str) -> bool:
    """Does a post go to an address of this template, with this key, or lead to it? The key may be in its body, under
    the name that the address has."""
    to = _to(call, template) if call.location else None
    named = _fields(call).get(parameter_of(template), "") if call.path == template.partition("?")[0] else ""
    return key in (to, _in_path(call, template, {key}), named)


def _fields(call: Call) -> dict[str, Any]:
    """What a request sends in its address and its form."""
    return dict(call.query) | (call.body if isinstance(call.body, dict) else {})


def shows_sent(call: Call, key: str, posts: Sequence[Call], lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Is it the row with this key that shows, of all that were listed afterwards, most of what a form sent?"""
    there = {row.key for page, rows in lists if page.seq <= call.seq for row in rows.rows}
    return _showing(call, posts, lists, there) == key


def starred(path: str, key: str, template: str) -> str:
    """A path with `*` for the entity that it names: where the kind's own addresses do (`/boats/*`, `/boat*`), else in
    the last part that can; as it is when none can. Words behind the key (`**`) are as good as any."""
    parts, own = path.split("/"), template.partition("?")[0].split("/")
    usual = next((number for number, part in enumerate(own) if part.endswith("*")), -1)
    said = own[usual].replace("*", key) if usual >= 0 else key
    there = [number for number, part in enumerate(parts) if unquote(part) == key]
    if 0 <= usual < len(parts) and unquote(parts[usual]) == said and parts[:usual] == own[:usual]:
        parts[usual] = own[usual]
        if own[usual + 1 : usual + 2] == [WORDS] and len(parts) > usual + 1:
            parts[usual + 1] = "*"
    elif there:
        parts[there[-1]] = "*"
    return "/".join(parts) or "/"


def _start(template: str) -> str:
    return template.partition("?")[0].partition("*")[0]


def _below(call: Call, template: str, *, whole: bool) -> bool:
    """Is a post about one row of such a list, or about all of it? `whole`: is it when it begins as the rows do?"""
    path = template.partition("?")[0]
    if whole and path.rstrip("/").endswith("*") and call.path.startswith(_start(template)):
        return True
    return f"{call.path.rstrip('/')}/" == _start(template) or bool(
        path.endswith("*") and key_in(call.origin + call.path, template)
    )


def _elsewhere(call: Call, template: str, known: set[str], other: str, keys: Collection[str]) -> bool:
    """Does a post go to the address of another kind, and name one of it as that address does? What of this kind it
    names as well is what that belongs to: `POST /comment.php` with `c=6&comment_post=8`, beside `/comment.php?c=*`."""
    path = call.path.partition("?")[0]
    if other.partition("?")[0] != path or template.partition("?")[0] == path or "=*" not in other:
        return False
    if call.location and _to(call, template) is not None:
        return False  # it leads to the page of one of this kind
    named, own = _fields(call).get(parameter_of(other)), _named(call, template, known)
    return named in keys and own is not None and named != own


def parameter_of(template: str) -> str:
    """The parameter that is the key; "" where it is in the path."""
    return template.partition("?")[2].partition("=*")[0].rpartition("&")[2] if "=*" in template else ""


def _named(
    call: Call, template: str, there: set[str], others: Mapping[str, Collection[str]] | None = None
) -> str | None:
    """The key that a post names: in its address, or in a field called like the template's parameter. An address that
    is that of another row (`others`) has nothing beside it that names one of these."""
    url = (
        call.origin
        + call.path
        + ("?" + "&".join(f"{name}={value}" for name, value in call.query) if call.query else "")
    )
    key = _in_path(call, template, there, url) or in_its_form(call, _start(template), there)
    theirs = any(
        key_in(call.origin + call.path, other) in keys or beside(call.path, template, other, keys)
        for other, keys in (others or {}).items() if other != template and "*" in other.partition("?")[0]
    )  # fmt: skip
    if key is None and not theirs:
        key = next((part for part in _near(call.path, template) if part in there), None)
        key = key or _behind(call.path, template, there)
    if key is not None:
        return key
    fields = _fields(call)
    for pair in template.partition("?")[2].split("&"):
        name, _, value = pair.partition("=")
        if value != "*" and not says_what(name) and name in fields and fields[name] != value:
            return None
    parameter = parameter_of(template)
    values = [value for name, value in call.query if not parameter or names_key(name, template)]
    sent = call.body.items() if isinstance(call.body, dict) and parameter else ()
    values += [str(value) for name, value in sent if names_key(name, template)]
    return next((value for value in values if value in there and not (value.isdigit() and not parameter)), None)


def names_key(name: str, template: str) -> bool:
    """Is a field called like the parameter of a template (`post`, `edit_post`, `post_id` of `?post=*`), or like what
    stands before the key in its path: `ticket`, `ticket_id` of `/tickets/*`?"""
    own = parameter_of(template) or singular(next(iter(path_words(_start(template))[::-1]), ""))
    last = snake(own).removesuffix("_id").rpartition("_")[2]
    return bool(last) and snake(name).removesuffix("_id").rpartition("_")[2] == last


def _in_path(call: Call, template: str, there: set[str], url: str = "") -> str | None:
    """The key of an address of the template that a post's address is, or begins with."""
    parts = call.path.split("/")
    shorter = [call.origin + "/".join(parts[:size]) for size in range(len(parts), 1, -1)]
    shorter += [f"{one}/" for one in shorter] if template.endswith("/") else []
    return next((found for one in [url, *shorter] if one and (found := key_in(one, template)) in there), None)


def _near(path: str, template: str) -> list[str]:
    """The parts of a path beside the template's: with `/book/row/*/` the `7` of `/book/update/7/`."""
    own = template.partition("?")[0].split("/")
    parts = path.split("/")
    at = own.index("*") if "*" in own else 0
    return [unquote(parts[at])] if at > 1 and len(parts) > at and parts[:2] == own[:2] else []


def _behind(path: str, template: str, there: set[str]) -> str | None:
    """The only number of a path that begins as the template: with `/topics/*/**` the `7` of `/topics/update/7/`."""
    start = _start(template)
    numbers = [part for part in path.removeprefix(start).split("/") if part.isdigit()]
    begins = len(start) > 1 and path.startswith(start) and not path.removeprefix(start)[:1].isdigit()
    return numbers[0] if begins and len(numbers) == 1 and numbers[0] in there else None


def _to_bin(call: Call) -> bool:
    values = call.body.values() if isinstance(call.body, dict) else ()
    return any(
        isinstance(value, str) and value.lower() in ("trash", "bin", "deleted", "deleted items") for value in values
    )


def _appeared(call: Call, posts: Sequence[Call], lists: Sequence[tuple[Page, Rows]], there: set[str]) -> str | None:
    """The one key that the next list has more, when no other post lies between and the address is of the same app; or
    the one that later lists have more and the answer names."""
    later = [(page, rows) for page, rows in lists if page.seq > call.seq]
    fresh = {row.key for _, rows in later for row in rows.rows} - there
    if call.kind in ("form", "multipart") and len(named := named_in(call, fresh)) == 1:
        return named[0]
    if (
        not later
        or call.answer is not None
        or call.kind not in ("form", "multipart")
        or any(call.seq < post.seq < later[0][0].seq for post in posts)
    ):
        return None
    if call.location and not _led_to(call, later[0][0], lists):
        return None
    before = [rows for page, rows in lists if page.seq <= call.seq and rows.container == later[0][1].container]
    new = {row.key for row in later[0][1].rows} - there
    return new.pop() if len(new) == 1 and (before or len(later[0][1].rows) == 1) else None


def _led_to(call: Call, page: Page, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Did a post lead to a page with a list, or was that looked at before? Any other may have what was never seen."""
    path = urlsplit(page.url).path
    before = {urlsplit(other.url).path for other, _ in lists if other.seq <= call.seq}
    return path in before or path == urlsplit(joined(call.origin + call.path, call.location)).path


def _showing(call: Call, posts: Sequence[Call], lists: Sequence[tuple[Page, Rows]], there: set[str]) -> str | None:
    """The one key never seen before whose row, in a later list, shows what a form sent, more than any other; for what
    a script sent, and was told in JSON: when no form of the page sent the same before that list."""
    if call.kind not in ("form", "multipart") or not only_words(call.answer) or not isinstance(call.body, dict):
        return None
    sent, again = told_in(call), [post for post in posts if post.seq > call.seq and post.answer is None]
    again = again if call.answer is not None else []
    shown: dict[str, int] = {}
    for page, rows in lists:
        for row in rows.rows if page.seq > call.seq else ():
            same = {value for value in row.values.values() if value in sent}
            if any(post.seq < page.seq and same & told_in(post) for post in again):
                continue
            if row.key not in there and any(len(value) >= TOLD for value in same):
                shown[row.key] = max(shown.get(row.key, 0), len(same))
    most = max(shown.values(), default=0)
    best = [key for key, count in shown.items() if count == most]
    return best[0] if len(best) == 1 else None


def named_in(call: Call, keys: Iterable[str]) -> list[str]:
    """Which keys the answer to a post names, as a text of their own: `saved("17")`, `{"id": 17}`."""
    answer = call.html if len(call.html) <= LARGEST_ANSWER else ""
    answer = answer or (json.dumps(call.answer) if call.answer is not None else "")
    return [key for key in keys if re.search(rf"""["'(: ]{re.escape(key)}["'),}}]""", answer)] if answer else []


def _gone(key: str, call: Call, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Did later sights of a list that had the key lack it, and no list has it then? The answer to the post may show the
    list at its address."""
    before = {
        urlsplit(page.url).path
        for page, rows in lists
        if page.seq <= call.seq and key in [row.key for row in rows.rows]
    }
    before |= {call.path} if before and call.status == 200 else set()
    later = [
        rows for page, rows in lists
        if page.seq > call.seq and urlsplit(page.url).path in before and not asks_to_search(page.url)
    ]  # fmt: skip
    moved = any(page.seq > call.seq and key in [row.key for row in rows.rows] for page, rows in lists)
    return bool(later) and not moved and all(key not in [row.key for row in rows.rows] for rows in later)


def _still_there(key: str, call: Call, lists: Sequence[tuple[Page, Rows]]) -> bool:
    """Does the next sight of a list that had the key have it still? What a post is called is one thing: it may be
    about something else, such as `remove-lock`."""
    places = {
        (urlsplit(page.url).path, rows.container) for page, rows in lists if key in [row.key for row in rows.rows]
    }
    later = [
        rows for page, rows in lists
        if page.seq > call.seq and (urlsplit(page.url).path, rows.container) in places and not asks_to_search(page.url)
    ]  # fmt: skip
    return bool(later) and any(row.key == key for row in later[0].rows)
