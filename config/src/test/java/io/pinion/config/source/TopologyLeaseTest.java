package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopologyLeaseTest {
    private static final Duration LENGTH = Duration.ofMillis(500);
    private static final Duration A_WHILE = Duration.ofSeconds(20);

    private volatile boolean newest = true;
    private volatile boolean away;
    private volatile boolean inForce = true;
    private final TopologyLease lease = new TopologyLease(this::isNewest, LENGTH);

    private boolean isNewest() throws StoreUnavailable {
        if (away) {
            throw new StoreUnavailable("away");
        }
        return newest;
    }

    @AfterEach
    void close() {
        lease.close();
    }

    @Test
    void itEndsBySomeTimeAndIsGivenAgain() {
        assertThat(lease.holds()).isFalse();
        lease.keepWhile(() -> inForce);
        assertThat(lease.holds()).isTrue();

        away = true;
        SourceDocuments.await("its end", A_WHILE, () -> !lease.holds());
        away = false;
        SourceDocuments.await("the next", A_WHILE, lease::holds);
    }

    @Test
    void itIsntGivenForAnOldTopologyNorForOneThatIsntInForce() {
        newest = false;
        lease.keepWhile(() -> inForce);
        assertThat(lease.holds()).isFalse();

        inForce = false;
        newest = true;
        long asked = System.nanoTime();
        SourceDocuments.await(
                "a question",
                A_WHILE,
                () -> System.nanoTime() - asked > Duration.ofMillis(600).toNanos());
        assertThat(lease.holds()).isFalse();
        inForce = true;
        SourceDocuments.await("the lease", A_WHILE, lease::holds);
    }

    /** With a tenth for clocks that run apart. */
    @Test
    void theWaitIsLongerThanALeaseAndWhatFollows() {
        assertThat(TopologyLease.QUIET)
                .isGreaterThan(TopologyLease.LENGTH
                        .plus(TopologyLease.SEVERED)
                        .multipliedBy(11)
                        .dividedBy(10));
    }
}
