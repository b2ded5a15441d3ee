"""The step language: what a user does in an app, as a JSON or YAML list that people can read and write.

Each step is a mapping with one key, the verb:

    - goto: /leads                      path of the app, or a URL
    - fill: ["#name", "Arcturus"]       a value may also be {env: NAME} or {prompt: "Question"}
    - click: "text=New"                 or [selector, {button: right, count: 2, modifiers: [Shift], at: [x, y]}]
    - press: ["#name", "Enter"]         select: ["#size", "XL"] or ["#size", [S, M]]
    - hover: ".menu"                    check: "#agree"     uncheck: "#agree"
    - drag: [".card", ".column.done"]   or [".slider", [120, 0]]
    - scroll: "#bottom"                 or [0, 600] for the page, [".list", 0, 600] for a part of it
    - upload: ["input[type=file]", "report.pdf"]
    - wait: "text=Saved"                or seconds: 1.5, or {passing: "text=Saved"} for what may be gone again
    - dialog: dismiss                   how the next question of the page is answered: accept, dismiss, {accept: "text"}
    - page: leads                       a page to keep

Selectors are Playwright's; the first match counts; `>> internal:control=enter-frame >>` enters a frame. Pure: reading a
list says what is wrong with it (file, line, number of the step) before any browser is started.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

from awe_author.errors import InputError
from awe_author.json_types import Json
from awe_author.located import Located, nearest, parse_located, read_located


@dataclass(frozen=True, slots=True)
class Credential:
    """A value that is not written down: asked for when the step is performed."""

    source: Literal["env", "prompt"]
    name: str
    """Name of the environment variable, or the question."""


@dataclass(frozen=True, slots=True)
class Goto:
    url: str


@dataclass(frozen=True, slots=True)
class Fill:
    selector: str
    value: str | Credential


Modifier: TypeAlias = Literal["Alt", "Control", "ControlOrMeta", "Meta", "Shift"]


@dataclass(frozen=True, slots=True)
class Click:
    selector: str
    button: Literal["left", "middle", "right"] = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()
    at: tuple[float, float] | None = None
    """Place within the element, CSS pixels from its top left corner; None: its middle."""


@dataclass(frozen=True, slots=True)
class Press:
    selector: str
    key: str


@dataclass(frozen=True, slots=True)
class Select:
    selector: str
    values: tuple[str, ...]
    """Values or visible labels of the options."""


@dataclass(frozen=True, slots=True)
class Hover:
    selector: str


@dataclass(frozen=True, slots=True)
class Drag:
    source: str
    target: str | tuple[float, float]
    """Selector, or how far from the middle of the source (CSS pixels)."""


@dataclass(frozen=True, slots=True)
class Scroll:
    selector: str | None
    """None: the page itself."""
    by: tuple[float, float] | None = None
    """None: bring the element into view."""


@dataclass(frozen=True, slots=True)
class UploadFile:
    """A file to upload: on disk, or carried along in a recording."""

    path: str = ""
    name: str = ""
    content: str | None = None
    """Base64."""


@dataclass(frozen=True, slots=True)
class Upload:
    selector: str
    files: tuple[UploadFile, ...]


@dataclass(frozen=True, slots=True)
class Wait:
    selector: str | None
    seconds: float = 0.0
    passing: bool = False
    """It was seen while the step before settled, and not any more afterwards: nothing to wait for."""


@dataclass(frozen=True, slots=True)
class Check:
    selector: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Dialog:
    accept: bool
    text: str | None = None


@dataclass(frozen=True, slots=True)
class PageMark:
    name: str


Action: TypeAlias = (
    Goto | Fill | Click | Press | Select | Hover | Drag | Scroll | Upload | Wait | Check | Dialog | PageMark
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: the verb and arguments as written, and what they mean."""

    verb: str
    args: Json
    action: Action
    where: str = ""
    """`file:line: step n`, for messages."""
    folder: Path | None = None
    """Where relative paths of uploads begin."""


