package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerClock;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplacementAdviceTest {
    private static final Cure.Replacement REPLACE =
            new Cure.Replacement("REPLACE STANDBY p WITH server", "if B is gone");
    private static final Pair ALONE = new Pair("p", new Server("A", "a", 3306), Optional.empty());

    private static Operation moving(State state, String to) {
        return new Operation(
                22, new Task.Move("shop", 0, 1, "o", to), Origin.of("admin", Account.OPERATOR), progress(state), 0);
    }

    private static Progress progress(State state) {
        Instant started = Instant.parse("2026-01-01T08:00:00Z");
        return new Progress(
                state, 1, ShardSet.NONE, ShardSet.NONE, Map.of(), false, "proxy-a", started, "", "", "", Map.of());
    }

    private static Operation promoting(State state) {
        return new Operation(
                23,
                new Task.Promotion("p", "B", "A", Manner.FORCED),
                Origin.of("admin", Account.OPERATOR),
                progress(state),
                0);
    }

    private static ReplacementAdvice unfinished(Operation operation) {
        return new ReplacementAdvice(List.of(operation), List.of());
    }

    private static PairHealth standby(boolean follows) {
        ReplicationHealth replication =
                new ReplicationHealth(follows, follows, follows, "", OptionalLong.empty(), OptionalLong.empty());
        ServerReport report = new ServerReport(
                "11.4.5-MariaDB",
                2,
                true,
                false,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.of(replication),
                List.of(),
                new ServerRoom(10, 100, false),
                "",
                List.of());
        Pair pair = new Pair("p", new Server("A", "a", 3306), Optional.of(new Server("B", "b", 3306)));
        return new PairHealth(pair, Optional.empty(), Optional.of(report), Standing.UNKNOWN);
    }

    @Test
    void whatWaitsOnThePairComesFirst() {
        assertThat(unfinished(moving(State.WAITING, "p")).of(REPLACE, standby(true)))
                .isEqualTo(
                        NextStep.advice("FINISH OPERATION 22 or REVERT OPERATION 22 first; then REPLACE STANDBY p WITH"
                                + " server, if B is gone"));
        assertThat(unfinished(moving(State.WAITING, "q")).of(REPLACE, standby(true)))
                .isEqualTo(NextStep.of("REPLACE STANDBY p WITH server", "if B is gone"));
    }

    /** It can't come to an end without one. */
    @Test
    void aStandbyThatFollowsNobodyIsReplacedWhileSomethingWaits() {
        assertThat(unfinished(moving(State.WAITING, "p")).of(REPLACE, standby(false)))
                .isEqualTo(NextStep.of("REPLACE STANDBY p WITH server", "if B is gone"));
    }

    /** It may have anything: ADD STANDBY is told first. */
    @Test
    void aServerThatNoPairHasMayBecomeTheStandby() {
        assertThat(new ReplacementAdvice(List.of(), List.of()).ofNone(ALONE))
                .isEqualTo(NextStep.of(
                        "ADD STANDBY p 'host:port'",
                        "of an empty server, with USING 'user' IDENTIFIED BY 'password' behind it (in a shell: using user"
                                + " identified by -) while that has no accounts of Pinion's"));
        assertThat(new ReplacementAdvice(List.of(), List.of("B", "C")).ofNone(ALONE))
                .isEqualTo(NextStep.of(
                        "ADD STANDBY p 'host:port'",
                        Cure.Replacement.OF_EMPTY_SERVER
                                + "; or REPLACE STANDBY p WITH B, if B, which no pair has, is meant to be it"
                                + "; or REPLACE STANDBY p WITH C, if C, which no pair has, is meant to be it"));
    }

    @Test
    void whatIsUnfinishedOnAPairWithoutAStandbyComesFirst() {
        for (List<String> spare : List.of(List.<String>of(), List.of("B"))) {
            assertThat(before(promoting(State.FAILED), spare))
                    .isEqualTo("RESUME OPERATION 23 or CANCEL OPERATION 23 first");
            assertThat(before(moving(State.WAITING, "p"), spare))
                    .isEqualTo("FINISH OPERATION 22 or REVERT OPERATION 22 first");
            assertThat(before(promoting(State.RUNNING), spare)).startsWith("it ends by itself (SHOW OPERATIONS)");
        }
    }

    @Test
    void whatWaitsForTheWordToHandOverGetsItFirst() {
        Operation waiting = moving(State.RUNNING, "p");

        assertThat(before(waiting.with(waiting.progress().withHandOverAwaited()), List.of()))
                .startsWith("it waits for HAND OVER OPERATION 22 or CANCEL OPERATION 22 (SHOW OPERATIONS)");
    }

    private static String before(Operation operation, List<String> spare) {
        String advice = Objects.requireNonNull(
                new ReplacementAdvice(List.of(operation), spare).ofNone(ALONE).advice());
        return advice.substring(0, advice.indexOf("; then ADD STANDBY p 'host:port', of an empty server"));
    }
}
