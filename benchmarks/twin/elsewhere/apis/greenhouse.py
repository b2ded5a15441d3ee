"""Recruiting in the manner of Greenhouse's Harvest API: bare lists with pages in a `Link` header, candidates that hold their
applications, stages that applications advance through, rejections with reasons, notes in an activity feed, tags."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlencode

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said

HOST = "harvest.hiring.example"
BASE = "/v1"
USERS = {501: ("Mara", "Quill"), 502: ("Theo", "Brandt")}
JOBS = {71: ("Ship's cook", "open"), 72: ("Deck hand", "open"), 73: ("Purser", "closed")}
STAGES = {71: ("Application Review", "Phone Screen", "Kitchen Trial", "Offer"), 72: ("Application Review", "Interview", "Offer"),
          73: ("Application Review", "Offer")}  # fmt: skip
REASONS = {11: ("Lacks experience", 1, "We rejected them"), 12: ("Too far away", 1, "We rejected them"),
           13: ("Took another job", 2, "They rejected us")}  # fmt: skip
SOURCES = {31: "Referral", 32: "Jobs page", 33: "Fair"}
CANDIDATES = (
    ("Ada", "Vance", "Northwind Mills", "Cook", 71, 0, 31, ("sea legs",)),
    ("Ben", "Okafor", "Tidewater Supply", "Clerk", 72, 1, 32, ()),
    ("Chloe", "Marsh", None, None, 71, 1, 32, ("night owl",)),
    ("Dev", "Anand", "Bluebird Foods", "Chef", 71, 2, 33, ("sea legs", "night owl")),
    ("Elif", "Kaya", "Lattice Design", "Designer", 72, 0, 31, ()),
    ("Finn", "Osborne", "Cobalt Freight", "Sailor", 72, 2, 33, ("sea legs",)),
    ("Gita", "Rao", None, "Student", 71, 0, 32, ()),
    ("Hugo", "Lind", "Heath Cycles", "Seller", 73, 0, 32, ()),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock = clock
        self.candidates, self.applications = dict[int, Row](), dict[int, Row]()
        self.feeds: dict[int, list[Row]] = {}
        self.last = 9000
        for number, (first, last, company, title, job, stage, source, tags) in enumerate(CANDIDATES):
            moment = f"2025-02-{number + 3:02}T09:{number * 6:02}:12.000Z"
            sent = {"first_name": first, "last_name": last, "company": company, "title": title, "tags": [*tags],
                    "email_addresses": [{"value": f"{first.lower()}@{last.lower()}.example", "type": "personal"}]}  # fmt: skip
            row = self._candidate(sent, moment)
            self._application(row["id"], {"job_id": job, "source_id": source}, moment, stage)
            if number in (1, 3):
                self._note(row["id"], f"Met {first} at the fair", 502, moment)

    def _now(self) -> str:
        return self.clock.iso("%Y-%m-%dT%H:%M:%S.000Z")

    def _key(self) -> int:
        self.last += 3
        return self.last

    def _candidate(self, sent: Row, moment: str) -> Row:
        key = self._key()
        row = {"id": key, "first_name": None, "last_name": None, "company": None, "title": None, "created_at": moment,
               "updated_at": moment, "last_activity": moment, "is_private": False, "photo_url": None, "attachments": [],
               "phone_numbers": [], "addresses": [], "email_addresses": [], "website_addresses": [],
               "social_media_addresses": [], "recruiter": None, "coordinator": None, "can_email": True, "tags": []}  # fmt: skip
        row |= {name: value for name, value in sent.items() if name in row}
        self.candidates[key] = row
        self.feeds[key] = []
        return row

    def _application(self, candidate: int, sent: Row, moment: str, stage: int = 0) -> Row:
        key, job = self._key(), sent["job_id"]
        row = {
            "id": key, "candidate_id": candidate, "prospect": False, "applied_at": moment, "rejected_at": None,
            "last_activity_at": moment, "location": None,
            "source": {"id": sent["source_id"], "public_name": SOURCES[sent["source_id"]]} if sent.get("source_id") else None,
            "credited_to": person(501), "rejection_reason": None, "rejection_details": None,
            "jobs": [{"id": job, "name": JOBS[job][0]}], "status": "active", "current_stage": stages(job)[stage],
            "answers": [], "prospective_office": None, "custom_fields": {"desired_salary": None},
        }  # fmt: skip
        self.applications[key] = row
        return row

    def _note(self, candidate: int, words: str, user: int, moment: str, visibility: str = "admin_only") -> Row:
        row = {"id": self._key(), "created_at": moment, "body": words, "user": person(user), "private": False,
               "visibility": visibility}  # fmt: skip
        self.feeds[candidate].insert(0, row)
        return row

    def _shown(self, row: Row) -> Row:
        mine = [one for one in self.applications.values() if one["candidate_id"] == row["id"]]
        return {**row, "applications": mine, "application_ids": [one["id"] for one in mine]}

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[1:]:
            case "GET", ["jobs"]:
                jobs = [{"id": key, "name": name, "status": status} for key, (name, status) in JOBS.items()]
                return Said([one for one in jobs if one["status"] == asked.query.get("status", one["status"])])
            case "GET", ["jobs", key, "stages"]:
                return Said([{**one, "priority": place} for place, one in enumerate(stages(int(key)))])
            case "GET", ["rejection_reasons"]:
                return Said([reason(key) for key in REASONS])
            case "GET", ["users"]:
                return Said([person(key) for key in USERS])
            case "GET", ["candidates"]:
                rows = [self._shown(one) for one in self.candidates.values()]
                return self._page(rows, asked)
            case "GET", ["applications"]:
                return self._page([*self.applications.values()], asked)
            case "GET", ["candidates", key]:
                return Said(self._shown(self._one(self.candidates, key)))
            case "GET", ["applications", key]:
                return Said(self._one(self.applications, key))
            case "GET", ["candidates", key, "activity_feed"]:
                self._one(self.candidates, key)
                return Said({"notes": self.feeds[int(key)], "emails": [], "activities": []})
            case "POST", ["candidates"]:
                return Said(self._made(asked.body), 201)
            case _, ["candidates", key, *rest]:
                return self._on_candidate(self._one(self.candidates, key), rest, asked)
            case _, ["applications", key, *rest]:
                return self._on_application(self._one(self.applications, key), rest, asked)
        raise AssertionError(asked.address)

    def _made(self, sent: Row) -> Row:
        missing = [name for name in ("first_name", "last_name") if not sent.get(name)]
        if missing:
            errors = [{"message": f"{name} can't be blank", "field": name} for name in missing]
            raise Refused(422, {"message": "Validation error", "errors": errors})
        row = self._candidate(sent, self._now())
        for one in sent.get("applications", []):
            self._application(row["id"], one, self._now())
        return self._shown(row)

    def _on_candidate(self, row: Row, rest: list[str], asked: Asked) -> Said:
        match asked.method, rest:
            case "PATCH", []:
                row |= {name: value for name, value in asked.body.items() if name in row}
                row["updated_at"] = self._now()
                return Said(self._shown(row))
            case "DELETE", []:
                self.candidates.pop(row["id"])
                self.applications = {
                    key: one for key, one in self.applications.items() if one["candidate_id"] != row["id"]
                }
                return Said({"message": f"Candidate {row['id']} has been deleted successfully."})
            case "POST", ["applications"]:
                row["last_activity"] = self._now()
                return Said(self._application(row["id"], asked.body, self._now()), 201)
            case "POST", ["activity_feed", "notes"]:
                sent = asked.body
                row["last_activity"] = self._now()
                return Said(
                    self._note(row["id"], sent["body"], int(sent["user_id"]), self._now(), sent["visibility"]), 201
                )
        raise AssertionError(asked.address)

    def _on_application(self, row: Row, rest: list[str], asked: Asked) -> Said:
        sent, names = asked.body or {}, [one["id"] for one in stages(row["jobs"][0]["id"])]
        if row["status"] != "active" and rest != ["unreject"]:
            raise Refused(422, {"message": "Application is not active", "errors": []})
        match asked.method, rest:
            case "POST", ["advance"]:
                place = names.index(row["current_stage"]["id"])
                if sent["from_stage_id"] != names[place]:
                    errors = [{"message": "Application is not in that stage", "field": "from_stage_id"}]
                    raise Refused(422, {"message": "Validation error", "errors": errors})
                row["current_stage"] = stages(row["jobs"][0]["id"])[place + 1]
            case "POST", ["move"]:
                row["current_stage"] = stages(row["jobs"][0]["id"])[names.index(sent["to_stage_id"])]
            case "POST", ["reject"]:
                row |= {"status": "rejected", "rejected_at": self._now(),
                        "rejection_reason": reason(sent["rejection_reason_id"])}  # fmt: skip
                if sent.get("notes"):
                    self._note(row["candidate_id"], sent["notes"], 501, self._now())
            case "POST", ["unreject"]:
                row |= {"status": "active", "rejected_at": None, "rejection_reason": None}
            case "PATCH", []:
                if "source_id" in sent:
                    row["source"] = {"id": sent["source_id"], "public_name": SOURCES[sent["source_id"]]}
                if "custom_fields" in sent:
                    row["custom_fields"] = {one["name_key"]: one["value"] for one in sent["custom_fields"]}
        row["last_activity_at"] = self._now()
        self.candidates[row["candidate_id"]]["last_activity"] = self._now()
        return Said(row)

    def _one(self, rows: dict[int, Row], key: str) -> Row:
        if int(key) not in rows:
            raise Refused(404, {"message": "Resource not found"})
        return rows[int(key)]

    def _page(self, rows: list[Row], asked: Asked) -> Said:
        query = asked.query
        if "job_id" in query:
            rows = [one for one in rows if int(query["job_id"]) in jobs_of(one)]
        if "status" in query:
            rows = [one for one in rows if one["status"] == query["status"]]
        if "email" in query:
            rows = [one for one in rows if query["email"] in [each["value"] for each in one["email_addresses"]]]
        if "created_after" in query:
            rows = [one for one in rows if one["created_at"] > query["created_after"]]
        if "candidate_ids" in query:
            rows = [one for one in rows if str(one["id"]) in query["candidate_ids"].split(",")]
        size, page = int(query.get("per_page", 100)), int(query.get("page", 1))
        last = max(1, -(-len(rows) // size))

        def link(number: int, rel: str) -> str:
            return f'<https://{HOST}{asked.path}?{urlencode({**query, "page": number, "per_page": size})}>; rel="{rel}"'

        links = [link(page + 1, "next")] if page < last else []
        links += [link(page - 1, "prev")] if page > 1 else []
        links.append(link(last, "last"))
        return Said(rows[(page - 1) * size : page * size], headers=(("Link", ",".join(links)),))


def person(key: int) -> Row:
    first, last = USERS[key]
    return {"id": key, "first_name": first, "last_name": last, "name": f"{first} {last}", "employee_id": None}


def stages(job: int) -> list[Row]:
    return [{"id": job * 100 + place, "name": name} for place, name in enumerate(STAGES[job])]


def reason(key: int) -> Row:
    name, kind, group = REASONS[key]
    return {"id": key, "name": name, "type": {"id": kind, "name": group}}


def jobs_of(row: Row) -> list[int]:
    return [job["id"] for one in row.get("applications", [row]) for job in one["jobs"]]


def feed(api: Client, key: int) -> Any:
    return api.get(f"{BASE}/candidates/{key}/activity_feed")


def candidate(first: str, last: str, job: int, **more: Any) -> Row:
    mail = {"value": f"{first.lower()}@{last.lower()}.example", "type": "personal"}
    return {
        "first_name": first,
        "last_name": last,
        "email_addresses": [mail],
        "applications": [{"job_id": job}],
        **more,
    }


def tour(api: Client) -> None:
    api.headers = [("On-Behalf-Of", "501")]
    for path in ("jobs", "jobs/71/stages", "jobs/72/stages", "rejection_reasons", "users"):
        api.get(f"{BASE}/{path}")
    keys = [one["id"] for one in api.get(f"{BASE}/candidates", per_page=50)]
    api.get(f"{BASE}/candidates", per_page=3)
    api.get(f"{BASE}/candidates", per_page=3, page=2)
    api.get(f"{BASE}/candidates", per_page=50, job_id=71)
    api.get(f"{BASE}/candidates", email="dev@anand.example")
    rows = api.get(f"{BASE}/applications", per_page=50)
    api.get(f"{BASE}/applications", per_page=50, status="active")
    for key in keys[:2]:
        api.get(f"{BASE}/candidates/{key}")
        feed(api, key)
    api.get(f"{BASE}/applications/{rows[0]['id']}")
    made = api.post(
        f"{BASE}/candidates", candidate("Ines", "Duarte", 71, company="Ivy Books", title="Baker", tags=["early bird"])
    )
    key, application = made["id"], made["applications"][0]["id"]
    api.get(f"{BASE}/candidates/{key}")
    api.get(f"{BASE}/candidates", per_page=50)
    api.patch(f"{BASE}/candidates/{key}", {"title": "Cook", "tags": ["early bird", "sea legs"]})
    api.post(
        f"{BASE}/candidates/{key}/activity_feed/notes", {"user_id": 501, "body": "Bakes well", "visibility": "public"}
    )
    feed(api, key)
    api.post(f"{BASE}/applications/{application}/advance", {"from_stage_id": 7100})
    api.get(f"{BASE}/applications/{application}")
    api.post(f"{BASE}/applications/{application}/move", {"from_stage_id": 7101, "to_stage_id": 7103})
    api.get(f"{BASE}/candidates/{key}")
    api.post(f"{BASE}/applications/{rows[4]['id']}/reject", {"rejection_reason_id": 12, "notes": "Lives in Ripon"})
    api.get(f"{BASE}/candidates/{keys[4]}")
    feed(api, keys[4])
    api.get(f"{BASE}/applications", per_page=50, status="rejected")
    api.post(f"{BASE}/applications/{rows[4]['id']}/advance", {"from_stage_id": 7200})
    api.post(f"{BASE}/applications/{rows[4]['id']}/unreject")
    api.get(f"{BASE}/applications/{rows[4]['id']}")
    api.post(f"{BASE}/candidates/{keys[2]}/applications", {"job_id": 72, "source_id": 31})
    api.get(f"{BASE}/candidates/{keys[2]}")
    api.post(f"{BASE}/candidates", {"first_name": "", "last_name": "Reed", "email_addresses": []})
    api.delete(f"{BASE}/candidates/{keys[6]}")
    api.get(f"{BASE}/candidates/{keys[6]}")
    api.get(f"{BASE}/candidates", per_page=50)


def other(api: Client) -> None:
    api.headers = [("On-Behalf-Of", "501")]
    api.get(f"{BASE}/jobs")
    keys = [one["id"] for one in api.get(f"{BASE}/candidates", per_page=50)]
    api.get(f"{BASE}/candidates", per_page=4)
    api.get(f"{BASE}/candidates", per_page=4, page=2)
    api.get(f"{BASE}/candidates", per_page=50, job_id=72)
    api.get(f"{BASE}/candidates", email="finn@osborne.example")
    rows = api.get(f"{BASE}/applications", per_page=50)
    api.get(f"{BASE}/candidates/{keys[3]}")
    feed(api, keys[3])
    api.get(f"{BASE}/applications/{rows[5]['id']}")
    made = api.post(f"{BASE}/candidates", candidate("Jon", "Frost", 72, title="Sailor"))
    key, application = made["id"], made["applications"][0]["id"]
    api.get(f"{BASE}/candidates/{key}")
    api.get(f"{BASE}/candidates", email="jon@frost.example")
    api.patch(f"{BASE}/candidates/{key}", {"company": "Cobalt Freight", "tags": ["sea legs"]})
    api.patch(f"{BASE}/candidates/{keys[5]}", {"first_name": "Finlay"})
    api.get(f"{BASE}/candidates/{keys[5]}")
    api.post(
        f"{BASE}/candidates/{keys[0]}/activity_feed/notes",
        {"user_id": 502, "body": "Asks for a cabin", "visibility": "public"},
    )
    api.post(
        f"{BASE}/candidates/{keys[0]}/activity_feed/notes",
        {"user_id": 501, "body": "Has one", "visibility": "admin_only"},
    )
    feed(api, keys[0])
    api.post(f"{BASE}/applications/{application}/advance", {"from_stage_id": 7200})
    api.get(f"{BASE}/applications/{application}")
    api.post(f"{BASE}/applications/{rows[0]['id']}/advance", {"from_stage_id": 7100})
    api.get(f"{BASE}/candidates/{keys[0]}")
    api.post(f"{BASE}/applications/{rows[2]['id']}/move", {"from_stage_id": 7101, "to_stage_id": 7102})
    api.post(f"{BASE}/applications/{rows[3]['id']}/reject", {"rejection_reason_id": 13, "notes": "Went to sea"})
    api.get(f"{BASE}/candidates/{keys[3]}")
    feed(api, keys[3])
    api.get(f"{BASE}/applications", per_page=50, status="rejected")
    api.post(f"{BASE}/applications/{rows[3]['id']}/advance", {"from_stage_id": 7102})
    api.post(f"{BASE}/applications/{rows[3]['id']}/unreject")
    api.get(f"{BASE}/applications/{rows[3]['id']}")
    api.get(f"{BASE}/applications", per_page=50, status="active")
    api.post(f"{BASE}/candidates/{keys[1]}/applications", {"job_id": 71, "source_id": 33})
    api.get(f"{BASE}/candidates/{keys[1]}")
    api.post(f"{BASE}/candidates", {"first_name": "Sam", "last_name": "", "email_addresses": []})
    api.delete(f"{BASE}/candidates/{keys[7]}")
    api.get(f"{BASE}/candidates/{keys[7]}")
    api.get(f"{BASE}/candidates", per_page=50)
    api.get(f"{BASE}/applications", per_page=50)
