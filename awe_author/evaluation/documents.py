"""Text and tables of documents: PDF, DOCX, XLSX, CSV, JSON, HTML and plain text, from their bytes.

The readers of PDF, DOCX and XLSX are the optional extra `documents`. A file is read by what it is (its first bytes),
then by its name. Sizes are bounded: a small file can unpack to a very large one.
"""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from awe_author.errors import AweError, InputError
from awe_author.json_types import Json

LARGEST = 64 << 20
"""Bytes of a document, packed or unpacked."""

MOST_PAGES, MOST_ROWS = 2_000, 200_000


class DocumentError(InputError):
    """A document cannot be read: damaged, too large, or not of the kind that its name says."""


class ReaderMissing(AweError):
    """The package that reads this kind of document is not installed."""


@dataclass(frozen=True, slots=True)
class Document:
    """What is in a document."""

    kind: str
    """pdf, docx, xlsx, csv, json, html or text."""

    text: str
    tables: Mapping[str, list[list[Json]]] = field(default_factory=dict)
    """Rows by name of the sheet; of a CSV under `""`, of a DOCX under `"1"`, `"2"`..."""

    pages: int = 1


def read_document(data: bytes, name: str) -> Document:
    """The document that these bytes are. Raises DocumentError, ReaderMissing."""
    if len(data) > LARGEST:
        raise DocumentError(f"larger than {LARGEST >> 20} MB", where=name)
    kind = kind_of(data, name)
    try:
        return _READERS[kind](data, name)
    except ModuleNotFoundError as error:
        raise ReaderMissing(
            f"reading a {kind} needs the Python package {error.name}",
            where=name,
            hint="pip install 'awe-author[documents]'",
        ) from error
    except (DocumentError, ReaderMissing):
        raise
    except Exception as error:  # readers raise what they like on damaged files
        raise DocumentError(f"not a readable {kind}: {type(error).__name__}: {error}", where=name) from error


def kind_of(data: bytes, name: str) -> str:
    """Which of the kinds it is."""
    if data.startswith(b"%PDF-"):
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                members = packed.namelist()
        except zipfile.BadZipFile as error:
            raise DocumentError("a damaged ZIP file", where=name) from error
        for start, kind in (("word/", "docx"), ("xl/", "xlsx")):
            if any(one.startswith(start) for one in members):
                return kind
        raise DocumentError("a ZIP file that is neither DOCX nor XLSX", where=name)
    ending = name.rpartition(".")[2].lower()
    if ending in ("pdf", "docx", "xlsx"):
        raise DocumentError(f"its name says {ending}, its bytes do not", where=name)
    return {"csv": "csv", "tsv": "csv", "json": "json", "html": "html", "htm": "html"}.get(ending, "text")


def _pdf(data: bytes, name: str) -> Document:
    from pypdf import PdfReader

    reader = PdfReader(io.BytesIO(data))
    if len(reader.pages) > MOST_PAGES:
        raise DocumentError(f"more than {MOST_PAGES} pages", where=name)
    return Document("pdf", "\n".join(page.extract_text() for page in reader.pages), {}, len(reader.pages))


def _docx(data: bytes, name: str) -> Document:
    import docx

    _bounded(data, name)
    document = docx.Document(io.BytesIO(data))
    tables: dict[str, list[list[Json]]] = {
        str(n): [[cell.text for cell in row.cells] for row in table.rows] for n, table in enumerate(document.tables, 1)
    }
    lines = [one.text for one in document.paragraphs]
    lines += ["\t".join(map(str, row)) for rows in tables.values() for row in rows]
    return Document("docx", "\n".join(lines), tables)


def _xlsx(data: bytes, name: str) -> Document:
    import openpyxl

    _bounded(data, name)
    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    try:
        tables = {sheet.title: _rows(sheet.iter_rows(values_only=True), name) for sheet in book.worksheets}
    finally:
        book.close()
    return Document("xlsx", _joined(tables), tables, len(tables))


def _csv(data: bytes, name: str) -> Document:
    text = _decoded(data)
    sample = text[:4096]
    try:
        dialect: Any = csv.Sniffer().sniff(sample, delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    return Document("csv", text, {"": _rows(csv.reader(io.StringIO(text), dialect), name)})


def _html(data: bytes, name: str) -> Document:
    from bs4 import BeautifulSoup

    soup = BeautifulSoup(_decoded(data), "lxml")
    for hidden in soup(["script", "style", "template"]):
        hidden.decompose()
    tables: dict[str, list[list[Json]]] = {
        str(n): [
            [cell.get_text(" ", strip=True) for cell in row.find_all(["td", "th"])] for row in table.find_all("tr")
        ]
        for n, table in enumerate(soup.find_all("table"), 1)
    }
    return Document("html", soup.get_text("\n", strip=True), tables)


def _plain(kind: str) -> Any:
    return lambda data, name: Document(kind, _decoded(data))


def _decoded(data: bytes) -> str:
    for start, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(start):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _bounded(data: bytes, name: str) -> None:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(one.file_size for one in packed.infolist()) > LARGEST:
            raise DocumentError(f"unpacks to more than {LARGEST >> 20} MB", where=name)


def _rows(rows: Any, name: str) -> list[list[Json]]:
    found: list[list[Json]] = []
    for row in rows:
        if len(found) == MOST_ROWS:
            raise DocumentError(f"more than {MOST_ROWS} rows", where=name)
        cells = [_cell(one) for one in row]
        while cells and cells[-1] in (None, ""):
            cells.pop()
        found.append(cells)
    while found and not found[-1]:
        found.pop()
    return found


def _cell(value: Any) -> Json:
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        text = value.isoformat()
        return text.removesuffix("T00:00:00")
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _joined(tables: Mapping[str, list[list[Json]]]) -> str:
    lines = ["\t".join("" if cell is None else str(cell) for cell in row) for rows in tables.values() for row in rows]
    return "\n".join(lines)


_READERS: Mapping[str, Callable[[bytes, str], Document]] = {
    "pdf": _pdf,
    "docx": _docx,
    "xlsx": _xlsx,
    "csv": _csv,
    "html": _html,
    "json": _plain("json"),
    "text": _plain("text"),
}
