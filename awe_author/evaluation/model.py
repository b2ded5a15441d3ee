"""A task as it was written: instruction, world, checkpoints, frame, policies.

All of it is frozen and plain: every class has `to_json` and `from_json`, each other's inverse. What an episode left
behind is in `evidence`, what came of it in `verdict`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from awe_author.json_types import Json, JsonObject
from awe_author.state.canonical import canonical

CheckpointKind: TypeAlias = Literal[
    "state", "page", "url", "answer", "event", "message", "file", "python", "judge", "diff", "records"
]
KINDS: tuple[CheckpointKind, ...] = (
    "state", "page", "url", "answer", "event", "message", "file", "python", "judge", "diff", "records",
)  # fmt: skip
"""Each is the key under which a checkpoint says what it wants."""

APART: frozenset[str] = frozenset({"judge"})
"""Kinds that are reported apart: they count neither for the outcome nor for the score."""

Level: TypeAlias = Literal["organization", "user", "task"]
LEVELS: tuple[Level, ...] = ("organization", "user", "task")
"""Of policies; an earlier one overrules a later one."""

AnswerForm: TypeAlias = Literal["none", "text", "number", "json", "list"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """What an episode may take; None: no limit."""

    steps: int | None = None
    seconds: float | None = None
    navigation_seconds: float | None = None

    def to_json(self) -> JsonObject:
        """Without what is not limited."""
        limits = {"steps": self.steps, "seconds": self.seconds, "navigation_seconds": self.navigation_seconds}
        return {name: limit for name, limit in limits.items() if limit is not None}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Budget:
        """The inverse of `to_json`."""
        return cls(**form)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """One weighted predicate of a task."""

    id: str
    kind: CheckpointKind
    spec: Json
    """What stands under the key of its kind, as written."""

    weight: float = 1.0
    after: tuple[str, ...] = ()
    """Checkpoints that have to pass for this one to pass."""

    stage: str = ""
    title: str = ""

    def to_json(self) -> JsonObject:
        """As in the file: the kind is the key of the spec."""
        form: JsonObject = {"id": self.id, self.kind: self.spec}
        if self.weight != 1:
            form["weight"] = self.weight
        if self.after:
            form["after"] = list(self.after)
        return form | {name: text for name, text in (("stage", self.stage), ("title", self.title)) if text}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Checkpoint:
        """The inverse of `to_json`. Raises `KeyError` when there is no kind."""
        kind = next((one for one in KINDS if one in form), None)
        if kind is None:
            raise KeyError("kind")
        return cls(
            id=form["id"],
            kind=kind,
            spec=form[kind],
            weight=form.get("weight", 1.0),
            after=tuple(form.get("after", ())),
            stage=form.get("stage", ""),
            title=form.get("title", ""),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """A place of the world document that a task may change."""

    path: str
    """JSON pointer; `*` is any one segment. All that is below it is allowed too."""

    at_most: int | None = None
    """So many different places at most (of the length of `path`)."""

    def to_json(self) -> Json:
        """The short form where there is no limit."""
        return self.path if self.at_most is None else {"path": self.path, "at_most": self.at_most}

    @classmethod
    def from_json(cls, form: Any) -> Allowed:
        """The inverse of `to_json`."""
        return cls(path=form) if isinstance(form, str) else cls(path=form["path"], at_most=form.get("at_most"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a task may change. Any other change fails it."""

    may_change: tuple[Allowed, ...] = ()
    may_add: tuple[Allowed, ...] = ()
    """Entities that may come, but may not go and are not changed if they were there."""

    may_remove: tuple[Allowed, ...] = ()

    def to_json(self) -> JsonObject:
        """`may_change` always, the others where they say something."""
        lists = (("may_change", self.may_change), ("may_add", self.may_add), ("may_remove", self.may_remove))
        return {name: [one.to_json() for one in allowed] for name, allowed in lists if allowed or name == "may_change"}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Frame:
        """The inverse of `to_json`."""
        return cls(**{name: tuple(map(Allowed.from_json, form.get(name, ()))) for name in FRAME_KEYS})


