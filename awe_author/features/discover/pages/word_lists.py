"""Pages that list all words of labels, perhaps with how many have each: a cloud of tags, choices of a field.

    <div class="cloud"><a href="/tag/green">green</a> <a>2</a> <a href="/tag/tea">tea</a> <a>5</a></div>

Believed when an element has each word that some entity had at the time once, five at least, and no other, in the order
of the alphabet or by how many have them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bs4 import Tag

from awe_author.features.discover.common.keys import framed, text
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.seen import Seen
from awe_author.features.discover.markup.row_labels import escaped, html_of, words_of, words_text
from awe_author.features.discover.markup.rows import alone, texts_in
from awe_author.features.discover.markup.wording import own_text
from awe_author.features.discover.pages.about_pages import entity_at
from awe_author.features.discover.pages.pages import PageKind, Shown
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.json_types import Json, JsonObject

LEAST = 5
MOST_OTHERS = 3
"""Elements of a word beside the one that says it."""
SURE = 0.6
_WORD, _COUNT = "\x00", "\x01"


@dataclass(frozen=True, slots=True)
class _List:
    """How one element lists words."""

    select: str
    by_count: bool
    pieces: tuple[str, ...]
    """HTML of a word, with signs for it and how many have it."""
    around: tuple[str, str]

    def html(self) -> str:
        """The expression of all of it; the words are `words`, each once `every`."""
        order = "every.sort()"
        if self.by_count:
            order += ".sortBy(w, 0 - words.filter(one, one == w).size())"
        said = {_WORD: escaped("w"), _COUNT: "string(words.filter(one, one == w).size())"}
        made = " + ".join(said.get(piece) or text(piece) for piece in self.pieces if piece)
        return f"{text(self.around[0])} + {order}.map(w, {made}).join('') + {text(self.around[1])}"


def word_list_features(one: PageKind, part: Entities, shown: Sequence[Shown], seen: Seen) -> list[Feature]:
    """The features of such pages."""
    name, sign, _ = next((rows.labels for _, rows in one.lists if rows.labels[0]), ("", "", ""))
    found: dict[str, Feature] = {}
    for page in shown if name else ():
        path = urlsplit(page.page.url).path
        words = _words_at(one, part, page, seen, (name, sign)) if path not in found else Counter[str]()
        lists = list(_lists(page, words)) if len(words) >= LEAST else []
        if lists:
            show: list[Json] = [{"select": each.select, "set": {"html": each.html()}} for each in lists]
            show += _numbers(page, len(words))
            own = words_text(own_text("item", name), sign)
            document: JsonObject = {
                "id": f"{one.kind.name}.{name}.words.page",
                "title": f"All words in {name.replace('_', ' ')} on {path}",
                "on": {"page": f"{one.origin}{path}"},
                "let": {"words": f"state.{one.kind.name}.values().map(item, {own}).flatten()",
                        "every": "words.distinct()"},
                "show": show,
            }  # fmt: skip
            found[path] = Feature(document, [f"seen: page {page.page.url}", f"sure: {SURE:.2f}"], SURE)
    return [*found.values()]


def _words_at(one: PageKind, part: Entities, page: Shown, seen: Seen, labels: tuple[str, str]) -> Counter[str]:
    """Word -> how many had it when a page was looked at."""
    every = (entity_at(one, part, key, page.page.seq, seen) for key in [*part.seed, *part.made])
    return Counter(
        word for entity in every if entity is not None for word in words_of(str(entity.get(labels[0]) or ""), labels[1])
    )


def _lists(page: Shown, words: Mapping[str, int]) -> Iterator[_List]:
    for holder in page.document.find_all(True):
        children = holder.find_all(True, recursive=False)
        if not len(words) <= len(children) <= MOST_OTHERS * len(words):
            continue
        said = [_said(child, words) for child in children]
        order = [word for word in said if word]
        select = alone(page.document, holder, "") if sorted(order) == sorted(words) else None
        by_count = sorted(sorted(words), key=lambda word: -words[word])
        if select is None or order not in (sorted(words), by_count):
            continue
        before, chunks, behind = _chunks(holder, children, said)
        made = Counter(_pattern(html, word, words[word]) for word, html in chunks[:-1])
        best, count = made.most_common(1)[0]
        if 2 * count >= len(chunks) - 1:
            yield _List(select, order != sorted(words), tuple(re.split(f"([{_WORD}{_COUNT}])", best)), (before, behind))


def _said(child: Tag, words: Mapping[str, int]) -> str:
    """The one word that an element says; "" for none, or several."""
    leaves = [child] if child.name == "option" else [tag for tag, _ in texts_in(child)]
    said = {tag.get_text().strip() for tag in leaves} & words.keys()
    return said.pop() if len(said) == 1 else ""


def _chunks(holder: Tag, children: Sequence[Tag], said: Sequence[str]) -> tuple[str, list[tuple[str, str]], str]:
    """(what stands before the first word, (word, its HTML), what stands behind the last element)."""
    words = {id(child): word for child, word in zip(children, said, strict=True)}
    before, behind, chunks = "", "", list[tuple[str, str]]()
    for child in holder.children:
        html = html_of(child)
        if isinstance(child, Tag) and words.get(id(child)):
            chunks.append((words[id(child)], html))
        elif chunks:
            word, made = chunks[-1]
            chunks[-1] = (word, made + html)
        else:
            before += html
    return before, chunks, behind


def _pattern(html: str, word: str, count: int) -> str:
    made = re.sub(rf"(?<![\w-]){re.escape(word)}(?![\w-])", _WORD, html.rstrip())
    return re.sub(rf">\s*{count}\s*<", f">{_COUNT}<", made) + (" " if html[-1:].isspace() else "")


def _numbers(page: Shown, size: int) -> list[Json]:
    """Texts that say how many words there are."""
    found: list[Json] = []
    for tag, shown in texts_in(page.document):
        numbers = re.findall(r"(?<![\w.,:])\d+(?![\w:]|[.,]\d)", shown)
        select = alone(page.document, tag, "") if numbers == [str(size)] and re.search(r"[^\W\d]{3}", shown) else None
        if select is not None:
            before, _, behind = " ".join(shown.split()).partition(str(size))
            found.append({"select": select, "set": {"text": framed(before, "string(every.size())", behind)}})
    return found
