"""Selectors of deep elements, and rows with a part that only some of them have."""

from __future__ import annotations

import pytest
from bs4 import Tag

from awe_author.features.discover.markup.documents import Row, Rows, parse
from awe_author.features.discover.markup.rows import alone
from awe_author.features.discover.pages.keyed_parts import keyed_part
from awe_author.features.discover.pages.row_kinds import row_kinds, samples_of
from awe_author.json_types import Json
from tests.features.discover.site import Mock, Said, Sent, Tour, same

CRUMBS = (
    '<div class="a"><div class="b"><div class="c"><div class="d"><div class="e"><div class="f"><div class="g">'
    '<ol class="crumbs"><li class="x"><a class="y">Home</a></li><li class="x"><a class="y">{}</a></li></ol>'
    "</div></div></div></div></div></div></div>"
)


def test_an_element_that_many_are_like_is_named_from_the_nearest_that_is_alone() -> None:
    document, other = parse(CRUMBS.format("Ada")), parse(CRUMBS.format("Ben"))
    tag = document.find_all("a")[1]
    selector = alone(document, tag, "", [other])
    assert selector == "ol.crumbs > li:nth-of-type(2) > a:nth-of-type(1)"
    assert [one.get_text() for one in other.select(selector)] == ["Ben"]


def test_the_same_below_an_id_that_is_far() -> None:
    document = parse(f'<main id="main"><div><div>{CRUMBS.format("Ada")}</div></div></main>')
    assert alone(document, document.find_all("a")[1], "") == "ol.crumbs > li:nth-of-type(2) > a:nth-of-type(1)"


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ([("/ping/task/3/1/", "3"), ("/ping/task/5/2/", "5")], 3),
        ([("/ping/task/3/", "3"), ("/ping/task/5/", "5")], 3),
        ([("/ping/task/3/1/", "3"), ("/ping/note/5/2/", "5")], None),
        ([("/ping/3/3/", "3"), ("/ping/5/5/", "5")], None),
        ([("/ping/3/3/", "3"), ("/ping/5/2/", "5")], 2),
        ([("/ping/task/3/1/", "3"), ("/ping/task/3/2/", "3")], None),
        ([("/ping/task/3/1/", "3"), ("/ping/task/5/", "5")], None),
        ([("https://app.test/task/3", "3"), ("https://app.test/task/5", "5")], None),
        ([("/ping/task/3/1/", "3")], None),
    ],
)
def test_the_part_of_addresses_for_scripts_that_is_the_key(said: list[tuple[str, str]], place: int | None) -> None:
    assert keyed_part(said) == place


def told(*rows: tuple[str, dict[str, str]]) -> list[tuple[Row, object, dict[str, str]]]:
    found = []
    for html, values in rows:
        tag = parse(f"<table><tr>{html}</tr></table>").tr
        found.append((Row("1", {}, {}, tag), tag, values))
    return found


WHEN, OWNER = "<td><time>now</time></td>", '<td><a class="owner">Ann</a></td>'
CELLS = {"time": {"text": "string(item.get('when', ''))"}, "a.owner": {"text": "string(item.get('owner', ''))"}}


def test_a_part_that_goes_with_a_field_makes_two_kinds_of_rows() -> None:
    rows = told((WHEN, {"when": "x", "name": "a"}), ("<td></td>", {"when": "", "name": "b"}))
    assert row_kinds("tr", CELLS, rows, ["name", "when"]) == {  # type: ignore[arg-type]
        "tr:has(time)": "string(item.get('when', '')) != ''",
        "tr:not(:has(time))": "true",
    }


def test_two_such_parts_make_the_kinds_that_were_seen() -> None:
    rows = told(
        (WHEN + OWNER, {"when": "x", "owner": "Ann"}),
        (OWNER, {"owner": "Ann"}),
        ("<td></td>", {"when": "", "owner": ""}),
    )
    when, owner = (f"string(item.get('{name}', ''))" for name in ("when", "owner"))
    assert row_kinds("tr.t", CELLS, rows, ["owner", "when"]) == {  # type: ignore[arg-type]
        "tr.t:has(time):has(a.owner)": f"{when} != '' && {owner} != ''",
        "tr.t:not(:has(time)):has(a.owner)": f"{when} == '' && {owner} != ''",
        "tr.t:not(:has(time)):not(:has(a.owner))": "true",
    }


