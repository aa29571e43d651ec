package io.pinion.server.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.server.watch.AskFailure;
import io.pinion.operations.server.watch.ServerClock;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerRoom;
import io.pinion.routing.planner.ServerModes;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.observe.ServerContacts;
import io.pinion.server.observe.ServerSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerChecksTest {
    private static final String VERSION = "11.4.5-MariaDB";
    private static final Server A = new Server("A", "127.0.0.1", 1);
    private static final Server B = new Server("B", "127.0.0.1", 2);
    private static final Account MONITOR = new Account("monitor", "pinion_monitor", "file:/secrets/monitor");
    private static final Pair BEFORE = new Pair("pair1", A, Optional.of(B));

    private long now = Long.MAX_VALUE - 5;
    private final ServerChecks checks = new ServerChecks(
            new ServerContacts(PoolObserver.NONE),
            new ServerVersion(VERSION),
            new GlobalModes(() -> topology(BEFORE), new ServerModes()),
            () -> topology(BEFORE),
            () -> now);

    @Test
    void aPromotedServerIsNotTakenForTheStandbyThatItWas() {
        checks.answered(A, report(false), topology(BEFORE));
        checks.answered(B, report(true), topology(BEFORE));
        assertThat(checks.health(BEFORE).problems()).noneMatch(problem -> problem.contains("OPEN PAIR"));

        Pair promoted = BEFORE.turned();
        assertThat(checks.health(promoted).primary()).isEmpty();
        assertThat(checks.health(promoted).standby()).isEmpty();
        assertThat(checks.health(promoted).problems()).isEmpty();

        checks.answered(A, report(true), topology(promoted));
        checks.answered(B, report(true), topology(promoted));
        assertThat(checks.health(promoted).problems()).anyMatch(problem -> problem.contains("OPEN PAIR pair1"));
    }

    @Test
    void whatIsThereForAMomentIsNotTold() {
        checks.answered(A, report(true), topology(BEFORE));
        now += SettledFindings.LASTING.toNanos() - 1;
        checks.answered(A, report(true), topology(BEFORE));
        assertThat(checks.problems(BEFORE)).isEmpty();
        checks.answered(A, report(false), topology(BEFORE));
        now++;
        checks.answered(A, report(true), topology(BEFORE));
        assertThat(checks.problems(BEFORE)).as("it is another time").isEmpty();

        now += SettledFindings.LASTING.toNanos();
        assertThat(checks.problems(BEFORE)).singleElement().asString().contains("OPEN PAIR pair1");
    }

    @Test
    void aServerThatStopsAnsweringIsToldOnce() {
        List<Server> silent = new ArrayList<>();
        checks.onSilence(silent::add);
        checks.answered(A, report(false), topology(BEFORE));
        for (int time = 0; time < 3; time++) {
            checks.failed(A, new AskFailure("error 2013", false, false, false));
            assertThat(silent).hasSize(Math.min(time, 1));
        }
        checks.denied(B, MONITOR, 1045);
        checks.failed(B, new AskFailure("error 1045 (access denied)", false, true, false));
        assertThat(silent).containsExactly(A);
    }

    @Test
    void aServerThatIsDownIsToldWithItsAddress() {
        for (int time = 0; time < 2; time++) {
            checks.failed(A, new AskFailure("error 2003 (nobody listens there)", false, false, true));
        }
        assertThat(checks.problems(BEFORE))
                .containsExactly("server A (" + A.address() + ") is down: error 2003 (nobody listens there)");
    }

    /** Its idle connections would keep statements waiting. */
    @Test
    void aServerThatFallsSilentBehindARefusalIsTold() {
        for (AskFailure refusal : List.of(
                new AskFailure(ServerContacts.ALL_TAKEN, true, false, false),
                new AskFailure("error 1045 (access denied)", false, true, false))) {
            List<Server> silent = new ArrayList<>();
            checks.onSilence(silent::add);
            checks.answered(A, report(false), topology(BEFORE));
            checks.failed(A, refusal);
            assertThat(silent).isEmpty();
            for (int time = 0; time < 3; time++) {
                checks.failed(A, new AskFailure("error 2013", false, false, false));
            }
            assertThat(silent).containsExactly(A);
        }
    }

    /** Another server in its place would be none the better for it. */
    @Test
    void aServerThatRefusesAnAccountIsNotCalledDown() {
        for (int time = 0; time < 2; time++) {
            checks.denied(A, MONITOR, 1045);
            checks.failed(A, new AskFailure("error 1045 (access denied)", false, true, false));
        }
        assertThat(checks.contacts().of("A"))
                .isEqualTo(new ServerSnapshot("A", ServerSnapshot.State.REFUSING, "account monitor, error 1045"));
        assertThat(checks.problems(BEFORE))
                .singleElement()
                .asString()
                .startsWith("server A refuses the account monitor (pinion_monitor) with error 1045: its password there")
                .contains("in the file /secrets/monitor", "for a more exact host", "read anew for each login");

        checks.loggedIn(A, MONITOR);
        assertThat(checks.problems(BEFORE)).isEmpty();
    }

    /** The standby's transactions are the new primary's own. */
    @Test
    void whatWasComparedUnderOtherRolesIsForgotten() {
        checks.answered(A, report(false), topology(BEFORE));
        checks.answered(B, report(true), topology(BEFORE));
        checks.compared(BEFORE, new Standing(Optional.empty(), Optional.of(GtidSet.ofMariaDb("0-2-5"))));
        assertThat(checks.standing(BEFORE).errant()).isPresent();

        Pair promoted = BEFORE.turned();
        checks.answered(A, report(true), topology(promoted));
        checks.answered(B, report(false), topology(promoted));

        assertThat(checks.standing(promoted)).isEqualTo(Standing.UNKNOWN);
    }

    private static Topology topology(Pair pair) {
        return new Topology(
                1,
                "test",
                Map.of("A", A, "B", B),
                Map.of("pair1", pair),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of("monitor", MONITOR));
    }

    private static ServerReport report(boolean fenced) {
        return new ServerReport(
                VERSION,
                1,
                fenced,
                false,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.empty(),
                List.of(),
                new ServerRoom(10, 100, false),
                "",
                List.of());
    }
}
