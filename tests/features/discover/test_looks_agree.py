"""What only some looks say: classes of rows that say in which state they are, choices that things elsewhere have."""

from __future__ import annotations

from tests.features.discover.site import Mock, Said, Sent, Tour, same

BERTHS = {"north": {"1": "Alpha", "2": "Beta"}, "south": {"3": "Alpha", "4": "Beta"}}
"""Harbour -> key -> name of a berth: another key for the same name elsewhere."""


class Yard:
    """Jobs of two harbours; rows of old ones are of the class `late`."""

    def __init__(self) -> None:
        self.jobs = {
            str(key): {"title": f"Scrub hull {key}", "at": "north" if key < 4 else "south", "berth": str(1 + key % 2)}
            for key in (1, 2, 3)
        }
        self.jobs |= {str(key): {"title": f"Mend sail {key}", "at": "south", "berth": "3"} for key in (4, 5)}
        self.old = {*self.jobs}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        key = path.rpartition("/")[2]
        if method == "POST":
            key = key if key in self.jobs else str(max(map(int, self.jobs)) + 1)
            self.jobs[key] = {"at": "north", **self.jobs.get(key, {}), **dict(sent)}
            return Said(status=302, to=f"/jobs/{key}")
        if key in self.jobs:
            job = self.jobs[key]
            shown = BERTHS[job["at"]].get(job["berth"], "none")
            told = f"<h1>{job['title']}</h1><dl><dt>Berth</dt><dd id='berth'>{shown}</dd></dl>"
            return Said(f"<html><body>{told}{self._form(f'/jobs/{key}', job)}</body></html>")
        if path == "/jobs/new":
            return Said(f"<html><body><h1>New job</h1>{self._form('/jobs', {'at': 'north'})}</body></html>")
        rows = "".join(self._row(key) for key in reversed(self.jobs))
        return Said(f"<html><body><h1>Jobs</h1><table id=jobs><tbody>{rows}</tbody></table></body></html>")

    def _row(self, key: str) -> str:
        late = " late" if key in self.old else ""
        title = self.jobs[key]["title"]
        return f'<tr class="job{late}"><td>{key}</td><td><a href="/jobs/{key}">{title}</a></td></tr>'

    def _form(self, action: str, job: dict[str, str]) -> str:
        berths = {"": "", **BERTHS[job["at"]]}
        options = "".join(
            f'<option value="{key}"{" selected" if job.get("berth", "") == key else ""}>{name}</option>'
            for key, name in berths.items()
        )
        field = f'<input name="title" value="{job.get("title", "")}"><select name="berth">{options}</select>'
        return f'<form method="post" action="{action}">{field}<button>Save</button></form>'


def recorded() -> Tour:
    tour = Tour(Yard())
    for path in ("/jobs", "/jobs/3", "/jobs/1", "/jobs/new"):
        tour.ask("GET", path)
    tour.ask("POST", "/jobs", ("title", "Paint rail"), ("berth", ""))
    tour.ask("GET", "/jobs")
    tour.ask("POST", "/jobs/6", ("title", "Paint rails"), ("berth", "2"))
    for path in ("/jobs", "/jobs/2", "/jobs/5", "/jobs/4"):
        tour.ask("GET", path)
    return tour


async def test_what_only_some_looks_say() -> None:
    mock, live = Mock(recorded()), Yard()
    asked: list[tuple[str, str, Sent]] = [
        ("GET", "/jobs", ()),
        ("GET", "/jobs/5", ()),
        ("POST", "/jobs", (("title", "Oil winch"), ("berth", ""))),
        ("GET", "/jobs/6", ()),
        ("GET", "/jobs", ()),
        ("POST", "/jobs/6", (("title", "Oil winch"), ("berth", "1"))),
        ("GET", "/jobs/6", ()),
        ("GET", "/jobs", ()),
    ]
    for method, path, sent in asked:
        await same(live, mock, method, path, *sent)
