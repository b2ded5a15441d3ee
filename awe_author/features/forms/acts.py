"""Requests with a list of what is done, each of which says in a member of its own what it does to which record:
`POST /boats:commit {"writes": [{"update": {"id": 7, "berth": "A"}}, {"delete": {"id": 8}}]}`, answered with a list of
as many, or without one. Features see a batch of JSON-RPC, whose methods are called after these members.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from awe_author.features.forms.calls import Way, within
from awe_author.features.forms.model import Sent
from awe_author.json_types import Json, JsonObject


@dataclass(frozen=True, slots=True)
class Acts:
    """The form of such requests and their answers."""

    on: str
    records: str
    """The member of a request with the list."""
    verbs: tuple[str, ...]
    """The members that say what is done."""
    answers: Way = ()
    """Place of the list in the answer; () where there is none."""
    place: str = ""
    """The member of records whose last part says of which sort they are (`pathed`); "" where there is one sort."""

    def asked(self, sent: Sent) -> Sent:
        acts = self.acts(sent)
        if not acts or not all(isinstance(one, dict) for _, one in acts):
            return sent
        acts = [(self._method(verb, one), one) for verb, one in acts]
        return sent.saying(
            [
                {"jsonrpc": "2.0", "id": place, "method": verb, "params": one}
                for place, (verb, one) in enumerate(acts, 1)
            ]
        )

    def told(self, sent: Sent, value: Json) -> Json:
        acts, answers = self.acts(sent), within(value, self.answers) if self.answers else None
        if not acts or (self.answers and (not isinstance(answers, list) or len(answers) != len(acts))):
            return value
        results: Any = answers if self.answers else [value] * len(acts)
        return [{"jsonrpc": "2.0", "id": place, "result": one} for place, one in enumerate(results, 1)]

    def shown(self, sent: Sent, value: Json, like: Json) -> Json:
        if not self.acts(sent) or not isinstance(value, list) or not value:
            return value
        made = [one.get("result") for one in value if isinstance(one, dict)]
        if not self.answers:
            return made[-1]
        recorded = within(like, self.answers)
        whole: Any = copy.deepcopy(like) if isinstance(recorded, list) else {}
        place: Any = whole
        for name in self.answers[:-1]:
            place = place.setdefault(name, {})
        place[self.answers[-1]] = made
        return _as_the_last(whole, made[-1], recorded[-1]) if isinstance(recorded, list) and recorded else whole

    def _method(self, verb: str, record: Any) -> str:
        """What features see called: what is done, and to which sort of records."""
        said = record.get(self.place) if self.place else None
        return f"{verb}_{said.rpartition('/')[2]}" if isinstance(said, str) else verb

    def acts(self, sent: Sent) -> list[tuple[str, Any]]:
        """(what is done, to which record or what that is called) of each; none where one of them says something
        else."""
        found = sent.body.get(self.records) if isinstance(sent.body, dict) else None
        made = [self._act(one) for one in found] if isinstance(found, list) else []
        return [one for one in made if one is not None] if None not in made else []

    def _act(self, value: Any) -> tuple[str, Any] | None:
        verbs = [name for name in self.verbs if isinstance(value, dict) and isinstance(value.get(name), dict | str)]
        return (verbs[0], value[verbs[0]]) if len(verbs) == 1 else None

    def document(self) -> JsonObject:
        made: JsonObject = {"on": self.on, "acts": self.records, "verbs": [*self.verbs], "answers": [*self.answers]}
        return made | ({"place": self.place} if self.place else {})


def _as_the_last(whole: JsonObject, made: Any, recorded: Any) -> JsonObject:
    """An answer whose members that said what the last of the recorded list did say what the last of this one does."""
    if not isinstance(made, dict) or not isinstance(recorded, dict):
        return whole
    same = {str(one): made[name] for name, one in recorded.items() if isinstance(one, str) and one and name in made}
    return {name: same.get(one, one) if isinstance(one, str) else one for name, one in whole.items()}


def acts_of(document: Mapping[str, Any]) -> Acts:
    """From a feature file."""
    return Acts(document["on"], document["acts"], tuple(document["verbs"]), tuple(document["answers"]),
                document.get("place", ""))  # fmt: skip
