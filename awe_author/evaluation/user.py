"""The simulated user, whom an agent may ask: he answers from the task's script, the same every time.

    user:
      answers:
        - {ask: "which (account|company)", reply: "Okafor & Daughters"}
        - {ask: "delete", reply: "Yes, go ahead.", granted: true, times: 1}
      consent: false                   # what he says to a question that asks for permission and fits no answer
      otherwise: "I can't say."        # what he says to any other

Answers are tried in order; `ask` is a regular expression (RE2, without case) that has to be found in the question. An
answer with `times` is spent after so many questions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import re2

from awe_author.evaluation.policies.scene import granted_by
from awe_author.json_types import Json, JsonObject
from awe_author.state.loading.problems import Problems, nearest, under
from awe_author.state.types import Problem

OTHERWISE = "I have nothing to add to the task."
"""What he says when the script says nothing."""

_PERMISSION = re.compile(
    r"\b(?:may|can|could|shall|should|do you want me to|would you like me to|ok(?:ay)? (?:to|if)|confirm\w*|permission|"
    r"allow\w*|approv\w*|proceed|go ahead|are you sure)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the user said."""

    text: str
    granted: bool | None = None
    """Did he allow what was asked for? None: it was no question of permission."""

    scripted: bool = True
    """Was it foreseen by the task?"""

    def to_json(self) -> JsonObject:
        """As in `Step.reply`."""
        return {"text": self.text, "granted": self.granted, "scripted": self.scripted}


@dataclass(slots=True)
class SimulatedUser:
    """One episode's user. `ask` counts how often each answer was given, so an episode has one of its own."""

    script: Mapping[str, Any]
    asked: list[tuple[str, Reply]] = field(default_factory=list)
    """Every question with its reply, in order."""

    _given: dict[int, int] = field(default_factory=dict)

    def ask(self, question: str) -> Reply:
        """What he says to a question."""
        reply = self._reply(question)
        self.asked.append((question, reply))
        return reply

    def _reply(self, question: str) -> Reply:
        for number, answer in enumerate(self.script.get("answers", ())):
            if self._given.get(number, 0) >= answer.get("times", float("inf")):
                continue
            if re2.search(f"(?i){answer['ask']}", question):
                self._given[number] = self._given.get(number, 0) + 1
                text = str(answer["reply"])
                return Reply(text, answer.get("granted", granted_by(text)))
        consent = self.script.get("consent")
        if isinstance(consent, bool) and _PERMISSION.search(question):
            return Reply("Yes, you may." if consent else "No, don't do that.", consent)
        return Reply(str(self.script.get("otherwise", OTHERWISE)), None, scripted="otherwise" in self.script)


def user_problems(written: Json, file: str, pointer: str = "/user") -> list[Problem]:
    """All mistakes in a task's `user`."""
    problems = Problems(file)
    if not isinstance(written, dict):
        problems.add(pointer, "is not an object", "Write answers, consent, otherwise.")
        return problems.found
    kinds: Mapping[str, type] = {"answers": list, "consent": bool, "otherwise": str}
    _keys(written, kinds, pointer, problems)
    answers = written.get("answers")
    for number, answer in enumerate(answers if isinstance(answers, list) else ()):
        place = under(pointer, "answers", number)
        if not isinstance(answer, dict):
            problems.add(place, "is not an object", "Write {ask: ..., reply: ...}.")
            continue
        _keys(answer, {"ask": str, "reply": str, "granted": bool, "times": int}, place, problems)
        for key in ("ask", "reply"):
            if key not in answer:
                problems.add(place, f"needs `{key}`", "Write {ask: a regular expression, reply: what he says}.")
        if isinstance(answer.get("ask"), str):
            _pattern(str(answer["ask"]), under(place, "ask"), problems)
    return problems.found


def _keys(written: Mapping[str, Json], kinds: Mapping[str, type], pointer: str, problems: Problems) -> None:
    for key, value in written.items():
        if key not in kinds:
            problems.add(under(pointer, key), f'there is no key "{key}" here', nearest(key, kinds))
        elif not isinstance(value, kinds[key]) or (kinds[key] is int and isinstance(value, bool)):
            problems.add(under(pointer, key), f"is not {_KIND[kinds[key]]}")


_KIND = {list: "a list", bool: "true or false", str: "a text", int: "a whole number"}


def _pattern(source: str, pointer: str, problems: Problems) -> None:
    try:
        re2.compile(f"(?i){source}")
    except re2.error as error:
        problems.add(pointer, f"is not a regular expression of RE2: {error}", "RE2 has no look-around.")
