"""The mocks of the repository, Ghost and Label Studio in one world: served to Chromium with nothing behind."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
import yaml
from playwright.async_api import Page, async_playwright

from awe_author.browser.launch import arguments, find_chromium
from awe_author.cli.serve import serving
from awe_author.door import CertificateAuthority
from awe_author.project.world import load_world
from awe_author.session.memory import MemoryStore

ROOT = Path(__file__).parents[2]
APPS = ("ghost", "labelstudio")
BLOG, LABEL = "https://blog.acme.test", "https://label.acme.test"
PATIENCE = 60_000
pytestmark = [pytest.mark.browser, pytest.mark.timeout(420)]


def world_file(folder: Path) -> Path:
    """One world of both mocks."""
    apps = {
        app: {
            "model": str(ROOT / "state_models" / app / "model.json"),
            "recording": str(ROOT / "recordings" / app / f"{app}.wacz"),
            "features": str(ROOT / "enrichment" / app),
        }
        for app in APPS
    }
    file = folder / "world.yaml"
    clock = {"start": "2026-11-22T06:00:00Z", "step": "PT1S"}
    file.write_text(yaml.safe_dump({"world": "desk", "apps": apps, "clock": clock, "seed": 7}), encoding="utf-8")
    return file


class Desk:
    """The world, its control API, and one browser in front of one session."""

    def __init__(self, api: httpx.AsyncClient, session: dict[str, Any], page: Page) -> None:
        self.api, self.session, self.page = api, session, page

    async def state(self, app: str) -> dict[str, Any]:
        found = (await self.api.get(f"/sessions/{self.session['id']}/state")).raise_for_status().json()
        value: dict[str, Any] = found["value"][app]
        return value

    async def act(self, app: str, action: str, **params: Any) -> dict[str, Any]:
        body = {"app": app, "action": action, "params": params}
        answer = await self.api.post(f"/sessions/{self.session['id']}/actions", json=body)
        made: dict[str, Any] = answer.raise_for_status().json()
        return made

    async def ask(self, method: str, url: str, body: Any = None) -> Any:
        """What the page's own script would be answered."""
        script = """async ([method, url, body]) => {
            const answer = await fetch(url, {method, headers: {'content-type': 'application/json'},
                                             body: body === null ? undefined : JSON.stringify(body)});
            const text = await answer.text();
            return {status: answer.status, json: text ? JSON.parse(text) : null};
        }"""
        return await self.page.evaluate(script, [method, url, body])


@pytest_asyncio.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Desk]:
    authority = CertificateAuthority.load(tmp_path / "ca")
    world = load_world(world_file(tmp_path))
    async with serving(world, MemoryStore(), authority) as (_, ready), async_playwright() as playwright:
        headers = {"Authorization": f"Bearer {ready['token']}"}
        async with httpx.AsyncClient(base_url=ready["control"], headers=headers, trust_env=False, timeout=60) as api:
            session = (await api.post("/sessions", json={})).raise_for_status().json()
            flags = arguments(session["proxy"], authority.spki, lock_down=True)
            browser = await playwright.chromium.launch(executable_path=find_chromium(), args=flags)
            try:
                page = await browser.new_page()
                page.set_default_timeout(PATIENCE)
                yield Desk(api, session, page)
            finally:
                await browser.close()


async def sign_in_blog(desk: Desk) -> None:
    page = desk.page
    await page.goto(BLOG + "/ghost/")
    await page.fill("input[name=identification]", "admin@example.com")
    await page.fill("input[name=password]", "any will do")
    await page.click("button[type=submit]")
    await page.wait_for_selector(".gh-nav")


async def test_posts_of_the_blog_are_written_listed_found_changed_and_deleted(desk: Desk) -> None:
    await sign_in_blog(desk)
    page = desk.page
    made = await desk.act(
        "ghost", "create_post", title="Roof garden opens", slug="roof-garden-opens", status="published", tags=[]
    )
    key = made["event"]["result"]["id"] if "event" in made else made["result"]["id"]
    await page.goto(BLOG + "/ghost/#/posts")
    row = page.locator(".gh-posts-list-item-group", has_text="Roof garden opens")
    await row.wait_for()
    found = await desk.ask("GET", f"/ghost/api/admin/posts/{key}/?formats=mobiledoc%2Clexical")
    assert found["json"]["posts"][0]["title"] == "Roof garden opens"
    url = f"/ghost/api/admin/posts/{key}/?formats=mobiledoc%2Clexical"
    changed = await desk.ask(
        "PUT", url, {"posts": [{"id": key, "title": "Roof garden is open", "slug": "roof-garden"}]}
    )
    assert changed["json"]["posts"][0]["url"] == BLOG + "/roof-garden/"
    assert (await desk.state("ghost"))["posts"][key]["title"] == "Roof garden is open"
    await page.reload()
    await page.locator(".gh-posts-list-item-group", has_text="Roof garden is open").wait_for()
    searched = await desk.ask("GET", "/ghost/api/admin/search-index/posts/")
    assert "Roof garden is open" in [one["title"] for one in searched["json"]["posts"]]
    gone = await desk.ask("DELETE", url)
    assert gone["status"] == 204
    await page.reload()
    await page.locator(".gh-posts-list-item-group").first.wait_for()
    assert await page.locator(".gh-posts-list-item-group", has_text="Roof garden").count() == 0


