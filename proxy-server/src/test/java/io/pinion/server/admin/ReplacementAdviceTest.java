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
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReplacementAdviceTest {
    private static final Cure.Replacement REPLACE = new Cure.Replacement("REPLACE STANDBY p WITH B");

    private static Operation moving(State state, String to) {
        Instant started = Instant.parse("2026-01-01T08:00:00Z");
        Progress progress =
                new Progress(state, 1, ShardSet.NONE, ShardSet.NONE, Map.of(), false, "proxy-a", started, "", "");
        return new Operation(
                22, new Task.Move("shop", 0, 1, "o", to), Origin.of("admin", Account.OPERATOR), progress, 0);
    }

    private static PairHealth standby(boolean follows) {
        ReplicationHealth replication =
                new ReplicationHealth(follows, follows, follows, "", OptionalLong.empty(), OptionalLong.empty());
        ServerReport report = new ServerReport(
                "11.4.5-MariaDB",
                2,
                true,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.of(replication),
                List.of(),
                new ServerRoom(10, 100, false));
        Pair pair = new Pair("p", new Server("A", "a", 3306), Optional.of(new Server("B", "b", 3306)));
        return new PairHealth(pair, Optional.empty(), Optional.of(report), Standing.UNKNOWN);
    }

    @Test
    void whatWaitsOnThePairComesFirst() {
        assertThat(new ReplacementAdvice(List.of(moving(State.WAITING, "p"))).of(REPLACE, standby(true)))
                .isEqualTo("FINISH OPERATION 22 or REVERT OPERATION 22 first; then REPLACE STANDBY p WITH B");
        assertThat(new ReplacementAdvice(List.of(moving(State.WAITING, "q"))).of(REPLACE, standby(true)))
                .isEqualTo(REPLACE.text());
    }

    /** It can't come to an end without one. */
    @Test
    void aStandbyThatFollowsNobodyIsReplacedWhileSomethingWaits() {
        assertThat(new ReplacementAdvice(List.of(moving(State.WAITING, "p"))).of(REPLACE, standby(false)))
                .isEqualTo(REPLACE.text());
    }
}
