"""What recorded pages tell: the kinds that they list and that forms change, and the pieces of pages.

Pages that tell nothing of entities as they are, are left out: those that show a refused form again, and those that ask
whether to do something to several entities.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Recorded
from awe_author.features.discover.from_calls import FromCalls
from awe_author.features.discover.lists.roles import searches
from awe_author.features.discover.markup.kept_choices import kept_choices, without_kept
from awe_author.features.discover.markup.situations import loads_of
from awe_author.features.discover.markup.span_fields import Times
from awe_author.features.discover.pages.box_marks import add_box_marks
from awe_author.features.discover.pages.boxed_rows import add_boxed_rows
from awe_author.features.discover.pages.bulk import Bulk, about_several, add_bulk, several_of, without_choices
from awe_author.features.discover.pages.called_rows import called_lists
from awe_author.features.discover.pages.canonical import words_field
from awe_author.features.discover.pages.dated_signs import add_dated_signs
from awe_author.features.discover.pages.fetched_forms import fetches_form
from awe_author.features.discover.pages.keyed_rows import add_keyed_rows
from awe_author.features.discover.pages.labelled_rows import add_labels
from awe_author.features.discover.pages.led_to_holder import asks_for_holder
from awe_author.features.discover.pages.linked_labels import sources
from awe_author.features.discover.pages.made_aside import find_row_asides
from awe_author.features.discover.pages.page_kinds import page_kinds, taken_apart
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.pages.pieces import Piece, pieces_of
from awe_author.features.discover.pages.refused import Refused, refused_of, shows_again, texts_of
from awe_author.features.discover.pages.row_codes import add_codes
from awe_author.features.discover.pages.sent_back import sent_back
from awe_author.features.discover.pages.several_choices import join_choices, with_joined
from awe_author.features.discover.pages.single_lists import single_lists, without_lists
from awe_author.features.discover.pages.switches import switch_of
from awe_author.features.discover.pages.tried_out import shows_tried
from awe_author.features.discover.told_twice import posts_of, told_twice
from awe_author.features.dom.rendering import is_whole
from awe_author.queries import parse_qsl


@dataclass(slots=True)
class FromPages:
    """What pages tell."""

    shown: list[Shown]
    """All recorded pages."""
    telling: list[Shown]
    """Those that tell of entities as they are."""
    kinds: list[PageKind]
    bulk: dict[int, list[Bulk]]
    """id() of a kind -> the posts about several of its entities."""
    refused: list[Refused]
    """Posts of forms that were refused."""
    usual: frozenset[str]
    """Texts of pages that nothing was refused on; empty when nothing was refused."""
    pieces: list[Piece]
    fetched: list[Call]
    """Posts that only ask for a form."""
    driven: bool
    """Do scripts fetch whole pages, to show them in place of the one that is there?"""

    @property
    def operations(self) -> list[Operation]:
        """Of all kinds."""
        return [operation for one in self.kinds for operation in one.operations]

    def posts_apart(self) -> set[int]:
        """Numbers of the posts that tell of no single entity: refused, or about several."""
        several = {post.call.seq for posts in self.bulk.values() for post in posts}
        return {one.call.seq for one in self.refused} | several


def from_pages(recorded: Recorded, found: FromCalls) -> FromPages:
    """Kinds of all recorded pages. `found`: what calls told already."""
    loads = loads_of(recorded.raws)
    shown = taken_apart(recorded.pages, loads)
    add_keyed_rows(shown)
    add_boxed_rows(shown)
    join_choices(shown)
    add_labels(shown)
    add_box_marks(shown)
    add_codes(shown)
    add_dated_signs(shown)
    kept = kept_choices(form for one in shown for form in one.forms)
    pieces = pieces_of(recorded.raws, found.calls)
    told = told_twice(found, shown)
    writes = sorted([*found.unexplained(), *posts_of(found, told.values())], key=lambda call: call.seq)
    singles = single_lists(shown, writes)
    writes = [without_lists(call, singles) for call in writes]
    fetched = [call for call in writes if fetches_form(call)]
    writes = [call for call in writes if call not in fetched]
    refused = [*refused_of(writes), *sent_back(writes, shown)]
    telling = [
        one for one in shown if not shows_again(one, refused, found.calls) and not shows_tried(one, found.trials)
    ]
    sent = several_of(recorded.raws)
    several = without_choices(sent, telling, writes)
    apart = {one.call.seq for one in refused} | about_several(telling, writes, several)
    posts = [replace(call, body=without_kept(call.body, kept)) for call in writes if call.seq not in apart]
    posts = [with_joined(call, shown, sent) for call in posts]
    called = called_lists(telling, found.calls)
    kinds = page_kinds([*telling, *called], posts, told, Times.of(loads), sources(shown, found.kinds))
    find_row_asides(kinds, posts)
    searched = _searched_by(kinds)
    opened = {call.origin + call.path for call in found.calls if _opens(call)}
    for one in kinds:
        one.opened = opened
        one.worded = words_field(one, found.calls)
        one.searched_by = searched if searched not in _asked(one) else ""
        one.keeps = {name: kept[name] for name in one.sent if name in kept}
        one.switch = switch_of(one, telling, posts)
        asks_for_holder(one)
    bulk = {id(one): add_bulk(one, telling, writes, several) for one in kinds}
    twins = [id(one.told) for one in kinds]
    _name_apart(kinds, [kind for kind in found.kinds if id(kind) not in twins])
    driven = any(one.fetched for one in loads)
    telling = _asking_nothing(telling, bulk.values())
    return FromPages(shown, telling, kinds, bulk, refused, _usual(refused, found), pieces, fetched, driven)


def _asked(one: PageKind) -> set[str]:
    """The parameters that looks at the lists of a kind were asked with."""
    urls = {sighting.call.page for sighting in one.kind.sightings()}
    return {name for url in urls for name, _ in parse_qsl(urlsplit(url).query)}


def _searched_by(kinds: Sequence[PageKind]) -> str:
    """The parameter by which lists of most kinds were searched; "" where none was."""
    asked = Counter(name for one in kinds for name in _asked(one) if searches(name))
    return max(asked, key=lambda name: asked[name], default="")


def _opens(call: Call) -> bool:
    """Does a post with nothing in it open a page?"""
    return call.method == "POST" and call.status < 300 and not call.body and not call.query and is_whole(call.html)


def _asking_nothing(shown: Sequence[Shown], bulk: Iterable[Sequence[Bulk]]) -> list[Shown]:
    """The pages without those that ask whether to do something to several entities."""
    asking = {post.call.seq for posts in bulk for post in posts if post.asks}
    return [one for one in shown if one.load is None or one.load.seq not in asking]


def _usual(refused: Sequence[Refused], found: FromCalls) -> frozenset[str]:
    apart = {one.call.seq for one in refused}
    apart |= {one.shown.load.seq for one in refused if one.call.location and one.shown.load is not None}
    return texts_of([call for call in found.calls if call.seq not in apart]) if refused else frozenset()


def _name_apart(kinds: Sequence[PageKind], of_calls: Sequence[Kind]) -> None:
    """Each name once, among the kinds of calls, too; of kinds of pages the one that is written most keeps it."""
    every = [*of_calls, *(one.kind for one in kinds)]
    for one in sorted(kinds, key=lambda one: sum(len(o.calls) for o in one.operations if o.writes)):
        while any(one.kind.name == other.name for other in every if other is not one.kind):
            one.kind.name += "_shown"
