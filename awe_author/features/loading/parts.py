"""One feature after the other: what of it is sound becomes typed, what is not becomes a problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from awe_author.features.loading.names import REJECTION, result_type, state_names, surface_of, trigger_names
from awe_author.features.loading.pages import load_page_error, load_show, load_then
from awe_author.features.loading.problems import Collected
from awe_author.features.loading.replies import load_reply
from awe_author.features.loading.scope import Scope
from awe_author.features.loading.triggers import load_trigger
from awe_author.features.model import Feature, PageError, Reply, Trigger
from awe_author.state.cel.types import CelType
from awe_author.state.loading.actions import check_params
from awe_author.state.loading.expressions import compile_template
from awe_author.state.loading.fits import Fitting
from awe_author.state.loading.problems import nearest, under
from awe_author.state.model import ActionSpec, Expression, Model, Template

_FOR: dict[str, tuple[tuple[str, ...], str]] = {
    "show": (("page",), "Put it into a feature of its own, `on` the page without an event."),
    "view": (("page event",), "Give `on` a page and an `event`."),
    "then": (("page event",), "Give `on` a page and an `event`; a request is answered by `reply`."),
    "reply": (("request", "socket"), "After an event of a page comes `then`; its requests have features of their own."),
    "do": (("page event", "request", "socket"), "Give `on` an `event`: looking at a page does nothing."),
}
"""Key -> the surfaces that it is for, and what to do otherwise."""


class Loader:
    """Loads the features of one file."""

    def __init__(self, app: str, models: Mapping[str, Model], problems: Collected) -> None:
        self.problems = problems
        self.model = models.get(app)
        self.scope = Scope(state_names(models, app), problems)
        self.ids: dict[str, int] = {}

    def features(self, given: Any) -> tuple[Feature, ...]:
        """Those without a mistake."""
        if not isinstance(given, list):
            return ()
        found = [self.feature(one, under("/features", at)) for at, one in enumerate(given) if isinstance(one, dict)]
        return tuple(one for one in found if one)

    def feature(self, given: Mapping[str, Any], pointer: str) -> Feature | None:
        """The feature, or None after saying what is wrong with it."""
        before = len(self.problems.found)
        self._id(given.get("id"), under(pointer, "id"))
        trigger = self._trigger(given.get("on"), under(pointer, "on"))
        action = self._action(given, pointer)
        if trigger is None:
            return None
        surface = surface_of(trigger)
        for key, (surfaces, hint) in _FOR.items():
            if key in given and surface not in surfaces:
                self.problems.add_key(under(pointer, key), f"`{key}` is not for a {surface}", hint)
        if "errors" in given and "do" not in given:
            self._errors_of_reads(given["errors"], under(pointer, "errors"), surface)
        found = self._rest(given, pointer, trigger, surface, action)
        sound = len(self.problems.found) == before and self.problems.well_formed(pointer)
        return found if sound else None

    def _errors_of_reads(self, given: object, pointer: str, surface: str) -> None:
        """Without an action only what a request names can be missing."""
        if surface != "request":
            self.problems.add_key(pointer, "`errors` without `do`", "Only an action can be refused.")
            return
        for code in given if isinstance(given, Mapping) else ():
            if code not in ("not-found", "*"):
                hint = "Only an action can be refused; a read has `not-found`."
                self.problems.add_key(under(pointer, str(code)), f"`{code}` without `do`", hint)

    def _rest(
        self, given: Mapping[str, Any], pointer: str, trigger: Trigger, surface: str, action: ActionSpec | None
    ) -> Feature:
        scope = self.scope.also(trigger_names(trigger))
        params = self._params(given, pointer, scope, action)
        after = scope.also({"result": result_type(action)}) if "do" in given else scope
        let, inner = self._names(given.get("let"), under(pointer, "let"), after)
        view = given.get("view")
        changed = [
            (name, scope.expression(one, under(pointer, "view", name)))
            for name, one in (view.items() if isinstance(view, dict) else ())
        ]
        shown = given.get("show")
        shows = [
            load_show(one, under(pointer, "show", at), inner)
            for at, one in enumerate(shown if isinstance(shown, list) else ())
            if isinstance(one, dict)
        ]
        then = given.get("then")
        replies = self._replies(given.get("reply"), under(pointer, "reply"), inner, surface)
        return Feature(
            id=str(given.get("id", "")),
            title=str(given.get("title", "")),
            on=trigger,
            show=tuple(one for one in shows if one),
            do=given.get("do"),
            with_=params,
            let=let,
            view=tuple((name, one) for name, one in changed if one),
            then=load_then(then, under(pointer, "then"), inner) if isinstance(then, dict) else None,
            reply=replies[0] if replies else None,
            more=tuple(replies[1:]),
            errors=self._errors(given.get("errors"), under(pointer, "errors"), scope, surface),
            place=self.problems.place(pointer),
            pointer=pointer,
        )

    def _replies(self, given: Any, pointer: str, scope: Scope, surface: str) -> list[Reply]:
        """One, or of a socket several."""
        if isinstance(given, dict):
            found = [load_reply(given, pointer, scope, surface)]
        elif isinstance(given, list):
            if surface != "socket":
                self.problems.add(pointer, f"a {surface} has one answer", "Keep one of them.")
            found = [
                load_reply(one, under(pointer, at), scope, surface)
                for at, one in enumerate(given)
                if isinstance(one, dict)
            ]
        else:
            found = []
        return [one for one in found if one is not None]

    def _trigger(self, on: Any, pointer: str) -> Trigger | None:
        named = sum(key in on for key in ("page", "request", "socket", "stream")) if isinstance(on, dict) else 0
        return load_trigger(on, pointer, self.scope) if named == 1 else None

    def _id(self, given: Any, pointer: str) -> None:
        if not isinstance(given, str) or not self.problems.well_formed(pointer):
            return
        if given in self.ids:
            what = f'there is a feature "{given}" already, in line {self.ids[given]}'
            self.problems.add(pointer, what, "Give it another id.")
        self.ids.setdefault(given, self.problems.place(pointer).line)

    def _action(self, given: Mapping[str, Any], pointer: str) -> ActionSpec | None:
        name = given.get("do")
        if "do" not in given:
            if "with" in given:
                self.problems.add_key(under(pointer, "with"), "`with` without `do`", "Name the action: `do: ...`.")
            return None
        if not isinstance(name, str) or self.model is None:
            return None
        if name not in self.model.actions:
            what = f'"{self.model.app}" has no action "{name}"'
            self.problems.add(under(pointer, "do"), what, nearest(name, self.model.actions, what="It has"))
        return self.model.actions.get(name)

    def _params(
        self, given: Mapping[str, Any], pointer: str, scope: Scope, action: ActionSpec | None
    ) -> Template | None:
        place = under(pointer, "with" if "with" in given else "do")
        if "do" not in given or not self.problems.well_formed(place):
            return None
        params = compile_template(given.get("with", {}), scope.names, place, self.problems, context=False)
        if params and action and self.model:
            actions: Any = self.model.document["x-actions"]
            check_params(params, actions[action.name], Fitting(self.model.document, self.problems))
        return params if "with" in given else None

    def _names(self, given: Any, pointer: str, scope: Scope) -> tuple[tuple[tuple[str, Expression], ...], Scope]:
        """The names of `let`, and the scope that has them."""
        found: list[tuple[str, Expression]] = []
        for name, one in given.items() if isinstance(given, dict) else ():
            place = under(pointer, name)
            if name in scope.names:
                self.problems.add_key(place, f'"{name}" is bound already', "Choose another name.")
                continue
            typed = scope.typed(one, place)
            if typed:
                found.append((name, typed.expression))
            scope = scope.also({name: typed.type if typed else CelType("dyn", nullable=True)})
        return tuple(found), scope

    def _errors(self, given: Any, pointer: str, scope: Scope, surface: str) -> dict[str, Reply | PageError]:
        found: dict[str, Reply | PageError] = {}
        inner = scope.also(REJECTION)
        for code, one in given.items() if isinstance(given, dict) else ():
            place = under(pointer, code)
            if not isinstance(one, dict):
                continue
            shown = surface == "page event"
            if shown != ("select" in one):
                if self.problems.well_formed(place):
                    wanted = "{select, text}, the element that says why" if shown else "a reply: {status, json...}"
                    example = "{select: .error}" if shown else "{status: 422, json: {error: rejection.message}}"
                    what = f"a refusal of a {surface} is answered by {wanted}"
                    self.problems.add(place, what, f"Such as `{example}`.")
                continue
            answer = load_page_error(one, place, inner) if shown else load_reply(one, place, inner, surface)
            if answer:
                found[code] = answer
        return found
