"""Pictures are compared exactly, texts by line."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from awe_author.errors import InputError
from awe_author.fidelity.compare import compare_pictures, compare_texts
from tests.fidelity.drawn import picture


def test_equal_bytes_have_no_difference() -> None:
    found, drawn = compare_pictures(picture(), picture())
    assert found.same
    assert found.ratio == 0
    assert found.total == 320 * 200
    assert drawn is None


def test_equal_pixels_in_another_encoding_have_no_difference() -> None:
    again = io.BytesIO()
    Image.open(io.BytesIO(picture(text="Leads"))).convert("RGBA").save(again, "PNG", compress_level=0)
    found, drawn = compare_pictures(picture(text="Leads"), again.getvalue())
    assert found.same
    assert drawn is None


def test_every_differing_pixel_counts_once() -> None:
    found, drawn = compare_pictures(picture(), picture(dots=3))
    assert found.differing == 3
    assert found.box == (0, 1, 3, 2)
    assert found.ratio == pytest.approx(3 / 64000)
    assert drawn is not None
    image = Image.open(io.BytesIO(drawn))
    assert image.size == (320, 200)
    assert image.getpixel((1, 1)) == (214, 30, 60)


def test_the_smallest_step_of_one_channel_is_a_difference() -> None:
    found, _ = compare_pictures(picture(ground="#eef3f6"), picture(ground="#eef3f7"))
    assert found.differing == 320 * 199


def test_what_only_one_picture_has_differs() -> None:
    found, drawn = compare_pictures(picture((320, 200)), picture((300, 210)))
    assert found.total == 320 * 210
    assert (found.recorded_size, found.replayed_size) == ((320, 200), (300, 210))
    assert found.differing == 320 * 210 - 300 * 200
    assert drawn is not None
    assert Image.open(io.BytesIO(drawn)).size == (320, 210)


def test_bytes_that_are_no_picture_are_wrong_input() -> None:
    with pytest.raises(InputError, match="cannot be read"):
        compare_pictures(b"no picture", picture())


def test_texts_that_differ_in_space_only_are_the_same() -> None:
    assert compare_texts("Leads\n\n  58 found ", "Leads\n58 found\n").same


def test_lines_that_changed_are_listed() -> None:
    found = compare_texts("Leads\n58 found\nEnd", "Leads\n59 found\nEnd")
    assert (found.added, found.removed) == (1, 1)
    assert "-58 found" in found.lines
    assert "+59 found" in found.lines


def test_long_differences_are_cut() -> None:
    found = compare_texts("\n".join(f"a{n}" for n in range(900)), "\n".join(f"b{n}" for n in range(900)))
    assert len(found.lines) == 200
    assert found.removed == 900
