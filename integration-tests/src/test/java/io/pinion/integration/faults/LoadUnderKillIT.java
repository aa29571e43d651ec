package io.pinion.integration.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.FileOnTheWay;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server is killed by {@code kill -9} while a file is loaded into shards of it and of another. */
@ExtendWith(SharedDemo.Provider.class)
class LoadUnderKillIT {
    /** More than is held in the proxy, so that some are in the shards before the file is there. */
    private static final int ROWS = 6_000;

    private static final String WORDS = "x".repeat(4_000);
    private static final String LOADED = " FROM %s.pins WHERE local_id > 50000000";
    private static final String FIRST = "db01001";
    private static final String SECOND = "db03429";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static SharedDemo demo;

    @BeforeAll
    static void prepare(SharedDemo shared) {
        demo = shared;
    }

    @AfterAll
    static void cleanUp() throws Exception {
        demo.restore();
        demo.second().start();
        demo.second().fence(false);
        demo.first().execute("DELETE" + LOADED.formatted(FIRST));
        demo.second().execute("DELETE" + LOADED.formatted(SECOND));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SINGLE")
    void nothingOfTheFileIsThere(TransactionMode mode) throws Exception {
        demo.publish(document ->
                ((ObjectNode) document.path("keyspaces").path("pinterest")).put("transactions", mode.word()));
        try (RunningProxy proxy = demo.startProxy();
                Connection client = connect(proxy)) {
            Failure failure = Failure.of(() -> load(client, this::killSecond));
            assertThat(failure.message()).contains("MySQL002", "rolled back on every");

            Conditions.await("the other's rows to go", TIMEOUT, () -> loaded(demo.first(), FIRST, true) == 0);
            assertThat(Jdbc.value(client, "SELECT COUNT(*)" + LOADED.formatted(FIRST)))
                    .isEqualTo("0");
            demo.second().start();
            demo.second().fence(false);
            assertThat(loaded(demo.second(), SECOND, false)).isZero();
            for (LocalServer server : List.of(demo.first(), demo.second())) {
                try (Connection root = server.connect()) {
                    assertThat(Jdbc.rows(root, "XA RECOVER")).isEmpty();
                }
            }

            Conditions.await("the second server", TIMEOUT, () -> answers(client));
            load(client, () -> {});
            assertThat(loaded(demo.first(), FIRST, false) + loaded(demo.second(), SECOND, false))
                    .isEqualTo(ROWS);
            demo.first().execute("DELETE" + LOADED.formatted(FIRST));
            demo.second().execute("DELETE" + LOADED.formatted(SECOND));
        }
    }

    private static void load(Connection client, Runnable inTheMiddle) throws SQLException {
        new FileOnTheWay(ROWS, LoadUnderKillIT::row, inTheMiddle).loadInto(client, "pins (id, data)");
    }

    private static String row(int number) {
        int shard = number % 2 == 0 ? SharedDemo.FIRST_PAIRS_SHARD : SharedDemo.SECOND_PAIRS_SHARD;
        return GlobalId.compose(new ShardId(shard), 1, 50_000_001 + number).value() + "\t\"" + WORDS + "\"\n";
    }

    private void killSecond() {
        Conditions.await(
                "rows on both servers",
                TIMEOUT,
                () -> loaded(demo.first(), FIRST, true) > 0 && loaded(demo.second(), SECOND, true) > 0);
        try {
            demo.second().kill9();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static boolean answers(Connection client) {
        try {
            return "0".equals(Jdbc.value(client, "SELECT COUNT(*)" + LOADED.formatted(SECOND)));
        } catch (SQLException notYet) {
            return false;
        }
    }

    /** @param uncommitted whether those of open transactions count */
    private static int loaded(LocalServer server, String database, boolean uncommitted) throws SQLException {
        try (Connection root = server.connect()) {
            root.setTransactionIsolation(
                    uncommitted ? Connection.TRANSACTION_READ_UNCOMMITTED : Connection.TRANSACTION_READ_COMMITTED);
            return Integer.parseInt(String.valueOf(Jdbc.value(root, "SELECT COUNT(*)" + LOADED.formatted(database))));
        }
    }

    private static Connection connect(RunningProxy proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000"
                        + "&allowLoadLocalInfile=true",
                "app",
                "app");
    }
}
