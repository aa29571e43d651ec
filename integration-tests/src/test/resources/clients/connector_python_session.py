"""What MySQL's Connector/Python (pure Python) sends and believes of its session; the same lines from every server."""
import datetime
import decimal
import os

import mysql.connector


def connect(**options):
    return mysql.connector.connect(
        host=os.environ["PINION_HOST"],
        port=int(os.environ["PINION_PORT"]),
        user=os.environ["PINION_USER"],
        password=os.environ["PINION_PASSWORD"],
        connection_timeout=10,
        use_pure=True,
        **{"database": "legacy", "autocommit": True, **options},
    )


def show(label, value):
    print(f"{label}: {value!r}", flush=True)


def rows(cursor, sql, values=None):
    cursor.execute(sql, values)
    return cursor.fetchall()


def attempt(label, action):
    try:
        show(label, action())
    except mysql.connector.Error as refusal:
        show(label, (refusal.errno, refusal.sqlstate))


ROW = (
    -7, 1.5, decimal.Decimal("12345678901234.567891"), datetime.date(1969, 12, 31),
    datetime.datetime(2026, 2, 28, 23, 59, 59, 123456), datetime.timedelta(hours=-12, seconds=-5), "ä🥖' \\ %", b"\0\xff'", "x" * 70000,
)
COLUMNS = "i, d, n, day, at, t, v, b, x"

connection = connect()
cursor = connection.cursor()
show("session", rows(cursor, "SELECT @@autocommit, @@character_set_client, @@collation_connection, @@sql_mode, @@time_zone"))
show("in transaction", connection.in_transaction)
cursor.execute("DROP TABLE IF EXISTS connector_python")
cursor.execute(
    "CREATE TABLE connector_python (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, i INT, d DOUBLE, n DECIMAL(20,6), day DATE,"
    " at DATETIME(6), t TIME, v VARCHAR(40), b VARBINARY(20), x LONGTEXT) CHARSET utf8mb4"
)
insert = f"INSERT INTO connector_python ({COLUMNS}) VALUES ({', '.join(['%s'] * 9)})"
cursor.execute(insert, ROW)
show("insert", (cursor.rowcount, cursor.lastrowid))
cursor.executemany(insert, [ROW, (None,) * 9])
show("insert of many", (cursor.rowcount, cursor.lastrowid))

select = "SELECT id, i, d, n, day, at, t, v, b, LENGTH(x) FROM connector_python WHERE id >= %s ORDER BY id"
for kind, options in (
    ("text", {}),
    ("prepared", {"prepared": True}),
    ("dictionaries", {"dictionary": True}),
    ("raw", {"raw": True}),
):
    with connection.cursor(**options) as other:
        show(kind, rows(other, select, (1,)))
        show(f"{kind} again", rows(other, select, (3,)))
        show(f"{kind} columns", other.description)
with connection.cursor(prepared=True) as prepared:
    prepared.execute(insert, ROW)
    prepared.execute(insert, (None,) * 9)
    show("prepared insert", (prepared.rowcount, prepared.lastrowid))
    show("prepared rows", rows(prepared, select, ("4",)))
    for sql in ("SELEKT %s", "SELECT nosuch FROM connector_python WHERE id = %s", "INSERT INTO connector_python (id) VALUES (%s)"):
        attempt(sql, lambda: prepared.execute(sql, (1,)))

connection.start_transaction(isolation_level="READ COMMITTED")
show("in transaction", connection.in_transaction)
cursor.execute("DELETE FROM connector_python")
connection.rollback()
show("rolled back", rows(cursor, "SELECT COUNT(*) FROM connector_python"))
try:
    connection.start_transaction(readonly=True)
except ValueError as refusal:
    # It takes the 5.5.5 that MariaDB 10 puts before its version for the version.
    show("read only", refusal)
    cursor.execute("START TRANSACTION READ ONLY")
attempt("a write in a read-only transaction", lambda: cursor.execute("DELETE FROM connector_python"))
connection.rollback()
cursor.execute("SELECT CAST('12x' AS SIGNED)")
cursor.fetchall()
show("warnings", (connection.warnings_count if hasattr(connection, "warnings_count") else None, rows(cursor, "SHOW WARNINGS")))
attempt("a missing table", lambda: rows(cursor, "SELECT * FROM no_such_table"))
cursor.execute("DROP PROCEDURE IF EXISTS connector_procedure")
cursor.execute("CREATE PROCEDURE connector_procedure(IN a INT, OUT b INT) BEGIN SELECT a; SET b = a * 2; END")
show("callproc", cursor.callproc("connector_procedure", (21, 0)))
show("its results", [result.fetchall() for result in cursor.stored_results()])
cursor.execute("DROP PROCEDURE connector_procedure")

cursor.execute("SET @gone = 1")
connection.cmd_reset_connection()
show("reset", rows(connection.cursor(), "SELECT @gone, DATABASE(), @@autocommit"))
connection.cmd_change_user(os.environ["PINION_USER"], os.environ["PINION_PASSWORD"], "information_schema")
show("changed user", rows(connection.cursor(), "SELECT DATABASE(), @@character_set_client"))
connection.ping(reconnect=False)
connection.close()

compressed = connect(compress=True, charset="utf8mb4", collation="utf8mb4_unicode_ci", sql_mode="STRICT_ALL_TABLES", time_zone="+03:00")
cursor = compressed.cursor(buffered=True)
show("compressed", rows(cursor, "SELECT @@collation_connection, @@sql_mode, @@time_zone, LENGTH(x) FROM connector_python LIMIT 1"))
cursor.execute("DROP TABLE connector_python")
compressed.close()
