"""What `serve` makes of its arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from awe_author.archive import open_archive
from awe_author.errors import InputError
from awe_author.project.served import recordings_of, world_of
from awe_author.project.world import DEFAULT_START
from awe_author.replay.session import first_moment
from awe_author.session.moments import SECOND, ClockRule
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


def test_mocks_begin_when_their_recording_does(tmp_path: Path) -> None:
    """What is made in them is then younger than what was there."""
    write_world(tmp_path)
    recording = har.write(tmp_path / "board.har", har.exchange("https://board.test/", "<p>Board"))
    with open_archive([recording]) as archive:
        began = first_moment(archive)
    assert began > 0
    assert world_of([tmp_path / "board", recording]).clock.start == round(began * 1_000_000)
    assert world_of([tmp_path / "board"]).clock == ClockRule.of(DEFAULT_START)
    damaged = tmp_path / "other" / "board.wacz"
    damaged.parent.mkdir()
    damaged.write_bytes(b"no recording")
    assert world_of([tmp_path / "board", damaged]).clock == ClockRule.of(DEFAULT_START)


@pytest.mark.parametrize(
    ("seconds", "step"), [((), 1), ((0, 50), 1), ((0, 7, 14, 21), 7), ((0, 0, 1), 1), ((0, 20, 40), 10)]
)
def test_mocks_go_on_at_the_pace_of_their_recording(tmp_path: Path, seconds: tuple[int, ...], step: int) -> None:
    """Their pages count real seconds meanwhile."""
    write_world(tmp_path)
    writes = [har.exchange("https://board.test/cards", "{}", method="POST", second=one, body="{}") for one in seconds]
    reads = [har.exchange("https://board.test/", "<p>Board", second=one) for one in range(0, 60, 2)]
    recording = har.write(tmp_path / "board.har", *writes, *reads)
    assert world_of([tmp_path / "board", recording]).clock.step == step * SECOND


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
