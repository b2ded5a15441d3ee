"""site.yaml: how to record one app. Read, checked against its JSON Schema, and every error says file, line and field.

A target of `awe-author record` is a URL, the name of a site of the project (`recordings/<name>/site.yaml`), or of one
of the sites that ship with the package.
"""

from __future__ import annotations

import json
import os
import re
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import Any, cast

import jsonschema

from awe_author.archive.redaction import RedactionRules
from awe_author.archive.rules import compile_rules
from awe_author.browser.settle import Limits
from awe_author.browser.step_language import Credential, Fill, Step, read_steps, steps_of
from awe_author.browser.steps import origin_of
from awe_author.errors import InputError
from awe_author.json_types import JsonObject
from awe_author.located import Located, Where, nearest, read_located
from awe_author.recorder.origins import check_origin

SITES = Path(str(resources.files("awe_author.recorder") / "sites"))
SCHEMA: dict[str, Any] = json.loads(
    resources.files("awe_author.recorder").joinpath("site.schema.json").read_text(encoding="utf-8")
)
_PASSWORD_FIELD = re.compile(r"passw|\bpwd\b|password|passphrase|secret|token|otp|\bpin\b|pwd", re.I)


@dataclass(slots=True)
class Site:
    """How to record one app."""

    name: str
    entry: list[str]
    title: str = ""
    notes: str = ""
    viewport: dict[str, int] = field(default_factory=lambda: {"width": 1366, "height": 850})
    locale: str = "en-US"
    timezone: str = "UTC"
    user_agent: str = ""
    login: list[Step] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    live: list[str] = field(default_factory=list)
    frozen: list[str] = field(default_factory=list)
    redact: RedactionRules = field(default_factory=RedactionRules)
    secrets: dict[str, str] = field(default_factory=dict)
    """Secret values named by environment variables: value -> kind."""
    origins: dict[str, str] = field(default_factory=dict)
    rules: list[dict[str, Any]] = field(default_factory=list)
    upstream: str = "httpx"
    insecure: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    timeout: float = 20.0
    seed: int = 1
    source: str = ""
    """The file it was read from, "" for a bare URL."""

    @property
    def base(self) -> str:
        """Origin that paths of `goto` are relative to."""
        return origin_of(self.entry[0])


def find_site(
    target: str, site: Path | None = None, *, project: Path | None = None, environ: Mapping[str, str] | None = None
) -> Site:
    """The site that `record TARGET [--site FILE]` means. Raises InputError."""
    environ = os.environ if environ is None else environ
    if target.startswith(("http://", "https://")):
        found = read_site(site, environ) if site else Site(_name_of(target), [target])
        found.entry = [target]
        return found
    if site is not None:
        return read_site(site, environ, name=target)
    folder = (project or Path.cwd()) / "recordings"
    for path in (folder / target / "site.yaml", SITES / f"{target}.yaml"):
        if re.fullmatch(r"[\w.-]+", target) and path.is_file():
            return read_site(path, environ, name=target)
    if target.endswith((".yaml", ".yml", ".json")):
        return read_site(Path(target), environ)
    known = {path.stem for path in SITES.glob("*.yaml")} | {path.parent.name for path in folder.glob("*/site.yaml")}
    raise InputError(
        f'there is no site "{target}"',
        where="TARGET",
        hint=f"Give a URL (https://...), or make recordings/{target}/site.yaml. {nearest(target, known)}",
    )


def _name_of(url: str) -> str:
    host = origin_of(url).partition("://")[2]
    return re.sub(r"[^\w.-]", "-", host)


def read_site(path: Path, environ: Mapping[str, str] | None = None, name: str = "") -> Site:
    """A site from its file. Raises InputError that names line and field."""
    document = read_located(path)
    _check(document)
    value = cast(JsonObject, document.value)
    given: dict[str, Any] = dict(value)
    stem = path.parent.name if path.stem == "site" else path.stem
    site = Site(name or stem, _entries(given["entry"]), source=str(path))
    for key in (
        "title",
        "notes",
        "viewport",
        "locale",
        "timezone",
        "user_agent",
        "rules",
        "upstream",
        "insecure",
        "headers",
        "timeout",
        "seed",
    ):
        if key in given:
            setattr(site, key, given[key])
    site.live, site.frozen = given.get("pages", {}).get("live", []), given.get("pages", {}).get("frozen", [])
    site.limits = Limits(**given.get("settle", {}))
    site.login = _steps(document, "login", path)
    site.steps = _steps(document, "steps", path)
    site.origins = {
        check_origin(public, document.at(("origins", public))): check_origin(behind, document.at(("origins", public)))
        for public, behind in given.get("origins", {}).items()
    }
    site.redact, site.secrets = _redaction(given.get("redact", {}), os.environ if environ is None else environ)
    for place, rule in enumerate(site.rules):
        compile_rules([rule], where=document.at(("rules", place)))
    _refuse_passwords(site.login)
    _check_timezone(site.timezone, document)
    return site


