"""When a report passes, and what its JSON holds."""

from __future__ import annotations

import dataclasses
import json

import jsonschema
import pytest

from awe_author.cli import schema
from awe_author.fidelity.model import FidelityReport, Missed, PixelDifference, Repeated, Result, Thresholds
from tests.fidelity.drawn import sample_report


def report_of(differing: list[int], **more: object) -> FidelityReport:
    """A report of pictures with 1 000 000 pixels, of which these many differ."""
    size = (1000, 1000)
    report = FidelityReport(["a.wacz"], **more)  # type: ignore[arg-type]
    for number, pixels in enumerate(differing):
        report.results.append(Result(number, "page", "", pixels=PixelDifference(pixels, 1_000_000, size, size)))
    return report


def test_all_identical_passes() -> None:
    assert report_of([0] * 3).passed


def test_nineteen_of_twenty_with_a_small_difference_pass() -> None:
    assert report_of([0] * 19 + [1000]).passed


@pytest.mark.parametrize(
    ("differing", "reason"),
    [([0] * 18 + [1, 1], "18 of 20"), ([0] * 19 + [1001], "0.100%"), ([], "nothing to verify")],
)
def test_what_is_beyond_a_threshold_does_not_pass(differing: list[int], reason: str) -> None:
    assert reason in " ".join(report_of(differing).shortcomings())


def test_thresholds_can_be_chosen() -> None:
    report = report_of([0, 9000])
    report.thresholds = Thresholds(identical=0.5, pixels=0.01)
    assert report.passed
    report.thresholds = dataclasses.replace(report.thresholds, identical=0.51)
    assert not report.passed


def test_a_recorded_request_that_is_missed_does_not_pass() -> None:
    report = report_of([0])
    report.results[0].missed.append(Missed("GET", "https://a.test/x", recorded=False))
    assert report.passed
    report.results[0].missed.append(Missed("GET", "https://a.test/y", recorded=True))
    assert report.shortcomings() == ["not found: 1 recorded request (at most 0)"]


def test_a_step_that_fails_does_not_pass() -> None:
    report = report_of([0])
    report.results.append(Result(1, "click", "", error="nothing to click"))
    assert report.results[1].outcome == "failed"
    assert not report.passed


def test_a_page_whose_picture_varies_does_not_pass() -> None:
    report = report_of([0], repeated=[Repeated("https://a.test/", ["x", "x"])])
    assert report.passed
    report.repeated[0].hashes.append("y")
    assert report.shortcomings() == ["not the same picture each time: 1 page"]


def test_a_page_that_cannot_be_opened_by_its_address_does_not_pass() -> None:
    report = report_of([0], repeated=[Repeated("https://a.test/", ["x", "x"], "No document was recorded.")])
    assert report.shortcomings() == ["could not be opened by its address: 1 page"]
    assert report.as_json()["repeated"][0]["problem"] == "No document was recorded."


def test_the_json_is_as_its_schema_says() -> None:
    document = json.loads(json.dumps(sample_report().as_json()))
    jsonschema.Draft202012Validator(schema.load("fidelity")).validate(document)
    assert document["summary"]["identical"] == 1
    assert [result["outcome"] for result in document["results"]] == ["same", "different", "failed", "not compared"]