async def test_a_save_that_does_not_know_the_last_change_is_refused(desk: Desk) -> None:
    """Two saves of one editor at once: the second still says when the first had found the post."""
    await sign_in_blog(desk)
    posts = (await desk.state("ghost"))["posts"]
    draft = next(post for post in posts.values() if post["status"] == "draft")
    url = f"/ghost/api/admin/posts/{draft['id']}/?formats=mobiledoc%2Clexical"
    known = {"id": draft["id"], "title": draft["title"], "updated_at": draft["updated_at"]}
    published = await desk.ask("PUT", url, {"posts": [{**known, "status": "published"}]})
    assert published["json"]["posts"][0]["status"] == "published"
    late = await desk.ask("PUT", url, {"posts": [{**known, "status": "draft"}]})
    assert (late["status"], late["json"]["errors"][0]["code"]) == (409, "UPDATE_COLLISION")
    last = {**known, "updated_at": published["json"]["posts"][0]["updated_at"], "title": "Known"}
    assert (await desk.ask("PUT", url, {"posts": [last]}))["json"]["posts"][0]["title"] == "Known"
    assert (await desk.state("ghost"))["posts"][draft["id"]]["status"] == "published"


async def test_posts_are_sorted_filtered_and_paged_as_asked(desk: Desk) -> None:
    await sign_in_blog(desk)
    posts = (await desk.state("ghost"))["posts"]
    titles = sorted(one["title"] for one in posts.values())
    base = "/ghost/api/admin/posts/?formats=mobiledoc%2Clexical"
    answer = await desk.ask("GET", f"{base}&limit=4&page=2&order=title%20asc")
    assert [one["title"] for one in answer["json"]["posts"]] == titles[4:8]
    assert answer["json"]["meta"]["pagination"]["total"] == len(titles)
    drafts = await desk.ask("GET", f"{base}&limit=30&page=1&filter=status%3Adraft&order=title%20desc")
    wanted = sorted((one["title"] for one in posts.values() if one["status"] == "draft"), reverse=True)
    assert [one["title"] for one in drafts["json"]["posts"]] == wanted
    tagged = await desk.ask("GET", f"{base}&limit=30&page=1&filter=tag%3Anews")
    assert {one["title"] for one in tagged["json"]["posts"]} == {
        one["title"] for one in posts.values() if any(tag["slug"] == "news" for tag in one["tags"])
    }


async def test_a_post_with_a_new_tag_makes_the_tag_and_deleting_the_tag_takes_it_off(desk: Desk) -> None:
    post = sorted((await desk.state("ghost"))["posts"])[0]
    await desk.act("ghost", "update_post", id=post, changes={"tags": [{"name": "Open Day"}]})
    state = await desk.state("ghost")
    tag = next(one for one in state["tags"].values() if one["name"] == "Open Day")
    assert tag["slug"] == "open-day"
    assert [one["id"] for one in state["posts"][post]["tags"]] == [tag["id"]]
    await sign_in_blog(desk)
    listed = await desk.ask("GET", "/ghost/api/admin/tags/?limit=100&page=1&order=name%20asc&include=count.posts")
    assert {one["name"]: one["count"]["posts"] for one in listed["json"]["tags"]}["Open Day"] == 1
    await desk.act("ghost", "delete_tag", id=tag["id"])
    state = await desk.state("ghost")
    assert tag["id"] not in state["tags"]
    assert state["posts"][post]["tags"] == []


async def test_a_published_post_has_a_page_of_its_own(desk: Desk) -> None:
    await desk.act("ghost", "create_post", title="The lift works", slug="the-lift-works", status="published", tags=[])
    await desk.page.goto(BLOG + "/the-lift-works/")
    await desk.page.wait_for_selector("h1")
    assert await desk.page.locator("h1.gh-article-title").inner_text() == "The lift works"


