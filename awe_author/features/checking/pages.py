"""Page features against the recorded documents."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bs4 import Tag

from awe_author.features.checking.dom import Dom, inside, nearest_selector
from awe_author.features.checking.findings import FeatureSeen, Level, Told
from awe_author.features.checking.recorded import Recorded, RecordedPage
from awe_author.features.checking.requests import nearest_address
from awe_author.features.checking.touches import leaves
from awe_author.features.model import PageError, PageTrigger, ShowList
from awe_author.state.loading.problems import nearest

MOST = 60
"""Documents of one feature that are looked into; more show the same."""

_POSITION = re.compile(r":(?:first|last|nth)-[\w-]+(?:\([^)]*\))?$")
_FORM = re.compile(r"""(?<![\w.])form(?:\.([A-Za-z_]\w*)(?!\w*\s*\()|\[\s*'([^']*)'\s*\])""")


class Pages:
    """The recorded documents, each taken apart once."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self._doms: dict[str, Dom] = {}

    def of(self, trigger: PageTrigger) -> list[RecordedPage]:
        """Those of an address, every document once."""
        found: dict[tuple[str, str], RecordedPage] = {}
        for page in self.recorded.pages:
            if trigger.page.matches(page.url):
                found.setdefault((page.url, page.html), page)
        return list(found.values())[:MOST]

    def dom(self, page: RecordedPage) -> Dom:
        """The document."""
        if page.html not in self._doms:
            self._doms[page.html] = Dom(page.html)
        return self._doms[page.html]


def check_page(told: Told, trigger: PageTrigger, pages: Pages, seen: FeatureSeen) -> None:
    """Was there such a page, and has it the elements that the feature names?"""
    there = pages.of(trigger)
    if not there:
        hint = nearest_address(trigger.page, [page.url for page in pages.recorded.pages]) or "No page was recorded."
        told.add("error", f"no recorded page is {trigger.page}", hint, "on", "page")
        return
    answered = {request.seq for request in pages.recorded.requests if request.status == 200}
    for place, number in enumerate(trigger.like):
        if number not in answered:
            hint = "A number is that of an exchange, as `seen: seq 12` in drafts names it."
            told.add("error", f"no document with the number {number} was recorded", hint, "on", "like", place)
    found = _Found(told, there, [pages.dom(page) for page in there], seen)
    seen.pages = len(there)
    if trigger.select:
        found.need(trigger.select, "on", "select")
        if trigger.event == "submit":
            found.form(trigger.select)
    for at, one in enumerate(told.feature.show):
        if isinstance(one, ShowList):
            found.list(one, at)
        else:
            found.need(one.select, "show", at, "select")
    _afterwards(told, found)
    if not (trigger.select or told.feature.show):
        found.saw(there)


def _afterwards(told: Told, found: _Found) -> None:
    """Elements that come into play later may be on no recorded document: a remark."""
    then = told.feature.then
    if then:
        for key in ("open", "close", "toggle", "focus"):
            selector = getattr(then, key)
            if selector:
                found.need(selector, "then", key, level="warning")
        if then.toast and then.toast.select:
            found.need(then.toast.select, "then", "toast", "select", level="warning")
    for code, one in told.feature.errors.items():
        if isinstance(one, PageError):
            found.need(one.select, "errors", code, "select", level="warning")
    for at, shown in enumerate(told.feature.show):
        if isinstance(shown, ShowList) and shown.empty:
            found.need(shown.empty, "show", at, "empty", level="warning")


class _Found:
    """Looks selectors of one feature up in the documents of its pages."""

    def __init__(self, told: Told, pages: Sequence[RecordedPage], doms: Sequence[Dom], seen: FeatureSeen) -> None:
        self.told, self.pages, self.doms, self.seen = told, pages, doms, seen

    def saw(self, pages: Sequence[RecordedPage]) -> None:
        """The surface was there after these steps."""
        for page in pages:
            if page.step not in self.seen.steps:
                self.seen.steps.append(page.step)
            if page.screenshot and page.screenshot not in self.seen.screenshots:
                self.seen.screenshots.append(page.screenshot)

    def need(self, selector: str, *path: object, level: Level = "error") -> bool:
        """Is it on one of the pages at least?"""
        counts = [len(dom.select(selector)) for dom in self.doms]
        self.seen.selectors[selector] = max(counts)
        if any(counts):
            if level == "error":
                self.saw([page for page, count in zip(self.pages, counts, strict=True) if count])
            return True
        self.told.add(level, self._nothing(selector), self._near(selector), *path)
        return False

    def _nothing(self, selector: str) -> str:
        count = len(self.pages)
        where = (
            f"the recorded page {self.pages[0].url}" if count == 1 else f"the {count} recorded pages of this address"
        )
        return f"`{selector}` matches nothing on {where}"

    def _near(self, selector: str) -> str:
        return nearest_selector(selector, self.doms)

    def list(self, shown: ShowList, at: int) -> None:
        """Container, rows, and what is shown in them."""
        if not self.need(shown.into, "show", at, "into"):
            return
        containers = [tag for dom in self.doms for tag in dom.select(shown.into)]
        rows = []
        for kind, (selector, _) in enumerate(shown.row):
            mine = [tag for one in containers for tag in inside(one, selector)]
            self.seen.selectors[f"{shown.into} {selector}"] = len(mine)
            rows += mine
            if not mine and not any(shown.samples[kind : kind + 1]):
                what = f"`{selector}` matches nothing inside `{shown.into}`"
                plain = _without_position(selector, containers)
                many = len(shown.row) > 1
                path = ("row", selector) if many else ("row",)
                level: Level = "warning" if many or plain else "error"
                self.told.add(level, what, plain or _children(containers), "show", at, *path)
        if not rows:
            return
        alike = {id(row): row for row in rows}
        for row in rows[:1]:
            alike |= {id(one): one for one in row.find_next_siblings(row.name)[:200]}
        samples = [Dom(sample) for sample in shown.samples if sample]
        for selector, _ in shown.set:
            in_samples = any(one.select(selector) for one in samples) if selector != ":scope" else bool(samples)
            if not in_samples and not any(inside(row, selector) for row in alike.values()):
                what = f"`{selector}` matches nothing inside the row `{shown.row[0][0]}`"
                doms = [Dom(str(row)) for row in list(alike.values())[:5]]
                self.told.add("error", what, nearest_selector(selector, doms), "show", at, "set", selector)

    def form(self, selector: str) -> None:
        """Fields that the params are made of: has the form any of this name?"""
        forms = [tag for dom in self.doms for tag in dom.select(selector)]
        known = {
            str(control.get(key))
            for form in forms
            for control in form.find_all(["input", "select", "textarea", "button"])
            for key in ("name", "id")
            if control.get(key)
        }
        given = self.told.feature.with_
        for path, source in leaves(given.source) if given and known else ():
            for name in dict.fromkeys(found[1] or found[2] for found in _FORM.finditer(source)):
                if name not in known:
                    what = f'the form has no field "{name}"'
                    self.told.add("error", what, nearest(name, known, what="It has"), "with", *path)


def _without_position(selector: str, containers: Sequence[Tag]) -> str:
    """When it is only the position that does not fit: `div.x:first-of-type` asks for the first `div` of all."""
    plain = _POSITION.sub("", selector)
    count = sum(len(inside(one, plain)) for one in containers) if plain and plain != selector else 0
    return f"`{plain}` matches {count} there: positions count all elements, whatever their class." if count else ""


def _children(containers: Sequence[Tag]) -> str:
    """What is inside of them instead."""
    names: dict[str, int] = {}
    for container in containers:
        for child in container.find_all(True, recursive=False):
            classes = ".".join(one for one in child.get_attribute_list("class") if one)
            name = child.name + (f".{classes}" if classes else "")
            names[name] = names.get(name, 0) + 1
    if not names:
        return "It is empty on the recorded pages; name a container that has rows."
    most = sorted(names.items(), key=lambda pair: -pair[1])[:4]
    return "Inside are: " + ", ".join(f"`{name}` ({count})" for name, count in most) + "."
