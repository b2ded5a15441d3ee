"""Trees of keys: branches of what stands before a sign, one of them open."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.features.discover.site import Mock, Said, Sent, Tour, same

TEXTS = {
    "start": "Everybody begins to read here.",
    "office:parking": "Forty places are behind the house.",
    "office:keys": "They hang in the corridor.",
    "travel:booking": "Trips are booked by the travel desk.",
    "travel:money": "Receipts are handed in.",
}


class Desk:
    """Pages in branches. `mixed`: are branches and pages in no order of their own?"""

    def __init__(self, *, mixed: bool = False) -> None:
        self.texts, self.mixed = dict(TEXTS), mixed

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/all":
            rows = "".join(f'<li><a href="/page?id={key}">{key}</a></li>' for key in sorted(self.texts))
            return Said(f"<html><body><ul id=all>{rows}</ul></body></html>")
        asked = {name: values[0] for name, values in parse_qs(urlsplit(path).query).items()}
        key = asked["id"]
        if method == "POST":
            self.texts[key] = dict(sent)["words"]
            return Said(status=302, to=f"/page?id={key}")
        menu = f'<a href="/page?id={key}&do=tree">Tree</a>'
        if asked.get("do") == "tree" or "branch" in asked:
            shown = asked.get("branch", key.rpartition(":")[0])
            return Said(f"<html><head><title>Tree</title></head><body>{menu}<div id=tree>"
                        f"{self._tree(key, shown)}</div></body></html>")  # fmt: skip
        if asked.get("do") == "edit":
            return Said(f'<html><head><title>Edit {key}</title></head><body>{menu}<form method=post '
                        f'action="/page?id={key}&do=edit"><textarea name=words>{self.texts.get(key, "")}'
                        "</textarea></form></body></html>")  # fmt: skip
        text = self.texts.get(key, "Nothing yet")
        return Said(f"<html><head><title>{key} - Desk</title></head><body>{menu}<p>{text}</p></body></html>")

    def _tree(self, key: str, shown: str) -> str:
        rows = []
        for branch in sorted({one.partition(":")[0] for one in self.texts if ":" in one}):
            link = f'<a href="/page?id={key}&branch={branch}">{branch}</a>'
            mine = [_leaf(one, "in") for one in sorted(self.texts) if one.startswith(f"{branch}:")]
            inner = f"<ul>{''.join(mine)}</ul>" if branch == shown else ""
            rows.append(f"<li class={'open' if inner else 'shut'}>{link}{inner}</li>")
        leaves = [_leaf(one, "top") for one in sorted(self.texts) if ":" not in one]
        return f"<ul>{''.join([*leaves, *rows] if self.mixed else [*rows, *leaves])}</ul>"


def _leaf(key: str, sort: str) -> str:
    return f'<li class={sort}><a href="/page?id={key}" title="{key}">{key.rpartition(":")[2]}</a></li>'


def recorded(app: Desk) -> Tour:
    """The tree as several pages have it, before and after a page is made and another changed."""
    tour = Tour(app)
    tour.ask("GET", "/all")
    for path in ("start", "start&do=tree", "travel:money", "office:keys", "office:keys&do=tree", "start&branch=office"):
        tour.ask("GET", f"/page?id={path}")
    for key, words in (("travel:money", "Receipts are handed in within ten days."), ("office:ink", "There is no ink.")):
        tour.ask("GET", f"/page?id={key}&do=edit")
        tour.ask("POST", f"/page?id={key}&do=edit", ("words", words))
        tour.ask("GET", f"/page?id={key}")
    for path in ("start&branch=office", "travel:money&branch=office", "travel:money&do=tree"):
        tour.ask("GET", f"/page?id={path}")
    tour.ask("GET", "/all")
    return tour


async def test_a_tree_has_what_is_there_in_the_branch_that_is_asked_for() -> None:
    mock, app = Mock(recorded(Desk())), Desk()
    for key in ("travel:bikes", "people:holidays", "rules"):
        await same(app, mock, "POST", f"/page?id={key}&do=edit", ("words", f"All about {key}."))
        await same(app, mock, "GET", f"/page?id={key}")
    for path in ("start&branch=travel", "start&branch=people", "office:keys&branch=travel", "travel:bikes&do=tree"):
        await same(app, mock, "GET", f"/page?id={path}")


def test_a_tree_in_another_order_is_none() -> None:
    draft = recorded(Desk(mixed=True)).draft()
    assert not any(str(one.document["id"]).endswith(".tree.page") for one in draft.features)
