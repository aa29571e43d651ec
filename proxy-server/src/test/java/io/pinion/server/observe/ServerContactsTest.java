package io.pinion.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.observe.ServerSnapshot.State;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ServerContactsTest {
    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ConnectionMetrics next = new ConnectionMetrics(new Series(registry));
    private final ServerContacts contacts = new ServerContacts(next);

    @Test
    void aServerThatNobodyTriedIsUnknown() {
        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.UNKNOWN);
    }

    @Test
    void oneFailureOfAServerThatWasUpIsNotBelieved() {
        contacts.answered("MySQL001A");
        contacts.failed("MySQL001A", 0);
        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.UP);

        contacts.didNotAnswer("MySQL001A", "error 2003");
        assertThat(contacts.of("MySQL001A")).isEqualTo(new ServerSnapshot("MySQL001A", State.DOWN, "error 2003"));
    }

    @Test
    void anAnswerBetweenTwoFailuresCounts() {
        contacts.answered("MySQL001A");
        contacts.failed("MySQL001A", 0);
        contacts.answered("MySQL001A");
        contacts.failed("MySQL001A", 0);

        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.UP);
    }

    @Test
    void theFirstAttemptCounts() {
        contacts.failed("MySQL001A", 1045);
        assertThat(contacts.of("MySQL001A"))
                .isEqualTo(new ServerSnapshot("MySQL001A", State.DOWN, "error 1045 (access denied)"));

        contacts.opened("MySQL001A", 1_000);
        assertThat(contacts.of("MySQL001A")).isEqualTo(new ServerSnapshot("MySQL001A", State.UP, ""));
    }

    @Test
    void whatAServerSaysWhenAskedCountsToo() {
        contacts.didNotAnswer("MySQL001B", "Communications link failure");
        assertThat(contacts.of("MySQL001B"))
                .isEqualTo(new ServerSnapshot("MySQL001B", State.DOWN, "Communications link failure"));

        contacts.answered("MySQL001B");
        assertThat(contacts.of("MySQL001B")).isEqualTo(new ServerSnapshot("MySQL001B", State.UP, ""));
    }

    @Test
    void aServerThatRefusesMoreConnectionsIsThere() {
        contacts.answered("MySQL001A");
        contacts.failed("MySQL001A", 1040);
        ServerSnapshot refusing =
                new ServerSnapshot("MySQL001A", State.REFUSING, "error 1040 (all its connections are in use)");
        assertThat(contacts.of("MySQL001A")).isEqualTo(refusing);

        contacts.failed("MySQL001A", 0);
        assertThat(contacts.of("MySQL001A")).isEqualTo(refusing);
        contacts.failed("MySQL001A", 0);
        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.DOWN);

        contacts.isTaken("MySQL001A");
        assertThat(contacts.of("MySQL001A")).isEqualTo(refusing);
        contacts.opened("MySQL001A", 1_000);
        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.UP);
    }

    /** The server watch gets its answers by another account. */
    @Test
    void anAccountThatIsRefusedIsToldUntilItIsLetIn() {
        contacts.answered("MySQL001A");
        contacts.refused("MySQL001A", "data", 1045);
        contacts.answered("MySQL001A");
        assertThat(contacts.of("MySQL001A"))
                .isEqualTo(new ServerSnapshot("MySQL001A", State.REFUSING, "account data, error 1045"));

        contacts.loggedIn("MySQL001A", "reader");
        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.REFUSING);
        contacts.loggedIn("MySQL001A", "data");
        assertThat(contacts.of("MySQL001A").state()).isEqualTo(State.UP);
    }

    @Test
    void anAccountThatNobodyTriesIsForgotten() {
        AtomicLong nanos = new AtomicLong();
        ServerContacts told = new ServerContacts(next, nanos::get);
        told.denied("MySQL001A", "data", 1045);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(90) - 1);
        assertThat(told.refusedAccounts("MySQL001A")).containsExactly(Map.entry("data", 1045));
        assertThat(told.refusedAccounts("MySQL001B")).isEmpty();
        nanos.incrementAndGet();
        assertThat(told.refusedAccounts("MySQL001A")).isEmpty();
    }

    @Test
    void wantOfRoomIsForgottenAfterAMinute() {
        AtomicLong nanos = new AtomicLong();
        ServerContacts told = new ServerContacts(next, nanos::get);
        assertThat(told.lackOfRoom("MySQL001A")).isEmpty();

        told.noRoom("MySQL001A", 1114);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertThat(told.lackOfRoom("MySQL001A")).hasValue(1114);
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(told.lackOfRoom("MySQL001A")).isEmpty();
    }

    @Test
    void everythingIsPassedOn() {
        contacts.opened("MySQL001A", 1_000);
        contacts.waited("MySQL001A", 1_000);

        assertThat(registry.scrape().stream().map(series -> series.getMetadata().getName()))
                .contains("pinion_pool_opened", "pinion_pool_wait_seconds");
    }
}
