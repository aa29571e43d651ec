package io.pinion.operations.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatchRoundTest {
    private static final Instant BEGIN = Instant.parse("2026-01-01T08:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final MappingWatch WATCH =
            new MappingWatch("pinterest", "board_has_pins", "pin_in_board", true, DAY.toMinutes());

    private static final Progress FIRST = Progress.beginning(4, "proxy-a", BEGIN);

    private static WatchRound round() {
        return WatchRound.of(WatchRound.of(FIRST, DAY, BEGIN).begun(FIRST), DAY, BEGIN.plusSeconds(99));
    }

    @Test
    void itsStatementIsTheOneThatWasTyped() {
        assertThat(WATCH.statement())
                .isEqualTo("WATCH MAPPING pinterest.board_has_pins AGAINST pin_in_board, OBJECTS EVERY 1 DAY");
        assertThat(new MappingWatch("m", "a", "b", false, 120).statement()).endsWith("AGAINST b EVERY 2 HOUR");
        assertThat(new MappingWatch("m", "a", "b", false, 90).statement()).endsWith(" EVERY 90 MINUTE");
    }

    @Test
    void theShardsThatAreLeftShareTheTimeThatIsLeft() {
        assertThat(round().pause(BEGIN, 4, 4)).isEqualTo(Duration.ofHours(6));
        assertThat(round().pause(BEGIN.plus(Duration.ofHours(12)), 3, 4)).isEqualTo(Duration.ofHours(4));
    }

    @Test
    void aClockThatJumpsMakesNoPauseLong() {
        assertThat(round().pause(BEGIN.plus(Duration.ofDays(40)), 3, 4)).isZero();
        assertThat(round().pause(BEGIN.minus(Duration.ofDays(40)), 3, 4)).isEqualTo(Duration.ofHours(12));
        assertThat(round().untilItBegins(BEGIN.minus(Duration.ofDays(40)))).isEqualTo(DAY);
    }

    @Test
    void aRoundThatIsOverIsShownUntilTheNextOneIs() {
        Progress found = FIRST.withDone(3)
                .withFact("links", "10")
                .withFact("one-way", "2")
                .withFact("samples", "3\tone-way\t5\t6\tpin_in_board hasn't 6 → 5");
        Instant early = BEGIN.plus(Duration.ofHours(20));

        Progress next = round().over(found, early);

        assertThat(next.done().size()).isZero();
        assertThat(WatchRound.of(next, DAY, early).untilItBegins(early)).isEqualTo(Duration.ofHours(4));
        assertThat(MappingFaults.of(next).words()).isEqualTo("0 links; none wrong");
        assertThat(MappingFaults.ofLastRound(next).words()).isEqualTo("10 links; one-way 2");
        Operation operation = new Operation(7, WATCH, Origin.of("app", "operator"), next, 0);
        assertThat(MappingFaults.of(operation).stream().map(MappingFaults.Look::shards))
                .containsExactly("all, until 2026-01-02T04:00:00Z", "0 of 4");
        assertThat(MappingFaults.of(operation).getFirst().faults().samples())
                .singleElement()
                .satisfies(sample -> assertThat(sample.shard()).isEqualTo(3));
    }

    @Test
    void aLookThatFailsIsntRepeatedAllTheTime() {
        assertThat(round().retry(4)).isEqualTo(Duration.ofMinutes(10));
        assertThat(round().retry(4096)).isEqualTo(DAY.dividedBy(4096));
    }

    @Test
    void aRoundThatTakesTooLongDelaysTheNextOne() {
        Instant late = BEGIN.plus(Duration.ofDays(3));
        Progress next = round().over(FIRST, late);
        assertThat(WatchRound.of(next, DAY, late)).isEqualTo(new WatchRound(late, DAY));
    }
}
