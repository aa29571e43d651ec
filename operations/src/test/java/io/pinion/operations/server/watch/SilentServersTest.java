package io.pinion.operations.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.AskFailure.NoLogin;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;

class SilentServersTest {
    private static final Server A = new Server("A", "10.0.0.1", 3306);
    private static final Server B = new Server("B", "10.0.0.2", 3306);
    private static final Topology NONE =
            new Topology(1, "main", Map.of(), Map.of(), Map.of(), Map.of(), Optional.empty(), Map.of(), Map.of());
    private static final AskFailure UNREACHABLE = new AskFailure("error 2003", false, false, true);
    private static final AskFailure REFUSED = new AskFailure("error 1040 (too many connections)", true, false, false);

    private long now;
    private final SilentServers silent = new SilentServers(() -> now);

    /** Each other second. */
    private void pass(int seconds, Runnable eachTime) {
        for (int i = 0; i < seconds; i += 2) {
            now += Duration.ofSeconds(2).toNanos();
            eachTime.run();
        }
    }

    private void aIsDown() {
        silent.failed(A, UNREACHABLE);
        silent.answered(B, report(), NONE);
    }

    @Test
    void itIsSilentSinceTheFirstFailure() {
        pass(32, this::aIsDown);

        assertThat(silent.silence(A)).contains(Duration.ofSeconds(30));
        assertThat(silent.silence(B)).isEmpty();
        silent.answered(A, report(), NONE);
        assertThat(silent.silence(A)).isEmpty();
    }

    @Test
    void whoAnswersWithAnErrorIsntDead() {
        pass(30, this::aIsDown);
        silent.failed(A, REFUSED);

        assertThat(silent.silence(A)).isEmpty();
    }

    @Test
    void whoReachesNobodySaysNothing() {
        pass(30, () -> {
            silent.failed(A, UNREACHABLE);
            silent.failed(B, UNREACHABLE);
        });

        assertThat(silent.silence(A)).isEmpty();
    }

    /** The process stood still, and not the server. */
    @Test
    void whoHasntAskedForLongBeginsAnew() {
        pass(10, this::aIsDown);
        now += Duration.ofMinutes(1).toNanos();
        assertThat(silent.silence(A)).isEmpty();

        aIsDown();

        assertThat(silent.silence(A)).contains(Duration.ZERO);
    }

    @Test
    void onlyWhoLetsNobodyInIsUnreachable() {
        SQLException lost = new SQLException("link failure", "08S01", new ConnectException("refused"));
        assertThat(AskFailure.of(new NoLogin(lost)).unreachable()).isTrue();
        assertThat(AskFailure.of(lost).unreachable()).as("behind a login").isFalse();
        assertThat(AskFailure.of(new NoLogin(new SQLException("full", "08004", 1040)))
                        .unreachable())
                .isFalse();
        assertThat(AskFailure.of(new NoLogin(new SQLException("denied", "28000", 1045)))
                        .unreachable())
                .isFalse();
        assertThat(AskFailure.of(new NoLogin(new SQLException("link", "08S01", new UnknownHostException("a"))))
                        .unreachable())
                .isFalse();
        assertThat(AskFailure.of(new NoLogin(new SQLException("link", "08S01", new SSLHandshakeException("no"))))
                        .unreachable())
                .isFalse();
    }

    @Test
    void aStandbyIsCloseThatHasNearlyAllAndNothingElse() {
        Pair pair = new Pair("p", A, Optional.of(B));
        CloseStandbys close = new CloseStandbys(() -> now);
        Lag small = new Lag(Duration.ofMillis(3), false);
        close.compared(
                pair, new Standing(Optional.of(new Lag(Duration.ofSeconds(1), true)), Optional.of(GtidSet.EMPTY)));
        close.compared(pair, new Standing(Optional.of(small), Optional.empty()));
        close.compared(pair, new Standing(Optional.of(small), Optional.of(GtidSet.ofMariaDb("1-2-3"))));
        assertThat(close.within(pair, Duration.ofSeconds(15))).isFalse();

        close.compared(pair, new Standing(Optional.of(small), Optional.of(GtidSet.EMPTY)));

        assertThat(close.within(pair, Duration.ofSeconds(15))).isTrue();
        assertThat(close.within(pair.turned(), Duration.ofSeconds(15))).isFalse();
        now += Duration.ofSeconds(16).toNanos();
        assertThat(close.within(pair, Duration.ofSeconds(15))).isFalse();
    }

    private static ServerReport report() {
        return new ServerReport(
                "11.4.5-MariaDB",
                1,
                true,
                false,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.empty(),
                List.of(),
                new ServerRoom(1, 100, false),
                "",
                List.of());
    }
}
