"""The step language: what can be written, and what is said about what cannot."""

from pathlib import Path

import pytest

from awe_author.browser.step_language import (
    Check,
    Click,
    Credential,
    Dialog,
    Drag,
    Fill,
    Goto,
    Hover,
    PageMark,
    Press,
    Scroll,
    Select,
    Upload,
    UploadFile,
    Wait,
    parse_steps,
    read_steps,
    step_of,
)
from awe_author.errors import InputError
from awe_author.json_types import Json

SHARED = Path(__file__).parents[2].parent / "shared" / "apps"


@pytest.mark.parametrize(
    ("verb", "args", "action"),
    [
        ("goto", "/leads", Goto("/leads")),
        ("goto", "https://a.test/", Goto("https://a.test/")),
        ("fill", ["#a", "x"], Fill("#a", "x")),
        ("fill", ["#a", 5], Fill("#a", "5")),
        ("fill", ["#a", ""], Fill("#a", "")),
        ("fill", ["#a", {"env": "PW"}], Fill("#a", Credential("env", "PW"))),
        ("fill", ["#a", {"prompt": "Password"}], Fill("#a", Credential("prompt", "Password"))),
        ("click", "#a", Click("#a")),
        ("click", ["#a", {"button": "right", "count": 2, "modifiers": ["Shift"], "at": [1, 2]}],
         Click("#a", "right", 2, ("Shift",), (1.0, 2.0))),
        ("press", ["*:focus", "Enter"], Press("*:focus", "Enter")),
        ("press", ["*:focus", 4], Press("*:focus", "4")),
        ("select", ["#s", "XL"], Select("#s", ("XL",))),
        ("select", ["#s", ["a", "b"]], Select("#s", ("a", "b"))),
        ("hover", ".m", Hover(".m")),
        ("drag", [".a", ".b"], Drag(".a", ".b")),
        ("drag", [".a", [10, -5]], Drag(".a", (10.0, -5.0))),
        ("scroll", "#end", Scroll("#end")),
        ("scroll", [0, 600], Scroll(None, (0.0, 600.0))),
        ("scroll", [".list", 0, 600], Scroll(".list", (0.0, 600.0))),
        ("upload", ["#f", "a.pdf"], Upload("#f", (UploadFile(path="a.pdf"),))),
        ("upload", ["#f", [{"name": "a", "base64": "eA=="}]], Upload("#f", (UploadFile(name="a", content="eA=="),))),
        ("wait", ".done", Wait(".done")),
        ("wait", 1.5, Wait(None, 1.5)),
        ("wait", {"passing": ".toast"}, Wait(".toast", passing=True)),
        ("check", "#c", Check("#c", True)),
        ("uncheck", "#c", Check("#c", False)),
        ("dialog", "dismiss", Dialog(False)),
        ("dialog", {"accept": "text"}, Dialog(True, "text")),
        ("page", "start", PageMark("start")),
    ],
)  # fmt: skip
def test_what_can_be_written(verb: str, args: Json, action: object) -> None:
    step = step_of(verb, args)
    assert step.action == action
    assert (step.verb, step.args) == (verb, args)


@pytest.mark.parametrize(
    ("verb", "args", "what"),
    [
        ("goto", "leads", "neither a path"),
        ("goto", "", "empty"),
        ("fill", "#a", "list of 2"),
        ("fill", ["#a", {"secret": "x"}], "env"),
        ("fill", ["#a", True], "text"),
        ("fill", [3, "a"], "selector"),
        ("click", ["#a", {"buton": "left"}], 'Did you mean "button"'),
        ("click", ["#a", {"count": 9}], "count"),
        ("click", ["#a", {"modifiers": ["Hyper"]}], "modifiers"),
        ("press", ["#a"], "list of 2"),
        ("press", ["#a", ""], "key"),
        ("drag", [".a", [1]], "distance"),
        ("scroll", [0], "list of 2 or 3"),
        ("wait", 0, "more than 0"),
        ("wait", None, "number"),
        ("dialog", "maybe", "accept, dismiss"),
        ("page", "", "empty"),
    ],
)
def test_what_cannot_be_written_is_said_with_an_example(verb: str, args: Json, what: str) -> None:
    with pytest.raises(InputError, match=what) as caught:
        step_of(verb, args, "f.yaml:3: step 2")
    assert caught.value.where == "f.yaml:3: step 2"
    assert f"- {verb}:" in caught.value.hint


def test_an_unknown_verb_suggests_the_nearest() -> None:
    with pytest.raises(InputError) as caught:
        parse_steps("- goto: /\n- clik: '#a'\n", "s.yaml")
    assert caught.value.where == "s.yaml:2: step 2"
    assert caught.value.hint == 'Did you mean "click"?'


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("goto: /", "must be a list"),
        ("- goto: /\n  click: '#a'", "exactly one key"),
        ("- {}", "exactly one key"),
        ("- click", "nothing to act on"),
        ("- just text", "a verb with its arguments"),
        ("", "must be a list"),
    ],
)
def test_lists_that_are_none(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what) as caught:
        parse_steps(text, "s.yaml")
    assert caught.value.where.startswith("s.yaml")


def test_uploads_begin_at_the_folder_of_the_list(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text("- upload: ['#f', a.txt]")
    assert read_steps(tmp_path / "s.yaml")[0].folder == tmp_path


@pytest.mark.shared
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/apps is not there")
def test_every_step_list_of_the_real_apps_can_be_read() -> None:
    lists = sorted(SHARED.glob("*/*.json"))
    steps = [step for path in lists if path.stem in ("login", "crud") for step in read_steps(path)]
    assert len(steps) > 300
