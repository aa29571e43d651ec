package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.integration.testing.Dice;
import io.pinion.integration.testing.MoveCluster;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/**
 * EXPLAIN and the deed agree: a walk through states of a cluster. In each state EXPLAIN is asked, and then the deed is done: both
 * are refused, or none. A deed that goes on in the background is refused, too, when it breaks off. {@code
 * -Dpinion.explain.states} says how many, {@code -Dpinion.explain.seed} from where.
 */
@OnEachServer(mysql = 4)
class ExplainAgreesIT {
    private static final int STATES = Integer.getInteger("pinion.explain.states", 8);
    private static final long SEED = Long.getLong("pinion.explain.seed", 1);

    /** Columns of SHOW OPERATIONS. */
    private static final int STATE = 1;

    private static final int USER = 7;
    private static final int STEP = 11;

    private final Dice dice = new Dice(SEED);
    private DisturbedCluster cluster;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        cluster = new DisturbedCluster(product, directory, dice);
        assumeTrue(cluster.hasStandbys(), "pairs without a standby aren't promoted");
        cluster.fill();
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    @Test
    void bothAreRefusedOrNone() throws Exception {
        GeneratedDeeds deeds = new GeneratedDeeds(cluster, dice);
        List<String> different = new ArrayList<>();
        for (int state = 0; state < STATES; state++) {
            cluster.settle();
            List<String> made = cluster.disturb();
            String statement = deeds.next();
            Optional<String> explained = cluster.refusal("EXPLAIN " + statement);
            Optional<String> done = deed(statement);
            String told = made + " " + statement + " -> " + explained.orElse("planned") + " / " + done.orElse("done");
            System.out.println(state + " " + told);
            if (!agree(explained, done)) {
                different.add(told);
            }
        }
        assertThat(different).isEmpty();
    }

    /** In the same words, unless the deed finds its lock taken by an operation that runs. */
    private static boolean agree(Optional<String> explained, Optional<String> done) {
        return done.isPresent() == explained.isPresent()
                && (done.isEmpty()
                        || done.get().contains(bare(explained.get()))
                        || done.get().contains(" is in use: operation "));
    }

    private static String bare(String refusal) {
        return refusal.replaceFirst("^(Pinion: )?(it would be refused: |not [a-z]+: )?", "")
                .replace("EXPLAIN ", "");
    }

    /** Why it is refused, or breaks off. */
    private Optional<String> deed(String statement) throws SQLException {
        int before = cluster.operations().size();
        Optional<String> refusal = cluster.refusal(statement);
        cluster.awaitEnds();
        if (refusal.isPresent()) {
            return refusal;
        }
        if (statement.contains(" OPERATION ")) {
            String reached = statement.startsWith("HAND OVER") ? "waiting" : "done, reverted";
            return cluster.operation(statement.replaceAll(".* ", ""))
                    .filter(row -> !reached.contains(row.get(STATE)))
                    .map(List::toString);
        }
        List<List<String>> now = cluster.operations();
        return now.subList(Math.min(before, now.size()), now.size()).stream()
                .filter(row -> row.get(USER).equals(MoveCluster.USER))
                .filter(row -> List.of("failed", "interrupted", "cancelled").contains(row.get(STATE)))
                .filter(row -> !row.get(STEP).contains("is in use: operation"))
                .map(List::toString)
                .findFirst();
    }
}
