"""A tracker whose addresses say what is meant and which one in one word: `/yard/job7`, `/yard/mate2`."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, quote, urlsplit

from tests.features.discover.site import Said, Sent, Tour

STATES = {"1": "new", "2": "begun", "3": "done"}
OPEN = "/yard/job?@sort=id&@state=1,2"


def whole(title: str, body: str) -> str:
    links = f'<nav><a href="/yard/">Start</a> <a href="{OPEN}">Open jobs</a> <a href="/yard/mate">Mates</a></nav>'
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{links}<main>{body}</main></body></html>"


class Yard:
    """Jobs can be made and changed, those done are not listed; mates can be retired."""

    def __init__(self) -> None:
        rows = [("Paint the mast", "1"), ("Sew the sails", "2"), ("Scrape the hull", "3"), ("Oil the winch", "1")]
        self.jobs = {str(number): list(row) for number, row in enumerate(rows, 1)}
        self.mates = {str(number): name for number, name in enumerate(["Anna", "Bo", "Cees", "Dirk", "Elin"], 1)}

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        parts, form = urlsplit(path), dict(sent)
        name = parts.path.removeprefix("/yard/")
        asked = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        if method == "POST":
            return self._post(name, form)
        if name == "job" and "@form" not in asked:
            return Said(self._jobs(asked))
        if name == "mate":
            return Said(self._mates())
        if name.startswith("job"):
            return self._job(name[3:], asked)
        return Said(whole("Yard", "<p>Nothing here.</p>"), 200 if name == "" else 404)

    def _post(self, name: str, form: dict[str, str]) -> Said:
        if form.get("@action") == "retire":
            self.mates.pop(name.removeprefix("mate"))
            return Said(self._mates())
        key = name.removeprefix("job") or str(len(self.jobs) + 1)
        said = "made" if name == "job" else "changed"
        self.jobs[key] = [form["title"], form["state"]]
        message = quote(f"job {key} {said}")
        return Said(status=302, to=f"/yard/job{key}?@said={message}&@view=one")

    def _jobs(self, asked: dict[str, str]) -> str:
        wanted = asked.get("@state", "")
        rows = "".join(
            f'<tr><td>{key}</td><td><a href="job{key}">{escape(title)}</a></td><td>{STATES[state]}</td></tr>'
            for key, (title, state) in self.jobs.items()
            if (not wanted or state in wanted.split(",")) and asked.get("@search_text", "").lower() in title.lower()
        )
        heads = "<thead><tr><th>Id</th><th>Title</th><th>State</th></tr></thead>"
        return whole("Jobs", f"<h1>Jobs</h1><table class=list>{heads}<tbody>{rows}</tbody></table>")

    def _mates(self) -> str:
        button = '<input type=hidden name="@action" value=retire><input type=submit value=retire>'
        rows = "".join(
            f'<tr><td><a href="mate{key}">{name}</a></td>'
            f'<td><form method=POST action="mate{key}">{button}</form></td></tr>'
            for key, name in self.mates.items()
        )
        heads = "<thead><tr><th>Name</th><th></th></tr></thead>"
        return whole("Mates", f"<h1>Mates</h1><table class=list>{heads}<tbody>{rows}</tbody></table>")

    def _job(self, key: str, asked: dict[str, str]) -> Said:
        if key and key not in self.jobs:
            return Said(whole("None", "<p>There is no such job.</p>"), 404)
        title, state = self.jobs.get(key, ["", "1"])
        said = f"<p class=message>{asked['@said']}</p>" if "@said" in asked else ""
        choices = "".join(
            f"<option value={value}{' selected' if value == state else ''}>{name}</option>"
            for value, name in STATES.items()
        )
        action = "edit" if key else "new"
        form = (
            f'<form method=POST action="job{key}"><input name=title value="{escape(title)}">'
            f'<select name=state>{choices}</select><input type=hidden name="@action" value={action}></form>'
        )
        return Said(whole(f"Job {key}: {escape(title)}", f"{said}<h1>Job{key}</h1>{form}"))


def change(tour: Tour, key: str, title: str, state: str) -> None:
    action = "edit" if key else "new"
    tour.ask("POST", f"/yard/job{key}", ("title", title), ("state", state), ("@action", action))


def recorded() -> Tour:
    tour = Tour(Yard())
    tour.ask("GET", "/yard/")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/job2")
    tour.ask("GET", "/yard/job?@form=job")
    change(tour, "", "Tar the ropes", "1")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/job5")
    change(tour, "5", "Tar the old ropes", "2")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/job?@sort=id&@search_text=winch")
    tour.ask("GET", "/yard/job4")
    change(tour, "4", "Oil the winch", "3")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/mate")
    tour.ask("POST", "/yard/mate3", ("@action", "retire"))
    tour.ask("GET", "/yard/mate")
    return tour
