"""The Starlette application: pages, log-in, and one connection to the data shared by all handlers."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from jinja2 import Environment, PackageLoader, select_autoescape
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from awe_author.demo import api, live, store
from awe_author.demo.compression import Compression

COOKIE = "harbor_session"
PAGES = {"leads": "Leads", "dashboard": "Dashboard", "files": "Files", "settings": "Settings"}
HERE = Path(__file__).parent

Handler = Callable[[Request], Awaitable[Response]]
_templates = Environment(
    loader=PackageLoader("awe_author.demo", "templates"), autoescape=select_autoescape(default=True)
)


def create_app(folder: Path, seeded: float | None = None) -> Starlette:
    """Harbor CRM with fresh data in `folder`, as entered before the moment `seeded` (default: now)."""
    app = Starlette(
        routes=[
            Route("/", home),
            Route("/login", login_form),
            Route("/login", login, methods=["POST"]),
            Route("/logout", logout, methods=["POST"]),
            *[Route(f"/{name}", page(name, title)) for name, title in PAGES.items()],
            Route("/leads/{lead:int}", lead_page),
            Route("/embed/help", embedded_help),
            Route("/sw.js", service_worker),
            WebSocketRoute("/ws/notifications", live.notifications),
            Mount("/api", routes=api.routes(), middleware=[Middleware(LoggedIn)]),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        middleware=[Middleware(Compression)],
        lifespan=_lifespan,
    )
    app.state.db = store.open_store(folder / "harbor.sqlite", seeded)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.changed = asyncio.Condition()
    yield
    app.state.db.close()


class LoggedIn:
    """ASGI middleware: 401 without a session; 403 for a change without the session's CSRF token."""

    def __init__(self, app: object) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, object], receive: object, send: object) -> None:
        request = Request(scope)
        found = session(request)
        answer: Response | None = None
        if found is None or not found["user"]:
            answer = api.problem(401, "log in first")
        elif request.method != "GET" and request.headers.get("x-csrf-token") != found["csrf"]:
            answer = api.problem(403, "the CSRF token is wrong")
        await (answer or self.app)(scope, receive, send)  # type: ignore[operator]


def session(request: Request) -> dict[str, str] | None:
    return store.get_session(request.app.state.db, request.cookies.get(COOKIE, ""))


def render(name: str, status: int = 200, **values: object) -> HTMLResponse:
    html = _templates.get_template(f"{name}.html").render(pages=PAGES, **values)
    return HTMLResponse(html, status, headers={"cache-control": "no-store"})


def page(name: str, title: str) -> Handler:
    """Handler of the page `templates/<name>.html` for people who are logged in."""

    async def show(request: Request) -> Response:
        found = session(request)
        if found is None or not found["user"]:
            return RedirectResponse("/login", 303)
        return render(name, title=title, current=name, session=found)

    return show


async def home(request: Request) -> Response:
    return RedirectResponse("/leads", 302)


async def lead_page(request: Request) -> Response:
    if (lead := store.get_lead(request.app.state.db, request.path_params["lead"])) is None:
        return render("missing", 404, title="Not found", current="leads", session=session(request) or {"user": ""})
    return await page("lead", lead["name"])(request)


async def login_form(request: Request) -> Response:
    fresh = store.new_session(request.app.state.db, None)
    return _with_cookie(request, render("login", title="Log in", session=fresh), fresh)


async def login(request: Request) -> Response:
    form, before, db = await request.form(), session(request), request.app.state.db
    if before is None or form.get("csrf") != before["csrf"]:
        return render(
            "login", 403, title="Log in", session=before or {"csrf": ""}, error="The form is too old. Try again."
        )
    if form.get("email") != store.USER or form.get("password") != store.PASSWORD:
        return render("login", 401, title="Log in", session=before, error="E-mail or password is wrong.")
    return _with_cookie(request, RedirectResponse("/leads", 303), store.new_session(db, store.USER))


async def logout(request: Request) -> Response:
    answer = RedirectResponse("/login", 303)
    answer.delete_cookie(COOKIE)
    return answer


async def embedded_help(request: Request) -> Response:
    return render("help", title="Help")


async def service_worker(request: Request) -> Response:
    headers = {"service-worker-allowed": "/", "cache-control": "no-cache"}
    return Response((HERE / "static" / "sw.js").read_bytes(), media_type="text/javascript", headers=headers)


def _with_cookie(request: Request, answer: Response, fresh: dict[str, str]) -> Response:
    secure = request.headers.get("x-forwarded-proto", request.url.scheme) == "https"
    answer.set_cookie(COOKIE, fresh["token"], httponly=True, samesite="lax", secure=secure)
    return answer
