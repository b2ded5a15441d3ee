"""A feature file, read and checked: what `load_features` makes of the YAML, and what replay and pages run.

All frozen. Strings of the YAML that are CEL are compiled (`Expression`, `Template`); a selector is CSS, as written.
What expressions can read is listed in docs/guide/features.md; whoever runs them binds those in `.names`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from awe_author.features.patterns import Pattern
from awe_author.state.cel import DYN, CelType
from awe_author.state.model import Expression, Template

if TYPE_CHECKING:
    from awe_author.features.bodies import BodyTemplate

REJECTIONS = ("guard", "params", "not-found", "exists", "schema", "reference", "restricted")
"""Codes of a refused action that `errors` may answer (`state.types.RejectionCode`)."""

EVENTS = (
    "click", "dblclick", "contextmenu", "submit", "reset", "change", "input", "keydown", "keyup", "drop", "focusin",
    "focusout", "mouseenter", "mouseleave", "pointerdown", "pointerup",
)  # fmt: skip
"""DOM events that page features may wait for."""

ANY = "*"
"""In `errors`: every code that has no answer of its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a feature file."""

    file: str
    line: int
    """From 1."""

    column: int
    """From 1, in characters."""

    path: str = ""
    """For people: `features[2].on.page`."""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


# ---- when ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class PageTrigger:
    """Pages of these addresses; with `event`, something that a user does there."""

    page: Pattern
    event: str | None = None
    """Name of a DOM event: one of `EVENTS`."""

    select: str | None = None
    """The elements that it happens on; None: anywhere in the page."""

    key: str | None = None
    """With `keydown`, the key and what is held with it, as `KeyboardEvent.key` names them: `Enter`, `Control+k`."""

    where: Expression | None = None
    """While this does not hold, the feature does not apply to the page."""

    like: tuple[int, ...] = ()
    """Numbers of recorded documents, one of which is served as the page."""

    once: bool = False
    """Shown in the document as it is served; from then on it is left to the page's own scripts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTrigger:
    """Requests with one of these methods to these addresses."""

    methods: tuple[str, ...]
    """Upper case; empty: any."""

    pattern: Pattern
    where: Expression | None = None
    like: tuple[int, ...] = ()
    """Numbers of the recorded exchanges that are examples of its answers; empty: all that fit."""


