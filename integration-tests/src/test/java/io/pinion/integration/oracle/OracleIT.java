package io.pinion.integration.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.NeedsMySql97;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated statements over shards are answered as by one unsharded server with the same rows: rows, order where it is
 * certain, titles, types, counts and errors, as text and prepared. What Pinion refuses is counted by its reason and printed.
 *
 * <p>{@code -Dpinion.oracle.seconds} says how long, {@code -Dpinion.oracle.statements} how many at most, {@code
 * -Dpinion.oracle.seed} where to begin, {@code -Dpinion.oracle.told} how many differences are told, and {@code
 * -Dpinion.oracle.shards} over how many shards: most of the time goes by their number. A build asks the same each time;
 * other seeds are for long runs by hand.
 */
class OracleIT {
    private static final int SECONDS = Integer.getInteger("pinion.oracle.seconds", 25);
    private static final int STATEMENTS = Integer.getInteger("pinion.oracle.statements", Integer.MAX_VALUE);
    private static final long SEED = Long.getLong("pinion.oracle.seed", 1);
    private static final int DIFFERENCES_TOLD = Integer.getInteger("pinion.oracle.told", 8);
    private static final int STATEMENTS_A_ROUND = 1_000;

    /** Of many statements; a planner that refused what is hard would answer the rest as well as this one. */
    private static final double LEAST_SHARE_ANSWERED = 0.995;

    private static final double LEAST_SHARE_OF_A_FEW = 0.95;
    private static final int FEW = 1_000;
    private static final int MANY = 20_000;

    private static final Duration SCHEMA_TIMEOUT = Duration.ofSeconds(30);

    @Test
    void mariaDbAnswersAsIfUnsharded(@TempDir Path directory) throws Exception {
        compare(OracleCluster.mariaDb(), false, directory);
    }

    @Test
    @NeedsMySql97
    void mySqlAnswersAsIfUnsharded(@TempDir Path directory) throws Exception {
        compare(OracleCluster.mySql(), true, directory);
    }

    private static void compare(List<OracleCluster.Address> servers, boolean mySql, Path directory) throws Exception {
        List<String> differences = new ArrayList<>();
        System.out.println("oracle, seed " + SEED);
        try (OracleCluster cluster = OracleCluster.start(servers, mySql, directory)) {
            awaitColumns(cluster);
            try (OracleComparison comparison = new OracleComparison(cluster)) {
                Instant end = Instant.now().plusSeconds(SECONDS);
                int done = 0;
                for (long seed = SEED; done < STATEMENTS && Instant.now().isBefore(end); seed++) {
                    OracleRound round = OracleRound.of(seed, cluster, comparison);
                    done += round.play(
                            Math.min(STATEMENTS - done, STATEMENTS_A_ROUND),
                            end,
                            DIFFERENCES_TOLD - differences.size());
                    differences.addAll(round.differences());
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

    /** Pinion reads the columns of tables from a shard, some time after it started. */
    static void awaitColumns(OracleCluster cluster) throws Exception {
        Instant end = Instant.now().plus(SCHEMA_TIMEOUT);
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
