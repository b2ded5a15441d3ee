"""The macros that go through a list or the keys of a map. Each step counts: a frame has only so many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from awe_author.state.cel.functions_lists import sorted_by
from awe_author.state.cel.problems import CelFault, StepsUsed
from awe_author.state.cel.values import elements, type_name

Run: TypeAlias = Callable[[list[Any]], Any]
STEPS = 1_000_000
"""Steps that one evaluation may take: one for each element that a macro goes through, and some for great values."""
TOO_MANY = f"more than {STEPS} steps: go through fewer elements, or ask an index with by()"


def _step(frame: list[Any]) -> None:
    frame[0] -= 1
    if frame[0] < 0:
        raise StepsUsed(TOO_MANY)


def _quantifier(decisive: bool, name: str) -> Callable[[Run, int, Run | None, Run], Run]:
    """`exists` (decided by true) and `all` (by false); a deciding element wins over faults of others."""

    def build(source: Run, at: int, keep: Run | None, body: Run) -> Run:
        def run(frame: list[Any]) -> Any:
            fault: CelFault | None = None
            for item in elements(source(frame)):
                _step(frame)
                frame[at] = item
                try:
                    value = body(frame)
                except StepsUsed:
                    raise
                except CelFault as error:
                    fault = fault or error
                    continue
                if value is decisive:
                    return decisive
                if value is not (not decisive) and fault is None:
                    fault = _not_boolean(name, value)
            if fault is not None:
                raise fault
            return not decisive

        return run

    return build


def _not_boolean(name: str, value: object) -> CelFault:
    return CelFault(f"{name} asks for a boolean, not for a {type_name(value)}")


def _chosen(frame: list[Any], at: int, items: Any, keep: Run, name: str) -> Any:
    for item in items:
        _step(frame)
        frame[at] = item
        value = keep(frame)
        if value is True:
            yield item
        elif value is not False:
            raise _not_boolean(name, value)


def _exists_one(source: Run, at: int, keep: Run | None, body: Run) -> Run:
    return lambda frame: sum(1 for _ in _chosen(frame, at, elements(source(frame)), body, "exists_one")) == 1


def _filter(source: Run, at: int, keep: Run | None, body: Run) -> Run:
    return lambda frame: list(_chosen(frame, at, elements(source(frame)), body, "filter"))


def _map(source: Run, at: int, keep: Run | None, body: Run) -> Run:
    if keep is not None:
        chosen: Run = keep
        return lambda frame: [body(frame) for _ in _chosen(frame, at, elements(source(frame)), chosen, "map")]

    def run(frame: list[Any]) -> Any:
        made = []
        for item in elements(source(frame)):
            _step(frame)
            frame[at] = item
            made.append(body(frame))
        return made

    return run


def _sort_by(source: Run, at: int, keep: Run | None, body: Run) -> Run:
    keys = _map(source, at, None, body)

    def run(frame: list[Any]) -> Any:
        items = list(elements(source(frame)))
        return sorted_by(items, keys(frame))

    return run


MACROS: dict[str, Callable[[Run, int, Run | None, Run], Run]] = {
    "all": _quantifier(False, "all"),
    "exists": _quantifier(True, "exists"),
    "exists_one": _exists_one,
    "map": _map,
    "filter": _filter,
    "sortBy": _sort_by,
}
