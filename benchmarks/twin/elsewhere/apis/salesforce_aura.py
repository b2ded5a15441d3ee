"""What Salesforce's own pages ask: actions in a form, one or more in each request, answered one by one."""

from __future__ import annotations

import json
import random
from typing import Any

from benchmarks.twin.elsewhere.apis import salesforce_uiapi
from benchmarks.twin.elsewhere.apis.salesforce_uiapi import record
from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Said

HOST = "acme.lightning.force.example"
RECORDS = "aura://RecordUiController/ACTION$"
LISTS = "aura://ListUiController/ACTION$"
CONTEXT = {"mode": "PROD", "fwuid": "Vk5wRGJl", "app": "one:one", "loaded": {"APPLICATION@markup://one:one": "1183_x"}}
FIELDS = [f"Lead.{name}" for name in ("Name", "Company", "Status", "Email", "Phone", "LeadSource", "AnnualRevenue")]


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.ui = salesforce_uiapi.Api(clock, chance)

    def answer(self, asked: Asked) -> Said:
        actions = [self._act(one) for one in json.loads(asked.body["message"])["actions"]]
        context = {"mode": "PROD", "app": "one:one", "contextPath": "/s/sfsites", "fwuid": CONTEXT["fwuid"]}
        return Said({"actions": actions, "context": context, "perfSummary": {"version": "core", "request": 1}})

    def _act(self, action: dict[str, Any]) -> Any:
        made = {"id": action["id"], "state": "SUCCESS", "returnValue": None, "error": []}
        try:
            made["returnValue"] = self._value(action["descriptor"].rpartition("$")[2], action["params"])
        except Refused as refused:
            answer = refused.said.answer
            answer = answer[0] if isinstance(answer, list) else answer
            data = {"statusCode": refused.said.status, **answer}
            event = {"descriptor": "markup://aura:clientOutOfSync"}
            made |= {"state": "ERROR", "error": [{"message": answer["message"], "data": data, "event": event}]}
        return made

    def _value(self, name: str, said: dict[str, Any]) -> Any:
        match name:
            case "getRecordWithFields":
                names = [one.partition(".")[2] for one in said["fields"]]
                return record(self.ui.one(said["recordId"]), names)
            case "createRecord":
                return record(self.ui.make(said["recordInput"]["fields"]))
            case "updateRecord":
                self.ui.leads.change(self.ui.one(said["recordId"]), said["recordInput"]["fields"])
                return record(self.ui.one(said["recordId"]))
            case "deleteRecord":
                self.ui.one(said["recordId"])
                del self.ui.leads.rows[said["recordId"]]
                return None
            case "postListRecordsByName":
                asked = {name: value for name, value in said["listRecordsQuery"].items() if value is not None}
                asked["sortBy"] = (asked.get("sortBy") or ["Name"])[0]
                return self.ui.listed(said["listViewApiName"], asked)
            case "getObjectInfo":
                fields = {name: {"apiName": name, "label": name} for name in ("Name", "Company", "Status")}
                return {"apiName": "Lead", "label": "Lead", "keyPrefix": "00Q", "fields": fields, "updateable": True}
        raise Refused(404, [{"errorCode": "NOT_FOUND", "message": "no such action"}])


