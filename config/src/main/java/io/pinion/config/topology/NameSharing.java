package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import java.util.HashMap;
import java.util.Map;

/**
 * Refuses keyspaces whose shard databases one GRANT can't tell apart, when a user has fewer rights than all: a grant on
 * {@code db_____} is also one on {@code dbx0001}.
 */
record NameSharing(Problems problems) {
    void check(FieldReader root, Map<String, Keyspace> keyspaces, Map<String, Account> accounts) {
        if (accounts.values().stream().allMatch(account -> account.grants().isEmpty())) {
            return;
        }
        Map<String, Keyspace.Sharded> before = new HashMap<>();
        for (Field field : root.entries("keyspaces")) {
            if (keyspaces.get(field.name()) instanceof Keyspace.Sharded sharded) {
                for (Keyspace.Sharded other : before.values()) {
                    check(field, sharded, other);
                }
                before.put(sharded.name(), sharded);
            }
        }
    }

    private void check(Field field, Keyspace.Sharded sharded, Keyspace.Sharded other) {
        for (DatabasePattern one : sharded.allDatabases()) {
            for (DatabasePattern two : other.allDatabases()) {
                if (one.mayGrant(two) || two.mayGrant(one)) {
                    problems.error(
                            field.value(),
                            "servers can't grant rights on the databases " + one + " without granting some on " + two
                                    + " of keyspace " + other.name()
                                    + ", and there are users with fewer rights than all",
                            "give one keyspace's databases names of another length or beginning");
                }
            }
        }
    }
}
