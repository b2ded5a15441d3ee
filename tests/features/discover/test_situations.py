"""The same address in several situations: after an action, of what was changed, of what is not there."""

from __future__ import annotations

from typing import Any

import pytest

from awe_author.features.discover import Draft, Page, Recorded, discover
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.situations import Load, load_of, loads_of, marks, told_apart
from tests.features.discover.exchanges import ORIGIN, exchange, feature, form
from tests.features.discover.test_draft import act, check
from tests.features.discover.test_pages import FORM, table

LONE, MUTE = (1, "Door stuck", "New"), (2, "Lamp broken", "Done")
OLD, FRESH = "No coffee since Monday", "No coffee, but there is tea"


def whole(body: str, title: str = "Bugs") -> str:
    return f"<html><head><title>{title}</title></head><body>{body}</body></html>"


def bug(subject: str, *, notice: str = "", journal: str = "", key: int = 3) -> str:
    head = f'<p id="flash">{notice}</p>' if notice else ""
    tail = f'<div id="history"><i class="from">{journal}</i></div>' if journal else ""
    words = f"<h2>Bug {key}: <span>{subject}</span></h2><p class='said'>About <b>this</b>: {subject}</p>"
    return head + words + FORM.format(action=f"/bugs/{key}", subject=subject) + tail


def tracker() -> Draft:
    """Create (with a notice), look, change (with a notice, and a journal that stays), look, delete (a notice)."""
    first = "<p>moved</p>"
    sent = {"bug[status_id]": "1", "bug[text]": "None at all"}
    changed = form(_method="patch", **{"bug[subject]": FRESH}, **sent)
    documents = {
        1: whole(table(LONE, MUTE)),
        4: whole(bug(OLD, notice="Bug created")),
        5: whole(table((3, OLD, "New"), LONE, MUTE)),
        6: whole(bug(OLD)),
        8: whole(bug(FRESH, notice="Bug updated", journal=OLD)),
        9: whole(bug(FRESH, journal=OLD)),
        11: whole('<p id="flash">Bug deleted</p>' + table(LONE, MUTE)),
        12: whole(bug("Door stuck", key=1)),
    }
    at = {1: "/bugs", 4: "/bugs/3", 5: "/bugs", 6: "/bugs/3", 8: "/bugs/3", 9: "/bugs/3", 11: "/bugs", 12: "/bugs/1"}
    raws = [exchange(seq, "GET", at[seq], html=html) for seq, html in documents.items()]
    raws += [
        exchange(3, "POST", "/bugs", form(**{"bug[subject]": OLD}, **sent), 302, location="/bugs/3", html=first),
        exchange(7, "POST", "/bugs/3", changed, 302, location="/bugs/3", html=first),
        exchange(10, "POST", "/bugs/3", form(_method="delete"), 302, location="/bugs", html=first),
    ]  # fmt: skip
    pages = [Page(ORIGIN + at[seq], "", html, seq + 1) for seq, html in documents.items()]
    pages.insert(1, Page(ORIGIN + "/bugs/new", "", whole(FORM.format(action="/bugs", subject="")), 3))
    return discover(Recorded(sorted(raws, key=lambda raw: raw.seq), pages), "demo")


def on(draft: Draft, name: str) -> dict[str, Any]:
    return dict(feature(draft, name)["on"])


def abouts(draft: Draft) -> dict[str, dict[str, Any]]:
    """Conditions of the pages about one bug -> the feature."""
    made = [one.document for one in draft.features if str(one.document["id"]).startswith("bugs.open.page")]
    return {str(one["on"]["where"]).removeprefix("segments[0] in state.bugs && "): one for one in made}


AFTER = "!(view.get('after', '') in ['create_bug', 'update_bug'])"
CHANGED = "'previous' in state.bugs[segments[0]]"


def test_pages_with_other_parts_get_features_of_their_own() -> None:
    found = {where: one["on"]["like"] for where, one in abouts(tracker()).items()}
    assert found == {
        f"{AFTER} && !({CHANGED})": [6, 12],
        f"{AFTER} && {CHANGED}": [9],
        "view.get('after', '') == 'create_bug'": [4],
        "view.get('after', '') == 'update_bug'": [8],
    }


def test_a_list_after_an_action_is_a_page_of_its_own() -> None:
    draft = tracker()
    assert on(draft, "bugs.list.page")["where"] == "!(view.get('after', '') in ['delete_bug'])"
    assert on(draft, "bugs.list.page-2") == {
        "page": f"{ORIGIN}/bugs",
        "where": "view.get('after', '') == 'delete_bug'",
        "like": [11],
    }


def test_what_a_change_replaced_is_kept_and_shown() -> None:
    draft = tracker()
    shown = abouts(draft)[f"{AFTER} && {CHANGED}"]["show"]
    journal = next(one for one in shown if "from" in one["select"])
    own = "string(dyn(state.bugs[segments[0]].get('previous', {})).get('subject', ''))"
    assert journal["set"] == {"text": own}
    world = check(draft)
    state = world.initial({"demo": draft.seed})
    after = act(world, state, "update_bug", {"id": "1", "changes": {"subject": "Door moves"}}).state
    assert after.view("demo")["bugs"]["1"]["subject"] == "Door moves"
    assert after.view("demo")["bugs"]["1"]["previous"]["subject"] == "Door stuck"


