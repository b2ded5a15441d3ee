"""The drafts as text: features as YAML with the evidence in comments, the report as one document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import yaml

from awe_author.features.discover.draft import Draft
from awe_author.features.discover.entities.entities import Entities
from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.replies.surfaces import Feature
from awe_author.features.discover.talks.things import Thing

HEAD = """\
# Draft of {app}'s features from a recording, to be reviewed.
# "seen" names the requests (by their number in the recording) and the page; "sure" goes from 0 to 1.
"""


class _Dumper(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: yaml.SafeDumper, value: str) -> yaml.ScalarNode:
    plain = "'" in value and '"' not in value and "\\" not in value and value.isprintable()
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style='"' if plain else None)


_Dumper.add_representer(str, _text)


def features_text(draft: Draft) -> str:
    """The feature file."""
    lines = [
        HEAD.format(app=draft.app),
        _dump({"app": draft.app, **({"forms": draft.forms} if draft.forms else {})}),
        "features:" + ("" if draft.features else " []") + "\n",
    ]
    for feature in draft.features:
        lines += [f"  # {_printable(line)}\n" for line in feature.seen]
        body = _dump(feature.document).splitlines()
        lines += [("  - " if number == 0 else "    ") + line + "\n" for number, line in enumerate(body)]
    return "".join(lines)


def _printable(line: str) -> str:
    """A comment ends with its line, and YAML takes no control characters in it."""
    return "".join(one if one.isprintable() else "?" for one in line)


def _dump(document: Any) -> str:
    return yaml.dump(document, Dumper=_Dumper, sort_keys=False, width=1 << 20, allow_unicode=True)


def report_of(draft: Draft) -> dict[str, Any]:
    """report.json."""
    return {
        "version": 1,
        "app": draft.app,
        "entities": [_entities(part) for part in draft.parts],
        "talks": [_things(kind) for kind in draft.talked.kinds],
        "operations": [_operation(one) for one in draft.operations],
        "features": [_feature(feature) for feature in draft.features],
        "left_out": {
            "kinds": [{"kind": kind.name, "why": why, "entities": len(kind.keys())} for kind, why in draft.left_kinds],
            "writes": [{"request": name, "why": why, "times": times} for name, why, times in draft.left_writes],
            "exchanges": dict(draft.left_exchanges),
            "features": [{"feature": name, "why": why} for name, why in draft.left_features],
            "sockets": [{"line": line, "why": why, "messages": count} for line, why, count in draft.talked.left],
        },
        "controls": list(draft.controls),
    }


def _entities(part: Entities) -> dict[str, Any]:
    return {
        "kind": part.kind.name,
        "key": part.kind.key,
        "source": part.kind.source,
        "sure": round(part.kind.sure, 2),
        "why": "; ".join(part.kind.reasons),
        "fields": part.fields(),
        "seed": len(part.seed),
        "created": sorted(part.made),
        "total": part.total,
        "seen": [f"{group.endpoint} at /{'/'.join(group.pattern)}" for group in part.kind.groups],
    }


def _things(kind: Thing) -> dict[str, Any]:
    return {
        "kind": kind.name,
        "key": kind.key,
        "parent": kind.parent.name if kind.parent is not None else None,
        "seed": len(kind.first) - len(kind.made),
        "made": sorted(kind.made),
        "seen": [f"{spot.name} at /{'/'.join(map(str, spot.pattern))}" for spot in kind.spots],
    }


def _operation(one: Operation) -> dict[str, Any]:
    return {
        "role": one.role,
        "kind": one.kind.name,
        "request": str(one.endpoint),
        "origin": one.endpoint.origin,
        "sure": round(one.sure, 2),
        "proof": one.proof,
        "seen": [{"seq": call.seq, "page": call.page} for call in one.calls],
    }


def _feature(feature: Feature) -> dict[str, Any]:
    params: Sequence[Any] = feature.listing.params if feature.listing else ()
    return {
        "id": feature.document["id"],
        "sure": round(feature.sure, 2),
        "seen": list(feature.seen),
        "parameters": [{"name": one.name, "role": one.role, "of": one.of, "sure": one.sure} for one in params],
    }
