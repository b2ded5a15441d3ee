"""Gmail's API: lists of keys only, labels that are put on and taken off, threads, messages sent as `raw`."""

from __future__ import annotations

import base64
import random
from email import message_from_bytes
from email.message import EmailMessage
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said, has

HOST = "gmail.googleapis.example"
BASE = "/gmail/v1/users/me"
ME = "sam.porter@acme.example"
SEED = (
    ("Quarterly numbers", "Ada Vance <ada@northwind.example>", "The numbers are in.", ["INBOX", "UNREAD", "IMPORTANT"]),
    ("Lunch on Friday?", "Ben Okafor <ben@tidewater.example>", "There is a new place.", ["INBOX", "UNREAD"]),
    ("Re: Contract draft", "Chloe Marsh <chloe@quarry.example>", "Please see page four.", ["INBOX", "Label_3"]),
    ("Invoice 2041", "Billing <billing@cobalt.example>", "Due in thirty days.", ["INBOX", "Label_2"]),
    ("Welcome aboard", "Dev Patel <dev@bluebird.example>", "We are glad that you are here.", ["STARRED", "INBOX"]),
    ("Board meeting notes", "Elena Ruiz <elena@northwind.example>", "Notes of the meeting.", ["INBOX", "IMPORTANT"]),
    ("Parking", "Facilities <desk@acme.example>", "Level two is closed.", ["UNREAD", "CATEGORY_UPDATES"]),
    ("Trip to Oslo", "Finn Larsen <finn@harbour.example>", "Flights and hotel.", ["INBOX", "STARRED"]),
    ("Numbers, corrected", "Ada Vance <ada@northwind.example>", "One line was wrong.", ["INBOX", "UNREAD"]),
)
SYSTEM = ("INBOX", "SENT", "DRAFT", "STARRED", "UNREAD", "IMPORTANT", "TRASH", "SPAM", "CATEGORY_UPDATES")


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance = clock, chance
        self.messages: dict[str, Row] = {}
        self.drafts: dict[str, str] = {}
        self.labels: dict[str, Row] = {
            name: {"id": name, "name": name, "messageListVisibility": "hide", "labelListVisibility": "labelShow",
                   "type": "system"} for name in SYSTEM
        }  # fmt: skip
        self.history, self.last_label, self.last_draft = 48210, 3, 0
        for key, name in (("Label_2", "Invoices"), ("Label_3", "Clients")):
            self.labels[key] = {"id": key, "name": name, "type": "user"}
        start = random.Random(5)
        for number, (subject, sender, text, labels) in enumerate(SEED):
            moment = 1_740_000_000 + number * 40_000
            self._keep(start, subject, sender, ME, text, [*labels], moment)

    def _keep(
        self, chance: random.Random, subject: str, sender: str, to: str, text: str, labels: list[str], moment: float,
        thread: str = "",
    ) -> Row:  # fmt: skip
        key = f"195{chance.getrandbits(52):013x}"
        self.history += 17
        data = base64.urlsafe_b64encode(text.encode()).decode()
        headers = [
            {"name": "From", "value": sender},
            {"name": "To", "value": to},
            {"name": "Subject", "value": subject},
        ]
        self.messages[key] = {
            "id": key, "threadId": thread or key, "labelIds": labels, "snippet": text, "historyId": str(self.history),
            "payload": {"partId": "", "mimeType": "text/plain", "filename": "", "headers": headers,
                        "body": {"size": len(text), "data": data}},
            "sizeEstimate": len(text) + 300, "internalDate": str(int(moment * 1000)),
        }  # fmt: skip
        return self.messages[key]

    def answer(self, asked: Asked) -> Said:
        kind, rest = asked.parts[4], asked.parts[5:]
        return {"messages": self._of_messages, "threads": self._of_threads, "labels": self._of_labels,
                "drafts": self._of_drafts, "profile": self._profile}[kind](asked, rest)  # fmt: skip

    def _profile(self, asked: Asked, rest: list[str]) -> Said:
        threads = len({one["threadId"] for one in self.messages.values()})
        return Said({"emailAddress": ME, "messagesTotal": len(self.messages), "threadsTotal": threads})

    def _of_messages(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                return Said(self._listed(asked, "messages", lambda one: {"id": one["id"], "threadId": one["threadId"]}))
            case "POST", ["send"]:
                return Said(brief(self._raw(asked.body["raw"], ["SENT"], asked.body.get("threadId", ""))))
            case "POST", ["batchModify"]:
                for key in asked.body["ids"]:
                    self._mark(self._one(key), asked.body)
                return Said(status=204)
            case "GET", [key]:
                return Said(shown(self._one(key), asked.query.get("format", "full")))
            case "DELETE", [key]:
                self._one(key)
                del self.messages[key]
                return Said(status=204)
            case "POST", [key, verb]:
                trash = {"trash": {"addLabelIds": ["TRASH"]}, "untrash": {"removeLabelIds": ["TRASH"]}}
                return Said(brief(self._mark(self._one(key), trash.get(verb) or asked.body)))
        raise gone()

    def _one(self, key: str) -> Row:
        if key not in self.messages:
            raise gone()
        return self.messages[key]

    def _mark(self, one: Row, said: Row) -> Row:
        kept = [name for name in one["labelIds"] if name not in said.get("removeLabelIds", [])]
        one["labelIds"] = kept + [name for name in said.get("addLabelIds", []) if name not in kept]
        self.history += 17
        one["historyId"] = str(self.history)
        return one

    def _raw(self, raw: str, labels: list[str], thread: str = "") -> Row:
        mail = message_from_bytes(base64.urlsafe_b64decode(raw + "=="))
        text = mail.get_payload(decode=True).decode().strip()
        return self._keep(
            self.chance, mail["Subject"], mail["From"] or ME, mail["To"], text, labels, self.clock.now, thread
        )

    def _listed(self, asked: Asked, name: str, show: Any) -> Row:
        wanted = [value for key, value in asked.pairs if key == "labelIds"]
        found = [one for one in reversed(self.messages.values()) if fits(one, asked.query.get("q", ""))]
        found = [one for one in found if all(label in one["labelIds"] for label in wanted)]
        if "TRASH" not in wanted:
            found = [one for one in found if "TRASH" not in one["labelIds"]]
        if name == "threads":
            found = [*{one["threadId"]: one for one in reversed(found)}.values()][::-1]
        start, size = int(asked.query.get("pageToken") or 0) % 1000, int(asked.query.get("maxResults", 100))
        page = found[start : start + size]
        made: Row = {name: [show(one) for one in page]} if page else {}
        if start + size < len(found):
            made["nextPageToken"] = str(94_000 + start + size)
        return {**made, "resultSizeEstimate": len(found)}

    def _of_threads(self, asked: Asked, rest: list[str]) -> Said:
        if not rest:

            def show(one: Row) -> Row:
                return {"id": one["threadId"], "snippet": one["snippet"], "historyId": one["historyId"]}

            return Said(self._listed(asked, "threads", show))
        mine = [one for one in self.messages.values() if one["threadId"] == rest[0]]
        if not mine:
            raise gone()
        if asked.method == "POST":
            for one in mine:
                self._mark(one, asked.body)
            return Said({"id": rest[0], "messages": [brief(one) for one in mine]})
        shape = asked.query.get("format", "full")
        return Said(
            {"id": rest[0], "historyId": mine[-1]["historyId"], "messages": [shown(one, shape) for one in mine]}
        )

    def _of_labels(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                return Said({"labels": [*self.labels.values()]})
            case "POST", []:
                self.last_label += 1
                key = f"Label_{self.last_label}"
                self.labels[key] = {"id": key, "type": "user", **asked.body}
                return Said({"id": key, **asked.body})
            case "GET", [key] if key in self.labels:
                mine = [one for one in self.messages.values() if key in one["labelIds"]]
                unread = sum("UNREAD" in one["labelIds"] for one in mine)
                return Said({**self.labels[key], "messagesTotal": len(mine), "messagesUnread": unread})
            case "PATCH", [key] if key in self.labels:
                self.labels[key] |= asked.body
                return Said(self.labels[key])
            case "DELETE", [key] if key in self.labels:
                del self.labels[key]
                for one in self.messages.values():
                    one["labelIds"] = [name for name in one["labelIds"] if name != key]
                return Said(status=204)
        raise gone()

    def _of_drafts(self, asked: Asked, rest: list[str]) -> Said:
        match asked.method, rest:
            case "GET", []:
                there = [{"id": key, "message": self._pair(one)} for key, one in self.drafts.items()]
                return Said({**({"drafts": there} if there else {}), "resultSizeEstimate": len(there)})
            case "POST", []:
                self.last_draft += 1
                key = f"r{-72_301_448_215 - self.last_draft * 31}"
                made = self._raw(asked.body["message"]["raw"], ["DRAFT"])
                self.drafts[key] = made["id"]
                return Said({"id": key, "message": brief(made)})
            case "POST", ["send"]:
                one = self.messages[self.drafts.pop(asked.body["id"])]
                one["labelIds"] = ["SENT"]
                return Said(brief(one))
        raise gone()

    def _pair(self, key: str) -> Row:
        return {"id": key, "threadId": self.messages[key]["threadId"]}


def gone() -> Refused:
    message = "Requested entity was not found."
    errors = [{"message": message, "domain": "global", "reason": "notFound"}]
    return Refused(404, {"error": {"code": 404, "message": message, "errors": errors, "status": "NOT_FOUND"}})


def brief(one: Row) -> Row:
    return {name: one[name] for name in ("id", "threadId", "labelIds")}


def shown(one: Row, shape: str) -> Row:
    if shape == "minimal":
        return {name: value for name, value in one.items() if name != "payload"}
    if shape == "metadata":
        return {**one, "payload": {"mimeType": "text/plain", "headers": one["payload"]["headers"]}}
    return one


def fits(one: Row, words: str) -> bool:
    heads = {head["name"].lower(): head["value"] for head in one["payload"]["headers"]}
    for word in words.split():
        name, colon, value = word.partition(":")
        if colon and name in ("from", "to", "subject"):
            if value.lower() not in heads[name].lower():
                return False
        elif colon and name in ("is", "label", "in"):
            if value.upper() not in one["labelIds"]:
                return False
        elif not has({**heads, "text": one["snippet"]}, word, "subject", "text", "from"):
            return False
    return True


def raw(to: str, subject: str, text: str) -> str:
    mail = EmailMessage()
    mail["To"], mail["Subject"] = to, subject
    mail.set_content(text)
    return base64.urlsafe_b64encode(mail.as_bytes()).decode()


def tour(api: Client) -> None:
    api.get(f"{BASE}/profile")
    api.get(f"{BASE}/labels")
    found = api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=50)
    keys = [one["id"] for one in found["messages"]]
    page = api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=3)
    api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=3, pageToken=page["nextPageToken"])
    api.get(f"{BASE}/messages", q="numbers", maxResults=50)
    api.get(f"{BASE}/messages", q="from:ada", maxResults=50)
    api.get(f"{BASE}/messages", q="is:unread", maxResults=50)
    for key in keys:
        api.get(f"{BASE}/messages/{key}", format="metadata")
    for key in keys:
        api.get(f"{BASE}/messages/{key}", format="full")
    api.get(f"{BASE}/messages", maxResults=50)
    api.post(f"{BASE}/messages/{keys[0]}/modify", {"addLabelIds": [], "removeLabelIds": ["UNREAD"]})
    api.get(f"{BASE}/messages/{keys[0]}", format="metadata")
    api.post(f"{BASE}/messages/{keys[1]}/modify", {"addLabelIds": ["STARRED"], "removeLabelIds": []})
    api.get(f"{BASE}/messages/{keys[1]}", format="metadata")
    api.post(f"{BASE}/messages/{keys[2]}/trash")
    api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=50)
    api.get(f"{BASE}/messages", labelIds="TRASH", maxResults=50)
    api.post(f"{BASE}/messages/{keys[2]}/untrash")
    sent = api.post(f"{BASE}/messages/send", {"raw": raw("ada@northwind.example", "Thanks", "Received, thank you.")})
    api.get(f"{BASE}/messages/{sent['id']}", format="metadata")
    api.get(f"{BASE}/messages", labelIds="SENT", maxResults=50)
    label = api.post(f"{BASE}/labels", {"name": "Travel", "labelListVisibility": "labelShow"})
    api.get(f"{BASE}/labels")
    api.post(f"{BASE}/messages/batchModify", {"ids": keys[3:5], "addLabelIds": [label["id"]], "removeLabelIds": []})
    api.get(f"{BASE}/messages", labelIds=label["id"], maxResults=50)
    api.delete(f"{BASE}/messages/{keys[5]}")
    api.get(f"{BASE}/messages/{keys[5]}", format="full")
    api.get(f"{BASE}/threads", maxResults=50)
    api.get(f"{BASE}/threads/{keys[0]}", format="metadata")


