"""Google Sheets' API: values in ranges that are named as A1:C4, rows appended, several writes in one."""

from __future__ import annotations

import random
import re
from typing import Any

from benchmarks.twin.elsewhere.apis.serving import Asked, Client, Clock, Refused, Row, Said

HOST = "sheets.googleapis.example"
BOOK = "1xQ7pTz0KfAcmeBudget2025aBcDeFgHiJkLmNoPqRs"
BASE = f"/v4/spreadsheets/{BOOK}"
_RANGE = re.compile(r"(?:'?(?P<sheet>[^'!]+)'?!)?(?P<from>[A-Z]+)(?P<first>\d*)(?::(?P<to>[A-Z]+)(?P<last>\d*))?\Z")
SEED = [
    ["Name", "Team", "Hours", "Rate"],
    ["Ada", "Design", "12", "80"],
    ["Ben", "Build", "30", "65"],
    ["Chloe", "Design", "8", "80"],
    ["Dev", "Sales", "21", "55"],
]


class Api:
    def __init__(self, clock: Clock, chance: random.Random) -> None:
        self.chance = chance
        self.sheets: dict[str, Row] = {}
        self.cells: dict[str, list[list[str]]] = {}
        self._sheet(0, "Hours", [[*row] for row in SEED])
        self._sheet(914_201, "Notes", [["When", "What"], ["Monday", "Kick-off"]])

    def _sheet(self, key: int, title: str, cells: list[list[str]]) -> Row:
        grid = {"rowCount": 1000, "columnCount": 26}
        self.sheets[title] = {"sheetId": key, "title": title, "index": len(self.sheets), "sheetType": "GRID",
                              "gridProperties": grid}  # fmt: skip
        self.cells[title] = cells
        return self.sheets[title]

    def answer(self, asked: Asked) -> Said:
        rest = "/".join(asked.parts[2:])[len(BOOK) :]
        if rest == "" and asked.method == "GET":
            return Said({
                "spreadsheetId": BOOK, "properties": {"title": "Hours of March", "locale": "en_US", "timeZone": "Etc/UTC"},
                "sheets": [{"properties": one} for one in self.sheets.values()],
                "spreadsheetUrl": f"https://docs.google.example/spreadsheets/d/{BOOK}/edit",
            })  # fmt: skip
        if rest == ":batchUpdate":
            return Said({"spreadsheetId": BOOK, "replies": [self._change(one) for one in asked.body["requests"]]})
        if rest == "/values:batchGet":
            ranges = [value for name, value in asked.pairs if name == "ranges"]
            return Said({"spreadsheetId": BOOK, "valueRanges": [self._read(one) for one in ranges]})
        if rest == "/values:batchUpdate":
            made = [self._write(one["range"], one["values"]) for one in asked.body["data"]]
            names = {"Rows": "updatedRows", "Columns": "updatedColumns", "Cells": "updatedCells"}
            totals = {f"totalUpdated{name}": sum(one[each] for one in made) for name, each in names.items()}
            return Said({"spreadsheetId": BOOK, **totals, "totalUpdatedSheets": 1, "responses": made})
        name, _, _ = rest.removeprefix("/values/").partition(":append")
        if rest.endswith(":append"):
            return Said(self._append(name, asked.body["values"]))
        if rest.endswith(":clear"):
            return Said(self._clear(rest.removeprefix("/values/").removesuffix(":clear")))
        if asked.method == "PUT":
            return Said(self._write(name, asked.body["values"]))
        return Said(self._read(rest.removeprefix("/values/")))

    def _place(self, name: str) -> tuple[str, int, int, int, int]:
        """(sheet, first column, first row, last column, last row), from 0; the last ones are within."""
        if name in self.sheets:
            return name, 0, 0, 25, 999
        found = _RANGE.match(name)
        sheet = (found["sheet"] if found else None) or "Hours"
        if found is None or sheet not in self.sheets:
            message = f"Unable to parse range: {name}"
            raise Refused(400, {"error": {"code": 400, "message": message, "status": "INVALID_ARGUMENT"}})
        first = int(found["first"] or 1) - 1
        last = int(found["last"]) - 1 if found["last"] else first if found["to"] is None else 999
        return sheet, column(found["from"]), first, column(found["to"] or found["from"]), last

    def _read(self, name: str) -> Row:
        sheet, left, top, right, bottom = self._place(name)
        rows = [trimmed(row[left : right + 1]) for row in self.cells[sheet][top : bottom + 1]]
        while rows and not rows[-1]:
            rows.pop()
        made: Row = {"range": called(sheet, left, top, right, bottom), "majorDimension": "ROWS"}
        return {**made, "values": rows} if rows else made

    def _write(self, name: str, values: list[list[Any]]) -> Row:
        sheet, left, top, _, _ = self._place(name)
        cells = self.cells[sheet]
        for down, row in enumerate(values):
            while len(cells) <= top + down:
                cells.append([])
            mine = cells[top + down]
            mine += [""] * (left + len(row) - len(mine))
            mine[left : left + len(row)] = [str(one) for one in row]
        wide = max(map(len, values), default=0)
        where = called(sheet, left, top, left + wide - 1, top + len(values) - 1)
        return {"spreadsheetId": BOOK, "updatedRange": where, "updatedRows": len(values), "updatedColumns": wide,
                "updatedCells": sum(map(len, values))}  # fmt: skip

    def _append(self, name: str, values: list[list[Any]]) -> Row:
        sheet = self._place(name)[0]
        cells = self.cells[sheet]
        while cells and not trimmed(cells[-1]):
            cells.pop()
        table = called(sheet, 0, 0, max(map(len, cells)) - 1, len(cells) - 1)
        updates = self._write(called(sheet, 0, len(cells), 0, len(cells)), values)
        return {"spreadsheetId": BOOK, "tableRange": table, "updates": updates}

    def _clear(self, name: str) -> Row:
        sheet, left, top, right, bottom = self._place(name)
        for row in self.cells[sheet][top : bottom + 1]:
            row[left : right + 1] = [""] * len(row[left : right + 1])
        return {"spreadsheetId": BOOK, "clearedRange": called(sheet, left, top, right, bottom)}

    def _change(self, request: Row) -> Row:
        if "addSheet" in request:
            title = request["addSheet"]["properties"]["title"]
            return {"addSheet": {"properties": self._sheet(self.chance.randrange(10**8, 2 * 10**9), title, [])}}
        if "deleteSheet" in request:
            title = next(
                one["title"] for one in self.sheets.values() if one["sheetId"] == request["deleteSheet"]["sheetId"]
            )
            del self.sheets[title], self.cells[title]
        return {}


