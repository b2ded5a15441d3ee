"""A recorded app that answers what was never asked: Harbor CRM with features, in real browsers through real doors."""

from __future__ import annotations

import asyncio
import base64
import random
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from awe_author.browser.launch import arguments, find_chromium
from awe_author.cli.serve import serving
from awe_author.demo.store import PASSWORD, USER
from awe_author.door import CertificateAuthority
from awe_author.project.world import load_world
from awe_author.session.memory import MemoryStore
from tests.features.harbor import PUBLIC, make_mock

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
PATIENCE = 30_000
STATUSES = ["new", "contacted", "qualified", "won", "lost"]


@pytest.fixture(scope="module")
def mock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The mock of an app that is gone."""
    return asyncio.run(make_mock(tmp_path_factory.mktemp("harbor")))


@dataclass
class Service:
    """A served mock: its control API, and browsers that come by the doors of its sessions."""

    api: httpx.AsyncClient
    authority: CertificateAuthority
    playwright: Any

    async def open(self, **wanted: Any) -> dict[str, Any]:
        return (await self.api.post("/sessions", json=wanted)).raise_for_status().json()

    async def act(self, session: str, action: str, **params: Any) -> dict[str, Any]:
        body = {"app": "harbor", "action": action, "params": params}
        return (await self.api.post(f"/sessions/{session}/actions", json=body)).raise_for_status().json()

    async def leads(self, session: str) -> dict[str, Any]:
        state = (await self.api.get(f"/sessions/{session}/state")).raise_for_status().json()
        return state["value"]["harbor"]["leads"]

    async def events(self, session: str) -> list[dict[str, Any]]:
        return (await self.api.get(f"/sessions/{session}/events")).raise_for_status().json()["events"]

    @asynccontextmanager
    async def browser(self, session: dict[str, Any]) -> AsyncIterator[Browser]:
        flags = arguments(session["proxy"], self.authority.spki, lock_down=True)
        browser = await self.playwright.chromium.launch(executable_path=find_chromium(), args=flags)
        try:
            yield browser
        finally:
            await browser.close()

    def http(self, session: dict[str, Any]) -> httpx.AsyncClient:
        """A client that comes by the session's door, without a browser."""
        context = ssl.create_default_context(cafile=str(self.authority.ca_path))
        return httpx.AsyncClient(proxy=session["proxy"], verify=context, trust_env=False, base_url=PUBLIC)


@pytest_asyncio.fixture
async def service(mock: Path, tmp_path: Path) -> AsyncIterator[Service]:
    authority = CertificateAuthority.load(tmp_path / "ca")
    world = load_world(mock)
    async with serving(world, MemoryStore(), authority) as (_, ready), async_playwright() as playwright:
        headers = {"Authorization": f"Bearer {ready['token']}"}
        async with httpx.AsyncClient(base_url=ready["control"], headers=headers, trust_env=False, timeout=60) as api:
            yield Service(api, authority, playwright)


async def show(page: Page, path: str) -> None:
    """Open a page of the app; the first time that is the form to log in, as in the recording."""
    await page.goto(PUBLIC + path)
    if page.url.endswith("/login"):
        await page.fill("input[name=email]", USER)
        await page.fill("input[name=password]", PASSWORD)
        await page.click("button")
        await page.wait_for_selector("#leads tbody tr", timeout=PATIENCE)
        if path != "/leads":
            await page.goto(PUBLIC + path)
    await page.wait_for_selector("#leads tbody tr, #status harbor-badge, #top li", timeout=PATIENCE)


async def rows(page: Page) -> list[list[str]]:
    """Name, company, e-mail, status, value of each lead that is listed."""
    return await page.evaluate(
        """[...document.querySelectorAll("#leads tbody tr")].map((row) => [...row.cells].slice(0, 5).map((cell) =>
          cell.querySelector("harbor-badge")?.getAttribute("label") ?? cell.textContent))"""
    )


async def until(page: Page, script: str, wanted: Any = None) -> None:
    await page.wait_for_function(script, arg=wanted, timeout=PATIENCE)


