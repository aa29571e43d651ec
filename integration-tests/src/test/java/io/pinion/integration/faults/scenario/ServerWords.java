package io.pinion.integration.faults.scenario;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.util.List;
import java.util.Map;

/** Moments are named by what MariaDB is told then; MySQL is told the same in other words. */
enum ServerWords {
    MARIADB,
    MYSQL;

    /** MySQL needs no such step. */
    private static final String NOTHING = "";

    private static final Map<String, String> OF_MYSQL = Map.ofEntries(
            Map.entry("CHANGE MASTER 'pinion_move_", "CHANGE REPLICATION SOURCE TO"),
            Map.entry("CHANGE MASTER 'pinion_back_", "CHANGE REPLICATION SOURCE TO"),
            Map.entry("START SLAVE 'pinion_move_", "START REPLICA FOR CHANNEL 'pinion_move_"),
            Map.entry("START SLAVE 'pinion_back_", "START REPLICA FOR CHANNEL 'pinion_back_"),
            Map.entry("STOP SLAVE 'pinion_move_", "STOP REPLICA SQL_THREAD FOR CHANNEL 'pinion_move_"),
            Map.entry("STOP SLAVE 'pinion_back_", "STOP REPLICA SQL_THREAD FOR CHANNEL 'pinion_back_"),
            Map.entry("RESET SLAVE 'pinion_move_", "RESET REPLICA ALL FOR CHANNEL 'pinion_move_"),
            Map.entry("RESET SLAVE 'pinion_back_", "RESET REPLICA ALL FOR CHANNEL 'pinion_back_"),
            Map.entry("SET fenced = 1", "READ ONLY=1"),
            Map.entry("SET fenced = 0", "READ ONLY=0"),
            Map.entry("CREATE OR REPLACE TRIGGER", NOTHING),
            Map.entry("DELETE FROM pinion_fence", NOTHING));

    static ServerWords of(Dialect dialect) {
        return switch (dialect) {
            case MariaDb mariaDb -> MARIADB;
            case MySql mySql -> MYSQL;
        };
    }

    /** Whether the server is told all that. */
    boolean know(List<String> words) {
        return !translated(words).contains(NOTHING);
    }

    List<String> translated(List<String> words) {
        return switch (this) {
            case MARIADB -> words;
            case MYSQL ->
                words.stream().map(word -> OF_MYSQL.getOrDefault(word, word)).toList();
        };
    }
}
