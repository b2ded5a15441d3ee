"""seed.py library SQL DIR | settings APPDB DIR | place APPDB DIR: a small library of books, an account, two shelves."""

import re
import sqlite3
import sys
import uuid
import zipfile
from pathlib import Path

BOOKS = [
    ("Tides of the Harbour", ["Ada Lund"], ["Sea", "History"], ("Harbours", 1), 8, "Quay Press", "2015-04-02", "eng"),
    ("Lamps along the Pier", ["Ada Lund"], ["Sea"], ("Harbours", 2), 6, "Quay Press", "2017-09-12", "eng"),
    ("A Handbook of Cranes", ["Boris Maier"], ["Machines"], None, 10, "Iron and Co", "2009-01-20", "eng"),
    ("Knots for Clerks", ["Clara Costa"], ["Handicraft", "Office"], None, 4, "Quay Press", "2012-06-30", "eng"),
    ("Die stille Werft", ["Edda Solberg"], ["Novel"], None, 8, "Nordlicht", "2019-03-15", "deu"),
    (
        "The Warehouse at Night",
        ["Edda Solberg"],
        ["Novel", "Crime"],
        ("Inspector Vik", 1),
        10,
        "Nordlicht",
        "2020-10-01",
        "eng",
    ),
    (
        "The Weight of Salt",
        ["Edda Solberg"],
        ["Novel", "Crime"],
        ("Inspector Vik", 2),
        6,
        "Nordlicht",
        "2022-02-11",
        "eng",
    ),
    (
        "Bread on Long Voyages",
        ["Finn Haugen", "Greta Ozols"],
        ["Kitchen", "Sea"],
        None,
        8,
        "Hearth House",
        "2011-11-11",
        "eng",
    ),
    (
        "Ledgers and Lighthouses",
        ["Henk Berzins"],
        ["Office", "History"],
        None,
        None,
        "Iron and Co",
        "2004-05-05",
        "eng",
    ),
    ("Repairing Old Pumps", ["Boris Maier"], ["Machines", "Handicraft"], None, 6, "Iron and Co", "2013-08-19", "eng"),
    ("Soup for Forty", ["Greta Ozols"], ["Kitchen"], None, 4, "Hearth House", "2016-12-24", "eng"),
    ("Letters from Bergen", ["Ida Nilsen"], ["History"], None, None, "Nordlicht", "1998-07-07", "eng"),
]
WORDS = {
    "Tides of the Harbour": "<p>How three towns learnt to live with the water.</p>",
    "Knots for Clerks": "<p>Forty knots for parcels, files and curtains.</p>",
    "The Warehouse at Night": "<p>Somebody moves the crates, and nobody has a key.</p>",
    "Soup for Forty": "<p>What to cook when the whole crew comes.</p>",
}
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{0}</title></head>
<body><h1>{0}</h1><p>The first page of it.</p></body></html>"""
OPF = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="2.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf"><dc:title>{title}</dc:title>
<dc:creator opf:role="aut">{author}</dc:creator><dc:language>en</dc:language>
<dc:identifier id="id">{key}</dc:identifier></metadata>
<manifest><item id="p" href="page.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine><itemref idref="p"/></spine></package>"""
CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""


def epub(file: Path, title: str, author: str, key: str) -> None:
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(zipfile.ZipInfo("mimetype"), "application/epub+zip")
        for name, text in (
            ("META-INF/container.xml", CONTAINER),
            ("book.opf", OPF.format(title=title, author=author, key=key)),
            ("page.xhtml", PAGE.format(title)),
        ):
            packed.writestr(zipfile.ZipInfo(name), text)


def connect(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file)
    db.create_function("title_sort", 1, lambda title: re.sub(r"^(A|The|An)\s+(.*)$", r"\2, \1", title))
    db.create_function("uuid4", 0, lambda: str(uuid.uuid4()))
    return db


def turned(name: str) -> str:
    first, last = name.rsplit(" ", 1)
    return f"{last}, {first}"


