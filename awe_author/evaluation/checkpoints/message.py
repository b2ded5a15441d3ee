"""`message`: mail that was sent during the episode, as the mail app of the world, or the warehouse, has it.

    message: {app: mail, to: [a@b.example], subject: "Your pilot", body: {includes: [Thursday]}}

Only messages that were not there at the start, and that were sent by `from` (default: the address of the app's own
account), are looked at. Addresses are compared as a whole and as a set; `subject` and `body` are matchers. `count`: how
many such messages there have to be (default: exactly 1; 0: none). `in_reply_to`: id of the message it answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awe_author.evaluation.checkpoints.base import Check, Environment, Finding, short
from awe_author.evaluation.checkpoints.event import bounds, counted
from awe_author.evaluation.checkpoints.matching import Match, compile_match
from awe_author.evaluation.checkpoints.reading import keys_of
from awe_author.evaluation.checkpoints.records import collection_of, compile_where, element_of, entities
from awe_author.evaluation.evidence import Evidence
from awe_author.evaluation.problems import Spot
from awe_author.json_types import Json
from awe_author.located import nearest
from awe_author.state.cel import to_json
from awe_author.state.model import WAREHOUSE

ADDRESSES = ("to", "cc", "bcc")
TEXTS = ("subject", "body")
KEYS = ("app", "in", "from", *ADDRESSES, *TEXTS, "in_reply_to", "where", "count")


def compile_message(spec: Any, env: Environment, spot: Spot) -> Check | None:
    """See above."""
    if env.shape is None:
        spot.problem("the world of this task has no state model", "Use page, url or answer.")
        return None
    if not isinstance(spec, dict):
        spot.problem("message: wants " + ", ".join(KEYS))
        return None
    for name in spec:
        if name not in KEYS:
            spot.at(name).problem(f'there is no key "{name}"', nearest(name, KEYS))
            return None
    place = _place(spec, env, spot)
    limits = bounds(spec.get("count", 1), spot.at("count"))
    if place is None or limits is None:
        return None
    picks = compile_where(spec.get("where"), element_of(env, *place), env, spot.at("where"))
    texts = {name: compile_match(spec[name], spot.at(name)) for name in TEXTS if name in spec}
    recipients = {name: _addresses(spec[name], spot.at(name)) for name in ADDRESSES if name in spec}
    wanted = {name: one for name, one in texts.items() if one is not None}
    addressed = {name: one for name, one in recipients.items() if one is not None}
    if picks is None or len(wanted) < len(texts) or len(addressed) < len(recipients):
        return None

    def at(evidence: Evidence, n: int) -> Finding:
        before = evidence.initial.view(place[0]).get(place[1], {})
        sender = spec.get("from", _own_address(evidence, place[0]))
        pick = picks(evidence, n)
        sent = [one for id, one in entities(evidence, place, n) if id not in before and _by(one, sender)]
        fits = [one for one in sent if not _differs(one, spec, addressed, wanted) and pick(one)]
        if counted(len(fits), limits):
            return Finding(True, spec, len(fits))
        return Finding(False, spec, _shown(sent), _why(sent, fits, spec, addressed, wanted))

    return Check(at, keys_of(*place, env.shape) | keys_of(place[0], "account", env.shape))


def _place(spec: Mapping[str, Any], env: Environment, spot: Spot) -> tuple[str, str] | None:
    """App and collection of the messages."""
    if "in" in spec:
        return collection_of(spec["in"], env, spot.at("in"))
    shape = env.shape
    assert shape is not None
    app = spec.get("app")
    if app is None:
        return collection_of(f"{WAREHOUSE}.messages", env, spot)
    for key, collection in sorted(shape.collections.items()):
        adapter = collection.adapter
        if key.startswith(f"/{app}/") and adapter is not None and adapter.entities == f"/{WAREHOUSE}/messages":
            return str(app), key.split("/")[2]
    return collection_of(f"{app}.messages", env, spot.at("app"))


def _addresses(given: Any, spot: Spot) -> frozenset[str] | None:
    addresses = [given] if isinstance(given, str) else given
    if not isinstance(addresses, list) or not all(isinstance(one, str) for one in addresses):
        spot.problem("this wants an address, or a list of addresses")
        return None
    return frozenset(one.strip().casefold() for one in addresses)


def _own_address(evidence: Evidence, app: str) -> str:
    if app == WAREHOUSE:
        return ""
    account = evidence.initial.view(app).get("account")
    return str(account.get("address", "")) if isinstance(account, Mapping) else ""


def _by(message: Mapping[str, Any], sender: Any) -> bool:
    return not sender or str(message.get("from", "")).casefold() == str(sender).casefold()


def _differs(
    message: Mapping[str, Any],
    spec: Mapping[str, Any],
    recipients: Mapping[str, frozenset[str]],
    texts: Mapping[str, Match],
) -> str:
    """The first field that is not as wanted; empty when all are."""
    for name, wanted in recipients.items():
        given = message.get(name) or ()
        have = [given] if isinstance(given, str) else given
        if frozenset(str(one).strip().casefold() for one in have) != wanted:
            return name
    for name, match in texts.items():
        if not match(message.get(name)):
            return name
    if "in_reply_to" in spec and message.get("in_reply_to") != spec["in_reply_to"]:
        return "in_reply_to"
    return ""


def _why(
    sent: list[Any],
    fits: list[Any],
    spec: Mapping[str, Any],
    recipients: Mapping[str, frozenset[str]],
    texts: Mapping[str, Match],
) -> str:
    if fits:
        return f"{len(fits)} such messages were sent"
    if not sent:
        return "no message was sent"
    field = _differs(sent[-1], spec, recipients, texts) or "where"
    return f"{len(sent)} sent, none like this; of the last the {field} is another"


def _shown(sent: list[Any]) -> Json:
    return [
        {name: short(to_json(one.get(name)), 300) for name in ("from", *ADDRESSES, *TEXTS) if name in one}
        for one in sent[-3:]
    ]