async def test_the_front_page_shows_what_is_published_and_nothing_that_is_not(desk: Desk) -> None:
    titles = desk.page.locator("h3.gh-card-title")
    await desk.page.goto(BLOG + "/")
    assert await titles.count() == 11
    await sign_in_blog(desk)
    told = {"title": "The lift works", "slug": "the-lift-works", "status": "draft"}
    made = (await desk.ask("POST", "/ghost/api/admin/posts/", {"posts": [told]}))["json"]["posts"][0]
    url = f"/ghost/api/admin/posts/{made['id']}/"
    assert (await desk.page.goto(BLOG + "/the-lift-works/")).status == 404  # type: ignore[union-attr]
    assert await desk.page.inner_text("h1") == "404"
    await desk.page.goto(BLOG + "/ghost/")
    published = {"id": made["id"], "status": "published", "updated_at": made["updated_at"]}
    assert (await desk.ask("PUT", url, {"posts": [published]}))["status"] == 200
    await desk.page.goto(BLOG + "/")
    assert (await titles.all_inner_texts())[:2] == ["The lift works", "Field guide 9"]
    assert await desk.page.locator("a.gh-card-link").first.get_attribute("href") == "/the-lift-works/"
    await desk.page.goto(BLOG + "/tag/news/")
    assert await desk.page.inner_text("h1.gh-article-title") == "News"
    assert await titles.all_inner_texts() == ["Field guide 5", "Coming soon"]
    await desk.page.goto(BLOG + "/")
    await desk.act("ghost", "delete_post", id=made["id"])
    await desk.page.wait_for_function("document.querySelectorAll('h3.gh-card-title').length === 11")
    assert (await desk.page.goto(BLOG + "/winter-update/")).status == 404  # type: ignore[union-attr]


async def test_errors_are_those_of_the_app(desk: Desk) -> None:
    await sign_in_blog(desk)
    url = f"/ghost/api/admin/posts/{'6b' * 12}/"
    for method, verb in (("GET", "read"), ("PUT", "edit"), ("DELETE", "delete")):
        body = {"posts": [{"title": "Nobody's"}]} if method == "PUT" else None
        answer = await desk.ask(method, url, body)
        assert answer["status"] == 404
        (error,) = answer["json"]["errors"]
        assert error["message"] == f"Resource not found error, cannot {verb} post."
        assert (error["context"], error["type"]) == ("Post not found.", "NotFoundError")
    for told, why in (
        ({}, "Validation failed for posts[0]."),
        ({"title": "x" * 300}, "Value in [posts.title] exceeds"),
    ):
        answer = await desk.ask(
            "POST", "/ghost/api/admin/posts/", {"posts": [{"slug": "x", "status": "draft", **told}]}
        )
        assert answer["status"] == 422
        (error,) = answer["json"]["errors"]
        assert error["message"] == "Validation error, cannot save post."
        assert error["context"].startswith(why)
    answer = await desk.ask("POST", "/ghost/api/admin/tags/", {"tags": [{}]})
    assert (answer["status"], answer["json"]["errors"][0]["context"]) == (422, "Validation failed for tags[0].")


async def test_projects_are_listed_opened_changed_searched_sorted_and_deleted(desk: Desk) -> None:
    page = desk.page
    await page.goto(LABEL + "/user/login/")
    await page.fill("input[name=email]", "admin@example.com")
    await page.fill("input[name=password]", "any will do")
    await page.click("button[type=submit]")
    await page.wait_for_selector('a:has-text("Support sentiment")')
    made = await desk.ask("POST", "/api/projects", {"title": "Invoice topics", "is_draft": False})
    key = made["json"]["id"]
    assert made["status"] == 201
    assert key == 3
    await page.goto(LABEL + "/projects/")
    await page.wait_for_selector('a.lsf-projects-page__link:has-text("Invoice topics")')
    changed = await desk.ask("PATCH", f"/api/projects/{key}", {"title": "Receipts", "description": "All of them"})
    assert (changed["json"]["title"], changed["json"]["id"]) == ("Receipts", key)
    view = await desk.ask(
        "POST", f"/api/dm/views?tabID=0&project={key}", {"project": key, "data": {"title": "Default"}}
    )
    assert view["status"] == 201
    by_title = await desk.ask("GET", "/api/projects?page=1&page_size=30&ordering=title")
    assert [one["title"] for one in by_title["json"]["results"]] == ["Entities", "Receipts", "Support sentiment"]
    found = await desk.ask("GET", "/api/projects?page=1&page_size=30&title=receipt")
    assert [one["title"] for one in found["json"]["results"]] == ["Receipts"]
    assert found["json"]["count"] == 1
    await page.reload()
    await page.wait_for_selector('a.lsf-projects-page__link:has-text("Receipts")')
    gone = await desk.ask("DELETE", f"/api/projects/{key}")
    state = await desk.state("labelstudio")
    assert gone["status"] == 204
    assert str(key) not in state["projects"]
    assert [one for one in state["views"].values() if str(one["project"]) == str(key)] == []
    await page.reload()
    await page.wait_for_selector('a.lsf-projects-page__link:has-text("Support sentiment")')
    assert await page.locator("a.lsf-projects-page__link", has_text=re.compile("Receipts")).count() == 0
