package io.pinion.integration.operator;

import io.pinion.integration.testing.Dice;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Statements that begin or end operations of every kind; some name what isn't there. */
final class GeneratedDeeds {
    private final DisturbedCluster cluster;
    private final Dice dice;
    private final Deque<Maker> left = new ArrayDeque<>();
    private int made;

    GeneratedDeeds(DisturbedCluster cluster, Dice dice) {
        this.cluster = cluster;
        this.dice = dice;
    }

    /** A way to a statement. */
    private interface Maker {
        String make() throws SQLException;
    }

    private final List<Maker> makers = List.of(
            // Pairs.
            () -> "PROMOTE PAIR " + pair(),
            () -> "PROMOTE PAIR " + pair() + " FORCE",
            () -> "REPLACE STANDBY A WITH " + one("A1", "A2", "B1", "nosuch"),
            () -> "REPLACE STANDBY B WITH " + one("B1", "B2") + " DISCARD CONTENTS",
            () -> "ADD STANDBY " + mostly("A", "nosuch") + " '" + cluster().address("A2") + "'",
            () -> "CREATE PAIR " + mostly("C", "A") + " PRIMARY '" + cluster().address(one("A2", "B1")) + "'",
            () -> "DROP PAIR " + mostly(pair(), "nosuch"),
            () -> "SYNC ACCOUNTS",
            // Shards and keyspaces.
            () -> move(below(8)),
            () -> "MOVE SHARDS " + mostly("0-1", "6-9") + " TO PAIR "
                    + cluster().otherPair(0) + " IN pinterest",
            () -> "SPLIT RANGE 4-7 TO PAIR " + cluster().otherPair(7) + " IN " + mostly("pinterest", "nosuch"),
            () -> "OPEN SHARDS " + (8 + made()) + "-" + (8 + made) + " ON PAIR " + pair() + " IN pinterest",
            () -> "CREATE KEYSPACE k" + below(4) + " SINGLE ON PAIR " + pair(),
            () -> "CREATE KEYSPACE " + one("ma", "mb", "mc") + " MOD SHARDS 2 ON PAIRS A, " + mostly("B", "nosuch"),
            () -> "DROP KEYSPACE " + one("k0", "k1", "ma", "mb", "users"),
            () -> DisturbedCluster.IMPORT,
            () -> DisturbedCluster.IMPORT + DisturbedCluster.ON_REQUEST,
            () -> DisturbedCluster.IMPORT.replace("shop", one("nosuch", "users", "pinterest")),
            () -> "RESHARD KEYSPACE users INTO " + (2 + below(4)) + " SHARDS ON PAIRS A, " + mostly("B", "nosuch"),
            () -> DisturbedCluster.RESHARD.replace("users", mostly("users", "pinterest")) + DisturbedCluster.ON_REQUEST,
            // Rows.
            () -> "EXPORT KEYSPACE " + mostly(one("pinterest", "users"), "nosuch") + " TO " + place(),
            () -> "EXPORT TABLES " + mostly("pins", "nosuch") + " IN pinterest TO " + place() + " AS SQL",
            () -> DisturbedCluster.RESTORE.replace("night", mostly("night", "nosuch")),
            () -> "RESTORE SHARD " + below(8) + " TABLES " + mostly("pins", "nosuch") + " IN pinterest FROM 'night'",
            () -> "CHECK" + mapping(),
            () -> "REPAIR" + mapping() + " ADD MISSING",
            () -> "ROTATE PARTITIONS" + mostly("", " OF pinterest.nosuch") + one("", " FORCE"),
            // Tables.
            () -> "ALTER TABLE " + mostly("pins", "nosuch") + " ADD COLUMN c" + made() + " INT",
            () -> "CREATE TABLE users." + mostly("t" + below(3), "people")
                    + " (id BIGINT UNSIGNED PRIMARY KEY) COMMENT 'pinion: hashed key=id'",
            () -> "DROP TABLE users.t" + below(3),
            // The topology.
            () -> "CREATE TOPOLOGY USER u" + below(3) + " IDENTIFIED BY 'p' KEYSPACES " + mostly("users", "nosuch"),
            () -> "ALTER TOPOLOGY USER u" + below(3) + " " + one("READ ONLY", "KEYSPACES nosuch"),
            () -> "DROP TOPOLOGY USER " + one("app", "u0", "u1", "u2"),
            () -> transactions("xa"),
            () -> transactions(mostly("best_effort", "odd")),
            // Ends.
            () -> one("FINISH", "REVERT", "HAND OVER") + " OPERATION " + one("1", "999"));

    /** What is begun goes on or is ended mostly; else each of the statements comes once before one comes again. */
    String next() throws SQLException {
        Optional<String> open = cluster.onOpenOperation();
        if (open.isPresent() && dice.chance(60)) {
            return open.get();
        }
        if (left.isEmpty()) {
            left.addAll(dice.some(makers.size(), makers));
        }
        return left.pop().make();
    }

    private DisturbedCluster cluster() {
        return cluster;
    }

    private String move(int shard) throws SQLException {
        return "MOVE SHARD " + shard + " TO PAIR " + mostly(cluster.otherPair(shard), "nosuch") + " IN pinterest";
    }

    /** A keyspace with the one has keys that change, one with the other has shards that move on MySQL. */
    private static String transactions(String how) {
        return "ALTER TOPOLOGY SET 'keyspaces.users.transactions' = '\"" + how + "\"'";
    }

    private String one(String... choices) {
        return dice.oneOf(choices);
    }

    private String mostly(String usual, String other) {
        return dice.chance(85) ? usual : other;
    }

    private int below(int bound) {
        return dice.below(bound);
    }

    private int made() {
        return made++;
    }

    private String pair() {
        return one("A", "B");
    }

    private String place() {
        return mostly("'e" + made() + "'", one("'night'", "'../outside'"));
    }

    private String mapping() {
        return " MAPPING pinterest." + mostly("board_has_pins", "pins") + " AGAINST "
                + mostly("pin_in_board", "nosuch");
    }
}
