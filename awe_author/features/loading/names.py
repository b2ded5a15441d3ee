"""What the expressions of a feature can read, and of which type it is, by kind of surface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from awe_author.features.model import PageTrigger, RequestTrigger, SocketTrigger, Trigger
from awe_author.state.cel import DYN, CelType, list_of, map_of, object_of
from awe_author.state.cel.types import NULL, STRING, TIMESTAMP, join, type_of_value
from awe_author.state.loading import state_type
from awe_author.state.loading.problems import under
from awe_author.state.model import WAREHOUSE, ActionSpec, Model

Names: TypeAlias = Mapping[str, CelType]

TEXTS = map_of(STRING)
LISTED = list_of(DYN)
ADDRESS: Names = {"url": STRING, "path": STRING, "query": TEXTS, "segments": list_of(STRING)}
REQUEST: Names = {**ADDRESS, "method": STRING, "headers": TEXTS, "body": DYN, "fields": map_of(LISTED)}
"""`query` and `headers`: the last of a repeated name; header names in lower case. `body`: parsed JSON, form or
multipart (a map), else the text. `fields`: all values of each name, of query and form."""

SOCKET: Names = {**ADDRESS, "message": DYN, "text": STRING}
"""`text`: the message as it was sent; `message`: the same parsed, when it is JSON."""

PAGE: Names = {
    "page": object_of({"url": STRING, "path": STRING, "query": TEXTS}),
    "segments": list_of(STRING),
    "view": map_of(DYN),
}
EVENT: Names = {
    "form": map_of(DYN),
    "row": STRING,
    "onto": STRING,
    "dataset": TEXTS,
    "value": DYN,
    "key": STRING,
}
"""Of a page event. `row`: the key of the row that it happened in; `onto`: of the row that was dropped on."""

REJECTION: Names = {"rejection": object_of({"code": STRING, "message": STRING, "field": STRING})}


def state_names(models: Mapping[str, Model], app: str) -> dict[str, CelType]:
    """What is there whatever the surface."""
    model, warehouse = models.get(app), models.get(WAREHOUSE)
    return {
        "state": state_type(model) if model else DYN,
        "warehouse": state_type(warehouse) if warehouse else DYN,
        "now": TIMESTAMP,
    }


def trigger_names(trigger: Trigger) -> Names:
    """What the surface itself gives."""
    if isinstance(trigger, RequestTrigger):
        return REQUEST
    if isinstance(trigger, SocketTrigger):
        return SOCKET if trigger.each is None else {**SOCKET, trigger.name: trigger.element}
    return {**PAGE, **EVENT} if trigger.event else PAGE


def surface_of(trigger: Trigger) -> str:
    """`page`, `page event`, `request` or `socket`."""
    if isinstance(trigger, PageTrigger):
        return "page event" if trigger.event else "page"
    return "request" if isinstance(trigger, RequestTrigger) else "socket"


def result_type(action: ActionSpec | None) -> CelType:
    """The type of an action's result."""
    if action is None or action.reducer_name:
        return DYN
    template = action.result
    return _type(template.source, template.pointer, template.types) if template else NULL


def _type(source: object, pointer: str, types: Mapping[str, CelType]) -> CelType:
    if isinstance(source, str):
        return types.get(pointer, DYN)
    if isinstance(source, dict):
        return object_of({key: _type(value, under(pointer, key), types) for key, value in source.items()})
    if isinstance(source, list):
        return list_of(join(_type(value, under(pointer, at), types) for at, value in enumerate(source)))
    return type_of_value(source) if isinstance(source, bool | int | float) else NULL
