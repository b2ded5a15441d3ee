"""All that was made at once gets days of its own, one after the other."""

import sqlite3
import sys
from datetime import datetime, timedelta

BEGAN = datetime(2025, 6, 2, 8, 15)
known = sqlite3.connect(sys.argv[1])
tables = [name for (name,) in known.execute("select name from sqlite_master where type = 'table'")]
for table in tables:
    columns = {row[1]: row for row in known.execute(f"pragma table_info({table})")}
    key = next((name for name, row in columns.items() if row[5]), None)
    for column, row in columns.items():
        if not key or not row[2].upper().startswith("DATETIME"):
            continue
        for at, (number,) in enumerate(known.execute(f"select {key} from {table} order by {key}").fetchall()):
            day = BEGAN + timedelta(days=at, minutes=7 * at)
            known.execute(
                f"update {table} set {column} = ? where {key} = ? and {column} is not null",
                (day.strftime("%Y-%m-%d %H:%M:%S.000000"), number),
            )
known.commit()
