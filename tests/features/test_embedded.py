"""JSON in HTML documents: where it is found, under which name, and what is written in its place."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from awe_author.features.embedded import Document, replaced_hashes, same

NEXT = '<script id="__NEXT_DATA__" type="application/json">%s</script>'


def found(text: str) -> dict[str, Any]:
    return Document(text.encode()).values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (NEXT % ' {"a": [{"b": 1}]}\n', {"script#__NEXT_DATA__": {"a": [{"b": 1}]}}),
        ('<SCRIPT type="application/ld+json; charset=x">[{"a":1}]</SCRIPT >', {"script": [{"a": 1}]}),
        ('<script class="store big" type="application/json">[{"a":1}]</script>', {"script.store.big": [{"a": 1}]}),
        (
            '<script type="application/json" data-name="Cart" class="js c_1">{"a":1}</script>',
            {'script.js.c_1[data-name="Cart"]': {"a": 1}},
        ),
        (
            '<script type=application/json>{"a":1}</script><script type=application/json>{"b":2}</script>',
            {"script": {"a": 1}, "script:2": {"b": 2}},
        ),
        ("<script>window.__S__ = {'a': 1}; window.__T__={\"a\":1};</script>", {"window.__T__": {"a": 1}}),
        ('<script nonce="x">var s={"a":{"b":"};"}},t=[{"c":1}]</script>', {"s": {"a": {"b": "};"}}, "t": [{"c": 1}]}),
        ('<script>self["a b"].c = {"a":1}\nnext()</script>', {'self["a b"].c': {"a": 1}}),
        (
            '<script>x = JSON.parse(\'{"a":"it\\\'s \\u0041 \\\\"q\\\\" \\x3c/p>"}\' );</script>',
            {"x": {"a": 'it\'s A "q" </p>'}},
        ),
        ('<script>x = JSON.parse("{\\"a\\":1}")</script>', {"x": {"a": 1}}),
        (
            '<div id="app" data-page="{&quot;a&quot;:[{&quot;b&quot;:&quot;&amp;amp;&quot;}]}"></div>',
            {"div#app@data-page": {"a": [{"b": "&amp;"}]}},
        ),
        # what ends an assignment may stand behind comments, and what is in a comment or a text is none
        (
            '<script>/* x = {"a":0}; */ x = {"a":1}; // y = {"b":0};\ny = {"b":1}</script>',
            {"x": {"a": 1}, "y": {"b": 1}},
        ),
        ('<script>x = {"a":1}\r\n  // it\'s\n  next()</script>', {"x": {"a": 1}}),
        ('<script>x = {"a":1} /* "a */ ; y = {"b":1}</script>', {"x": {"a": 1}, "y": {"b": 1}}),
        (
            '<script>s.replace(/["`\'/]/g, "//"); x = {"a":1}; r = 1 / 2; y = {"b":"/*"}; z = {"c":1}</script>',
            {"x": {"a": 1}, "y": {"b": "/*"}, "z": {"c": 1}},
        ),
        # each has a name of its own
        (
            '<script id=a type="application/json">{"n":1}</script><script id=a type="application/json">{"n":2}</script>'
            '<script id=a:2 type="application/json">{"n":3}</script>'
            '<script id=a type="application/json">{"n":4}</script>',
            {"script#a": {"n": 1}, "script#a:2": {"n": 2}, "script#a:2:2": {"n": 3}, "script#a:3": {"n": 4}},
        ),
        (
            "<todo-list class='wide' :items='[{\"title\":\"it&#39;s\"}]' title='[1]'></todo-list>",
            {"todo-list.wide@:items": [{"title": "it's"}]},
        ),
    ],
)
def test_where_it_is_found(text: str, expected: dict[str, Any]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "<!-- " + NEXT % '{"a":1}' + " -->",
        "<!--><p>" + "<textarea>" + NEXT % '{"a":1}' + "</textarea>",
        "<style>" + NEXT % '{"a":1}',
        '<p title="<script type=application/json>{}</script>">',
        NEXT % "{}",
        NEXT % "[1, 2]",
        NEXT % '"text"',
        NEXT % '{"a": 1,}',
        NEXT % '{"a":"<!--<script>"}',
        '<script type="text/template">x = {"a":1};</script>',
        '<script src="/app.js">x = {"a":1};</script>',
        '<script>x = {"a":1}.a;</script>',
        '<script>x = {"a":1} || y;</script>',
        '<script>x = {"a":1}\n(y)</script>',
        '<script>x = {"a":1}\n  || y;</script>',
        '<script>x = {"a":1}\n    .b</script>',
        '<script>x = {"a":1} // why\n  ? y : z</script>',
        '<script>// x = {"a":1};</script>',
        '<script>/* x = {"a":1};</script>',
        "<script>s = 'and x = {\"a\":1};'</script>",
        '<script>s = `\n x = {"a":1};\n`</script>',
        '<script>s = /[/] x = {"a":1};/</script>',
        NEXT % ('{"a":' * 201 + "1" + "}" * 201),
        NEXT % ('{"a":' * 900 + "1" + "0" * 30 + "}" * 900),
        NEXT % ('{"a":"\\ud83d","n":1' + "0" * 30 + "}"),
        '<script>x = {"a":f(1)};</script>',
        '<script>x = {"a":`b`};</script>',
        '<script>x == {"a":1};</script>',
        '<script>say("x = {\\"a\\":1};")</script>',
        '<script>x = JSON.parse("{\\"a\\":1}").a;</script>',
        "<script>x = JSON.parse(y);</script>",
        '<a data-x="{&quot;a&quot;:\'}">',
        '<a onclick="{&quot;a&quot;:[{&quot;b&quot;:1234}]}">',
        '<li data-x="{&quot;a&quot;:1,&quot;b&quot;:2}"></li>' * 4,
        '<li :x="{&quot;a&quot;:1,&quot;bcd&quot;:2}"></li>' * 4,
        "<script>" + "x = {" * 100_000,
        '<script>"' + '\\"' * 100_000,
        "<script>" + "(/[" * 100_000,
        "<script>" + "/*" * 100_000,
        "<a " * 200_000,
        "<a b='" * 200_000,
        "<script>" + "x = JSON.parse('" * 100_000,
        "<script",
        "",
    ],
)
def test_what_is_none(text: str) -> None:
    assert found(text) == {}


class _Reader(HTMLParser):
    """What a parser that is not ours reads: attributes and texts of scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


