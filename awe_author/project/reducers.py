"""`module:function` of a model -> the function, from a Python file beside the model.

The file is run as it is, with the rights of whoever runs the command: a model with reducers is code, to be trusted
like code. It is not imported: two apps may both have a `reducers.py`, and nothing of it stays behind in `sys.modules`.
It may import the standard library and awe_author, not its neighbours.
"""

from __future__ import annotations

import hashlib
import sys
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from awe_author.located import read_text
from awe_author.project.documents import LARGEST_MODEL
from awe_author.state.loading.problems import nearest
from awe_author.state.types import Reducer

_RUNNING = threading.Lock()


class ReducerMissing(LookupError):
    """The function is not there; `hint` says what is."""

    def __init__(self, what: str, hint: str) -> None:
        super().__init__(what)
        self.hint = hint


class ReducerModules:
    """The Python files of one app's folder; each is run once, when it is first asked for.

    `texts`: the files of a mock, module -> Python, instead of those in the folder.
    """

    def __init__(self, folder: Path, texts: Mapping[str, str] | None = None, *, beside: str = "the model") -> None:
        self.folder, self.texts, self.beside = folder, texts, beside
        self._modules: dict[str, ModuleType] = {}

    def resolve(self, name: str) -> Reducer:
        """The function. Raises LookupError, or whatever running the file raises."""
        module_name, _, function = name.partition(":")
        path = self.folder / f"{module_name}.py"
        there = [one.stem for one in self.folder.glob("*.py")] if self.texts is None else list(self.texts)
        if module_name not in there:
            raise ReducerMissing(f"there is no {module_name}.py beside {self.beside}", nearest(module_name, there))
        if module_name not in self._modules:
            text = read_text(path, LARGEST_MODEL) if self.texts is None else self.texts[module_name]
            self._modules[module_name] = run_module(path, text)
        module = self._modules[module_name]
        if not hasattr(module, function):
            own = [one for one, value in vars(module).items() if getattr(value, "__module__", "") == module.__name__]
            raise ReducerMissing(f'{path.name} has no "{function}"', nearest(function, own))
        return cast(Reducer, getattr(module, function))


def run_module(path: Path, text: str) -> ModuleType:
    """The text of the file at `path`, as a module that only its caller has.

    While it runs it stands in `sys.modules` under a name of its own, which `dataclass` needs; then it is taken out.
    """
    name = f"awe_author_model_{hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16]}_{path.stem}"
    module = ModuleType(name)
    module.__file__ = str(path)
    code: Any = compile(text, str(path), "exec", dont_inherit=True)
    with _RUNNING:
        sys.modules[name] = module
        try:
            exec(code, module.__dict__)
        finally:
            sys.modules.pop(name, None)
    return module


def place_of(error: BaseException, path: Path) -> str:
    """`file:line` in `path` where the error came from, or the file."""
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return f"{path}:{error.lineno}"
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return f"{path}:{lines[-1]}" if lines else str(path)
