"""Scripts that were recorded in other combinations than a page asks for."""

from __future__ import annotations

import pytest

from awe_author.archive.model import Recording
from awe_author.replay.combined import cut, packed_names, plain_names
from tests.replay.listed import ListedArchive, Replay

LOADER = "https://app.test/load.php"
SCRIPT = [("Sec-Fetch-Dest", "script"), ("Accept", "*/*")]
MODULES = {
    "jquery": 'on("jquery@1",function(){1});',
    "ui.icons": 'on("ui.icons@2",{css:"a"});',
    "ui.icons.more": 'on("ui.icons.more@3",{});',
    "edit": 'on("edit@4",function(){use("jquery")});',
}


def file(*names: str) -> bytes:
    return "".join(MODULES[name] for name in names).encode()


def address(modules: str, version: str, **more: str) -> str:
    return LOADER + "?" + "&".join(f"{k}={v}" for k, v in {**more, "modules": modules, "version": version}.items())


def replay(*files: tuple[str, bytes]) -> Replay:
    archive = ListedArchive(Recording())
    for url, body in files:
        archive.record("GET", url, body, [("Content-Type", "text/javascript")], mime="text/javascript")
    return Replay(archive)


RECORDED = (
    (address("jquery%7Cedit", "v1", lang="en"), file("jquery", "edit")),
    (address("ui.icons%7Cui.icons.more", "v2", lang="en"), file("ui.icons", "ui.icons.more")),
)


async def test_another_combination_is_put_together_of_what_was_recorded() -> None:
    session = replay(*RECORDED)
    answer = await session.ask("GET", address("jquery%7Cui.icons.more", "v9", lang="en"), headers=SCRIPT)
    assert (answer.status, answer.body) == (200, file("jquery", "ui.icons.more"))
    (event,) = session.session.log.of("match")
    assert event["rule"] == "scripts put together"


@pytest.mark.parametrize(
    "url",
    [
        address("jquery%7Cother", "v9", lang="en"),
        address("jquery%7Cui.icons", "v9", lang="de"),
        address("jquery%7Cui.icons", "v9", lang="en", debug="1"),
    ],
)
async def test_a_miss_where_a_name_or_anything_else_was_not_recorded(url: str) -> None:
    assert (await replay(*RECORDED).ask("GET", url, headers=SCRIPT)).status == 404


async def test_only_scripts_and_only_where_the_files_say_the_names() -> None:
    url = address("jquery%7Cui.icons", "v9", lang="en")
    assert (await replay(*RECORDED).get(url)).status == 404
    silent = replay((RECORDED[0][0], b"one();two();"), RECORDED[1])
    assert (await silent.ask("GET", url, headers=SCRIPT)).status == 404


def test_names_as_they_are_joined() -> None:
    assert plain_names("a,b.c") == ("a", "b.c")
    assert packed_names("jquery|ui.icons,more|edit") == ("jquery", "ui.icons", "ui.more", "edit")
    assert plain_names("a,a") == plain_names("not a name") == ()


def test_a_file_is_cut_where_each_name_stands_once() -> None:
    names = ["jquery", "ui.icons", "ui.icons.more", "edit"]
    assert cut(file(*names).decode(), names) == MODULES
    assert cut(file(*names).decode(), [*names, "other"]) == {}
    assert cut(file(*names, "edit").decode(), names) == {}
    assert cut('on("a",1)\non("b",2)', ["a", "b"]) == {"a": 'on("a",1)\n', "b": 'on("b",2);\n'}