NASTY = {"a": "</script><!-- <script> ]]> & &quot; \u2028\u2029 \\ \" ' ` é \U0001f600 \n ${x}", "n": [1.5, None, True]}


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "shift_jis", "utf-16-le"])
def test_what_is_put_in_stays_inside_and_says_the_same(encoding: str) -> None:
    text = (
        f'<meta charset="{encoding}"><p>a &amp; b</p>{NEXT % json.dumps({"a": 1})}'
        '<i data-a="{&quot;items&quot;:[{&quot;a&quot;:1}]}" data-b=\'{"items":[{"a":1}],"b":2}\'>x</i>'
        '<script nonce=n>let s = {"a":1}, t = JSON.parse(\'{"a":1}\'), u = JSON.parse("{\\"a\\":1}");</script>'
        "<b>end</b>"
    )
    body = (b"\xff\xfe" if encoding == "utf-16-le" else b"") + text.encode(encoding)
    document = Document(body)
    assert len(document.values) == 6
    changed = document.changed(dict.fromkeys(document.values, NASTY))
    assert changed is not None
    written = document.encoded(changed.text)
    again = Document(written)
    assert again.values == dict.fromkeys(document.values, NASTY)
    reader = _Reader()
    reader.feed(written.decode("utf-16" if encoding == "utf-16-le" else encoding))
    tags = [tag for tag, _ in reader.tags]
    assert tags == ["meta", "p", "script", "i", "script", "b"]
    shown = dict(reader.tags)["i"]
    assert json.loads(shown["data-a"] or "") == json.loads(shown["data-b"] or "") == NASTY
    assert reader.texts[-1] == "end"
    (code,) = [text for text in reader.texts if text.startswith("let s")]
    assert not re.search("[<>&\u2028\u2029]", code)


def test_what_is_the_same_is_left_to_the_byte() -> None:
    body = b"\xff<p>" + (NEXT % '{ "b": 1.0, "a": "\\u0041<" }').encode()
    document = Document(body)
    assert document.changed({"script#__NEXT_DATA__": {"a": "A<", "b": 1.0}}) is None
    changed = document.changed({"script#__NEXT_DATA__": {"a": "B"}})
    assert changed is not None
    assert document.encoded(changed.text) == b"\xff<p>" + (NEXT % '{"a":"B"}').encode()
    assert not same(1, 1.0)
    assert not same(True, 1)


def test_a_changed_script_has_its_new_hash_in_policies() -> None:
    def hash_of(text: str) -> str:
        return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

    def code(value: str) -> str:
        return f'a();\nwindow.S = {value};\nwindow.T = {{"x":1}};\n'

    was, now = hash_of(code('{"n":1}')), hash_of(code('{"n":"\\u003cé"}'))
    meta = "<meta http-equiv=content-security-policy content=\"script-src 'HASH' 'sha256-other='\">"
    page = meta.replace("HASH", was) + f"<script>{code(json.dumps({'n': 1}, separators=(',', ':')))}</script>".replace(
        "\n", "\r\n"
    )
    document = Document(page.encode())
    changed = document.changed({"window.S": {"n": "<é"}, "window.T": {"x": 1}})
    assert changed is not None
    assert changed.hashes[was] == now
    assert changed.text.startswith(meta.replace("HASH", now))
    policy = f"script-src 'nonce-a' '{was}' 'sha256-other='; default-src 'none'"
    assert replaced_hashes(policy, changed.hashes) == policy.replace(was, now)


def test_two_scripts_and_two_values_in_one_are_changed_together() -> None:
    text = '<script>a={"x":1};b={"x":2}</script>' + NEXT % '{"x":3}' + '<script>c={"x":4};</script>'
    document = Document(text.encode())
    changed = document.changed({name: {"long": "value of " + name} for name in ("c", "a", "script#__NEXT_DATA__")})
    assert changed is not None
    assert Document(changed.text.encode()).values == {
        "a": {"long": "value of a"},
        "b": {"x": 2},
        "script#__NEXT_DATA__": {"long": "value of script#__NEXT_DATA__"},
        "c": {"long": "value of c"},
    }
    scripts = re.findall("<script>(.*?)</script>", changed.text)
    hashes = {"sha256-" + base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts}
    assert hashes == {now for was, now in changed.hashes.items() if was.startswith("sha256")}


def test_a_document_that_cannot_be_written_as_it_was_read_is_refused() -> None:
    with pytest.raises(UnicodeError):
        Document("<p>".encode("utf-16-le"), "text/html; charset=utf-16")
    with pytest.raises(UnicodeError):
        Document(b"<p>", "text/html; charset=klingon")
