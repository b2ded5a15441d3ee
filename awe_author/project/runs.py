"""Attempts at tasks, saved so that they can be scored again, and scored again from what was saved.

Saved are the verdict, the facts of the browser, and the export of the session's timeline; from these the evidence is
made as it was. Nothing is run: not the agent, not the app, and of the events only the recorded patches are applied.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from awe_author.errors import AweError, InputError
from awe_author.evaluation.episodes import Episode, Run, Timings, write_episode
from awe_author.evaluation.episodes.folder import TIMELINES
from awe_author.evaluation.evidence import Evidence, History
from awe_author.evaluation.importers.drafts import id_of
from awe_author.evaluation.verdict import Verdict
from awe_author.json_types import Json, JsonObject
from awe_author.project.tasks import TaskFile
from awe_author.session.errors import UnknownSession
from awe_author.session.export import load_export, save_export
from awe_author.session.session import Session
from awe_author.session.sessions import Sessions


def save_attempt(
    run: Path,
    file: TaskFile,
    evidence: Evidence,
    *,
    agent: str,
    attempt: int = 1,
    sessions: Sessions | None = None,
    session: Session | None = None,
    started: str = "",
    timings: Timings | None = None,
    usage: Mapping[str, Json] | None = None,
) -> Episode:
    """Score an attempt and write it into a run's folder, with its timeline where a session (still open) is given."""
    id = f"{file.task.id}.{id_of(agent)}.{attempt}"
    timeline = ""
    if session is not None and sessions is not None:
        (run / TIMELINES).mkdir(parents=True, exist_ok=True)
        timeline = f"{TIMELINES}/{id}.timeline.zst"
        save_export(sessions, session.id, run / timeline)
    episode = Episode(
        id=id,
        task=file.task.id,
        agent=agent,
        attempt=attempt,
        verdict=file.scorer.verdict(evidence),
        labels=dict(file.task.labels),
        facts=evidence.facts,
        started=started,
        timings=timings or Timings(),
        seed=session.seed if session is not None else None,
        timeline=timeline,
        session=session.id if session is not None else "",
        node=session.head if session is not None else None,
        world=file.task.world,
        usage=dict(usage or {}),
    )
    write_episode(run, episode)
    return episode


def evidence_of(run: Run, episode: Episode, file: TaskFile) -> Evidence:
    """The evidence of a saved attempt, as it was. Raises InputError when its timeline is missing or of another
    world."""
    if not episode.timeline:
        if file.world.initial.shape.collections:
            what = "its timeline was not saved, so that nothing is known of the state"
            raise InputError(
                what, where=episode.id, hint="Save attempts with their session (project.runs.save_attempt)."
            )
        return Evidence(History(file.world.initial, ()), episode.facts)
    sessions = file.world.sessions(episode.seed)
    opened = load_export(sessions, run.file(episode.timeline), run=False)
    try:
        session = sessions.get(episode.session) if episode.session else opened[0]
    except (UnknownSession, IndexError):
        if not opened:
            hint = "Export a timeline before its sessions are closed."
            raise InputError("no session in its timeline is open", where=episode.timeline, hint=hint) from None
        session = opened[0]
    end = session.head if episode.node is None else episode.node
    return Evidence(History.of(session, end=end), episode.facts)


@dataclass(frozen=True, slots=True)
class Rescored:
    """What came of scoring an episode again."""

    episode: Episode
    """With its new verdict."""

    before: Verdict
    problem: str = ""
    """Why it could not be scored: then nothing changed."""

    @property
    def changed(self) -> bool:
        """Is the new verdict another one?"""
        return self.episode.verdict != self.before

    @property
    def differences(self) -> list[str]:
        """What is different, in words."""
        old, new = self.before, self.episode.verdict
        found = []
        if old.outcome != new.outcome:
            found.append(f"{old.outcome} is {new.outcome} now")
        if old.score != new.score:
            found.append(f"score {old.score:.3g} is {new.score:.3g}")
        passed = {one.id: one.passed for one in old.checkpoints}
        for one in new.checkpoints:
            if passed.get(one.id) is not one.passed:
                found.append(f"checkpoint {one.id} {'passes' if one.passed else 'does not pass'}")
        gone = passed.keys() - {one.id for one in new.checkpoints}
        found += [f"checkpoint {id} is gone" for id in sorted(gone)]
        statuses = [one.status for one in old.policies]
        if statuses != [one.status for one in new.policies]:
            found.append("policies: " + (", ".join(one.status for one in new.policies) or "none"))
        return found or (["the explanation"] if self.changed else [])

    def to_json(self) -> JsonObject:
        """What the command prints of it."""
        return {
            "id": self.episode.id, "task": self.episode.task, "changed": self.changed, "problem": self.problem,
            "before": {"outcome": self.before.outcome, "score": self.before.score},
            "after": {"outcome": self.episode.verdict.outcome, "score": self.episode.verdict.score},
            "differences": list(self.differences),
        }  # fmt: skip


def rescore(
    run: Run, files: Mapping[str, TaskFile], *, when: str, step: Callable[[str], None] = lambda id: None
) -> list[Rescored]:
    """Score all episodes again whose task is among `files` (id -> task). `when`: the moment, RFC 3339, for the records.

    An episode whose evidence cannot be made keeps its verdict, and says why: it is no reason to call it anything else.
    """
    found = []
    for episode in run.episodes:
        file = files.get(episode.task)
        if file is None:
            continue
        step(episode.id)
        try:
            verdict = file.scorer.verdict(evidence_of(run, episode, file))
        except AweError as error:
            found.append(Rescored(episode, episode.verdict, str(error)))
            continue
        if verdict == episode.verdict:
            found.append(Rescored(episode, episode.verdict))
            continue
        note: JsonObject = {"when": when, "version": episode.verdict.version, "verdict": episode.verdict.to_json()}
        again = replace(episode, verdict=verdict, earlier=(note, *episode.earlier), labels=dict(file.task.labels))
        found.append(Rescored(again, episode.verdict))
    return found
