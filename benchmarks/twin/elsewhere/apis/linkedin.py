"""Answers as LinkedIn's pages get them: `data` names entities by `urn:`s under `*elements`, `included` has them all."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order, token

HOST = "www.linkedin.example"
BASE = "/voyager/api"
TYPES = "com.linkedin.voyager.dash."
ME = "urn:li:fsd_profile:ACoAAAm8ng8BSamPorter01"
SEED = (
    ("Ada", "Vance", "CEO at Northwind"), ("Ben", "Okafor", "Buyer at Tidewater"), ("Chloe", "Marsh", "Chemist"),
    ("Dev", "Patel", "Chef and owner"), ("Elena", "Ruiz", "CTO at Northwind"), ("Finn", "Larsen", "Harbour master"),
    ("Grace", "Kim", "Designer"), ("Hugo", "Weiss", "Dispatcher at Cobalt"), ("Iris", "Novak", "Doctor"),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.profiles: dict[str, Row] = {}
        self.connections: dict[str, Row] = {}
        self.invitations: dict[str, Row] = {}
        self.notes: dict[str, Row] = {}
        self.last = 7_301_200_000_000_000_000
        start = random.Random(2)
        for number, (first, last, headline) in enumerate(SEED):
            key = "ACoAA" + token(start, 34)
            urn = f"urn:li:fsd_profile:{key}"
            self.profiles[urn] = {
                "entityUrn": urn, "firstName": first, "lastName": last, "headline": headline,
                "publicIdentifier": f"{first}-{last}-{number + 31}".lower(), "memorialized": False,
                "$recipeTypes": [TYPES + "deco.relationships.ProfileWithIweWarned"],
                "$type": TYPES + "identity.profile.Profile",
            }  # fmt: skip
            if number < 7:
                self._connect(urn, 1_739_000_000_000 + number * 90_000_000)

    def _connect(self, profile: str, moment: int) -> None:
        urn = profile.replace("fsd_profile", "fsd_connection")
        self.connections[urn] = {
            "entityUrn": urn, "*connectedMemberResolutionResult": profile, "connectedMember": profile,
            "createdAt": moment, "$recipeTypes": [TYPES + "deco.web.mynetwork.ConnectionListItem"],
            "$type": TYPES + "relationships.Connection",
        }  # fmt: skip

    def answer(self, asked: Asked) -> Said:
        match asked.method, asked.parts[2:]:
            case "GET", ["relationships", "dash", "connections"]:
                return Said(self._connections(asked.query))
            case "POST", ["relationships", "dash", "connections", urn] if asked.query.get("action") == "disconnect":
                self.connections.pop(urn, None)
                return Said(status=204)
            case "GET", ["identity", "dash", "profiles"]:
                name = asked.query["memberIdentity"]
                found = [one for one in self.profiles.values() if name in (one["publicIdentifier"], one["entityUrn"])]
                return Said(collection([one["entityUrn"] for one in found], found))
            case "GET", ["relationships", "dash", "sentInvitations"]:
                return Said(self._invited(asked.query))
            case "POST", ["relationships", "dash", "memberRelationships"]:
                return Said(self._invite(asked.body))
            case "POST", ["relationships", "dash", "invitations", urn]:
                if urn not in self.invitations:
                    raise Refused(404, {"data": {"status": 404}, "included": []})
                del self.invitations[urn]
                return Said(status=204)
            case "GET", ["notes", "dash", "notes"]:
                mine = [one for one in self.notes.values() if one["profileUrn"] == asked.query["profileUrn"]]
                return Said(collection([one["entityUrn"] for one in mine], mine))
            case "POST", ["notes", "dash", "notes"]:
                return Said(self._note(asked.body), 201)
            case "POST", ["notes", "dash", "notes", urn]:
                self.notes[urn] |= asked.body["patch"]["$set"]
                return Said(single(self.notes[urn]))
            case "DELETE", ["notes", "dash", "notes", urn]:
                del self.notes[urn]
                return Said(status=204)
        raise Refused(404, {"data": {"status": 404}, "included": []})

    def _connections(self, said: Row) -> Row:
        rows = [*self.connections.values()]
        word = said.get("keyword", "")
        rows = [row for row in rows if has(self.profiles[row["connectedMember"]], word, "firstName", "lastName")]
        by = {"RECENTLY_ADDED": "", "FIRSTNAME_LASTNAME": "firstName", "LASTNAME_FIRSTNAME": "lastName"}[
            said["sortType"]
        ]
        if by:
            rows = in_order(rows, lambda row: self.profiles[row["connectedMember"]][by])
        else:
            rows = in_order(rows, lambda row: row["createdAt"], down=True)
        start, count = int(said["start"]), int(said["count"])
        page = rows[start : start + count]
        included = [self.profiles[row["connectedMember"]] for row in page] + page
        return collection([row["entityUrn"] for row in page], included, start, count, len(rows))

    def _invite(self, said: Row) -> Row:
        self.last += 4_211
        urn = f"urn:li:fsd_invitation:{self.last}"
        profile = said["invitee"]["inviteeUnion"]["memberProfile"]
        self.invitations[urn] = {
            "entityUrn": urn, "*invitee": profile, "message": said.get("customMessage"), "invitationState": "PENDING",
            "sentTime": int(self.clock.now * 1000), "$type": TYPES + "relationships.invitation.Invitation",
        }  # fmt: skip
        return {
            "data": {"value": {"invitationUrn": urn}, "$type": "com.linkedin.restli.common.ActionResponse"},
            "included": [],
        }

    def _invited(self, said: Row) -> Row:
        rows = in_order(self.invitations.values(), lambda row: row["sentTime"], down=True)
        start, count = int(said["start"]), int(said["count"])
        page = rows[start : start + count]
        included = [self.profiles[row["*invitee"]] for row in page] + page
        return collection([row["entityUrn"] for row in page], included, start, count, len(rows))

    def _note(self, said: Row) -> Row:
        self.last += 977
        urn = f"urn:li:fsd_note:{self.last}"
        self.notes[urn] = {
            "entityUrn": urn, **said, "createdAt": int(self.clock.now * 1000), "$type": TYPES + "notes.Note",
        }  # fmt: skip
        return single(self.notes[urn])


def collection(urns: list[str], included: list[Row], start: int = 0, count: int = 10, total: int | None = None) -> Row:
    paging = {"start": start, "count": count, "total": len(urns) if total is None else total, "links": []}
    data = {"paging": paging, "*elements": urns, "$type": "com.linkedin.restli.common.CollectionResponse"}
    return {"data": data, "included": included}


def single(one: Row) -> Row:
    return {
        "data": {"*value": one["entityUrn"], "$type": "com.linkedin.restli.common.CreateResponse"},
        "included": [one],
    }


def connections(api: Client, sort: str = "RECENTLY_ADDED", start: int = 0, count: int = 40, **more: Any) -> Any:
    said = {"decorationId": TYPES + "deco.web.mynetwork.ConnectionListWithProfile-16", "q": "search", "sortType": sort}
    return api.get(f"{BASE}/relationships/dash/connections", **said, start=start, count=count, **more)


def invited(api: Client) -> Any:
    return api.get(f"{BASE}/relationships/dash/sentInvitations", q="invitationType", start=0, count=10)


def invite(api: Client, urn: str, message: str) -> str:
    sent = {"invitee": {"inviteeUnion": {"memberProfile": urn}}, "customMessage": message}
    answer = api.post(f"{BASE}/relationships/dash/memberRelationships", sent, action="verifyQuotaAndCreateV2")
    return str(answer["data"]["value"]["invitationUrn"])


def profile(api: Client, name: str) -> Any:
    found = api.get(f"{BASE}/identity/dash/profiles", q="memberIdentity", memberIdentity=name)
    return found["included"][0]["entityUrn"]


def notes(api: Client, urn: str) -> Any:
    return api.get(f"{BASE}/notes/dash/notes", q="profile", profileUrn=urn)


def note(api: Client, urn: str, text: str) -> str:
    return str(api.post(f"{BASE}/notes/dash/notes", {"profileUrn": urn, "text": text})["data"]["*value"])


def tour(api: Client) -> None:
    found = connections(api)
    urns = found["data"]["*elements"]
    people = [one for one in found["included"] if "publicIdentifier" in one]
    connections(api, count=3)
    connections(api, start=3, count=3)
    connections(api, "FIRSTNAME_LASTNAME")
    connections(api, "LASTNAME_FIRSTNAME")
    connections(api, keyword="ar")
    for one in people[:3]:
        profile(api, one["publicIdentifier"])
    hugo = profile(api, "hugo-weiss-38")
    invited(api)
    invite(api, hugo, "We met in Oslo")
    invited(api)
    urn = invite(api, profile(api, "iris-novak-39"), "Hello")
    invited(api)
    api.post(f"{BASE}/relationships/dash/invitations/{urn}", {}, action="withdraw")
    invited(api)
    notes(api, hugo)
    first = note(api, hugo, "Likes trains")
    notes(api, hugo)
    api.post(f"{BASE}/notes/dash/notes/{first}", {"patch": {"$set": {"text": "Likes old trains"}}})
    notes(api, hugo)
    second = note(api, people[0]["entityUrn"], "Call in May")
    notes(api, people[0]["entityUrn"])
    api.delete(f"{BASE}/notes/dash/notes/{second}")
    notes(api, people[0]["entityUrn"])
    api.post(f"{BASE}/relationships/dash/connections/{urns[1]}", {}, action="disconnect")
    connections(api)


def other(api: Client) -> None:
    found = connections(api)
    urns = found["data"]["*elements"]
    people = [one for one in found["included"] if "publicIdentifier" in one]
    connections(api, count=4)
    connections(api, start=4, count=4)
    connections(api, "FIRSTNAME_LASTNAME", count=4)
    connections(api, "LASTNAME_FIRSTNAME", start=4, count=4)
    connections(api, keyword="el")
    profile(api, people[5]["publicIdentifier"])
    iris = profile(api, "iris-novak-39")
    urn = invite(api, iris, "Thank you for the talk")
    invited(api)
    invite(api, profile(api, "hugo-weiss-38"), "Hello Hugo")
    invited(api)
    api.post(f"{BASE}/relationships/dash/invitations/{urn}", {}, action="withdraw")
    invited(api)
    notes(api, iris)
    first = note(api, iris, "Met at the clinic")
    notes(api, iris)
    api.post(f"{BASE}/notes/dash/notes/{first}", {"patch": {"$set": {"text": "Runs the clinic"}}})
    notes(api, iris)
    note(api, iris, "Prefers mornings")
    notes(api, iris)
    api.delete(f"{BASE}/notes/dash/notes/{first}")
    notes(api, iris)
    api.post(f"{BASE}/relationships/dash/connections/{urns[3]}", {}, action="disconnect")
    connections(api)
    connections(api, "FIRSTNAME_LASTNAME")
    connections(api, keyword="zzz")
