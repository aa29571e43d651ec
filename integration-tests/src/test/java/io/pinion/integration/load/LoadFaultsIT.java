package io.pinion.integration.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.ByteSize;
import io.pinion.config.settings.ScatterSettings;
import io.pinion.integration.testing.FileOnTheWay;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.TwoPairs;
import io.pinion.integration.testing.Wire;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A file on its way into shards of two pairs, of which each has got some rows already, when something goes. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.TwoPairs#all")
@Timeout(240)
class LoadFaultsIT {
    private static final String THINGS = "bank.things CHARACTER SET utf8mb4 (id, data)";
    private static final int ROWS = 20_000;
    private static final int LITTLE = 64 * 1024;
    private static final int ROWS_OF_MORE_THAN_A_STEP = 1_500;
    private static final int MOST_DEADLOCKS = 80;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int DEADLOCK = 1213;

    private static final int SHARDS = 8;
    private static final int ROWS_BEFORE = 2 * SHARDS;

    private final TwoPairs pairs;
    private Wire wire;

    LoadFaultsIT(TwoPairs pairs) {
        this.pairs = pairs;
    }

    @BeforeEach
    void reset() throws SQLException {
        pairs.reset();
        for (int node = 0; node < 2; node++) {
            pairs.execute(node, "SET GLOBAL local_infile = 1");
        }
        wire = new Wire(pairs.host(1), pairs.port(1));
    }

