"""Models that Django makes of the tables of a database, and what it knows of their keys."""
import os

import django
from django.conf import settings

settings.configure(
    INSTALLED_APPS=[],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.mysql",
            "HOST": os.environ["PINION_HOST"],
            "PORT": os.environ["PINION_PORT"],
            "USER": os.environ["PINION_USER"],
            "PASSWORD": os.environ["PINION_PASSWORD"],
            "NAME": os.environ["PINION_DATABASE"],
        }
    },
)
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

# The order of constraints is the server's choice, and inspectdb prints it: tables with one unique key each have one order.
call_command("inspectdb", "authors", "books")
with connection.cursor() as cursor:
    for table in connection.introspection.table_names(cursor):
        print(table, sorted(connection.introspection.get_constraints(cursor, table).items()))
        print(table, sorted(connection.introspection.get_relations(cursor, table).items()))
        print(table, connection.introspection.get_sequences(cursor, table))
