"""A run comes back from its folder as it was written, and nothing falls out of it unseen."""

from __future__ import annotations

import json
from pathlib import Path

import orjson
import pytest

from awe_author.errors import InputError
from awe_author.evaluation.episodes import Episode, Timings, read_run, write_about, write_episode
from awe_author.evaluation.evidence import Download, Facts, Page, Step
from tests.evaluation.episodes.making import episode, policy


def full() -> Episode:
    step = Step(number=1, action={"kind": "click"}, url="https://x.test/", element={"text": "Save"}, page={"urls": []})
    facts = Facts(
        answer={"a": 1}, answered=True, trajectory=(step,), pages=(Page(url="https://x.test/", scripts={"s": 1}),),
        downloads=(Download(name="a.csv", data=b"1,2"),),
    )  # fmt: skip
    known = episode("t", "+-", policies=(policy("kept", steps=(1,)),), frame=True, labels={"stage": "find"})
    return Episode(
        id="t.1", task="t", agent="a", verdict=known.verdict, labels={"stage": ["find"]}, facts=facts,
        started="2026-11-22T05:00:00Z", timings=Timings(total=3.5, agent=1.0), seed=7, timeline="timelines/t.1.timeline.zst",
        session="s1", node=4, world="world.yaml", usage={"tokens": 12}, earlier=({"verdict": known.verdict.to_json()},),
    )  # fmt: skip


def test_round_trip(tmp_path: Path) -> None:
    write_about(tmp_path, {"agent": "a"})
    one, two = full(), episode("u", invalid=True, steps=None)
    write_episode(tmp_path, two)
    write_episode(tmp_path, one)
    run = read_run(tmp_path)
    assert run.episodes == (one, two)
    assert run.about["agent"] == "a"


def test_one_episode_a_line(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(b"\n".join(orjson.dumps(one.to_json()) for one in (full(), episode("u"))) + b"\n\n")
    assert read_run(file).episodes == (full(), episode("u"))


def test_every_file_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    file = write_episode(tmp_path, full())
    form = json.loads(file.read_text())
    for name, wrong in (
        ("b", {"verdict": {**form["verdict"], "outcome": "passed"}}), ("c", {"version": 2}), ("d", {"agents": "x"}),
        ("e", {"format": "other"}), ("f", {"facts": {"trajectory": [{"number": 0, "action": {}}]}}),
    ):  # fmt: skip
        (file.parent / f"{name}.json").write_text(json.dumps({**form, "id": name, **wrong}))
    (file.parent / "g.json").write_text('{"format": ')
    with pytest.raises(InputError) as raised:
        read_run(tmp_path)
    text = str(raised.value)
    assert "6 episodes can't be read" in text
    assert all(f"{name}.json" in text for name in "bcdefg")


def test_two_of_one_id_and_no_run_at_all(tmp_path: Path) -> None:
    file = write_episode(tmp_path, full())
    (file.parent / "copy.json").write_bytes(file.read_bytes())
    with pytest.raises(InputError, match=r"two episodes are called 't\.1'"):
        read_run(tmp_path)
    with pytest.raises(InputError, match="this is no run"):
        read_run(tmp_path / "elsewhere")


def test_names_and_paths_stay_inside(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="can't be called"):
        write_episode(tmp_path, Episode(id="../x", task="t", agent="a", verdict=full().verdict))
    write_episode(tmp_path, full())
    with pytest.raises(InputError, match="lies outside"):
        read_run(tmp_path).file("../../etc/passwd")
