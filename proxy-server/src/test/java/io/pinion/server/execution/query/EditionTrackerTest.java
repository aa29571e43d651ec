package io.pinion.server.execution.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EditionTrackerTest {
    private final EditionTracker uses = new EditionTracker(1);

    @Test
    void anEditionIsServedAtOnceWhenNothingRuns() {
        uses.begin(1);
        uses.end(1);

        assertThat(adopt(2)).isDone();
    }

    @Test
    void anEditionWaitsForWhatIsUnderAnOlderOne() {
        uses.begin(1);
        CompletableFuture<Void> second = adopt(2);
        uses.begin(2);
        CompletableFuture<Void> third = adopt(3);
        uses.begin(3);
        assertThat(second).isNotDone();

        uses.end(1);
        assertThat(second).isDone();
        assertThat(third).isNotDone();

        uses.end(2);
        assertThat(third).isDone();
    }

    @Test
    void aTransactionThatStaysKeepsALaterEditionWaiting() {
        uses.begin(1);
        CompletableFuture<Void> second = adopt(2);
        uses.begin(1);

        uses.end(1);
        assertThat(second).isNotDone();
        uses.end(1);
        assertThat(second).isDone();
    }

    /** As by a statement that follows one which the new topology itself has ended. */
    @Test
    void whatHasBegunUnderAnEditionBeforeItWasAdoptedIsUnderIt() {
        uses.begin(2);
        assertThat(adopt(2)).isDone();
        uses.end(2);
        assertThat(adopt(3)).isDone();
    }

    private CompletableFuture<Void> adopt(long edition) {
        return uses.adopt(edition).toCompletableFuture();
    }
}