FRAME_KEYS = ("may_change", "may_add", "may_remove")


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A rule of conduct that a task is under: `{use: ask_before, with: {action: delete_lead}, level: organization}`."""

    use: str
    """Name of the template."""

    params: JsonObject = field(default_factory=dict)
    """Its fields, the key `with` of the file."""

    level: Level = "task"
    id: str = ""
    text: str = ""
    """As the agent is told."""

    dimension: str = ""
    """What it counts in; empty: the template's dimension."""

    def to_json(self) -> JsonObject:
        """As in the file."""
        form: JsonObject = {"use": self.use, "with": self.params, "level": self.level}
        return form | {name: getattr(self, name) for name in ("id", "text", "dimension") if getattr(self, name)}

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Policy:
        """The inverse of `to_json`."""
        return cls(
            use=form["use"],
            params=form.get("with") or {},
            level=form.get("level", "task"),
            id=form.get("id", ""),
            text=form.get("text", ""),
            dimension=form.get("dimension", ""),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """In which form the agent has to answer; other forms fail every checkpoint that looks at the answer."""

    form: AnswerForm = "none"
    schema: JsonObject | None = None
    """JSON Schema of the answer."""

    note: str = ""
    """What the agent is told about it."""

    def to_json(self) -> JsonObject:
        """Without what is not set."""
        form: JsonObject = {"form": self.form}
        if self.schema is not None:
            form["schema"] = self.schema
        return form | ({"note": self.note} if self.note else {})

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> Answer:
        """The inverse of `to_json`."""
        return cls(form=form.get("form", "none"), schema=form.get("schema"), note=form.get("note", ""))


@dataclass(frozen=True, kw_only=True)
class Task:
    """One task, as its file says it. Immutable."""

    id: str
    instruction: str
    world: str
    """Name of the world, or path of its file beside the task."""

    start: str = ""
    """URL where the agent begins."""

    checkpoints: tuple[Checkpoint, ...] = ()
    frame: Frame = Frame()
    title: str = ""
    labels: Mapping[str, Json] = field(default_factory=dict)
    """Name -> a word or a list of words, for reports by label."""

    budget: Budget = Budget()
    policies: tuple[Policy, ...] = ()
    answer: Answer = Answer()
    user: Mapping[str, Json] = field(default_factory=dict)
    """Script of the simulated user whom the agent may ask."""

    oracle: Json = None
    """What solves it: a path beside the task, or `{act: [...], answer: ...}` or `{steps: [...], answer: ...}`."""

    seed: int | None = None
    """Of the sessions it runs in; None: the world's."""

    explained: tuple[JsonObject, ...] = ()
    """`{path, why}`: places of the final state that no checkpoint looks at on purpose."""

    version: str = "1"
    changelog: tuple[JsonObject, ...] = ()
    """`{version, changes}`, the latest first."""

    file: str = field(default="", compare=False)
    """Where it was read from, for messages."""

    @cached_property
    def digest(self) -> str:
        """SHA-256, hexadecimal, of what decides about an episode: all but prose about the task itself."""
        parts = self.to_json()
        for name in ("title", "labels", "changelog", "oracle", "explained"):
            parts.pop(name, None)
        return hashlib.sha256(canonical(parts)).hexdigest()

    def checkpoint(self, id: str) -> Checkpoint:
        """The checkpoint with this id. Raises `KeyError`."""
        for one in self.checkpoints:
            if one.id == id:
                return one
        raise KeyError(id)

    def to_json(self) -> JsonObject:
        """As in the file."""
        form: JsonObject = {
            "id": self.id,
            "instruction": self.instruction,
            "world": self.world,
            "checkpoints": [one.to_json() for one in self.checkpoints],
            "frame": self.frame.to_json(),
            "version": self.version,
        }
        others: dict[str, Json] = {
            "title": self.title,
            "start": self.start,
            "labels": dict(self.labels),
            "budget": self.budget.to_json(),
            "policies": [one.to_json() for one in self.policies],
            "user": dict(self.user),
            "oracle": self.oracle,
            "explained": list(self.explained),
            "changelog": list(self.changelog),
        }
        form |= {name: value for name, value in others.items() if value}
        if self.answer != Answer():
            form["answer"] = self.answer.to_json()
        return form | ({} if self.seed is None else {"seed": self.seed})

    @classmethod
    def from_json(cls, form: Mapping[str, Any], *, file: str = "") -> Task:
        """The inverse of `to_json`; `form` fits task.schema.json."""
        return cls(
            id=form["id"],
            instruction=form["instruction"],
            world=form["world"],
            start=form.get("start", ""),
            checkpoints=tuple(map(Checkpoint.from_json, form["checkpoints"])),
            frame=Frame.from_json(form["frame"]),
            title=form.get("title", ""),
            labels=form.get("labels") or {},
            budget=Budget.from_json(form.get("budget") or {}),
            policies=tuple(map(Policy.from_json, form.get("policies") or ())),
            answer=Answer.from_json(form.get("answer") or {}),
            user=form.get("user") or {},
            oracle=form.get("oracle"),
            seed=form.get("seed"),
            explained=tuple(form.get("explained") or ()),
            version=str(form.get("version", "1")),
            changelog=tuple(form.get("changelog") or ()),
            file=file,
        )
