"""What forms sent, and whether answers to them say more than that it was done."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover.common.names import looks_like_id
from awe_author.features.discover.exchanges.calls import Call


def only_words(answer: Any) -> bool:
    """Is an answer in JSON, to a form that a script sends, a word of what was done (`{"success": {"title": "Added"}}`)
    and no record? Nothing in it is a number or a list of anything but texts."""
    if isinstance(answer, dict):
        return all(map(only_words, answer.values()))
    if isinstance(answer, list):
        return all(isinstance(one, str) for one in answer)
    return answer is None or isinstance(answer, bool) or (isinstance(answer, str) and not looks_like_id(answer))


def told_in(call: Call) -> set[str]:
    """The texts that a form sent, without what is too short to be known again."""
    fields = call.body.values() if isinstance(call.body, dict) else ()
    return {value.strip() for value in fields if isinstance(value, str) and len(value.strip()) > 2}
