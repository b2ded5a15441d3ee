"""Posts that are refused by leading back to their form, which has in it what was sent, and says why; and changes that
would be refused as new ones were, though nobody tried: these lead back to their form as well, and change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import looks_like_id, singular
from awe_author.features.discover.common.replaced import replaced
from awe_author.features.discover.entities.operations import Operation, logs_in
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.markup.addresses import joined
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.pieces import OWN_KEY
from awe_author.features.discover.pages.refused import Cause, Refused, address_of_post, has_again, messages
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject


def sent_back(writes: Sequence[Call], shown: Sequence[Shown]) -> list[Refused]:
    """The posts that led back to their form, where others to their address led elsewhere."""
    led = {one.load.led: one for one in reversed(shown) if one.load is not None and one.load.led is not None}
    found = []
    for call in writes:
        page = led.get(call.seq)
        if page is None or not call.location or logs_in(call) or not isinstance(call.body, dict):
            continue
        others = {_place(one) for one in writes if one is not call and address_of_post(one) == address_of_post(call)}
        again = [form for form in page.forms if _same_address(form.action, call) and has_again(call, form)]
        if again and others - {_place(call), ""}:
            found.append(Refused(call, page, again[0]))
    return found


def _place(call: Call) -> str:
    """Where a post leads, with `*` for keys."""
    path = urlsplit(joined(call.origin + call.path, call.location)).path if call.location else ""
    return "/".join("*" if looks_like_id(unquote(part)) else part for part in path.split("/"))


def _same_address(action: str, call: Call) -> bool:
    return urlsplit(action).path == call.path


def back_features(
    one: PageKind, operation: Operation, found: Sequence[Refused], on: JsonObject, key: str
) -> list[Feature]:
    """The features of one operation's refusals that lead back: of the post, and of the page that says why. `on`: when
    the operation is meant; `key`: the expression of its entity's key."""
    made = []
    own = _key_of(operation, found[-1].call) if found else ""
    for refused in found:
        noun, kind, role = singular(one.kind.name), one.kind.name, operation.role
        where = _where(on, refused.causes, key)
        name = f"{kind}.{role}.refused"
        reply: JsonObject = {"status": refused.call.status, "like": "recorded"}
        reply["headers"] = {"location": _with_key(refused.call.location, own, key)}
        on_post: JsonObject = {"request": on["request"], "where": where, "like": [refused.call.seq]}
        title = f"The form of a {noun} is shown again: {', '.join(cause.field for cause in refused.causes)}"
        seen = [f"seen: {operation.endpoint}, seq {refused.call.seq}", "sure: 0.60"]
        made.append(Feature({"id": name, "title": title, "on": on_post, "reply": reply}, seen, 0.6))
        load = refused.shown.load
        if load is None or refused.form.select.startswith("body"):
            continue
        page = refused.shown.page.url.partition("?")[0]
        path = "/".join("*" if own and unquote(part) == own else part for part in page.split("/"))
        action = _with_key(urlsplit(refused.form.action).path, own, "segments[0]" if own else "")
        show: list[Json] = [{"select": refused.form.select, "set": {"action": action}}]
        on_page: JsonObject = {"page": path, "where": f"view.get('after', '') == {text(name)}", "like": [load.seq]}
        document: JsonObject = {"id": f"{kind}.{role}.again.page", "title": title, "on": on_page}
        document["show"] = [*show, *messages(refused, refused.causes)]
        made.append(Feature(document, seen, 0.6))
    return made


def as_new_ones(
    one: PageKind, found: Sequence[tuple[Operation, Sequence[Refused]]], operation: Operation, on: JsonObject, key: str,
    shown: Sequence[Shown],
) -> list[Feature]:  # fmt: skip
    """The feature of changes that leave empty what a new one was refused for; where the form was seen, and all
    recorded changes filled it."""
    causes = [cause for made, mine in found if made.role == "create" for refused in mine for cause in refused.causes]
    bodies = [one.bodies.get(call.seq) for call in operation.calls]
    needed = [
        cause for cause in dict.fromkeys(causes) if cause.test.endswith(".trim() == ''")
        and all(isinstance(body, dict) and str(body.get(cause.field, "")).strip() for body in bodies)
    ]  # fmt: skip
    call, own = operation.calls[-1], operation.made[-1]
    page = next((page for page in _forms_for(call, bodies[-1], shown) if own in page), None)
    if not needed or page is None or operation.role != "update":
        return []
    where = " || ".join(f"({cause.test})" for cause in needed)
    document: JsonObject = {
        "id": f"{one.kind.name}.update.refused",
        "title": f"A change of a {singular(one.kind.name)} that leaves empty what a new one needs leads back",
        "on": {"request": on["request"], "where": " && ".join([*([str(on["where"])] if "where" in on else []),
                                                                f"({replaced(where, {OWN_KEY: key})})"])},
        "reply": {"status": 303, "headers": {"location": _with_key(page, own, key)}},
    }  # fmt: skip
    return [Feature(document, [f"seen: {operation.endpoint}, seq {call.seq}, never refused", "sure: 0.40"], 0.4)]


def _forms_for(call: Call, sent: object, shown: Sequence[Shown]) -> Iterator[str]:
    """The pages with a form that posts this to this address, without fragments, the last one first."""
    names = sent.keys() if isinstance(sent, dict) else set[str]()
    for one in reversed(shown):
        forms = [form for form in one.forms if _same_address(form.action, call) and len(names & form.fields.keys()) > 1]
        if one.page.seq <= call.seq and forms:
            yield one.page.url.partition("#")[0]


def _where(on: JsonObject, causes: Sequence[Cause], key: str) -> str:
    tests = [*([str(on["where"])] if "where" in on else []), *(f"({cause.test})" for cause in causes)]
    return str(replaced(" && ".join(tests), {OWN_KEY: key}))


def _key_of(operation: Operation, call: Call) -> str:
    """The entity's key in the path of a post."""
    mine, theirs = operation.endpoint.path.split("/"), call.path.split("/")
    at = mine.index("*") if "*" in mine and operation.role == "update" else -1
    return unquote(theirs[at]) if 0 <= at < len(theirs) else ""


def _with_key(address: str, own: str, key: str) -> str:
    """The expression of an address with another key in the place of this one."""
    before, found, after = address.rpartition(own) if own else ("", "", "")
    return framed(before, key, after) if found else text(address)
