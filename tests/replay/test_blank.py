"""What counts as a document that shows nothing by itself."""

from __future__ import annotations

import pytest

from awe_author.replay.blank import LARGEST, is_blank

SCRIPT = "<script src=/app.js></script>"


@pytest.mark.parametrize(
    "body",
    [
        "<div id=app></div>",
        "<noscript>You need JavaScript to run this app, <a href=/help>see here</a>.</noscript><div id=root></div>",
        "<div id=splash><svg><title>Loading</title><a href=/x>x</a></svg> Loading, please wait</div>",
        "<style>a {}</style><template><h1>Boats</h1></template><input type=hidden name=token value=7>",
        "<svg><path/></svg><div id=app />",
    ],
)
def test_an_empty_element_and_scripts_are_blank(body: str) -> None:
    assert is_blank(
        f"<!doctype html><html><head><title>Boats</title></head><body>{body}{SCRIPT}</body></html>".encode()
    )


@pytest.mark.parametrize(
    "body",
    [
        "<h1>Boats</h1>",
        "<a href=/boats>Boats</a>",
        "<form><input name=q></form>",
        "<input name=q>",
        "<ul><li>Ada</ul>",
        "<p>Ada lies at berth N1, Bee at N2 and Cod at S1; all others are at sea.</p>",
        "<svg><svg></svg></svg><button>Add</button>",
        "<img src=/ada.png>",
    ],
)
def test_what_a_reader_can_read_or_do_is_not(body: str) -> None:
    assert not is_blank(f"<!doctype html><html><body>{body}{SCRIPT}</body></html>".encode())


def test_without_scripts_nothing_would_fill_it() -> None:
    assert not is_blank(b"<!doctype html><html><body><div id=app></div></body></html>")


def test_a_large_document_says_something() -> None:
    assert not is_blank(b"<script>" + b" " * LARGEST + b"</script>")
