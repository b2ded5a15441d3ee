"""Why a step was not performed, in words that say what to change."""

from pathlib import Path

import pytest
from playwright.async_api import Error

from awe_author.browser.reasons import explain
from awe_author.browser.step_language import step_of
from awe_author.browser.steps import Lookout, StepFailed, perform
from awe_author.json_types import Json
from tests.browser.stages import stage_of

PAGE = """<!doctype html><title>page</title><button id=hidden style="display: none">x</button>
<button id=off disabled>y</button><div style="position: relative"><button id=under>z</button>
<div id=cover style="position: absolute; inset: 0"></div></div><select id=size><option>S</select><p id=text>t</p>"""


@pytest.mark.browser
async def test_a_step_that_fails_says_what_was_wrong_with_the_element(tmp_path: Path) -> None:
    cases: list[tuple[str, Json, str]] = [
        ("click", "#none", "nothing on the page matched #none within 0.4 s"),
        ("click", "#hidden", 'the first match of #hidden, <button id="hidden">x</button>, cannot be seen within 0.4 s'),
        ("click", "#off", "is disabled"),
        ("click", "#under", 'is covered by <div id="cover"></div>'),
        ("select", ["#size", "XL"], "has no such option"),
        ("fill", ["#text", "x"], "not an <input>"),
        ("wait", "#hidden", "cannot be seen"),
    ]
    async with stage_of(tmp_path, {"/": PAGE}) as (stage, _):
        await perform(step_of("goto", "/", "here"), stage)
        stage.timeout = 0.4
        for verb, args, wanted in cases:
            with pytest.raises(StepFailed) as caught:
                await perform(step_of(verb, args, "here"), stage)
            assert wanted in caught.value.what, (verb, args)
        waiting = Lookout.begin(step_of("wait", "#none"), stage)
        assert waiting is not None
        with pytest.raises(StepFailed, match="nothing on the page matched #none"):
            await waiting.performed(stage)


def test_other_errors_keep_their_own_words() -> None:
    assert (
        explain(Error("Page.goto: net::ERR_FAILED at x\nCall log:\n  - y"), None) == "Page.goto: net::ERR_FAILED at x"
    )
    assert explain(Error(""), "#a") == "the browser gave no reason"
