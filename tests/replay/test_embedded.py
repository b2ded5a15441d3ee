"""Documents with JSON in them: which recorded one is answered, what of it comes from the state, what stays."""

from __future__ import annotations

import base64
import hashlib
import json
from typing import Any

from awe_author.door.messages import Response, header
from awe_author.features.embedded import Document
from tests.replay.listed import NAVIGATION, ListedArchive, body_of
from tests.replay.test_enriched import ADD, DROP, JSON, A, App

HTML = [("Content-Type", "text/html; charset=utf-8"), ("X-App", "7"), ("ETag", '"a"'), ("Content-Length", "9")]
PAGES = """
  - id: home
    on: {request: "GET https://app.test/"}
    reply:
      like: recorded
      embedded:
        script#data:
          props:
            items: {each: state.items.values(), as: i, like: first, set: {id: i.id, name: i.name}}
            total: state.items.size()
        window.COUNT: {items: state.items.size()}
  - id: item
    on: {request: "GET https://app.test/items/*"}
    let: {item: "state.items[segments[0]]"}
    reply: {like: recorded, embedded: {"div#app@data-props": {item: {id: item.id, name: item.name}}}}
"""
ONE, TWO = {"id": 1, "name": "one", "kind": "k1"}, {"id": 2, "name": "two", "kind": "k2"}


def page(items: list[Any], note: str = "") -> bytes:
    data = json.dumps({"props": {"items": items, "total": len(items)}, "build": "x</y>"}).replace("</", "<\\/")
    code = f'window.COUNT = {{"items":{len(items)}, "of": 7}};'
    both = f'<script id="data" type="application/json">{data}</script><script>{code}</script>'
    return f"<!doctype html><p>{note}{both}".encode()


def one(item: Any) -> bytes:
    said = json.dumps({"item": item, "user": "ann"}).replace('"', "&quot;")
    return f'<!doctype html><div id="app" data-props="{said}"></div>'.encode()


def recorded() -> ListedArchive:
    archive = ListedArchive()
    archive.record("GET", A + "/", page([ONE, TWO]), HTML)
    archive.record(
        "POST",
        A + "/api/items",
        b'{"id":3,"name":"n"}',
        JSON,
        status=201,
        mime="application/json",
        body=b'{"name":"n"}',
    )
    archive.record("GET", A + "/", page([ONE, TWO, {"id": 3, "name": "n", "kind": "k3"}], "saved"), HTML)
    archive.record("GET", A + "/items/2", one(TWO), HTML)
    archive.record("DELETE", A + "/api/items/2", b"", [], status=204, mime="")
    return archive


async def values(app: App, path: str) -> dict[str, Any]:
    return Document(await shown(app, path)).values


async def shown(app: App, path: str) -> bytes:
    answer = await app.ask("GET", path, headers=NAVIGATION)
    assert (answer.status, header(answer.headers, "x-app")) == (200, "7")
    return unprepared(await body_of(answer))


def unprepared(body: bytes) -> bytes:
    """Without the prelude."""
    begin, end = body.find(b"<script>"), body.find(b"</script>") + 9
    return body[:begin] + body[end:] if b"currentScript" in body[begin:end] else body


async def test_while_the_state_is_the_recorded_one_the_document_is_too_to_the_byte() -> None:
    app = App(PAGES + ADD, recorded())
    assert await shown(app, "/") == page([ONE, TWO])
    assert await shown(app, "/items/2") == one(TWO)
    await app.json("POST", "/api/items", {"name": "n"})
    app.session.reset()
    assert Document(await shown(app, "/")).values["window.COUNT"] == {"items": 2, "of": 7}


async def test_what_was_made_changed_or_taken_away_is_in_it_and_what_the_model_does_not_know_stays() -> None:
    app = App(PAGES + ADD + DROP, recorded())
    await app.json("POST", "/api/items", {"name": "</script>"})
    assert await values(app, "/") == {
        "script#data": {
            "props": {"items": [ONE, TWO, {"id": 3, "name": "</script>", "kind": "k1"}], "total": 3},
            "build": "x</y>",
        },
        "window.COUNT": {"items": 3, "of": 7},
    }
    assert await values(app, "/items/3") == {
        "div#app@data-props": {"item": {**TWO, "id": 3, "name": "</script>"}, "user": "ann"}
    }
    await app.ask("DELETE", "/api/items/2")
    assert [item["id"] for item in (await values(app, "/"))["script#data"]["props"]["items"]] == [1, 3]
    assert (await app.ask("GET", "/items/2", headers=NAVIGATION)).status == 404
    assert app.logged("feature_fault") == []


async def test_the_recorded_document_that_is_due_is_taken() -> None:
    app = App(PAGES + ADD, recorded())
    assert b"saved" not in await shown(app, "/")
    await app.json("POST", "/api/items", {"name": "n"})
    assert await shown(app, "/") == page([ONE, TWO, {"id": 3, "name": "n", "kind": "k3"}], "saved")


async def test_a_redirect_or_a_page_without_the_json_is_answered_as_recorded() -> None:
    archive = ListedArchive()
    archive.record("GET", A + "/", b"", [("Location", "/login")], status=302)
    archive.record("GET", A + "/login", b"<title>Log in</title>", HTML)
    archive.record("POST", A + "/login", b"", [("Location", "/")], status=303, body=b"user=ann")
    archive.record("GET", A + "/", page([ONE, TWO]), HTML)
    app = App(PAGES + ADD, archive)
    assert (await app.ask("GET", "/", headers=NAVIGATION)).status == 302
    sent = [*NAVIGATION, ("Content-Type", "application/x-www-form-urlencoded")]
    assert (await app.ask("POST", "/login", b"user=ann", sent)).status == 303
    assert (await values(app, "/"))["window.COUNT"]["items"] == 2
    assert header((await app.ask("GET", "/", headers=NAVIGATION)).headers, "etag") is None


async def test_policies_allow_the_changed_script_and_nothing_else() -> None:
    def hash_of(text: bytes) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text).digest()).decode() + "'"

    def code(body: bytes) -> bytes:
        return body[body.rfind(b"<script>") + 8 : body.rfind(b"</script>")]

    recorded_code = code(page([ONE, TWO]))
    archive = recorded()
    entry = next(iter(archive.entries()))
    policy = f"script-src 'nonce-n' {hash_of(recorded_code)}; img-src *"
    archive.responses[entry.seq].headers += [
        ("Content-Security-Policy", policy),
        ("content-security-policy", "base-uri x"),
    ]
    app = App(PAGES + DROP, archive)
    before: Response = await app.ask("GET", "/", headers=NAVIGATION)
    assert hash_of(recorded_code) in str(before.headers)
    app = App(PAGES + DROP, archive)
    await app.ask("DELETE", "/api/items/1")
    after = await app.ask("GET", "/", headers=NAVIGATION)
    policies = [value for name, value in after.headers if name.lower() == "content-security-policy"]
    assert len(policies) == 2
    assert hash_of(code(await body_of(after))) in policies[0]
    assert hash_of(recorded_code) not in policies[0]
    assert policies[1] == "base-uri x"


async def test_json_that_no_recorded_document_has_is_a_fault_and_the_recording_answers() -> None:
    archive = recorded()
    archive.record("GET", A + "/old", b"<p>plain", HTML)
    feature = PAGES.replace("https://app.test/items/*", "https://app.test/old")
    app = App(feature.replace("state.items[segments[0]]", "state.items['1']"), archive)
    assert await shown(app, "/old") == b"<p>plain"
