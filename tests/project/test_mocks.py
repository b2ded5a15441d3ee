"""Mocks: written the same every time, opened as they were written, and refused when they are not what they say."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from awe_author.errors import InputError
from awe_author.features.loading import load_files
from awe_author.project.mocks import open_mock, write_mock
from awe_author.project.served import world_of
from awe_author.project.world import load_world
from tests.features.leads import DOCUMENT, MODELS, WHOLE

REDUCER = "raise RuntimeError('it was run')\n"
SEED = {"leads": {}, "users": {}, "currency": "EUR"}


def contents(**more: bytes) -> dict[str, bytes]:
    return {
        "model.json": json.dumps(DOCUMENT).encode(),
        "seed.json": json.dumps(SEED).encode(),
        "features/leads.yaml": WHOLE.encode(),
        **more,
    }


def written(folder: Path, name: str = "crm.mock", *, link: bool = False, **parts: bytes) -> Path:
    recording = folder / "crm.wacz"
    if not recording.exists():
        with zipfile.ZipFile(recording, "w") as made:
            made.writestr("archive/data.warc", b"WARC/1.1\r\n")
    write_mock(
        folder / name, app="crm", title="CRM", contents=contents(**parts), features=["features/leads.yaml"],
        recording=recording, link=link,
    )  # fmt: skip
    return folder / name


def test_it_opens_as_it_was_written(tmp_path: Path) -> None:
    mock = open_mock(written(tmp_path))
    assert (mock.app, mock.title, mock.seed, mock.reducers) == ("crm", "CRM", SEED, {})
    assert mock.model.value == DOCUMENT
    assert mock.recording == mock.file
    assert mock.features == {f"{mock.file}/leads.yaml": WHOLE.encode()}
    assert len(load_files(mock.features, MODELS)[0].features) == 5


def test_equal_contents_are_equal_bytes_wherever_they_come_from(tmp_path: Path) -> None:
    one, other = written(tmp_path, "a.mock"), written(tmp_path, "b.mock")
    assert one.read_bytes() == other.read_bytes()
    changed = written(tmp_path, "c.mock", **{"features/leads.yaml": WHOLE.encode() + b"\n"})
    assert open_mock(changed).hash != open_mock(one).hash


def test_a_linked_recording_has_the_same_version_and_is_found_beside_it(tmp_path: Path) -> None:
    inside, linked = open_mock(written(tmp_path)), open_mock(written(tmp_path, "linked.mock", link=True))
    assert inside.hash == linked.hash
    assert linked.recording == tmp_path.resolve() / "crm.wacz"
    (tmp_path / "crm.wacz").rename(tmp_path / "other.wacz")
    assert open_mock(linked.file).recording is None
    with pytest.raises(InputError, match="is not beside it"):
        world_of([linked.file])


def test_a_recording_that_changed_is_refused(tmp_path: Path) -> None:
    linked = written(tmp_path, "linked.mock", link=True)
    recording = tmp_path / "crm.wacz"
    data = bytearray(recording.read_bytes())
    data[40] ^= 1
    recording.write_bytes(data)
    with pytest.raises(InputError, match="not the recording that the mock was made of"):
        open_mock(linked)


def test_a_failed_write_leaves_what_was_there(tmp_path: Path) -> None:
    mock = written(tmp_path)
    before = mock.read_bytes()
    with pytest.raises(InputError, match="cannot be packed"):
        written(tmp_path, **{"features/../../etc/x.yaml": b"app: crm"})
    assert mock.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == ["crm.mock", "crm.wacz"]


def test_worlds_and_serve_take_mocks(tmp_path: Path) -> None:
    mock = written(tmp_path)
    served = world_of([mock])
    assert (served.seeds["crm"], served.recordings, len(served.features)) == (SEED, {"crm": mock}, 1)
    world = tmp_path / "world.yaml"
    world.write_text("world: w\napps:\n  crm: {mock: crm.mock}\n")
    loaded = load_world(world)
    assert (list(loaded.loaded.models), loaded.recordings) == (["crm"], {"crm": mock})
    assert next(one.id for one in loaded.features[0].features) == "leads.list"
    world.write_text("world: w\napps:\n  shop: {mock: crm.mock}\n")
    with pytest.raises(InputError, match='a mock of "crm"'):
        load_world(world)
    world.write_text("world: w\napps:\n  crm: {mock: crm.mock, model: crm}\n")
    with pytest.raises(InputError, match="brings its own model"):
        load_world(world)


def test_python_in_a_mock_is_run_only_when_its_version_is_trusted(tmp_path: Path) -> None:
    document: Any = json.loads(json.dumps(DOCUMENT))
    document["x-actions"]["merge"] = {"params": {"type": "object"}, "reducer": "reducers:merge"}
    parts = {"model.json": json.dumps(document).encode(), "reducers/reducers.py": REDUCER.encode()}
    path = written(tmp_path, **parts)
    mock = open_mock(path)
    assert mock.reducers == {"reducers": REDUCER}
    with pytest.raises(InputError, match="would run with your rights") as refused:
        world_of([path])
    assert f"--trust {mock.hash}" in refused.value.hint
    with pytest.raises(InputError, match="it was run"):
        world_of([path], [mock.hash])
    world = tmp_path / "world.yaml"
    world.write_text(f"world: w\napps:\n  crm: {{mock: crm.mock, trust: {'0' * 64}}}\n")
    with pytest.raises(InputError, match="would run with your rights"):
        load_world(world)
    good = b"def merge(state, params, context):\n    raise KeyError\n"
    path = written(tmp_path, **{**parts, "reducers/reducers.py": good})
    action = world_of([path], [open_mock(path).hash]).loaded.models["crm"].actions["merge"]
    assert action.reducer is not None


Change = Callable[[dict[str, bytes], Any], None]


def _remade(path: Path, change: Change, *, compress: bool = False) -> None:
    """The mock with other members, mock.json included."""
    with zipfile.ZipFile(path) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(members["mock.json"])
    change(members, manifest)
    if members.get("mock.json") is not None and members["mock.json"][:1] == b"{":
        members["mock.json"] = json.dumps(manifest).encode()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED if compress else zipfile.ZIP_STORED) as out:
        for name, data in members.items():
            out.writestr(name, data)
    path.write_bytes(made.getvalue())


def _swap(members: dict[str, bytes], manifest: Any) -> None:
    members["model.json"] = members["model.json"].replace(b"CRM", b"CRN")


def _shorten(members: dict[str, bytes], manifest: Any) -> None:
    members["seed.json"] = b"{}"


def _swap_recording(members: dict[str, bytes], manifest: Any) -> None:
    members["recording/crm.wacz"] = members["recording/crm.wacz"][:-1] + b"x"


def _redigest(members: dict[str, bytes], manifest: Any) -> None:
    _swap(members, manifest)
    for one in manifest["parts"]:
        one["sha256"] = hashlib.sha256(members[one["name"]]).hexdigest()


def _out_of_the_folder(members: dict[str, bytes], manifest: Any) -> None:
    members["features/../../x.yaml"] = b"app: crm"
    manifest["parts"].append({"name": "features/../../x.yaml", "size": 8, "sha256": "0" * 64})


def _unlisted(members: dict[str, bytes], manifest: Any) -> None:
    members["../x.py"] = b"1"


def _missing(members: dict[str, bytes], manifest: Any) -> None:
    del members["seed.json"]


def _no_manifest(members: dict[str, bytes], manifest: Any) -> None:
    del members["mock.json"]


def _no_json(members: dict[str, bytes], manifest: Any) -> None:
    members["mock.json"] = b"[1,"


def _other_format(members: dict[str, bytes], manifest: Any) -> None:
    manifest["format"] = "awe-author-mock-2"


def _no_model(members: dict[str, bytes], manifest: Any) -> None:
    del members["model.json"]
    manifest["parts"] = [one for one in manifest["parts"] if one["name"] != "model.json"]


def _listed_twice(members: dict[str, bytes], manifest: Any) -> None:
    manifest["parts"].append(dict(manifest["parts"][0]))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_swap, "model.json: it is not what mock.json says: its digest differs"),
        (_shorten, 'the part "seed.json" has 2 bytes, mock.json says'),
        (_swap_recording, "crm.wacz: it is not the recording that the mock was made of"),
        (_redigest, "its version hash does not fit its parts"),
        (_out_of_the_folder, "mock.json: parts/3/name: "),
        (_unlisted, 'it has a member "../x.py" that mock.json does not list'),
        (_missing, 'the part "seed.json" is missing'),
        (_no_manifest, "a ZIP file, but no mock: there is no mock.json in it"),
        (_no_json, "mock.json:1:4: not valid JSON"),
        (_other_format, "made by another version of awe-author: format awe-author-mock-2"),
        (_no_model, "it has no model.json"),
        (_listed_twice, "mock.json lists a part twice"),
    ],
)
def test_what_is_not_what_it_says_is_refused(tmp_path: Path, change: Change, said: str) -> None:
    path = written(tmp_path)
    _remade(path, change)
    with pytest.raises(InputError) as caught:
        open_mock(path)
    assert said in str(caught.value), caught.value
    assert caught.value.hint


def test_nothing_can_swell_when_it_is_opened(tmp_path: Path) -> None:
    path = written(tmp_path)
    _remade(path, lambda members, manifest: None, compress=True)
    with pytest.raises(InputError, match="in a mock nothing is"):
        open_mock(path)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no zip at all", b"PK\x05\x06" + b"\0" * 18])
def test_what_is_no_zip_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.mock"
    path.write_bytes(data)
    with pytest.raises(InputError):
        open_mock(path)
    with pytest.raises(InputError, match="no such file"):
        open_mock(tmp_path / "b.mock")


def test_any_byte_may_be_wrong(tmp_path: Path) -> None:
    """Every cut and every changed byte of a mock is an InputError or changes nothing that is read."""
    path = written(tmp_path)
    whole = path.read_bytes()
    original = open_mock(path)
    for at in [*range(0, len(whole), 97), *range(len(whole) - 600, len(whole), 7)]:
        for data in (whole[:at], whole[:at] + bytes([whole[at] ^ 0x5A]) + whole[at + 1 :]):
            path.write_bytes(data)
            try:
                found = open_mock(path)
            except InputError:
                continue
            assert (found.hash, found.features, found.seed) == (original.hash, original.features, original.seed)
