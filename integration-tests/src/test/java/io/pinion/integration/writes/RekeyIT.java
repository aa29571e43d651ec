package io.pinion.integration.writes;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ProxyProcess;
import io.pinion.integration.testing.SchemaCluster;
import io.pinion.integration.testing.WritesBesideOneServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys of many rows that change, beside the same UPDATE on one server. */
@OnEachServer
class RekeyIT extends WritesBesideOneServer {
    private static final int ROWS = Integer.getInteger("pinion.rekey.rows", 400);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String MEMBERS = "members ORDER BY n";
    private static final String ALL = "name, HEX(name), n, since, note, shout";

    @Override
    protected String makeTables() throws SQLException {
        administer("ALTER TOPOLOGY SET 'keyspaces.lookup.transactions' = '\"xa\"'");
        await(
                "the tables of decisions",
                LONG,
                () -> onBoth("SHOW TABLES FROM pinion LIKE 'xa_decision'").size() == 2);
        run(client, "USE lookup");
        both(
                "CREATE TABLE members (name VARCHAR(40) COLLATE " + exact() + " NOT NULL PRIMARY KEY, n INT NOT NULL,"
                        + " since TIMESTAMP(3) NOT NULL DEFAULT '2024-05-06 07:08:09.123', note VARCHAR(40), shout VARCHAR(60) AS"
                        + " (CONCAT(name, '!')) STORED) CHARACTER SET utf8mb4",
                "hashed key=name");
        both("CREATE TABLE numbers (number BIGINT NOT NULL PRIMARY KEY, n INT)", "hashed key=number");
        return "lookup.numbers";
    }

    @BeforeEach
    void fill() throws SQLException {
        both("DELETE FROM members");
        both("DELETE FROM numbers");
        List<String> rows = new ArrayList<>();
        for (int n = 0; n < ROWS; n++) {
            rows.add("('" + name(n) + "', " + n + ", " + (n % 3 == 0 ? "NULL" : "'it''s " + n + "'") + ")");
        }
        both("INSERT INTO members (name, n, note) VALUES " + String.join(", ", rows));
    }

    private static String name(int n) {
        return "Ann O''Neil \\\\ É" + n;
    }

    private long begin(String statement) throws SQLException {
        try (Connection admin = admin()) {
            return Long.parseLong(Jdbc.rows(admin, statement).getFirst().getFirst());
        }
    }

    private Map<String, String> operation(long number) throws SQLException {
        try (Connection admin = admin();
                Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery("SHOW OPERATIONS")) {
            while (rows.next()) {
                if (rows.getLong("operation") == number) {
                    return Map.of("state", rows.getString("state"), "error", String.valueOf(rows.getString("error")));
                }
            }
        }
        throw new IllegalStateException("there is no operation " + number);
    }

    private String ended(long number) throws SQLException {
        await("the end of operation " + number, LONG, () -> {
            try {
                return List.of("done", "failed", "cancelled")
                        .contains(operation(number).get("state"));
            } catch (SQLException e) {
                return false;
            }
        });
        Map<String, String> end = operation(number);
        return end.get("state") + ": " + end.get("error");
    }

    private String rekeyed(String statement) throws SQLException {
        return ended(begin(statement));
    }

