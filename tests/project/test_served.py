"""What `serve` makes of its arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.errors import InputError
from awe_author.project.served import recordings_of, world_of
from tests.cli.boards import MODEL, write_world
from tests.replay import har

ROOT = Path(__file__).resolve().parents[2]


def test_a_world_file_or_its_folder(tmp_path: Path) -> None:
    file = write_world(tmp_path / "content")
    assert world_of([file]).name == world_of([file.parent]).name == "boards"


def test_mocks_make_up_a_world(tmp_path: Path) -> None:
    write_world(tmp_path)
    recordings = [har.write(tmp_path / name) for name in ("board.har", "Shop Two.har")]
    world = world_of([tmp_path / "board", *recordings])
    assert world.name == "board-shop-two"
    assert set(world.loaded.models) == {"board", "shop-two"}
    assert recordings_of(world) == recordings
    assert world.loaded.models["board"].document == MODEL


def test_a_model_brings_what_it_cannot_do_without() -> None:
    """The CRM shares people through the warehouse and sends mail; the sequences of mail are optional to it."""
    world = world_of([ROOT / "state_models" / "crm"])
    assert set(world.loaded.models) == {"warehouse", "crm", "mail"}
    assert set(world.seeds) == {"warehouse", "crm", "mail"}


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["a/board.har", "b/board.har"], 'two apps called "board"'),
        (["timers.har"], "gives no name"),
        (["---.har"], "gives no name"),
        (["missing.wacz"], "no such file"),
    ],
)
def test_what_cannot_be_named_is_told(tmp_path: Path, names: list[str], said: str) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        if not name.startswith("missing"):
            har.write(tmp_path / name)
    with pytest.raises(InputError, match=said):
        world_of([tmp_path / name for name in names])


def test_a_recording_that_a_world_names_and_that_is_not_there(tmp_path: Path) -> None:
    world = world_of([write_world(tmp_path, "none.wacz")])
    with pytest.raises(InputError, match=r"none\.wacz: there is no such recording"):
        recordings_of(world)
