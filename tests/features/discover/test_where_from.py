"""Posts that lead back to the page that they come from."""

from __future__ import annotations

from typing import Any

from awe_author.features.discover import Page, Recorded, discover
from awe_author.features.discover.exchanges.calls import Raw
from awe_author.state.cel import DYN, compile_expression
from tests.features.discover.exchanges import ORIGIN, exchange

TASKS = {1: "Sow", 2: "Paint", 3: "Sweep", 4: "Rake"}
MINE = ORIGIN + "/t/?who=ann&p=1"


def listed(*keys: int) -> str:
    rows = "".join(f'<tr><td class="name"><a href="/t/{key}/edit">{TASKS[key]}</a></td></tr>' for key in keys)
    return f"<html><body><table><tbody>{rows}</tbody></table></body></html>"


def deleted(*posts: tuple[int, str, str]) -> dict[str, Any]:
    """The reply to deletes of (key, from where, where to)."""
    keys = [*TASKS]
    raws: list[Raw] = [exchange(1, "GET", "/t/", html=listed(*keys))]
    pages = [Page(ORIGIN + "/t/", "", listed(*keys), 2)]
    for number, (key, came, to) in enumerate(posts, 1):
        keys.remove(key)
        seq = 2 * number
        post = exchange(seq, "POST", f"/t/{key}/delete", "sure=1", 302, location=to, html="")
        post.request_headers.append(("Referer", came))  # type: ignore[attr-defined]
        path = to.removeprefix(ORIGIN)
        raws += [post, exchange(seq + 1, "GET", path, html=listed(*keys))]
        pages.append(Page(ORIGIN + path, "", listed(*keys), seq + 2))
    draft = discover(Recorded(raws, pages), "demo")
    made = next(one.document for one in draft.features if str(one.document["id"]).endswith(".delete.form"))
    return dict(made["reply"])  # type: ignore[arg-type]


def leads(reply: dict[str, Any], came: str) -> str:
    expression = compile_expression(reply["headers"]["location"], {"headers": DYN})
    return str(expression.evaluate({"headers": {"referer": came} if came else {}}))


def test_to_the_list_as_it_was_asked_for() -> None:
    reply = deleted((2, MINE, MINE))
    assert leads(reply, ORIGIN + "/t/?who=ben") == ORIGIN + "/t/?who=ben"
    assert leads(reply, "") == MINE
    assert leads(reply, "https://other.test/t/") == MINE


def test_by_a_path_where_the_app_says_a_path() -> None:
    reply = deleted((2, MINE, "/t/?who=ann&p=1"))
    assert leads(reply, ORIGIN + "/t/?who=ben") == "/t/?who=ben"


def test_from_several_pages_that_were_asked_for_nothing() -> None:
    reply = deleted((2, ORIGIN + "/t/", ORIGIN + "/t/"), (3, ORIGIN + "/home", ORIGIN + "/home"))
    assert leads(reply, ORIGIN + "/t/late") == ORIGIN + "/t/late"


def test_one_page_may_be_where_it_always_leads() -> None:
    assert "headers" not in deleted((2, ORIGIN + "/t/", ORIGIN + "/t/"))
    assert "headers" not in deleted((2, MINE, MINE), (3, ORIGIN + "/home", MINE))
