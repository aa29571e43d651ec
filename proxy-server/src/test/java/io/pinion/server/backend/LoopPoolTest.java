package io.pinion.server.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.server.observe.PoolObserver;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.Setting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoopPoolTest {
    private static final Server SERVER = new Server("MySQL001A", "10.0.0.1", 3306);
    private static final DatabaseContext ANY = new DatabaseContext.Irrelevant();
    private static final DatabaseContext NONE = new DatabaseContext.None();
    private static final Login CLASSIC = new Login("data", "pinion", "secret", new CapabilityFlavour(0));
    private static final Login MODERN =
            new Login("data", "pinion", "secret", new CapabilityFlavour(Capabilities.DEPRECATE_EOF));
    private static final Login OTHER_ACCOUNT =
            new Login("rights:legacy", "pinion_1", "secret", new CapabilityFlavour(0));
    private static final PoolLimits LIMITS = new PoolLimits(1_000, 2, 60_000, 1_000, 16, 0);
    private static final ServerError NOBODY = new ServerError(1105, "HY000", "it didn't log Pinion in");
    private static final ServerError REFUSED = new ServerError(1045, "28000", "Access denied");

    /** Its event loop is the pool's; time passes only when a test says so. */
    private final EmbeddedChannel clock = new EmbeddedChannel();

    private boolean leased = true;

    private final ServerLimit limit = new ServerLimit(2, 1);
    private final FakeConnector connector = new FakeConnector();
    private final LoopPool pool = newPool(limit);

    @AfterEach
    void closeClock() {
        clock.finishAndReleaseAll();
    }

    @Test
    void theFirstWaiterHasAConnectionOpened() {
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);
        assertThat(waiter.granted).isNull();

        BackendConnection opened = connector.succeed();

        assertThat(waiter.granted).isSameAs(opened);
    }

    @Test
    void anOpeningThatFailsTwiceEndsOnce() {
        lease(CLASSIC);
        pool.await(CLASSIC, ANY, new RememberingWaiter());
        Connector.Outcome outcome = connector.requests.remove().outcome;
        outcome.failed(REFUSED);

        // Tests run with assertions; in a proxy the second report has no effect.
        assertThatThrownBy(() -> outcome.failed(REFUSED)).isInstanceOf(AssertionError.class);

        assertThat(pool.total()).isEqualTo(1);
        assertThat(limit.tryTake()).isNotNull();
        assertThat(limit.tryTake()).isNull();
    }

    @Test
    void aPlaceIsGivenBackOnce() {
        ConnectionPlace place = Objects.requireNonNull(limit.tryTake());
        assertThat(limit.tryTake()).isNotNull();
        place.giveBack();

        assertThatThrownBy(place::giveBack).isInstanceOf(AssertionError.class);

        assertThat(limit.tryTake()).isNotNull();
        assertThat(limit.tryTake()).isNull();
    }

    @Test
    void aConnectionGivenBackIsTakenAgainWithoutOpeningAnother() {
        BackendConnection connection = lease(CLASSIC);
        pool.giveBack(connection);

        assertThat(pool.take(CLASSIC, SessionSettings.NONE, ANY)).isSameAs(connection);
        assertThat(connector.opened).isEqualTo(1);
    }

    @Test
    void aConnectionWithTheRightSettingsIsPreferred() {
        SessionSettings latin1 = SessionSettings.NONE.with(new Setting("names", "NAMES latin1", Setting.Group.CHARSET));
        BackendConnection prepared = lease(CLASSIC);
        BackendConnection plain = lease(CLASSIC);
        prepared.applied(latin1);
        pool.giveBack(prepared);
        pool.giveBack(plain);

        assertThat(pool.take(CLASSIC, latin1, ANY)).isSameAs(prepared);
    }

    @Test
    void aConnectionOfAnotherFlavourIsNotLent() {
        pool.giveBack(lease(CLASSIC));

        assertThat(pool.take(MODERN, SessionSettings.NONE, ANY)).isNull();
    }

    @Test
    void aSessionWithoutADatabaseGetsAConnectionWithoutOne() {
        BackendConnection inDatabase = lease(CLASSIC);
        BackendConnection inNone = lease(CLASSIC);
        inDatabase.currentDatabase("db03429");
        pool.giveBack(inNone);
        pool.giveBack(inDatabase);

        assertThat(pool.take(CLASSIC, SessionSettings.NONE, NONE)).isSameAs(inNone);
        assertThat(pool.take(CLASSIC, SessionSettings.NONE, NONE)).isNull();
        assertThat(pool.take(CLASSIC, SessionSettings.NONE, ANY)).isSameAs(inDatabase);
    }

    @Test
    void aConnectionWhoseDatabaseIsntKnownIsNoneWithoutOne() {
        BackendConnection inDoubt = lease(CLASSIC);
        inDoubt.currentDatabase(null);
        pool.giveBack(inDoubt);
        assertThat(pool.take(CLASSIC, SessionSettings.NONE, NONE)).isNull();

        inDoubt.hasNoDatabase();
        assertThat(pool.take(CLASSIC, SessionSettings.NONE, NONE)).isSameAs(inDoubt);
    }

    @Test
    void aSessionWithADatabaseLeavesConnectionsWithoutOneToOthers() {
        BackendConnection inDatabase = lease(CLASSIC);
        BackendConnection inNone = lease(CLASSIC);
        inDatabase.currentDatabase("db03429");
        pool.giveBack(inDatabase);
        pool.giveBack(inNone);

        assertThat(pool.take(CLASSIC, SessionSettings.NONE, new DatabaseContext.Required("legacy")))
                .isSameAs(inDatabase);
    }

    @Test
    void atTheLimitAConnectionInADatabaseMakesRoomForOneWithout() {
        BackendConnection first = lease(CLASSIC);
        BackendConnection second = lease(CLASSIC);
        first.currentDatabase("db03429");
        second.currentDatabase("db03429");
        pool.giveBack(first);
        RememberingWaiter waiter = new RememberingWaiter();

        pool.await(CLASSIC, NONE, waiter);
        clock.runPendingTasks();
        BackendConnection opened = connector.succeed();

        assertThat(waiter.granted).isSameAs(opened);
        assertThat(first.isClosed()).isTrue();
        assertThat(pool.total()).isEqualTo(2);
    }

    @Test
    void whoCanDoWithADatabaseIsntHeldUpByOneWhoCant() {
        BackendConnection busy = lease(CLASSIC);
        lease(CLASSIC);
        busy.currentDatabase("db03429");
        RememberingWaiter without = new RememberingWaiter();
        RememberingWaiter with = new RememberingWaiter();
        pool.await(CLASSIC, NONE, without);
        pool.await(CLASSIC, ANY, with);

        pool.giveBack(busy);

        assertThat(with.granted).isSameAs(busy);
        assertThat(without.granted).isNull();
    }

    @Test
    void atTheLimitAnIdleConnectionOfAnotherFlavourMakesRoom() {
        pool.giveBack(lease(CLASSIC));
        pool.giveBack(lease(CLASSIC));
        lease(CLASSIC);
        RememberingWaiter waiter = new RememberingWaiter();

        pool.await(MODERN, ANY, waiter);
        clock.runPendingTasks();
        connector.succeed();

        assertThat(waiter.granted).isNotNull();
        assertThat(pool.total()).isEqualTo(2);
    }

    @Test
    void atTheLimitAWaiterGetsWhatIsGivenBack() {
        BackendConnection busy = lease(CLASSIC);
        lease(CLASSIC);
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);
        assertThat(waiter.granted).isNull();

        pool.giveBack(busy);

        assertThat(waiter.granted).isSameAs(busy);
    }

    @Test
    void whoWaitsTooLongLearnsHowThePoolStands() {
        lease(CLASSIC);
        lease(CLASSIC);
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);

        pass(LIMITS.waitMillis() + 1);

        assertThat(error(waiter).code()).isEqualTo(1040);
        assertThat(error(waiter).message()).contains("MySQL001A", "MySQL001", "2 busy", "limit");
    }

    @Test
    void theLineIsBounded() {
        lease(CLASSIC);
        lease(CLASSIC);
        pool.await(CLASSIC, ANY, new RememberingWaiter());
        pool.await(CLASSIC, ANY, new RememberingWaiter());
        RememberingWaiter third = new RememberingWaiter();

        pool.await(CLASSIC, ANY, third);

        assertThat(error(third).message()).contains("the line is full");
    }

    @Test
    void aFailedConnectIsToldToWhoWaits() {
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);

        connector.fail(REFUSED);

        assertThat(error(waiter).message()).contains("MySQL001", "the statement has not run", REFUSED.message());
    }

    @Test
    void afterAFailureNobodyTriesAgainAtOnce() {
        RememberingWaiter first = new RememberingWaiter();
        pool.await(CLASSIC, ANY, first);
        connector.fail(REFUSED);
        RememberingWaiter next = new RememberingWaiter();

        pool.await(CLASSIC, ANY, next);

        assertThat(error(next)).isEqualTo(error(first));
        assertThat(connector.opened).isEqualTo(1);
    }

    @Test
    void anAccountThatIsRefusedIsNobodyElsesFailure() {
        RememberingWaiter refused = new RememberingWaiter();
        pool.await(CLASSIC, ANY, refused);
        connector.fail(REFUSED);
        RememberingWaiter other = new RememberingWaiter();

        pool.await(OTHER_ACCOUNT, ANY, other);

        assertThat(error(refused).message()).contains("Access denied");
        assertThat(connector.opened).isEqualTo(2);
        assertThat(pool.isUnreachable()).isFalse();
    }

    @Test
    void aSoftPinIsTakenWhenSomebodyWouldHaveToWait() {
        BackendConnection kept = lease(CLASSIC);
        lease(CLASSIC);
        AtomicBoolean taken = new AtomicBoolean();
        pool.pinSoftly(kept, () -> {
            taken.set(true);
            pool.giveBack(kept);
        });
        RememberingWaiter waiter = new RememberingWaiter();

        pool.await(CLASSIC, ANY, waiter);
        clock.runPendingTasks();

        assertThat(taken).isTrue();
        assertThat(waiter.granted).isSameAs(kept);
    }

    @Test
    void aConnectionUsedSinceIsNotTakenBack() {
        BackendConnection connection = lease(CLASSIC);
        long uses = connection.uses();
        pool.giveBack(connection);
        BackendConnection other = Objects.requireNonNull(pool.take(CLASSIC, SessionSettings.NONE, ANY));
        pool.giveBack(other);

        assertThat(pool.takeBack(connection, uses)).isFalse();
        assertThat(pool.takeBack(connection, connection.uses())).isTrue();
    }

    @Test
    void aDiscardedConnectionIsClosedAndItsPlaceIsFree() {
        BackendConnection connection = lease(CLASSIC);
        lease(CLASSIC);

        pool.discard(connection, PoolObserver.CloseReason.UNCLEAN);

        assertThat(connection.isReusable()).isFalse();
        assertThat(lease(CLASSIC)).isNotNull();
    }

    @Test
    void aRetiredPoolClosesWhatComesBack() {
        BackendConnection connection = lease(CLASSIC);
        pool.retire();
        pool.giveBack(connection);

        assertThat(connection.isReusable()).isFalse();
        assertThat(pool.total()).isZero();
    }

    @Test
    void nothingBeginsWhileThePoolIsHeld() {
        pool.giveBack(lease(CLASSIC));
        BackendConnection busy = lease(CLASSIC);
        pool.hold(true);
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);

        pool.giveBack(busy);
        assertThat(pool.take(CLASSIC, SessionSettings.NONE, ANY)).isNull();
        assertThat(waiter.granted).isNull();

        pool.hold(false);
        assertThat(waiter.granted).isSameAs(busy);
    }

    @Test
    void whoWaitsTooLongForAHeldPoolLearnsWhy() {
        pool.hold(true);
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);

        pass(LIMITS.waitMillis() + 1);

        assertThat(error(waiter).message()).contains("pair MySQL001", "held", "has not run");
    }

    @Test
    void whoWaitsForARetiredPoolIsSentElsewhere() {
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);

        pool.retire();

        assertThat(waiter.retired).isTrue();
    }

    @Test
    void aLoopBelowItsShareGetsAPlaceOfALoopAboveIt() {
        ServerLimit shared = new ServerLimit(2, 2);
        LoopPool greedy = newPool(shared);
        LoopPool poor = newPool(shared);
        BackendConnection first = lease(greedy, CLASSIC);
        lease(greedy, CLASSIC);
        RememberingWaiter waiter = new RememberingWaiter();
        poor.await(CLASSIC, ANY, waiter);

        greedy.giveBack(first);
        clock.runPendingTasks();
        connector.succeed();

        assertThat(waiter.granted).isNotNull();
        assertThat(greedy.total()).isEqualTo(1);
    }

    @Test
    void aConnectionWhoseServerWentAwayIsNotLent() {
        BackendConnection alive = lease(CLASSIC);
        BackendConnection dead = lease(CLASSIC);
        pool.giveBack(alive);
        pool.giveBack(dead);
        connector.channels.getLast().close();

        assertThat(pool.takeBack(dead, dead.uses())).isFalse();
        assertThat(pool.take(CLASSIC, SessionSettings.NONE, ANY)).isSameAs(alive);
        assertThat(pool.total()).isEqualTo(1);
    }

    /** Each of them would let a statement wait as long. */
    @Test
    void whereOneConnectionIsNotAnsweredTheIdleOnesAreNotTried() {
        BackendConnection asked = lease(CLASSIC);
        BackendConnection idle = lease(CLASSIC);
        pool.giveBack(idle);
        asked.send(new Unanswered(), Unpooled.EMPTY_BUFFER);
        EmbeddedChannel channel = connector.channels.getFirst();
        channel.freezeTime();
        channel.advanceTimeBy(Exchange.OWN_DEADLINE_MILLIS, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();

        assertThat(pool.total()).isZero();
        RememberingWaiter waiter = new RememberingWaiter();
        pool.await(CLASSIC, ANY, waiter);
        connector.fail(NOBODY);
        assertThat(error(waiter).message()).contains("so the statement has not run: ");
        RememberingWaiter next = new RememberingWaiter();
        pool.await(CLASSIC, ANY, next);
        assertThat(error(next)).as("at once").isEqualTo(error(waiter));
    }

    private static final class Unanswered implements Exchange {
        @Override
        public long deadlineMillis() {
            return OWN_DEADLINE_MILLIS;
        }

        @Override
        public Expecting expecting() {
            return Expecting.ACKNOWLEDGEMENT;
        }

        @Override
        public void received(ByteBuf bytes) {
            bytes.release();
        }

        @Override
        public void ended(AnswerEnd end) {}

        @Override
        public void lost(ServerError reason) {}
    }

    @Test
    void whoWaitsIsNotGivenAConnectionWhoseServerWentAway() {
        pool.giveBack(lease(CLASSIC));
        connector.channels.getLast().close();
        RememberingWaiter waiter = new RememberingWaiter();

        pool.await(CLASSIC, ANY, waiter);
        BackendConnection opened = connector.succeed();

        assertThat(waiter.granted).isSameAs(opened);
    }

    @Test
    void aPlaceThatItsLoopNoLongerWantsIsForTheNextLoop() {
        ServerLimit shared = new ServerLimit(1, 1);
        LoopPool owner = newPool(shared);
        LoopPool impatient = newPool(shared);
        LoopPool patient = newPool(shared);
        BackendConnection only = lease(owner, CLASSIC);
        RememberingWaiter gaveUp = new RememberingWaiter();
        impatient.await(CLASSIC, ANY, gaveUp);
        pass(LIMITS.waitMillis() / 2);
        RememberingWaiter waiter = new RememberingWaiter();
        patient.await(CLASSIC, ANY, waiter);
        pass(LIMITS.waitMillis() / 2 + 1);
        assertThat(gaveUp.refused).isNotNull();

        owner.discard(only, PoolObserver.CloseReason.UNCLEAN);
        clock.runPendingTasks();
        BackendConnection opened = connector.succeed();

        assertThat(waiter.granted).isSameAs(opened);
    }

    @Test
    void eachLoginsWaitersAreServedInTheirOrder() {
        BackendConnection classic = lease(CLASSIC);
        BackendConnection modern = lease(MODERN);
        RememberingWaiter modernWaiter = new RememberingWaiter();
        RememberingWaiter classicWaiter = new RememberingWaiter();
        pool.await(MODERN, ANY, modernWaiter);
        pool.await(CLASSIC, ANY, classicWaiter);

        pool.giveBack(classic);
        assertThat(classicWaiter.granted).isSameAs(classic);
        assertThat(modernWaiter.granted).isNull();

        pool.giveBack(modern);
        assertThat(modernWaiter.granted).isSameAs(modern);
    }

    @Test
    void withoutALeaseNothingIsLentAndWhatIsLentIsLost() {
        BackendConnection first = lease(CLASSIC);
        BackendConnection second = lease(CLASSIC);
        RememberingWaiter inLine = new RememberingWaiter();
        pool.await(CLASSIC, ANY, inLine);
        leased = false;
        RememberingWaiter late = new RememberingWaiter();

        assertThat(pool.take(CLASSIC, SessionSettings.NONE, ANY)).isNull();
        pool.await(CLASSIC, ANY, late);
        assertThat(pool.maySendOn()).isFalse();

        assertThat(first.isClosed()).isTrue();
        assertThat(second.isClosed()).isTrue();
        for (RememberingWaiter waiter : List.of(inLine, late)) {
            assertThat(Objects.requireNonNull(waiter.refused).message())
                    .contains("cut off from ZooKeeper", "has not run");
        }
        leased = true;
        assertThat(pool.maySendOn()).isTrue();
        assertThat(lease(CLASSIC).isClosed()).isFalse();
    }

    /** As of a transaction that its client leaves open, while nobody can end it on the server. */
    @Test
    void whatIsLentOfAPairThatIsHeldForLongIsLost() {
        BackendConnection busy = lease(CLASSIC);
        pool.hold(true);

        assertThat(pool.isHeldFor(TimeUnit.HOURS.toNanos(1))).isFalse();
        assertThat(pool.isHeldFor(-1)).isTrue();
        pool.sever("the pair is held");

        assertThat(busy.isClosed()).isTrue();
        assertThat(pool.total()).isZero();
    }

    /** Two pairs may have one server as their primary, and only one of them has connections to spare. */
    @ParameterizedTest
    @ValueSource(strings = {"MySQL001", "MySQL002"})
    void roomIsMadeByWhicheverPairHasSomethingToSpare(String rich) {
        LoopPools pools = new LoopPools(
                clock.eventLoop(),
                0,
                LIMITS,
                new ServerLimits(4, 4),
                connector,
                PoolObserver.NONE,
                (server, urgent) -> {},
                ServingLease.FOR_EVER);
        pools.adopt(twoPairsOnOneServer());
        LoopPool pool = Objects.requireNonNull(pools.primaryOf(rich));
        BackendConnection first = lease(pool, CLASSIC);
        pool.giveBack(first);
        assertThat(pools.makeRoom(SERVER, false)).isFalse();
        first = lease(pool, CLASSIC);
        lease(pool, CLASSIC);
        pool.giveBack(first);

        assertThat(pools.makeRoom(SERVER, false)).isTrue();
    }

    /** What runs on a loop's own connections may be waiting for the one that another loop doesn't use. */
    @Test
    void whoWaitsForLongGetsAnotherLoopsIdleConnection() {
        LoopPools pools = new LoopPools(
                clock.eventLoop(),
                0,
                LIMITS,
                new ServerLimits(1, 1),
                connector,
                PoolObserver.NONE,
                (server, urgent) -> {},
                ServingLease.FOR_EVER);
        pools.adopt(twoPairsOnOneServer());
        LoopPool pool = Objects.requireNonNull(pools.primaryOf("MySQL001"));
        pool.giveBack(lease(pool, CLASSIC));

        assertThat(pools.makeRoom(SERVER, false)).isFalse();
        assertThat(pools.makeRoom(SERVER, true)).isTrue();
    }

    private static Topology twoPairsOnOneServer() {
        return new Topology(
                1,
                "test",
                Map.of(SERVER.name(), SERVER),
                Map.of(
                        "MySQL001", new Pair("MySQL001", SERVER, Optional.empty()),
                        "MySQL002", new Pair("MySQL002", SERVER, Optional.empty())),
                Map.of(),
                Map.of(),
                Optional.empty(),
                Map.of(),
                Map.of());
    }

    private LoopPool newPool(ServerLimit serverLimit) {
        return new LoopPool(
                clock.eventLoop(),
                0,
                "MySQL001",
                SERVER,
                LIMITS,
                serverLimit,
                connector,
                PoolObserver.NONE,
                urgent -> {},
                () -> leased);
    }

    private BackendConnection lease(Login login) {
        return lease(pool, login);
    }

    private BackendConnection lease(LoopPool from, Login login) {
        BackendConnection idle = from.take(login, SessionSettings.NONE, ANY);
        if (idle != null) {
            return idle;
        }
        RememberingWaiter waiter = new RememberingWaiter();
        from.await(login, ANY, waiter);
        connector.succeed();
        return Objects.requireNonNull(waiter.granted);
    }

    private static ServerError error(RememberingWaiter waiter) {
        return Objects.requireNonNull(waiter.refused);
    }

    private void pass(long millis) {
        clock.freezeTime();
        clock.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        clock.runScheduledPendingTasks();
        clock.unfreezeTime();
    }

    private static final class RememberingWaiter implements Waiter {
        @Nullable
        BackendConnection granted;

        @Nullable
        ServerError refused;

        boolean retired;

        @Override
        public void retired() {
            retired = true;
        }

        @Override
        public void granted(BackendConnection connection) {
            granted = connection;
        }

        @Override
        public void refused(ServerError error) {
            refused = error;
        }
    }

    /** Opens nothing until the test says how it ended. */
    private static final class FakeConnector implements Connector {
        private final ArrayDeque<Request> requests = new ArrayDeque<>();
        private final List<EmbeddedChannel> channels = new ArrayList<>();
        int opened;

        private record Request(Login login, Outcome outcome) {}

        @Override
        public void open(Server server, Login login, Outcome outcome) {
            opened++;
            requests.add(new Request(login, outcome));
        }

        BackendConnection succeed() {
            Request request = requests.remove();
            EmbeddedChannel channel = new EmbeddedChannel();
            channels.add(channel);
            BackendConnection connection = new BackendConnection(
                    channel,
                    SERVER.name(),
                    request.login,
                    request.login.flavour().wanted(),
                    7,
                    false);
            request.outcome.opened(connection);
            return connection;
        }

        void fail(ServerError error) {
            requests.remove().outcome.failed(error);
        }
    }
}
