"""The kinds of checkpoints. Each module compiles what stands under its key to a `Check`: values in, a finding out."""

from __future__ import annotations

from collections.abc import Mapping

from awe_author.evaluation.checkpoints.answer import compile_answer
from awe_author.evaluation.checkpoints.base import (
    EVERY,
    Check,
    Compile,
    Environment,
    Finding,
    Heuristic,
    Judge,
    MissingEvidence,
)
from awe_author.evaluation.checkpoints.diff import compile_diff
from awe_author.evaluation.checkpoints.event import compile_event
from awe_author.evaluation.checkpoints.file import compile_file
from awe_author.evaluation.checkpoints.judge import compile_judge
from awe_author.evaluation.checkpoints.message import compile_message
from awe_author.evaluation.checkpoints.page import compile_page, compile_url
from awe_author.evaluation.checkpoints.python import compile_python
from awe_author.evaluation.checkpoints.records import compile_records
from awe_author.evaluation.checkpoints.state import compile_state
from awe_author.evaluation.model import CheckpointKind

COMPILERS: Mapping[CheckpointKind, Compile] = {
    "state": compile_state,
    "page": compile_page,
    "url": compile_url,
    "answer": compile_answer,
    "event": compile_event,
    "message": compile_message,
    "file": compile_file,
    "python": compile_python,
    "judge": compile_judge,
    "diff": compile_diff,
    "records": compile_records,
}

__all__ = [
    "COMPILERS",
    "EVERY",
    "Check",
    "Compile",
    "Environment",
    "Finding",
    "Heuristic",
    "Judge",
    "MissingEvidence",
]