def _entries(entry: Any) -> list[str]:
    return [entry] if isinstance(entry, str) else list(entry)


def _steps(document: Located, key: str, path: Path) -> list[Step]:
    value = cast(JsonObject, document.value).get(key)
    if value is None:
        return []
    if isinstance(value, str):
        return read_steps(path.parent / value)
    return steps_of(document, (key,), folder=path.parent)


def _redaction(given: Mapping[str, Any], environ: Mapping[str, str]) -> tuple[RedactionRules, dict[str, str]]:
    patterns = [value for value in given.get("values", []) if isinstance(value, str)]
    names = [value["env"] for value in given.get("values", []) if isinstance(value, dict)]
    secrets = {environ[name]: f"env {name}" for name in names if environ.get(name)}
    rules = RedactionRules(
        keys=tuple(given.get("keys", ())),
        headers=tuple(given.get("headers", ())),
        values=tuple(patterns),
        keep=tuple(given.get("keep", ())),
    )
    return rules, secrets


def _refuse_passwords(login: list[Step]) -> None:
    for step in login:
        action = step.action
        if not isinstance(action, Fill) or isinstance(action.value, Credential) or not action.value:
            continue
        if _PASSWORD_FIELD.search(action.selector):
            example = f'- fill: ["{action.selector}", {{env: APP_PASSWORD}}]'
            raise InputError(
                "a password is written into the file",
                where=step.where,
                hint=f'Use {{env: NAME}} or {{prompt: "Password"}} instead: {example}',
            )


def _check_timezone(name: str, document: Located) -> None:
    try:
        zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        known = zoneinfo.available_timezones()
        if known:
            raise InputError(
                f'timezone: there is no time zone "{name}"',
                where=document.at(("timezone",)),
                hint=nearest(name, known) if len(name) > 2 else "Use a name such as Europe/Berlin.",
            ) from None


# ---- schema errors in words ----------------------------------------------------------------------------------------


def _check(document: Located) -> None:
    if not isinstance(document.value, dict):
        raise InputError(
            "site.yaml must be a mapping", where=document.at(), hint="It begins like this: entry: https://app.example"
        )
    found = jsonschema.Draft202012Validator(SCHEMA).iter_errors(document.value)
    errors = sorted(found, key=lambda error: [str(part) for part in error.absolute_path])
    if errors:
        raise _in_words(errors[0], document)


def _in_words(error: jsonschema.ValidationError, document: Located) -> InputError:
    where: Where = tuple(error.absolute_path)
    name = ".".join(map(str, where))
    schema = error.schema if isinstance(error.schema, dict) else {}
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        known = schema.get("properties", {})
        unknown = next((key for key in error.instance if key not in known), "")
        full = f"{name}.{unknown}" if name else unknown
        return InputError(
            f'there is no key "{full}"', where=document.at((*where, unknown)), hint=nearest(unknown, known)
        )
    if error.validator == "required":
        present = error.instance if isinstance(error.instance, dict) else {}
        missing = next((key for key in schema.get("required", []) if key not in present), "")
        return InputError(
            f'the key "{f"{name}." if name else ""}{missing}" is missing',
            where=document.at(where),
            hint=_about(SCHEMA["properties"].get(missing, {})) or "Add it.",
        )
    about = schema.get("description") or _about(_described(where))
    return InputError(
        f"{name}: {_reason(error)}", where=document.at(where), hint=about or "See `awe-author schema site`."
    )


def _reason(error: jsonschema.ValidationError) -> str:
    value = json.dumps(error.instance, ensure_ascii=False)[:60]
    wanted: Any = error.validator_value
    if error.validator == "type":
        return f"{value} is not of type {wanted}"
    if error.validator == "enum":
        return f"{value} is none of {', '.join(map(str, wanted))}"
    if error.validator == "pattern" or error.validator == "oneOf":
        return f"{value} has not the right form"
    return str(error.message)[:200]


def _described(where: Where) -> dict[str, Any]:
    found: dict[str, Any] = SCHEMA
    best: dict[str, Any] = {}
    for part in where:
        following = found.get("properties", {}).get(part)
        if following is None:
            break
        found = following
        best = found if found.get("description") else best
    return best


def _about(schema: Mapping[str, Any]) -> str:
    return str(schema.get("description", ""))