def test_text_between_other_elements_is_a_run() -> None:
    shown = abouts(tracker())[f"{AFTER} && !({CHANGED})"]["show"]
    assert {"text": {"1": "': ' + string(state.bugs[segments[0]].get('subject', ''))"}} in [one["set"] for one in shown]


def test_notices_of_two_actions_are_two_situations() -> None:
    plain, notice = parse("<p id='a'>x</p>"), "<p id='a'>x</p><p id='flash'>{}</p>"
    pages = [(plain, Load(1, "u"), False)]
    pages += [
        (parse(notice.format(words)), Load(seq, "u", seq - 1), False) for seq, words in ((3, "Saved"), (5, "Gone"))
    ]
    pages.append((plain, Load(5, "u", 4), False))  # the notice went by itself
    looks = told_apart(pages, {2: "save", 4: "drop"})
    assert [(one.situation.after, one.numbers) for one in looks] == [("", [1]), ("drop", [5]), ("save", [3])]


def test_a_page_with_the_notice_of_something_else_is_no_usual_look() -> None:
    plain, notice = parse("<p id='a'>x</p>"), "<p id='a'>x</p><p id='flash'>{}</p>"
    pages = [(plain, Load(1, "u"), False), (parse(notice.format("Saved")), Load(3, "u", 2), False)]
    pages.append((parse(notice.format("Sent to two people")), Load(5, "u", 4), False))
    looks = told_apart(pages, {2: "save"})
    assert [(one.situation.after, one.numbers) for one in looks] == [("", [1]), ("save", [3])]
    looks = told_apart([pages[2], pages[1]], {2: "save"})
    assert sorted(number for one in looks for number in one.numbers) == [3, 5]


def test_what_scripts_are_told_is_a_part_of_a_page() -> None:
    said = marks(parse('<script>set({"mode":"saved","user":"Ann Lee","n":3})</script><p id="a">x</p>'))
    assert said == {"mode: saved", "p#a."}


def test_situations_that_look_alike_are_one() -> None:
    html, notes = (
        "<p>saved</p>",
        '<ul class="all"><li><a href="/n/Milk">Milk</a></li><li><a href="/n/Tea">Tea</a></li>{}</ul>',
    )
    more = notes.format('<li><a href="/n/Plan">Plan</a></li>')
    save = ("POST", "/edit?title=Plan&action=submit")
    note = whole("<h1>Plan</h1><p class='text'>the goals of this year</p>")
    raws = [
        exchange(1, "GET", "/all", html=whole(notes.format(""))),
        exchange(2, *save, form(text="the goals of this year"), 302, location="/n/Plan", html=html),
        exchange(3, "GET", "/n/Plan", html=note),
        exchange(4, "GET", "/all", html=whole(more)),
        exchange(5, "GET", "/n/Plan", html=note),
    ]
    pages = [
        Page(f"{ORIGIN}/all", "", whole(notes.format("")), 2),
        Page(f"{ORIGIN}/n/Plan", "", note, 4),
        Page(f"{ORIGIN}/all", "", whole(more), 5),
        Page(f"{ORIGIN}/n/Plan", "", note.replace("Plan</h1>", "Plan</h1> "), 6),
    ]
    draft = discover(Recorded(raws, pages), "demo")
    about = [one.document for one in draft.features if "open.page" in str(one.document["id"])]
    assert [sorted(one["on"]["like"]) for one in about] == [[3, 5]]
    assert "after" not in str(about[0]["on"])


@pytest.mark.parametrize(
    ("shown", "found"),
    [
        ("/desk/thing.php?thing=4&do=edit&said=1", True),
        ("/desk/thing.php?thing=4&do=edit", True),
        ("/desk/thing.php", False),
        ("/desk/thing.php?thing=5&do=edit", False),
        ("/desk/other.php?thing=4&do=edit", False),
        ("/desk/thing.php?thing=4&do=edit&said=1&more=2", False),
    ],
)
def test_a_page_whose_script_took_off_what_was_done(shown: str, found: bool) -> None:
    loads = [Load(3, ORIGIN + "/desk/list.php"), Load(7, ORIGIN + "/desk/thing.php?thing=4&do=edit&said=1", led=6)]
    assert load_of(ORIGIN + shown, 9, loads) == (loads[1] if found else None)


def test_links_that_do_something_lead_to_the_page_that_says_so() -> None:
    raws = [
        exchange(1, "GET", "/bugs/delete?id=3", status=302, location="/bugs"),
        exchange(2, "GET", "/bugs", html=whole("gone")),
        exchange(3, "GET", "/bugs", html=whole("all")),
        exchange(4, "POST", "/bugs", "name=x", 302, location="/go"),
        exchange(5, "GET", "/go", status=302, location="/bugs"),
        exchange(6, "GET", "/bugs", html=whole("more")),
    ]
    assert [(one.seq, one.led) for one in loads_of(raws)] == [(2, 1), (3, None), (6, 4)]


def test_a_part_that_only_says_what_the_entity_has_is_none_of_a_situation() -> None:
    document = parse(whole('<p class="said">Tea</p><div class="flash"><b class="what">Tea</b> saved</div>'))
    assert "p#.said" in marks(document)
    assert "p#.said" not in marks(document, frozenset({"Tea"}))
    assert "div#.flash" in marks(document, frozenset({"Tea"}))
