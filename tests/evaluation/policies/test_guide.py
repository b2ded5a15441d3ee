"""The examples of docs/guide/policies.md are right, and its tables say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from awe_author.evaluation.policies import policy_problems
from awe_author.evaluation.policies.templates import OTHER_NAMES, RULES, TEMPLATES
from awe_author.evaluation.user import user_problems

TEXT = (Path(__file__).resolve().parents[3] / "docs/guide/policies.md").read_text()
YAML = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)]


def test_the_yaml_has_no_problems() -> None:
    policies, user = YAML
    assert policy_problems(policies["policies"], "guide") == []
    assert user_problems(user["user"], "guide") == []


def test_the_python_runs() -> None:
    for block in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(block, {})


def test_the_tables_have_every_template_and_rule() -> None:
    rows = re.findall(r"^\| `(\w+)`(?: \(`(\w+)`\))? \| (\w+) \| ([\w, ]+) \|$", TEXT, re.MULTILINE)
    assert {name for name, *_ in rows} == set(TEMPLATES)
    for name, other, dimension, rules in rows:
        template = TEMPLATES[name]
        assert (dimension, tuple(rules.split(", "))) == (template.dimension, template.rules)
        assert not other or OTHER_NAMES[other] == name
    second = TEXT[TEXT.index("| rule |") :]
    assert set(re.findall(r"^\| `(\w+)` \|", second, re.MULTILINE)) == set(RULES)
