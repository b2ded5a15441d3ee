"""monday's API: one GraphQL address, boards of groups and items, columns whose values are sent as JSON in a text and shown as text
and JSON, pages by cursors, updates below items, items moved, archived and deleted."""

from __future__ import annotations

import json
import random
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Row, Said, token

HOST = "api.boards.example"
BOARD = "4411"
GROUPS = {"topics": "This month", "group_next": "Next month", "group_done": "Finished"}
COLUMNS = (
    ("status", "Status", "status"),
    ("person", "Owner", "people"),
    ("date4", "Due", "date"),
    ("numbers", "Hours", "numbers"),
    ("text", "Place", "text"),
)
LABELS = {0: "Working on it", 1: "Done", 2: "Stuck"}
PEOPLE = {"301": "Ada Vance", "302": "Ben Okafor", "303": "Chloe Marsh"}
SEED = (
    ("Draft the brochure", "topics", 0, "301", "2025-03-11", "6", "Oslo"), ("Book the stand", "topics", 1, "302", "2025-03-02", "2", "Bergen"),
    ("Invite speakers", "group_next", 2, "303", "2025-04-09", "9", "Oslo"), ("Order badges", "group_next", None, None, None, "", ""),
    ("Plan the dinner", "topics", 0, "302", "2025-03-20", "4", "Turku"), ("Sign the lease", "group_done", 1, "301", "2025-02-12", "1", ""),
    ("Hire a van", "group_next", None, "303", "2025-04-20", "", "Malmo"), ("Test the projector", "topics", 2, "301", None, "3", "Bergen"),
)  # fmt: skip


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.clock, self.chance, self.last = clock, chance, 8800100
        self.items, self.updates, self.cursors = dict[str, Row](), list[Row](), dict[str, int]()
        for number, (name, group, label, who, day, hours, place) in enumerate(SEED):
            values: Row = {"numbers": hours, "text": place}
            if label is not None:
                values["status"] = {"index": label}
            if who:
                values["person"] = {"personsAndTeams": [{"id": int(who), "kind": "person"}]}
            if day:
                values["date4"] = {"date": day}
            self._make(name, group, values, f"2025-02-{number + 1:02}T08:00:00Z")
        for number, words in ((101, "Text is ready"), (103, "Two said yes"), (103, "One said no")):
            self._tell(f"8800{number}", words, f"2025-02-2{len(self.updates)}T09:00:00Z")

    def _number(self) -> str:
        self.last += 1
        return str(self.last)

    def _now(self) -> str:
        return self.clock.iso()

    def _make(self, name: str, group: str, values: Row, moment: str) -> Row:
        key = self._number()
        self.items[key] = item = {
            "id": key,
            "name": name,
            "group": group,
            "state": "active",
            "created_at": moment,
            "updated_at": moment,
            "values": {},
        }
        self._set(item, values)
        return item

    def _set(self, item: Row, values: Row) -> None:
        for column, value in values.items():
            if column == "status" and "label" in value:
                value = {"index": next(index for index, label in LABELS.items() if label == value["label"])}
            item["values"][column] = value

    def _tell(self, key: str, words: str, moment: str) -> Row:
        update = {
            "id": self._number(),
            "item_id": key,
            "body": f"<p>{words}</p>",
            "text_body": words,
            "created_at": moment,
            "creator": {"id": "301", "name": PEOPLE["301"]},
        }
        self.updates.insert(0, update)
        return update

    def answer(self, asked: Asked) -> Said:
        text, sent = asked.body["query"], asked.body.get("variables", {})
        name = text.split("(")[0].split("{")[0].split()[1]
        data, errors = getattr(self, f"do_{name}")(sent)
        if errors:
            return Said(
                {
                    "data": data,
                    "errors": [
                        {
                            "message": errors,
                            "path": [name],
                            "extensions": {"code": "ResourceNotFoundException", "status_code": 200},
                        }
                    ],
                    "account_id": 77,
                }
            )
        return Said({"data": data, "extensions": {"request_id": token(self.chance, 32)}})

    def _active(self) -> list[Row]:
        return [one for one in self.items.values() if one["state"] == "active"]

    def do_Board(self, sent: Row) -> Any:
        board = {"id": BOARD, "name": "Spring fair", "columns": [{"id": key, "title": title, "type": kind} for key, title, kind in COLUMNS],
                 "groups": [{"id": key, "title": title} for key, title in GROUPS.items()], "items_page": self._page(self._active(), sent["limit"], 0)}  # fmt: skip
        return {"boards": [board]}, None

    def do_More(self, sent: Row) -> Any:
        return {"next_items_page": self._page(self._active(), sent["limit"], self.cursors[sent["cursor"]])}, None

    def do_Users(self, sent: Row) -> Any:
        return {"users": [{"id": key, "name": name} for key, name in PEOPLE.items()]}, None

    def do_ByColumn(self, sent: Row) -> Any:
        found = [
            one
            for one in self._active()
            if all(shown(one, test["column_id"])["text"] in test["column_values"] for test in sent["columns"])
        ]
        return {"items_page_by_column_values": self._page(found, sent["limit"], 0)}, None

    def do_Item(self, sent: Row) -> Any:
        found = [self.items[key] for key in sent["ids"] if key in self.items]
        return {
            "items": [
                {
                    **whole(one),
                    "created_at": one["created_at"],
                    "updates": [of_update(each) for each in self.updates if each["item_id"] == one["id"]],
                }
                for one in found
            ]
        }, None

    def do_CreateItem(self, sent: Row) -> Any:
        return {
            "create_item": whole(self._make(sent["name"], sent["group"], json.loads(sent["values"]), self._now()))
        }, None

    def do_ChangeColumns(self, sent: Row) -> Any:
        item = self.items.get(sent["item"])
        if not item:
            return {"change_multiple_column_values": None}, "The item does not exist"
        values = json.loads(sent["values"])
        item["name"] = values.pop("name", item["name"])
        self._set(item, values)
        item["updated_at"] = self._now()
        return {"change_multiple_column_values": whole(item)}, None

    def do_MoveItem(self, sent: Row) -> Any:
        self.items[sent["item"]]["group"] = sent["group"]
        return {"move_item_to_group": {"id": sent["item"], "group": group_of(sent["group"])}}, None

    def do_ArchiveItem(self, sent: Row) -> Any:
        self.items[sent["item"]]["state"] = "archived"
        return {"archive_item": {"id": sent["item"], "state": "archived"}}, None

    def do_DeleteItem(self, sent: Row) -> Any:
        if not self.items.pop(sent["item"], None):
            return {"delete_item": None}, "The item does not exist"
        return {"delete_item": {"id": sent["item"]}}, None

    def do_CreateUpdate(self, sent: Row) -> Any:
        return {"create_update": of_update(self._tell(sent["item"], sent["body"], self._now()))}, None

    def _page(self, rows: list[Row], limit: int, start: int) -> Row:
        mark = None
        if start + limit < len(rows):
            mark = token(self.chance, 40)
            self.cursors[mark] = start + limit
        return {"cursor": mark, "items": [whole(one) for one in rows[start : start + limit]]}


