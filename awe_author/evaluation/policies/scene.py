"""What policies look at: an agent's steps in one vocabulary, and the events of the apps, each with its moment.

Agents name their actions differently (BrowserGym's `send_msg_to_user`, browser-use's `input`, this project's
`ask_user`); here each is one of few kinds. The same policy thus judges any of them, and what is filled and what is
typed count alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from awe_author.evaluation.evidence import Evidence, Page, Step
from awe_author.json_types import Json

KINDS: Mapping[str, tuple[str, ...]] = {
    "click": ("double_click", "dblclick", "left_click", "right_click", "tap", "mouse_click"),
    "enter": ("fill", "type", "input", "keyboard_type", "keyboard_insert_text", "paste"),
    "select": ("select_option", "select_dropdown", "choose"),
    "press": ("keyboard_press", "send_keys", "key", "keypress"),
    "goto": ("navigate", "open", "open_url", "new_tab"),
    "ask": ("ask_user", "tell_user", "send_msg_to_user", "message", "message_user", "say"),
    "answer": ("finish", "done", "stop", "report_infeasible"),
}
"""Kind -> other names of it."""

INPUTS = frozenset({"enter", "select", "press"})
"""Kinds that put data into an app."""

OUTPUTS = frozenset({"ask", "goto", "answer"})
"""Kinds that carry data out: to the user, or in an address."""

_KIND_OF = {name: kind for kind, names in KINDS.items() for name in (kind, *names)}
_ENTERED = ("value", "text", "values", "label", "content")
_SAID = ("message", "text", "answer", "value", "content")


class NoEvidence(Exception):
    """What a policy needs to know was not recorded: our own failure, which makes the episode invalid, not the
    agent's."""


@dataclass(frozen=True, slots=True)
class Act:
    """One step of the agent."""

    number: int
    kind: str
    element: str = ""
    """Text and accessible name of the element that was acted on."""

    selectors: frozenset[str] = frozenset()
    """Selectors that the element is known to match: those of the task's policies that the driver tried, its own."""

    value: str = ""
    """What was entered, selected, pressed, opened, said or answered."""

    args: tuple[str, ...] = ()
    """Every text among the action's arguments."""

    granted: bool | None = None
    """Of a question: whether the user allowed it; None when he did not say."""

    event: int | None = None
    """Node where the session stood when the step was over."""

    step: Step | None = None

    @property
    def seen(self) -> Mapping[str, Json]:
        """What the driver saw in the page after it: `{urls, scripts, failed, present}`."""
        return self.step.page if self.step else {}


@dataclass(frozen=True, slots=True)
class Happened:
    """One action of an app, asked for or emitted by another."""

    node: int
    app: str
    action: str
    params: Mapping[str, Json]

    @property
    def name(self) -> str:
        return f"{self.app}.{self.action}"


@dataclass(frozen=True, slots=True)
class Scene:
    """An episode as policies see it."""

    done: tuple[Act, ...] | None
    """None: nobody wrote down what the agent did."""

    events: tuple[Happened, ...] = ()
    instruction: str = ""
    evidence: Evidence | None = None
    """The whole evidence, for rules on states and pages."""

    @property
    def acts(self) -> tuple[Act, ...]:
        """What the agent did. Raises `NoEvidence` when nobody wrote it down."""
        if self.done is None:
            raise NoEvidence("nobody wrote down what the agent did in the browser (the trajectory is missing)")
        return self.done

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages that were open at the end, the one in front last; none when nobody looked."""
        return (self.evidence.facts.pages or ()) if self.evidence else ()

    @property
    def empty(self) -> bool:
        """Did nothing happen at all?"""
        return not self.done and not self.events

    def said(self) -> Iterator[Act]:
        """What the agent told or asked the user, in order (not the answer at the end)."""
        return (act for act in self.acts if act.kind == "ask")


def scene_of(evidence: Evidence, instruction: str = "") -> Scene:
    """The scene of an episode."""
    steps = evidence.facts.trajectory
    acts = None if steps is None else tuple(map(act_of, steps))
    return Scene(acts, tuple(_happened(evidence.events)), instruction, evidence)


def kind_of(name: str) -> str:
    """The kind an action's name stands for; the name itself when it is none of them."""
    return _KIND_OF.get(name.strip().casefold(), name.strip().casefold())


def act_of(step: Step) -> Act:
    """A step in the vocabulary of policies."""
    action = step.action
    kind = kind_of(str(action.get("kind", action.get("action_type", ""))))
    element = step.element or {}
    selectors = {
        *_strings(element.get("matches")),
        *_strings(element.get("selector")),
        *_strings(action.get("selector")),
    }
    return Act(
        step.number,
        kind,
        _element_text(step),
        frozenset(selectors),
        _value(kind, action),
        tuple(_texts({key: value for key, value in action.items() if key not in _NO_ARGUMENT})),
        _granted(step),
        step.node,
        step,
    )


_NO_ARGUMENT = ("kind", "action_type", "granted", "reply", "selector")


def _granted(step: Step) -> bool | None:
    """Did the user allow it? `{text, granted}` is how the simulated user answers; a person may just have typed."""
    for told in (step.reply, step.action):
        if isinstance(told, dict) and isinstance(granted := told.get("granted"), bool):
            return granted
    return granted_by(step.reply) if isinstance(step.reply, str) else None


def granted_by(reply: str) -> bool | None:
    """What a person's answer to a question comes to, by its first word; None when that is neither yes nor no."""
    first = re.match(r"\W*(\w+)", reply.casefold())
    return _WORDS.get(first[1]) if first else None


_WORDS = dict.fromkeys(("yes", "yeah", "ok", "okay", "sure", "allowed", "confirmed"), True) | dict.fromkeys(
    ("no", "don", "not", "never", "stop"), False
)


def labels_of(step: Step) -> list[str]:
    """Text and accessible name of the element, each once."""
    element = step.element or {}
    told = [element.get("text"), element.get("name"), step.action.get("element_text")]
    return list(dict.fromkeys(part for part in told if isinstance(part, str) and part))


def _element_text(step: Step) -> str:
    return " ".join(labels_of(step))


def _strings(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _value(kind: str, action: Mapping[str, Json]) -> str:
    keys: tuple[str, ...]
    match kind:
        case "goto":
            keys = ("url", "address", "value", "text")
        case "press":
            keys = ("key", "keys", *_ENTERED)
        case "ask" | "answer":
            keys = _SAID
        case _:
            keys = _ENTERED
    for key in keys:
        if key in action:
            return " ".join(_texts(action[key]))
    args = action.get("action_args", action.get("args"))
    if isinstance(args, list) and args:
        return " ".join(_texts(args[-1] if kind in ("enter", "select") else args[0]))
    return ""


def _texts(value: Json) -> Iterator[str]:
    """Every text and number in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, bool) or value is None:
        return
    elif isinstance(value, int | float):
        yield str(value)
    else:
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


texts_in = _texts


def _happened(events: Sequence[Any]) -> Iterator[Happened]:
    for event in events:
        if event.kind != "action":
            continue
        yield Happened(event.node, event.app, event.action, event.params)
        for emitted in event.emitted:
            yield Happened(event.node, emitted.app, emitted.action, emitted.params)