def step_of(verb: str, args: Json, where: str = "", folder: Path | None = None) -> Step:
    """The typed step of one verb and its arguments (as `StepRecord` stores them). Raises InputError."""
    if verb not in _VERBS:
        raise InputError(f'there is no step "{verb}"', where=where, hint=nearest(verb, _VERBS))
    example, parse = _VERBS[verb]
    try:
        return Step(verb, args, parse(args), where, folder)
    except ValueError as error:
        raise InputError(f"{verb}: {error}", where=where, hint=f"Write it like this: {example}") from None


def read_steps(path: Path) -> list[Step]:
    """The steps of a file. Raises InputError."""
    return steps_of(read_located(path), folder=path.parent)


def parse_steps(text: str, source: str = "steps") -> list[Step]:
    """The steps of a JSON or YAML text. Raises InputError."""
    return steps_of(parse_located(text, source))


def steps_of(document: Located, at: tuple[str | int, ...] = (), folder: Path | None = None) -> list[Step]:
    """The steps of the list that stands at `at` within a document. Raises InputError."""
    value: Any = document.value
    for part in at:
        value = value[part]
    if not isinstance(value, list):
        raise InputError(
            "a step list must be a list",
            where=document.at(at),
            hint="Begin every step with a dash, as in: - goto: /start",
        )
    steps = []
    for place, item in enumerate(value):
        where = f"{document.at((*at, place))}: step {place + 1}"
        steps.append(step_from(item, where, folder))
    return steps


def step_from(item: Json, where: str, folder: Path | None = None) -> Step:
    """The typed step of one item of a list. Raises InputError."""
    if isinstance(item, str) and item in _VERBS:
        raise InputError(f"{item}: says nothing to act on", where=where, hint=f"Write it like this: {_VERBS[item][0]}")
    if not isinstance(item, dict):
        raise InputError(
            "a step must be a verb with its arguments", where=where, hint='Write it like this: - click: "text=Save"'
        )
    if len(item) != 1:
        keys = ", ".join(item) or "none"
        raise InputError(
            f"a step must have exactly one key, this one has: {keys}",
            where=where,
            hint="Give each verb a step of its own.",
        )
    ((verb, args),) = item.items()
    return step_of(verb, args, where, folder)


# ---- arguments -----------------------------------------------------------------------------------------------------


def _text(value: Json, what: str) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"{what} must be text")
    text = str(value)
    if not text.strip():
        raise ValueError(f"{what} is empty")
    return text


def _selector(value: Json) -> str:
    if not isinstance(value, str):
        raise ValueError("the selector must be text")
    return _text(value, "the selector")


def _list(value: Json, *sizes: int) -> list[Json]:
    if not isinstance(value, list) or len(value) not in sizes:
        raise ValueError(f"takes a list of {' or '.join(map(str, sizes))} values")
    return value


