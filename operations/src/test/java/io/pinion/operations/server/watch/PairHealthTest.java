package io.pinion.operations.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.Problem.Severity;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.GtidSet;
import io.pinion.operations.server.replication.Lag;
import io.pinion.operations.server.replication.MoveChannel;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.replication.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PairHealthTest {
    private static final ReplicationHealth FOLLOWS =
            new ReplicationHealth(true, true, true, "", OptionalLong.of(0), OptionalLong.empty());
    private static final ReplicationHealth STOPPED = new ReplicationHealth(
            true, true, false, "Duplicate entry '7' for key 'PRIMARY'", OptionalLong.empty(), OptionalLong.empty());
    private static final ReplicationHealth TOLD_NOTHING =
            new ReplicationHealth(false, false, false, "", OptionalLong.empty(), OptionalLong.empty());

    private static final ReplicationHealth LOG_MISSING = new ReplicationHealth(
            true,
            false,
            true,
            "Got fatal error 1236 from master when reading data from binary log: 'Error: connecting slave requested to"
                    + " start from GTID 1-1-88, which is not in the master's binlog'",
            OptionalLong.empty(),
            OptionalLong.of(1));

    private static final Pair PAIR = new Pair(
            "MySQL001",
            new Server("MySQL001A", "10.0.1.1", 3306),
            Optional.of(new Server("MySQL001B", "10.0.1.2", 3306)));

    @Test
    void aPairThatIsWell() {
        PairHealth health = health(report(false, FOLLOWS), report(true, FOLLOWS), Duration.ofMillis(3));

        assertThat(health.replication()).hasValue("both ways");
        assertThat(health.problems()).isEmpty();
    }

    @Test
    void aPrimaryThatRestartedAndAStandbyThatTakesWrites() {
        assertThat(health(report(true, FOLLOWS), report(false, FOLLOWS), null).problems())
                .containsExactly(
                        "the primary MySQL001A is fenced, so that writes fail with error 1290: OPEN PAIR"
                                + " MySQL001 opens it",
                        "the standby MySQL001B is not fenced, so that whoever reaches it may write there: set read_only (MySQL:"
                                + " super_read_only) now and in its configuration");
    }

    @Test
    void aStandbyThatIsSilentMayHaveWhatAFencedPrimaryHasLost() {
        PairHealth health =
                new PairHealth(PAIR, Optional.of(report(true, FOLLOWS)), Optional.empty(), Standing.UNKNOWN);

        assertThat(health.problems())
                .singleElement()
                .asString()
                .endsWith(
                        "OPEN PAIR MySQL001 opens it, and gives up what MySQL001B, which isn't reached, may have beyond"
                                + " it: start that first, if it can be");
    }

    @Test
    void replicationThatStandsStillEitherWay() {
        PairHealth health = health(report(false, TOLD_NOTHING), report(true, STOPPED), null);

        assertThat(health.replication())
                .hasValue(
                        "MySQL001B doesn't follow MySQL001A (Duplicate entry '7' for key 'PRIMARY'); MySQL001A doesn't"
                                + " follow MySQL001B (it has been told of no source)");
        // To start its replication would be of no use before it is the standby again.
        assertThat(health.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.problem())
                    .isEqualTo("MySQL001B doesn't follow MySQL001A (Duplicate entry '7' for key 'PRIMARY'): a promotion"
                            + " would lose what is missing there; MySQL001A doesn't follow MySQL001B (it has been told of"
                            + " no source): behind a promotion, it would be no standby");
            assertThat(finding.cure().text()).isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B");
        });
    }

    @Test
    void aStandbyThatHasStoppedIsStartedWhereItsPrimaryKnowsIt() {
        assertThat(health(report(false, FOLLOWS), report(true, STOPPED), null).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.cure().text())
                        .isEqualTo("START SLAVE there, when what the error says is mended"));
    }

    /** Somebody may have stopped it on purpose. */
    @Test
    void replicationThatWasStoppedIsStartedByHand() {
        ReplicationHealth stopped =
                new ReplicationHealth(true, false, false, "", OptionalLong.empty(), OptionalLong.empty());

        assertThat(health(report(false, stopped), report(true, FOLLOWS), null).findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.cure().text()).startsWith("START SLAVE");
                    assertThat(finding.cure().isSafe()).isFalse();
                });
    }

    @Test
    void whoHasNotBeenAskedYetRefusesNothingAsASilentServerDoes() {
        PairHealth unasked = new PairHealth(PAIR, Optional.empty(), Optional.empty(), Standing.UNKNOWN);

        assertThat(new PairRefusals(unasked, server -> false).ofPromotion()).isEmpty();
        assertThat(new PairRefusals(unasked, server -> true).ofPromotion())
                .containsExactly("MySQL001A doesn't answer", "MySQL001B doesn't answer");
    }

    @Test
    void aSilentServerIsReasonEnough() {
        PairHealth health =
                new PairHealth(PAIR, Optional.empty(), Optional.of(report(true, STOPPED)), Standing.UNKNOWN);
        PairRefusals refusals = new PairRefusals(health, PAIR.primary()::equals);

        assertThat(refusals.ofPromotion()).containsExactly("MySQL001A doesn't answer");
        assertThat(refusals.ofMove()).containsExactly("MySQL001A doesn't answer");
    }

    @Test
    void aPrimaryThatFollowsAnotherServerThanItsStandby() {
        ReplicationHealth elsewhere =
                new ReplicationHealth(true, true, true, "", OptionalLong.of(0), OptionalLong.of(7));

        PairHealth health = health(report(false, elsewhere), report(true, FOLLOWS), null);

        assertThat(health.replication())
                .hasValue("MySQL001A doesn't follow MySQL001B (it follows the server with server_id 7)");
        assertThat(health.problems())
                .containsExactly("MySQL001A doesn't follow MySQL001B (it follows the server with server_id 7): behind a"
                        + " promotion, it would be no standby");
    }

    @Test
    void aPrimaryThatFollowsAnotherPairUntilAMoveHasEnded() {
        PairHealth health = whileMoving(new MoveChannel("pinion_back_7", true, true, ""));

        assertThat(health.replication())
                .hasValue(
                        "MySQL001A doesn't follow MySQL001B (it follows another pair on pinion_back_7 until the end of"
                                + " OPERATION 7)");
        // Whoever has moved something knows of it.
        assertThat(health.findings()).singleElement().satisfies(finding -> assertThat(finding.severity())
                .isEqualTo(Severity.WARNING));
    }

    @Test
    void aChannelThatHasLostItsFilterOrItsWay() {
        assertThat(whileMoving(new MoveChannel("pinion_back_7", true, false, ""))
                        .problems())
                .contains("MySQL001A takes over everything that comes on pinion_back_7, which has lost its filter by a"
                        + " restart: STOP SLAVE 'pinion_back_7' there now, and FINISH or CANCEL OPERATION 7");
        assertThat(whileMoving(new MoveChannel("pinion_back_7", false, true, "Row not found"))
                        .problems())
                .contains(
                        "MySQL001A doesn't follow on pinion_back_7 (Row not found), so that it lacks rows of OPERATION 7"
                                + " (SHOW OPERATIONS)");
    }

    private static PairHealth whileMoving(MoveChannel channel) {
        ReplicationHealth stopped =
                new ReplicationHealth(true, false, false, "", OptionalLong.empty(), OptionalLong.empty());
        ServerReport primary = report(
                false,
                stopped,
                new ServerRoom(10, 100, false),
                new ServerClock(Instant.EPOCH, 0, Duration.ZERO),
                List.of(channel));
        return health(primary, report(true, FOLLOWS), Duration.ofMillis(3));
    }

    @Test
    void aStandbyFarBehind() {
        PairHealth health = health(report(false, FOLLOWS), report(true, FOLLOWS), Duration.ofSeconds(35));

        assertThat(health.problems()).containsExactly("the standby MySQL001B is more than 10 s behind");
        assertThat(health.lag().map(Lag::text)).hasValue("35 s");
    }

    @Test
    void whatNobodySaidIsNoProblem() {
        PairHealth unknown =
                new PairHealth(PAIR, Optional.empty(), Optional.of(report(true, FOLLOWS)), Standing.UNKNOWN);

        assertThat(unknown.replication()).hasValue("unknown");
        assertThat(unknown.problems()).isEmpty();
    }

    @Test
    void aPrimaryThatWasReplacedAndReturnsHasTransactionsOfItsOwn() {
        PairHealth health = new PairHealth(
                PAIR,
                Optional.of(report(false, FOLLOWS)),
                Optional.of(report(true, FOLLOWS)),
                new Standing(Optional.empty(), Optional.of(GtidSet.ofMariaDb("7-1-100"))));

        assertThat(health.problems())
                .containsExactly(
                        "the standby MySQL001B has transactions that the primary MySQL001A hasn't, 7-1:1-100: save"
                                + " their rows if they matter, and make it anew from the primary's data");
    }

    /** To start replication helps nobody while there is nothing to follow. */
    @Test
    void aStandbyThatCannotReachASilentPrimaryIsCuredByAPromotion() {
        ReplicationHealth unreached = new ReplicationHealth(
                true, false, true, "Can't connect to server", OptionalLong.empty(), OptionalLong.empty());

        assertThat(new PairHealth(PAIR, Optional.empty(), Optional.of(report(true, unreached)), Standing.UNKNOWN)
                        .findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo(
                        "PROMOTE PAIR MySQL001 FORCE FENCED, if MySQL001A doesn't come back and is off, or cut off: FENCED"
                                + " is your word for that");
    }

    /** The promotion would be refused. */
    @Test
    void aStoppedStandbyAppliesWhatItHasReceivedBeforeItReplacesItsPrimary() {
        assertThat(new PairHealth(PAIR, Optional.empty(), Optional.of(report(true, STOPPED)), Standing.UNKNOWN)
                        .withoutPrimary()
                        .text())
                .isEqualTo(
                        "MySQL001B doesn't apply what it has received: START SLAVE SQL_THREAD there goes on with it, or"
                                + " STOP SLAVE; RESET SLAVE ALL gives it up; then PROMOTE PAIR MySQL001 FORCE FENCED, if MySQL001A"
                                + " doesn't come back and is off, or cut off: FENCED is your word for that");
    }

    /** The new primary has forgotten it, and it follows that already. */
    @Test
    void anOldPrimaryThatIsBackIsMadeTheStandbyByAStatement() {
        assertThat(health(report(false, TOLD_NOTHING), report(true, FOLLOWS), null)
                        .findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B");
    }

    /** To start replication would bring them in, or meet them. */
    @Test
    void whatAnOldPrimaryAloneHasIsToBeSavedBeforeItIsDiscarded() {
        for (ReplicationHealth own : List.of(STOPPED, TOLD_NOTHING)) {
            PairHealth health = new PairHealth(
                    PAIR,
                    Optional.of(report(false, TOLD_NOTHING)),
                    Optional.of(report(true, own)),
                    new Standing(Optional.empty(), Optional.of(GtidSet.ofMariaDb("7-1-100"))));

            assertThat(health.findings()).hasSize(2).allSatisfy(finding -> assertThat(
                            finding.cure().text())
                    .isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B DISCARD CONTENTS, when the rows of 7-1:1-100,"
                            + " which MySQL001B alone has, are saved, if they matter (mysqlbinlog there): it makes"
                            + " MySQL001B anew; or REPLACE STANDBY MySQL001 WITH 'host:port' "
                            + Cure.Replacement.OF_EMPTY_SERVER));
        }
    }

    /** As by a restart that has taken its last transactions; OPEN PAIR and DISCARD CONTENTS would drop the only copy. */
    @Test
    void whatAFencedPrimaryHasLostIsKeptByAPromotion() {
        for (ReplicationHealth back : List.of(FOLLOWS, LOG_MISSING)) {
            PairHealth health = restarted("1-1-35", "1-1-88", back);

            assertThat(health.findings()).singleElement().satisfies(finding -> {
                assertThat(finding.problem())
                        .isEqualTo(
                                "the primary MySQL001A is fenced, so that writes fail with error 1290: its standby has 1-1:36-88, which"
                                        + " it hasn't, as when a crash has taken its last transactions: PROMOTE PAIR MySQL001 FORCE keeps"
                                        + " them, OPEN PAIR MySQL001 gives them up");
                assertThat(finding.cure().text()).isEqualTo("PROMOTE PAIR MySQL001 FORCE");
            });
        }
    }

    @Test
    void whatItsStandbyHasReceivedAndNotAppliedIsKeptByAPromotion() {
        GtidSet here = GtidSet.ofMariaDb("1-1-35");
        GtidSet received = GtidSet.ofMariaDb("1-1-88");
        PairHealth health = new PairHealth(
                PAIR,
                Optional.of(report(true, FOLLOWS, here)),
                Optional.of(report(true, FOLLOWS, GtidSet.ofMariaDb("1-1-30"))),
                new Standing(Optional.empty(), Optional.of(received.newerThan(here)), received, GtidSet.EMPTY));

        assertThat(health.findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo("PROMOTE PAIR MySQL001 FORCE");
    }

    @Test
    void aStandbyThatHasLostWhatItHasWrittenIsMadeAnew() {
        PairHealth health = new PairHealth(
                PAIR,
                Optional.of(report(false, FOLLOWS)),
                Optional.of(report(true, FOLLOWS)),
                new Standing(Optional.empty(), Optional.of(GtidSet.EMPTY), GtidSet.EMPTY, GtidSet.ofMariaDb("1-2-88")));

        assertThat(health.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.problem())
                    .isEqualTo(
                            "the standby MySQL001B has lost what it has written as the primary, 1-2:1-88, and never gets it"
                                    + " back: a promotion would lose that");
            assertThat(finding.cure().text())
                    .isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B DISCARD CONTENTS, which makes it anew");
        });
        assertThat(new PairRefusals(health, server -> false).ofPromotion())
                .containsExactly("MySQL001B has lost what it has written as the primary");
    }

    /** Then a promotion would lose some, too. */
    @Test
    void aFencedPrimaryThatHasWhatItsStandbyLacksIsOpened() {
        assertThat(restarted("1-1-35,1-3-90", "1-1-88", FOLLOWS).findings())
                .first()
                .extracting(finding -> finding.cure().text())
                .isEqualTo("OPEN PAIR MySQL001");
    }

    private static PairHealth restarted(String primary, String standby, ReplicationHealth following) {
        GtidSet here = GtidSet.ofMariaDb(primary);
        GtidSet there = GtidSet.ofMariaDb(standby);
        return new PairHealth(
                PAIR,
                Optional.of(report(true, FOLLOWS, here)),
                Optional.of(report(true, following, there)),
                new Standing(Optional.empty(), Optional.of(there.errantBeside(here, 2))));
    }

    /** To start it again would bring the same error. */
    @Test
    void whoseSourceHasNotWhatComesNextIsMadeTheStandbyAnew() {
        assertThat(health(report(false, FOLLOWS), report(true, LOG_MISSING), null)
                        .findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo(
                        "REPLACE STANDBY MySQL001 WITH MySQL001B DISCARD CONTENTS, which makes it anew: the log of MySQL001A"
                                + " hasn't what comes next for it");
        assertThat(health(report(false, LOG_MISSING), report(true, FOLLOWS), null)
                        .findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B");
    }

    /** It looks itself whether there is something to discard. */
    @Test
    void aStandbyThatFollowsNobodyIsFirstTakenAsItIs() {
        assertThat(health(report(false, FOLLOWS), report(true, TOLD_NOTHING), null)
                        .findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B");
    }

    @Test
    void anOldPrimaryThatIsDownIsStartedBeforeItIsTheStandby() {
        assertThat(new PairHealth(PAIR, Optional.of(report(false, TOLD_NOTHING)), Optional.empty(), Standing.UNKNOWN)
                        .findings())
                .singleElement()
                .extracting(finding -> finding.cure().text())
                .isEqualTo("REPLACE STANDBY MySQL001 WITH MySQL001B, when MySQL001B is started; if it doesn't"
                        + " come back, REPLACE STANDBY MySQL001 WITH 'host:port' " + Cure.Replacement.OF_EMPTY_SERVER);
    }

    @Test
    void aStandbyThatDiedIsStartedBeforeAnotherOneIsMade() {
        PairHealth health =
                new PairHealth(PAIR, Optional.of(report(false, FOLLOWS)), Optional.empty(), Standing.UNKNOWN);

        assertThat(health.withoutStandby(PAIR.standby().orElseThrow()).text())
                .isEqualTo(
                        "REPLACE STANDBY MySQL001 WITH 'host:port', if MySQL001B doesn't come back when it is started"
                                + " again: of an empty server, with USING 'user' IDENTIFIED BY 'password' behind it (in a"
                                + " shell: using user identified by -) while that has no accounts of Pinion's");
    }

    @Test
    void aLoneServerHasNoReplication() {
        Pair alone = new Pair("alone", PAIR.primary(), Optional.empty());
        PairHealth health =
                new PairHealth(alone, Optional.of(report(false, TOLD_NOTHING)), Optional.empty(), Standing.UNKNOWN);

        assertThat(health.replication()).isEmpty();
        assertThat(health.problems()).isEmpty();
    }

    @Test
    void aServerWithoutFreeConnections() {
        String cure = ": end idle ones (SHOW PROCESSLIST there), let proxies keep fewer"
                + " (pool.max_connections_per_server), or SET GLOBAL max_connections higher there";

        assertThat(connections(89, 100).problems()).isEmpty();
        assertThat(connections(90, 100).problems())
                .containsExactly(
                        "MySQL001A has nearly all its 100 connections (max_connections) in use, and will refuse"
                                + " more with error 1040" + cure);
        assertThat(connections(100, 100).problems())
                .containsExactly("MySQL001A has all its 100 connections (max_connections) in use, and refuses more with"
                        + " error 1040" + cure);
    }

    private static PairHealth connections(int inUse, int most) {
        return health(report(false, FOLLOWS, new ServerRoom(inUse, most, false)), report(true, FOLLOWS), null);
    }

    @Test
    void aServerWhoseWritesWaitForRoom() {
        assertThat(health(report(false, FOLLOWS, new ServerRoom(10, 100, true)), report(true, FOLLOWS), null)
                        .problems())
                .containsExactly(
                        "writes on MySQL001A wait for its disk, which is full or stuck: free some there, as the"
                                + " runbook disk-filling says; they go on by themselves within a minute");
    }

    @Test
    void aStandbyThatStoppedForWantOfRoom() {
        ReplicationHealth full = new ReplicationHealth(
                true,
                true,
                false,
                "Could not execute Write_rows_v1 event; Error writing file 'binlog' (errno: 28 \"No space left on"
                        + " device\")",
                OptionalLong.empty(),
                OptionalLong.empty());

        assertThat(health(report(false, FOLLOWS), report(true, full), null).problems())
                .hasSize(2)
                .first()
                .isEqualTo(
                        "MySQL001B has no room left on its disk: free some there, as the runbook disk-filling says; if"
                                + " replication has stopped there, START REPLICA (START SLAVE)");
    }

    private static PairHealth health(ServerReport primary, ServerReport standby, @Nullable Duration lag) {
        return new PairHealth(
                PAIR,
                Optional.of(primary),
                Optional.of(standby),
                new Standing(Optional.ofNullable(lag).map(time -> new Lag(time, false)), Optional.of(GtidSet.EMPTY)));
    }

    /** While it holds the pair's statements, it opens the standby and lets it forget its source. */
    @Test
    void whatAForcedPromotionDoesIsNoProblem() {
        Pair held = new Pair(PAIR.name(), PAIR.primary(), PAIR.standby(), true);
        for (boolean atWork : List.of(true, false)) {
            PairHealth health = new PairHealth(
                    held,
                    Optional.empty(),
                    Optional.of(report(false, TOLD_NOTHING)),
                    Standing.UNKNOWN,
                    Optional.empty(),
                    atWork);
            assertThat(health.problems()).hasSize(atWork ? 0 : 2);
        }
    }

    /** As a move's step lets the operator write on a standby of MySQL, or VERIFY stops one for a moment. */
    @Test
    void whatAnOperationDoesIsNoProblem() {
        ServerReport plain = report(
                false, new ReplicationHealth(true, false, false, "", OptionalLong.empty(), OptionalLong.empty()));
        ServerReport open = new ServerReport(
                plain.version(),
                plain.serverId(),
                false,
                true,
                plain.started(),
                plain.clock(),
                plain.history(),
                plain.replication(),
                plain.channels(),
                plain.room(),
                plain.sqlMode(),
                plain.settings());
        for (boolean atWork : List.of(true, false)) {
            PairHealth health = new PairHealth(
                    PAIR,
                    Optional.of(report(false, FOLLOWS)),
                    Optional.of(open),
                    Standing.UNKNOWN,
                    Optional.empty(),
                    atWork);
            assertThat(health.problems()).hasSize(atWork ? 0 : 2);
        }
        assertThat(new PairHealth(
                                PAIR,
                                Optional.of(report(false, FOLLOWS)),
                                Optional.of(plain),
                                Standing.UNKNOWN,
                                Optional.empty(),
                                true)
                        .problems())
                .as("anybody may write there")
                .hasSize(1);
    }

    @Test
    void aServerThatReadsTextsOtherwise() {
        ServerReport plain = report(false, FOLLOWS);
        ServerReport ansi = new ServerReport(
                plain.version(),
                plain.serverId(),
                plain.fenced(),
                plain.openForOperator(),
                plain.started(),
                plain.clock(),
                plain.history(),
                plain.replication(),
                plain.channels(),
                plain.room(),
                "REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,STRICT_TRANS_TABLES",
                List.of());

        assertThat(health(ansi, report(true, FOLLOWS), null).problems())
                .singleElement()
                .asString()
                .startsWith("MySQL001A has PIPES_AS_CONCAT, ANSI_QUOTES in its global sql_mode")
                .contains("SET GLOBAL sql_mode without");
    }

    @Test
    void clocksThatAreApart() {
        assertThat(withClocks(clock(100_000, 7_000, 5), clock(112_300, 7_300, 9))
                        .problems())
                .containsExactly(
                        "the clocks of MySQL001A and MySQL001B are 12 s apart: times that clients write would jump"
                                + " at a promotion; mend NTP there");
        assertThat(withClocks(clock(112_300, 7_300, 9), clock(100_000, 7_000, 5))
                        .problems())
                .hasSize(1);
        assertThat(withClocks(clock(100_000, -7_000, 5), clock(160_000, 53_000, 5))
                        .problems())
                .isEmpty();
    }

    /** A slow answer says little of the time at which it was given. */
    @Test
    void clocksThatMayBeCloseAreNoProblem() {
        assertThat(withClocks(clock(0, 0, 0), clock(2_000, 0, 0)).problems()).isEmpty();
        assertThat(withClocks(clock(0, 0, 0), clock(2_001, 0, 0)).problems()).hasSize(1);
        assertThat(withClocks(clock(0, 0, 400), clock(3_000, 0, 600)).problems())
                .isEmpty();
        assertThat(withClocks(clock(0, 0, 400), clock(3_001, 0, 600)).problems())
                .hasSize(1);
    }

    private static ServerClock clock(long shown, long asked, long uncertainty) {
        return new ServerClock(
                Instant.ofEpochMilli(shown), Duration.ofMillis(asked).toNanos(), Duration.ofMillis(uncertainty));
    }

    private static PairHealth withClocks(ServerClock primary, ServerClock standby) {
        ServerRoom room = new ServerRoom(10, 100, false);
        return health(
                report(false, FOLLOWS, room, primary), report(true, FOLLOWS, room, standby), Duration.ofMillis(3));
    }

    private static ServerReport report(boolean fenced, ReplicationHealth replication) {
        return report(fenced, replication, new ServerRoom(10, 100, false));
    }

    private static ServerReport report(boolean fenced, ReplicationHealth replication, GtidSet history) {
        ServerReport plain = report(fenced, replication);
        return new ServerReport(
                plain.version(),
                plain.serverId(),
                fenced,
                false,
                0,
                plain.clock(),
                history,
                plain.replication(),
                plain.channels(),
                plain.room(),
                "",
                List.of());
    }

    private static ServerReport report(boolean fenced, ReplicationHealth replication, ServerRoom room) {
        return report(fenced, replication, room, new ServerClock(Instant.EPOCH, 0, Duration.ZERO));
    }

    private static ServerReport report(
            boolean fenced, ReplicationHealth replication, ServerRoom room, ServerClock clock) {
        return report(fenced, replication, room, clock, List.of());
    }

    private static ServerReport report(
            boolean fenced,
            ReplicationHealth replication,
            ServerRoom room,
            ServerClock clock,
            List<MoveChannel> channels) {
        return new ServerReport(
                "11.4.5-MariaDB",
                1,
                fenced,
                false,
                0,
                clock,
                GtidSet.EMPTY,
                Optional.of(replication),
                channels,
                room,
                "",
                List.of());
    }
}
