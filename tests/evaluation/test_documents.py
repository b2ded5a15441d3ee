"""Text and tables out of PDF, DOCX, XLSX, CSV, HTML; damaged and oversized files are errors."""

from __future__ import annotations

import io
import zipfile

import pytest

from awe_author.evaluation.documents import DocumentError, read_document

docx = pytest.importorskip("docx")
openpyxl = pytest.importorskip("openpyxl")
pytest.importorskip("pypdf")


def pdf(text: str) -> bytes:
    """A PDF of one page, written out by hand."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    begin = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, begin)


def test_pdf() -> None:
    found = read_document(pdf("Total 1,250.00 EUR"), "report.pdf")
    assert (found.kind, found.text.strip(), found.pages) == ("pdf", "Total 1,250.00 EUR", 1)


def test_docx() -> None:
    document = docx.Document()
    document.add_paragraph("Minutes of the meeting")
    table = document.add_table(rows=2, cols=2)
    for n, text in enumerate(["Who", "What", "Ada", "Budget"]):
        table.cell(n // 2, n % 2).text = text
    out = io.BytesIO()
    document.save(out)
    found = read_document(out.getvalue(), "minutes.docx")
    assert found.kind == "docx"
    assert "Minutes of the meeting" in found.text
    assert found.tables["1"] == [["Who", "What"], ["Ada", "Budget"]]


def test_xlsx() -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Plan"
    sheet.append(["Item", "Sum"])
    sheet.append(["Chairs", 12.5])
    out = io.BytesIO()
    book.save(out)
    found = read_document(out.getvalue(), "plan.xlsx")
    assert found.tables == {"Plan": [["Item", "Sum"], ["Chairs", 12.5]]}


def test_csv_and_html() -> None:
    assert read_document(b"a,b\n1,2\n\n", "t.csv").tables[""] == [["a", "b"], ["1", "2"]]
    html = b"<p>Hello <b>you</b><script>x()</script><table><tr><th>A</th></tr><tr><td>1</td></tr></table>"
    found = read_document(html, "t.html")
    assert "x()" not in found.text
    assert found.tables["1"] == [["A"], ["1"]]


@pytest.mark.parametrize(
    ("data", "name"),
    [(b"%PDF-1.4 broken", "a.pdf"), (b"not a pdf", "a.pdf"), (b"PK\x03\x04broken", "a.xlsx"), (b"x" * ((64 << 20) + 1), "a.txt")],
)  # fmt: skip
def test_what_cannot_be_read(data: bytes, name: str) -> None:
    with pytest.raises(DocumentError):
        read_document(data, name)


def test_a_small_file_that_unpacks_to_a_large_one_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"0" * (65 << 20))
    with pytest.raises(DocumentError, match="unpacks"):
        read_document(out.getvalue(), "bomb.xlsx")