def _number(value: Json, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{what} must be a number")
    return float(value)


def _point(value: Json, what: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"{what} must be [x, y]")
    return _number(value[0], "x"), _number(value[1], "y")


def _goto(args: Json) -> Goto:
    url = _text(args, "the address")
    if not url.startswith(("/", "http://", "https://", "about:blank")):
        raise ValueError(f'"{url}" is neither a path (/...) nor a URL (https://...)')
    return Goto(url)


def _value(value: Json) -> str | Credential:
    if isinstance(value, dict):
        if len(value) != 1 or next(iter(value)) not in ("env", "prompt"):
            raise ValueError("a value that is not text must be {env: NAME} or {prompt: question}")
        ((source, name),) = value.items()
        return Credential(cast(Literal["env", "prompt"], source), _text(name, source))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("the value must be text (quote true, false and null)")
    return str(value)


def _fill(args: Json) -> Fill:
    selector, value = _list(args, 2)
    return Fill(_selector(selector), _value(value))


def _click(args: Json) -> Click:
    if not isinstance(args, list):
        return Click(_selector(args))
    selector, options = _list(args, 2)
    if not isinstance(options, dict):
        raise ValueError("the second value must be options")
    for name in options:
        if name not in ("button", "count", "modifiers", "at"):
            raise ValueError(f'no option "{name}". {nearest(name, ["button", "count", "modifiers", "at"])}')
    button, count = options.get("button", "left"), options.get("count", 1)
    if button not in ("left", "middle", "right"):
        raise ValueError("button must be left, middle or right")
    if not isinstance(count, int) or not 1 <= count <= 3:
        raise ValueError("count must be 1, 2 or 3")
    modifiers = options.get("modifiers", [])
    known = ("Alt", "Control", "ControlOrMeta", "Meta", "Shift")
    if not isinstance(modifiers, list) or any(key not in known for key in modifiers):
        raise ValueError(f"modifiers must be a list of {', '.join(known)}")
    at = options.get("at")
    return Click(
        _selector(selector),
        cast(Literal["left", "middle", "right"], button),
        count,
        tuple(cast(Modifier, key) for key in modifiers),
        None if at is None else _point(at, "at"),
    )


def _press(args: Json) -> Press:
    selector, key = _list(args, 2)
    if isinstance(key, int) and not isinstance(key, bool) and 0 <= key <= 9:
        key = str(key)
    if not isinstance(key, str) or not key:
        raise ValueError("the key must be text such as Enter, a or Control+s")
    return Press(_selector(selector), key)


def _select(args: Json) -> Select:
    selector, values = _list(args, 2)
    several = values if isinstance(values, list) else [values]
    return Select(_selector(selector), tuple(_text(value, "the option") for value in several))


def _drag(args: Json) -> Drag:
    source, target = _list(args, 2)
    if isinstance(target, list):
        return Drag(_selector(source), _point(target, "the distance"))
    return Drag(_selector(source), _selector(target))


def _scroll(args: Json) -> Scroll:
    if isinstance(args, str):
        return Scroll(_selector(args))
    values = _list(args, 2, 3)
    if len(values) == 2:
        return Scroll(None, _point(values, "the distance"))
    return Scroll(_selector(values[0]), _point(values[1:], "the distance"))


def _upload(args: Json) -> Upload:
    selector, files = _list(args, 2)
    several = files if isinstance(files, list) else [files]
    return Upload(_selector(selector), tuple(_file(item) for item in several))


def _file(item: Json) -> UploadFile:
    if isinstance(item, dict):
        if set(item) != {"name", "base64"}:
            raise ValueError("a file must be a path or {name, base64}")
        return UploadFile(name=_text(item["name"], "name"), content=str(item["base64"]))
    return UploadFile(path=_text(item, "the path"))


def _wait(args: Json) -> Wait:
    if isinstance(args, str):
        return Wait(_selector(args))
    if isinstance(args, dict) and list(args) == ["passing"]:
        return Wait(_selector(args["passing"]), passing=True)
    seconds = _number(args, "the time in seconds")
    if not 0 < seconds <= 600:
        raise ValueError("the time must be more than 0 and at most 600 seconds")
    return Wait(None, seconds)


def _dialog(args: Json) -> Dialog:
    if args in ("accept", "dismiss"):
        return Dialog(args == "accept")
    if isinstance(args, dict) and list(args) == ["accept"]:
        return Dialog(True, _text(args["accept"], "the text"))
    raise ValueError("must be accept, dismiss or {accept: text}")


_VERBS: dict[str, tuple[str, Callable[[Json], Action]]] = {
    "goto": ("- goto: /path", _goto),
    "fill": ('- fill: ["#field", "value"]', _fill),
    "click": ('- click: "text=Save"', _click),
    "press": ('- press: ["#field", "Enter"]', _press),
    "select": ('- select: ["#size", "XL"]', _select),
    "hover": ('- hover: ".menu"', lambda args: Hover(_selector(args))),
    "drag": ('- drag: [".card", ".column"]', _drag),
    "scroll": ("- scroll: [0, 600]", _scroll),
    "upload": ('- upload: ["input[type=file]", "report.pdf"]', _upload),
    "wait": ('- wait: "text=Saved"', _wait),
    "page": ("- page: leads", lambda args: PageMark(_text(args, "the name"))),
    "check": ('- check: "#agree"', lambda args: Check(_selector(args), True)),
    "uncheck": ('- uncheck: "#agree"', lambda args: Check(_selector(args), False)),
    "dialog": ("- dialog: dismiss", _dialog),
}

VERBS = tuple(_VERBS)
"""Every verb, in the order they are documented."""
