package io.pinion.integration.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.BusyServer;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.Wire;
import io.pinion.operations.copy.CopyControl;
import io.pinion.operations.copy.CopyProgress;
import io.pinion.operations.copy.DatabaseCopy;
import io.pinion.operations.copy.ServerLoad;
import io.pinion.operations.copy.Snapshot;
import io.pinion.operations.engine.CopySpeed;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRefused.Leaves;
import io.pinion.operations.server.BeforeDrop;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.WorkMark;
import io.pinion.server.testing.Conditions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Databases are copied from one real server to another, by the operator's account. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer
class DatabaseCopyIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(6);
    private static final List<String> DATABASES = List.of("cp00000", "cp00001");
    private static final int WRITERS = 4;

    /** As many rows. */
    private static final String THIRTY = " (SELECT 1 a UNION ALL SELECT 2 UNION ALL SELECT 3) x,"
            + " (SELECT 1 b UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5"
            + " UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9 UNION ALL SELECT 10) y";

    private TwoServers servers;
    private Connection source;
    private Connection target;

    @Parameter
    ServerProduct product;

    /** Columns that only this product has, each with a comma in front. */
    private String ownColumns() {
        return switch (product) {
            case MARIADB -> ", uu UUID, i4 INET4, i6 INET6";
            case MYSQL97 -> ", ve VECTOR(3)";
        };
    }

    /** Their values, as of a SET, each with a comma in front. */
    private String ownValues() {
        return switch (product) {
            case MARIADB ->
                ", uu = '123e4567-e89b-12d3-a456-426655440000', i4 = '1.2.3.4', i6 = '2001:db8::ff00:42:8329'";
            case MYSQL97 -> ", ve = STRING_TO_VECTOR('[1.5, -0.0, 3e38]'), ge = ST_GeomFromText('POINT(1 2)', 4326)";
        };
    }

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void open(@TempDir Path directory) throws Exception {
        servers = TwoServers.start(product, directory);
        source = servers.connect(servers.first());
        target = servers.connect(servers.second());
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (source != null) {
            source.close();
            target.close();
            servers.close();
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        Jdbc.execute(source, "SET NAMES utf8mb4");
        for (String database : DATABASES) {
            Jdbc.execute(source, "CREATE DATABASE " + database + " CHARACTER SET latin1 COLLATE latin1_german1_ci");
            Jdbc.execute(
                    source,
                    "CREATE TABLE " + database + ".pins (local_id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY,"
                            + " data LONGTEXT CHARACTER SET utf8mb4)");
            // As the article has it: no primary key.
            Jdbc.execute(
                    source,
                    "CREATE TABLE " + database + ".board_has_pins (board_id BIGINT, pin_id BIGINT, sequence INT,"
                            + " KEY (board_id, sequence))");
        }
    }

    @AfterEach
    void clear() throws SQLException {
        servers.second().execute(servers.second().dialect().forgetSource());
        for (Connection server : List.of(source, target)) {
            for (String database : DATABASES) {
                Jdbc.execute(server, "DROP DATABASE IF EXISTS " + database);
            }
            Jdbc.execute(server, "DROP DATABASE IF EXISTS cp_elsewhere");
        }
    }

    /** As by CANCEL OPERATION: the connection goes on with its own settings. */
    @Test
    void aDropOfManyEndsBetweenTwoOfThem() throws Exception {
        BeforeDrop<IllegalStateException> ends = database -> {
            if (database.equals(DATABASES.getLast())) {
                throw new IllegalStateException("cancelled");
            }
        };
        try (ServerConnection server = servers.login(servers.first()).open(TIMEOUT)) {
            assertThatThrownBy(() -> DatabaseCopy.discard(server, DATABASES, ends))
                    .hasMessage("cancelled");
            assertThatThrownBy(() -> DatabaseCopy.discardUnlogged(server, DATABASES, ends))
                    .hasMessage("cancelled");

            assertThat(Jdbc.column(source, "SHOW DATABASES"))
                    .contains(DATABASES.getLast())
                    .doesNotContain(DATABASES.getFirst());
            assertThat(server.firstColumn("SELECT @@sql_log_bin + @@foreign_key_checks"))
                    .containsExactly("2");
        }
    }

    private Snapshot snapshot() throws Exception {
        return Snapshot.open(servers.login(servers.first()), DATABASES, TIMEOUT);
    }

    private Snapshot snapshotToFollow() throws Exception {
        return Snapshot.openToFollow(servers.login(servers.first()), DATABASES, TIMEOUT);
    }

    private DatabaseCopy copy(Snapshot snapshot, CopySpeed speed, CopyControl control) {
        return new DatabaseCopy(snapshot, servers.login(servers.second()), speed, control, true);
    }

    private DatabaseCopy copy(Snapshot snapshot) {
        return copy(snapshot, CopySpeed.UNLIMITED, CopyControl.NONE);
    }

    private void manyRows(int thousands) throws SQLException {
        String digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        for (int i = 0; i < thousands; i++) {
            Jdbc.execute(
                    source,
                    "INSERT INTO cp00000.pins (data) SELECT REPEAT(a.d, 100) FROM " + digits + " a, " + digits + " b, "
                            + digits + " c");
        }
    }

    private List<String> leftOnTarget() throws SQLException {
        return Jdbc.column(target, "SELECT schema_name FROM information_schema.schemata WHERE schema_name LIKE 'cp0%'");
    }

    @Test
    void everyTypeArrivesAsItIs() throws Exception {
        EveryType.make(source, "cp00000", ownColumns(), ownValues());
        try (Snapshot snapshot = snapshot()) {
            CopyProgress all = copy(snapshot).run();

            assertThat(all.rows()).isEqualTo(12);
            List<String> wanted = EveryType.read(source, "cp00000.every_type");
            assertThat(EveryType.read(target, "cp00000.every_type"))
                    .isEqualTo(wanted)
                    .hasSize(13);
            assertThat(wanted.getFirst()).contains("AUTO_INCREMENT=4711");
            assertThat(Jdbc.rows(target, "SHOW CREATE DATABASE cp00001"))
                    .isEqualTo(Jdbc.rows(source, "SHOW CREATE DATABASE cp00001"));
        }
    }

    /** Half of it would be as much as a statement may have, if it were written in hex. */
    @Test
    void aRowMayBeAlmostAsBigAsAPacket() throws Exception {
        Jdbc.execute(
                source,
                "CREATE TABLE cp00000.big (id INT PRIMARY KEY, fl FLOAT, data LONGTEXT CHARACTER SET latin1,"
                        + " js JSON, en ENUM('1', '2'), none INT)");
        Jdbc.execute(
                source,
                "INSERT INTO cp00000.big VALUES (1, 0.1, 'small', '{}', '2', NULL),"
                        + " (2, 0.1, REPEAT(CONVERT(0xE4F680FF5C275C00 USING latin1), 5 << 20), '[1, 2]', '1', NULL)");
        try (Snapshot snapshot = snapshot()) {
            copy(snapshot).run();
        }
        String digest = "SELECT id, CAST(fl AS DOUBLE), LENGTH(data), SHA2(data, 256), js, en FROM cp00000.big";
        assertThat(Jdbc.lines(target, digest))
                .isEqualTo(Jdbc.lines(source, digest))
                .hasSize(2);
        assertThat(Jdbc.value(target, "SELECT MAX(LENGTH(data)) FROM cp00000.big"))
                .isEqualTo("" + (40 << 20));
    }

    @Test
    void itIsTheSnapshotAndReplicationGoesOnFromItsPlace() throws Exception {
        Writers writers = new Writers();
        try (writers) {
            writers.awaitMore(200);
            try (Snapshot snapshot = snapshot()) {
                writers.awaitMore(200);
                copy(snapshot).run();
                for (String table : List.of("cp00000.pins", "cp00001.pins", "cp00000.board_has_pins")) {
                    List<String> wanted = EveryType.read(snapshot.connection(), table);
                    List<String> found = EveryType.read(target, table);
                    assertThat(found.subList(1, found.size()))
                            .as(table)
                            .isNotEmpty()
                            .isEqualTo(wanted.subList(1, wanted.size()));
                }
                servers.replicateFrom(snapshot.place().file(), snapshot.place().offset());
            }
            writers.awaitMore(200);
        }
        assertThat(writers.errors).isEmpty();
        String sums =
                "SELECT CONCAT((SELECT COUNT(*) FROM cp00000.pins), ' ', (SELECT COUNT(*) FROM cp00001.pins), ' ',"
                        + " (SELECT SUM(CRC32(CONCAT(board_id, '-', pin_id))) FROM cp00000.board_has_pins))";
        String wanted = Jdbc.value(source, sums);
        Conditions.await("the target has all rows", Duration.ofSeconds(20), () -> String.valueOf(wanted)
                .equals(Jdbc.value(target, sums)));
        assertThat(servers.second().replication().lastError()).isEmpty();
    }

    @Test
    void aDatabaseThatIsThereAlreadyIsRefused() throws Exception {
        Jdbc.execute(target, "CREATE DATABASE cp00001");
        try (Snapshot snapshot = snapshot()) {
            assertThatThrownBy(() -> copy(snapshot).run())
                    .isInstanceOf(OperationRefused.class)
                    .hasMessageContainingAll("has a database cp00001 already", "DROP DATABASE `cp00001` there");
        }
        assertThat(leftOnTarget()).containsExactly("cp00001");
    }

    @Test
    void whatCannotBeCarriedIsNamed() throws Exception {
        List<String> statements = new ArrayList<>(List.of(
                "CREATE VIEW cp00000.seen AS SELECT 1",
                "CREATE TABLE cp00000.mine (id INT PRIMARY KEY) ENGINE=MyISAM",
                "CREATE TRIGGER cp00000.theirs BEFORE INSERT ON cp00000.pins FOR EACH ROW SET NEW.data = ''",
                "CREATE TRIGGER cp00000.pinion_i_pins BEFORE UPDATE ON cp00000.pins FOR EACH ROW SET NEW.data = ''",
                "CREATE PROCEDURE cp00000.work() SELECT 1",
                "CREATE FUNCTION cp00000.f() RETURNS INT DETERMINISTIC RETURN 1",
                "CREATE EVENT cp00000.tick ON SCHEDULE EVERY 1 DAY DO SELECT 1",
                "CREATE DATABASE cpfar",
                "CREATE TABLE cpfar.parent (id BIGINT UNSIGNED PRIMARY KEY)",
                "CREATE TABLE cp00000.child (id BIGINT UNSIGNED PRIMARY KEY, FOREIGN KEY (id) REFERENCES cpfar.parent"
                        + " (id))",
                "CREATE TABLE cp00000.near (id BIGINT UNSIGNED PRIMARY KEY, FOREIGN KEY (id) REFERENCES cp00001.pins"
                        + " (local_id))"));
        if (servers.isMySql()) {
            statements.add(0, "SET GLOBAL log_bin_trust_function_creators = 1");
        }
        try (Snapshot snapshot = snapshotAfter(statements)) {
            assertThatThrownBy(() -> copy(snapshot).run())
                    .isInstanceOf(OperationRefused.class)
                    .hasMessageContainingAll(
                            "seen (view)",
                            "mine (MyISAM)",
                            "trigger theirs",
                            "procedure work",
                            "function f",
                            "event tick",
                            "refers to database cpfar")
                    .message()
                    .doesNotContain("pinion_i_pins", "refers to database cp0");
        } finally {
            Jdbc.execute(source, "DROP DATABASE cp00000");
            Jdbc.execute(source, "DROP DATABASE IF EXISTS cpfar");
        }
        assertThat(leftOnTarget()).isEmpty();
    }

    private Snapshot snapshotAfter(List<String> statements) throws Exception {
        for (String statement : statements) {
            Jdbc.execute(source, statement);
        }
        return snapshot();
    }

    @Test
    void tablesKeepTheirDefinitionsWhileASnapshotIsOpen() throws Exception {
        try (Snapshot snapshot = snapshot();
                Connection other = servers.connect(servers.first())) {
            assertThat(snapshot.position().isEmpty()).isFalse();
            Jdbc.execute(other, "SET SESSION lock_wait_timeout=1");
            assertThatThrownBy(() -> Jdbc.execute(other, "ALTER TABLE cp00001.pins ADD COLUMN more INT"))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                            .isEqualTo(1205));
        }
    }

    @Test
    void whoHoldsASnapshotUpIsNamed() throws Exception {
        try (Connection other = servers.connect(servers.first())) {
            Jdbc.execute(other, "LOCK TABLES cp00000.pins WRITE");
            assertThatThrownBy(() -> snapshot().close())
                    .isInstanceOf(OperationRefused.class)
                    .hasMessageContaining("in use by open transactions or by a change");
            if (servers.isMySql()) {
                assertThatThrownBy(() -> snapshot().close())
                        .hasMessageContaining("connection")
                        .hasMessageContaining("root");
            }
        }
    }

    @Test
    void noTransactionIsPreparedAtThePlaceFromWhichItIsFollowed() throws Exception {
        try (Connection other = servers.connect(servers.first())) {
            for (Connection server : List.of(source, target)) {
                Jdbc.execute(server, "CREATE DATABASE cp_elsewhere");
                Jdbc.execute(server, "CREATE TABLE cp_elsewhere.t (n INT)");
            }
            prepare(other, "first", "cp_elsewhere.t (n) VALUES (1)");
            assertThatThrownBy(() -> snapshotToFollow().close())
                    .isInstanceOf(OperationRefused.class)
                    .hasMessageContaining("always an XA transaction prepared")
                    .hasMessageContaining("now 1");

            CompletableFuture<Snapshot> opening = CompletableFuture.supplyAsync(() -> {
                try {
                    return snapshotToFollow();
                } catch (Exception e) {
                    throw new CompletionException(e);
                }
            });
            Jdbc.execute(other, "XA COMMIT 'first'");
            try (Snapshot snapshot = opening.join()) {
                prepare(other, "second", "cp_elsewhere.t (n) VALUES (2)");
                copy(snapshot).run();
                servers.replicateFrom(snapshot.place().file(), snapshot.place().offset());
            }
            Jdbc.execute(other, "XA COMMIT 'second'");
            prepare(other, "third", "cp00000.pins (data) VALUES ('moved')");
            Jdbc.execute(other, "XA COMMIT 'third'");
            Conditions.await(() -> {
                assertThat(servers.second().replication().lastError()).isEmpty();
                return Jdbc.column(target, "SELECT data FROM cp00000.pins").equals(List.of("moved"));
            });
        }
    }

    private static void prepare(Connection client, String branch, String row) throws SQLException {
        Jdbc.execute(client, "XA START '" + branch + "'");
        Jdbc.execute(client, "INSERT INTO " + row);
        Jdbc.execute(client, "XA END '" + branch + "'");
        Jdbc.execute(client, "XA PREPARE '" + branch + "'");
    }

    @Test
    void itSaysHowManyDatabasesAreChecked() throws Exception {
        List<String> checked = new ArrayList<>();
        CopyControl counting = new CopyControl() {
            @Override
            public void checked(int databases, int all) {
                checked.add(databases + " of " + all);
            }
        };
        try (Snapshot snapshot = snapshot()) {
            copy(snapshot, CopySpeed.UNLIMITED, counting).run();
        }
        assertThat(checked).containsExactly("2 of 2");
    }

    @Test
    void aCancelledCopyLeavesWhatItHasMadeToItsCaller() throws Exception {
        manyRows(5);
        AtomicInteger asked = new AtomicInteger();
        CopyControl cancelling = new CopyControl() {
            @Override
            public void requireMayGoOn() throws OperationRefused {
                if (asked.incrementAndGet() > 8) {
                    throw new OperationRefused("cancelled");
                }
            }
        };
        try (Snapshot snapshot = snapshot()) {
            assertThatThrownBy(() ->
                            copy(snapshot, CopySpeed.UNLIMITED, cancelling).run())
                    .isInstanceOfSatisfying(OperationRefused.class, broken -> assertThat(broken.leaves())
                            .isEqualTo(Leaves.WORK))
                    .hasMessageContaining("has ended: cancelled");
        }
        assertThat(leftOnTarget()).isNotEmpty();
    }

    @Test
    void aTargetThatIsLostLeavesWhatCanBeDiscarded() throws Exception {
        manyRows(5);
        try (Wire wire = new Wire("127.0.0.1", servers.second().port());
                Snapshot snapshot = snapshot()) {
            ServerLogin target = servers.loginAt(servers.second(), wire.port());
            CopyControl cutting = new CopyControl() {
                @Override
                public void progressed(CopyProgress progress) {
                    wire.down(progress.tablesMade() == progress.tables());
                }
            };
            assertThatThrownBy(() -> new DatabaseCopy(snapshot, target, CopySpeed.UNLIMITED, cutting, true).run())
                    .isInstanceOfSatisfying(OperationRefused.class, broken -> assertThat(broken.leaves())
                            .isEqualTo(Leaves.WORK))
                    .hasMessageContaining("has ended: ");
        }
        assertThat(leftOnTarget()).containsExactlyElementsOf(DATABASES);
        try (ServerConnection server = servers.login(servers.second()).open(TIMEOUT)) {
            DatabaseCopy.discard(server, DATABASES, database -> {});
        }
        assertThat(leftOnTarget()).isEmpty();
    }

    @Test
    void itIsAsFastAsItMayBeAndSaysHowFarItIs() throws Exception {
        manyRows(4);
        List<CopyProgress> seen = new CopyOnWriteArrayList<>();
        AtomicInteger waits = new AtomicInteger();
        CopyControl watching = new CopyControl() {
            @Override
            public Optional<String> mustWait() {
                return !seen.isEmpty() && waits.get() < 3 && waits.incrementAndGet() < 3
                        ? Optional.of("a test")
                        : Optional.empty();
            }

            @Override
            public void progressed(CopyProgress progress) {
                seen.add(progress);
            }
        };
        try (Snapshot snapshot = snapshot()) {
            CopyProgress all = copy(snapshot, new CopySpeed(4_000, Long.MAX_VALUE), watching)
                    .run();

            assertThat(all.rows()).isEqualTo(4_000);
            assertThat(all.tablesDone()).isEqualTo(4);
            assertThat(all.elapsed()).isGreaterThan(Duration.ofMillis(970));
            assertThat(waits.get()).isEqualTo(3);
            assertThat(seen.toString()).contains("of 4, 2000 rows");
        }
    }

    @Test
    void itIsNoFasterThanSoManyBytesASecond() throws Exception {
        Jdbc.execute(source, "INSERT INTO cp00000.pins (data) SELECT REPEAT('x', 100000) FROM" + THIRTY);
        try (Snapshot snapshot = snapshot()) {
            CopyProgress all =
                    copy(snapshot, CopySpeed.ofBytes(1 << 20), CopyControl.NONE).run();

            assertThat(all.bytes()).isGreaterThan(3_000_000);
            assertThat(all.bytesPerSecond()).isLessThan(1.01 * (1 << 20));
        }
    }

    @Test
    void itWaitsForABusyServerAndSaysSo() throws Exception {
        manyRows(1);
        List<String> seen = new CopyOnWriteArrayList<>();
        try (Snapshot snapshot = snapshot();
                ServerConnection operator = servers.login(servers.first()).open(TIMEOUT);
                ServerLoad load = new ServerLoad(
                        (int) operator.runningThreads() + 2,
                        List.of(servers.login(servers.first()), servers.login(servers.second())))) {
            BusyServer busy = new BusyServer(() -> servers.connect(servers.first()), 5);
            CopyControl waiting = new CopyControl() {
                @Override
                public Optional<String> mustWait() {
                    return load.reason();
                }

                @Override
                public void progressed(CopyProgress progress) {
                    seen.add(progress.toString());
                }
            };
            CompletableFuture<CopyProgress> copied = CompletableFuture.supplyAsync(() -> {
                try {
                    return copy(snapshot, CopySpeed.UNLIMITED, waiting).run();
                } catch (SQLException | OperationRefused e) {
                    throw new CompletionException(e);
                }
            });
            Conditions.await(() -> seen.toString().contains("; waits: ") || copied.isDone());
            assertThat(seen.getLast())
                    .contains(
                            "making tables: 0 of 4",
                            "; waits: " + servers.first().name() + " is busy, with ");
            assertThat(copied).isNotDone();
            busy.close();

            assertThat(copied.get().rows()).isEqualTo(1_000);
            assertThat(seen.getLast()).doesNotContain("waits");
        }
    }

    /** Transactions over both databases, so that a snapshot in the middle of one would show. */
    private final class Writers implements AutoCloseable {
        final List<String> errors = new CopyOnWriteArrayList<>();
        private final AtomicInteger written = new AtomicInteger();
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean end;

        Writers() {
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                threads.add(Thread.ofVirtual().start(() -> write(number)));
            }
        }

        private void write(int number) {
            try (Connection client = servers.connect(servers.first())) {
                for (int i = 0; !end; i++) {
                    Jdbc.execute(client, "BEGIN");
                    Jdbc.execute(client, "INSERT INTO cp00000.pins (data) VALUES ('" + number + "-" + i + "')");
                    Jdbc.execute(client, "INSERT INTO cp00000.board_has_pins VALUES (" + number + ", " + i + ", 1)");
                    Jdbc.execute(client, "UPDATE cp00001.pins SET data = 'new' WHERE local_id = " + i / 2);
                    Jdbc.execute(client, "INSERT INTO cp00001.pins (data) VALUES ('" + number + "-" + i + "')");
                    Jdbc.execute(client, "COMMIT");
                    written.incrementAndGet();
                }
            } catch (SQLException e) {
                if (e.getErrorCode() == 1213) {
                    write(number + WRITERS);
                } else {
                    errors.add(e.getErrorCode() + " " + e.getMessage());
                }
            }
        }

        void awaitMore(int transactions) {
            int before = written.get();
            Conditions.await(() -> written.get() >= before + transactions || !errors.isEmpty());
        }

        @Override
        public void close() {
            end = true;
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("nobody interrupts a test", e);
                }
            }
        }
    }

    /** As of a proxy that stands still with a statement on its way. */
    @Test
    void whoeverTakesWorkOverEndsWhatWasBegun() throws Exception {
        ServerLogin login = servers.login(servers.second());
        WorkMark work = new WorkMark("copy_7");
        ServerLogin marked = new ServerLogin(login.access(), login.server(), login.account(), Optional.of(work));
        try (ServerConnection before = marked.open(TIMEOUT);
                ServerConnection anotherBefore = marked.open(TIMEOUT);
                ServerConnection beside = login.open(TIMEOUT);
                ServerConnection next = login.open(TIMEOUT)) {
            next.takeOver(work, TIMEOUT);

            for (ServerConnection late : List.of(before, anotherBefore)) {
                assertThatThrownBy(() -> late.execute(List.of("CREATE DATABASE cp00000")))
                        .isInstanceOf(SQLException.class);
            }
            assertThat(beside.databases()).doesNotContain("cp00000");
            marked.open(TIMEOUT).close();
        }
    }
}
