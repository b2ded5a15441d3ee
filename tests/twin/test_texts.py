"""Screens and HTML replies are compared by the words a reader sees."""

from __future__ import annotations

import pytest

from awe_author.twin.texts import arrivals, changing_lines, compare_screens, feeds, left_out, page_text, ticking
from tests.twin.talk import LIVE, MOCK, likeness

PAGE = """<!doctype html><html><head><title>Issues</title><style>p {}</style></head><body>
<script>var hidden = 1</script><h1>Issue <b>#58</b></h1><!-- a remark -->
<p hidden>secret</p><p style="display: none">too</p><form><input type=hidden value=token><input value="Subject here">
<textarea>Text
of it</textarea><select><option>a<option selected>b</select></form></body></html>"""


def test_words_of_a_page() -> None:
    assert page_text(PAGE) == "[Issues]\nIssue #58\nSubject here\nText of it\nb"


def test_moments_and_ids_of_the_run_make_no_difference() -> None:
    known = likeness()
    known.ids.learn("58", "57")
    live = "Issue #58 created\nAdded less than a minute ago, 2026-11-18 10:26\nStatus: new"
    mock = "Issue #57 created\nAdded 1 minute ago, 2026-01-05 08:01\nStatus: new"
    assert compare_screens(live, mock, known).same
    other = compare_screens(live, mock.replace("new", "closed"), known)
    assert (other.added, other.removed) == (1, 1)
    assert not compare_screens(live, mock.replace("#57", "#56"), known).same


def test_the_same_words_mean_the_same() -> None:
    """The mock's window may hold what the live app's does not."""
    line = "Last edited 2026-01-05 08:01"
    assert compare_screens(line, line, likeness()).same
    assert not compare_screens(line, line.replace("08:01", "07:01"), likeness()).same


def test_a_new_moment_of_the_very_minute_of_a_seeded_one() -> None:
    """The app was filled a minute before it was recorded; the mock's clock stands at that minute."""
    known = likeness()
    known.mock.more = ((MOCK, MOCK + 20), (MOCK - 300, MOCK + 900))
    live = "Runs\nnew\n2026-11-18 10:26\nold\n2026-01-05 08:00"
    mock = "Runs\nnew\n2026-01-05 08:00\nold\n2026-01-05 08:00"
    assert compare_screens(live, mock, known).same
    assert not compare_screens(mock, live, known).same
    known.mock.more = ((MOCK + 120, MOCK + 140), (MOCK - 300, MOCK + 900))
    assert not compare_screens(live, mock, known).same, "its clock stood elsewhere: the mock shows the seeded moment"


def test_a_minute_that_is_in_both_runs_at_different_places() -> None:
    """The recording ended as the comparison began."""
    known = likeness()
    known.mock.start, known.mock.end, known.mock.margin = LIVE - 60, LIVE, 60.0
    live = "10:26\nann has joined\n10:27\nHello"
    mock = "10:25\nann has joined\n10:26\nHello"
    assert compare_screens(live, mock, known).same
    assert not compare_screens(live, mock.replace("joined", "left"), known).same


def test_lines_that_change_by_themselves() -> None:
    first = "Welcome\nServed in 31 ms\nIssue created\nBody"
    second = "Welcome\nServed in 7 ms\nBody"
    changing = changing_lines(first, second)
    assert changing == frozenset()
    changing = changing_lines(first, first.replace("31", "7"))
    assert compare_screens(first, first.replace("31", "12"), likeness(), changing).same
    assert not compare_screens(first, first.replace("created", "lost"), likeness(), changing).same


def test_time_that_is_counted_on_the_screen() -> None:
    looks = ["Runs\nnext look in 0:29\n3 runs", "Runs\nnext look in 0:28\n3 runs"]
    ticks = ticking(looks)
    assert ticks == {"next look in 0:0"}
    assert compare_screens(looks[0], looks[1].replace("0:28", "0:03"), likeness(), ticks).same
    assert not compare_screens(looks[0], looks[1].replace("3 runs", "4 runs"), likeness(), ticks).same


@pytest.mark.parametrize(
    "looks",
    [
        ["3 runs", "4 runs"],
        ["took 8 s", "took 8 s"],
        ["0:29 left", "0:28 left of 30"],
        ["0:29\nA", "0:28"],
        ["version 1.2", "version 1.3"],
        ["3 sheets", "4 sheets"],
    ],
)
def test_other_changes_are_no_counting_of_time(looks: list[str]) -> None:
    assert ticking(looks) == frozenset()


def test_the_beginning_of_an_id_stands_for_it() -> None:
    like = likeness()
    like.ids.learn("4aae3c35-1111-4222-8333-444455556666", "5c9d070a-1111-4222-8333-444455556666")
    assert compare_screens("Launched run 4aae3c35", "Launched run 5c9d070a", like).same
    assert not compare_screens("Launched run 4aae3c35", "Launched run 5c9d070b", like).same
    assert not compare_screens("Launched run 4aae3c36", "Launched run 5c9d070a", like).same
    like.ids.learn("4aae3c35-9999-4222-8333-444455556666", "77777777-1111-4222-8333-444455556666")
    assert not compare_screens("Launched run 4aae3c35", "Launched run 5c9d070a", like).same, "it may be either"


def test_lines_that_keep_coming_on_both_sides_are_not_compared() -> None:
    def looks(*numbers: int) -> list[str]:
        shown = [f"node 1\n{{ order: {number} }}" for number in numbers]
        return ["\n".join(["Orders", "Saved", *shown[:count]]) for count in range(len(shown) + 1)]

    live, mock = looks(3, 14, 15, 92), looks(6, 53, 58)
    then, now = likeness().live, likeness().mock
    found = feeds([arrivals(live, then)], [arrivals(mock, now)])
    assert found == {"node 0", "{ order: 0 }"}
    assert compare_screens(live[-1], mock[1], likeness(), found).same
    assert not compare_screens(live[-1], mock[1].replace("Saved", "Failed"), likeness(), found).same
    assert not feeds([arrivals(live, then)], [arrivals(looks(1, 2), now)]), "too few on one side"
    assert not feeds([arrivals(live, then)], [arrivals(["Orders"] * 4, now)]), "only one side has them"
    other = [line.replace("order", "odor") for line in mock]
    assert not feeds([arrivals(live, then)], [arrivals(other, now)]) - {"node 0"}


def test_lines_that_keep_coming_with_their_moment() -> None:
    """However it is written: the live app's afternoon may be the mock's morning."""
    live = [
        "\n".join(["Log", *(f"11/18/2026 1:27:{at} PMsaved" for at in range(10, 10 + count))]) for count in range(5)
    ]
    mock = ["\n".join(["Log", *(f"1/5/2026 8:00:{at} AMsaved" for at in range(20, 20 + count))]) for count in range(4)]
    known = likeness()
    found = feeds([arrivals(live, known.live)], [arrivals(mock, known.mock)])
    assert found == {"⟨moment⟩saved"}
    assert compare_screens(live[-1], mock[-1], known, found).same
    assert left_out(live[-1], mock[-1], known, found) == ["⟨moment⟩saved"]
    assert not compare_screens(live[-1], mock[-1].replace("1/5/2026", "1/4/2026"), known, found).same, "of another day"