    @AfterEach
    void cut() {
        wire.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SINGLE")
    void nothingIsLeftWhenAPairGoes(TransactionMode mode) throws Exception {
        try (TestProxy proxy = proxy(mode);
                Connection client = connect(proxy)) {
            Failure failure = Failure.of(() -> file(this::losePair).loadInto(client, THINGS));
            assertThat(failure.message()).contains("pair2", "rolled back on every");
            assertNothingIsLeft();

            wire.down(false);
            Conditions.await(() -> answers(client));
            file(() -> {}).loadInto(client, THINGS);
            assertThat(rows()).isEqualTo(ROWS_BEFORE + ROWS);
        }
    }

    /** The file ends with the row that fills a step: nothing is left to be sent that would fail. */
    @ParameterizedTest
    @EnumSource
    void nothingIsToldAsLoadedWhenThePairGoesAheadOfTheEnd(TransactionMode mode) throws Exception {
        try (TestProxy proxy = proxy(mode, LITTLE);
                RawClient client = new RawClient(proxy.port())) {
            assertThat(client.login(TestProxy.USER, TestProxy.PASSWORD, RawClient.CLASSIC | RawClient.LOCAL_FILES, "")
                            .error())
                    .isEmpty();
            int step = load(client, ROWS_OF_MORE_THAN_A_STEP, () -> {});
            assertThat(client.readAnswer().affected()).isEqualTo(ROWS_OF_MORE_THAN_A_STEP);
            pairs.reset();

            assertThat(load(client, step, this::loseTheSecondPair)).isEqualTo(step);
            assertThat(client.readAnswer().error()).contains("pair2");
            wire.down(false);
            assertNothingIsLeft();
        }
    }

    private void loseTheSecondPair() {
        wire.down(true);
        Conditions.await(() -> uncommitted(1) == 0);
    }

    /**
     * Sends the rows, all to one shard, and then the file's end.
     *
     * @param ahead runs before the end is sent, and once a step is on the server
     * @return how many rows are in that
     */
    private int load(RawClient client, int rows, Runnable ahead) {
        client.sendQuery(
                "LOAD DATA LOCAL INFILE 'made' INTO TABLE " + THINGS.replace("(", "LINES STARTING BY 'row:' ("));
        assertThat(new String(client.readPacket(), StandardCharsets.ISO_8859_1)).isEqualTo("\u00fbmade");
        // Behind the last row comes something that is none, so that it is known to be whole.
        String file = IntStream.range(0, rows)
                .mapToObj(i -> "row:" + row(SHARDS - 1, i))
                .collect(Collectors.joining("", "", "the end\n"));
        int sequence = client.lastSequence() + 1;
        client.sendPacket(sequence, file.getBytes(StandardCharsets.UTF_8));
        int[] sent = new int[1];
        Conditions.await(() -> {
            sent[0] = uncommitted(1);
            return sent[0] > 0 && isIdle(1) && uncommitted(1) == sent[0];
        });
        ahead.run();
        client.sendPacket(sequence + 1, new byte[0]);
        return sent[0];
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SINGLE")
    void theClientsTransactionEndsWhenAPairGoes(TransactionMode mode) throws Exception {
        try (TestProxy proxy = proxy(mode);
                Connection client = connect(proxy)) {
            Jdbc.execute(client, "BEGIN");
            Jdbc.execute(client, "DELETE FROM bank.things WHERE id = " + TwoPairs.id(0, 1));
            Failure failure = Failure.of(() -> file(this::losePair).loadInto(client, THINGS));
            assertThat(failure.message()).contains("pair2", "rolled back on every pair");
            wire.down(false);
            Jdbc.execute(client, "COMMIT");
            assertNothingIsLeft();
            Conditions.await(() -> answers(client));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SINGLE")
    void nothingIsLeftWhenTheClientGoes(TransactionMode mode) throws Exception {
        try (TestProxy proxy = proxy(mode)) {
            Connection client = connect(proxy);
            Failure.of(() -> file(() -> {
                        awaitRowsOnBothPairs();
                        abort(client);
                    })
                    .loadInto(client, THINGS));
            assertNothingIsLeft();
            try (Connection next = connect(proxy)) {
                file(() -> {}).loadInto(next, THINGS);
            }
            assertThat(rows()).isEqualTo(ROWS_BEFORE + ROWS);
        }
    }

    /** One goes through the shards from the first to the last, the other from the last to the first. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SINGLE")
    void twoFilesGoIntoTheSameShards(TransactionMode mode) throws Exception {
        try (TestProxy proxy = proxy(mode);
                Connection one = connect(proxy);
                Connection other = connect(proxy);
                ExecutorService beside = Executors.newSingleThreadExecutor()) {
            // Each may wait on one pair for what the other holds there, which no server can tell from a long
            // transaction.
            Jdbc.execute(one, "SET innodb_lock_wait_timeout = 1");
            Jdbc.execute(other, "SET innodb_lock_wait_timeout = 3");
            Future<?> second = beside.submit(() -> {
                loadUntilTaken(
                        () -> new FileOnTheWay(ROWS, i -> row(SHARDS - 1 - i % SHARDS, ROWS + i), () -> {}), other);
                return null;
            });
            loadUntilTaken(() -> file(() -> {}), one);
            second.get();
            assertThat(rows()).isEqualTo(ROWS_BEFORE + 2 * ROWS);
        }
    }

    /** A load that meets a deadlock, or waits for locks too long, is undone, all of it, and says so; it is sent again. */
    private static void loadUntilTaken(Supplier<FileOnTheWay> file, Connection client) throws SQLException {
        for (int deadlocks = 0; ; deadlocks++) {
            try {
                file.get().loadInto(client, THINGS);
                return;
            } catch (SQLException e) {
                assertThat(e.getErrorCode()).isIn(LOCK_WAIT_TIMEOUT, DEADLOCK);
                assertThat(deadlocks).isLessThan(MOST_DEADLOCKS);
            }
        }
    }

    // --- what goes

    private void losePair() {
        awaitRowsOnBothPairs();
        wire.down(true);
    }

    private void awaitRowsOnBothPairs() {
        Conditions.await(() -> uncommitted(0) > 0 && uncommitted(1) > 0);
    }

    private static void abort(Connection client) {
        try {
            client.abort(Runnable::run);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    // --- what is left

    private void assertNothingIsLeft() throws SQLException {
        Conditions.await(() -> uncommitted(0) == 0 && uncommitted(1) == 0);
        assertThat(rows()).isEqualTo(ROWS_BEFORE);
        for (int node = 0; node < 2; node++) {
            try (Connection root = pairs.root(node)) {
                assertThat(Jdbc.rows(root, "XA RECOVER")).isEmpty();
            }
        }
    }

    /** Rows of transactions that are open on that server. */
    private int uncommitted(int node) throws SQLException {
        return rows(node, Connection.TRANSACTION_READ_UNCOMMITTED) - rows(node, Connection.TRANSACTION_READ_COMMITTED);
    }

    /** Whether no statement of the proxy is under way on that server. */
    private boolean isIdle(int node) throws SQLException {
        try (Connection root = pairs.root(node)) {
            return Jdbc.rows(
                            root,
                            "SELECT 1 FROM information_schema.processlist"
                                    + " WHERE user LIKE 'pinion%' AND command <> 'Sleep'")
                    .isEmpty();
        }
    }

    /** What is committed in all shards. */
    private int rows() throws SQLException {
        return rows(0, Connection.TRANSACTION_READ_COMMITTED) + rows(1, Connection.TRANSACTION_READ_COMMITTED);
    }

    private int rows(int node, int isolation) throws SQLException {
        int rows = 0;
        try (Connection root = pairs.root(node)) {
            root.setTransactionIsolation(isolation);
            for (int shard = node * SHARDS / 2; shard < (node + 1) * SHARDS / 2; shard++) {
                rows += Integer.parseInt(
                        String.valueOf(Jdbc.value(root, "SELECT COUNT(*) FROM bank%05d.things".formatted(shard))));
            }
        }
        return rows;
    }

    private static boolean answers(Connection client) {
        try {
            return "8".equals(Jdbc.value(client, "SELECT COUNT(*) FROM bank.things WHERE data = 'one'"));
        } catch (SQLException notYet) {
            return false;
        }
    }

    // --- how

    private static FileOnTheWay file(Runnable inTheMiddle) {
        return new FileOnTheWay(ROWS, i -> row(i % SHARDS, i), inTheMiddle);
    }

    private static String row(int shard, int number) {
        return TwoPairs.id(shard, 1_000 + number) + "\trow " + number + " of some length, so that they fill steps\n";
    }

    private static Connection connect(TestProxy proxy) throws SQLException {
        return TwoPairs.connect(proxy, "&allowLoadLocalInfile=true");
    }

    /** Holds so little that a file takes several steps. */
    private TestProxy proxy(TransactionMode mode) {
        return proxy(mode, 256 * 1024);
    }

    private TestProxy proxy(TransactionMode mode, int heldBytes) {
        ScatterSettings usual = ScatterSettings.DEFAULT;
        return pairs.builderThrough(mode, wire)
                .scatter(new ScatterSettings(
                        usual.maxRunning(),
                        usual.poolShare(),
                        usual.waitTimeout(),
                        usual.mergeMaxSize(),
                        usual.gatherMaxRows(),
                        usual.gatherMaxSize(),
                        new ByteSize(heldBytes)))
                .start();
    }
}
