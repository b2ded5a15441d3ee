"""A random walk through the actions of a world, looking at every step whether the model keeps its promises.

The walk is the same for the same models and seed, in any process on any machine, and each step has a digest of what
came of it. So two walks in processes with different hash seeds and time zones agree, or a model is not pure.
"""

from __future__ import annotations

import copy
import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import canonical
from awe_author.state.examples import Examples
from awe_author.state.integrity import violations
from awe_author.state.model import WAREHOUSE, ActionSpec, Model
from awe_author.state.types import Action, Context, ModelFault, Outcome, Rejected
from awe_author.state.world import World
from awe_author.state.world_state import WorldState

START = 1_735_718_400.0
"""2025-01-01T08:00:00Z"""

WHOLE_EVERY = 25
"""Accepted actions between two looks at the whole state."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A promise that a model broke."""

    app: str
    action: str
    message: str
    hint: str
    params: JsonObject
    pointer: str = ""
    """In the model file."""


@dataclass(slots=True)
class Tally:
    """What came of one action."""

    tried: int = 0
    accepted: int = 0
    refusals: dict[str, int] = field(default_factory=dict)
    """Message -> how often."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was tried, and a digest of what came of it."""

    app: str
    action: str
    params: JsonObject
    digest: str


@dataclass(slots=True)
class Walk:
    """One walk. `apps`: whose actions are tried (those they emit run too)."""

    world: World
    state: WorldState
    apps: Sequence[str]
    seed: int = 0
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    _accepted: int = 0
    _texts: list[str] = field(default_factory=list)

    def run(self, tries: int) -> Iterator[Step]:
        """Every action `tries` times, in a random order each round."""
        rng = random.Random(f"walk:{self.seed}")
        actions = [(app, name) for app in self.apps for name in self.world.models[app].actions]
        self.tallies = {place: Tally() for place in actions}
        self._whole("", "", {})
        for turn in range(tries):
            self._texts = list(_texts(self.state, rng)) if turn % 5 == 0 else self._texts
            rng.shuffle(actions)
            for number, (app, name) in enumerate(actions):
                yield self._step(app, name, rng, START + turn * 3600 + number)
        self._whole("", "", {})

    def _step(self, app: str, name: str, rng: random.Random, now: float) -> Step:
        model = self.world.models[app]
        spec, tally = model.actions[name], self.tallies[app, name]
        tally.tried += 1
        params = self._params(model, spec, rng, now)
        if params is None:
            _count(tally, "no params were found that fit the schema")
            return Step(app, name, {}, "")
        context = Context(clock=now, sequence=self._accepted + 1, seed=self.seed)
        given, before = copy.deepcopy(params), self._stored(spec)
        first, outcome = self._attempt(app, name, params, context)
        second, _ = self._attempt(app, name, params, context)
        if params != given:
            self._find(app, name, given, "the params are changed", "Make a copy before changing anything.")
        if before is not None and canonical(self.state.document()) != before:
            self._find(app, name, given, "it changes the state in place", "Return effects; never change what is given.")
        if first != second:
            hint = "Use nothing but state, params and context; keep nothing between calls."
            self._find(app, name, given, "the same input gave another output", hint)
        if outcome is None:
            _count(tally, first.partition(" ")[2])
        else:
            tally.accepted += 1
            self._accepted += 1
            self.state = outcome.state
            if self._accepted % WHOLE_EVERY == 0:
                self._whole(app, name, given)
        return Step(app, name, given, first)

    def _stored(self, spec: ActionSpec) -> bytes | None:
        """The whole state as bytes, when Python of the author's is about to see it."""
        return canonical(self.state.document()) if spec.reducer or spec.emit else None

    def _attempt(self, app: str, name: str, params: JsonObject, context: Context) -> tuple[str, Outcome | None]:
        """A digest (or the message of a refusal), and the outcome of one that was accepted."""
        try:
            outcome = self.world.apply(self.state, Action(app, name, params), context)
        except Rejected as refused:
            return f"{refused.code}: {refused.what}", None
        except ModelFault as fault:
            self._find(fault.app, fault.action, params, fault.what, fault.hint, fault.pointer)
            return f"fault: {fault.what}", None
        except Exception as error:  # an author's reducer may raise anything
            message = f"it raises {type(error).__name__}: {error}"
            self._find(app, name, params, message, "", self.world.models[app].actions[name].pointer)
            return f"fault: {message}", None
        facts: Json = [outcome.state.hash, outcome.result, [[one.path, one.value] for one in outcome.changes]]
        return hashlib.sha256(canonical(facts)).hexdigest(), outcome

    def _params(self, model: Model, spec: ActionSpec, rng: random.Random, now: float) -> JsonObject | None:
        def ids(target: str) -> list[str]:
            *shared, name = target.strip("/").split("/")
            return sorted(self.state.view(WAREHOUSE if shared else model.app)[name])

        found = Examples(rng, ids=ids, texts=self._texts, now=now).fitting(spec.params)
        return found[0] if found and isinstance(found[0], dict) else None

    def _whole(self, app: str, name: str, params: JsonObject) -> None:
        for pointer, message in violations(self.world.models, self.state):
            self._find(app, name, params, f"the state does not fit its model any more: {pointer}: {message}", "")

    def _find(self, app: str, name: str, params: JsonObject, message: str, hint: str, pointer: str = "") -> None:
        """One more; the same message for the same action is told once, with the params that showed it first."""
        if not any((one.app, one.action, one.message) == (app, name, message) for one in self.findings):
            if not pointer and app:
                pointer = self.world.models[app].actions[name].pointer
            self.findings.append(Finding(app, name, message, hint, params, pointer))


def _count(tally: Tally, message: str) -> None:
    tally.refusals[message] = tally.refusals.get(message, 0) + 1


def _texts(state: WorldState, rng: random.Random, most: int = 300) -> list[str]:
    """Ids and short strings of the state, a sample."""
    found: dict[str, None] = {}
    waiting: list[Json] = [state.document()]
    while waiting and len(found) < 20 * most:
        here = waiting.pop()
        if isinstance(here, Mapping):
            found |= dict.fromkeys(key for key in here if len(key) < 80)
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
        elif isinstance(here, str) and 0 < len(here) < 80:
            found[here] = None
    return sorted(rng.sample(sorted(found), min(most, len(found))))
