"""What `awe-author enrich` works on: finds the parts of an app's mock, loads them together, packs them.

Content has its places: `enrichment/<app>/*.yaml`, `state_models/<app>/{model,seed}.json`, `recordings/<app>/<app>.wacz`
in one project folder. A folder that `discover` wrote has features.yaml, model.json and seed.json together. What is not
named is looked for there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from awe_author.errors import InputError
from awe_author.features.loading import FeatureProblem, FeatureProblems, load_files
from awe_author.features.model import FeatureFile
from awe_author.features.pack import FEATURES, MODEL, REDUCERS, SEED
from awe_author.json_types import Json, JsonObject
from awe_author.located import read_text
from awe_author.project.apps import AppFiles, Loaded, load_models
from awe_author.project.changes import Changes, changes_of
from awe_author.project.documents import LARGEST_MODEL, LARGEST_SEED, line_of
from awe_author.project.enrichment import feature_files
from awe_author.project.mocks import write_mock
from awe_author.project.served import with_needed
from awe_author.state.loading import ModelProblems
from awe_author.state.loading.problems import nearest
from awe_author.state.model import WAREHOUSE, Model
from awe_author.state.seeds import SeedProblems
from awe_author.state.types import Problem
from awe_author.state.world import World

_APP = re.compile(r"""^['"]?app['"]?\s*:\s*['"]?([a-z][a-z0-9_-]*)['"]?\s*(?:#.*)?$""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Parts:
    """The files of one app's mock."""

    app: str
    features: tuple[Path, ...]
    model: Path
    seed: Path | None
    recording: Path

    @property
    def watched(self) -> tuple[Path, ...]:
        """The files whose change makes another mock."""
        beside = sorted(self.model.parent.glob("*.py"))
        return (*self.features, self.model, *([self.seed] if self.seed else []), *beside)


def stamps_of(paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Of each file when it was last changed (ns since 1970), and its size; of one that is not there zeros."""
    found = {}
    for path in paths:
        try:
            about = path.stat()
            found[path] = (about.st_mtime_ns, about.st_size)
        except OSError:
            found[path] = (0, 0)
    return found


@dataclass(frozen=True, slots=True)
class Enriched:
    """Parts that were loaded and fit each other."""

    parts: Parts
    loaded: Loaded
    files: tuple[FeatureFile, ...]
    stamps: Mapping[Path, tuple[int, int]]
    """Of the files, before they were read."""

    @property
    def model(self) -> Model:
        """The app's."""
        return self.loaded.models[self.parts.app]


def find_parts(
    features: Sequence[Path],
    *,
    app: str = "",
    model: Path | None = None,
    seed: Path | None = None,
    recording: Path | None = None,
    root: Path = Path(),
) -> Parts:
    """The files, named or in their places. Raises InputError that says where one was looked for."""
    files = [path for one in features for path in feature_files(one)]
    if not files:
        folder = root / "enrichment" / app if app else _only(root / "enrichment")
        files, app = feature_files(folder), app or folder.name
    app = app or _app_of(files[0])
    places = list(_projects(files[0], root))
    found = model or _first(
        [files[0].with_name(MODEL), *(one / "state_models" / app / MODEL for one in places)],
        f'there is no state model of "{app}"', "--model",
    )  # fmt: skip
    found = found / MODEL if found.is_dir() else found
    beside = found.with_name(SEED)
    wanted = recording or _first(
        [
            *(one / "recordings" / app / f"{app}.wacz" for one in places),
            files[0].with_name(f"{app}.wacz"),
            files[0].resolve().parent.with_suffix(".wacz"),
        ],
        f'there is no recording of "{app}"', "--recording",
    )  # fmt: skip
    named = ((found, "--model"), (seed or found, "--seed"), (wanted, "--recording"))
    for path, option in named:
        if not path.is_file():
            raise InputError(f"there is no file {path}", where=option, hint="Check the path.")
    return Parts(app, tuple(files), found, seed or (beside if beside.is_file() else None), wanted)


def _app_of(path: Path) -> str:
    """The app that a feature file names, read without looking at the rest."""
    found = _APP.search(read_text(path, LARGEST_MODEL))
    if found:
        return found[1]
    raise InputError("it does not say which app it is for", where=str(path), hint="It begins like this: `app: crm`.")


def _only(folder: Path) -> Path:
    there = sorted(one for one in folder.glob("*") if one.is_dir()) if folder.is_dir() else []
    if len(there) == 1:
        return there[0]
    hint = f"There are: {', '.join(one.name for one in there)}." if there else "Name the files: --features leads.yaml."
    raise InputError("which app?" if there else f"there is no folder {folder}", where="--app", hint=hint)


def _projects(file: Path, root: Path) -> Iterator[Path]:
    """Folders that may have `state_models/` and `recordings/`: this one, then those above the feature file."""
    yield root
    yield from file.resolve().parents


def _first(places: Sequence[Path], missing: str, option: str) -> Path:
    for place in places:
        if place.is_file():
            return place
    looked = ", ".join(map(str, list(dict.fromkeys(places))[:4]))
    raise InputError(missing, where=option, hint=f"Name it by {option}. Looked for: {looked}.")


def load_parts(parts: Parts) -> Enriched:
    """Everything loaded and checked against each other.

    Raises InputError or FeatureProblems, with all mistakes of the model, of the seed, or of the feature files.
    """
    stamps = stamps_of(parts.watched)
    changes = changes_of(parts.features)
    mine = AppFiles(
        parts.app, parts.model, parts.seed,
        changed_model=changes.model(parts.model), changed_seed=changes.seed(parts.seed),
    )  # fmt: skip
    try:
        loaded = load_models(with_needed({parts.app: mine}))
        World(loaded.models.values()).initial(loaded.seeds, {parts.app: str(parts.seed)} if parts.seed else {})
    except (ModelProblems, SeedProblems) as found:
        raise FeatureProblems(_placed(found, changes)) from None
    models = {name: loaded.models[name] for name in (parts.app, WAREHOUSE) if name in loaded.models}
    files = tuple(load_files({str(path): path.read_bytes() for path in parts.features}, models))
    wrong = next((one for one in files if one.app != parts.app), None)
    if wrong:
        raise InputError(
            f'it is for the app "{wrong.app}", the others for "{parts.app}"',
            where=wrong.file, hint="A mock is of one app; " + nearest(wrong.app, [parts.app]),
        )  # fmt: skip
    return Enriched(parts, loaded, files, stamps)


def _placed(found: ModelProblems | SeedProblems, changes: Changes) -> list[FeatureProblem]:
    """Problems of model or seed, with the line where they are."""
    placed = []
    for one in changes.placed(found.problems, "model" if isinstance(found, ModelProblems) else "seed"):
        placed.append(one if isinstance(one, FeatureProblem) else _in_json(one))
    return placed


def _in_json(one: Problem) -> FeatureProblem:
    try:
        line = line_of(read_text(Path(one.file), LARGEST_SEED), one.pointer)
    except InputError:
        line = 1
    return FeatureProblem(one.file, line, 1, one.pointer, one.message, one.hint)


def pack_parts(enriched: Enriched, out: Path, *, link: bool = False) -> JsonObject:
    """Write the mock; its mock.json. Raises InputError, also where a file is no longer the one that was checked."""
    parts = enriched.parts
    changes = changes_of(parts.features)
    model, seed = changes.model(parts.model), changes.seed(parts.seed)
    contents = {MODEL: (model.text if model else read_text(parts.model, LARGEST_MODEL)).encode()}
    if seed is not None:
        contents[SEED] = (json.dumps(seed, ensure_ascii=False, indent=1) + "\n").encode()
    elif parts.seed:
        contents[SEED] = read_text(parts.seed, LARGEST_SEED).encode()
    names: list[str] = []
    for path in parts.features:
        name = FEATURES + path.name
        if name in contents:
            what = f"two feature files are called {path.name}"
            raise InputError(what, where=str(path), hint="Rename one of them.")
        contents[name] = path.read_bytes()
        names.append(name)
    for module in modules_of(enriched.model):
        code = parts.model.with_name(f"{module}.py")
        contents[f"{REDUCERS}{module}.py"] = read_text(code, LARGEST_MODEL).encode()
    now = stamps_of(parts.watched)
    for path in {**enriched.stamps, **now}:
        if now.get(path) != enriched.stamps.get(path):
            raise InputError("it was saved while it was checked", where=str(path), hint="Run it again.")
    return write_mock(
        out, app=parts.app, title=enriched.model.title, contents=contents, features=names,
        recording=parts.recording, link=link,
    )  # fmt: skip


def modules_of(model: Model) -> list[str]:
    """Python files beside the model that its actions name."""
    return sorted({one.reducer_name.partition(":")[0] for one in model.actions.values() if one.reducer_name})


def parts_document(parts: Parts) -> Mapping[str, Json]:
    """As `--json` prints them."""
    return {
        "features": [str(path) for path in parts.features],
        "model": str(parts.model),
        "seed": str(parts.seed) if parts.seed else None,
        "recording": str(parts.recording),
    }
