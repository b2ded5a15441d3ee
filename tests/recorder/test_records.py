"""Further records of apps whose pages scripts make: which are opened after the steps, and which are not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from awe_author.archive.reader import open_archive
from awe_author.recorder.record import record
from awe_author.recorder.records import Asked, more_records
from tests.recorder.apps import LiveApp, live_app
from tests.recorder.test_record import PUBLIC, authority, plan

UUIDS = [f"0b9f7a52-3c1e-4f6a-9d0e-00000000000{place}" for place in range(4)]


def boats(*keys: int | str) -> Asked:
    return Asked(f"{PUBLIC}/api/boats", "", {"data": [{"id": key, "name": f"Boat {key}"} for key in keys]})


def boat(key: int | str, **more: Any) -> Asked:
    return Asked(f"{PUBLIC}/api/boats/{key}", "", {"id": key, "name": f"Boat {key}", **more})


def more(opened: str, *asked: Asked, most: int = 20) -> list[str]:
    return [url.removeprefix(PUBLIC) for url in more_records([PUBLIC + opened], asked, most)]


@pytest.mark.parametrize(
    ("opened", "others"),
    [
        ("/boats/2", ["/boats/1", "/boats/3"]),
        ("/boats/2/edit?view=all", ["/boats/1/edit?view=all", "/boats/3/edit?view=all"]),
        ("/app?boat=2", ["/app?boat=1", "/app?boat=3"]),
        ("/admin/#/boats/2", ["/admin/#/boats/1", "/admin/#/boats/3"]),
        ("/boats", []),
        ("/boats/9", []),
        ("/boats?page=2", []),
        ("/boats/page/2", []),
        ("/boats/2/delete", []),
    ],
)
def test_parts_of_addresses(opened: str, others: list[str]) -> None:
    assert more(opened, boats(1, 2, 3), boat(2, length=9)) == others


def test_one_that_no_request_named() -> None:
    assert more("/boats/2", boats(1, 2, 3)) == []


def test_numbers_that_others_have_too() -> None:
    crews = Asked(
        f"{PUBLIC}/api/crews", "", [{"id": key, "captain": "Ada", "seats": 4, "home": "Ely"} for key in (2, 7)]
    )
    assert more("/boats/2", boats(1, 2), crews, boat(2)) == ["/boats/1"]


def test_keys_in_bodies() -> None:
    asked = Asked(
        f"{PUBLIC}/graphql", json.dumps({"variables": {"id": UUIDS[1]}}), {"boat": {"id": UUIDS[1], "name": ""}}
    )
    assert more(f"/boats/{UUIDS[1]}", boats(*UUIDS), asked) == [f"/boats/{key}" for key in UUIDS if key != UUIDS[1]]


def named(*names: str) -> Asked:
    return Asked(f"{PUBLIC}/api/sites", "", [{"id": key, "name": name} for key, name in enumerate(names)])


def site(name: str, **more: Any) -> Asked:
    return Asked(f"{PUBLIC}/api/sites/{name}", "", {"id": 1, "name": name, **more})


@pytest.mark.parametrize(
    ("opened", "others"),
    [
        ("/sites/old-mill", ["/sites/north.quay", "/sites/Shed_2"]),
        ("/app?site=old-mill", ["/app?site=north.quay", "/app?site=Shed_2"]),
        ("/sites/old-mill/boats/2", []),
        ("/app?old-mill=1", []),
        ("/old-mill/delete", []),
    ],
)
def test_words_in_addresses(opened: str, others: list[str]) -> None:
    sites = named("north.quay", "old-mill", "Shed_2", "logout")
    assert more(opened, sites, site("old-mill", crew=[{"name": "Ada"}, {"name": "Ben"}])) == others


def test_words_that_only_lists_have() -> None:
    sites = named("north.quay", "old-mill")
    assert more("/sites/old-mill", sites, Asked(f"{PUBLIC}/api/old-mill", "", sites.reply)) == []


def test_records_within_rows() -> None:
    edges = [{"cursor": f"c{key}", "node": {"id": key, "name": f"Boat {key}", "crew": 4}} for key in (1, 2, 3)]
    rows = Asked(f"{PUBLIC}/api/search", "", {"edges": edges})
    assert more("/boats/2", rows, boat(2, crew=4)) == ["/boats/1", "/boats/3"]


def test_so_many_and_of_each() -> None:
    crews = Asked(f"{PUBLIC}/api/crews", "", [{"no": key, "captain": "Ada"} for key in UUIDS])
    crew = Asked(f"{PUBLIC}/api/crews/{UUIDS[0]}", "", {"no": UUIDS[0], "captain": "Ada"})
    opened = [f"{PUBLIC}/boats/1", f"{PUBLIC}/crews/{UUIDS[0]}"]
    found = more_records(opened, [boats(*range(1, 30)), boat(1), crews, crew], 4)
    assert found == [
        f"{PUBLIC}/boats/2",
        f"{PUBLIC}/crews/{UUIDS[1]}",
        f"{PUBLIC}/boats/3",
        f"{PUBLIC}/crews/{UUIDS[2]}",
    ]


class Scripted(LiveApp):
    """Lists boats whose rows are no links: a script opens `/boats/2`. The page of the third one saves as it comes."""

    def _answer(self, path: str, body: bytes) -> bytes:
        kind, content = "application/json", b""
        if path == "/api/boats":
            content = json.dumps([{"id": key, "name": f"Boat {key}"} for key in (1, 2, 3, 4)]).encode()
        elif path.startswith("/api/boats/"):
            key = int(path.rpartition("/")[2])
            content = json.dumps({"id": key, "name": f"Boat {key}", "length": key * 3}).encode()
        elif path == "/" or path.startswith("/boats/"):
            kind, content = "text/html; charset=utf-8", PAGE.encode()
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n\r\n"
        return head.encode() + content


PAGE = """<!doctype html><title>Harbour</title><main></main><script>
const main = document.querySelector("main"), ask = (path, init) => fetch("/api" + path, init).then(r => r.json())
async function show() {
  const key = location.pathname.split("/")[2]
  if (key) {
    const boat = await ask("/boats/" + key)
    await fetch("/api/seen", {method: "PATCH", body: key})
    if (key === "3") await fetch("/api/boats/3", {method: "PUT", body: "{}"})
    main.textContent = `${boat.name}, ${boat.length} metres`
    return
  }
  for (const {id, name} of await ask("/boats")) {
    const row = document.createElement("p")
    row.id = "boat" + id
    row.textContent = name
    row.onclick = () => { history.pushState({}, "", "/boats/" + id); main.replaceChildren(); show() }
    main.append(row)
  }
}
show()
</script>"""


@pytest.mark.browser
@pytest.mark.parametrize(("most", "paths"), [(0, []), (1, ["/boats/1"]), (20, ["/boats/1"])])
async def test_after_the_steps(tmp_path: Path, most: int, paths: list[str]) -> None:
    steps = '[{goto: "/"}, {click: "#boat2"}, {wait: "text=6 metres"}, {page: boat}]'
    async with live_app(made=Scripted) as app:
        found = await record(plan(app, tmp_path, steps, rows=most), authority=authority(tmp_path))
    assert (found.ok, found.further) == (True, len(paths))
    with open_archive([found.written.path]) as archive:
        assert archive.recording is not None
        kept = [(step.verb, step.url) for step in archive.recording.steps[4:]]
        asked = {entry.url.removeprefix(PUBLIC) for entry in archive.entries()}
    assert kept == [("goto", PUBLIC + path) for path in paths]
    assert {f"/api{path}" for path in paths} <= asked
    assert not {"/api/boats/3", "/api/boats/4"} & asked, "the third one changed something as it came"
