"""Starts Chromium so that everything it does passes the door, and so that it draws the same every time.

One browser per call, with a profile of its own that is deleted afterwards: a real profile (not Playwright's incognito
contexts) keeps the disk cache and service workers as users have them, and takes preferences that have no flag. The door
is the only proxy, loopback included; its certificate is trusted by key (`--ignore-certificate-errors-spki-list`),
because the blanket flag turns off disk cache and 304s.

`lock_down=True` (replay) closes what a proxy does not cover: names are not resolved, WebRTC gets no UDP of its own,
`file:` URLs are on the profile's block list (chrome enforces that list for user preferences as for policies).
Rendering flags are the same with and without it, since a replayed picture is compared with a recorded one.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Error, Playwright, ViewportSize

from awe_author.browser.find import HINT, chromium_version, find_chromium
from awe_author.errors import BrowserError

VIEWPORT: ViewportSize = {"width": 1366, "height": 850}

NOWHERE = "http://127.0.0.1:1/"
"""A URL that Chromium refuses by itself (unsafe port): where its own services are pointed."""

RENDERING = (
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--disable-lcd-text",
    "--disable-font-subpixel-positioning",
    "--disable-smooth-scrolling",
    "--disable-gpu",
    "--disable-partial-raster",
    "--disable-skia-runtime-opts",
    "--mute-audio",
    # The first four are Playwright's own (a later flag replaces an earlier one); 2 = images do not animate.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,"
    "imageAnimationPolicy=2",
)

QUIET = (
    "--disable-quic",
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-blink-features=AutomationControlled",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    f"--component-updater=disable-delta-updates,url-source={NOWHERE}",
    f"--gaia-url={NOWHERE}",
    f"--gcm-checkin-url={NOWHERE}",
    f"--gcm-mcs-endpoint={NOWHERE}",
    f"--gcm-registration-url={NOWHERE}",
    f"--google-apis-url={NOWHERE}",
    f"--variations-server-url={NOWHERE}",
    f"--variations-insecure-server-url={NOWHERE}",
)

PREFERENCES: dict[str, Any] = {
    "alternate_error_pages": {"enabled": False},
    # The dictionary is fetched from the live network; the lines under words would be there while recording only.
    "browser": {"enable_spellchecking": False},
    "autofill": {"profile_enabled": False, "credit_card_enabled": False},
    "credentials_enable_service": False,
    "net": {"network_prediction_options": 2},
    "dns_prefetching": {"enabled": False},
    "profile": {"password_manager_enabled": False, "password_manager_leak_detection": False},
    "safebrowsing": {"enabled": False},
    "search": {"suggest_enabled": False},
    "signin": {"allowed": False},
    "spellcheck": {"dictionaries": [], "blocked_dictionaries": ["en-US"], "use_spelling_service": False},
    "translate": {"enabled": False},
}


def arguments(door_url: str, spki: str, *, lock_down: bool) -> list[str]:
    """Chromium's command line besides what Playwright adds."""
    host = urlsplit(door_url).hostname or "127.0.0.1"
    flags = [
        *RENDERING,
        *QUIET,
        f"--proxy-server={door_url}",
        "--proxy-bypass-list=<-loopback>",
        f"--ignore-certificate-errors-spki-list={spki}",
    ]
    if lock_down:
        flags += [
            f"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE {host}",
            "--dns-prefetch-disable",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]
    return flags


def preferences(*, lock_down: bool) -> dict[str, Any]:
    """The profile's `Default/Preferences`."""
    if not lock_down:
        return PREFERENCES
    return PREFERENCES | {
        "policy": {"url_blocklist": ["file://*"]},
        "webrtc": {
            "ip_handling_policy": "disable_non_proxied_udp",
            "multiple_routes_enabled": False,
            "nonproxied_udp_enabled": False,
        },
    }


def plain_user_agent(version: str) -> str | None:
    """What a headed Chrome of this version says on Linux; headless Chromium would name itself HeadlessChrome, and sites
    refuse that. None elsewhere or when the version is unknown: then Chromium's own stays."""
    major = version.partition(".")[0]
    if not major.isdigit() or not sys.platform.startswith("linux"):
        return None
    return f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0 Safari/537.36"


@asynccontextmanager
async def launch(
    playwright: Playwright,
    door_url: str,
    spki: str,
    *,
    lock_down: bool,
    headed: bool = False,
    viewport: Mapping[str, int] | None = None,
    locale: str = "en-US",
    timezone: str = "UTC",
    user_agent: str | None = None,
    executable: Path | None = None,
) -> AsyncIterator[BrowserContext]:
    """Start Chromium behind the door at `door_url` (http://127.0.0.1:PORT) whose leaf key hashes to `spki`; end it on
    leaving. The context has one blank page. Raises `BrowserError` when there is no browser or it does not start."""
    program = executable or find_chromium()
    agent = user_agent or plain_user_agent(chromium_version(program))
    flags = arguments(door_url, spki, lock_down=lock_down)
    if agent:
        flags.append(f"--user-agent={agent}")
    size: ViewportSize = {"width": viewport["width"], "height": viewport["height"]} if viewport else VIEWPORT
    flags.append(f"--window-size={size['width']},{size['height']}")
    with tempfile.TemporaryDirectory(prefix="awe-browser-", ignore_cleanup_errors=True) as folder:
        profile = Path(folder) / "profile"
        (profile / "Default").mkdir(parents=True)
        (profile / "Default" / "Preferences").write_text(json.dumps(preferences(lock_down=lock_down)))
        options: dict[str, Any] = {
            "user_data_dir": profile,
            "executable_path": program,
            "headless": not headed,
            "args": flags,
            "viewport": size,
            "locale": locale,
            "timezone_id": timezone,
            "accept_downloads": True,
            "downloads_path": Path(folder) / "downloads",
            "env": {**os.environ, "TZ": timezone},
            # Ctrl-C belongs to the command, which then finishes what it was writing.
            "handle_sigint": False,
            "handle_sigterm": False,
            "handle_sighup": False,
        }
        context = await _start(playwright, options)
        try:
            yield context
        finally:
            await _close(context)


async def _start(playwright: Playwright, options: dict[str, Any]) -> BrowserContext:
    """Launch with Chromium's sandbox where there can be one: never for root, and not where the kernel forbids it."""
    sandboxes = [False] if os.geteuid() == 0 else [True, False]
    for sandbox in sandboxes:
        try:
            return await playwright.chromium.launch_persistent_context(**options, chromium_sandbox=sandbox)
        except Error as error:
            if sandbox and "sandbox" in str(error).lower():
                continue
            raise BrowserError(
                f"Chromium did not start: {_first_line(error)}", where=str(options["executable_path"]), hint=HINT
            ) from error
    raise AssertionError("one launch returns or raises")


async def _close(context: BrowserContext) -> None:
    try:
        await context.close()
    except Error:
        # The browser is gone already (crashed, or its window was closed by hand).
        return


def _first_line(error: Error) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    wanted = [line for line in lines if "error" in line.lower() or "ERROR" in line]
    return (wanted or lines or ["no reason given"])[0]
