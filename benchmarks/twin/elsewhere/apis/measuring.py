"""Records a tour of one style, drafts a mock from it, and compares what server and mock say to other questions.

The tour is written as a recording (WACZ) and goes the way of any other: drafted, checked, packed, opened. Each of the
other questions is asked of the mock with its own ids for those of the server, as `benchmarks.twin.offline` does.
"""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path
from typing import Any

from awe_author.archive.capture import Capture, CapturedExchange, CapturedPage
from awe_author.archive.model import Recording
from awe_author.archive.spool import MemoryBody
from awe_author.archive.wacz_writer import write_wacz
from benchmarks.twin.elsewhere.apis.serving import Client, Clock, Spoken
from benchmarks.twin.elsewhere.measured import ASKED, RECORDED, Measured, compared, http_date

STYLES = (
    "salesforce_rest", "salesforce_uiapi", "salesforce_aura", "gmail", "linkedin", "apollo", "google_sheets", "hubspot",
    "airtable", "odoo", "slack_rpc", "graph", "zendesk", "jira",
    "servicenow", "dynamics", "notion", "stripe", "zoho", "trello",
    "linear", "freshdesk", "sap", "pipedrive", "asana", "outreach",
    "quickbooks", "intercom", "monday", "close", "inertia",
    "trpc", "hasura", "firestore", "bff", "demo_crm", "frappe", "greenhouse", "workday",
)  # fmt: skip


def spoken(style: str, which: str) -> list[Spoken]:
    """What is said in the `tour`, or to the `other` questions, of a fresh server."""
    module: Any = import_module(f"benchmarks.twin.elsewhere.apis.{style}")
    clock = Clock(RECORDED if which == "tour" else ASKED)
    client = Client(module.Api(clock, random.Random(which)), module.HOST, clock)
    getattr(module, which)(client)
    return client.spoken


def record(exchanges: list[Spoken], out: Path) -> None:
    """Write them as a recording."""
    first = exchanges[0]
    capture = Capture(Recording(created=first.moment, clock_start=first.moment, entry=[first.url]))
    capture.pages.append(CapturedPage(first.url, "", first.moment, 1))
    for seq, one in enumerate(exchanges, 1):
        headers = [*one.reply_headers, ("Date", http_date(one.moment))]
        capture.exchanges.append(
            CapturedExchange(
                seq=seq, method=one.method, url=one.url, started=one.moment, request_headers=one.headers,
                request_body=MemoryBody(one.body), status=one.status, reason="",
                response_headers=headers, response_body=MemoryBody(one.reply),
            )
        )  # fmt: skip
    write_wacz(capture, out)


async def measure(style: str, folder: Path) -> Measured:
    """Record, draft, ask. `folder` gets the two recordings, the draft and the mock."""
    app = style.replace("_", "-")
    tour, other = folder / f"{app}.wacz", folder / f"{app}-other.wacz"
    for which, path in (("tour", tour), ("other", other)):
        record(spoken(style, which), path)
    return await compared(style, tour, other, folder / app)
