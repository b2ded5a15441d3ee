"""From the YAML of a feature file to `FeatureFile`: everything that can be known before a session runs, all at once.

    plan = load_features(text, "enrichment/crm/leads.yaml", models)

Order: YAML (`awe_author.located`), vocabulary (`features.schema.json`), then each part: patterns, selectors,
expressions, actions. A part in which one step found a mistake is left out by the next, so that one mistake gives one
message.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from awe_author.features.loading.corrections import check_changes, corrected
from awe_author.features.loading.parts import Loader
from awe_author.features.loading.problems import Collected, FeatureProblem, FeatureProblems
from awe_author.features.loading.vocabulary import check_vocabulary, kind
from awe_author.features.model import FeatureFile
from awe_author.json_types import Json, JsonObject
from awe_author.located import parse
from awe_author.state.loading.problems import nearest, under
from awe_author.state.model import WAREHOUSE, Model

__all__ = ["FeatureProblem", "FeatureProblems", "load_features", "load_files"]

BEGINNING = "It begins like this: `app: crm`."


def load_features(text: str | bytes, file: str, models: Mapping[str, Model]) -> FeatureFile:
    """The features of one file. `models`: by app, with the warehouse's. Raises FeatureProblems with all mistakes."""
    loaded, problems = read_features(text, file, models)
    if problems or loaded is None:
        raise FeatureProblems(problems)
    return loaded


def load_files(texts: Mapping[str, str | bytes], models: Mapping[str, Model]) -> list[FeatureFile]:
    """Several files (name -> text); those that correct others (`instead_of`) come first, else in that order.

    Raises FeatureProblems, also for an id in two files of one app.
    """
    found: list[FeatureFile] = []
    problems: list[FeatureProblem] = []
    for file, text in texts.items():
        loaded, wrong = read_features(text, file, models)
        problems += wrong
        found += [loaded] if loaded else []
    ordered, unknown = corrected(found)
    problems += [*unknown, *_twice(ordered)]
    if problems:
        raise FeatureProblems(problems)
    return ordered


def read_features(
    text: str | bytes, file: str, models: Mapping[str, Model]
) -> tuple[FeatureFile | None, list[FeatureProblem]]:
    """What could be read of a file (None: nothing), and every mistake in it."""
    try:
        text = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        return None, [_no_text(error, file)]
    tree = parse(text.removeprefix("\ufeff"))
    problems = Collected(file, tree)
    for one in tree.problems:
        problems.put(one.where, one.mark, one.what, one.hint)
    problems.unread = len(problems.found)
    document = tree.value
    if not isinstance(document, dict):
        if not tree.problems:
            what = "the file is empty" if document is None else f"a feature file is a mapping, this is {kind(document)}"
            problems.add("", what, BEGINNING)
        return None, problems.placed
    if not check_vocabulary(document, problems):
        return None, problems.placed
    problems.formed()
    return _loaded(document, file, models, problems), problems.placed


def _no_text(error: UnicodeDecodeError, file: str) -> FeatureProblem:
    line = error.object.count(b"\n", 0, error.start) + 1
    column = error.start - error.object.rfind(b"\n", 0, error.start)
    what = f"not UTF-8 text ({error.reason} at byte {error.start})"
    return FeatureProblem(file, line, column, "", what, "Save the file as UTF-8.")


def _loaded(document: JsonObject, file: str, models: Mapping[str, Model], problems: Collected) -> FeatureFile:
    """The features of a document whose words are known."""
    app = document.get("app")
    if isinstance(app, str) and problems.well_formed("/app") and (app not in models or app == WAREHOUSE):
        apps = [one for one in models if one != WAREHOUSE]
        problems.add("/app", f'there is no app "{app}"', nearest(app, apps, what="There are"))
    check_changes(document, models.get(app) if isinstance(app, str) else None, problems)
    features = Loader(app if isinstance(app, str) else "", models, problems).features(document.get("features"))
    places = {
        pointer: problems.place(pointer)
        for key in ("features", "instead_of")
        for pointer in _texts(document.get(key), f"/{key}")
    }
    given, forms = document.get("instead_of"), document.get("forms")
    return FeatureFile(
        app=str(app),
        features=features,
        file=file,
        places=places | problems.places,
        forms=tuple(one for one in forms if isinstance(one, dict)) if isinstance(forms, list) else (),
        instead_of=tuple(str(one) for one in given) if isinstance(given, list) else None,
    )


def _texts(value: Json, pointer: str) -> Iterator[str]:
    """The pointers of everything that may be an expression: also those inside of templates and bodies."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _texts(inner, under(pointer, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _texts(inner, under(pointer, at))
    else:
        yield pointer


def _twice(files: Sequence[FeatureFile]) -> list[FeatureProblem]:
    first: dict[tuple[str, str], str] = {}
    problems: list[FeatureProblem] = []
    for file in files:
        for feature in file.features:
            key = (file.app, feature.id)
            if key in first and first[key] != file.file:
                what = f'there is a feature "{feature.id}" in {first[key]} already'
                place = feature.place
                path, hint = f"{place.path}.id", f"Give it another id, or write `instead_of: [{feature.id}]`."
                problems.append(FeatureProblem(file.file, place.line, place.column, path, what, hint))
            first.setdefault(key, file.file)
    return problems