def group_of(key: str) -> Row:
    return {"id": key, "title": GROUPS[key]}


def of_update(one: Row) -> Row:
    return {name: value for name, value in one.items() if name != "item_id"}


def whole(item: Row) -> Row:
    return {
        "id": item["id"],
        "name": item["name"],
        "state": item["state"],
        "group": group_of(item["group"]),
        "column_values": [shown(item, key) for key, _, _ in COLUMNS],
    }


def shown(item: Row, column: str) -> Row:
    value = item["values"].get(column)
    if not value:
        return {"id": column, "text": "" if column in ("numbers", "text") else None, "value": None}
    words = {
        "status": lambda: LABELS[value["index"]], "person": lambda: ", ".join(PEOPLE[str(one["id"])] for one in value["personsAndTeams"]),
        "date4": lambda: value["date"],
    }.get(column, lambda: value)()  # fmt: skip
    return {"id": column, "text": words, "value": json.dumps(value)}


FIELDS = "id name state group { id title } column_values { id text value }"
UPDATE = "id body text_body created_at creator { id name }"
TEXTS = {
    "Board": f"query Board($limit: Int!) {{ boards(ids: [{BOARD}]) {{ id name columns {{ id title type }} groups {{ id title }} items_page(limit: $limit) {{ cursor items {{ {FIELDS} }} }} }} }}",
    "More": f"query More($cursor: String!, $limit: Int!) {{ next_items_page(cursor: $cursor, limit: $limit) {{ cursor items {{ {FIELDS} }} }} }}",
    "Users": "query Users { users { id name } }",
    "ByColumn": f"query ByColumn($columns: [ItemsPageByColumnValuesQuery!], $limit: Int!) {{ items_page_by_column_values(board_id: {BOARD}, columns: $columns, limit: $limit) {{ cursor items {{ {FIELDS} }} }} }}",
    "Item": f"query Item($ids: [ID!]) {{ items(ids: $ids) {{ {FIELDS} created_at updates {{ {UPDATE} }} }} }}",
    "CreateItem": f"mutation CreateItem($name: String!, $group: String!, $values: JSON!) {{ create_item(board_id: {BOARD}, item_name: $name, group_id: $group, column_values: $values) {{ {FIELDS} }} }}",
    "ChangeColumns": f"mutation ChangeColumns($item: ID!, $values: JSON!) {{ change_multiple_column_values(board_id: {BOARD}, item_id: $item, column_values: $values) {{ {FIELDS} }} }}",
    "MoveItem": "mutation MoveItem($item: ID!, $group: String!) { move_item_to_group(item_id: $item, group_id: $group) { id group { id title } } }",
    "ArchiveItem": "mutation ArchiveItem($item: ID!) { archive_item(item_id: $item) { id state } }",
    "DeleteItem": "mutation DeleteItem($item: ID!) { delete_item(item_id: $item) { id } }",
    "CreateUpdate": f"mutation CreateUpdate($item: ID!, $body: String!) {{ create_update(item_id: $item, body: $body) {{ {UPDATE} }} }}",
}  # fmt: skip


