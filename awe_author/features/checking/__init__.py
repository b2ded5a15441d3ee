"""Features against the recording that they lie over: is every surface there, where, and how often?

    report = check_features(files, read_recorded(archive), models)

Pure but for `read_recorded`. What is not there is an error when the feature could never do anything (no such page, no
such element, nothing recorded at an address that the answer could be like), else a warning: a request that was never
recorded is what features are for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from awe_author.features.checking.findings import FeatureSeen, Finding, Report, Told
from awe_author.features.checking.pages import Pages, check_page
from awe_author.features.checking.recorded import Recorded, RecordedPage, RecordedRequest, read_recorded
from awe_author.features.checking.requests import check_request, check_socket
from awe_author.features.checking.touches import reads_of, writes_of
from awe_author.features.forms import forms_of
from awe_author.features.model import FeatureFile, PageTrigger, RequestTrigger, Trigger
from awe_author.state.model import Model

__all__ = [
    "FeatureSeen",
    "Finding",
    "Recorded",
    "RecordedPage",
    "RecordedRequest",
    "Report",
    "check_features",
    "read_recorded",
]


def _as_seen(files: Sequence[FeatureFile], requests: list[RecordedRequest]) -> list[RecordedRequest]:
    """The requests as features see them."""
    forms = forms_of([form for file in files for form in file.forms])
    if not forms.all:
        return requests
    found = []
    for one in requests:
        method, url, headers, content = forms.plain(one.method, one.url, one.headers, one.content)
        found.append(replace(one, method=method, url=url, headers=tuple(headers), content=content))
    return found


def check_features(
    files: Sequence[FeatureFile],
    recorded: Recorded,
    models: Mapping[str, Model],
    step: Callable[[int], Any] = lambda _: None,
) -> Report:
    """Where each feature was seen, and what does not fit. `step` is called after each feature."""
    report = Report()
    pages = Pages(recorded)
    recorded = replace(recorded, requests=_as_seen(files, recorded.requests))
    for file in files:
        model = models[file.app]
        for feature in file.features:
            seen = FeatureSeen(
                id=feature.id,
                file=file.file,
                title=feature.title,
                surface=surface(feature.on),
                reads=reads_of(feature, model),
                action=feature.do or "",
                writes=writes_of(model.actions.get(feature.do or "")),
            )
            report.features.append(seen)
            told = Told(file, feature, report)
            if isinstance(feature.on, PageTrigger):
                check_page(told, feature.on, pages, seen)
            elif isinstance(feature.on, RequestTrigger):
                check_request(told, feature.on, recorded, seen)
            else:
                check_socket(told, feature.on, recorded, seen)
            step(1)
    report.findings.sort(key=lambda one: one.problem)
    return report


def surface(on: Trigger) -> str:
    """A trigger in one line."""
    if isinstance(on, RequestTrigger):
        return f"{'|'.join(on.methods) or '*'} {on.pattern}"
    if isinstance(on, PageTrigger):
        happens = f"{on.event} {on.select or ''} on " if on.event else ""
        return f"{happens.replace('  ', ' ')}{on.page}"
    return f"{on.event} {on.pattern}"