async def total(page: Page, count: int) -> None:
    await until(page, "(n) => document.querySelector('#total').textContent === `${n} found`", count)


async def add(page: Page, name: str, company: str, value: str) -> None:
    await page.click("#new")
    for field, text in (("name", name), ("company", company), ("value", value)):
        await page.fill(f"#editor [name={field}]", text)
    await page.click("#save")


async def test_create_read_update_delete_by_the_pages_own_scripts(service: Service) -> None:
    session = await service.open()
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        await total(page, 57)
        await add(page, "Tove Nilsen", "Skerry Ropes", "1500")
        await total(page, 58)
        assert (await rows(page))[0] == ["Tove Nilsen", "Skerry Ropes", "", "new", "€1,500"]
        await page.click('td a:has-text("Tove Nilsen")')
        await until(page, "() => document.querySelector('#edit [name=name]')?.value === 'Tove Nilsen'")
        assert page.url == f"{PUBLIC}/leads/58"
        await page.select_option("#edit [name=status]", "won")
        await page.fill("#edit [name=company]", "Skerry Ropes AS")
        await page.click("#edit #save")
        await until(page, "() => document.querySelector('#status harbor-badge').getAttribute('label') === 'won'")
        await page.reload()
        await until(page, "() => document.querySelector('#edit [name=company]')?.value === 'Skerry Ropes AS'")
        assert (await service.leads(session["id"]))["58"]["status"] == "won"
        page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
        await page.click("#delete")
        await page.wait_for_selector("#leads tbody tr", timeout=PATIENCE)
        await total(page, 57)
    assert "58" not in await service.leads(session["id"])
    done = [event for event in await service.events(session["id"]) if event["kind"] == "action"]
    assert [(one["feature"], one["action"]) for one in done] == [
        ("leads.create", "create_lead"),
        ("leads.update", "update_lead"),
        ("leads.delete", "delete_lead"),
    ]
    assert done[0]["cause"] == {
        "type": "request",
        "method": "POST",
        "url": f"{PUBLIC}/api/leads",
        "page": f"{PUBLIC}/leads",
    }


async def test_search_sort_page_and_count_of_what_was_never_asked(service: Service) -> None:
    session = await service.open()
    leads = await service.leads(session["id"])
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        await page.click("th[data-sort=value]")
        await until(page, "() => document.querySelector('th[data-sort=value]').hasAttribute('aria-sort')")
        ordered = sorted(sorted(leads.values(), key=lambda one: int(one["id"])), key=lambda one: one["value"])
        assert [row[0] for row in await rows(page)] == [one["name"] for one in ordered[:10]]
        for number in (2, 3):
            await page.click("#next")
            await until(page, "(n) => document.querySelector('#page').textContent.startsWith(`Page ${n} `)", number)
        assert [row[0] for row in await rows(page)] == [one["name"] for one in ordered[20:30]]
        wanted = [one for one in ordered if "blue quay" in one["company"].lower()]
        await page.fill("#search", "blue quay")
        await total(page, len(wanted))
        assert [row[0] for row in await rows(page)] == [one["name"] for one in wanted[:10]]
        await page.fill("#search", "nobody at all")
        await total(page, 0)
        assert await rows(page) == []


async def test_an_error_is_shown_as_the_app_shows_it(service: Service) -> None:
    session = await service.open()
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        await add(page, "Somebody", "Some firm", "much")
        await until(page, "() => document.querySelector('[data-error=value]').textContent !== ''")
        assert await page.text_content("[data-error=value]") == "must be a whole number"
        assert await page.text_content("[data-error=company]") == ""
        await page.fill("#editor [name=value]", "7")
        await page.click("#save")
        await total(page, 58)
    assert len(await service.leads(session["id"])) == 58


