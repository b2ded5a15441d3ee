"""Recorded pages, taken apart, and the kinds of entities that they show (worked out in `page_kinds`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bs4 import BeautifulSoup

from awe_author.features.discover.entities.operations import Operation
from awe_author.features.discover.exchanges.calls import Call
from awe_author.features.discover.exchanges.kinds import Kind
from awe_author.features.discover.exchanges.reading import Page
from awe_author.features.discover.markup.addresses import word_of
from awe_author.features.discover.markup.documents import Rows
from awe_author.features.discover.markup.due_dates import Due
from awe_author.features.discover.markup.formats import Format
from awe_author.features.discover.markup.forms import Form
from awe_author.features.discover.markup.situations import Load
from awe_author.features.discover.markup.span_fields import Times
from awe_author.features.discover.markup.spans import Span
from awe_author.features.discover.markup.split_moments import SplitMoment
from awe_author.features.discover.pages.part_texts import Part
from awe_author.features.discover.pages.renamed import Renamed
from awe_author.features.discover.pages.set_by_posts import SetBy
from awe_author.json_types import JsonObject

if TYPE_CHECKING:
    from awe_author.features.discover.pages.called_marks import Marks
    from awe_author.features.discover.pages.held_rows import Holder
    from awe_author.features.discover.pages.led_texts import Leads
    from awe_author.features.discover.pages.switches import Switch
    from awe_author.features.discover.pages.word_renames import WordRename
    from awe_author.features.discover.pages.write_logs import Log

LISTED_ON = "listed_on"
"""Field of entities from pages: the lists in which they were shown."""
MOST_LABELS = 400
"""Choices of a field whose labels features know: all countries of the world, but no list of all entities."""


@dataclass(slots=True)
class Shown:
    """One recorded page, taken apart."""

    page: Page
    lists: list[Rows]
    forms: list[Form]
    document: BeautifulSoup
    load: Load | None = None
    """Of its document; None where the page had another address by then."""


@dataclass(slots=True)
class WriteNumbers:
    """Numbers that each write to any entity of a kind counts up (`write_numbers`)."""

    first: int
    """What the first recorded write got."""
    known: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """Key -> (since when, number or 0 where it is not known), the latest last."""

    def at(self, key: str, seq: int) -> int | None:
        """The number that a page about the entity shows at a moment; None where it is not known."""
        told = [number for since, number in self.known.get(key, ()) if since < seq]
        return told[-1] or None if told else None


@dataclass(slots=True)
class PageKind:
    """A kind that pages show."""

    kind: Kind
    template: str
    operations: list[Operation] = field(default_factory=list)
    lists: list[tuple[Page, Rows]] = field(default_factory=list)
    """Where it is listed; one for each path and container."""
    sent: dict[str, str] = field(default_factory=dict)
    """Form field -> entity field."""
    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    """Form field -> value -> what pages show for it."""
    checks: set[str] = field(default_factory=set)
    """Form fields that are checkboxes: nothing is sent of those that are not checked."""
    radios: set[str] = field(default_factory=set)
    joined: dict[str, tuple[dict[str, str], str]] = field(default_factory=dict)
    """Form fields of several choices -> (what is sent -> what it is called, what is between) (`several_choices`)."""
    tallied: set[str] = field(default_factory=set)
    """Those of which lists say how many are chosen (`tallied`)."""
    parts: dict[str, Part] = field(default_factory=dict)
    """Form fields that may be sent in parts (`part_texts`)."""
    wholes: dict[int, dict[str, str]] = field(default_factory=dict)
    """Number of a post that sent a part -> entity field -> the whole text by then."""
    notes: set[str] = field(default_factory=set)
    """Entity fields that say something of the write (`write_notes`)."""
    logs: list[Log] = field(default_factory=list)
    """Lists of what was written."""
    leads: Leads | None = None
    """How a text of an entity leads to another one."""
    switch: Switch | None = None
    """What scripts turn on its pages."""
    ended: set[str] = field(default_factory=set)
    """Form fields that are sent with a separator at the end (`ended_fields`)."""
    formats: dict[str, Format] = field(default_factory=dict)
    """Entity field -> how pages show what forms send."""
    dues: dict[str, Due] = field(default_factory=dict)
    """Entity field that is a day -> how pages show it with words of how far away it is."""
    grouped: dict[str, str] = field(default_factory=dict)
    """Those that are numbers which fields of forms have with signs between thousands -> the pattern of that."""
    hours: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Those that are spans of hours -> what pages say before and behind them."""
    spans: dict[str, Span] = field(default_factory=dict)
    """Entity field that is a moment -> how pages tell how long ago it was."""
    moments: dict[str, Format] = field(default_factory=dict)
    """Those of the formats that are of moments which the app sets."""
    times: Times = field(default_factory=Times)
    """Of the pages."""
    details: set[str] = field(default_factory=set)
    """Fields that only pages about one entity tell, under labels."""
    bodies: dict[int, Any] = field(default_factory=dict)
    """Number of a post -> all that it sent."""
    origin: str = ""
    scripted: bool = False
    """Do scripts of the page make its lists, of answers that come as calls?"""
    called: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Number of a call whose answer lists it by calls of functions (`called_rows`) -> what is around their keys."""
    told_after: dict[int, JsonObject] = field(default_factory=dict)
    """Number of a write -> what its answer in JSON says of how many there are then (`scripted_counts`)."""
    marks: Marks | None = None
    """Of its rows that come as calls, those that posts change."""
    told: Kind | None = None
    """The kind that JSON in documents told of the same entities (`told_twice`)."""
    keeps: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Form field whose choice of nothing leaves it as it is -> what that choice says before and behind the value."""
    records: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)
    """Form field -> what it sends -> the record that the JSON has in its field for it."""
    choices: dict[str, dict[str, str]] = field(default_factory=dict)
    """Field that lists show as forms send it -> its value -> what users choose from."""
    words: list[str] | None = None
    """Names of what pages show of fields in words of its own (`choice_labels`); None before they were looked for."""
    chosen: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Form field -> (collection of the kind that it names, field by which users choose) (`chosen_kinds`)."""
    listing: set[int] = field(default_factory=set)
    """id() of rows of other kinds on its own pages, which say nothing of it (`lists_below`)."""
    numbers: set[str] = field(default_factory=set)
    """Fields that are numbers there; pages and forms have them as text."""
    moment: SplitMoment | None = None
    """The moment that its forms send in several fields."""
    opened: set[str] = field(default_factory=set)
    """Addresses of forms that posts without anything in them opened."""
    sets: SetBy = field(default_factory=SetBy)
    """What posts set that send nothing."""
    moves: dict[str, str] = field(default_factory=dict)
    """Field by which its lists stand side by side -> the one that says when an entity came into its list."""
    word_renames: list[WordRename] = field(default_factory=list)
    """Posts that give words of its labels other names."""
    renamed: dict[int, Renamed] = field(default_factory=dict)
    """Number of a post that gives an entity another name -> what it renames."""
    searched_by: str = ""
    """The parameter by which lists of other kinds were searched, where no list of this one was."""
    usual: dict[str, str] = field(default_factory=dict)
    """Field that addresses of lists say of all rows -> what it is where they do not."""

    orders: dict[str, str] = field(default_factory=dict)
    """List that shows all it has -> the expression of that, in its order (`list_features`)."""
    asides: list[Any] = field(default_factory=list)
    """What its forms make of other kinds (`made_aside.Aside`)."""
    beside: list[list[Call]] = field(default_factory=list)
    """Posts of pages behind writes of which nothing comes (`beside_writes`)."""
    counted: WriteNumbers | None = None
    """The number that its pages show of the last write."""
    tallies: set[str] = field(default_factory=set)
    """Columns that say how many of another kind belong to each (`counted_others`)."""
    lists_on: set[str] = field(default_factory=set)
    """Addresses of its pages that list another kind: that says which recorded document is shown (`below_features`)."""
    kept_up: set[str] = field(default_factory=set)
    """Columns that say in another way what forms send (`computed_columns`): writes keep them up."""
    holder: Holder | None = None
    """What its rows are in."""
    held_in: tuple[str, str, str] | None = None
    """(collection of what they are in, the field that says what it is called, that of the words in its address)."""
    worded: str = ""
    """The field whose words stand behind the key in addresses that short ones lead to (`canonical`)."""

    @property
    def word(self) -> str:
        """What stands right before the key in addresses: `issue` of `/issue7`."""
        return word_of(self.template)

    def made_or_changed(self, names: Mapping[int, str], actions: JsonObject) -> Iterator[tuple[Operation, JsonObject]]:
        """Each action that makes or changes one entity, once, with an operation that it is of. `names`: id() of an
        operation -> its action."""
        done: set[str] = set()
        for operation in self.operations:
            name = names.get(id(operation), "")
            if operation.role in ("create", "update") and not operation.several and name not in done:
                done.add(name)
                action = actions[name]
                assert isinstance(action, dict)
                yield operation, action


def place_of(page: Page, rows: Rows) -> str:
    """A list of a page, as entities remember where they are listed."""
    said = "&".join(f"{name}={value}" for name, value in rows.asked.items())
    return f"{urlsplit(page.url).path}{'?' if said else ''}{said} {rows.container}"


def page_call(page: Page, origin: str) -> Call:
    """A look at a page as a call."""
    path = urlsplit(page.url).path
    return Call(page.seq - 1, "GET", "GET", origin, path, (), "", "", False, None, 200, None, "", "", "", page=page.url)
