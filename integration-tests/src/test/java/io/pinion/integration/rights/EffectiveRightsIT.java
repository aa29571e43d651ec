package io.pinion.integration.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.GrantSet;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.integration.testing.Dice;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.PairCluster;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.StartedServers;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/**
 * Asks the servers themselves for what each account may do in each database, and the topology for what it should: both
 * say the same, whatever names the databases have, and whether Pinion, a client or an operator makes them.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@OnEachServer
class EffectiveRightsIT {
    private static final Duration LENGTH = Duration.ofSeconds(Integer.getInteger("pinion.rights.seconds", 15));
    private static final long SEED = Long.getLong("pinion.rights.seed", 1);
    private static final Secrets SECRETS = new Secrets(Map.of("DATA", "data-secret")::get);
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Of servers, and of Pinion: no user's. */
    private static final List<String> OF_NOBODY = List.of("mysql", "sys", "pinion", "pinion_gather", "pinion_fence");

    private PairCluster cluster;
    private ManagedServer first;
    private ManagedServer second;

    @Parameter
    ServerProduct product;

    @BeforeParameterizedClassInvocation(injectArguments = false)
    void start(@TempDir Path directory) throws Exception {
        StartedServers started = product.startPair(directory);
        first = started.all().get(0);
        second = started.all().get(1);
        cluster = new PairCluster(directory, first, second, started.end());
    }

    @AfterParameterizedClassInvocation
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (cluster != null) {
            cluster.stop();
        }
    }

    // --- whatever the names are

    @Test
    void serversAllowWhatTheTopologySaysAndNothingElse() throws Exception {
        Dice dice = new Dice(SEED);
        long end = System.nanoTime() + LENGTH.toNanos();
        int rounds = 0;
        do {
            rounds += playRound(dice) ? 1 : 0;
        } while (System.nanoTime() < end);
        System.out.println(rounds + " topologies, seed " + SEED);
    }

    /** @return false where a topology may not have the names that were drawn */
    private boolean playRound(Dice dice) throws Exception {
        DrawnNames drawn = DrawnNames.of(dice);
        int before = drawn.others().size() / 2;
        try {
            make(drawn.databasesOfKeyspaces());
            make(drawn.others().subList(0, before));
            if (!publish(drawn, dice)) {
                return false;
            }
            LimitedUsers.awaitExact(cluster);
            requireRights(drawn, drawn.others().subList(0, before));
            make(drawn.others().subList(before, drawn.others().size()));
            sync();
            requireRights(drawn, drawn.others());
            return true;
        } finally {
            drop(drawn.others());
            drop(drawn.databasesOfKeyspaces());
        }
    }

    private void sync() throws Exception {
        try (Connection admin = cluster.connect(0)) {
            Jdbc.execute(admin, "SYNC ACCOUNTS");
        }
        LimitedUsers.awaitExact(cluster);
    }

    /** @return false where a topology may not have these names */
    private boolean publish(DrawnNames drawn, Dice dice) throws Exception {
        Topology now = cluster.editor().current();
        ObjectNode document = (ObjectNode) JSON.readTree(new TopologyWriter().write(now));
        document.put("home", "p");
        drawn.publishIn((ObjectNode) document.get("keyspaces"));
        ObjectNode users = (ObjectNode) document.get("users");
        users.retain("app");
        int count = dice.between(2, 4);
        for (int number = 0; number < count; number++) {
            ObjectNode user = LimitedUsers.user("*", dice.chance(30));
            if (!user.get("read_only").asBoolean() || dice.chance(70)) {
                user.putArray("keyspaces");
                dice.some(dice.between(0, 3), drawn.keyspaces()).forEach(user.withArray("keyspaces")::add);
            }
            users.set("user" + number, user);
        }
        document.put("generation", now.generation() + 1);
        return cluster.editor().set(document.toString(), OptionalLong.of(now.generation()))
                instanceof TopologyEditor.Outcome.Written;
    }

    private void make(Collection<String> databases) throws SQLException {
        for (String database : databases) {
            first.execute(List.of(
                    "CREATE DATABASE " + quoted(database),
                    "CREATE TABLE " + quoted(database) + ".t (a INT PRIMARY KEY)"));
        }
        cluster.replication().awaitCaughtUp(PairCluster.TIMEOUT);
    }

    private void drop(Collection<String> databases) throws SQLException {
        for (String database : databases) {
            first.execute(List.of("DROP DATABASE IF EXISTS " + quoted(database)));
        }
    }

    private static String quoted(String database) {
        return "`" + database.replace("`", "``") + "`";
    }

    // --- what servers say

    private void requireRights(DrawnNames drawn, List<String> others) throws Exception {
        List<String> databases = new ArrayList<>(drawn.databasesOfKeyspaces());
        databases.addAll(others);
        databases.addAll(OF_NOBODY);
        Map<String, String> wanted = new TreeMap<>();
        Map<String, String> found = new TreeMap<>();
        for (Account account : cluster.editor().current().accounts().values()) {
            if (account.grants().isPresent()) {
                GrantSet set = account.grants().get();
                try (Connection primary = straightTo(first, account);
                        Connection standby = straightTo(second, account)) {
                    for (String database : databases) {
                        String place = set.words() + " in " + database;
                        wanted.put(place, wanted(set, drawn, database));
                        found.put(place, found(primary, standby, database));
                    }
                }
            }
        }
        found.entrySet().removeIf(place -> place.getValue().equals(wanted.remove(place.getKey())));
        assertThat(found).as("seed " + SEED + ", " + drawn).isEqualTo(wanted);
    }

    private static String wanted(GrantSet set, DrawnNames drawn, String database) {
        boolean mayUse = set.hasAllKeyspaces()
                ? !OF_NOBODY.contains(database)
                : set.keyspaces().stream().anyMatch(keyspace -> drawn.isOf(keyspace, database));
        return words(mayUse, mayUse, mayUse && !set.readsOnly(), mayUse && !set.readsOnly(), mayUse);
    }

    private static String found(Connection primary, Connection standby, String database) throws SQLException {
        String table = quoted(database) + ".t";
        return words(
                isAllowed(primary, "SELECT a FROM " + table + " LIMIT 0"),
                isAllowed(standby, "SELECT a FROM " + table + " LIMIT 0"),
                isAllowed(primary, "INSERT INTO " + table + " VALUES (1)"),
                isAllowed(primary, "CREATE TABLE IF NOT EXISTS " + table + " (a INT PRIMARY KEY)"),
                // It may write decisions of two-phase commits.
                !database.equals("pinion")
                        && !Jdbc.rows(
                                        primary,
                                        "SELECT table_name FROM information_schema.tables WHERE table_schema = '"
                                                + database.replace("'", "''") + "'")
                                .isEmpty());
    }

    private static String words(boolean reads, boolean readsOnStandby, boolean writes, boolean makes, boolean sees) {
        return (reads ? "reads " : "")
                + (readsOnStandby ? "reads on the standby " : "")
                + (writes ? "writes " : "")
                + (makes ? "makes tables " : "")
                + (sees ? "sees tables" : "");
    }

    private static boolean isAllowed(Connection connection, String sql) {
        try {
            Jdbc.execute(connection, sql);
            return true;
        } catch (SQLException e) {
            // There may be no such table, and there may be that row.
            assertThat(e.getErrorCode()).as(sql + ": " + e.getMessage()).isIn(1044, 1142, 1146, 1062);
            return e.getErrorCode() == 1146 || e.getErrorCode() == 1062;
        }
    }

    /** As if nothing of Pinion were between: no scan, no plan. */
    private static Connection straightTo(ManagedServer server, Account account) throws Exception {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + server.port()
                        + "/?sslMode=PREFERRED&allowPublicKeyRetrieval=true&connectTimeout=10000&socketTimeout=60000",
                account.user(),
                SECRETS.resolve(account.secret()));
    }

    /** As a MariaDB has it that was installed with its database test. Nothing hides a database from such a grant. */
    @Test
    void whatAServerGivesToEveryAccountIsAProblem() throws Exception {
        String everybody =
                switch (product) {
                    case MARIADB -> "PUBLIC";
                    case MYSQL97 -> "''@'%'";
                };
        first.execute(List.of("CREATE DATABASE test", "CREATE DATABASE test_shop"));
        first.executeUnreplicated(product == ServerProduct.MYSQL97 ? List.of("CREATE USER " + everybody) : List.of());
        first.executeUnreplicated(
                List.of("GRANT SELECT ON test.* TO " + everybody, "GRANT SELECT ON `test\\_%`.* TO " + everybody));
        LimitedUsers.publish(cluster, users -> users.set("shop_app", LimitedUsers.user("shop", false)));
        try (Connection admin = cluster.connect(0)) {
            String told = "may use database test_shop, also those of users who must not: REVOKE ALL PRIVILEGES ON"
                    + " `test\\_%`.* FROM " + everybody;
            Conditions.await(
                    told, PairCluster.TIMEOUT, () -> problemsOfData(admin).contains(told));
            assertThat(problemsOfData(admin)).doesNotContain("may use database test,");
            first.executeUnreplicated(List.of("REVOKE ALL PRIVILEGES ON `test\\_%`.* FROM " + everybody));
            Conditions.await("all is well", PairCluster.TIMEOUT, () -> !problemsOfData(admin)
                    .contains(told));
        } finally {
            first.executeUnreplicated(
                    product == ServerProduct.MYSQL97
                            ? List.of("DROP USER " + everybody)
                            : List.of("REVOKE ALL PRIVILEGES ON test.* FROM " + everybody));
            first.execute(List.of("DROP DATABASE test", "DROP DATABASE test_shop"));
        }
    }

    private static String problemsOfData(Connection admin) throws SQLException {
        return Jdbc.rows(admin, "SHOW USERS").toString();
    }

    // --- whatever makes them

    @Test
    void aKeyspaceOfOneDatabaseIsNeverOpenToOthers() throws Exception {
        LimitedUsers.publish(cluster, users -> {
            users.retain("app");
            users.set("pins_app", LimitedUsers.user("pinterest", false));
        });
        LimitedUsers.awaitExact(cluster);
        Topology now = cluster.editor().current();
        Account account =
                now.account(now.user("pins_app").orElseThrow().account()).orElseThrow();
        AtomicBoolean ended = new AtomicBoolean();
        try (Connection admin = cluster.connect(0);
                Connection attacker = straightTo(first, account)) {
            CompletableFuture<Long> openMoments = CompletableFuture.supplyAsync(() -> {
                long open = 0;
                while (!ended.get()) {
                    int code = Failure.of(() -> Jdbc.execute(attacker, "CREATE TABLE dbsales.theirs (a INT)"))
                            .code();
                    // ER_BAD_DB_ERROR: it may, but there is no such database yet.
                    open += code == 1142 || code == 1049 ? 0 : 1;
                }
                return open;
            });
            try {
                Jdbc.rows(admin, "CREATE KEYSPACE dbsales SINGLE ON PAIR p");
                Jdbc.execute(admin, "CREATE TABLE dbsales.t (a INT PRIMARY KEY)");
                LimitedUsers.awaitExact(cluster);
                assertThat(isAllowed(attacker, "SELECT a FROM dbsales.t")).isFalse();
            } finally {
                ended.set(true);
            }
            assertThat(openMoments.get()).isZero();
            // Nor when it is made anew by a client.
            Jdbc.execute(admin, "DROP DATABASE dbsales");
            sync();
            Jdbc.execute(admin, "CREATE DATABASE dbsales");
            assertThat(isAllowed(attacker, "CREATE TABLE dbsales.theirs (a INT)"))
                    .isFalse();
            Jdbc.rows(admin, "DROP KEYSPACE dbsales");
        }
    }
}