def library(schema: Path, folder: Path) -> None:
    folder.mkdir(parents=True)
    db = connect(folder / "metadata.db")
    db.executescript(schema.read_text())
    db.execute("DELETE FROM library_id")
    db.execute("INSERT INTO library_id (uuid) VALUES (?)", (str(uuid.uuid5(uuid.NAMESPACE_DNS, "quay.test")),))

    def one(table: str, field: str, value: object, **more: object) -> int:
        known = db.execute(f"SELECT id FROM {table} WHERE {field} = ?", (value,)).fetchone()
        if known:
            return int(known[0])
        names = [field, *more]
        marks = ", ".join("?" * len(names))
        made = db.execute(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})", (value, *more.values()))
        return int(made.lastrowid or 0)

    for number, (title, authors, tags, series, rating, publisher, day, language) in enumerate(BOOKS, 1):
        key = str(uuid.uuid5(uuid.NAMESPACE_DNS, title))
        path = f"{authors[0]}/{title} ({number})"
        moment = f"2026-0{1 + number // 3}-{10 + number} 09:{10 + number}:00+00:00"
        db.execute(
            "INSERT INTO books (id, title, timestamp, pubdate, series_index, author_sort, path, last_modified,"
            " has_cover) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)",
            (number, title, moment, f"{day} 00:00:00+00:00", series[1] if series else 1.0,
             " & ".join(map(turned, authors)), path, moment),
        )  # fmt: skip
        db.execute("UPDATE books SET uuid = ? WHERE id = ?", (key, number))
        for author in authors:
            db.execute("INSERT INTO books_authors_link (book, author) VALUES (?, ?)",
                       (number, one("authors", "name", author, sort=turned(author))))  # fmt: skip
        for tag in tags:
            db.execute("INSERT INTO books_tags_link (book, tag) VALUES (?, ?)", (number, one("tags", "name", tag)))
        if series:
            found = one("series", "name", series[0], sort=series[0])
            db.execute("INSERT INTO books_series_link (book, series) VALUES (?, ?)", (number, found))
        if rating:
            found = one("ratings", "rating", rating)
            db.execute("INSERT INTO books_ratings_link (book, rating) VALUES (?, ?)", (number, found))
        found = one("publishers", "name", publisher, sort=publisher)
        db.execute("INSERT INTO books_publishers_link (book, publisher) VALUES (?, ?)", (number, found))
        db.execute("INSERT INTO books_languages_link (book, lang_code, item_order) VALUES (?, ?, 0)",
                   (number, one("languages", "lang_code", language)))  # fmt: skip
        if title in WORDS:
            db.execute("INSERT INTO comments (book, text) VALUES (?, ?)", (number, WORDS[title]))
        (folder / path).mkdir(parents=True)
        name = f"{title} - {authors[0]}"
        file = folder / path / f"{name}.epub"
        epub(file, title, authors[0], key)
        db.execute("INSERT INTO data (book, format, uncompressed_size, name) VALUES (?, 'EPUB', ?, ?)",
                   (number, file.stat().st_size, name))  # fmt: skip
    db.commit()


def place(app: Path, folder: Path) -> None:
    db = sqlite3.connect(app)
    db.execute("UPDATE settings SET config_calibre_dir = ?", (str(folder),))
    db.commit()


def settings(app: Path, folder: Path) -> None:
    from werkzeug.security import generate_password_hash

    key = sqlite3.connect(folder / "metadata.db").execute("SELECT uuid FROM library_id").fetchone()[0]
    db = sqlite3.connect(app)
    db.execute("UPDATE settings SET config_calibre_uuid = ?, config_uploading = 1, config_ratelimiter = 0,"
               " config_calibre_web_title = 'Quay Library', config_random_books = 0, config_password_policy = 0,"
               " config_embed_metadata = 0",
               (key,))  # fmt: skip
    db.execute("UPDATE user SET name = 'mara', email = 'mara@quay.test', password = ? WHERE name = 'admin'",
               (generate_password_hash("demo1234"),))  # fmt: skip
    owner = db.execute("SELECT id FROM user WHERE name = 'mara'").fetchone()[0]
    for number, (name, public, books) in enumerate((("For the crew room", 1, (1, 2, 8)), ("Read next", 0, (6, 5))), 1):
        at = f"2026-05-0{number} 08:00:00.000000"
        db.execute("INSERT INTO shelf (id, uuid, name, is_public, user_id, kobo_sync, created, last_modified)"
                   " VALUES (?, ?, ?, ?, ?, 0, ?, ?)",
                   (number, str(uuid.uuid5(uuid.NAMESPACE_DNS, name)), name, public, owner, at, at))  # fmt: skip
        for order, book in enumerate(books, 1):
            db.execute('INSERT INTO book_shelf_link (book_id, "order", shelf, date_added) VALUES (?, ?, ?, ?)',
                       (book, order, number, at))  # fmt: skip
    db.commit()
    place(app, folder)


if __name__ == "__main__":
    if sys.argv[1] == "library":
        library(Path(sys.argv[2]), Path(sys.argv[3]))
    else:
        {"place": place, "settings": settings}[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
