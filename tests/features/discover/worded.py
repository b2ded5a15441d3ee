"""A tracker whose addresses say what is meant and which one in one word: `/yard/job7`, `/yard/mate2`."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, quote, urlsplit

from tests.features.discover.site import Said, Sent, Tour

STATES = {"-1": "- none -", "1": "new", "2": "begun", "3": "done"}
URGENCY = {"1": "urgent", "2": "normal", "3": "some day"}
OPEN = "/yard/job?@sort=id&@state=1,2"


def whole(title: str, body: str) -> str:
    links = f'<nav><a href="/yard/">Start</a> <a href="{OPEN}">Open jobs</a> <a href="/yard/mate">Mates</a></nav>'
    return f"<!DOCTYPE html><html><head><title>{title}</title></head><body>{links}<main>{body}</main></body></html>"


def choices(labels: dict[str, str], chosen: str) -> str:
    return "".join(
        f"<option value={value}{' selected' if value == chosen else ''}>{name}</option>"
        for value, name in labels.items()
    )


class Yard:
    """Jobs can be made and changed, those done are not listed; mates can be retired."""

    def __init__(self) -> None:
        rows = [("Paint the mast", "1", "2"), ("Sew the sails", "2", "1"), ("Scrape the hull", "3", "1"),
                ("Oil the winch", "1", "3"), ("Sand the deck", "2", "2")]  # fmt: skip
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
            key = name.removeprefix("mate")
            self.mates.pop(key)
            return Said(self._mates(f"<p class=message>Mate {key} was retired</p>"))
        key = name.removeprefix("job") or str(len(self.jobs) + 1)
        said = "made" if name == "job" else "changed"
        self.jobs[key] = [form["title"], form["state"].replace("-1", "1"), form["urgency"]]
        message = quote(f"job {key} {said}")
        return Said(status=302, to=f"/yard/job{key}?@said={message}&@view=one")

    def _jobs(self, asked: dict[str, str]) -> str:
        wanted = asked.get("@state", "")
        shown = {
            key: row for key, row in self.jobs.items()
            if (not wanted or row[1] in wanted.split(",")) and asked.get("@search_text", "").lower() in row[0].lower()
        }  # fmt: skip
        rows = "<tr><th>Id</th><th>Title</th><th>State</th></tr>"
        for value, name in URGENCY.items():
            mine = "".join(
                f'<tr><td>{key}</td><td><a href="job{key}">{escape(title)}</a></td><td>{STATES[state]}</td></tr>'
                for key, (title, state, urgency) in shown.items() if urgency == value
            )  # fmt: skip
            rows += f"<tr><th colspan=3 class=group>{name}</th></tr>{mine}" if mine else ""
        rows += f"<tr class=navigation><th colspan=3>1..{len(shown)} out of {len(shown)}</th></tr>"
        return whole("Jobs", f"<h1>Jobs</h1><table class=list><tbody>{rows}</tbody></table>")

    def _mates(self, said: str = "") -> str:
        button = '<input type=hidden name="@action" value=retire><input type=submit value=retire>'
        rows = "".join(
            f'<tr><td><a href="mate{key}">{name}</a></td>'
            f'<td><form method=POST action="mate{key}">{button}</form></td></tr>'
            for key, name in self.mates.items()
        )
        heads = "<thead><tr><th>Name</th><th></th></tr></thead>"
        return whole("Mates", f"{said}<h1>Mates</h1><table class=list>{heads}<tbody>{rows}</tbody></table>")

    def _job(self, key: str, asked: dict[str, str]) -> Said:
        if key and key not in self.jobs:
            return Said(whole("None", "<p>There is no such job.</p>"), 404)
        title, state, urgency = self.jobs.get(key, ["", "-1", "2"])
        said = f"<p class=message>{asked['@said']}</p>" if "@said" in asked else ""
        states, urgencies = choices(STATES, state), choices(URGENCY, urgency)
        action = "edit" if key else "new"
        form = (
            f'<form method=POST action="job{key}"><input name=title value="{escape(title)}">'
            f"<select name=state>{states}</select><select name=urgency>{urgencies}</select>"
            f'<input type=hidden name="@action" value={action}></form>'
        )
        return Said(whole(f"Job {key}: {escape(title)}", f"{said}<h1>Job{key}</h1>{form}"))


def sent_job(key: str, title: str, state: str, urgency: str) -> tuple[str, Sent]:
    """(address, form)."""
    action = "edit" if key else "new"
    return f"/yard/job{key}", [("title", title), ("state", state), ("urgency", urgency), ("@action", action)]


def change(tour: Tour, key: str, title: str, state: str, urgency: str) -> None:
    path, sent = sent_job(key, title, state, urgency)
    tour.ask("POST", path, *sent)


def recorded() -> Tour:
    tour = Tour(Yard())
    tour.ask("GET", "/yard/")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/job2")
    tour.ask("GET", "/yard/job?@form=job")
    change(tour, "", "Tar the ropes", "-1", "1")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/job6")
    change(tour, "6", "Tar the old ropes", "2", "3")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/job?@sort=id&@search_text=winch")
    tour.ask("GET", "/yard/job4")
    change(tour, "4", "Oil the winch", "3", "3")
    tour.ask("GET", OPEN)
    tour.ask("GET", "/yard/mate")
    tour.ask("POST", "/yard/mate3", ("@action", "retire"))
    tour.ask("GET", "/yard/mate")
    return tour
