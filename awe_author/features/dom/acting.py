"""What a page tells of an event becomes an action; what came of the action becomes what the page does next. Pure."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from awe_author.features.dom.planning import Applied, page_names
from awe_author.features.dom.values import text
from awe_author.features.model import ANY, PageError, Then
from awe_author.json_types import Json, JsonObject
from awe_author.state.cel import to_json
from awe_author.state.model import ExpressionFault

FORGED = "the page told of an event in a form that is not known"


@dataclass(frozen=True, slots=True)
class UiEvent:
    """One event, as features name its parts."""

    form: JsonObject
    """Field -> value; a list where a name was there several times; a file as {name, type, size, sha256, data}."""

    row: str | None
    onto: str | None
    dataset: JsonObject
    value: Json
    key: str

    @classmethod
    def of(cls, told: Mapping[str, Json]) -> UiEvent:
        """From the runtime's message. Raises ValueError for one that the runtime did not write."""
        form, dataset = told.get("form"), told.get("dataset")
        row, onto, key = told.get("row"), told.get("onto"), told.get("key")
        if not isinstance(form, dict) or not isinstance(dataset, dict) or not isinstance(key, str):
            raise ValueError(FORGED)
        if not isinstance(row, str | None) or not isinstance(onto, str | None):
            raise ValueError(FORGED)
        fields: JsonObject = {name: _field(value) for name, value in form.items()}
        return cls(fields, row, onto, dataset, told.get("value"), key)

    def names(self) -> dict[str, object]:
        """What expressions of the feature can name besides those of its page."""
        return {
            "form": self.form,
            "row": self.row,
            "onto": self.onto,
            "dataset": self.dataset,
            "value": self.value,
            "key": self.key,
        }


def params_of(
    one: Applied, event: UiEvent, url: str, bindings: Mapping[str, object], view: JsonObject
) -> dict[str, Json]:
    """The params of the feature's action. Raises ExpressionFault."""
    template = one.feature.with_
    if template is None:
        return {}
    params = template.evaluate(page_names(one, url, bindings, view, event.names()))
    if not isinstance(params, dict):
        raise ExpressionFault("`with` has to give an object", template.pointer)
    return params


def view_after(
    one: Applied, event: UiEvent, result: Json, url: str, bindings: Mapping[str, object], view: JsonObject
) -> JsonObject:
    """The view parameters after the event. Raises ExpressionFault."""
    names = page_names(one, url, bindings, view, {**event.names(), "result": result})
    return {**view, **{name: to_json(expression.evaluate(names)) for name, expression in one.feature.view}}


def next_of(
    one: Applied, event: UiEvent, result: Json, url: str, bindings: Mapping[str, object], view: JsonObject
) -> JsonObject:
    """What the page does when all went well: the runtime's `then`. Raises ExpressionFault."""
    then = one.feature.then
    if then is None:
        return {}
    names = page_names(one, url, bindings, view, {**event.names(), "result": result})
    made: JsonObject = {}
    for name, expression in (("go", then.go), ("push", then.push)):
        if expression is not None:
            made[name] = text(expression.evaluate(names))
    if then.toast is not None:
        made["toast"] = [then.toast.select or "", text(then.toast.text.evaluate(names))]
    if then.reload:
        made["reload"] = True
    return {**made, **_elements(then)}


def _elements(then: Then) -> JsonObject:
    named = {"open": then.open, "close": then.close, "toggle": then.toggle, "focus": then.focus}
    return {name: selector for name, selector in named.items() if selector is not None}


def refusal_of(
    one: Applied,
    event: UiEvent,
    rejection: Mapping[str, str],
    url: str,
    bindings: Mapping[str, object],
    view: JsonObject,
) -> JsonObject:
    """What the page shows when the action was refused: the runtime's `error`. `rejection`: code, message, field. Raises
    ExpressionFault."""
    answer = one.feature.errors.get(rejection["code"]) or one.feature.errors.get(ANY)
    made: JsonObject = {"text": rejection["message"], "field": rejection["field"], "select": ""}
    if isinstance(answer, PageError):
        made["select"] = answer.select
        if answer.text is not None:
            names = page_names(one, url, bindings, view, {**event.names(), "rejection": dict(rejection)})
            made["text"] = text(answer.text.evaluate(names))
    return made


def carried(then: JsonObject) -> JsonObject | None:
    """The toast that the next page has to show, since this one is left."""
    leaves = "go" in then or "reload" in then
    return {"toast": then["toast"]} if leaves and "toast" in then else None


def _field(value: Json) -> Json:
    if isinstance(value, list):
        return [_field(one) for one in value]
    if isinstance(value, dict):
        try:
            data = base64.b64decode(str(value["data"]), validate=True)
            kind = str(value.get("type") or "application/octet-stream")
            digest = hashlib.sha256(data).hexdigest()
            return {
                "name": str(value["name"]),
                "type": kind,
                "size": len(data),
                "sha256": digest,
                "data": value["data"],
            }
        except (KeyError, ValueError) as error:
            raise ValueError(FORGED) from error
    return value
