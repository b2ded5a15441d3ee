"""The features of a draft, one sort after the other: each request is answered by the first that explains it.

Features of entities come first, then those of numbers and of documents of which there is one; what no feature answers
and is always the same is a constant. Pages and sockets are surfaces of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from awe_author.features.discover.common.computed_columns import ColumnRule
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.joins import Times
from awe_author.features.discover.entities.rehearsed import ASKS_FIRST
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.exchanges.calls import Call, Raw, asides_of
from awe_author.features.discover.exchanges.reading import Recorded
from awe_author.features.discover.from_calls import FromCalls
from awe_author.features.discover.from_pages import FromPages
from awe_author.features.discover.lists.memberships import member_calls
from awe_author.features.discover.modelling import Model, add_recorded, add_talks
from awe_author.features.discover.pages.called_after import add_called_after
from awe_author.features.discover.pages.came_from import add_came_from
from awe_author.features.discover.pages.canonical import led_features
from awe_author.features.discover.pages.chosen_kinds import chosen_kinds
from awe_author.features.discover.pages.counted_kinds import counted_kinds
from awe_author.features.discover.pages.counted_others import counted_others, show_counts
from awe_author.features.discover.pages.fetched_forms import fetched_features
from awe_author.features.discover.pages.held_rows import held_in
from awe_author.features.discover.pages.key_trees import add_key_trees
from awe_author.features.discover.pages.label_parts import fill_called
from awe_author.features.discover.pages.led_lists import led_lists
from awe_author.features.discover.pages.led_texts import leads_of, led_text_features
from awe_author.features.discover.pages.led_to_holder import gone_with_holder
from awe_author.features.discover.pages.linked_from import add_linked_from
from awe_author.features.discover.pages.listing_posts import listing_features
from awe_author.features.discover.pages.lists_below import lists_below
from awe_author.features.discover.pages.made_aside import add_asides, made_asides
from awe_author.features.discover.pages.own_forms import own_form_features, own_forms
from awe_author.features.discover.pages.page_surfaces import page_features
from awe_author.features.discover.pages.pieces import Pieces, pieces_about
from awe_author.features.discover.pages.prefilled import prefilled
from awe_author.features.discover.pages.refused import explain
from awe_author.features.discover.pages.renamed_actions import add_renamed
from awe_author.features.discover.pages.script_names import script_names
from awe_author.features.discover.pages.scripted import script_features
from awe_author.features.discover.pages.since_writes import add_since_writes
from awe_author.features.discover.pages.suggested import suggested_features
from awe_author.features.discover.pages.switches import add_switch, switch_features
from awe_author.features.discover.pages.trail_surfaces import add_trails, shows_of
from awe_author.features.discover.pages.tried_out import leave_tried, tried_features
from awe_author.features.discover.pages.visited import add_visited
from awe_author.features.discover.pages.word_links import word_link_features
from awe_author.features.discover.pages.word_lists import word_list_features
from awe_author.features.discover.pages.word_renames import add_word_renames, rename_features
from awe_author.features.discover.pages.write_logs import add_logs, log_features, logs_of
from awe_author.features.discover.pages.write_numbers import add_write_numbers, write_numbers
from awe_author.features.discover.replies.absent import absent_feature, absent_of
from awe_author.features.discover.replies.always_refused import always_refused
from awe_author.features.discover.replies.constants import by_keys, constants_of, told_at_moments
from awe_author.features.discover.replies.counts import count_feature, counts_of
from awe_author.features.discover.replies.echoes import echoes_of, recorded_keys
from awe_author.features.discover.replies.embedding import one_for_each_document
from awe_author.features.discover.replies.figure_features import figure_features, show_figures
from awe_author.features.discover.replies.forwarded import forwarded, led_to_new
from awe_author.features.discover.replies.heartbeats import heartbeats
from awe_author.features.discover.replies.key_lists import key_list_feature, key_lists_of
from awe_author.features.discover.replies.list_figures import show_list_figures
from awe_author.features.discover.replies.marks import add_marks, marks_of, show_mark
from awe_author.features.discover.replies.member_features import member_features
from awe_author.features.discover.replies.name_maps import name_map_feature, name_maps_of
from awe_author.features.discover.replies.named_reads import named_reads
from awe_author.features.discover.replies.named_value_features import add_settings, following, settings_features
from awe_author.features.discover.replies.named_within import named_within
from awe_author.features.discover.replies.named_writes import named_writes
from awe_author.features.discover.replies.negotiated import tell_representations
from awe_author.features.discover.replies.nothing_called import nothing_called
from awe_author.features.discover.replies.nothing_found import nothing_found
from awe_author.features.discover.replies.nothing_told import nothing_told
from awe_author.features.discover.replies.once_done import add_done, kept_reads
from awe_author.features.discover.replies.only_empty import only_empty
from awe_author.features.discover.replies.range_features import add_books, book_features
from awe_author.features.discover.replies.ranges import books_of
from awe_author.features.discover.replies.refusals import refusals
from awe_author.features.discover.replies.refused_reads import refused_reads
from awe_author.features.discover.replies.rendered import rendered_feature, rendered_of
from awe_author.features.discover.replies.script_settings import add_script_settings, script_settings
from awe_author.features.discover.replies.sibling_reads import sibling_reads
from awe_author.features.discover.replies.siblings import leave_siblings
from awe_author.features.discover.replies.stored import add_stored, stored_of
from awe_author.features.discover.replies.surfaces import (
    Feature,
    api_features,
    constant_feature,
    distinct,
    echo_feature,
    stored_features,
)
from awe_author.features.discover.replies.times_written import add_times, count_writes
from awe_author.features.discover.replies.value_lists import value_list_feature, value_lists_of
from awe_author.features.discover.replies.versions import add_versions, versions_of
from awe_author.features.discover.talks.draft import TalkDraft, draft_talks
from awe_author.features.discover.talks.marks import told_marks
from awe_author.features.discover.writes.actions import server_rules


class Answering:
    """The features so far, and the numbers of the calls that they answer. Its methods are stages, called in the order
    in which they stand; some add to the model what their features need beside entities."""

    def __init__(self, found: FromCalls, pages: FromPages, parts: Sequence[Entities], model: Model, seen: Seen) -> None:
        self.found, self.pages, self.parts, self.model, self.seen = found, pages, parts, model, seen
        self.features: list[Feature] = []
        self.by_name = {part.kind.name: part for part in parts}
        self.written = {one.kind.name for one in found.operations if one.writes}
        self.written |= {one.kind.name for one in pages.kinds if one.told is not None}
        told = [one for one in found.operations if one.kind.name in self.written]
        self.answered = {call.seq for one in [*told, *pages.operations] for call in one.calls}
        of_members = member_calls(found.members)
        self.answered |= of_members
        self._answers(call for one in found.settings for call in one.calls())
        self.empty = only_empty(found.calls, self.answered, parts, found.operations, found.known, seen)
        empty = {call.seq for one in self.empty if one.operation is not None for call in one.operation.calls}
        self.answered |= empty
        keyed = {call.seq for call in found.calls if by_keys(call) is not None}
        asking = {call.seq for call, why in found.left_writes if why == ASKS_FIRST}
        others = [call for call in found.calls if call.seq not in keyed | empty | of_members | asking]
        self.echoes = echoes_of(others, parts, told, found.known)
        self.marks = marks_of(found.operations)
        self._answers(call for one in self.echoes for call, _ in one.calls)
        self.shown: dict[int, Pieces] = {}
        """id() of a kind of pages -> what pieces of pages show of it."""

    def _answers(self, calls: Iterable[Call]) -> None:
        self.answered |= {call.seq for call in calls}

    def complete_model(self) -> None:
        """What the model needs for features beside entities: the keys that the recording shows, marks of lists."""
        count_writes(self.echoes, self.found.operations)
        add_times(self.model.document, self.model.seed, self.model.names, self.echoes, self.found.operations)
        add_recorded(self.model, recorded_keys(self.echoes))
        add_marks(self.marks, self.model.document, self.model.seed, self.model.names)

    def entities(self) -> None:
        """Lists, reads and writes of entities, with the marks that stand beside them, and what else names one."""
        made = api_features(self.by_name, self.found.operations, self.model.names, self.seen)
        made = one_for_each_document(made)
        add_done(self.model.document, self.model.seed, self.model.names, self.found.operations)
        for feature in made:
            show_mark(feature, self.marks)
        model, operations = self.model, self.found.operations
        versions = versions_of(self.parts, operations, self.seen)
        add_versions(versions, model.document, model.seed, model.names, made, self.seen)
        told = refusals(self.found.calls, self.found.operations, self.parts, self.found.known, self.seen)
        self.features += [*told, *made, *self.empty, *(echo_feature(one) for one in self.echoes)]

    def representations(self, raws: Sequence[Raw]) -> None:
        """Documents and data of one address."""
        tell_representations(self.features, raws)

    def members(self) -> None:
        """Who belongs where, and what changes that."""
        model = self.model
        made = member_features(self.found.members, model.document, model.seed, model.names, self.features)
        self.features = [*made, *refused_reads(self.found.calls, self.found.known), *self.features]

    def scripts(self) -> None:
        """Lists that scripts of a page make."""
        for one in self.pages.kinds:
            made, seqs = script_features(one, self.by_name[one.kind.name], self.found.calls, self.seen)
            one.scripted = one.scripted or bool(made)
            for _, rows in one.lists if made else ():
                rows.scripted = True
            self.features += made
            self.answered |= seqs

    def pieces(self) -> None:
        """Forms that scripts fetch, and pieces of pages. Pieces, and posts that tell of no single entity, get their
        features with the pages."""
        pages = self.pages
        for one in pages.kinds:
            part = self.by_name[one.kind.name]
            made, calls = fetched_features(one, part, pages.fetched, self.seen)
            self.features += made
            self._answers(calls)
            self.shown[id(one)] = pieces_about(one, part, pages.pieces, self.seen, driven=pages.driven)
        if any(shown.there for shown in self.shown.values()):
            self._answers(piece.call for piece in pages.pieces)
        self.answered |= pages.posts_apart()

    def counts(self) -> None:
        """Numbers of entities."""
        written = {name: part for name, part in self.by_name.items() if name in self.written}
        counts = counts_of(self.found.calls, written, self.answered, self.seen, self.found.known)
        self.features += [count_feature(one) for one in counts]
        self._answers(call for one in counts for call in one.calls)
        parts, times = [*written.values()], Times(self.found.operations, self.seen)
        for feature in self.features:
            show_figures(feature, parts, times)
            if feature.operation is not None and feature.operation.kind.name in written:
                show_list_figures(feature, written[feature.operation.kind.name], self.seen)
        figures = figure_features(self.found.calls, parts, self.answered, times, self.found.known) if parts else []
        self.features += [feature for feature, _ in figures]
        self._answers(call for _, calls in figures for call in calls)

    def names(self) -> None:
        """What entities are called, by key, and lists of nothing but their keys, or of values of a field."""
        times = Times(self.found.operations, self.seen)
        maps = name_maps_of(self.found.calls, self.parts, self.answered, times, self.found.known)
        self.features += [name_map_feature(one) for one in maps]
        lists = key_lists_of(self.found.calls, self.parts, self.answered, times, self.found.known)
        self.features += [key_list_feature(one) for one in lists]
        self._answers(call for calls in [one.calls for one in maps] + [one.calls for one in lists] for call in calls)
        values = value_lists_of(self.found.calls, self.parts, self.answered, times, self.found.known)
        self.features += [value_list_feature(one) for one in values]
        self._answers(call for one in values for call in one.calls)

    def documents(self) -> None:
        """Documents of which there is one: settings, a profile."""
        taken = {*self.model.seed, *(kind.name for kind in self.found.kinds)}
        self._settings(taken)
        stored = script_settings(self.found.calls, self.answered, self.found.known)
        self.features += add_script_settings(stored, self.model.document, self.model.seed, taken)
        self._answers(call for one in stored for call in one.writes)
        books = books_of(self.found.calls, taken)
        add_books(books, self.model.document, self.model.seed)
        self.features = [*book_features(books), *self.features]
        self._answers(step.call for one in books for step in (*one.steps, *one.refused))
        singles = stored_of(self.found.calls, self.answered, self.found.known, taken)
        add_stored(singles, self.model.document, self.model.seed)
        self.features += stored_features(singles)
        self._answers(call for one in singles for call in one.calls())

    def _settings(self, taken: set[str]) -> None:
        """Settings that are told as names and values, and what shows them."""
        found = self.found
        names = add_settings(found.settings, self.model.document, self.model.seed, taken)
        for one in found.settings:
            shown = following(one, names[id(one)], found.calls, self.answered, found.known)
            self.features += [*settings_features(one, names[id(one)]), *(feature for feature, _ in shown)]
            self._answers(call for _, calls in shown for call in calls)

    def the_rest(self, raws: Sequence[Raw]) -> None:
        """What no feature answers and is always the same; then what is not there, and what is rendered of entities."""
        calls, known = self.found.calls, self.found.known
        within = named_within(calls, self.parts, self.answered, known, self.seen)
        self.features += [feature for feature, _ in within]
        self._answers(call for _, mine in within for call in mine)
        beats = [one for one in heartbeats(calls, known) if not any(call.seq in self.answered for call in one.calls)]
        self._answers(call for one in beats for call in one.calls)
        constants = [*beats, *constants_of([*calls, *asides_of(raws, calls)], self.answered, known)]
        constants += told_at_moments(kept_reads(self.found.operations), known)
        named = [*named_writes(constants), *named_reads(calls, self.answered)]
        self.features += [constant_feature(one) for one in [*constants, *named]]
        self.features += [absent_feature(one) for one in absent_of(calls, self.parts, known)]
        rendered = rendered_of(calls, self.parts, self.found.operations, self.seen)
        self.features += [rendered_feature(one) for one in rendered]
        self.features += sibling_reads(calls, self.found.operations)
        self.features += always_refused(calls, self.answered, known)
        linked = {call.seq for one in self.pages.operations for call in one.calls}
        self.features += forwarded(calls, self.answered | linked)
        self.features += led_to_new(calls, self.answered | linked)
        self.features += nothing_told(calls, self.parts, self.answered, known)
        self.features += nothing_called(calls, self.parts, self.answered, known)
        self.features += nothing_found(calls, self.answered)

    def on_pages(self) -> None:
        """Lists on pages, pages about one entity, and forms."""
        pages = self.pages
        others = [(one, self.by_name[one.kind.name]) for one in pages.kinds]
        for one, part in others:
            fill_called(one, part)
            one.kept_up = {name for name, rule in server_rules(part, self.seen).items() if isinstance(rule, ColumnRule)}
        below = {id(one): lists_below(one, part, others, pages.telling, self.seen) for one, part in others}
        for each in (each for every in below.values() for each in every):
            each.above.lists_on |= {each.template}
        listing = {tag for every in below.values() for one in every for tag in one.tags()}
        for one, part in others:
            one.chosen = chosen_kinds(one, others, pages.telling, self.seen)
            one.listing = listing
            one.held_in = held_in(one, others)
            for above, of in others if one.held_in is not None else ():
                if one.held_in is not None and of.kind.name == one.held_in[0]:
                    actions = self.model.document["x-actions"]
                    assert isinstance(actions, dict)
                    gone_with_holder(one, part, self.model.names, above, actions)
            why = explain(one, part, pages.refused, pages.usual, self.seen)
            add_renamed(self.model.document, self.model.names, one, part)
            add_word_renames(self.model.document, one)
            self._answers(call for made in one.word_renames for call in made.calls)
            shows = shows_of(one, part, pages.telling, self.seen)
            one.counted = write_numbers(one, part, pages.telling, self.seen)
            if one.counted is not None:
                add_write_numbers(self.model.document, self.model.seed, self.model.names, one, part, one.counted)
            add_trails(self.model.document, self.model.seed, self.model.names, one, part, shows)
            more = self.shown[id(one)], why, pages.bulk[id(one)], shows, below[id(one)]
            one.leads = leads_of(one, part, self.found.calls, self.seen)
            one.logs = logs_of(one, pages.shown)
            add_logs(self.model.document, self.model.seed, self.model.names, one, part)
            one.asides = made_asides(one, [other for _, other in others])
            add_asides(self.model.document, self.model.seed, self.model.names, one)
            counts = counted_others(one, part, others, pages.telling, self.seen)
            one.tallies = {*counts}
            made = page_features(one, part, pages.telling, self.model.names, self.seen, *more)
            show_counts(made, part, counts)
            add_switch(self.model.document, self.model.seed, one, part, pages.telling)
            made += switch_features(one, part, self.features, made, pages.telling)
            made += rename_features(one, pages.telling)
            made += word_list_features(one, part, pages.telling, self.seen)
            made += word_link_features(one, part, self.found.calls, self.answered)
            made += script_names(one, part, pages.telling)
            made += led_text_features(one, part, made, pages.telling)
            made += [*led_lists(one, part, pages.telling, self.seen), *log_features(one, part, pages.shown)]
            self.features += [*made, *led_features(one, self.found.calls)]
            self.features += suggested_features(one, part, self.found.calls, self.seen)
            self.features = [*listing_features(one, part, self.found.calls, self.seen), *self.features]
        self.features += counted_kinds(others, pages.telling, self.seen)
        self.features += prefilled(pages.telling, self.found.calls, pages.kinds)
        names, document, seed = self.model.names, self.model.document, self.model.seed
        for one, part in others:
            add_called_after(one, part, others, names, document, self.seen)
        self.features += add_since_writes(pages.telling, pages.kinds, names, document, seed)
        self.answered |= {call.seq for one in pages.operations for call in one.calls}
        own = own_forms(self.found.calls, pages.telling, self.answered | pages.posts_apart(), self.features)
        self.features += own_form_features(own, document, seed, {*seed})
        self._answers(call for one in own for call in one.calls)

    def trials(self) -> None:
        """Posts that only try something out. They come first: what they carry beside others tells them apart."""
        kinds = [(one, self.by_name[one.kind.name]) for one in self.pages.kinds]
        leave_tried(self.features, self.found.trials)
        self.features = [*tried_features(self.found.trials, kinds, self.seen), *self.features]

    def opened(self) -> None:
        """What was opened last, on all pages that show it. It comes last: nothing else is told of such an element."""
        add_came_from(self.features, self.pages.telling, self.found.calls)
        for one in self.pages.kinds:
            part = self.by_name[one.kind.name]
            add_visited(self.features, one, part, self.pages.telling, self.found.calls, self.seen)
            add_key_trees(self.features, one, part, self.pages.telling, self.seen)
            add_linked_from(self.features, one, part, self.pages.telling, self.seen)

    def sockets(self, recorded: Recorded) -> TalkDraft:
        """What is said over sockets; it is added to the model, too."""
        operations = [*self.found.operations, *self.pages.operations]
        talked = draft_talks(recorded.talks, list(self.model.seed), self.parts, operations)
        add_talks(self.model, talked)
        self.features += talked.features
        self.features += told_marks(recorded.talks, self.marks, recorded.written, _lines(talked.features))
        return talked

    def told_apart(self) -> list[Feature]:
        """All features, each with a name of its own and for no request of another."""
        leave_siblings(self.features, self.found.calls, self.found.known)
        distinct(self.features)
        return self.features


def _lines(features: Sequence[Feature]) -> list[str]:
    """The addresses that socket features are for."""
    triggers = [one.document["on"] for one in features]
    return [str(on.get("socket") or on.get("stream")) for on in triggers if isinstance(on, dict)]
