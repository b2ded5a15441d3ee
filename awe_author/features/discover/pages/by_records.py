"""Pages of entities that have records in a trail, apart from those of entities that have none: "Comments on this task",
and "No comments (yet)." in place of it. Each sort is shown in a document of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bs4 import Tag

from awe_author.features.discover.markup.rows import texts_in
from awe_author.features.discover.markup.wording import squeezed
from awe_author.features.discover.pages.about_pages import About, AboutPage
from awe_author.features.discover.pages.trail_surfaces import Shows


def by_records(about: About, shows: Sequence[Shows], item: str) -> Iterator[About]:
    """The pages of one situation, apart where what stands beside the records of a trail is other words. `item`: the
    expression of the entity."""
    for trail in shows if about.there and about.like and len(about.pages) > 1 else ():
        told = [(page, _beside(page, trail)) for page in about.pages]
        some = [page for page, said in told if said is not None and said[0]]
        none = [page for page, said in told if said is not None and not said[0]]
        words = {said for _, said in told if said is not None}
        apart = len({beside for filled, beside in words if filled}) == len({one for got, one in words if not got}) == 1
        if some and none and len(words) > 1 and apart and len(some) + len(none) == len(about.pages):
            if len({beside for _, beside in words}) < len(words):
                continue
            for mine, others, test in ((some, none, "> 0"), (none, some, "== 0")):
                like = [seq for seq in about.like if any(p.load is not None and p.load.seq == seq for p, _, _ in mine)]
                tests = [*about.tests, f"{trail.there(item)}.size() {test}"]
                yield replace(about, pages=mine, others=[*others, *about.others], tests=tests, like=like)
            return
    yield about


def _beside(page: AboutPage, trail: Shows) -> tuple[bool, str] | None:
    """(has it records?, what is said in their container beside them); None where a page has no such container."""
    top = page[0].document.select_one(trail.trail.container)
    if top is None:
        return None
    rows: list[Tag] = top.select(trail.rows[0])
    inside = {id(one) for row in rows for one in [row, *row.find_all(True)]}
    said = " ".join(shown for tag, shown in texts_in(top) if id(tag) not in inside)
    return bool(rows), squeezed(said)
