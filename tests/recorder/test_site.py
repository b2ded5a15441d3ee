"""site.yaml: read, checked, and every error says file, line and field."""

from pathlib import Path

import pytest

from awe_author.browser.settle import Limits
from awe_author.browser.step_language import Credential, Fill, Goto
from awe_author.errors import InputError
from awe_author.recorder.site import SITES, find_site, read_site

WHOLE = """
title: CRM
entry: https://crm.test/start
viewport: {width: 800, height: 600}
locale: de-DE
timezone: Europe/Berlin
login:
  - goto: /login
  - fill: ["#password", {env: CRM_PASSWORD}]
steps: steps.yaml
pages: {live: ["https://crm.test/*"], frozen: ["https://crm.test/report*"]}
redact: {headers: [X-Key], keys: [ssn], values: [{env: CRM_KEY}, "EMP-[0-9]+"], keep: [token_type]}
origins: {https://crm.test: "http://127.0.0.1:8000"}
rules: [{match: "https://crm.test/*", ignore: [nonce]}]
upstream: chrome
headers: {X-Test: "1"}
settle: {quiet: 0.7, cap: 12}
timeout: 30
seed: 7
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "site.yaml"
    path.write_text(text)
    return path


def test_everything_a_site_may_say(tmp_path: Path) -> None:
    (tmp_path / "steps.yaml").write_text("- goto: /leads")
    site = read_site(written(tmp_path, WHOLE), {"CRM_KEY": "k-123456"}, name="crm")
    assert (site.name, site.title, site.entry, site.base) == (
        "crm",
        "CRM",
        ["https://crm.test/start"],
        "https://crm.test",
    )
    assert site.viewport == {"width": 800, "height": 600}
    assert [step.action for step in site.login] == [
        Goto("/login"), Fill("#password", Credential("env", "CRM_PASSWORD"))]  # fmt: skip
    assert [step.action for step in site.steps] == [Goto("/leads")]
    assert (site.live, site.frozen) == (["https://crm.test/*"], ["https://crm.test/report*"])
    assert (site.redact.headers, site.redact.keys, site.redact.keep) == (("X-Key",), ("ssn",), ("token_type",))
    assert site.redact.values == ("EMP-[0-9]+",)
    assert site.secrets == {"k-123456": "env CRM_KEY"}
    assert site.origins == {"https://crm.test": "http://127.0.0.1:8000"}
    assert (site.upstream, site.headers, site.timeout, site.seed) == ("chrome", {"X-Test": "1"}, 30, 7)
    assert site.limits == Limits(quiet=0.7, cap=12)


@pytest.mark.parametrize(
    ("text", "line", "what", "hint"),
    [
        ("entry: https://a.test\nviewprt: 1", 2, 'no key "viewprt"', 'Did you mean "viewport"?'),
        ("entry: https://a.test\npages:\n  live: []\n  frozn: []", 4, 'no key "pages.frozn"', "frozen"),
        ("title: x", 1, '"entry" is missing', "URL"),
        ("entry: a.test", 1, "entry", "URL"),
        ("entry: https://a.test\nviewport: {width: 1, height: 600}", 2, "viewport.width", "CSS pixels"),
        ("entry: https://a.test\nviewport: {width: 800}", 2, "viewport.height", ""),
        ("entry: https://a.test\nupstream: curl", 2, "httpx, chrome", "fingerprint"),
        ("entry: https://a.test\nseed: many", 2, "integer", "random"),
        ("entry: https://a.test\ntimezone: Mars/Olympus", 2, "Mars/Olympus", ""),
        ("entry: https://a.test\norigins: {https://a.test: 127.0.0.1}", 2, "not an origin", "--origin"),
        ("entry: https://a.test\nsteps:\n  - goto: /\n  - clck: x", 4, 'no step "clck"', "click"),
        ("entry: https://a.test\nlogin:\n  - fill: ['#password', 'hunter2']", 3, "password is written", "env"),
        ("entry: https://a.test\nrules:\n  - {match: 1}", 3, "rule", ""),
        ("- entry", 1, "mapping", "entry:"),
        ("", 0, "mapping", "entry:"),
        ("entry: [", 1, "a [ or { is not closed", "Close it"),
    ],
)
def test_what_is_wrong_is_said_with_line_and_hint(tmp_path: Path, text: str, line: int, what: str, hint: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_site(path)
    where, number, *_ = [*caught.value.where.removeprefix(str(path)).split(":"), "", ""]
    assert where == ""
    assert number == (str(line) if line else "")
    assert what in caught.value.what
    assert hint in caught.value.hint


def test_a_target_is_a_url_a_name_or_a_shipped_site(tmp_path: Path) -> None:
    bare = find_site("https://a.test:8443/x")
    assert (bare.name, bare.entry, bare.base) == ("a.test-8443", ["https://a.test:8443/x"], "https://a.test:8443")
    (tmp_path / "recordings" / "crm").mkdir(parents=True)
    written(tmp_path / "recordings" / "crm", "entry: https://crm.test/")
    assert find_site("crm", project=tmp_path).entry == ["https://crm.test/"]
    assert find_site("gmail", project=tmp_path).base == "https://mail.google.com"
    given = find_site("https://other.test/", written(tmp_path, "entry: https://crm.test/\nlocale: fr-FR"))
    assert (given.entry, given.locale) == (["https://other.test/"], "fr-FR")
    with pytest.raises(InputError) as caught:
        find_site("salesfroce", project=tmp_path)
    assert 'Did you mean "salesforce"?' in caught.value.hint


@pytest.mark.parametrize("path", sorted(SITES.glob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_sites_are_valid_starting_points(path: Path) -> None:
    site = read_site(path, {})
    assert site.entry[0].startswith("https://")
    assert site.title
    assert site.notes
    assert site.steps == []
