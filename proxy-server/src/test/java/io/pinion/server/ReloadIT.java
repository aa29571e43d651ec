package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RealCluster;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A range of shards moves to another pair in the document while clients work: none of them sees an error. */
@ExtendWith(LeakWatch.class)
class ReloadIT {
    private static final int CLIENTS = 4;
    private static final long PIN = 3L << 46 | 1L << 36 | 1;
    private static final String[] QUERIES = {
        "SELECT data FROM pinterest.pins WHERE id = " + PIN, "SELECT data FROM db00003.pins WHERE local_id = 1"
    };

    private final RealCluster cluster = RealCluster.shared();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicInteger statements = new AtomicInteger();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();

    @Test
    void aRangeMovesUnderTraffic() throws Exception {
        cluster.first().execute("REPLACE INTO db00003.pins (local_id, data) VALUES (1, '\"old\"')");
        cluster.second()
                .execute(
                        "CREATE DATABASE IF NOT EXISTS db00003",
                        "CREATE TABLE IF NOT EXISTS db00003.pins LIKE db00004.pins",
                        "REPLACE INTO db00003.pins (local_id, data) VALUES (1, '\"new\"')");
        try (TestProxy proxy = cluster.proxy().loops(2).start()) {
            List<Thread> clients = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                String query = QUERIES[i % QUERIES.length];
                boolean inTransactions = i >= CLIENTS / 2;
                clients.add(Thread.ofPlatform().start(() -> work(proxy, query, inTransactions)));
            }
            awaitStatements(200);
            for (int generation = 2; generation <= 11; generation++) {
                boolean moved = generation % 2 == 0;
                proxy.adopt(cluster.topology(generation, moved ? "[0, 2]" : "[0, 3]", moved ? "[3, 7]" : "[4, 7]"));
                assertThat(proxy.server().servedGeneration()).isEqualTo(generation);
                assertThat(read(proxy)).isEqualTo(moved ? "\"new\"" : "\"old\"");
                awaitStatements(statements.get() + 50);
            }
            stop.set(true);
            for (Thread client : clients) {
                client.join();
            }
        }
        assertThat(errors).isEmpty();
    }

    private void awaitStatements(int count) {
        Conditions.await(() -> statements.get() >= count || !errors.isEmpty());
    }

    private void work(TestProxy proxy, String query, boolean inTransactions) {
        try (Connection connection = connect(proxy);
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(!inTransactions);
            while (!stop.get()) {
                try (ResultSet rows = statement.executeQuery(query)) {
                    if (!rows.next() || !List.of("\"old\"", "\"new\"").contains(rows.getString(1))) {
                        errors.add("a wrong row");
                    }
                }
                if (inTransactions) {
                    connection.commit();
                }
                statements.incrementAndGet();
            }
        } catch (SQLException e) {
            errors.add(e.toString());
        }
    }

    private static String read(TestProxy proxy) throws SQLException {
        try (Connection connection = connect(proxy);
                PreparedStatement statement = connection.prepareStatement(QUERIES[0]);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static Connection connect(TestProxy proxy) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + proxy.port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=20000",
                TestProxy.USER,
                TestProxy.PASSWORD);
    }
}
