"""Writes the seed. `python -m scripts.sales_floor`"""

from __future__ import annotations

import json
from pathlib import Path

from scripts.sales_floor.cast import Record, companies, people
from scripts.sales_floor.correspondence import FILES, engagement, mail
from scripts.sales_floor.pipeline import crm

ROOT = Path(__file__).resolve().parent.parent.parent


def files() -> dict[str, str]:
    """File below the root -> what should be in it."""
    crm_seed, task_timers = crm()
    mail_seed, shared, mail_timers = mail()
    engagement_seed, step_timers = engagement()
    stored = {
        key: {"id": key, "name": name, "media_type": kind, "size": size, "text": text}
        for key, name, kind, size, text in FILES
    }
    warehouse: Record = {"people": people(), "companies": companies(), **shared, "files": stored}
    timers = task_timers | mail_timers | step_timers
    return {
        "state_models/warehouse/seed.json": _text(warehouse),
        "state_models/crm/seed.json": _text(crm_seed),
        "state_models/mail/seed.json": _text(mail_seed),
        "state_models/engagement/seed.json": _text(engagement_seed),
        "tasks/sdr/timers.json": _text(timers),
    }


def _text(document: Record) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    for name, text in files().items():
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


if __name__ == "__main__":
    main()
