"""HTML that is made of an entity's key alone: a link or a row of a list that nothing but keys tells.

    <li><a href="/wiki?id=office:printer" title="office:printer">printer</a> in office</li>

What stands behind the last sign of a key, and before it, may be what it is called; so may one field of the entity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.markup.wording import KEY, agreed, values_of, wordings
from awe_author.features.discover.pages.pages import LISTED_ON

SIGNS = (":", "/", ".")
"""Behind the last of which the name of an entity may stand in its key."""
BEHIND, BEFORE = "behind the last sign", "before the last sign"


def markup_of_keys(
    part: Entities, told: Sequence[tuple[str, str]], then: Sequence[Mapping[str, Any]] | None = None
) -> str | None:
    """The expression of the HTML for the key `k`; None where it is not made alike. `told`: (HTML, key); `then`: what
    each of these said by then, where it is not as at the start."""
    known: Mapping[str, Mapping[str, Any]] = {**part.seed, **part.made}
    said = then if then is not None else [known.get(key, {}) for _, key in told]
    own: list[tuple[list[str], str]] = [([KEY, BEHIND, BEFORE], sign) for sign in SIGNS]
    own += [([KEY, name], SIGNS[0]) for name in part.fields() if name not in (KEY, LISTED_ON)]
    for names, sign in own if told else ():
        every = [(html, {**values_of(of), **_parts(key, sign)}) for (html, key), of in zip(told, said, strict=True)]
        if names[1] not in (BEHIND, BEFORE) and not all(values.get(names[1]) for _, values in every):
            continue
        html, values = max(every, key=lambda one: len(one[1].get(BEFORE, "")))
        tries = wordings(html, values, names, names)
        made = agreed(tries, every, share=1.0, sent=names, telling=names)
        if made is not None and all(all(values.get(name) for name in made.fields()) for _, values in every):
            return made.text(partial(_own, part, sign))
    return None


def _parts(key: str, sign: str) -> dict[str, str]:
    before, _, behind = key.rpartition(sign)
    return {KEY: key, BEHIND: behind, **({BEFORE: before} if before else {})}


def _own(part: Entities, sign: str, name: str) -> str:
    last = f"k.lastIndexOf({text(sign)})"
    of = {KEY: "k", BEHIND: f"k.substring({last} + 1)", BEFORE: f"k.substring(0, {last} < 0 ? 0 : {last})"}
    if name in of:
        return of[name]
    item = f"state.{part.kind.name}"
    said = f"string({item}[k].get({text(name)}, '')).replace('&', '&amp;').replace('<', '&lt;')"
    return f"(k in {item} ? {said} : k)"
