"""Microsoft Graph (OData): `value`, `@odata.` members, `$filter` and its kin, mail and tasks."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has, in_order, token

HOST = "graph.microsoft.example"
BASE = "/v1.0/me/contacts"
CONTEXT = f"https://{HOST}/v1.0/$metadata#users('48d31887-5fad-4d73-a9f5-3c356e68a038')/contacts"
SEED = (
    ("Ada", "Vance", "CEO", "Northwind"), ("Ben", "Okafor", "Buyer", "Tidewater"), ("Chloe", "Marsh", "Chemist", "Quarry"),
    ("Dev", "Patel", "Chef", "Bluebird"), ("Elena", "Ruiz", "CTO", "Northwind"), ("Finn", "Larsen", "Foreman", "Harbour"),
    ("Grace", "Kim", "Designer", "Lattice"), ("Hugo", "Weiss", "Dispatcher", "Cobalt"),
)  # fmt: skip
_FILTERS = (
    (
        re.compile(r"startswith\((\w+),\s*'([^']*)'\)"),
        lambda mine, said: str(mine or "").lower().startswith(said.lower()),
    ),
    (re.compile(r"contains\((\w+),\s*'([^']*)'\)"), lambda mine, said: said.lower() in str(mine or "").lower()),
    (re.compile(r"(\w+) eq '([^']*)'"), lambda mine, said: mine == said),
    (re.compile(r"(\w+) ne '([^']*)'"), lambda mine, said: mine != said),
)


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.rows = clock, chance, dict[str, Row]()
        start = random.Random(13)
        for number, (first, last, title, company) in enumerate(SEED):
            email = f"{first}@{company}.example".lower()
            sent = {"givenName": first, "surname": last, "jobTitle": title, "companyName": company,
                    "emailAddresses": [{"name": email, "address": email}]}  # fmt: skip
            self._make(start, sent, f"2025-02-{number + 3:02}T09:00:00Z")

    def _make(self, chance: random.Random, sent: Row, moment: str) -> Row:
        key = "AAMkAGI2THVSAAA" + token(chance, 25) + "="
        empty: Row = {"givenName": None, "surname": None, "displayName": "", "jobTitle": None, "companyName": None,
                      "mobilePhone": None, "categories": [], "emailAddresses": []}  # fmt: skip
        self.rows[key] = {"id": key, "createdDateTime": moment, "lastModifiedDateTime": moment, **empty}
        return self._change(self.rows[key], sent, moment, chance)

    def _change(self, row: Row, sent: Row, moment: str, chance: random.Random | None = None) -> Row:
        row |= {**sent, "lastModifiedDateTime": moment, "changeKey": "EQAAABYAAAB" + token(chance or self.chance, 12)}
        row["displayName"] = sent.get("displayName") or " ".join(filter(None, (row["givenName"], row["surname"])))
        return row

    def answer(self, asked: Asked) -> Said:
        now = self.clock.iso()
        match asked.method, asked.parts[3:]:
            case "GET", []:
                return Said(self._listed(asked))
            case "POST", []:
                return Said(shown(self._make(self.chance, asked.body, now), whole=True), 201)
            case "GET", ["$count"]:
                return Said(len(self.rows))
            case "GET", [key]:
                return Said(shown(self._one(key), whole=True, names=names_of(asked)))
            case "PATCH", [key]:
                return Said(shown(self._change(self._one(key), asked.body, now), whole=True))
            case "DELETE", [key]:
                self._one(key)
                del self.rows[key]
                return Said(status=204)
        raise Refused(404, {"error": {"code": "ResourceNotFound", "message": "Resource not found."}})

    def _one(self, key: str) -> Row:
        if key not in self.rows:
            message = "The specified object was not found in the store."
            raise Refused(404, {"error": {"code": "ErrorItemNotFound", "message": message}})
        return self.rows[key]

    def _listed(self, asked: Asked) -> Row:
        said = asked.query
        rows = [row for row in self.rows.values() if fits(row, said.get("$filter", ""))]
        word = said.get("$search", "").strip('"')
        rows = [row for row in rows if has(row, word, "displayName", "companyName", "jobTitle")]
        name, _, way = said.get("$orderby", "displayName").partition(" ")
        rows = in_order(rows, lambda row: row[name], down=way == "desc")
        start, top = int(said.get("$skip", 0)), int(said.get("$top", 10))
        made: Row = {"@odata.context": CONTEXT}
        if said.get("$count") == "true":
            made["@odata.count"] = len(rows)
        made["value"] = [shown(row, names=names_of(asked)) for row in rows[start : start + top]]
        if start + top < len(rows):
            rest = "&".join(f"{key}={value}" for key, value in said.items() if key != "$skip")
            made["@odata.nextLink"] = f"https://{HOST}{BASE}?{rest}&$skip={start + top}"
        return made


def names_of(asked: Asked) -> list[str]:
    return asked.query["$select"].split(",") if "$select" in asked.query else []


def shown(row: Row, *, whole: bool = False, names: list[str] | None = None) -> Row:
    made = {"@odata.context": CONTEXT + "/$entity"} if whole else {}
    made["@odata.etag"] = f'W/"{row["changeKey"]}"'
    return made | ({name: row[name] for name in ["id", *(one for one in names if one != "id")]} if names else row)


def fits(row: Row, said: str) -> bool:
    for part in said.split(" and ") if said else []:
        test = next(
            (found and compares(row[found[1]], found[2]) for form, compares in _FILTERS if (found := form.match(part))),
            None,
        )
        if test is None:
            raise Refused(400, {"error": {"code": "ErrorInvalidUrlQueryFilter", "message": "The filter is not valid."}})
        if not test:
            return False
    return True


def listed(api: Client, **said: Any) -> Any:
    return api.get(BASE, **{"$top": 50, "$count": "true", **{f"${name}": value for name, value in said.items()}})


def tour(api: Client) -> None:
    found = listed(api)
    keys = [one["id"] for one in found["value"]]
    listed(api, top=3)
    listed(api, top=3, skip=3)
    listed(api, orderby="surname desc")
    listed(api, orderby="companyName")
    listed(api, filter="companyName eq 'Northwind'")
    listed(api, filter="startswith(displayName,'C')")
    listed(api, search='"ar"')
    api.get(BASE, **{"$select": "displayName,jobTitle", "$top": 50})
    api.get(f"{BASE}/$count")
    for key in keys[:3]:
        api.get(f"{BASE}/{key}")
    sent = {
        "givenName": "Kara",
        "surname": "Boyd",
        "emailAddresses": [{"name": "Kara", "address": "kara@pine.example"}],
    }
    made = api.post(BASE, sent)["id"]
    api.get(f"{BASE}/{made}")
    listed(api)
    api.patch(f"{BASE}/{made}", {"jobTitle": "Owner", "companyName": "Pine Street"})
    api.get(f"{BASE}/{made}")
    second = api.post(BASE, {"givenName": "Tom", "surname": "Quill", "jobTitle": "Clerk"})["id"]
    api.patch(f"{BASE}/{second}", {"surname": "Quillon"})
    listed(api)
    api.delete(f"{BASE}/{second}")
    api.get(f"{BASE}/{second}")
    listed(api)
    api.get(f"{BASE}/$count")


def other(api: Client) -> None:
    found = listed(api)
    keys = [one["id"] for one in found["value"]]
    listed(api, top=5)
    listed(api, top=5, skip=5)
    listed(api, orderby="surname")
    listed(api, orderby="jobTitle desc")
    listed(api, filter="jobTitle eq 'Chef'")
    listed(api, filter="startswith(displayName,'G')")
    listed(api, search='"la"')
    api.get(BASE, **{"$select": "displayName,companyName", "$top": 50})
    api.get(f"{BASE}/{keys[5]}")
    made = api.post(BASE, {"givenName": "Lena", "surname": "Moss", "jobTitle": "Buyer", "companyName": "Reed"})["id"]
    api.get(f"{BASE}/{made}")
    second = api.post(BASE, {"givenName": "Otto", "companyName": "Ott Tools"})["id"]
    listed(api)
    listed(api, filter="companyName eq 'Reed'")
    api.patch(f"{BASE}/{second}", {"surname": "Ott", "mobilePhone": "555 0142"})
    api.get(f"{BASE}/{second}")
    api.patch(f"{BASE}/{keys[2]}", {"companyName": "Northwind", "categories": ["Red"]})
    listed(api, filter="companyName eq 'Northwind'")
    api.delete(f"{BASE}/{keys[4]}")
    api.get(f"{BASE}/{keys[4]}")
    listed(api)
    api.delete(f"{BASE}/{made}")
    api.get(f"{BASE}/$count")
    listed(api, search='"zzz"')
