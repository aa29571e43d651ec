"""Django migrates its own applications into a database and its ORM works there; a line each."""
import os

import django
import MySQLdb
from django.conf import settings
from django.core.management import call_command

LOGIN = {name.lower(): os.environ["PINION_" + name] for name in ("HOST", "USER", "PASSWORD")}
PORT = int(os.environ["PINION_PORT"])

# What a run before may have left.
before = MySQLdb.connect(host=LOGIN["host"], port=PORT, user=LOGIN["user"], passwd=LOGIN["password"], db="legacy")
cursor = before.cursor()
cursor.execute("SET foreign_key_checks = 0")
cursor.execute("SHOW TABLES")
for (table,) in cursor.fetchall():
    if table.startswith(("django_", "auth_")):
        cursor.execute("DROP TABLE `" + table + "`")
before.close()

settings.configure(
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.mysql",
            "NAME": "legacy",
            "PORT": PORT,
            **{name.upper(): value for name, value in LOGIN.items()},
        }
    },
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth"],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
)
django.setup()
call_command("migrate", verbosity=1, no_color=True)

from django.contrib.auth.models import Group, User  # noqa: E402
from django.db import IntegrityError, connection, transaction  # noqa: E402
from django.db.models import Count  # noqa: E402

writers = Group.objects.create(name="Schriftsteller ä")
for name in ("käthe", "ole"):
    User.objects.create_user(name, password=None).groups.add(writers)
print("found:", list(User.objects.filter(groups__name__startswith="Schrift").order_by("username").values_list("username")))
try:
    with transaction.atomic():
        User.objects.create(username="third")
        with transaction.atomic():
            User.objects.create(username="ole")
except IntegrityError as error:
    print("refused:", error.args[0])
print("counted:", list(Group.objects.annotate(Count("user")).values_list("name", "user__count")))
print("changed:", User.objects.filter(username="ole").update(last_name="Olsen"))
print("got or made:", User.objects.get_or_create(username="ole")[1], User.objects.get_or_create(username="new")[1])
print("deleted:", User.objects.filter(username__in=["käthe", "new"]).delete())
print("tables:", sorted(connection.introspection.table_names())[:6])
