package io.pinion.server.shadow;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.planner.RepeatableRead;
import io.pinion.server.execution.answer.CollectedAnswer;
import io.pinion.server.execution.answer.CollectedAnswer.Refused;
import io.pinion.server.execution.answer.CollectedAnswer.Rows;
import io.pinion.server.execution.answer.CollectedAnswer.Unknown;
import io.pinion.server.observe.ShadowOutcome;
import io.pinion.server.shadow.ShadowTries.Next.Again;
import io.pinion.server.shadow.ShadowTries.Next.Over;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShadowTriesTest {
    private static final RepeatableRead PLAIN = new RepeatableRead(false, false);
    private static final RepeatableRead ORDERED = new RepeatableRead(true, false);
    private static final RepeatableRead LIMITED = new RepeatableRead(true, true);

    private ShadowTries tries = new ShadowTries(PLAIN);
    private long nanos = -5;

    private static Rows rows(String... rows) {
        return new Rows(List.of("name"), List.of(rows), 0);
    }

    /** A try after so many milliseconds. */
    private ShadowTries.Next tried(CollectedAnswer old, CollectedAnswer now, long millis) {
        nanos += Duration.ofMillis(millis).toNanos();
        return tries.tried(old, now, nanos);
    }

    private static Over over(ShadowOutcome outcome, String why) {
        return new Over(outcome, why);
    }

    @Test
    void aServerThatIsAwaySaysNothingOfTheTables() {
        assertThat(tried(rows("a"), new Refused(1105, "no connection", false), 0))
                .isEqualTo(over(ShadowOutcome.NOT_COMPARED, "the keyspace answers with 1105: no connection"));
        assertThat(tried(rows("a"), new Refused(1235, "no", false), 0)).isInstanceOf(Again.class);
    }

    @Test
    void theSameRowsAreTheSameInAnyOrder() {
        assertThat(tried(rows("a", "b"), rows("b", "a"), 0)).isEqualTo(over(ShadowOutcome.SAME, ""));
    }

    @Test
    void anOrderByHasAnOrder() {
        tries = new ShadowTries(ORDERED);
        assertThat(tried(rows("a", "b"), rows("b", "a"), 0))
                .isEqualTo(over(ShadowOutcome.OTHER_ORDER, "the same rows in another order"));
    }

    @Test
    void rowsAreCountedAndNotOnlyFound() {
        assertThat(tried(rows("a", "a", "b"), rows("a", "b", "b"), 0)).isInstanceOf(Again.class);
    }

    @Test
    void aDifferenceCountsOnceTheOldAnswerHasStayedTheSame() {
        assertThat(tried(rows("a"), rows(), 0)).isInstanceOf(Again.class);
        assertThat(tried(rows("a"), rows(), 4_900)).isInstanceOf(Again.class);
        assertThat(tried(rows("a"), rows(), 100)).isEqualTo(over(ShadowOutcome.OTHER_ROWS, "0 rows instead of 1"));
    }

    @Test
    void aWriteThatComesLaterIsNoDifference() {
        assertThat(tried(rows("a"), rows("b"), 0)).isInstanceOf(Again.class);
        assertThat(tried(rows("b"), rows("b"), 250)).isEqualTo(over(ShadowOutcome.SAME, ""));
    }

    @Test
    void anAnswerThatKeepsChangingIsNotCompared() {
        ShadowTries.Next next = new Again(Duration.ZERO);
        for (int row = 0; next instanceof Again(Duration pause); row++) {
            assertThat(pause).isLessThanOrEqualTo(Duration.ofSeconds(1));
            next = tried(rows("a" + row), rows("a"), 1_000);
        }
        assertThat(next).isEqualTo(over(ShadowOutcome.NOT_COMPARED, "the database's answer kept changing"));
    }

    @Test
    void whichRowsALimitTakesIsOpen() {
        tries = new ShadowTries(LIMITED);
        assertThat(tried(rows("a"), rows("b"), 0)).isInstanceOf(Again.class);
        assertThat(tried(rows("a"), rows("b"), 5_000)).isEqualTo(over(ShadowOutcome.OTHER_ORDER, "LIMIT takes others"));
        tries = new ShadowTries(LIMITED);
        assertThat(tried(rows("a"), rows("b", "c"), 0)).isInstanceOf(Again.class);
        assertThat(tried(rows("a"), rows("b", "c"), 5_000))
                .isEqualTo(over(ShadowOutcome.OTHER_ROWS, "2 rows instead of 1"));
    }

    @Test
    void columnsHaveTheirNames() {
        Rows other = new Rows(List.of("title"), List.of("a"), 0);
        assertThat(tried(rows("a"), other, 0)).isInstanceOf(Again.class);
        assertThat(tried(rows("a"), other, 5_000))
                .isEqualTo(over(ShadowOutcome.OTHER_ROWS, "columns [title] instead of [name]"));
    }

    @Test
    void anErrorOfTheKeyspaceIsARefusal() {
        Refused refused = new Refused(1146, "there is no table pins", false);
        assertThat(tried(rows("a"), refused, 0)).isInstanceOf(Again.class);
        assertThat(tried(rows("a"), refused, 500))
                .isEqualTo(over(ShadowOutcome.REFUSED, "1146: there is no table pins"));
    }

    @Test
    void nothingIsComparedWithAnErrorOfTheOldDatabase() {
        assertThat(tried(new Refused(1146, "no table", false), rows(), 0))
                .isEqualTo(over(ShadowOutcome.NOT_COMPARED, "the database answers with 1146: no table"));
    }

    @Test
    void nothingIsComparedWithWhatIsNotKnown() {
        assertThat(tried(new Unknown("is too large"), rows(), 0))
                .isEqualTo(over(ShadowOutcome.NOT_COMPARED, "the database's answer is too large"));
        assertThat(tried(rows(), new Unknown("is too slow"), 0))
                .isEqualTo(over(ShadowOutcome.NOT_COMPARED, "the keyspace's answer is too slow"));
    }
}
