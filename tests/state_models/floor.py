"""The sales floor as a session in memory, with short ways to act and to look."""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from awe_author.session.memory import MemoryStore
from awe_author.session.moments import ClockRule
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions
from awe_author.state.loading import load_model
from awe_author.state.model import Model
from awe_author.state.types import Action, Reducer, Rejected
from awe_author.state.world import World
from awe_author.state.world_state import WorldState

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("crm", "mail", "engagement")
CLOCK = ClockRule.of("2025-03-03T09:00:00Z", "PT1S")
ME = "dana.whitfield@brightwell.example"


class Floor:
    """One session of the sales floor."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def do(self, name: str, /, **params: Any) -> Any:
        """Do `app.action`; returns its result."""
        app, action = name.split(".")
        return self.session.act(Action(app, action, params)).result

    def id(self, name: str, /, **params: Any) -> str:
        """Do `app.action` that makes a record; returns the record's id."""
        made: str = self.do(name, **params)["id"]
        return made

    def no(self, name: str, /, **params: Any) -> str:
        """What is said when `app.action` is refused. It must be refused, and must change nothing."""
        return self.refused(name, **params).what

    def refused(self, name: str, /, **params: Any) -> Rejected:
        before, node = self.state.hash, self.session.head
        try:
            self.do(name, **params)
        except Rejected as rejected:
            assert (self.state.hash, self.session.head) == (before, node)
            return rejected
        raise AssertionError(f"{name} was not refused")

    def get(self, path: str) -> dict[str, Any]:
        """A record as its app sees it: `crm/leads/lead-7`."""
        app, collection, id = path.split("/", 2)
        record = self.all(f"{app}/{collection}")[id]
        return dict(record)

    def all(self, path: str) -> Mapping[str, Any]:
        """A collection as its app sees it: `crm/leads`."""
        app, collection = path.split("/")
        found: Mapping[str, Any] = self.state.view(app)[collection]
        return found

    def has(self, path: str) -> bool:
        app, collection, id = path.split("/", 2)
        return id in self.all(f"{app}/{collection}")

    def timers(self) -> set[str]:
        return {timer.key for timer in self.state.timers()}

    def wait(self, **span: Any) -> list[tuple[str, str]]:
        """Let time pass (`to` or `by`); returns kind and action of what happened meanwhile."""
        events = self.session.advance(**span)[:-1]
        return [(event.kind, f"{event.app}.{event.action}") for event in events]

    @property
    def state(self) -> WorldState:
        return self.session.state()


def read(path: str) -> Any:
    return json.loads((ROOT / path).read_text())


@functools.cache
def world(*apps: str) -> World:
    """The world of these apps (default: all) and the warehouse."""
    warehouse = load_model(read("state_models/warehouse/model.json"), app="warehouse", file="warehouse")

    def load(app: str) -> Model:
        document = read(f"state_models/{app}/model.json")
        return load_model(document, app=app, file=app, warehouse=warehouse, resolve_reducer=reducer)

    return World([warehouse, *map(load, apps or APPS)])


@functools.cache
def first_state(*apps: str) -> WorldState:
    """The seed of these apps (default: all), with the timers of all."""
    seeds = {app: read(f"state_models/{app}/seed.json") for app in (*(apps or APPS), "warehouse")}
    if not apps:
        seeds["timers"] = read("tasks/sdr/timers.json")
    return world(*apps).initial(seeds)


def floor(*apps: str, seed: int = 7) -> Floor:
    """A new session, on the first morning."""
    return Floor(sessions(*apps).open(seed))


def sessions(*apps: str) -> Sessions:
    return Sessions(world(*apps), MemoryStore(), initial=first_state(*apps), clock=CLOCK, name="sdr")


def reducer(name: str) -> Reducer:
    """`reducers:function` of the CRM."""
    made: Reducer = getattr(reducers(), name.partition(":")[2])
    return made


@functools.cache
def reducers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("crm_reducers", ROOT / "state_models/crm/reducers.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