class Page:
    """Asks as the pages do: actions are numbered, requests are counted."""

    def __init__(self, api: Client) -> None:
        self.api, self.asked, self.acted = api, 0, 100

    def act(self, *actions: tuple[str, dict[str, Any]]) -> list[Any]:
        """What each action gave."""
        made = []
        for descriptor, params in actions:
            self.acted += 1
            one = {"id": f"{self.acted};a", "descriptor": descriptor, "callingDescriptor": "UNKNOWN", "params": params}
            made.append(one)
        fields = {
            "message": json.dumps({"actions": made}), "aura.context": json.dumps(CONTEXT),
            "aura.pageURI": "/lightning/o/Lead/list", "aura.token": "null",
        }  # fmt: skip
        self.asked += 1
        names = sorted({one["descriptor"].partition("://")[2].replace("Controller/ACTION$", ".") for one in made})
        query = {f"ui-{name}": 1 for name in names}
        answer = self.api.form("/aura", fields, r=self.asked, **query)
        return [one["returnValue"] for one in answer["actions"]]

    def list(self, view: str = "AllLeads", **said: Any) -> tuple[str, dict[str, Any]]:
        query = {"pageSize": 50, "sortBy": ["Name"], "searchTerm": None, **said}
        named = {"objectApiName": "Lead", "listViewApiName": view, "listRecordsQuery": query}
        return LISTS + "postListRecordsByName", named

    def read(self, key: str) -> tuple[str, dict[str, Any]]:
        return RECORDS + "getRecordWithFields", {"recordId": key, "fields": FIELDS}

    def make(self, **fields: Any) -> tuple[str, dict[str, Any]]:
        return RECORDS + "createRecord", {"recordInput": {"apiName": "Lead", "fields": fields}}

    def change(self, key: str, **fields: Any) -> tuple[str, dict[str, Any]]:
        return RECORDS + "updateRecord", {"recordId": key, "recordInput": {"fields": fields}}

    def drop(self, key: str) -> tuple[str, dict[str, Any]]:
        return RECORDS + "deleteRecord", {"recordId": key}


INFO = RECORDS + "getObjectInfo", {"objectApiName": "Lead"}


def tour(api: Client) -> None:
    page = Page(api)
    _, found = page.act(INFO, page.list())
    keys = [one["id"] for one in found["records"]]
    page.act(page.list(sortBy=["-Name"]))
    page.act(page.list(pageSize=4))
    page.act(page.list(pageSize=4, pageToken="4"))
    page.act(page.list(searchTerm="north"))
    page.act(page.list("OpenLeads"))
    page.act(INFO, page.read(keys[0]))
    for key in keys[1:]:
        page.act(page.read(key))
    (made,) = page.act(page.make(FirstName="Kara", LastName="Boyd", Company="Pine Street", LeadSource="Web"))
    page.act(page.read(made["id"]), page.list())
    page.act(page.change(made["id"], Status="Working", Phone="555 0142"))
    page.act(page.read(made["id"]))
    page.act(page.list("OpenLeads"))
    (second,) = page.act(page.make(LastName="Quill", Company="Quill and Sons", Status="Working"))
    page.act(page.change(second["id"], LastName="Quillon"))
    page.act(page.drop(second["id"]))
    page.act(page.read(second["id"]))
    page.act(page.list())


def other(api: Client) -> None:
    page = Page(api)
    _, found = page.act(INFO, page.list())
    keys = [one["id"] for one in found["records"]]
    page.act(page.list("OpenLeads"))
    page.act(page.list(pageSize=3))
    page.act(page.list(pageSize=3, pageToken="3"))
    page.act(page.list(sortBy=["-Company"]))
    page.act(page.list(searchTerm="ar"))
    page.act(page.read(keys[6]))
    page.act(page.read(keys[7]), page.read(keys[2]))
    (made,) = page.act(page.make(FirstName="Lena", LastName="Moss", Company="Reed Group", LeadSource="Phone"))
    page.act(page.read(made["id"]))
    (second,) = page.act(page.make(LastName="Ott", Company="Ott Tools", Email="o@ott.example"))
    page.act(page.list())
    page.act(page.list("OpenLeads"))
    page.act(page.change(second["id"], Company="Ott and Daughters", Rating="Hot"))
    page.act(page.read(second["id"]))
    page.act(page.change(keys[0], Status="Closed", FirstName="Adele"))
    page.act(page.read(keys[0]), page.list())
    page.act(page.list("OpenLeads"))
    page.act(page.drop(keys[3]))
    page.act(page.read(keys[3]))
    page.act(page.list(sortBy=["-Name"]))
    page.act(page.list(searchTerm="reed"))
    page.act(page.drop(made["id"]))
    page.act(page.list(searchTerm="zzz"))
    page.act(page.list(pageSize=4, pageToken="8"))
