"""Labels in rows: what one field of a form says in several words, each of which is a link of its own (tags).

<input name="tags" value="tea green">    <p class="tags"><a href="/tag/tea">tea</a>, <a href="/tag/green">green</a></p>
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import unquote_plus, urlsplit

from bs4 import Tag
from bs4.element import PageElement, PreformattedString

from awe_author.features.discover.common.keys import text
from awe_author.features.discover.markup.selectors import mark_of
from awe_author.queries import parse_qsl

SIGNS = (" ", ", ", ",", "; ", ";")
"""What may stand between the words of a field."""
HOLDERS = ("p", "div", "span", "ul", "ol", "td", "dd", "footer", "section", "small", "nav")
LONGEST = 80
"""Characters of a label."""
_WORD = "\x00"


@dataclass(slots=True)
class Labels:
    """The labels in one element."""

    holder: Tag
    labels: list[Tag]
    words: list[str]


def labels_in(top: Tag) -> Iterator[Labels]:
    """The elements in a row that have nothing but labels in them (and pictures, and signs between them)."""
    for holder in top.find_all(HOLDERS):
        labels = [(one, word) for one in holder.find_all(True, recursive=False) if (word := label_of(one))]
        rest = [one for one in holder.find_all(True, recursive=False) if not any(one is tag for tag, _ in labels)]
        signs = "".join(one for one in holder.children if isinstance(one, str) and not isinstance(one, Tag))
        plain = not any(character.isalnum() for character in signs)
        if labels and plain and not any(one.get_text().strip() for one in rest):
            yield Labels(holder, [tag for tag, _ in labels], [word for _, word in labels])


def marked(top: Tag, mark: str) -> Labels | None:
    """The labels in the one element of a row that has this mark."""
    found = [one for one in labels_in(top) if mark_of(one.holder) == mark]
    return found[0] if len(found) == 1 else None


def label_of(tag: Tag) -> str:
    """The word of an element that is a link to what its text says, and nothing else; "" for another element."""
    links = [tag] if tag.name == "a" else tag.find_all("a")
    said = tag.get_text().strip()
    if len(links) != 1 or not said or len(said) > LONGEST or links[0].get_text().strip() != said:
        return ""
    return said if said in led_words(str(links[0].get("href") or "")) else ""


def led_words(href: str) -> list[str]:
    """What an address may name at its end: the last part of its path, and the values of its parameters."""
    parts = urlsplit(href)
    return [unquote_plus(parts.path.rpartition("/")[2]), *(value.strip() for _, value in parse_qsl(parts.query))]


def words_of(value: str, sign: str) -> list[str]:
    """The words of a field. `sign`: what stands between them."""
    return [word.strip() for word in value.split(sign.strip() or sign) if word.strip()]


def words_text(own: str, sign: str) -> str:
    """The expression of the words of a field; `own`: that of its value."""
    return f"{own}.split({text(sign.strip() or sign)}).map(w, w.trim()).filter(w, w != '')"


def made_html(seen: Sequence[Labels], own: str) -> str | None:
    """The expression of all that the elements hold, of the list of words `own`; None where they are made in several
    ways. Most of the elements have to be as it says."""
    around = Counter((before, behind) for one in seen for before, _, behind in [_pieces(one)])
    labels = Counter(made for one in seen for made in map(_pattern, one.labels, one.words))
    between = Counter(sign for one in seen for sign in _pieces(one)[1])
    if not labels or 2 * labels.most_common(1)[0][1] < labels.total():
        return None
    before, behind = around.most_common(1)[0][0]
    pieces = labels.most_common(1)[0][0].split(_WORD)
    label = f" + {escaped('w')} + ".join(map(text, pieces))
    sign = between.most_common(1)[0][0] if between else " "
    return f"{text(before)} + {own}.map(w, {label}).join({text(sign)}) + {text(behind)}"


def escaped(own: str) -> str:
    """The expression of a text as HTML."""
    return f"{own}.replace('&', '&amp;').replace('<', '&lt;').replace('\"', '&quot;')"


def _pattern(label: Tag, word: str) -> str:
    """A label as HTML, with a sign for its word."""
    return str(label).replace(word, _WORD)


def html_of(node: PageElement) -> str:
    """A node as HTML; nothing of comments."""
    if isinstance(node, Tag):
        return str(node)
    return escape(str(node), quote=False) if isinstance(node, str) and not isinstance(node, PreformattedString) else ""


def _pieces(one: Labels) -> tuple[str, list[str], str]:
    """(what stands before the labels, between them, and behind them) as HTML."""
    pieces, at = [""], 0
    for child in one.holder.children:
        if at < len(one.labels) and child is one.labels[at]:
            pieces.append("")
            at += 1
        else:
            pieces[-1] += html_of(child)
    return pieces[0], pieces[1:-1], pieces[-1]
