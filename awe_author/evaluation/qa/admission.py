"""The rules that a task has to survive before it is used. Every refusal has a rule, a reason and what to do.

`Runs` runs the oracle; everything else is decided here from the evidence it leaves behind, so that the same rules hold
for oracles of actions and of steps in a browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol

from awe_author.evaluation.checkpoints import Environment
from awe_author.evaluation.checkpoints.matching import normalised
from awe_author.evaluation.evidence import Evidence, Facts, History
from awe_author.evaluation.frame import covers
from awe_author.evaluation.model import Task
from awe_author.evaluation.oracle import Oracle, OracleFailed
from awe_author.evaluation.policies import policy_contradictions
from awe_author.evaluation.qa.alignment import Words, contains, unchecked, unsaid
from awe_author.evaluation.qa.answers import empty_answers, maximal_answers
from awe_author.evaluation.qa.mutants import COLLATERAL, mutants
from awe_author.evaluation.qa.report import Admission, Refusal, Survivor
from awe_author.evaluation.qa.rubric import flags
from awe_author.evaluation.scoring import Scorer, waits
from awe_author.evaluation.verdict import Verdict
from awe_author.json_types import JsonObject
from awe_author.session.events import encode
from awe_author.state.canonical import canonical

LEAST = 0.95
"""Mutants that have to be noticed or explained, as a part of all."""

WAIT = 1800.0
"""Seconds that an episode may take longer, when the task has no budget."""

ENTERING = frozenset({"fill", "press", "select", "goto", "upload", "ask", "tell"})
"""Steps by which a user brings something along; others only point at what a page shows."""

SHIFT = 4007
"""Seconds by which the world begins later to find out what depends on the moment."""


class Runs(Protocol):
    """Runs the oracle of one task, each time in a new session."""

    @property
    def acts(self) -> Sequence[JsonObject]:
        """The actions that it does; of steps in a browser, those that they lead to."""

    def oracle(self, *, shift: int = 0, seed: int = 0, before: float = 0, behind: float = 0) -> Evidence:
        """What the oracle leaves behind. `shift`: the world begins so many seconds later; `seed` is added to the
        session's; `before` and `behind`: seconds that pass before it begins and when it is done. Raises OracleFailed.
        """

    def again(self) -> Evidence:
        """What it leaves behind when it is done once more, in the same way. Raises OracleFailed."""

    def prefixes(self) -> Iterator[tuple[int, Evidence]]:
        """What each beginning of it leaves behind, by the number of its steps. Raises OracleFailed."""

    def untouched(self) -> Facts | None:
        """What a browser shows of the untouched world; None: nobody looked."""

    def shown(self) -> str:
        """What a browser showed on the way: texts of pages. Empty when there was none."""

    def watched(self) -> Sequence[str]:
        """What Python heuristics did that they may not, so far."""


@dataclass
class Examination:
    """One task under examination."""

    scorer: Scorer
    oracle: Oracle
    runs: Runs
    env: Environment
    words: Words
    refusals: list[Refusal] = field(default_factory=list)
    survivors: list[Survivor] = field(default_factory=list)
    total: int = 0
    _failed: set[str] = field(default_factory=set)
    """Checkpoints that failed on something."""

    @property
    def task(self) -> Task:
        """The task."""
        return self.scorer.task

    @property
    def steps(self) -> int:
        """What the oracle takes: actions, or steps of a user."""
        return len(self.oracle.acts) or len(self.oracle.steps)

    @cached_property
    def solved(self) -> Evidence:
        """What the oracle leaves behind."""
        return self.runs.oracle()

    @cached_property
    def untouched(self) -> Evidence:
        """The world to which nothing was done; somebody looked at as much as with the oracle."""
        facts = self.solved.facts
        downloads = () if facts.downloads is not None else None
        seen = self.runs.untouched() or Facts(pages=facts.pages, downloads=downloads, trajectory=())
        return Evidence(History(self.solved.initial, (), clock=self.solved.history.clock), seen)

    def refuse(self, rule: str, what: str, hint: str = "", *, checkpoint: str = "", path: str = "") -> None:
        """The task is not admitted."""
        self.refusals.append(Refusal(rule, what, hint, checkpoint, path))

    def look(self, evidence: Evidence) -> Verdict:
        """A verdict; which checkpoints failed is kept."""
        verdict = self.scorer.verdict(evidence, history=False)
        self._failed |= {one.id for one in verdict.checkpoints if not one.passed and not waits(one)}
        return verdict


def examine(
    scorer: Scorer,
    oracle: Oracle | None,
    runs: Runs,
    env: Environment,
    words: Words,
    *,
    file: str = "",
    performed: Runs | None = None,
) -> Admission:
    """All rules on one task.

    `performed`: runs of the steps of an oracle that has both actions and steps; they have to solve the task as well.
    """
    task = scorer.task
    if oracle is None:
        hint = "awe-author record-task derives one, or write {act: [...]}."
        return Admission(task.id, file, (Refusal("no-oracle", "there is no oracle, so that nothing proves it", hint),))
    exam = Examination(scorer, oracle, runs, env, words)
    solution = _ruled(exam, _RULES)
    _alignment(exam, solution is not None, normalised(runs.shown() or (performed.shown() if performed else "")))
    if performed is not None and solution is not None:
        steps = Examination(scorer, replace(oracle, kind="steps", acts=()), performed, env, words)
        _ruled(steps, _PERFORMED)
        exam.refusals += [replace(one, what=f"its steps: {one.what}") for one in steps.refusals]
    for what in dict.fromkeys([*runs.watched(), *(performed.watched() if performed else ())]):
        exam.refuse("impure", what, "A heuristic looks at the evidence and at nothing else.")
    shown = replace(oracle, acts=tuple(runs.acts)) if solution is not None else oracle
    raised = tuple(flags(task, shown, exam.solved.events)) if solution is not None else ()
    return Admission(
        task.id, file, tuple(exam.refusals), raised, exam.total, tuple(exam.survivors), solution, exam.steps
    )


def _ruled(exam: Examination, rules: Sequence[Callable[[Examination], None]]) -> Verdict | None:
    """Apply rules, when the oracle passes; its verdict."""
    solution: Verdict | None = None
    try:
        solution = _solution(exam)
        if solution is not None:
            for rule in rules:
                rule(exam)
                if exam.refusals and exam.refusals[-1].rule == "already-passing":
                    break
    except OracleFailed as error:
        exam.refuse("oracle-fails", error.what, error.hint or "Repair the oracle.")
    return solution


# ---- the rules -------------------------------------------------------------------------------------------------------


def _alignment(exam: Examination, solved: bool, shown: str) -> None:
    """`shown`: what could be read in a browser, but for what was entered there."""
    made = Words(exam.solved.final) if solved else None
    typed = [one for one in exam.oracle.steps if one.keys() & ENTERING]
    entered = exam.oracle.acts if exam.oracle.acting else typed
    given = normalised(json.dumps([entered, exam.oracle.answer], ensure_ascii=False).replace("\\n", " "))
    put = normalised(json.dumps([exam.oracle.acts, typed], ensure_ascii=False).replace("\\n", " "))
    for one in unsaid(exam.task, exam.words, made, given):
        text = normalised(str(one.value))
        if contains(shown, text) and not contains(put, text):
            continue
        what = f"{one.value!r} is demanded, and neither said nor to be found in the world"
        if one.id:
            what = f"the record {one.value!r} is looked up, and is not there at the start"
        exam.refuse(
            "literal-missing", what, "Say it in the instruction, or do not demand it.", checkpoint=one.checkpoint
        )
    for text in unchecked(exam.task, exam.words):
        what = f"the instruction says {text!r}, and no checkpoint looks at it"
        exam.refuse("said-unchecked", what, "Add a checkpoint, or leave it out.")
    for problem in policy_contradictions(exam.task.policies, exam.task.file):
        exam.refuse("policy-contradiction", problem.message, problem.hint)


def _solution(exam: Examination) -> Verdict | None:
    """The verdict on the oracle; None when it does not pass, so that nothing else can be said."""
    verdict = exam.scorer.verdict(exam.solved)
    unseen = {one.id for one in verdict.checkpoints if any(f"checkpoint {one.id}:" in why for why in verdict.faults)}
    for one in [one for one in verdict.checkpoints if one.id not in unseen]:
        if one.error:
            exam.refuse("evaluator-raises", f"on the oracle: {one.error}", "Repair it.", checkpoint=one.id)
        elif not one.passed:
            what = f"the oracle does not pass it: {one.why}"
            exam.refuse("oracle-fails", what, "Repair the checkpoint, or the oracle.", checkpoint=one.id)
    for change in verdict.frame:
        what = f"the oracle breaks the frame: {change.op} {change.path}"
        exam.refuse("oracle-fails", what, "Let the frame allow it, if the task needs it.", path=change.path)
    for fault in verdict.faults:
        exam.refuse("no-evidence", fault, "An oracle of user steps gathers what a browser shows.")
    for policy in verdict.policies:
        if policy.status == "violated" and not policy.overruled_by:
            what = f"the oracle violates {policy.id or policy.use}: {policy.why or policy.error}"
            exam.refuse("oracle-violates", what, "A policy that the solution breaks makes the task impossible.")
    steps = exam.task.budget.steps
    if steps is not None and exam.steps > steps:
        what = f"the oracle takes {exam.steps} steps, the budget is {steps}"
        exam.refuse("budget", what, "Give the agent more steps than the oracle needs.")
    return verdict if verdict.outcome == "pass" else None


def _nothing_done(exam: Examination) -> None:
    verdict = exam.look(exam.untouched)
    _raised(exam, verdict, "on the untouched world")
    if verdict.outcome == "pass":
        exam.refuse("already-passing", "doing nothing passes", "Ask for something that is not so already.")
        return
    for one in verdict.checkpoints:
        if one.score > 0:
            what = "doing nothing earns its weight"
            hint = "Let it come `after` a checkpoint that fails at the start, or drop it."
            exam.refuse("seeded-points", what, hint, checkpoint=one.id)


def _raised(exam: Examination, verdict: Verdict, where: str) -> None:
    for one in verdict.checkpoints:
        if one.error:
            hint = "Ask whether it is there first: 'id' in state.app.records && ..."
            exam.refuse("evaluator-raises", f"{where}: {one.error}", hint, checkpoint=one.id)


def _repeatable(exam: Examination) -> None:
    again = exam.runs.again()
    if log_of(again) != log_of(exam.solved):
        exam.refuse(
            "not-repeatable", "two runs of the oracle give different event logs", "Something depends on chance."
        )
    elif digest_of(exam.scorer, again) != digest_of(exam.scorer, exam.solved):
        exam.refuse("not-repeatable", "two runs of the oracle give different verdicts", "An evaluator is not pure.")


def log_of(evidence: Evidence) -> bytes:
    """The event log of an episode, byte by byte."""
    return b"\n".join(map(encode, evidence.events))


def digest_of(scorer: Scorer, evidence: Evidence) -> bytes:
    """The verdict on an episode, byte by byte."""
    return canonical(scorer.verdict(evidence).to_json())


def _other_times(exam: Examination) -> None:
    wait = exam.task.budget.seconds or WAIT
    cases = (
        ("begins later", {"shift": SHIFT}),
        (f"begins after {wait:g} s", {"before": wait}),
        (f"ends {wait:g} s later", {"behind": wait}),
    )
    for what, arguments in cases:
        try:
            verdict = exam.scorer.verdict(exam.runs.oracle(**arguments), history=False)
        except OracleFailed as error:
            exam.refuse(
                "time-dependent", f"when the episode {what}: {error.what}", "An oracle must not race the world."
            )
            continue
        if verdict.outcome != "pass":
            why = next((f"{one.id}: {one.why}" for one in verdict.checkpoints if not one.passed), "the frame")
            hint = "No checkpoint may depend on how long an agent takes."
            exam.refuse("time-dependent", f"the oracle does not pass when the episode {what} ({why})", hint)


def _prefixes(exam: Examination) -> None:
    for only, evidence in exam.runs.prefixes():
        verdict = exam.look(evidence)
        _raised(exam, verdict, f"after {only} of {exam.steps} steps")
        if verdict.outcome == "pass":
            what = f"the first {only} of the oracle's {exam.steps} steps pass already"
            exam.refuse("prefix-passes", what, "Check what the others do, or take them out.")
            return


def _answers(exam: Examination) -> None:
    looks = [one for one in exam.task.checkpoints if one.kind == "answer" and one.spec != "none"]
    if not looks:
        return
    right = exam.solved.facts
    for facts in empty_answers(right):
        if exam.look(Evidence(exam.solved.history, facts)).outcome == "pass":
            exam.refuse("answer-empty", "an empty answer passes", "Demand a value.", checkpoint=looks[0].id)
            break
    for name, facts in maximal_answers(right, exam.task.instruction, exam.words.text):
        if exam.look(Evidence(exam.solved.history, facts)).outcome == "pass":
            what = f"an answer that is not right passes: {name}"
            hint = "Use text, json, number, set or list; they compare the whole answer."
            exam.refuse("answer-maximal", what, hint, checkpoint=looks[0].id)
            break


def _mutants(exam: Examination) -> None:
    if exam.env.shape is None:
        return
    solved = exam.solved
    other = exam.runs.oracle(shift=SHIFT, seed=1)
    volatile = [one.path for one in solved.final.differences(other.final)]
    for mutant in mutants(solved.initial, solved.final, exam.env, volatile):
        history = History(solved.initial, solved.events, final=mutant.state, clock=solved.history.clock)
        verdict = exam.look(Evidence(history, solved.facts))
        exam.total += 1
        wrong = [one for one in verdict.checkpoints if one.error and not one.error.startswith("CelFault")]
        for one in wrong[:1]:
            what = f"when {mutant.path} {mutant.what}: {one.error}"
            exam.refuse("evaluator-raises", what, "An evaluator has an answer to every state.", checkpoint=one.id)
        if verdict.outcome == "pass":
            why = next((str(e["why"]) for e in exam.task.explained if covers(str(e["path"]), mutant.path)), "")
            exam.survivors.append(Survivor(mutant.kind, mutant.path, mutant.what, why))
    _judge_survivors(exam)


def _judge_survivors(exam: Examination) -> None:
    unexplained = [one for one in exam.survivors if not one.why]
    for one in [one for one in unexplained if one.kind in COLLATERAL]:
        what = f"nothing notices that {one.path} {one.what}"
        exam.refuse("collateral", what, "Narrow the frame: may_add with at_most, fewer wildcards.", path=one.path)
    others = [one for one in unexplained if one.kind not in COLLATERAL]
    if exam.total and 1 - len(others) / exam.total < LEAST:
        shown = "; ".join(f"{one.path} {one.what}" for one in others[:5])
        what = f"{len(others)} of {exam.total} wrong final states pass: {shown}"
        exam.refuse("mutants", what, "Check these places, or say under `explained` why they may be otherwise.")


def _blind(exam: Examination) -> None:
    seen = {"page", "url", "file"} if exam.oracle.acting else set()
    for one in exam.scorer.counted:
        forbids = isinstance(one.spec, dict) and "never" in one.spec  # what never happens in any of these episodes
        if one.id not in exam._failed and one.kind not in seen and not forbids:
            what = "nothing that was tried makes it fail"
            exam.refuse("checkpoint-blind", what, "It demands nothing; repair or drop it.", checkpoint=one.id)


_RULES: tuple[Callable[[Examination], None], ...] = (
    _nothing_done, _repeatable, _other_times, _prefixes, _answers, _mutants, _blind,
)  # fmt: skip
"""What is asked of a task whose oracle passes, in order."""
_PERFORMED = (_repeatable, _prefixes)
"""What is asked of steps beside actions that were asked all of it."""
