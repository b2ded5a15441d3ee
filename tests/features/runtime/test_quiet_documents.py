"""What is read of a document is what a browser makes of it: made-up documents, and what Chromium's parser says of them."""

from __future__ import annotations

import json
import random

import pytest

from awe_author.features.dom.quiet.reading import Element, Unread, read
from tests.features.runtime.conftest import ORIGIN, Stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TREE = """htmls => htmls.map(html => {
  const tree = element => [element.localName, [...element.attributes].map(one => [one.name, one.value]),
    (element.localName === "template" ? element.content : element).childNodes.length === 0 ? [] :
    [...element.childNodes].filter(one => one.nodeType !== 8).reduce((found, one) => {
      if (one.nodeType === 1) return [...found, tree(one)];
      const last = found[found.length - 1];
      return typeof last === "string" ? [...found.slice(0, -1), last + one.data] : [...found, one.data];
    }, [])];
  const page = new DOMParser().parseFromString(html, "text/html");
  return [page.compatMode, tree(page.documentElement)];
})"""


def _names(text: str) -> list[str]:
    return text.split()


USUAL = _names(
    "a b i p div span ul ol dl table table h1 h2 form input button select textarea pre section article br hr img label svg"
    " em address main details summary fieldset datalist center blockquote"
)
ODD = _names(
    "li dt dd thead tbody tr td th caption col option optgroup path title style nobr script template ruby rt x-a"
)
TEXTS = ["x", " ", "\n", "a &amp; b", "&lt;", "1 < 2", "&nbsp;", "&copy", "<!-- c -->", "<!---->", "\u00e4", "y z"]
ATTRIBUTES = [
    "",
    "",
    "",
    " class=a",
    ' title="&quot;x&amp;"',
    " data-x='1' hidden",
    " type=text/plain",
    " ID = q",
    ' a="1" a="2"',
]
INSIDE = {
    "table": ["caption", "colgroup", "thead", "tbody", "tfoot", "tr"], "thead": ["tr"], "tbody": ["tr"], "tfoot": ["tr"],
    "tr": ["td", "th"], "colgroup": ["col"], "ul": ["li"], "ol": ["li"], "dl": ["dt", "dd"], "select": ["option", "optgroup"],
    "optgroup": ["option"], "datalist": ["option"], "svg": ["path", "g"], "g": ["path"],
}  # fmt: skip
VOID = {"input", "br", "hr", "img", "col"}


def written(chance: random.Random, inside: str, depth: int) -> str:
    """Something that stands in an element of this name; mostly as it should."""
    parts = []
    for _ in range(chance.randrange(4) + (depth == 0)):
        if depth > 4 or chance.random() < 0.35:
            blank = inside in INSIDE and chance.random() < 0.9
            parts.append(chance.choice(["\n", " ", ""]) if blank else chance.choice(TEXTS))
            continue
        fitting = INSIDE.get(inside)
        usual = fitting if fitting and chance.random() < 0.97 else USUAL
        name = chance.choice(usual if chance.random() < 0.97 else ODD)
        if chance.random() < 0.02:
            name = name.upper()
        attributes = chance.choice(ATTRIBUTES)
        if name.lower() in VOID:
            parts.append(f"<{name}{attributes}{chance.choice(['', '', ' /'])}>")
            continue
        end = "" if chance.random() < 0.015 else f"</{name}>"
        parts.append(f"<{name}{attributes}>{written(chance, name.lower(), depth + 1)}{end}")
    return "".join(parts)


def document(chance: random.Random) -> str:
    """A made-up document."""
    head = chance.choice(
        ["", "<title>t</title>", "<html lang=de><head><title>t &amp;</title></head>", "<head> </head>\n"]
    )
    body = written(chance, "body", 0)
    shapes = ["<body>{}", "<body class=b>\n{}</body></html>\n", "{}", "<main>{}</main>"]
    shape = chance.choice(shapes[:2] if "</head>" in head else shapes)
    return f"<!doctype html>{chance.choice(['', chr(10)])}{head}" + shape.replace("{}", body)


def tree(element: Element) -> list[object]:
    """As `TREE` gives it."""
    children: list[object] = []
    for one in element.children:
        if isinstance(one, Element):
            children.append(tree(one))
        elif children and isinstance(children[-1], str):
            children[-1] += element.text_of(one)
        else:
            children.append(element.text_of(one))
    return [element.name, [list(pair) for pair in element.attributes.items()], children]


def without_blanks(node: list[object]) -> list[object]:
    """White space in and around the head has no part in anything."""
    name, attributes, children = node
    assert isinstance(children, list)
    return [name, attributes, [one for one in children if not isinstance(one, str) or one.strip()]]


@pytest.mark.parametrize("seed", range(4))
async def test_what_is_read_is_what_the_browser_has(stage: Stage, seed: int) -> None:
    chance = random.Random(seed)
    made = [document(chance) for _ in range(4000)]
    accepted: list[tuple[str, list[object]]] = []
    for html in made:
        try:
            root = read(html.encode(), "utf-8")
            accepted.append((html, tree(root)))
        except Unread:
            continue
    assert 500 < len(accepted) < 3500
    stage.page("<p>empty</p>")
    page = await stage.context.new_page()
    await page.goto(ORIGIN + "/")
    browsers = await page.evaluate(TREE, [html for html, _ in accepted])
    for (html, mine), (mode, theirs) in zip(accepted, browsers, strict=True):
        assert mode == "CSS1Compat"
        assert json.dumps(outlined(mine)) == json.dumps(outlined(theirs)), html


def outlined(root: list[object]) -> list[object]:
    """The root with head and body, white space that only stands around left out."""
    name, attributes, children = root
    assert isinstance(children, list)
    head, body = (one for one in children if not isinstance(one, str))
    return [name, attributes, [without_blanks(head), trimmed(body)]]


def trimmed(body: list[object]) -> list[object]:
    """What stands behind `</body>` comes to the end of the body."""
    name, attributes, children = body
    assert isinstance(children, list)
    last = [children[-1].rstrip()] if children and isinstance(children[-1], str) else children[-1:]
    first = [children[0].lstrip()] if len(children) > 1 and isinstance(children[0], str) else children[:1]
    kept = [*first, *children[1:-1], *last] if len(children) > 1 else last
    return [name, attributes, [one for one in kept if one != ""]]
