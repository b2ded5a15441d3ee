"""Functions of spreadsheets' cells: a book is sheet -> rows -> values, a range is written `Hours!A1:D20`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awe_author import cells
from awe_author.state.cel.functions import function
from awe_author.state.cel.problems import CelFault
from awe_author.state.cel.values import elements, is_list

_Book = Mapping[str, Any]


def _area(text: str) -> cells.Area:
    try:
        return cells.area_of(text)
    except cells.NoRange as error:
        raise CelFault(str(error)) from None


def _book(value: _Book) -> dict[str, list[list[Any]]]:
    return {str(sheet): _rows(value[sheet]) for sheet in elements(value)}


def _rows(value: Any) -> list[list[Any]]:
    if not is_list(value) or not all(map(is_list, value)):
        raise CelFault("cells are a list of rows, each a list of values")
    return [[*row] for row in value]


@function("cells_there(map, string) -> bool", "whether a text names cells of a sheet that the book has")
def _there(book: _Book, text: str) -> bool:
    return cells.is_range(text) and cells.area_of(text).sheet in book


@function("cells_said(string) -> string", "a range as it is written in full: `Hours!A2:D` is `Hours!A2:D1000`")
def _said(text: str) -> str:
    return _area(text).name


@function("cells_read(map, string) -> list", "the rows of a range, without what is empty at their ends and below")
def _read(book: _Book, text: str) -> list[list[Any]]:
    return cells.read(_book(book), _area(text))


@function("cells_at(string, list) -> string", "the range that rows take which are written into one")
def _at(text: str, values: Sequence[Any]) -> str:
    return cells.written_area(_area(text), _rows(values)).name


@function(
    "cells_write(map, list) -> any", "the book with rows in ranges, `[{'range': , 'values': }]`, one after the other"
)
def _write(book: _Book, writes: Sequence[Any]) -> dict[str, Any]:
    made = _book(book)
    for one in writes:
        if not isinstance(one, Mapping) or "range" not in one or "values" not in one:
            raise CelFault("what is written has a range and values")
        try:
            made = cells.write(made, _area(str(one["range"])), _rows(one["values"]))
        except cells.NoRange as error:
            raise CelFault(str(error)) from None
    return dict(made)


@function("cells_clear(map, list) -> any", "the book with nothing in these ranges")
def _clear(book: _Book, ranges: Sequence[Any]) -> dict[str, Any]:
    made = _book(book)
    for one in ranges:
        made = cells.clear(made, _area(str(one)))
    return dict(made)


@function("cells_table(map, string) -> string", "the range of all that a sheet has; it is named by any range of it")
def _table(book: _Book, text: str) -> str:
    return cells.table(_book(book), _area(text)).name


@function("cells_below(map, string, list) -> string", "the range that rows take which are added below that")
def _below(book: _Book, text: str, values: Sequence[Any]) -> str:
    return cells.appended_area(_book(book), _area(text), _rows(values)).name
