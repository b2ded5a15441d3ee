"""Which app the demo records, with a kit of shared apps made by the test."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from awe_author.demo.apps import PREFERRED, running, shared_kit
from awe_author.errors import AweError, InputError


def make_kit(folder: Path, script: str) -> Path:
    kit = folder / "apps"
    for name in ("nodered", PREFERRED):
        (kit / name).mkdir(parents=True)
        (kit / name / "app.json").write_text('{"title": "Flows"}')
        (kit / name / "login.json").write_text("[]")
    (kit / "app").write_text(f"#!/bin/sh\n{script}\n")
    (kit / "app").chmod(0o755)
    return kit


def test_the_kit_is_found_where_the_environment_says(tmp_path: Path) -> None:
    kit = make_kit(tmp_path / "elsewhere", "exit 0")
    assert shared_kit({"AWE_SHARED": str(tmp_path / "elsewhere")}, tmp_path) == kit


def test_the_kit_is_found_beside_the_current_folder(tmp_path: Path) -> None:
    kit = make_kit(tmp_path / "shared", "exit 0")
    (tmp_path / "work").mkdir()
    found = shared_kit({}, tmp_path / "work")
    assert found is not None
    assert found.name == kit.name


def test_without_a_kit_the_built_in_app_is_recorded() -> None:
    with running(None, None, lambda text: None) as app:
        port = int(app.behind.rpartition(":")[2])
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        assert (app.name, app.public) == ("harbor", "https://crm.harbor.test")
        app.stop()
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", port), timeout=5)


def test_an_app_of_the_kit_is_started_under_its_public_name_and_stopped(tmp_path: Path) -> None:
    info = json.dumps({"version": "5", "licence": "MIT", "port": 8106})
    kit = make_kit(tmp_path, f"echo \"$1 $2 $AWE_APP_PUBLIC_URL\" >>'{tmp_path}/log'\necho '{info}'")
    with running("nodered", kit, lambda text: None) as app:
        assert app.behind == "http://127.0.0.1:8106"
        assert app.title == "Flows 5 (MIT)"
        assert [path.name for path in app.steps] == ["login.json"]
    assert (tmp_path / "log").read_text().splitlines() == [
        "start nodered https://nodered.awe.test", "reset nodered https://nodered.awe.test", "stop nodered ",
    ]  # fmt: skip


def test_when_the_preferred_app_does_not_start_the_built_in_one_is_used(tmp_path: Path) -> None:
    kit = make_kit(tmp_path, "echo 'no registry' >&2\nexit 1")
    told: list[str] = []
    with running(None, kit, told.append) as app:
        assert app.name == "harbor"
    assert "no registry" in told[-1]
    with pytest.raises(AweError, match="no registry"), running("nodered", kit, told.append):
        pass


@pytest.mark.parametrize("with_kit", [True, False])
def test_unknown_apps_are_wrong_input(tmp_path: Path, with_kit: bool) -> None:
    kit = make_kit(tmp_path, "exit 0") if with_kit else None
    with pytest.raises(InputError) as caught, running("nonesuch", kit, lambda text: None):
        pass
    assert "harbor" in caught.value.hint
