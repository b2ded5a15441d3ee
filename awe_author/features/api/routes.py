"""Which features a request may be for: found by origin and method, so that others cost next to nothing. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from awe_author.features.model import Feature, FeatureFile, RequestTrigger, SocketTrigger
from awe_author.features.patterns import Pattern, single_slashes


@dataclass(frozen=True, slots=True)
class Route:
    """One feature of one app, with what can be told of its requests by looking."""

    plan: FeatureFile
    feature: Feature
    pattern: Pattern
    prefix: str
    """What every URL of it begins with; empty when the pattern fixes nothing."""
    methods: frozenset[str]
    """Empty: any."""

    @property
    def app(self) -> str:
        return self.plan.app


@dataclass(frozen=True, slots=True)
class Found:
    """A route whose pattern fits, with what each `*` stands for."""

    route: Route
    segments: list[str]


class Routes:
    """The request (or socket) features of some files, in their order."""

    def __init__(self, routes: Sequence[Route]) -> None:
        self._anywhere = [(at, one) for at, one in enumerate(routes) if not _origin(one)]
        self._by_origin: dict[str, list[tuple[int, Route]]] = {}
        for at, one in enumerate(routes):
            if origin := _origin(one):
                self._by_origin.setdefault(origin, []).append((at, one))
        for kept in self._by_origin.values():
            kept += self._anywhere
            kept.sort(key=lambda pair: pair[0])
        self.all = tuple(routes)

    @classmethod
    def requests(cls, plans: Sequence[FeatureFile]) -> Routes:
        """Of features on requests."""
        return cls(
            [
                Route(plan, one, one.on.pattern, _prefix(one.on.pattern), _methods(one.on.methods))
                for plan in plans
                for one in plan.features
                if isinstance(one.on, RequestTrigger)
            ]
        )

    @classmethod
    def sockets(cls, plans: Sequence[FeatureFile]) -> Routes:
        """Of features on WebSockets."""
        return cls(
            [
                Route(plan, one, one.on.pattern, _prefix(one.on.pattern), frozenset())
                for plan in plans
                for one in plan.features
                if isinstance(one.on, SocketTrigger)
            ]
        )

    def find(self, method: str, url: str) -> Iterator[Found]:
        """The features whose method and pattern fit, in order. HEAD asks for what GET gives."""
        asked = "GET" if method == "HEAD" else method
        for route in self._near(url):
            if not route.methods or asked in route.methods:
                segments = route.pattern.segments(url)
                if segments is not None:
                    yield Found(route, segments)

    def touches(self, url: str) -> bool:
        """May a request of any method to this URL be for a feature?"""
        return any(route.pattern.matches(url) for route in self._near(url))

    def _near(self, url: str) -> Iterator[Route]:
        """The features of an origin whose patterns begin like the address."""
        end = url.find("/", url.find("://") + 3)
        origin = url if end < 0 else url[:end]
        near = (route for _, route in self._by_origin.get(origin, self._anywhere))
        if "//" not in url[len(origin) :]:
            return (route for route in near if url.startswith(route.prefix))
        single = origin + single_slashes(url[len(origin) :])
        return (route for route in near if url.startswith(route.prefix) or single.startswith(route.prefix))


def _methods(methods: Sequence[str]) -> frozenset[str]:
    return frozenset(methods)


def _origin(route: Route) -> str:
    origin = route.pattern.parts.origin
    return origin if origin and "*" not in origin else ""


def _prefix(pattern: Pattern) -> str:
    """What is fixed at the beginning of a pattern with a whole origin, and written alike in every URL."""
    origin, path = pattern.parts.origin, pattern.parts.path or ""
    if not origin or "*" in origin:
        return ""
    return origin + path.partition("*")[0].partition("%")[0]
