"""Load time of a 300-script page through the door (asyncio, uvloop) and straight from nginx, which is the floor.

    python -m benchmarks.door.page [rounds]

All of them serve the same bytes over HTTP/2; the systems take turns within each round.
"""

from __future__ import annotations

import json
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, sync_playwright

from awe_author.browser.find import find_chromium
from awe_author.door import CertificateAuthority
from benchmarks.door.serve import PAGE, SCRIPT, SCRIPTS
from benchmarks.nginx import program

HOST = "bench.test"
SETTINGS = """
user root; worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; types {{ text/html html; text/javascript js; }} sendfile on; tcp_nopush on;
  server {{
    listen 127.0.0.1:{port} ssl http2; http2_max_concurrent_streams 512;
    ssl_certificate {folder}/chain.pem; ssl_certificate_key {folder}/chain.pem;
    root {folder}; add_header Cache-Control no-store;
  }}
}}
"""


def start_nginx(stack: ExitStack, folder: Path) -> tuple[int, str]:
    """(port, SPKI) of an nginx that serves the page and its scripts."""
    authority = CertificateAuthority.load(folder / "ca")
    (folder / "chain.pem").write_bytes(authority.chain_for(HOST))
    (folder / "s").mkdir()
    (folder / "index.html").write_bytes(PAGE)
    for number in range(SCRIPTS):
        (folder / "s" / f"{number}.js").write_bytes(SCRIPT)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(SETTINGS.format(folder=folder, port=port))
    server = subprocess.Popen([program() or "nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")])
    stack.callback(server.wait)
    stack.callback(server.terminate)
    return port, authority.spki


def start_door(stack: ExitStack, loop: str) -> tuple[int, str]:
    server = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.door.serve", loop], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    stack.callback(server.wait)
    stack.callback(server.stdin.close)
    ready = json.loads(server.stdout.readline())
    return ready["port"], ready["spki"]


def browser(chromium: BrowserType, spki: str, *flags: str) -> Browser:
    quiet = ["--disable-quic", "--disable-background-networking", "--disable-component-update", "--no-sandbox"]
    trust = f"--ignore-certificate-errors-spki-list={spki}"
    return chromium.launch(executable_path=find_chromium(), args=[*quiet, trust, *flags])


def load(one: Browser, times: dict[str, list[float]]) -> None:
    """Cold (a new context: new connections, nothing cached), then warm."""
    context = one.new_context()
    page = context.new_page()
    for temperature in ("cold", "warm"):
        started = time.perf_counter()
        page.goto(f"https://{HOST}/", wait_until="load")
        times[temperature].append((time.perf_counter() - started) * 1000)
        assert page.evaluate("window.count") == SCRIPTS
    context.close()


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp())
        stack.callback(shutil.rmtree, folder)
        floor = start_nginx(stack, folder)
        doors = {loop: start_door(stack, loop) for loop in ("asyncio", "uvloop")}
        playwright = stack.enter_context(sync_playwright())
        seats = {"nginx": browser(playwright.chromium, floor[1], f"--host-resolver-rules=MAP * 127.0.0.1:{floor[0]}")}
        for loop, (port, spki) in doors.items():
            seats[f"door, {loop}"] = browser(playwright.chromium, spki, f"--proxy-server=http://127.0.0.1:{port}")
        for one in seats.values():
            stack.callback(one.close)
        times: dict[str, dict[str, list[float]]] = {name: {"cold": [], "warm": []} for name in seats}
        for number in range(rounds + 1):
            for name, one in seats.items():
                load(one, times[name] if number else {"cold": [], "warm": []})
    print(f"{'':16}{'cold ms':>10}{'ratio':>8}{'warm ms':>10}{'ratio':>8}")
    for name, found in times.items():
        cold, warm = (statistics.median(found[kind]) for kind in ("cold", "warm"))
        base = [statistics.median(times["nginx"][kind]) for kind in ("cold", "warm")]
        print(f"{name:16}{cold:10.0f}{cold / base[0]:8.2f}{warm:10.0f}{warm / base[1]:8.2f}")


if __name__ == "__main__":
    main()
