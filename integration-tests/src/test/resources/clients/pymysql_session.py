"""What PyMySQL sends at connect and what it believes afterwards, a line each; the same lines from every server."""
import os
import tempfile

import pymysql
import pymysql.cursors
from pymysql.constants import CLIENT, SERVER_STATUS


def connect(**options):
    return pymysql.connect(
        host=os.environ["PINION_HOST"],
        port=int(os.environ["PINION_PORT"]),
        user=os.environ["PINION_USER"],
        password=os.environ["PINION_PASSWORD"],
        connect_timeout=10,
        read_timeout=20,
        **options,
    )


def show(label, value):
    print(f"{label}: {value!r}", flush=True)


def rows(connection, sql, values=None):
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def flags(connection):
    status = connection.server_status
    return ("autocommit" if status & SERVER_STATUS.SERVER_STATUS_AUTOCOMMIT else "no autocommit") + (
        ", in transaction" if status & SERVER_STATUS.SERVER_STATUS_IN_TRANS else ""
    )


SESSION = (
    "SELECT @@autocommit, @@character_set_client, @@character_set_connection, @@collation_connection,"
    " @@character_set_results, @@sql_mode, @@time_zone, @@max_allowed_packet > 0"
)

# PyMySQL's default is autocommit off, which it sends as SET AUTOCOMMIT = 0.
with connect(database="legacy") as connection:
    show("default, flags", flags(connection))
    show("default, session", rows(connection, SESSION))
    show("default, database", rows(connection, "SELECT DATABASE()"))

with connect(database="legacy", charset="utf8mb4", autocommit=True) as connection:
    show("autocommit, flags", flags(connection))
    show("autocommit, session", rows(connection, SESSION))

with connect(
    database="legacy",
    charset="latin1",
    sql_mode="STRICT_ALL_TABLES,ANSI_QUOTES",
    init_command="SET time_zone = '+03:00', @started = 'yes'",
    autocommit=None,
) as connection:
    show("options, flags", flags(connection))
    show("options, session", rows(connection, SESSION))
    show("options, user variable", rows(connection, "SELECT @started"))
    show("options, latin1 text", rows(connection, "SELECT 'é', HEX('é'), CHAR_LENGTH('é')"))
    show("options, ANSI quotes", rows(connection, 'SELECT 1 AS "one"'))

with connect(charset="utf8mb4", autocommit=True) as connection:
    show("no database", rows(connection, "SELECT DATABASE()"))
    connection.select_db("legacy")
    show("select_db", rows(connection, "SELECT DATABASE()"))
    connection.ping(reconnect=False)
    show("ping, flags", flags(connection))
    try:
        connection.select_db("no_such_database")
    except pymysql.err.MySQLError as error:
        show("select_db of none", error.args[0])
    show("database after it", rows(connection, "SELECT DATABASE()"))

    rows(connection, "DROP TABLE IF EXISTS pymysql_session")
    rows(connection, "CREATE TABLE pymysql_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) CHARSET utf8mb4")
    with connection.cursor() as cursor:
        show("insert affects", cursor.execute("INSERT INTO pymysql_session (note) VALUES (%s), (%s)", ("ä", "🥖")))
        show("insert id", cursor.lastrowid)
    show("LAST_INSERT_ID()", rows(connection, "SELECT LAST_INSERT_ID()"))
    show("rows", rows(connection, "SELECT id, note FROM pymysql_session ORDER BY id"))

    connection.begin()
    show("begun", flags(connection))
    rows(connection, "UPDATE pymysql_session SET note = 'changed' WHERE id = 1")
    show("written", flags(connection))
    rows(connection, "SAVEPOINT here")
    rows(connection, "DELETE FROM pymysql_session")
    rows(connection, "ROLLBACK TO SAVEPOINT here")
    show("after ROLLBACK TO", rows(connection, "SELECT COUNT(*) FROM pymysql_session"))
    connection.rollback()
    show("rolled back", (flags(connection), rows(connection, "SELECT note FROM pymysql_session WHERE id = 1")))
    connection.autocommit(False)
    show("autocommit off", flags(connection))
    rows(connection, "SELECT COUNT(*) FROM pymysql_session")
    show("a table was read", flags(connection))
    connection.commit()
    show("committed", flags(connection))
    connection.autocommit(True)
    show("autocommit on", flags(connection))

    with connection.cursor() as cursor:
        cursor.execute("SELECT 1/0, CAST('12x' AS SIGNED)")
        show("warnings", cursor.fetchall())
    show("SHOW WARNINGS", [row[:2] for row in rows(connection, "SHOW WARNINGS")])
    rows(connection, "DROP TABLE pymysql_session")