def ask(api: Client, name: str, /, **variables: Any) -> Any:
    return api.post("/v2", {"query": TEXTS[name], "variables": variables})["data"]


def board(api: Client, limit: int = 50) -> Any:
    return ask(api, "Board", limit=limit)["boards"][0]["items_page"]


def tour(api: Client) -> None:
    ask(api, "Users")
    keys = [one["id"] for one in board(api)["items"]]
    first = board(api, 3)
    ask(api, "More", cursor=first["cursor"], limit=3)
    for key in keys[:3]:
        ask(api, "Item", ids=[key])
    ask(api, "ByColumn", columns=[{"column_id": "text", "column_values": ["Oslo"]}], limit=50)
    ask(api, "ByColumn", columns=[{"column_id": "status", "column_values": ["Stuck"]}], limit=50)
    values = {
        "status": {"label": "Working on it"},
        "person": {"personsAndTeams": [{"id": 302, "kind": "person"}]},
        "date4": {"date": "2025-03-25"},
        "numbers": "5",
        "text": "Bergen",
    }
    made = ask(api, "CreateItem", name="Rent chairs", group="topics", values=json.dumps(values))["create_item"]["id"]
    ask(api, "Item", ids=[made])
    board(api)
    ask(api, "ChangeColumns", item=made, values=json.dumps({"name": "Rent forty chairs", "numbers": "7"}))
    ask(api, "ChangeColumns", item=keys[0], values=json.dumps({"status": {"label": "Done"}}))
    ask(api, "Item", ids=[keys[0]])
    ask(api, "ChangeColumns", item=keys[2], values=json.dumps({"date4": {"date": "2025-04-01"}, "text": "Turku"}))
    ask(api, "MoveItem", item=made, group="group_next")
    board(api)
    ask(api, "CreateUpdate", item=made, body="Forty are enough")
    ask(api, "Item", ids=[made])
    ask(api, "ArchiveItem", item=keys[5])
    board(api)
    second = ask(api, "CreateItem", name="Mistake", group="topics", values="{}")["create_item"]["id"]
    ask(api, "DeleteItem", item=second)
    ask(api, "DeleteItem", item=second)
    board(api)


def other(api: Client) -> None:
    keys = [one["id"] for one in board(api)["items"]]
    first = board(api, 5)
    ask(api, "More", cursor=first["cursor"], limit=5)
    ask(api, "Item", ids=[keys[4]])
    ask(api, "ByColumn", columns=[{"column_id": "text", "column_values": ["Bergen"]}], limit=50)
    values = {
        "status": {"label": "Stuck"},
        "person": {"personsAndTeams": [{"id": 303, "kind": "person"}]},
        "date4": {"date": "2025-04-02"},
        "numbers": "8",
        "text": "Oslo",
    }
    made = ask(api, "CreateItem", name="Borrow a tent", group="group_next", values=json.dumps(values))["create_item"][
        "id"
    ]
    ask(api, "Item", ids=[made])
    board(api)
    ask(api, "ChangeColumns", item=made, values=json.dumps({"status": {"label": "Done"}, "numbers": "3"}))
    ask(api, "Item", ids=[made])
    ask(
        api,
        "ChangeColumns",
        item=keys[6],
        values=json.dumps({"name": "Hire two vans", "date4": {"date": "2025-04-21"}}),
    )
    ask(api, "Item", ids=[keys[6]])
    ask(api, "ByColumn", columns=[{"column_id": "text", "column_values": ["Oslo"]}], limit=50)
    ask(api, "MoveItem", item=keys[4], group="group_done")
    ask(api, "Item", ids=[keys[4]])
    ask(api, "CreateUpdate", item=keys[4], body="Table for ten")
    ask(api, "CreateUpdate", item=keys[4], body="Now for twelve")
    ask(api, "Item", ids=[keys[4]])
    board(api)
    ask(api, "ArchiveItem", item=keys[1])
    board(api)
    ask(api, "DeleteItem", item=keys[3])
    ask(api, "DeleteItem", item=keys[3])
    ask(api, "Item", ids=[made, keys[0]])
    board(api)
    plain = ask(api, "CreateItem", name="Thank the sponsors", group="topics", values="{}")["create_item"]["id"]
    ask(api, "Item", ids=[plain])
