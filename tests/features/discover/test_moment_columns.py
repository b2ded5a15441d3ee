"""Columns with the moment of the last write, as apps of different tastes write it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from awe_author.features.discover.markup.clocks import clock_of, clock_parts
from awe_author.features.discover.markup.formats import moment_formats
from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

NOON = datetime(2025, 3, 3, 9, tzinfo=UTC)
"""When the mock is asked."""


def django(at: datetime) -> str:
    hour, half = (at.hour + 11) % 12 + 1, "a.m." if at.hour < 12 else "p.m."
    return f"{at:%d/%m/%Y} {hour}{f':{at.minute:02}' if at.minute else ''} {half}"


STYLES: dict[str, Callable[[datetime], str]] = {
    "django": django,
    "iso": lambda at: f"{at:%Y-%m-%d %H:%M}",
    "american": lambda at: f"{at:%b} {at.day}, {at.year}, {(at.hour + 11) % 12 + 1}:{at:%M %p}",
}


@dataclass
class Plots:
    """A list, those that were changed last first."""

    said: Callable[[datetime], str]
    now: datetime = NOON
    plots: dict[int, tuple[str, datetime]] = field(default_factory=lambda: {
        key: (name, datetime(2024, 9, 3, 7, 30, tzinfo=UTC) + timedelta(hours=533 * key))
        for key, name in enumerate(("Rose bed one", "Herb spiral", "Old orchard", "Long meadow"), 1)
    })  # fmt: skip

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts = path.strip("/").split("/")
        if method == "POST":
            key = int(parts[1]) if parts[1].isdigit() else max(self.plots) + 1
            self.plots[key] = (dict(sent)["name"], self.now)
            return Said(status=302, to="/plots")
        if parts == ["plots"]:
            rows = "".join(
                f'<tr><td><a href="/plots/{key}">{name}</a></td><td>{self.said(at)}</td></tr>'
                for key, (name, at) in sorted(self.plots.items(), key=lambda pair: pair[1][1], reverse=True)
            )
            heads = "<thead><tr><th>Name</th><th>Changed</th></tr></thead>"
            return _page("Plots", f"<table>{heads}<tbody>{rows}</tbody></table>")
        name = self.plots[int(parts[1])][0] if parts[1].isdigit() else ""
        return _page("Plot", f'<form method="post"><input name="name" value="{name}"></form>')


def _page(title: str, body: str) -> Said:
    return Said(f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{body}</body></html>")


def tour(said: Callable[[datetime], str], late: timedelta = timedelta()) -> Tour:
    """`late`: by how much the moments of writes are not those of their answers."""
    app = Plots(said)
    clock = datetime(2025, 3, 2, 14, 5, tzinfo=UTC)
    made = Tour(app, date=lambda: f"{clock:%a, %d %b %Y %H:%M:%S} GMT")
    for path, *sent in (
        ("/plots",), ("/plots/3",), ("/plots/new",), ("/plots/new", ("name", "Wall of pears")), ("/plots",),
        ("/plots/2", ("name", "Herb snail")), ("/plots",),
    ):  # fmt: skip
        clock += timedelta(seconds=70)
        app.now = clock + late
        made.ask("POST" if sent else "GET", path, *sent)
    return made


@pytest.mark.parametrize("style", STYLES)
async def test_writes_set_the_moment_and_the_list_goes_by_it(style: str) -> None:
    mock, app = Mock(tour(STYLES[style])), Plots(STYLES[style])
    check(mock.draft)
    await same(app, mock, "GET", "/plots")
    await same(app, mock, "POST", "/plots/1", ("name", "Rose bed two"))
    await same(app, mock, "GET", "/plots")


def test_a_column_that_says_another_time_is_none_of_writes() -> None:
    """A delivery date a day ahead."""
    draft = tour(STYLES["iso"], late=timedelta(days=1)).draft()
    assert "string(now)" not in str(draft.model)


@pytest.mark.parametrize(
    ("shown", "pattern", "moment"),
    [
        (["23/11/2026 1 a.m.", "21/03/2025 noon"], "{d}/{m}/{Y} {P}", "2026-11-23T01:00:00Z"),
        (["Mar 3, 2025, 12:05 AM", "Dec 13, 2025, 2:07 PM"], "{M} {j}, {Y}, {g}:{i} {U}", "2025-03-03T00:05:00Z"),
        (["3 Mar 2025 at 04:05:06"], "{j} {M} {Y} at {H}:{i}:{s}", "2025-03-03T04:05:06Z"),
    ],
)
def test_formats_of_moments(shown: list[str], pattern: str, moment: str) -> None:
    found = moment_formats(shown)[0]
    assert (found.pattern, found.plain(shown[0]), found.shown(moment)) == (pattern, moment, shown[0])


@pytest.mark.parametrize(
    "shown", [["14:05"], ["2025-03-03"], ["2025-03-03 25:00"], ["Room 12:30"], ["13/13/2025 1 a.m."]]
)
def test_what_is_no_moment(shown: list[str]) -> None:
    assert moment_formats(shown) == []


def test_times_of_day() -> None:
    assert clock_parts("2025-03-03T00:05:00Z")["P"] == "12:05 a.m."
    assert clock_parts("2025-03-03T12:00:00Z")["P"] == "noon"
    assert clock_parts("no moment") == {}
    assert clock_of({"P": "midnight"}) == "00:00:00"
    assert clock_of({"h": "12", "i": "30", "U": "PM"}) == "12:30:00"
    assert clock_of({"h": "13", "i": "30", "U": "PM"}) == ""