for label, sql in (
    # What frameworks send first, in one text each.
    ("Laravel", "SET NAMES 'utf8mb4' COLLATE 'utf8mb4_unicode_ci', time_zone='+00:00', SESSION sql_mode='STRICT_TRANS_TABLES';"),
    ("WordPress", "SET SESSION sql_mode='NO_ENGINE_SUBSTITUTION'"),
    ("SQLAlchemy", "SELECT @@lower_case_table_names, @@sql_mode IS NOT NULL"),
    (
        "Django",
        "SELECT VERSION() IS NOT NULL, @@sql_mode IS NOT NULL, @@default_storage_engine, @@sql_auto_is_null, "
        "@@lower_case_table_names, CONVERT_TZ('2001-01-01 01:00:00', 'UTC', 'UTC') IS NOT NULL",
    ),
    ("Rails", "SET @@SESSION.sql_auto_is_null = 0, @@SESSION.wait_timeout = 2147483, @@SESSION.sql_mode = 'STRICT_ALL_TABLES'"),
    ("Go driver", "SELECT @@max_allowed_packet > 0"),
):
    with connect(database="legacy", charset="utf8mb4", autocommit=True) as connection:
        show(f"{label} sends", rows(connection, sql))
        show(f"{label}, session", rows(connection, SESSION))

try:
    with connect(database="legacy", charset="utf8mb4", autocommit=True, client_flag=CLIENT.MULTI_STATEMENTS) as connection:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1; SELECT 2, 3")
            answers = [cursor.fetchall()]
            while cursor.nextset():
                answers.append(cursor.fetchall())
            show("two statements in one text", answers)
except pymysql.err.MySQLError as error:
    show("two statements in one text", error.args)

# Rows one by one from the socket, some left unread; many rows by one call; all types; procedures; a file from the client.
with connect(database="legacy", charset="utf8mb4", autocommit=True, local_infile=True, cursorclass=pymysql.cursors.SSCursor) as connection:
    rows(connection, "DROP TABLE IF EXISTS pymysql_types")
    rows(
        connection,
        "CREATE TABLE pymysql_types (id INT AUTO_INCREMENT PRIMARY KEY, i BIGINT UNSIGNED, d DOUBLE, n DECIMAL(20,6), day DATE,"
        " at DATETIME(6), t TIME(3), y YEAR, v VARCHAR(40), b VARBINARY(20), x LONGTEXT, e ENUM('a','ö'), s SET('x','y'), f BIT(3))"
        " CHARSET utf8mb4",
    )
    values = (2**64 - 1, -2.25e10, "12345678901234.567891", "1969-12-31", "2026-02-28 23:59:59.123456", "-123:04:05.678", 2026,
              "ä🥖' \\ %", b"\0\xff'", "x" * 70000, "ö", "x,y", 5)
    with connection.cursor() as cursor:
        insert = f"INSERT INTO pymysql_types (i, d, n, day, at, t, y, v, b, x, e, s, f) VALUES ({', '.join(['%s'] * 13)})"
        show("executemany", (cursor.executemany(insert, [values, (None,) * 13, values]), cursor.lastrowid))
        cursor.execute("SELECT *, LENGTH(x) FROM pymysql_types")
        show("one by one", [column for row in cursor for column in row if column != "x" * 70000])
        show("description", cursor.description)
        cursor.execute("SELECT a.id, b.x FROM pymysql_types a, pymysql_types b, pymysql_types c WHERE b.x IS NOT NULL ORDER BY a.id")
        show("the first of many", (cursor.fetchone()[0], cursor.fetchmany(2)[1][0]))
    show("after what was left", rows(connection, "SELECT 'in step'"))
    with connection.cursor(pymysql.cursors.DictCursor) as cursor:
        rows(connection, "DROP PROCEDURE IF EXISTS pymysql_procedure")
        rows(connection, "CREATE PROCEDURE pymysql_procedure(IN a INT, OUT b INT) BEGIN SELECT a; SET b = a * 2; SELECT b; END")
        show("callproc", cursor.callproc("pymysql_procedure", (21, 0)))
        results = [cursor.fetchall()]
        while cursor.nextset():
            results.append(cursor.fetchall())
        show("its results", results)
        cursor.execute("SELECT @_pymysql_procedure_1 AS b")
        show("its OUT parameter", cursor.fetchall())
        rows(connection, "DROP PROCEDURE pymysql_procedure")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("10\tfrom a file\n11\tä\n")
        file.flush()
        with connection.cursor() as cursor:
            show("LOAD DATA", cursor.execute("LOAD DATA LOCAL INFILE %s INTO TABLE pymysql_types CHARACTER SET utf8mb4 (id, v)", (file.name,)))
    show("loaded", rows(connection, "SELECT id, v FROM pymysql_types WHERE id >= 10 ORDER BY id"))
    rows(connection, "DROP TABLE pymysql_types")
