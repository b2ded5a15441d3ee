"""A crew list whose rows a script writes, of calls in answers, without links; its people are opened, changed and made
in frames, forms send some fields as lists, and what was changed is answered with the page of the person."""

from __future__ import annotations

import json
from html import escape
from urllib.parse import parse_qsl, urlsplit

from tests.features.discover.site import Said, Sent, Tour

HOME, LIST = "/?task=crew", "/?task=crew&action=list&dock=2"
ADD, SAVE, DELETE = "/?task=crew&framed=1&action=add&dock=2", "/?task=crew&framed=1", "/?task=crew&action=delete"
Person = dict[str, str]
FIELDS = ("first", "last", "mail[]", "phone[]")


class Crew:
    def __init__(self) -> None:
        self.people: dict[str, Person] = {}
        self.made = 0

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        asked, form = dict(parse_qsl(urlsplit(path).query)), dict(sent)
        if method == "POST" and asked.get("action") == "delete":
            self.people.pop(form["member"])
            said = f'this.tell("Gone.");\nthis.count({json.dumps(self._count(len(self.people)))});\n'
            return Said(json.dumps({"action": "delete", "exec": said}), kind="application/json")
        if method == "POST" and form.get("member"):
            self.people[form["member"]] = {name: form[name] for name in FIELDS}
            return Said(self._person(form["member"], changed=True))
        if method == "POST":
            self.made += 1
            self.people[str(self.made)] = {name: form[name] for name in FIELDS}
            return Said(_whole("<script>parent.reload();</script>"))
        if asked.get("action") in ("list", "find"):
            return Said(self._listed(asked.get("q", ""), found=asked["action"] == "find"), kind="application/json")
        if asked.get("action") == "show":
            return Said(self._person(asked["member"]))
        if asked.get("action") in ("edit", "add"):
            return Said(_whole(self._form(asked.get("member", ""))))
        return Said(_whole("<table id=people><tbody></tbody></table>"))

    def _count(self, number: int) -> str:
        return f"{number} of {number}" if number else "Nobody here."

    def _listed(self, words: str, *, found: bool) -> str:
        names = {key: f"{one['first']} {one['last']}" for key, one in self.people.items()}
        mine = [key for key in reversed(names) if words.lower() in f"{names[key]} {self.people[key]['mail[]']}".lower()]
        calls = [f"this.count({json.dumps(self._count(len(mine)))});\n"]
        for key in mine:
            own = key + ("-2" if found else "")
            more = {"name": names[key], "mail": self.people[key]["mail[]"], "ID": own}
            told = json.dumps(more, separators=(",", ":"))
            calls.append(f'this.put({json.dumps(own)},{{"name":{json.dumps(names[key])}}},"person",{told});\n')
        return json.dumps({"env": {"pages": 1 if mine else 0}, "exec": "".join(calls)})

    def _person(self, key: str, *, changed: bool = False) -> str:
        one = self.people[key]
        name = f"{one['first']} {one['last']}"
        more = json.dumps({"ID": key, "mail": one["mail[]"]})
        told = f'<script>parent.renew("{key}",[{json.dumps(name)}],null,{more});</script>'
        phone = f'<div class="phones"><b>Phone</b> <i class=number>{one["phone[]"]}</i></div>' if one["phone[]"] else ""
        first, last = escape(one["first"]), escape(one["last"])
        mail = f'<p class="mails"><a class=mail href="mailto:{one["mail[]"]}">{one["mail[]"]}</a></p>'
        names = f"<div class=names><span class=first>{first}</span> <span class=last>{last}</span></div>"
        env = f'<script>set_env({{"task":"crew","member":"{key}","dock":"2"}});</script>'
        return _whole(env + (told if changed else "") + names + mail + phone)

    def _form(self, key: str) -> str:
        hidden = "".join(f'<input type=hidden name={name} value="{value}">' for name, value in
                         {"framed": "1", "action": "save", "dock": "2", "member": key}.items() if value)  # fmt: skip
        fields = "".join(
            f'<input name="{name}" value="{escape(self.people.get(key, {}).get(name, ""))}">' for name in FIELDS
        )
        return f'<form method=post action="{SAVE}">{hidden}{fields}</form>'


def _whole(body: str) -> str:
    return f"<!DOCTYPE html><html><head><title>Crew</title></head><body>{body}</body></html>"


def sent(first: str, last: str, mail: str, phone: str = "", key: str = "") -> Sent:
    """What the form of a person sends."""
    about = [("member", key)] if key else []
    own = [("first", first), ("last", last), ("mail[]", mail), ("phone[]", phone)]
    return [("framed", "1"), ("action", "save"), ("dock", "2"), *about, *own]


def show(key: str, what: str = "show") -> str:
    """The address of a person."""
    return f"/?task=crew&framed=1&member={key}&action={what}&dock=2"


def find(words: str) -> str:
    """The address of a search."""
    return f"/?task=crew&action=find&q={words}&dock=2"


def tour() -> Tour:
    """Two people are made, opened, one is changed, found and one deleted."""
    made = Tour(Crew())
    made.ask("GET", HOME)
    made.ask("GET", LIST, how="part")
    made.ask("GET", ADD)
    made.ask("POST", SAVE, *sent("Ada", "Lind", "ada@quay.test", "55 11 22 33"))
    made.ask("GET", LIST, how="part")
    made.ask("GET", ADD)
    made.ask("POST", SAVE, *sent("Tomas", "Berg", "tomas@ferry.test"))
    made.ask("GET", LIST, how="part")
    made.ask("GET", show("1"))
    made.ask("GET", show("1", "edit"))
    made.ask("POST", SAVE, *sent("Ada", "Lindqvist", "ada@quay.test", "55 11 22 44", "1"))
    made.ask("GET", LIST, how="part")
    made.ask("GET", find("lindq"), how="part")
    made.ask("GET", show("2"))
    made.ask("POST", DELETE, ("member", "2"), ("dock", "2"), how="part")
    made.ask("GET", LIST, how="part")
    return made
