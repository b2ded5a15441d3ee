"""What pages say under labels."""

from __future__ import annotations

import pytest

from awe_author.features.discover.markup.details import details_in
from awe_author.features.discover.markup.documents import parse

SAID = [
    "<table><tbody><tr><th>City</th><td>Oslo</td></tr><tr><th>Since:</th><td>2020</td></tr></tbody></table>",
    "<table><tr><td class=label>City</td><td>Oslo</td></tr><tr><td><b>Since</b></td><td>2020</td></tr></table>",
    "<dl><dt>City</dt><dd>Oslo</dd><dt>Since</dt><dd>2020</dd></dl>",
    "<p><strong>City:</strong> Oslo</p><p><strong>Since:</strong> 2020</p>",
    "<div><span class='field-label'>City</span><span>Oslo</span></div><div><b>Since:</b> <i>2020</i></div>",
]


@pytest.mark.parametrize("html", SAID)
def test_labelled_texts_are_told(html: str) -> None:
    said = {name: value for name, value, _ in details_in(parse(f"<body><h1>Ada</h1>{html}</body>"))}
    assert said == {"city": "Oslo", "since": "2020"}


@pytest.mark.parametrize(
    "html",
    [
        "<form><p><label>City:</label> <input name=city></p><dl><dt>City</dt><dd>Oslo</dd></dl></form>",
        "<dl><dt>City</dt><dd>Oslo</dd><dd>Porto</dd></dl>",
        "<p><b>City:</b> Oslo</p><p><b>City:</b> Porto</p>",
        "<table><tr><td>Ada</td><td>Oslo</td></tr><tr><th>No. 4</th><th>From: Ada</th></tr></table>",
        "<p><b>Ada</b> lives in Oslo</p>",
    ],
)
def test_others_are_not(html: str) -> None:
    assert details_in(parse(f"<body>{html}</body>")) == []
