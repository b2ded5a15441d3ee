"""Is a CSS selector one that a browser can use? soupsieve reads it; what it knows beyond CSS is refused."""

from __future__ import annotations

import re
from functools import lru_cache

import soupsieve

LONGEST = 2000
"""Characters of a selector."""

ROW = frozenset({":scope", "."})
"""In `set` of a list: the row itself."""

_BEYOND = re.compile(r":-soup-contains(?:-own)?|:contains|!=")
_CSS = "Write CSS, such as `table.leads tbody > tr`."
_SAID = (
    (r"Expected a selector", "a selector is missing", _CSS),
    (r"Malformed attribute", "an attribute test is not well formed", 'Write `[name="value"]`.'),
    (r"Malformed class", "a class without a name", "Write `.name`; escape other characters with a backslash."),
    (r"Malformed id", "an id without a name", "Write `#name`; escape other characters with a backslash."),
    (r"Unclosed pseudo", "a parenthesis is not closed", "Close it."),
    (r"Unmatched pseudo", "a parenthesis is closed that was never opened", "Leave it out."),
    (r"The combinator|Dangling", "nothing stands between two combinators", _CSS),
    (r"Invalid syntax for pseudo", "the argument of a pseudo-class is wrong", "Such as `:nth-child(2)`."),
    (
        r".* was detected as a pseudo-class",
        "there is no such pseudo-class",
        "Escape a `:` of a name: `\\:`.",
    ),
)


class SelectorProblem(ValueError):
    """A selector is wrong."""

    def __init__(self, what: str, offset: int, hint: str) -> None:
        super().__init__(what)
        self.what, self.hint = what, hint
        self.offset = offset
        """Of the character that cannot be read, from 0."""


@lru_cache(maxsize=4096)
def compiled(selector: str) -> soupsieve.SoupSieve:
    """The selector, for `select` on a BeautifulSoup document. Raises SelectorProblem."""
    if len(selector) > LONGEST:
        raise SelectorProblem(f"the selector has {len(selector)} characters", 0, f"Use fewer than {LONGEST}.")
    if beyond := _BEYOND.search(selector):
        hint = 'Use `:not([name="value"])`.' if beyond[0] == "!=" else "Choose the element by id, class or attribute."
        raise SelectorProblem(f"browsers do not know `{beyond[0]}`", beyond.start(), hint)
    try:
        return soupsieve.compile(selector)
    except soupsieve.SelectorSyntaxError as error:
        raise _in_words(selector, str(error), (error.col or 1) - 1) from None
    except NotImplementedError:
        what = "a pseudo-element is no element of the page"
        raise SelectorProblem(what, max(0, selector.find("::")), "Choose the element that it belongs to.") from None
    except (ValueError, RecursionError):
        raise SelectorProblem("no CSS selector", 0, "Write a simpler one.") from None


def _in_words(selector: str, said: str, offset: int) -> SelectorProblem:
    offset = max(0, min(offset, len(selector) - 1))
    what, hint = next(((what, hint) for form, what, hint in _SAID if re.match(form, said)), ("", _CSS))
    rest = selector[offset : offset + 20].strip()
    if not what:
        what = f"`{rest}` cannot be here" if rest else "something is missing at the end"
    elif rest:
        what = f"{what}: `{rest}`"
    return SelectorProblem(f"no CSS selector: {what}", offset, hint)