def column(name: str) -> int:
    number = 0
    for letter in name:
        number = number * 26 + ord(letter) - 64
    return number - 1


def called(sheet: str, left: int, top: int, right: int, bottom: int) -> str:
    first, last = f"{chr(65 + left)}{top + 1}", f"{chr(65 + right)}{bottom + 1}"
    return f"{sheet}!{first}" if first == last else f"{sheet}!{first}:{last}"


def trimmed(row: list[str]) -> list[str]:
    row = [*row]
    while row and row[-1] == "":
        row.pop()
    return row


def sent(name: str, *rows: list[Any]) -> Row:
    return {"range": name, "majorDimension": "ROWS", "values": [*rows]}


def tour(api: Client) -> None:
    values, raw = f"{BASE}/values", {"valueInputOption": "USER_ENTERED"}
    api.get(BASE)
    api.get(f"{values}/Hours!A1:D20")
    api.get(f"{values}/Hours!A2:B3")
    api.get(f"{values}/Notes!A1:B10")
    api.put(f"{values}/Hours!C3", sent("Hours!C3", ["32"]), **raw)
    api.get(f"{values}/Hours!A1:D20")
    api.put(f"{values}/Hours!B5:C5", sent("Hours!B5:C5", ["Build", "24"]), **raw)
    api.get(f"{values}/Hours!A5:D5")
    api.post(f"{values}/Hours!A1:D1:append", sent("Hours!A1:D1", ["Elena", "Sales", "17", "55"]), **raw)
    api.get(f"{values}/Hours!A1:D20")
    api.post(f"{values}/Notes!A1:B1:append", sent("Notes!A1:B1", ["Tuesday", "Review"]), **raw)
    api.get(f"{values}/Notes!A1:B10")
    data = [sent("Hours!A2", ["Ada V."]), sent("Hours!D2:D3", ["85"], ["70"])]
    api.post(f"{values}:batchUpdate", {**raw, "data": data})
    api.get(f"{values}:batchGet", ranges=["Hours!A1:A5", "Hours!D1:D5"])
    api.post(f"{values}/Hours!C4:D4:clear", {})
    api.get(f"{values}/Hours!A1:D20")
    api.post(f"{BASE}:batchUpdate", {"requests": [{"addSheet": {"properties": {"title": "April"}}}]})
    api.get(BASE)
    api.put(f"{values}/April!A1:B2", sent("April!A1:B2", ["Name", "Hours"], ["Ada", "3"]), **raw)
    api.get(f"{values}/April!A1:B10")
    api.get(f"{values}/Nowhere!A1:B2")


def other(api: Client) -> None:
    values, raw = f"{BASE}/values", {"valueInputOption": "USER_ENTERED"}
    api.get(BASE)
    api.get(f"{values}/Hours!A1:D20")
    api.get(f"{values}/Hours!B2:C4")
    api.put(f"{values}/Hours!D4", sent("Hours!D4", ["90"]), **raw)
    api.get(f"{values}/Hours!A1:D20")
    api.put(f"{values}/Hours!A2:B2", sent("Hours!A2:B2", ["Adele", "Build"]), **raw)
    api.get(f"{values}/Hours!A2:D2")
    api.post(f"{values}/Hours!A1:D1:append", sent("Hours!A1:D1", ["Finn", "Build", "40", "60"]), **raw)
    api.get(f"{values}/Hours!A1:D20")
    api.post(f"{values}/Hours!A1:D1:append", sent("Hours!A1:D1", ["Grace", "Design", "5", "75"]), **raw)
    api.get(f"{values}/Hours!A5:D8")
    api.post(f"{values}/Notes!A1:B1:append", sent("Notes!A1:B1", ["Friday", "Demo"]), **raw)
    api.get(f"{values}/Notes!A1:B10")
    data = [sent("Hours!B3", ["Sales"]), sent("Hours!C5:C6", ["22"], ["41"])]
    api.post(f"{values}:batchUpdate", {**raw, "data": data})
    api.get(f"{values}:batchGet", ranges=["Hours!A1:A6", "Hours!C1:C6"])
    api.post(f"{values}/Hours!A7:D7:clear", {})
    api.get(f"{values}/Hours!A1:D20")
    api.put(f"{values}/Hours!E1:E3", sent("Hours!E1:E3", ["Paid"], ["yes"], ["no"]), **raw)
    api.get(f"{values}/Hours!A1:E4")
    api.post(f"{BASE}:batchUpdate", {"requests": [{"addSheet": {"properties": {"title": "May"}}}]})
    api.get(BASE)
    api.put(f"{values}/May!A1:B1", sent("May!A1:B1", ["Name", "Paid"]), **raw)
    api.get(f"{values}/May!A1:B10")
    api.get(f"{values}/Missing!A1:B2")
    api.get(f"{values}/Hours!F1:G2")
