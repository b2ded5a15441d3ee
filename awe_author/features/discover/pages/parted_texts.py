"""Texts that pages word one way where a field of the entity is known and another way where it is not: `Tides: Ada
Berg` in the heading of a talk with a speaker, `Tides` without one.

Told when one field parts all pages just so, and the wording of those with it is the other one with more before or
behind. Others are worded one way only for some: a text of several paragraphs, or with markup, is shown otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from awe_author.features.discover.markup.wording import KEY, Wording, squeezed, wordings

LEAST = 2
"""Entities whose pages have one of the wordings."""
LONG = 20
"""Characters of a text that stands nowhere by chance."""
Looks = Sequence[tuple[str, Mapping[str, str]]]
"""(what a page says, what is known of the entity)."""


def parted_text(
    usual: Wording, looks: Looks, names: Sequence[str], own: Callable[[str], str]
) -> tuple[str, str] | None:
    """(field, expression of both); None where no field parts the pages. `own`: field -> its expression."""
    told = [(squeezed(shown), values) for shown, values in looks if all(values.get(name) for name in usual.fields())]
    fits = [values for shown, values in told if usual.of(values) == shown]
    rest = [(shown, values) for shown, values in told if usual.of(values) != shown]
    sides = (fits, [values for _, values in rest])
    if not all(sides) or max(len({values.get(KEY) for values in side}) for side in sides) < LEAST:
        return None
    other = next((one for one in wordings(*rest[0], [*usual.fields()]) if one.fields() == usual.fields()), None)
    if other is None or not all(other.of(values) == shown for shown, values in rest):
        return None
    more, less = sorted((usual, other), key=lambda one: -len(_plain(one)))
    if not _plain(more).startswith(_plain(less)) and not _plain(more).endswith(_plain(less)):
        return None
    with_it, without = sides[:: 1 if more is usual else -1]
    for name in names if more != less else ():
        if all(values.get(name) for values in with_it) and not any(values.get(name) for values in without):
            return name, f"({own(name)} != '' ? {more.text(own)} : {less.text(own)})"
    return None


def _plain(one: Wording) -> str:
    """A wording with the names of its fields."""
    return "".join(f"\0{part.field}\0" if part.field else part.literal for part in one.parts).strip()


def typed_text(tries: Sequence[Wording], looks: Looks, sent: Sequence[str]) -> Wording | None:
    """The field whose long text stands there just as a form sent it, on one page at least."""
    for one in tries:
        name = next(iter(one.fields())) if len(one.parts) == 1 and one.fields() else ""
        if name in sent and any(
            len(values.get(name, "")) >= LONG and one.of(values) == squeezed(shown) for shown, values in looks
        ):
            return one
    return None