    /** While a reader finds one of each member's names at every moment, and a writer makes more members with old names. */
    @Test
    void rowsGetTheKeysThatAnUpdateGives() throws Exception {
        AtomicBoolean end = new AtomicBoolean();
        AtomicInteger reads = new AtomicInteger();
        int more = ROWS / 4;
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            Future<?> reader = threads.submit(() -> {
                read(end, reads);
                return null;
            });
            try {
                await(() -> reads.get() > 10);
                long number = begin("REKEY TABLE lookup.members SET name = LOWER(name) WHERE n % 7 <> 3");
                for (int n = ROWS; n < ROWS + more; n++) {
                    both("INSERT INTO members (name, n) VALUES ('" + name(n) + "', " + n + ")");
                }
                String said = ended(number);
                assertThat(said)
                        .startsWith("done: ")
                        .contains(" rows have new keys")
                        .doesNotContain("stay");
            } finally {
                end.set(true);
            }
            reader.get();
        }
        // Members that came behind the last look keep their names.
        rekeyed("REKEY TABLE lookup.members SET name = LOWER(name) WHERE n % 7 <> 3");
        run(plain, "UPDATE members SET name = LOWER(name) WHERE n % 7 <> 3");
        assertThat(ask(client, "SELECT " + ALL + " FROM " + MEMBERS))
                .isEqualTo(ask(plain, "SELECT " + ALL + " FROM " + MEMBERS))
                .hasSize(ROWS + more);
    }

    private void read(AtomicBoolean end, AtomicInteger reads) throws SQLException {
        try (Connection reader = connect(second)) {
            run(reader, "USE lookup");
            for (int n = 0; !end.get(); n = (n + 1) % ROWS) {
                List<String> found = ask(reader, "SELECT n FROM members WHERE name = '" + name(n) + "'");
                if (found.isEmpty()) {
                    found = ask(reader, "SELECT n FROM members WHERE name = LOWER('" + name(n) + "')");
                }
                assertThat(found).containsExactly(Integer.toString(n));
                reads.incrementAndGet();
            }
        }
    }

    @Test
    void whatWouldChangeTwiceOrCantBeAKeyIsRefusedWhole() throws SQLException {
        List<String> before = ask(client, "SELECT " + ALL + " FROM " + MEMBERS);
        assertThat(refusedOrEnded("REKEY TABLE lookup.members SET name = CONCAT('x', name)"))
                .contains("would change once more when it has its new key");
        assertThat(refusedOrEnded("REKEY TABLE lookup.members SET name = CONCAT('x', name) WHERE name NOT LIKE 'y%'"))
                .contains("would change once more when it has its new key");
        assertThat(refusedOrEnded("REKEY TABLE lookup.members SET name = LOWER(HEX(name)) WHERE name <> UPPER(name)"))
                .contains("would change once more when it has its new key");
        assertThat(refusedOrEnded("REKEY TABLE lookup.members SET name = LOWER(name) WHERE shout LIKE 'A%'"))
                .contains("Unknown column 'shout'");
        refused("REKEY TABLE lookup.members SET name = CAST(name AS UNSIGNED)", "servers warn of the new keys");
        assertThat(ask(client, "SELECT " + ALL + " FROM " + MEMBERS)).isEqualTo(before);
        refused("REKEY TABLE lookup.members SET name = note", "Unknown column 'note'");
        refused("REKEY TABLE lookup.members SET name = LOWER(name) WHERE nobody = 1", "nobody");
        refused("REKEY TABLE lookup.members SET n = 1", "the rows of members are placed by name");
        refused("REKEY TABLE lookup.nothing SET n = 1", "has no hashed table nothing");
        refused("REKEY TABLE pinterest.pins SET id = 1", "there is no keyspace of hashed tables pinterest");
        refused("REKEY TABLE lookup.members SET name = LOWER(name) WHERE n IN (SELECT n FROM numbers)", "1235");
        refused("REKEY TABLE lookup.members SET name = LOWER(name) WHERE 1) OR (1", "expected a condition");
        refused("REKEY TABLE lookup.members SET name = LOWER(name WHERE 1", "whose parentheses are closed");
        assertThat(ask(client, "SELECT " + ALL + " FROM " + MEMBERS)).isEqualTo(before);
    }

    /** What the first keys of a range show is refused at once, the rest when it is met. */
    private String refusedOrEnded(String statement) {
        try {
            return rekeyed(statement);
        } catch (SQLException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private void refused(String statement, String why) {
        assertThatThrownBy(() -> administer("EXPLAIN " + statement))
                .as(statement)
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(why);
    }

    @Test
    void aNewKeyThatIsThereIsToldOfAndItsRowStays() throws SQLException {
        run(
                client,
                "DELETE FROM members WHERE n > 1",
                "INSERT INTO members (name, n) VALUES ('" + name(0).toLowerCase(Locale.ROOT) + "', 90)");
        assertThat(rekeyed("REKEY TABLE lookup.members SET name = LOWER(name)"))
                .startsWith(
                        "done: 1 row has a new key; 1 key stays as it is: 'Ann O'Neil \\ É0' → 'ann o'neil \\ é0': ")
                .contains("Duplicate entry");
        assertThat(ask(client, "SELECT name, n FROM " + MEMBERS))
                .containsExactly("Ann O'Neil \\ É0 | 0", "ann o'neil \\ é1 | 1", "ann o'neil \\ é0 | 90");
    }

    @Test
    void aNewKeyThatIsTooLongIsToldOf() throws SQLException {
        assertThat(rekeyed(
                        "REKEY TABLE lookup.members SET name = REPEAT(name, 3) WHERE CHAR_LENGTH(name) < 20 AND n < 2"))
                .startsWith("done: 0 rows have new keys; 2 keys stay as they are: ")
                .contains("is no key of members");
    }

    @Test
    void wholeNumbersAreKeysToo() throws SQLException {
        List<String> rows = new ArrayList<>();
        for (int n = 0; n < 50; n++) {
            rows.add("(" + (n - 10) + ", " + n + ")");
        }
        both("INSERT INTO numbers VALUES " + String.join(", ", rows));
        assertThat(rekeyed("REKEY TABLE lookup.numbers SET number = number + 1000 WHERE number < 500"))
                .isEqualTo("done: 50 rows have new keys");
        run(plain, "UPDATE numbers SET number = number + 1000 WHERE number < 500 ORDER BY number DESC");
        assertThat(ask(client, "SELECT number, n FROM numbers ORDER BY number"))
                .isEqualTo(ask(plain, "SELECT number, n FROM numbers ORDER BY number"));
    }

    @Test
    void withoutTwoPhasesItIsRefusedWithACure() throws SQLException {
        administer("ALTER TOPOLOGY SET 'keyspaces.lookup.transactions' = '\"best_effort\"'");
        try {
            refused("REKEY TABLE lookup.members SET name = LOWER(name)", "transactions' = '\"xa\"'");
        } finally {
            administer("ALTER TOPOLOGY SET 'keyspaces.lookup.transactions' = '\"xa\"'");
        }
    }

    @Test
    void anotherProxyGoesOnWhenOneDies(@TempDir Path directory) throws Exception {
        try (ProxyProcess third = new ProxyProcess(
                directory.resolve("third"), cluster.zooKeeper().connectString(), SchemaCluster.CLUSTER)) {
            third.start();
            long number;
            try (Connection admin = DriverManager.getConnection(
                    "jdbc:mysql://127.0.0.1:" + third.port() + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                    "admin",
                    "admin")) {
                number = Long.parseLong(Jdbc.rows(admin, "REKEY TABLE lookup.members SET name = LOWER(name)")
                        .getFirst()
                        .getFirst());
                await("some keys have changed", LONG, () -> changed() > ROWS / 10);
            }
            third.kill9();
            assertThat(ended(number)).startsWith("done: ");
        }
        assertThat(changed()).isEqualTo(ROWS);
        assertThat(ask(client, "SELECT COUNT(*), COUNT(DISTINCT n) FROM members"))
                .containsExactly(ROWS + " | " + ROWS);
    }

    private int changed() {
        try {
            return Integer.parseInt(ask(client, "SELECT COUNT(*) FROM members WHERE name LIKE 'ann%'")
                    .getFirst());
        } catch (SQLException notYet) {
            return 0;
        }
    }
}