async def test_graphql_shows_the_state_and_changes_it(service: Service) -> None:
    session = await service.open()
    await service.act(session["id"], "create_lead", name="Top Dog", company="Kennel", value=990_000)
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/dashboard")
        assert await page.text_content("#top li") == "Top Dog, Kennel: €990,000"
        moved = await page.evaluate(
            """async () => { const {graphql} = await import("/static/common.js");
            return graphql("MoveLead", "mutation MoveLead", {id: 58, status: "won"}); }"""
        )
        assert moved == {"moveLead": {"id": 58, "status": "won"}}
        await page.reload()
        await page.wait_for_selector("#top li", timeout=PATIENCE)
        with_won = await page.evaluate(
            """async () => { const {graphql} = await import("/static/common.js");
            return (await graphql("Pipeline", "query Pipeline { pipeline { status leads value } }")).pipeline; }"""
        )
    state = await service.leads(session["id"])
    assert with_won == [
        {
            "status": status,
            "leads": sum(one["status"] == status for one in state.values()),
            "value": sum(one["value"] for one in state.values() if one["status"] == status),
        }
        for status in STATUSES
    ]


async def test_a_plain_form_is_answered_by_a_redirect_to_the_new_page(service: Service) -> None:
    session = await service.open()
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        await page.evaluate(
            """() => { document.body.insertAdjacentHTML("beforeend", `<form method="post" action="/leads/quick" id="q">
            <input name="name" value="Form Fill"><input name="company" value="Åre & Co"><button>go</button></form>`);
            document.querySelector("#q").submit(); }"""
        )
        await page.wait_for_url("**/leads/58", timeout=PATIENCE)
        await until(page, "() => document.querySelector('#edit [name=company]')?.value === 'Åre & Co'")
    async with service.http(session) as client:
        answer = await client.post("/leads/quick", data={"name": "Again", "company": "C"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/leads/59")
        refused = await client.post("/leads/quick", data={"name": "Again"}, headers={"Accept": "text/html"})
        assert refused.status_code == 422
        assert "is required" in refused.text


async def test_files_go_through_the_state(service: Service) -> None:
    session = await service.open()
    content = bytes(range(256)) * 40
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads/1")
        sent = {"name": "plan ü.bin", "mimeType": "application/x-plan", "buffer": content}
        await page.set_input_files("#upload", files=[sent])
        await page.wait_for_selector("#files li", timeout=PATIENCE)
        assert await page.text_content("#files li") == "plan ü.bin 10240 bytes"
        async with page.expect_download(timeout=PATIENCE) as waiting:
            await page.click("#files li a")
        download = await waiting.value
        assert download.suggested_filename == "plan ü.bin"
        assert await asyncio.to_thread(Path(await download.path()).read_bytes) == content
    state = (await service.api.get(f"/sessions/{session['id']}/state")).json()["value"]["harbor"]
    assert base64.b64decode(state["files"]["1"]["content"]["data"]) == content
    async with service.http(session) as client:
        assert (await client.get("/api/files/1")).headers["content-type"] == "application/x-plan"
        assert (await client.delete("/api/leads/1")).status_code == 204
        assert (await client.get("/api/files?lead=1")).json() == {"items": []}
        gone = await client.get("/api/leads/1")
        assert (gone.status_code, gone.json()["error"]) == (404, "There is no 1.")


async def test_two_sessions_never_mix_and_two_tabs_of_one_agree(service: Service) -> None:
    one, two = await service.open(), await service.open()
    async with service.browser(one) as first, service.browser(two) as second:
        context = await first.new_context()
        left, right, other = await context.new_page(), await context.new_page(), await second.new_page()
        for page in (left, right, other):
            await show(page, "/leads")
        await add(left, "Only In One", "Left", "1")
        await total(left, 58)
        await right.reload()
        await total(right, 58)
        assert (await rows(right))[0][0] == "Only In One"
        for name in ("Only In Two", "Also In Two"):
            await add(other, name, "Right", "2")
            await until(other, "(n) => document.querySelector('#leads tbody td').textContent === n", name)
        await total(other, 59)
        await left.reload()
        await total(left, 58)
    assert {lead["company"] for lead in (await service.leads(one["id"])).values()}.isdisjoint({"Right"})
    assert {lead["company"] for lead in (await service.leads(two["id"])).values()}.isdisjoint({"Left"})


async def test_reset_rewind_and_branch_show_at_once_also_by_cache_worker_and_history(service: Service) -> None:
    session = await service.open()
    id = session["id"]
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        await until(page, "() => navigator.serviceWorker.controller !== null")
        await service.act(id, "create_lead", name="First", company="A", value=1)
        await service.api.post(f"/sessions/{id}/snapshot", json={"label": "first"})
        await page.reload()
        await total(page, 58)
        await add(page, "Second", "B", "2")
        await total(page, 59)
        await page.goto(PUBLIC + "/dashboard")
        await page.wait_for_selector("#top li", timeout=PATIENCE)
        (await service.api.post(f"/sessions/{id}/rewind", json={"to": "first"})).raise_for_status()
        await page.go_back()
        await total(page, 58)
        assert (await rows(page))[0][0] == "First"
        branch = (await service.api.post(f"/sessions/{id}/branch", json={})).raise_for_status().json()
        await add(page, "Third", "C", "3")
        await total(page, 59)
        async with service.browser(branch) as other:
            beside = await other.new_page()
            await show(beside, "/leads")
            await total(beside, 58)
        (await service.api.post(f"/sessions/{id}/reset", json={})).raise_for_status()
        await page.reload()
        await total(page, 57)
        kept = await page.evaluate("async () => (await fetch('/api/leads?q=third', {cache: 'force-cache'})).json()")
        assert kept["total"] == 0


async def test_a_socket_tells_of_changes_and_takes_messages(service: Service) -> None:
    session = await service.open()
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        await page.evaluate(
            """() => { window.said = []; const socket = new WebSocket("wss://crm.harbor.test/ws/notifications");
            socket.onmessage = ({data}) => said.push(JSON.parse(data)); window.socket = socket;
            return new Promise((done) => { socket.onopen = done; }); }"""
        )
        await page.evaluate("() => socket.send(JSON.stringify({type: 'rename', id: '3', name: 'New Name'}))")
        await until(page, "() => said.some((one) => one.type === 'renamed' && one.id === '3')")
        await page.evaluate("() => socket.send(JSON.stringify({type: 'rename', id: '999', name: 'x'}))")
        await until(page, "() => said.some((one) => one.type === 'refused')")
        await service.act(session["id"], "create_lead", name="Pushed", company="P", value=1)
        await until(page, "() => said.some((one) => one.text === '58 leads')")
    assert (await service.leads(session["id"]))["3"]["name"] == "New Name"


async def test_random_actions_by_the_control_api_are_what_the_page_shows(service: Service) -> None:
    dice = random.Random(20)
    session = await service.open()
    id = session["id"]
    async with service.browser(session) as browser:
        page = await browser.new_page()
        await show(page, "/leads")
        for turn in range(12):
            for _ in range(dice.randrange(1, 6)):
                await random_step(service, id, dice, turn)
            await page.reload()
            leads = await service.leads(id)
            await total(page, len(leads))
            newest = sorted(sorted(leads.values(), key=lambda one: int(one["id"])), key=lambda one: -one["updated"])
            assert [[row[0], row[1], row[3]] for row in await rows(page)] == [
                [one["name"], one["company"], one["status"]] for one in newest[:10]
            ]


async def random_step(service: Service, id: str, dice: random.Random, turn: int) -> None:
    """One random step: an action, or a move in the session's history."""
    leads = list(await service.leads(id))
    kind = dice.randrange(10)
    if kind < 4:
        await service.act(
            id, "create_lead", name=f"N{turn}", company=f"C{dice.randrange(99)}", value=dice.randrange(999)
        )
    elif kind < 6:
        changes = {"status": dice.choice(STATUSES), "name": f"R{dice.randrange(99)}"}
        await service.act(id, "update_lead", id=dice.choice(leads), changes=changes)
    elif kind < 8:
        await service.act(id, "delete_lead", id=dice.choice(leads))
    elif kind == 8:
        await service.api.post(f"/sessions/{id}/reset", json={})
    else:
        events = await service.events(id)
        await service.api.post(f"/sessions/{id}/rewind", json={"to": dice.choice(events)["node"]})