SocketEvent: TypeAlias = Literal["message", "open", "played", "change", "added", "changed", "removed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SocketTrigger:
    """WebSockets of these addresses (of engine.io also its polls), or event streams."""

    pattern: Pattern
    event: SocketEvent = "message"
    """A message of the page, the connection, a recorded message of the server that is due (`played`), or a change of
    the state while it is open: of what the feature says (`change`), or of the items of a list, each by itself (`added`,
    `changed`, `removed`)."""

    where: Expression | None = None
    frame: str | None = None
    """How messages stand on the connection (`features.frames`); None: told by the address and the recording."""

    each: Expression | None = None
    """The list whose items are watched."""

    name: str = "item"
    """`as`: what an item is called."""

    key: Expression | None = None
    """What tells items apart."""

    element: CelType = field(default=DYN, compare=False, repr=False)
    """The type of an item."""

    stream: bool = False
    """An event stream: only the server speaks."""


Trigger: TypeAlias = PageTrigger | RequestTrigger | SocketTrigger

# ---- what is shown -------------------------------------------------------------------------------------------------

Settings: TypeAlias = tuple[tuple[str, Expression], ...]
"""What an element shows: `text`, `text.N` (the N-th run of its own text between its children), `html`, `value`,
`checked`, `hidden`, `class` (the whole attribute), `class.NAME` (has it the class?), `style.PROPERTY`, or the name of
an attribute (null takes it away)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowList:
    """A list of the page with one copy of a recorded row for each item."""

    each: Expression
    name: str = "item"
    """`as`: what an item is called in the expressions."""

    into: str
    """The recorded container."""

    row: tuple[tuple[str, Expression | None], ...]
    """The recorded elements to copy, inside the container: the first whose expression holds for the item (None: it
    always does)."""

    key: Expression
    """What tells items apart; a text or a number."""

    set: tuple[tuple[str, Settings], ...] = ()
    """Selector inside the row (`:scope` or `.` is the row itself) -> what it shows."""

    samples: tuple[str | None, ...] = ()
    """Of each kind of row: one of it as HTML, copied where the page has none; none at all where that is not said."""

    empty: str | None = None
    """The element of the page that is shown only while there is no item."""

    when: Expression | None = None
    """Only while this holds; else the list is as recorded."""

    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowSet:
    """Elements of the page that show values."""

    select: str
    set: Settings
    when: Expression | None = None
    """Only while this holds; else the elements are as recorded."""

    place: Place


Show: TypeAlias = ShowList | ShowSet

# ---- what is answered ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The answer to a request, or a message to a socket."""

    status: int | None = None
    headers: tuple[tuple[str, Expression], ...] = ()
    """Names in lower case."""

    like: Literal["recorded"] | None = None
    """Start from the recorded answer that is nearest to the request, and change what is given here."""

    json: BodyTemplate | None = None
    text: Expression | None = None
    html: Expression | None = None
    form: Template | None = None
    """An object, sent as application/x-www-form-urlencoded."""

    show: tuple[Show, ...] = ()
    """What the recorded HTML shows, as of a page; a part of a page is the content of a `body`."""

    swap: tuple[tuple[str, Expression], ...] = ()
    """Words of the recorded body -> what stands in their place."""

    calls: BodyTemplate | None = None
    """Calls of functions in scripts of the recorded body, made anew; beside what it shows."""

    embedded: BodyTemplate | None = None
    """Of a recorded document: an object of the names of JSON values in it (`features.embedded`) -> what they are."""

    file: Expression | None = None
    """A file of the state: {name, type, size, sha256, data (base64)}."""

    inline: bool = False
    """Shown in the page instead of downloaded."""

    go: Expression | None = None
    """Where the browser is sent instead."""

    when: Expression | None = None
    """Messages to sockets: only said while this holds."""

    early: bool = False
    """Messages to sockets: said before what the action has changed is told."""

    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    """A message that comes and goes."""

    text: Expression
    select: str | None = None
    """The recorded element that shows it; None: one that the runtime makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Then:
    """What a page does after an event: after its action was done, or without one."""

    go: Expression | None = None
    """Address to load."""

    push: Expression | None = None
    """Address to show without a load."""

    reload: bool = False
    toast: Toast | None = None
    open: str | None = None
    """The element (a dialog, a menu) to show; so are the others."""

    close: str | None = None
    toggle: str | None = None
    focus: str | None = None
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class PageError:
    """Where a page says why an action was refused."""

    select: str
    text: Expression | None = None
    """None: `rejection.message`."""

    place: Place


# ---- the whole -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """One thing a user can do or see."""

    id: str
    title: str = ""
    on: Trigger
    show: tuple[Show, ...] = ()
    """Page features without an event."""

    do: str | None = None
    """An action of the app's model."""

    with_: Template | None = None
    """The action's params; None: {}."""

    let: tuple[tuple[str, Expression], ...] = ()
    """In the order of the file, each sees those before it, worked out when first read: in `reply`, `then` and `show`,
    so after the action."""

    view: tuple[tuple[str, Expression], ...] = ()
    """Page events: parameters of this open page that change (its sort order, its search); never in the state."""

    then: Then | None = None
    """Page events."""

    reply: Reply | None = None
    """Request and socket features."""

    more: tuple[Reply, ...] = ()
    """Sockets: further messages, in order."""

    errors: Mapping[str, Reply | PageError] = field(default_factory=dict)
    """Code of the rejection, or `*`, -> what is done instead of `reply` (a Reply) or `then` (a PageError)."""

    place: Place
    pointer: str = ""
    """JSON pointer of the feature in its file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeatureFile:
    """The features of one app, in the order of their file."""

    app: str
    features: tuple[Feature, ...]
    file: str
    places: Mapping[str, Place] = field(default_factory=dict, repr=False, compare=False)
    """Pointer of an expression, selector or pattern -> where it stands."""

    forms: tuple[Mapping[str, Any], ...] = ()
    """How the app writes its messages, where features see them otherwise (`features.forms`)."""

    instead_of: tuple[str, ...] | None = None
    """Ids of other files' features that are left out (`*`: any text); None: the file corrects no other."""

    def locate(self, pointer: str) -> Place:
        """Where an expression stands that failed while it ran (`ExpressionFault.pointer`)."""
        return self.places.get(pointer) or Place(self.file, 1, 1, pointer)
