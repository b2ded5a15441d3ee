"""Days with words of how far away they are, choices with other blanks, labels that begin with a sign."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from html import escape

import pytest

from awe_author.features.discover.exchanges.reading import dated
from awe_author.features.discover.markup.choice_blanks import as_spaced
from awe_author.features.discover.markup.details import details_in
from awe_author.features.discover.markup.documents import parse
from awe_author.features.discover.markup.due_dates import due_name, due_of, of_due_name
from tests.features.discover.site import Mock, Said, Sent, Tour, same

TODAY = date(2025, 3, 3)
NOON = 1_741_003_200.0
LEVELS = ("0", "10", "50", "100")


def told(value: str) -> str:
    """A day as the app tells it."""
    if not value:
        return ""
    day = date.fromisoformat(value)
    away = (day - TODAY).days
    span = f"{abs(away)} day{'' if abs(away) == 1 else 's'}"
    return f"{day:%m/%d/%Y} ({f'{span} late' if away < 0 else f'Due in {span}'})"


@dataclass
class Jobs:
    """Jobs with a day by which they have to be done, and how far they are."""

    jobs: dict[int, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        days = ("2025-03-03", "2025-03-20", "2025-02-25", "2025-04-01")
        for number, (name, day) in enumerate(zip(("Pump", "Router", "Lamp", "Door"), days, strict=True), 1):
            self.jobs[number] = {"name": f"{name} is broken", "until": day, "done": "10"}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        pieces, said = path.partition("?")[0].strip("/").split("/"), dict(sent)
        key = int(pieces[1]) if len(pieces) > 1 and pieces[1].isdigit() else 0
        if method == "POST":
            key = key or max(self.jobs) + 1
            self.jobs[key] = said
            return Said(status=302, to=f"/jobs/{key}")
        if len(pieces) == 1:
            rows = "".join(
                f'<tr><td><a href="/jobs/{key}">{escape(job["name"])}</a></td></tr>' for key, job in self.jobs.items()
            )
            head = "<thead><tr><th>Name</th></tr></thead>"
            return Said(f"<html><body><table id='all'>{head}<tbody>{rows}</tbody></table></body></html>")
        return Said(self.page(self.jobs.get(key, {}), f"/jobs/{key}" if key else "/jobs"))

    def page(self, job: dict[str, str], to: str) -> str:
        """Of a job, or the form for a new one."""
        bar = f"<table><tr><td title='{job.get('done')}%'></td></tr></table><p class='percent'>{job.get('done')}%</p>"
        lines = {"Due date:": told(job.get("until", "")), "% Done:": bar}
        shown = "".join(
            f"<div class='line'><div class='label'>{label}</div><div class='value'>{said}</div></div>"
            for label, said in lines.items()
        )
        options = "".join(
            f"<option value='{one}'{' selected' if one == job.get('done') else ''}>{one} %</option>" for one in LEVELS
        )
        fields = f"""<label for=n>Name</label><input id=n name=name value="{escape(job.get("name", ""))}">
            <label for=u>Due date</label><input id=u name=until value="{job.get("until", "")}">
            <label for=d>% Done</label><select id=d name=done>{options}</select>"""
        form = f"<form method=post action='{to}'>{fields}</form>"
        return f"<html><body><h1>{escape(job.get('name', 'New'))}</h1>{shown if job else ''}{form}</body></html>"


def toured() -> Tour:
    tour = Tour(Jobs())
    for path in ("/jobs", "/jobs/1", "/jobs/2", "/jobs/new"):
        tour.ask("GET", path)
    tour.ask("POST", "/jobs", ("name", "Bell is silent"), ("until", "2025-03-10"), ("done", "0"))
    tour.ask("GET", "/jobs")
    tour.ask("GET", "/jobs/5")
    tour.ask("POST", "/jobs/5", ("name", "Bell is silent"), ("until", "2025-03-12"), ("done", "50"))
    tour.ask("POST", "/jobs/2", ("name", "Router is broken"), ("until", "2025-02-28"), ("done", "100"))
    tour.ask("GET", "/jobs")
    return tour


async def test_other_days_are_told_by_how_far_away_they_are() -> None:
    mock, live = Mock(toured()), Jobs()
    assert mock.draft.seed["jobs"]["1"]["due_date"] == "2025-03-03"  # type: ignore[index, call-overload]
    await same(live, mock, "POST", "/jobs", ("name", "Gate is stuck"), ("until", "2025-03-23"), ("done", "100"))
    await same(live, mock, "GET", "/jobs/5")
    await same(live, mock, "POST", "/jobs/5", ("name", "Gate is stuck"), ("until", "2025-03-02"), ("done", "10"))
    await same(live, mock, "POST", "/jobs/1", ("name", "Pump is broken"), ("until", "2025-03-04"), ("done", "50"))
    await same(live, mock, "GET", "/jobs/1")


def test_a_day_and_its_span() -> None:
    seen = [("12/04/2025 (in 10 days)", NOON + 266 * 86400), ("03/03/2025 (in 0 days)", NOON), ("", NOON)]
    due = due_of(seen, [("2025-12-04", seen[0][0])], ["less than a minute"])
    assert due is not None
    assert due.family == "about"
    assert due.plain("12/04/2025 (in 10 days)") == "2025-12-04"
    assert due.shown("2025-04-03", NOON) == "04/03/2025 (in about 1 month)"
    assert due.shown("2025-03-03", NOON) == "03/03/2025 (in 0 days)"
    assert due.shown("2025-03-02", NOON) == "03/02/2025"
    assert of_due_name(due_name("until", due)) == ("until", due)


@pytest.mark.parametrize(
    ("shown", "value"),
    [("12/04/2025 (in 9 days)", "2025-12-04"), ("12/04/2025 (soon)", "2025-12-04"), ("12/04/2025 (in 10 days)", "")],
)
def test_what_does_not_say_how_far_away_it_is(shown: str, value: str) -> None:
    assert due_of([(shown, NOON + 266 * 86400)], [(value, shown)], []) is None


def test_choices_with_other_blanks() -> None:
    labels = {"0": "0 %", "10": "10 %"}
    assert as_spaced(labels, [("10", "10%"), ("0", "")]) == {"0": "0%", "10": "10%"}
    assert as_spaced(labels, [("10", "10 %")]) == labels
    assert as_spaced(labels, [("10", "10%"), ("0", "none")]) == labels
    assert as_spaced({"1": "a b", "2": "ab"}, [("1", "ab")]) == {"1": "a b", "2": "ab"}


def test_a_label_that_begins_with_a_sign() -> None:
    bar = "<table><tr><td title='30%'></td></tr></table><p class='percent'>30%</p>"
    html = f"<div><div class='label'>% Done:</div><div class='value'>{bar}</div></div>"
    (name, said, tag), *others = details_in(parse(f"<body>{html}</body>"))
    assert (name, said, tag.name, others) == ("done", "30%", "p", [])


def test_an_answer_without_a_date_has_that_of_its_request() -> None:
    assert dated([("Date", "Mon, 03 Mar 2025 09:00:00 GMT")], NOON) == [("Date", "Mon, 03 Mar 2025 09:00:00 GMT")]
    assert dated([], NOON) == [("Date", "Mon, 03 Mar 2025 12:00:00 GMT")]
