"""COM_FIELD_LIST, by which command lines complete names, packet by packet."""
import os
import sys

import pymysql
from pymysql.constants import COMMAND

connection = pymysql.connect(
    host=os.environ["PINION_HOST"],
    port=int(os.environ["PINION_PORT"]),
    user=os.environ["PINION_USER"],
    password=os.environ["PINION_PASSWORD"],
    database=os.environ["PINION_DATABASE"],
)
for table in sys.argv[1:]:
    connection._execute_command(COMMAND.COM_FIELD_LIST, table.encode() + b"\0")
    try:
        packet = connection._read_packet()
        while not packet.is_eof_packet():
            print(table, packet._data.hex())
            packet = connection._read_packet()
    except pymysql.MySQLError as error:
        print(table, error)
    # The connection goes on.
    with connection.cursor() as cursor:
        cursor.execute("SELECT 'next'")
        print(table, cursor.fetchall())