def other(api: Client) -> None:
    api.get(f"{BASE}/labels")
    found = api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=50)
    keys = [one["id"] for one in found["messages"]]
    page = api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=4)
    api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=4, pageToken=page["nextPageToken"])
    api.get(f"{BASE}/messages", q="notes", maxResults=50)
    api.get(f"{BASE}/messages", q="from:finn", maxResults=50)
    api.get(f"{BASE}/messages", labelIds="STARRED", maxResults=50)
    api.get(f"{BASE}/messages/{keys[4]}", format="full")
    api.post(f"{BASE}/messages/{keys[6]}/modify", {"addLabelIds": ["STARRED"], "removeLabelIds": ["UNREAD"]})
    api.get(f"{BASE}/messages/{keys[6]}", format="metadata")
    api.get(f"{BASE}/messages", labelIds="STARRED", maxResults=50)
    api.get(f"{BASE}/messages", labelIds="UNREAD", maxResults=50)
    api.post(f"{BASE}/messages/{keys[3]}/trash")
    api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=50)
    api.get(f"{BASE}/messages", labelIds="TRASH", maxResults=50)
    mail = raw("finn@harbour.example", "Oslo it is", "I have booked the late flight.")
    sent = api.post(f"{BASE}/messages/send", {"raw": mail})
    api.get(f"{BASE}/messages/{sent['id']}", format="full")
    api.get(f"{BASE}/messages", labelIds="SENT", maxResults=50)
    label = api.post(f"{BASE}/labels", {"name": "Payroll", "labelListVisibility": "labelHide"})
    api.get(f"{BASE}/labels")
    api.post(
        f"{BASE}/messages/batchModify",
        {"ids": [keys[0], keys[4]], "addLabelIds": [label["id"]], "removeLabelIds": ["INBOX"]},
    )
    api.get(f"{BASE}/messages", labelIds=label["id"], maxResults=50)
    api.get(f"{BASE}/messages", labelIds="INBOX", maxResults=50)
    api.delete(f"{BASE}/messages/{keys[1]}")
    api.get(f"{BASE}/messages/{keys[1]}", format="full")
