package io.pinion.operations.journal;

import io.pinion.routing.definition.SchemaChange;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/** The names under which tables are locked: the same order for everybody, so that two never wait for each other. */
final class TableNames {
    private TableNames() {}

    /** In an alphabet that a path of ZooKeeper takes. */
    static Set<String> of(SchemaChange change) {
        Set<String> names = new TreeSet<>();
        for (String table : change.tables()) {
            names.add(URLEncoder.encode(change.keyspace() + "." + table, StandardCharsets.UTF_8));
        }
        return names;
    }

    /** No table's, which has a dot and no colon. */
    static String ofPair(String pair) {
        return "pair:" + URLEncoder.encode(pair, StandardCharsets.UTF_8);
    }
}
