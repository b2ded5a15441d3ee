"""The description: a valid OpenAPI 3.1 document that has every route, every error, and nothing that is not there."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from starlette.routing import Route

from awe_author.session.control.app import control_app
from awe_author.session.control.operations import OPERATIONS
from awe_author.session.control.problems import KINDS, REJECTIONS
from awe_author.session.control.schemas import SCHEMAS
from awe_author.session.control.service import Control
from awe_author.state.types import RejectionCode
from tests.session.control.serving import DESCRIPTION, FACTS, served
from tests.session.worlds import service


def test_it_is_valid_openapi() -> None:
    problems = [
        f"{list(error.absolute_path)}: {error.message}" for error in OpenAPIV31SpecValidator(DESCRIPTION).iter_errors()
    ]
    assert problems == []


async def test_it_is_what_the_server_says() -> None:
    async with served() as (api, _):
        assert (await api.get("/openapi.json")).json() == DESCRIPTION


async def test_every_route_is_in_it_and_no_other() -> None:
    app = control_app(Control(service(), FACTS), token="t", hosts=())
    routes = {
        (route.path, method.lower())
        for route in app.routes
        if isinstance(route, Route)
        for method in route.methods or ()
        if method != "HEAD"
    }
    described = {
        (path, method) for path, item in DESCRIPTION["paths"].items() for method in item if method != "parameters"
    }
    assert routes == described


def test_names_are_unique_and_every_schema_and_problem_is_used() -> None:
    names = [operation.name for operation in OPERATIONS]
    assert len(names) == len(set(names))
    text = repr(DESCRIPTION)
    used = set(re.findall(r"#/components/schemas/(\w+)", text))
    assert used == SCHEMAS.keys()
    answered = {code for operation in OPERATIONS for code in operation.codes}
    assert KINDS.keys() - answered == {"method", "no-such-path"}  # these belong to no operation


def test_every_rejection_has_its_problem() -> None:
    assert set(get_args(RejectionCode)) == set(REJECTIONS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_a_schema(name: str) -> None:
    schema: Any = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_every_operation_explains_itself(operation: Any) -> None:
    assert operation.summary
    assert operation.handler.__doc__ == f"{operation.method} {operation.path}."
    assert all(one.description for one in operation.parameters)
