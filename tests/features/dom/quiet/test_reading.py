"""Documents that are read, and those that are left to the browser. That a tree is the browser's own one is tried with
the browser (features/runtime/test_quiet_documents.py)."""

from __future__ import annotations

import pytest

from awe_author.features.dom.quiet.reading import DEEPEST, Element, Unread, plain_text, read


def outline(element: Element) -> str:
    """The tree with brackets."""
    inner = "".join(outline(one) if isinstance(one, Element) else element.text_of(one) for one in element.children)
    return f"<{element.name}>{inner}</{element.name}>"


def body_of(html: str, charset: str = "utf-8") -> str:
    """What stands in the body."""
    root = read(("<!doctype html>" + html).encode(), charset)
    return "".join(outline(one) if isinstance(one, Element) else one for one in root.elements()[1].children)


@pytest.mark.parametrize(
    ("html", "tree"),
    [
        ("<p>a<b>b</b></p>", "<p>a<b>b</b></p>"),
        ("<html><head><title>t</title></head><body class=x><p>a</p></body></html>\n", "<p>a</p>"),
        ("<title>t</title><h1>1</h1>", "<h1>1</h1>"),
        ("<table><tr><td>1</td></tr></table>", "<table><tbody><tr><td>1</td></tr></tbody></table>"),
        (
            "<table><thead><tr><th>h</th></tr></thead><tr><td>1</td></tr><tr><td>2</td></tr><tfoot></tfoot></table>",
            "<table><thead><tr><th>h</th></tr></thead><tbody><tr><td>1</td></tr><tr><td>2</td></tr></tbody>"
            "<tfoot></tfoot></table>",
        ),
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", "<ul><li>a<ul><li>b</li></ul></li></ul>"),
        ("<p>1 &lt; 2 &amp; <i>3</i></p>", "<p>1 < 2 & <i>3</i></p>"),
        ("<p>a<!-- <b> -- - -->b</p>", "<p>ab</p>"),
        ("<style>p > b {}</style><textarea>\n<b>&amp;</textarea>", "<textarea><b>&</textarea>"),
        ("<pre>\n a</pre>", "<pre> a</pre>"),
        ("<script type='application/json'>{}</script><p>a</p>", "<p>a</p>"),
        ("<p>a<svg viewBox='0 0 1 1'><path d='M0'/></svg></p>", "<p>a<svg><path></path></svg></p>"),
        (
            "<select><option>a</option></select><br><img src=x />",
            "<select><option>a</option></select><br></br><img></img>",
        ),
    ],
)
def test_what_is_written_is_the_tree(html: str, tree: str) -> None:
    assert body_of(html) == tree


@pytest.mark.parametrize(
    "html",
    [
        "<p>a<p>b",
        "<p><div>a</div></p>",
        "<b><i>a</b></i>",
        "<ul><li>a<li>b</ul>",
        "<table><p>a</p></table>",
        "<table>text<tr><td>1</td></tr></table>",
        "<table><tr>text</tr></table>",
        "<div>a",
        "a</div>",
        "<a>b<a>c</a></a>",
        "<h1><h2>a</h2></h1>",
        "<form><form></form></form>",
        "<select><p>a</p></select>",
        "<div/>",
        "<x-card>a</x-card>",
        "<p>a < b</p>",
        "<p>AT&T</p>",
        "<p>&copy 1</p>",
        "<!DOCTYPE x><p>a</p>",
        "<![CDATA[a]]>",
        "<!--> a -->",
        "<!-- a --!> b -->",
        "<template><p>a</p></template>",
        "<iframe></iframe>",
        "<math></math>",
        "<svg><foreignObject><p>a</p></foreignObject></svg>",
        "<svg><title>a</title></svg>",
        "<body><p>a</p></body><p>b</p>",
        "<head></head><p>a</p><head>",
        "<head></head><title>late</title><body>a</body>",
        "<noscript><p>a",
        "<td>a</td>",
        '<p title="a"id="b">c</p>',
    ],
)
def test_what_a_parser_would_repair_is_not_read(html: str) -> None:
    with pytest.raises(Unread):
        body_of(html)


@pytest.mark.parametrize(
    "html",
    [
        "<script>1</script>",
        "<script src=a.js></script>",
        "<script type=module>1</script>",
        "<script type=' text/JavaScript '>1</script>",
        "<script type=importmap>{}</script>",
        "<p onclick='go()'>a</p>",
        "<body onload=go()>a</body>",
        "<svg><rect onload='go()'/></svg>",
        "<a href='javascript:go()'>a</a>",
        "<a href=JavaScript:go()>a</a>",
        "<meta http-equiv=refresh content=1>",
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'\">",
    ],
)
def test_what_runs_a_script_is_not_read(html: str) -> None:
    with pytest.raises(Unread):
        body_of(html)


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        (b"<p>a</p>", ""),
        (b'<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN"><p>a</p>', ""),
        ("<!doctype html><p>\u00e4</p>".encode(), ""),
        ("<!doctype html><p>\u00e4</p>".encode("latin-1"), "utf-8"),
        ("<!doctype html><p>a</p>".encode("utf-16"), "utf-16"),
        (b"<!doctype html><p>a</p>", "iso-2022-jp"),
        (b"<!doctype html><p>a\x1b$B</p>", ""),
        (b"<!doctype html><p>a\0</p>", ""),
        (b"<!doctype html>" + b"<i>" * (DEEPEST + 1) + b"</i>" * (DEEPEST + 1), ""),
    ],
)
def test_other_documents_are_not_read(body: bytes, charset: str) -> None:
    with pytest.raises(Unread):
        read(body, charset)


@pytest.mark.parametrize(
    ("body", "charset"),
    [
        ("<!doctype html><p>\u00e4</p>".encode(), "utf-8"),
        ("\ufeff<!doctype html><p>\u00e4</p>".encode(), ""),
        ("<!doctype html><meta charset=utf-8><p>\u00e4</p>".encode(), ""),
        (b'\r\n<!DOCTYPE HTML SYSTEM "about:legacy-compat">\r\n<p>a</p>', "windows-1252"),
    ],
)
def test_charsets(body: bytes, charset: str) -> None:
    assert read(body, charset).elements()[1].elements()[0].name == "p"


def test_attributes() -> None:
    root = read(b"<!doctype html><p ID=a class='b c' title=\"&lt;&quot;\" data-x  = /y/ class=d hidden>t</p>", "")
    [paragraph] = root.elements()[1].elements()
    assert paragraph.attributes == {"id": "a", "class": "b c", "title": '<"', "data-x": "/y/", "hidden": ""}


def test_references() -> None:
    assert plain_text("&amp; & &#228; &#xe4; &nbsp;.") == "& & \u00e4 \u00e4 \u00a0."
    for written in ("a&b", "&lt", "&nosuch;", "?a=1&copy=2", "a&#1;b", "&#x7f;"):
        with pytest.raises(Unread):
            plain_text(written)
