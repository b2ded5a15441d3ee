"""Lists that say how many there are of what the form sends one by one: the members of a group."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.features.discover.site import Mock, Said, Sent, Tour, same
from tests.features.discover.test_draft import check

PEOPLE = {"11": "ada", "12": "ben", "13": "cleo", "14": "dora", "15": "emil"}


@dataclass
class Groups:
    """Groups of people. A form offers the members without a mark, for its script to send."""

    groups: dict[int, tuple[str, list[str]]] = field(
        default_factory=lambda: {1: ("Writers", ["11", "12"]), 2: ("Readers", ["12", "13", "14"]), 3: ("Cooks", ["15"])}
    )

    def __call__(self, method: str, path: str, sent: Sent) -> Said:
        """One request."""
        if path == "/groups":
            rows = "".join(
                f'<tr><td><a href="/groups/{key}">{name}</a></td><td class="members">{len(people)}</td></tr>'
                for key, (name, people) in self.groups.items()
            )
            head = "<thead><tr><th>Called</th><th>Members</th></tr></thead>"
            return self.page(f'<table id="all">{head}<tbody>{rows}</tbody></table>')
        key = int(path.split("/")[2])
        if method == "POST":
            name = dict(sent)["called"]
            self.groups[key] = (name, [who for field, who in sent if field == "members"])
            return Said(status=303, to="/groups")
        name, people = self.groups[key]
        mine, others = (
            "".join(f'<option value="{who}">{PEOPLE[who]}</option>' for who in PEOPLE if (who in people) == there)
            for there in (True, False)
        )
        return self.page(
            f'<form method="post" action="/groups/{key}"><input name="called" value="{name}">'
            f'<select name="members" multiple>{mine}</select></form><select id="rest" multiple>{others}</select>'
        )

    @staticmethod
    def page(body: str) -> Said:
        return Said(f"<html><head><title>Groups</title></head><body>{body}</body></html>")


def recorded() -> Tour:
    made = Tour(Groups())
    for path in ("/groups", "/groups/1"):
        made.ask("GET", path)
    made.ask("POST", "/groups/1", ("called", "Writers at night"), *(("members", who) for who in ("11", "12", "15")))
    made.ask("GET", "/groups")
    return made


async def test_a_list_says_how_many_choices_were_sent() -> None:
    mock, app = Mock(recorded()), Groups()
    check(mock.draft)
    await same(app, mock, "GET", "/groups")
    sent = [("members", who) for who in ("11", "13", "14", "15")]
    await same(app, mock, "POST", "/groups/2", ("called", "Readers"), *sent)
    await same(app, mock, "GET", "/groups")
    await same(app, mock, "POST", "/groups/3", ("called", "Cooks"))
    await same(app, mock, "GET", "/groups")