def test_a_sample_of_a_kind_that_some_page_has_no_row_of() -> None:
    kinds: Json = {"tr:has(time)": "x", "tr:not(:has(time))": "true"}
    bare = parse("<table><tr><td></td></tr></table>")
    both = parse(f"<table><tr>{WHEN}</tr>\n<tr><td> a\n b</td></tr></table>")
    looks = [Rows("/t/*", "table", "tr", [], parent=one.table) for one in (bare, both)]
    assert samples_of(kinds, looks) == {"tr:has(time)": f"<tr>{WHEN}</tr>"}
    assert samples_of(kinds, looks[1:]) == {}
    assert samples_of("tr", looks) == {}


def test_one_row_that_does_not_go_with_it_and_there_are_none() -> None:
    rows = told((WHEN, {"when": "x"}), ("<td></td>", {"when": ""}), (WHEN, {"when": ""}))
    assert row_kinds("tr", CELLS, rows, ["when"]) == "tr"  # type: ignore[arg-type]
    assert row_kinds("tr", CELLS, rows[:1], ["when"]) == "tr"  # type: ignore[arg-type]


def task(key: str, status: str, name: str = "") -> tuple[Row, object, dict[str, str]]:
    """A row that looks by its status."""
    closed = status == "done"
    button = "<button>Reopen</button>" if closed else '<button class="close">Close</button>'
    link = f'<a href="/t/{key}">{name or key}</a>'
    html = f"<td>{link}</td><td>{button}</td>"
    tag = parse(f'<table><tr class="task {"done" if closed else ""}">{html}</tr></table>').tr
    return Row(key, {}, {}, tag), tag, {"status": status, "name": name or key}


LINK = {"a": {"text": "string(item.get('name', ''))"}}
STATUS = "string(item.get('status', ''))"


def test_rows_that_look_by_the_value_of_a_field_are_kinds() -> None:
    values = {"1": "open", "2": "late", "3": "late", "4": "done", "5": "done", "6": "open"}
    rows = [task(*pair) for pair in values.items()]
    assert row_kinds("tr.task", LINK, rows, ["name", "status"]) == {  # type: ignore[arg-type]
        "tr.task.done": f"{STATUS} in ['done']",
        "tr.task:not(.done)": "true",
    }


def test_one_entity_that_was_seen_with_two_values_is_enough() -> None:
    rows = [task("1", "open"), task("1", "done")]
    assert isinstance(row_kinds("tr", LINK, rows, ["status"]), dict)  # type: ignore[arg-type]
    assert row_kinds("tr", LINK, [task("1", "open"), task("2", "done")], ["status"]) == "tr"  # type: ignore[arg-type]


def test_rows_with_words_that_nothing_tells_stay_what_they_are() -> None:
    rows = [task("1", "open"), task("1", "done"), task("2", "open", "Ada")]
    assert row_kinds("tr", {}, rows, ["status"]) == "tr"  # type: ignore[arg-type]


async def test_a_list_of_tasks_that_are_closed_and_opened_again() -> None:
    tour = Tour(Board())
    tour.ask("GET", "/t/")
    tour.ask("POST", "/t/2/edit", ("name", "Paint"), ("status", "done"))
    tour.ask("POST", "/t/new", ("name", "Dig"), ("status", "open"))
    tour.ask("POST", "/t/3/edit", ("name", "Sweep"), ("status", "done"))
    tour.ask("GET", "/t/")
    live, mock = Board(), Mock(tour)
    await same(live, mock, "GET", "/t/")
    await same(live, mock, "POST", "/t/1/edit", ("name", "Sow"), ("status", "done"))
    await same(live, mock, "POST", "/t/new", ("name", "Mow"), ("status", "done"))
    await same(live, mock, "POST", "/t/1/edit", ("name", "Sow"), ("status", "open"))
    await same(live, mock, "GET", "/t/")


class Board:
    """Tasks with a button that goes by their status."""

    def __init__(self) -> None:
        self.tasks = {1: ("Sow", "open"), 2: ("Paint", "open"), 3: ("Sweep", "open"), 4: ("Rake", "done")}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        if method == "POST":
            said, key = dict(sent), path.split("/")[2]
            self.tasks[int(key) if key.isdigit() else max(self.tasks) + 1] = (said["name"], said["status"])
            return Said(status=302, to="/t/")
        return Said(f"<html><body><table><tbody>{''.join(map(self.row, self.tasks))}</tbody></table></body></html>")

    def row(self, key: int) -> str:
        name, status = self.tasks[key]
        button = "<i>Reopen</i>" if status == "done" else "<b>Close</b>"
        link = f'<td class="name"><a href="/t/{key}/edit">{name}</a></td>'
        return f'<tr class="task">{link}<td class="status">{status}</td><td>{button}</td></tr>'


