"""Fills a new tracker: three users, six issues with messages. `seed.py TRACKER`."""

import sys

import roundup.instance
from roundup import password

USERS = [("ada", "Ada Archer"), ("ben", "Ben Baker"), ("cleo", "Cleo Carver")]
ISSUES = [
    ("Badge printer prints twice", "bug", "unread", "ben", ["ada: Each visitor gets two badges since Monday."]),
    ("Heating in room 12 hums", "urgent", "chatting", "cleo", ["ben: It hums at night.", "cleo: The valve is old."]),
    ("Order more index cards", "wish", "unread", "", ["cleo: Blue ones, please."]),
    (
        "Door of the archive jams",
        "critical",
        "in-progress",
        "ada",
        ["ada: One has to lift it.", "ben: A hinge is bent."],
    ),
    ("Lamp in the lobby flickers", "bug", "chatting", "ada", ["ben: Only in the evening."]),
    ("New shelves for the annex", "feature", "deferred", "ben", ["cleo: Four of them would do."]),
]
"""(title, priority, status, to whom it is assigned, who says what)."""


def main() -> None:
    tracker = roundup.instance.open(sys.argv[1])
    db = tracker.open("admin")
    users = {}
    for name, real in USERS:
        hidden = password.Password("demo1234", config=db.config)
        users[name] = db.user.create(
            username=name, realname=real, address=f"{name}@acme.test", password=hidden, roles="User"
        )
    db.commit()
    db.close()
    for title, priority, status, assigned, messages in ISSUES:
        key = None
        for writer, said in (one.split(": ", 1) for one in messages):
            db = tracker.open(writer)
            message = db.msg.create(author=db.getuid(), content=said, summary=said, date=now(db))
            if key is None:
                key = db.issue.create(
                    title=title, priority=db.priority.lookup(priority), status=db.status.lookup(status),
                    **({"assignedto": users[assigned]} if assigned else {}), messages=[message],
                )  # fmt: skip
            else:
                db.issue.set(key, messages=[*db.issue.get(key, "messages"), message])
            db.commit()
            db.close()


def now(db):
    from roundup import date

    return date.Date(".", translator=db.i18n)


main()
