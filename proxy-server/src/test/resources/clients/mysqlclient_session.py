"""What mysqlclient (libmariadb) sends at connect and what it believes afterwards; the same lines from every server."""
import os

import MySQLdb


def connect(**options):
    return MySQLdb.connect(
        host=os.environ["PINION_HOST"],
        port=int(os.environ["PINION_PORT"]),
        user=os.environ["PINION_USER"],
        passwd=os.environ["PINION_PASSWORD"],
        connect_timeout=10,
        read_timeout=20,
        **options,
    )


def show(label, value):
    print(f"{label}: {value!r}", flush=True)


def rows(connection, sql, values=None):
    cursor = connection.cursor()
    cursor.execute(sql, values)
    return cursor.fetchall()


# autocommit=0 is sent only when the status flag of the login's OK says that it is on.
connection = connect(db="legacy")
show("autocommit", connection.get_autocommit())
show("session", rows(connection, "SELECT @@autocommit, @@character_set_client, @@collation_connection"))
connection.close()

connection = connect(db="legacy", charset="utf8mb4", sql_mode="STRICT_ALL_TABLES", autocommit=True)
show("autocommit", connection.get_autocommit())
show("session", rows(connection, "SELECT @@autocommit, @@character_set_client, @@collation_connection, @@sql_mode"))
show("character set", connection.character_set_name())
show("stat", connection.stat().split(":")[0])
connection.ping()
connection.select_db("information_schema")
show("select_db", rows(connection, "SELECT DATABASE()"))
connection.select_db("legacy")
rows(connection, "DROP TABLE IF EXISTS mysqlclient_session")
rows(connection, "CREATE TABLE mysqlclient_session (id BIGINT AUTO_INCREMENT PRIMARY KEY, note VARCHAR(40)) CHARSET utf8mb4")
rows(connection, "INSERT INTO mysqlclient_session (note) VALUES (%s), (%s)", ("ä", "🥖"))
show("info", connection.info())
show("insert id", connection.insert_id())
show("rows", rows(connection, "SELECT id, note FROM mysqlclient_session ORDER BY id"))
connection.autocommit(False)
show("autocommit", connection.get_autocommit())
rows(connection, "UPDATE mysqlclient_session SET note = 'changed'")
show("info", connection.info())
connection.rollback()
show("rolled back", rows(connection, "SELECT note FROM mysqlclient_session ORDER BY id"))
connection.autocommit(True)
rows(connection, "SELECT CAST('12x' AS SIGNED)")
show("warning count", connection.warning_count())
show("warnings", [warning[:2] for warning in connection.show_warnings()])
try:
    rows(connection, "SELECT * FROM no_such_table")
except MySQLdb.Error as error:
    show("error", error.args[0])
rows(connection, "DROP TABLE mysqlclient_session")
connection.close()
