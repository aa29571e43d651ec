"""What SQLAlchemy finds out about a database: every table with its columns, keys and comments."""
import os

from sqlalchemy import MetaData, create_engine, inspect

address = "%s:%s" % (os.environ["PINION_HOST"], os.environ["PINION_PORT"])
login = "%s:%s" % (os.environ["PINION_USER"], os.environ["PINION_PASSWORD"])
engine = create_engine("mysql+pymysql://%s@%s/%s" % (login, address, os.environ["PINION_DATABASE"]))
inspector = inspect(engine)
for table in inspector.get_table_names():
    print("table", table, inspector.get_table_comment(table))
    for column in inspector.get_columns(table):
        print("column", table, column["name"], column["type"], column["nullable"], column.get("comment"))
    print("key", table, inspector.get_pk_constraint(table)["constrained_columns"])
    for index in inspector.get_indexes(table):
        print("index", table, index)
    for foreign in inspector.get_foreign_keys(table):
        print("foreign key", table, foreign)
print("views", inspector.get_view_names())
print("there", inspector.has_table("nosuch"))
metadata = MetaData()
metadata.reflect(engine)
print("reflected", sorted(metadata.tables))
