"""Texts that writes put on lists and take off them."""

from __future__ import annotations

from typing import Any

from tests.features.discover.mock import Mock

Row = dict[str, Any]


def mail(key: str, title: str, *labels: str) -> Row:
    return {"id": key, "title": title, "labelIds": [*labels]}


LABELS = ("INBOX", "UNREAD", "STAR", "BIN")
ONE, TWO, THREE = (f"195a01f3b2c4d5e{number}" for number in (1, 2, 3))
MAILS = [mail(ONE, "Rent", "INBOX", "UNREAD"), mail(TWO, "Lunch", "INBOX"), mail(THREE, "Keys", "INBOX", "UNREAD")]


def mock() -> Mock:
    first, second, third = MAILS
    starred, binned = {**first, "labelIds": ["INBOX", "STAR"]}, {**second, "labelIds": ["INBOX", "BIN"]}
    home = [
        {**starred, "labelIds": ["INBOX", "STAR", "HOME"]},
        binned,
        {**third, "labelIds": ["INBOX", "UNREAD", "HOME"]},
    ]
    return Mock(
        ("GET", "/labels", None, 200, {"labels": [{"id": one, "name": one.title()} for one in LABELS]}),
        ("GET", "/mails", None, 200, {"mails": MAILS}),
        ("POST", f"/mails/{ONE}/modify", {"addLabelIds": ["STAR"], "removeLabelIds": ["UNREAD"]}, 200, starred),
        ("GET", f"/mails/{ONE}", None, 200, starred),
        ("POST", f"/mails/{TWO}/trash", None, 200, binned),
        ("GET", "/mails", None, 200, {"mails": [starred, binned, third]}),
        ("POST", "/mails/batchModify", {"ids": [ONE, THREE], "addLabelIds": ["HOME"], "removeLabelIds": []}, 204, None),
        ("GET", "/mails", None, 200, {"mails": home}),
    )  # fmt: skip


async def test_what_is_sent_comes_on_the_list_and_off_it() -> None:
    asked = mock()
    sent = {"addLabelIds": ["STAR", "INBOX"], "removeLabelIds": ["UNREAD"]}
    assert await asked.ask("POST", f"/mails/{THREE}/modify", sent) == (200, mail(THREE, "Keys", "INBOX", "STAR"))
    assert await asked.ask("POST", f"/mails/{THREE}/modify", {"addLabelIds": [], "removeLabelIds": ["INBOX"]}) == (
        200, mail(THREE, "Keys", "STAR"),
    )  # fmt: skip


async def test_an_act_always_puts_the_same_on_it() -> None:
    asked = mock()
    assert await asked.ask("POST", f"/mails/{THREE}/trash") == (200, mail(THREE, "Keys", "INBOX", "UNREAD", "BIN"))


async def test_several_at_once() -> None:
    asked = mock()
    sent = {"ids": [TWO, THREE], "addLabelIds": ["WORK"], "removeLabelIds": ["INBOX"]}
    assert (await asked.ask("POST", "/mails/batchModify", sent))[0] == 204
    labels = [one["labelIds"] for one in (await asked.ask("GET", "/mails"))[1]["mails"]]
    assert labels == [["INBOX", "UNREAD"], ["WORK"], ["UNREAD", "WORK"]]
