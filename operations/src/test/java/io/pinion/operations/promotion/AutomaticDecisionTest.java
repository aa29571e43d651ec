package io.pinion.operations.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.journal.MemoryJournal;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.Task;
import io.pinion.operations.journal.Task.Promotion.Manner;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.watch.ServerClock;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.operations.server.watch.ServerRoom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who says what, and what speaks against it. */
class AutomaticDecisionTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant SILENT_SINCE = NOW.minusSeconds(40);
    private static final Pair PAIR =
            new Pair("p", new Server("A", "10.0.0.1", 3306), Optional.of(new Server("B", "10.0.0.2", 3306)));
    private static final ReplicationHealth SOURCE_GONE =
            new ReplicationHealth(true, false, true, "error reconnecting", OptionalLong.empty(), OptionalLong.empty());

    private final MemoryJournal journal = new MemoryJournal();

    private static RegisteredProxy proxy(String name, Optional<Set<String>> silent) {
        return new RegisteredProxy(name, name + ":3306", "0.1.0", Instant.EPOCH, 7, 7, 7, name, silent, Set.of());
    }

    /** @param says each proxy's statement: its dead primary, or none */
    private static List<RegisteredProxy> proxies(String... says) {
        List<RegisteredProxy> proxies = new ArrayList<>();
        for (String primary : says) {
            proxies.add(proxy(
                    "proxy-" + proxies.size(),
                    Optional.of(primary.isEmpty() ? Set.of() : Set.of(primary, "elsewhere"))));
        }
        return proxies;
    }

    private static SilentPrimary silent(Pair pair, Optional<ServerReport> standby, boolean closely) {
        return new SilentPrimary(pair, SILENT_SINCE, standby, closely);
    }

    private static ServerReport standby(boolean fenced, ReplicationHealth replication) {
        return new ServerReport(
                "11.4.5-MariaDB",
                1,
                fenced,
                false,
                0,
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                GtidSet.EMPTY,
                Optional.of(replication),
                List.of(),
                new ServerRoom(1, 100, false),
                "",
                List.of());
    }

    private static SilentPrimary silent() {
        return silent(PAIR, Optional.of(standby(true, SOURCE_GONE)), true);
    }

    @Test
    void moreThanHalfAndAtLeastTwoMustSaySo() {
        assertThat(AutomaticDecision.objectionOf(proxies("A", "A"), "A")).isEmpty();
        assertThat(AutomaticDecision.objectionOf(proxies("A", "A", ""), "A")).isEmpty();
        assertThat(AutomaticDecision.objectionOf(proxies("A", "", ""), "A"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("1 of 3 proxies don't reach A"));
        assertThat(AutomaticDecision.objectionOf(proxies("A", "A", "", ""), "A"))
                .isPresent();
        assertThat(AutomaticDecision.objectionOf(proxies("A"), "A")).isPresent();
        assertThat(AutomaticDecision.objectionOf(proxies("B", "B", "A"), "A")).isPresent();
        assertThat(AutomaticDecision.objectionOf(List.of(), "A")).isPresent();
    }

    @Test
    void everyProxyMustTakePart() {
        List<RegisteredProxy> proxies = proxies("A", "A", "A");
        proxies.add(proxy("old", Optional.empty()));

        assertThat(AutomaticDecision.objectionOf(proxies, "A"))
                .hasValueSatisfying(why -> assertThat(why).startsWith("proxy old takes no part"));
    }

    @Test
    void everyProxyMustHoldThePair() {
        assertThat(AutomaticDecision.notHolding(proxies("A", "A"), 7)).isEmpty();
        assertThat(AutomaticDecision.notHolding(proxies("A", "A"), 8))
                .hasValueSatisfying(why -> assertThat(why).contains("proxy-0, proxy-1", "generation 8"));
    }

    @Test
    void theStandbyMustBeOfUse() {
        assertThat(AutomaticDecision.objectionOf(silent())).isEmpty();
        ServerReport good = standby(true, SOURCE_GONE);
        assertObjection(new Pair("p", PAIR.primary(), Optional.empty()), Optional.empty(), true, "no standby");
        assertObjection(PAIR.withHeld(true), Optional.of(good), true, "held already");
        assertObjection(PAIR, Optional.empty(), true, "B doesn't answer either");
        assertObjection(PAIR, Optional.of(standby(false, SOURCE_GONE)), true, "B takes writes already");
        assertObjection(
                PAIR,
                Optional.of(standby(
                        true,
                        new ReplicationHealth(false, false, false, "", OptionalLong.empty(), OptionalLong.empty()))),
                true,
                "B doesn't follow A");
        assertObjection(
                PAIR,
                Optional.of(standby(
                        true,
                        new ReplicationHealth(true, false, false, "", OptionalLong.empty(), OptionalLong.empty()))),
                true,
                "doesn't apply");
        assertObjection(PAIR, Optional.of(good), false, "follow closely until A fell silent");
    }

    private static void assertObjection(Pair pair, Optional<ServerReport> standby, boolean closely, String words) {
        assertThat(AutomaticDecision.objectionOf(silent(pair, standby, closely)))
                .hasValueSatisfying(why -> assertThat(why).contains(words));
    }

    @Test
    void anOperationThatIsntOverIsNotDisturbed() throws Exception {
        enter(new Task.Promotion("q", "C", "D", Manner.PLANNED), State.RUNNING, 5);
        assertThat(byJournal()).isEmpty();
        enter(new Task.Move("pins", 0, 7, "q", "p"), State.WAITING, 5_000);
        assertThat(byJournal()).hasValueSatisfying(why -> assertThat(why).contains("isn't over"));
    }

    @Test
    void aPairDoesntGoToAndFro() throws Exception {
        enter(new Task.Promotion("p", "B", "A", Manner.AUTOMATIC), State.DONE, 601);
        enter(new Task.Promotion("p", "B", "A", Manner.FENCED), State.DONE, 60);
        assertThat(byJournal()).isEmpty();
        enter(new Task.Promotion("p", "B", "A", Manner.AUTOMATIC), State.DONE, 599);
        assertThat(byJournal()).hasValueSatisfying(why -> assertThat(why).contains("once in 10 minutes"));
    }

    @Test
    void whatHasFailedIsNotTriedAgainWhileThePrimaryIsSilent() throws Exception {
        enter(new Task.Promotion("p", "A", "B", Manner.AUTOMATIC), State.CANCELLED, 1_000);
        assertThat(byJournal()).isEmpty();
        SilentPrimary longer = new SilentPrimary(PAIR, NOW.minus(Duration.ofHours(1)), silent().standby(), true);
        assertThat(AutomaticDecision.objectionOf(journal.list(), longer, NOW))
                .hasValueSatisfying(why -> assertThat(why).contains("isn't tried again by itself", "the reason"));
    }

    private Optional<String> byJournal() {
        return AutomaticDecision.objectionOf(journal.list(), silent(), NOW);
    }

    private void enter(Task task, State state, long secondsAgo) throws Exception {
        Operation begun = journal.create(
                task,
                new Origin("pinion", "operator", List.of(), NOW.minusSeconds(secondsAgo)),
                Progress.beginning(0, "proxy-0", NOW));
        journal.write(begun, begun.progress().withState(state, "the reason"));
    }

    @Test
    void proxiesThatTookNoPartAreRemembered() {
        OutsideProxies outside = new OutsideProxies();
        outside.seen(List.of(proxy("old", Optional.empty())), NOW);
        outside.seen(proxies("A"), NOW.plusSeconds(60));
        assertThat(outside.names()).containsExactly("old");

        outside.seen(List.of(proxy("old", Optional.of(Set.of()))), NOW.plusSeconds(120));
        assertThat(outside.names()).isEmpty();

        outside.seen(List.of(proxy("gone", Optional.empty())), NOW);
        outside.seen(List.of(), NOW.plus(OutsideProxies.REMEMBERED).plusSeconds(1));
        assertThat(outside.names()).isEmpty();
    }
}
