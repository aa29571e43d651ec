package io.pinion.server.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated statements over 64 shards are answered as by one unsharded server with the same rows: rows, order where it is
 * certain, titles, types, counts and errors, as text and prepared. What Pinion refuses is counted by its reason and printed.
 *
 * <p>{@code -Dpinion.oracle.seconds} says how long, {@code -Dpinion.oracle.statements} how many at most, {@code
 * -Dpinion.oracle.seed} where to begin, which is how a failure is seen again, and {@code -Dpinion.oracle.told} how many
 * differences are told.
 */
class OracleIT {
    private static final int SECONDS = Integer.getInteger("pinion.oracle.seconds", 60);
    private static final int STATEMENTS = Integer.getInteger("pinion.oracle.statements", Integer.MAX_VALUE);
    private static final long SEED = Long.getLong("pinion.oracle.seed", System.nanoTime());
    private static final int DIFFERENCES_TOLD = Integer.getInteger("pinion.oracle.told", 8);
    private static final int STATEMENTS_A_ROUND = 1_000;
    private static final int STATEMENTS_A_SETTING = 100;

    /** Of many statements; a planner that refused what is hard would answer the rest as well as this one. */
    private static final double LEAST_SHARE_ANSWERED = 0.995;

    private static final double LEAST_SHARE_OF_A_FEW = 0.95;
    private static final int FEW = 1_000;
    private static final int MANY = 20_000;

    private static final Duration SCHEMA_PATIENCE = Duration.ofSeconds(30);

    @Test
    void mariaDbAnswersAsIfUnsharded(@TempDir Path directory) throws Exception {
        compare(OracleCluster.mariaDb(), false, directory);
    }

    @Test
    @EnabledIf(
            value = "mySqlIsGiven",
            disabledReason = "needs a MySQL 9.7, or two: -Dpinion.mysql97=host:port,host:port or PINION_MYSQL97")
    void mySqlAnswersAsIfUnsharded(@TempDir Path directory) throws Exception {
        compare(OracleCluster.mySql(), true, directory);
    }

    static boolean mySqlIsGiven() {
        return !OracleCluster.mySql().isEmpty();
    }

    private static void compare(List<OracleCluster.Address> servers, boolean mySql, Path directory) throws Exception {
        List<String> differences = new ArrayList<>();
        System.out.println("oracle, seed " + SEED);
        try (OracleCluster cluster = OracleCluster.start(servers, mySql, directory)) {
            awaitColumns(cluster);
            try (Comparison comparison = new Comparison(cluster)) {
                Instant end = Instant.now().plusSeconds(SECONDS);
                int done = 0;
                for (long seed = SEED; done < STATEMENTS && Instant.now().isBefore(end); seed++) {
                    comparison.everywhere("ROLLBACK");
                    cluster.fill(seed);
                    done += round(seed, cluster, comparison, end, differences);
                    if (differences.size() >= DIFFERENCES_TOLD) {
                        break;
                    }
                }
                System.out.println("oracle, seed " + SEED + ": " + comparison.refusals());
                if (done >= FEW) {
                    assertThat(comparison.shareAnswered())
                            .as(comparison.refusals())
                            .isGreaterThanOrEqualTo(done >= MANY ? LEAST_SHARE_ANSWERED : LEAST_SHARE_OF_A_FEW);
                }
            }
        }
        assertThat(String.join("\n\n", differences)).as("seed %d", SEED).isEmpty();
    }

    private static int round(
            long seed, OracleCluster cluster, Comparison comparison, Instant end, List<String> differences)
            throws SQLException {
        Dice dice = new Dice(seed);
        List<String> settings = SessionSettings.all(cluster.isMySql());
        Selects selects = new Selects(dice, cluster.tables());
        Joins joins = new Joins(dice, cluster.tables(), selects);
        JoinTrees trees = new JoinTrees(dice, cluster.tables());
        Compositions compositions = new Compositions(dice, cluster.tables(), selects);
        Reports reports = new Reports(dice, cluster.tables(), selects);
        Changes changes = new Changes(dice, cluster.tables());
        JoinedChanges joinedChanges = new JoinedChanges(dice, cluster.tables());
        int done = 0;
        while (done < Math.min(STATEMENTS, STATEMENTS_A_ROUND) && Instant.now().isBefore(end)) {
            if (done % STATEMENTS_A_SETTING == 0) {
                comparison.everywhere(dice.oneOf("COMMIT", "ROLLBACK"));
                comparison.set(dice.chance(50) ? List.of() : dice.some(dice.between(1, 2), settings));
                comparison.everywhere(dice.chance(40) ? "BEGIN" : "DO 0");
            }
            if (dice.chance(3)) {
                comparison.everywhere(dice.oneOf("SAVEPOINT one", "SAVEPOINT one", "SAVEPOINT two"));
            } else if (dice.chance(2)) {
                comparison.everywhereOrNowhere(
                        dice.oneOf("ROLLBACK TO one", "ROLLBACK TO two", "RELEASE SAVEPOINT one"));
            }
            boolean prepared = dice.chance(30);
            int kind = dice.below(10);
            Optional<String> difference;
            if (kind < 2) {
                Changes.Change change = dice.chance(25) ? joinedChanges.change() : changes.change();
                difference = comparison.read(change.question(), prepared);
                if (difference.isEmpty() && dice.chance(40)) {
                    difference = comparison.read(whole(change.table()), false);
                }
            } else {
                Question question = dice.chance(3)
                        ? selects.mistake()
                        : switch (kind) {
                            case 2, 3, 4 -> selects.query();
                            case 5 -> dice.chance(25) ? trees.query() : joins.query();
                            case 6 -> reports.query();
                            default -> compositions.query();
                        };
                difference = comparison.read(question, prepared);
            }
            done++;
            difference.ifPresent(text -> differences.add("seed " + seed + ": " + text));
            if (difference.isPresent() && (kind < 2 || differences.size() >= DIFFERENCES_TOLD)) {
                // After a change that went wrong the tables may differ, and all that follows.
                return done;
            }
        }
        return done;
    }

    private static Question whole(Table table) {
        return new Question(
                table.keyspace(),
                "SELECT * FROM " + table.name() + " ORDER BY " + String.join(", ", table.keys()),
                List.of(),
                true,
                List.of());
    }

    /** Pinion reads the columns of tables from a shard, some time after it started. */
    static void awaitColumns(OracleCluster cluster) throws Exception {
        Instant end = Instant.now().plus(SCHEMA_PATIENCE);
        while (true) {
            try (Connection ids = cluster.sharded(Schema.IDS);
                    Connection keys = cluster.sharded(Schema.KEYS);
                    Statement one = ids.createStatement();
                    Statement other = keys.createStatement()) {
                one.execute("SELECT * FROM things WHERE id = " + Schema.id(1, Schema.THINGS, 1));
                other.execute("SELECT * FROM visit_log WHERE ip = 'a'");
                return;
            } catch (SQLException e) {
                if (Instant.now().isAfter(end)) {
                    throw e;
                }
            }
        }
    }
}
