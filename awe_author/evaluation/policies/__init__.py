"""Safety policies: what an agent must or must not do on the way, judged over its trajectory and the event log.

`templates` names the kinds of policies, `checking` reads them from a task, `judging` gives each its result: dormant,
kept or violated. Definitions follow ST-WebAgentBench (arXiv 2410.06703, sections 3.3 to 3.5), fail-closed.
"""

from awe_author.evaluation.policies.checking import load_policies, policy_contradictions, policy_problems
from awe_author.evaluation.policies.judging import Judged, judge, judge_policies
from awe_author.evaluation.policies.watching import Watch, watches

__all__ = [
    "Judged",
    "Watch",
    "judge",
    "judge_policies",
    "load_policies",
    "policy_contradictions",
    "policy_problems",
    "watches",
]
