"""Notices on pages that are about nothing of a kind, to which a write leads: "The page Tea was deleted." on the start
page, with the link to what was made or its name as it was.

What a notice says is told as those of lists are (`notice_texts`). The recorded page with the notice is shown behind
that write alone, where the page was seen without one, too; else the notice is hidden at other times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import unquote, urlsplit

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.pages.code_cells import has_code
from awe_author.features.discover.pages.page_texts import ABOUT, notice_texts
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.posts import key_among
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

SURE = 0.6


def landing_notices(
    one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen, acts: Mapping[int, str]
) -> list[Feature]:
    """The features. `acts`: number of a post -> its action."""
    lists = {urlsplit(page.url).path for page, _ in one.lists}
    keys = {call.seq: key for each in one.operations for call, key in zip(each.calls, each.made, strict=False)}
    groups: dict[tuple[str, str], list[Shown]] = {}
    for page in shown:
        led = page.load.led if page.load is not None else None
        if led is None or led not in acts or led not in keys or keys[led] in unquote(page.page.url):
            continue  # no write of this kind led to it, or it is about what its address names
        path = urlsplit(page.page.url).path
        if path not in lists and not has_code(one, page) and key_among(page.page.url, one.template) is None:
            groups.setdefault((path, acts[led]), []).append(page)
    found = []
    for (path, act), mine in groups.items():
        others = [page for page in shown if urlsplit(page.page.url).path == path and page not in mine]
        told = notice_texts(one, part, [(page, []) for page in mine], others, seen)
        if not told:
            continue
        like = list(dict.fromkeys(page.load.seq for page in mine if page.load is not None))
        document: JsonObject = {
            "id": f"{part.kind.name}.notice.page",
            "title": f"What {path} says after {act}",
            "on": {"page": one.origin + path, "where": f"view.get('after', '') == {text(act)}", "like": [*like]},
            "let": {**ABOUT},
            "show": told,
        }
        evidence = [f"seen: page {mine[0].page.url}, before seq {mine[0].page.seq}"]
        found.append(Feature(document, evidence, SURE))
        if not others:
            hidden: list[Json] = [
                {"select": one["select"], "set": {"hidden": "true"}} for one in told if isinstance(one, dict)
            ]
            on: JsonObject = {"page": one.origin + path, "where": f"view.get('after', '') != {text(act)}"}
            away: JsonObject = {"id": f"{part.kind.name}.no_notice.page", "title": f"{path} without what {act} says"}
            found.append(Feature({**away, "on": on, "show": hidden}, evidence, SURE))
    return found
