"""Posts that give a word of labels another name, wherever it is: `POST /tags {"from": "tea", "to": "teas"}`.

Told by rows that had the one word among their labels before and have the other in its place afterwards, while no row
has the first one any more. A column that says the same of all these afterwards (that they were edited) is set, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.common.names import snake
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.dated_texts import SIGN
from awe_author.features.discover.markup.documents import Row, Rows
from awe_author.features.discover.markup.row_labels import words_of, words_text
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import JsonObject

SURE = 0.6
Lists = Sequence[tuple[Page, Rows]]


@dataclass(slots=True)
class WordRename:
    """Such posts to one address."""

    name: str
    """The field with the words."""
    sign: str
    was: str
    """Name of what the post sends for the word."""
    to: str
    calls: list[Call] = field(default_factory=list)
    numbers: dict[int, int] = field(default_factory=dict)
    """Number of a post -> how many it was about."""
    sets: dict[str, str] = field(default_factory=dict)
    """What else becomes of the rows."""

    def since(self, value: str, seq: int) -> str:
        """What the field became of a value by a moment."""
        words = words_of(value, self.sign)
        for call in self.calls:
            if call.seq < seq and call.body[self.was] in words:
                words = [call.body[self.to] if word == call.body[self.was] else word for word in words]
        return self.sign.join(dict.fromkeys(words))


def learn_word_renames(kinds: Sequence[PageKind], posts: Sequence[Call], shown: Sequence[Shown]) -> None:
    """Tell kinds of such posts, of those that change none of them."""
    written = {call.seq for one in kinds for operation in one.operations for call in operation.calls}
    for one in kinds:
        lists = [(each.page, rows) for each in shown for rows in each.lists if rows.template == one.template]
        one.word_renames = word_renames([call for call in posts if call.seq not in written], lists)


def word_renames(posts: Sequence[Call], lists: Lists) -> list[WordRename]:
    """The posts, of those that nothing else explains, that rename words of labels in lists."""
    field_name, sign, _ = next((rows.labels for _, rows in lists if rows.labels[0]), ("", "", ""))
    found: list[WordRename] = []
    for call in posts if field_name else ():
        sent = (
            {name: value for name, value in call.body.items() if isinstance(value, str)}
            if isinstance(call.body, dict)
            else {}
        )
        for was, to in permutations(sent, 2):
            made = WordRename(field_name, sign, was, to)
            changed = _changed(made, call, sent, lists) if sent[was] and sent[to] and sent[was] != sent[to] else []
            if not changed:
                continue
            same = next((one for one in found if (one.calls[0].path, one.was, one.to) == (call.path, was, to)), made)
            found += [made] if same is made else []
            same.calls.append(call)
            same.numbers[call.seq] = len(changed)
            same.sets |= _also(changed)
            break
    return found


def _changed(made: WordRename, call: Call, sent: Mapping[str, str], lists: Lists) -> list[tuple[Row, Row]]:
    """The rows before and after, where all that had the word have the other one now."""
    before, after = dict[str, Row](), dict[str, Row]()
    for page, rows in sorted(lists, key=lambda one: one[0].seq):
        for row in rows.rows:
            if page.seq <= call.seq:
                before[row.key] = row
            else:
                after.setdefault(row.key, row)
    pairs = [(before[key], row) for key, row in after.items() if key in before]
    pairs = [(old, new) for old, new in pairs if sent[made.was] in words_of(old.values.get(made.name, ""), made.sign)]
    renamed = WordRename(made.name, made.sign, made.was, made.to, [call])
    right = all(renamed.since(old.values[made.name], call.seq + 1) == new.values.get(made.name) for old, new in pairs)
    return pairs if right else []


def _also(changed: Sequence[tuple[Row, Row]]) -> dict[str, str]:
    """Column -> what all rows say in it afterwards, of signs behind moments that some did not have before."""
    names = {name for _, new in changed for name in new.values if name.endswith(SIGN)}
    said = {name: {new.values.get(name, "") for _, new in changed} for name in names}
    other = {name for name in names if any(old.values.get(name) != new.values.get(name) for old, new in changed)}
    return {name: next(iter(values)) for name, values in said.items() if len(values) == 1 and name in other}


def action_name(one: PageKind, made: WordRename) -> str:
    """What the action is called."""
    return f"rename_word_of_{snake(made.name)}_of_{one.kind.name}"


def add_word_renames(document: JsonObject, one: PageKind) -> None:
    """Put the actions into a model."""
    actions = document["x-actions"]
    assert isinstance(actions, dict)
    for made in one.word_renames:
        there = words_text(f"string(one.get({text(made.name)}, ''))", made.sign)
        own = f"{there}.map(w, w == params.was ? params.to : w).distinct().join({text(made.sign)})"
        value: JsonObject = {made.name: own, **{name: text(said) for name, said in made.sets.items()}}
        seqs = ", ".join(str(call.seq) for call in made.calls)
        path = f"/{one.kind.name}/{{one.id}}"
        texts: JsonObject = {name: {"type": "string"} for name in ("was", "to")}
        actions[action_name(one, made)] = {
            "title": f"Another name for a word in {made.name.replace('_', ' ')}",
            "$comment": f"Seen: {made.calls[0].method} {made.calls[0].path}, seq {seqs}. Sure: {SURE:.2f}.",
            "params": {"type": "object", "required": [*texts], "properties": texts},
            "let": {"having": f"state.{one.kind.name}.values().filter(one, {there}.exists(w, w == params.was))"},
            "effects": [{"op": "merge", "path": path, "value": value, "each": "having", "as": "one"}],
            "result": {"number": "having.size()"},
        }  # fmt: skip


def rename_features(one: PageKind, shown: Sequence[Shown]) -> list[Feature]:
    """The features of such posts."""
    found = []
    for made in one.word_renames:
        call = made.calls[-1]
        said = {"was": f"body.get({text(made.was)}, '')", "to": f"body.get({text(made.to)}, '')"}
        forms = [
            form for page in shown for form in page.forms if form.action.partition("?")[0] == call.origin + call.path
        ]
        pressed = [name for name in call.body if any(name in form.buttons for form in forms)]
        tests = [f"{text(name)} in body" for name in pressed] + [f"{own} != ''" for own in said.values()]
        reply: JsonObject = {"status": call.status, "like": "recorded"}
        before, there, behind = call.location.rpartition(call.body[made.to])
        if there:
            reply["headers"] = {"location": framed(before, said["to"], behind)}
        with_: JsonObject = {**said}
        on: JsonObject = {"request": f"{call.method} {call.origin}{call.path}", "where": " && ".join(tests)}
        document: JsonObject = {
            "id": f"{one.kind.name}.{snake(made.name)}.rename.form",
            "title": f"Give a word in {made.name.replace('_', ' ')} another name",
            "on": on, "do": action_name(one, made), "with": with_, "reply": reply,
        }  # fmt: skip
        seqs = ", ".join(str(other.seq) for other in made.calls)
        lines = [f"seen: {call.method} {call.path}, seq {seqs}, on {call.page}", f"sure: {SURE:.2f}"]
        found.append(Feature(document, lines, SURE))
    return found