def test_a_new_row_is_made_of_one_that_the_recording_created() -> None:
    """What counts the parts of others says nothing of it, and nothing explains the count."""
    rows: list[tuple[Row, Tag, dict[str, str]]] = []
    for key, count in (("1", "2"), ("2", "5"), ("3", "2"), ("4", "")):
        cell = f'<a class="badge">{count}</a>' if count else "<span>-</span>"
        tag = parse(f'<table><tr><td class="name">n{key}</td><td>{cell}</td></tr></table>').tr
        assert tag is not None
        rows.append((Row(key, {}, {}, tag), tag, {"name": f"n{key}"}))
    cells: dict[str, Json] = {"td.name": {"text": "item.name"}}
    assert row_kinds("tr", cells, rows, ["name"]) == "tr"
    assert row_kinds("tr", cells, rows, ["name"], {"4"}) == {
        "tr:has(a)": "item.id in ['1', '2', '3']", "tr:not(:has(a))": "true",
    }  # fmt: skip
    assert row_kinds("tr", cells, rows, ["name"], {"1"}) == "tr"


def test_a_field_is_named_rather_than_placed() -> None:
    """Cards before it come and go: one of them more, and the fourth part is another."""
    html = (
        "<div><p>One</p></div><div><p>Two</p></div>"
        '<div><form action="/notes" method="post"><input type="hidden" name="bug" value="3"></form></div>'
        '<div><form action="/tags" method="post"><input type="hidden" name="of" value="3"></form></div>'
        '<div><form action="/votes" method="post"><input type="hidden" name="of" value="3"></form></div>'
    )
    document = parse(f"<html><body>{html}</body></html>")
    fields = document.find_all("input")
    assert [alone(document, one, "3") for one in fields] == [
        'input[name="bug"]', 'form[action="/tags"] input[name="of"]', 'form[action="/votes"] input[name="of"]'
    ]  # fmt: skip


def test_rows_that_differ_by_what_nothing_tells_stay_as_they_were_first_seen() -> None:
    rows = [remarked(*one) for one in (("1", "2 remarks"), ("2", "none"), ("3", "none"), ("1", "3 remarks"))]
    assert row_kinds("tr", LINK, rows, ["name"]) == {  # type: ignore[arg-type]
        'tr:is([id="t-1"])': "item.id in ['1']",
        'tr:not([id="t-1"])': "true",
    }
    assert row_kinds("tr", LINK, [*rows, remarked("4", "new")], ["name"], {"4"}) == {  # type: ignore[arg-type]
        'tr:is([id="t-1"])': "item.id in ['1']",
        'tr:is([id="t-2"], [id="t-3"])': "item.id in ['2', '3']",
        'tr:not([id="t-1"], [id="t-2"], [id="t-3"])': "true",
    }
    other = [remarked(*one, own="") for one in (("1", "2 remarks"), ("2", "none"), ("3", "none"))]
    made = row_kinds("tr", LINK, other, ["name"])  # type: ignore[arg-type]
    assert made == {
        'tr:is(:has(a[href="/t/1"]))': "item.id in ['1']",
        'tr:not(:has(a[href="/t/1"]))': "true",
    }


def test_a_row_that_is_named_by_letters_of_any_language_is_found() -> None:
    rows = [remarked(*one, own="") for one in (("café", "2 remarks"), ("tea", "none"), ("milk", "none"))]
    made = row_kinds("tr", LINK, rows, ["name"])  # type: ignore[arg-type]
    assert isinstance(made, dict)
    kinds = [[str(kind) for kind in made if tag.parent.select(str(kind))] for _, tag, _ in rows]  # type: ignore[attr-defined]
    assert [len(own) for own in kinds] == [1, 1, 1]
    assert kinds[0] != kinds[1] == kinds[2]


def remarked(key: str, said: str, own: str = "t-") -> tuple[Row, object, dict[str, str]]:
    """A row that says how many remarks there are."""
    name = f' id="{own}{key}"' if own else ""
    tag = parse(f'<table><tr{name}><td><a href="/t/{key}">T</a></td><td>{said}</td></tr></table>').tr
    return Row(key, {}, {}, tag), tag, {"name": "T"}
