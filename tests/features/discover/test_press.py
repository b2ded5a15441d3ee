"""Links that throw away, numbers given ahead, rows with data for scripts, scripts configured with ids and tokens."""

from __future__ import annotations

import re

from tests.features.discover.press import DESK, FEW, Press, article, recorded
from tests.features.discover.site import Mock, same


def test_what_posts_links_and_scripts_are() -> None:
    draft = recorded().draft()
    roles = {(one.role, str(one.endpoint)) for one in draft.operations}
    assert roles == {
        ("create", "POST /desk/article.php [action=save]"),
        ("update", "POST /desk/article.php [action=save]"),
        ("delete", "GET /desk/article.php [action=trash]"),
    }, "neither what scripts are configured with nor what they post is an operation"
    kind = next(one.kind.name for one in draft.operations)
    one = draft.seed[kind]["5"]
    assert (one["title"], one["headline"], one["writer"], one["place"]) == (
        "Storm is over",
        "Storm is over",
        "Ines",
        "11",
    )


async def test_the_mock_does_what_the_app_does() -> None:
    mock, app = Mock(recorded()), Press()
    await same(app, mock, "GET", DESK)
    for name, text, place in (("Bridge closes", "Go round by the east.", "12"), ("Second one", "A short one.", "11")):
        form = (await mock.ask("GET", "/desk/new.php")).html
        given = re.search(r'article_ID"? [^>]*value="(\d+)"|value="(\d+)"[^>]*article_ID', form)
        assert given is not None
        key = given[1] or given[2]
        assert f'value="{key}"' in app("GET", "/desk/new.php", ()).html
        await same(app, mock, "POST", "/desk/article.php", *article(key, name, text, place))
        await same(app, mock, "GET", DESK)
        await same(app, mock, "POST", "/desk/ajax.php", *FEW.items(), ("article_ID", key), how="part")
    await same(app, mock, "GET", "/desk/article.php?article=9&action=edit")
    await same(
        app, mock, "POST", "/desk/article.php", *article("9", "Bridge closes until May", "By the east road.", "11")
    )
    await same(app, mock, "GET", DESK)
    await same(app, mock, "GET", f"{DESK}?s=storm+is&_nonce=91bc02&view=all")
    await same(app, mock, "GET", "/desk/article.php?article=6&action=trash&_nonce=5d1c6f00b")
    await same(app, mock, "GET", DESK)
