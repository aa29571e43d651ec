package io.pinion.integration.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.integration.differential.Conversation.Endpoint;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.integration.testing.RealCluster;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.TestProxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Generated statements, as text and prepared, have the same answers through Pinion as on the server: rows, definitions,
 * counts, ids, warnings, flags and errors. {@code -Dpinion.differential.statements} says how many, and
 * {@code -Dpinion.differential.seed} where to begin, which is how a failure is seen again.
 */
@ExtendWith(LeakWatch.class)
class DifferentialIT {
    private static final int STATEMENTS = Integer.getInteger("pinion.differential.statements", 6_000);
    private static final long SEED = Long.getLong("pinion.differential.seed", 1);
    private static final int STATEMENTS_A_ROUND = 300;
    private static final int DIFFERENCES_TOLD = Integer.getInteger("pinion.differential.told", 8);
    private static final int DIFFERENCES_OF_A_ROUND = Integer.getInteger("pinion.differential.told.round", 1);
    private static final int MARIADB_VERSION = 101100;
    private static final int MYSQL_VERSION = 90704;
    private static final String MYSQL_USER = "pinion_differential";
    private static final String MYSQL_PASSWORD = "differential-secret";

    private static final GivenServers MYSQL = GivenServers.mysql97();

    @Test
    void mariaDbSaysTheSameThroughPinion() throws Exception {
        LocalServer server = RealCluster.shared().first();
        Endpoint direct = new Endpoint(server.host(), server.port(), RealCluster.ACCOUNT, RealCluster.ACCOUNT_PASSWORD);
        compare(server::connect, direct, SqlDialect.MARIADB, MARIADB_VERSION);
    }

    @Test
    @NeedsMySql97
    void mySqlSaysTheSameThroughPinion() throws Exception {
        GivenServers.Address address = MYSQL.addresses().get(0);
        try (Connection root = mySql("root", GivenServers.mysql97Password());
                Statement statement = root.createStatement()) {
            statement.execute("DROP USER IF EXISTS " + MYSQL_USER);
            statement.execute("CREATE USER " + MYSQL_USER + " IDENTIFIED BY '" + MYSQL_PASSWORD + "'");
            statement.execute("GRANT ALL ON *.* TO " + MYSQL_USER);
            statement.execute("SET GLOBAL log_bin_trust_function_creators = 1");
        }
        // The raw client can't do the full exchange: this login puts the account into the server's cache.
        mySql(MYSQL_USER, MYSQL_PASSWORD).close();
        Endpoint direct = new Endpoint(address.host(), address.port(), MYSQL_USER, MYSQL_PASSWORD);
        compare(() -> mySql("root", GivenServers.mysql97Password()), direct, SqlDialect.MYSQL, MYSQL_VERSION);
    }

    private static void compare(ScriptComparison.Root root, Endpoint direct, SqlDialect dialect, int version)
            throws IOException, SQLException {
        FingerprintKey key = new FingerprintKey(1, 2);
        PlanCache cache = new PlanCache(500);
        TestProxy.Builder builder = TestProxy.builder()
                .primary("pair1", direct.host(), direct.port())
                .account(direct.user(), direct.password())
                // No more than clients: they use each other's connections.
                .maxConnections(ScriptComparison.DATABASES.size())
                .planner(() -> Planners.make(cache, key, dialect, version));
        for (String database : ScriptComparison.DATABASES) {
            builder.keyspace(new Keyspace.Single(database, "pair1"));
        }
        List<String> differences = new ArrayList<>();
        try (TestProxy proxy = builder.start()) {
            Endpoint through = new Endpoint("127.0.0.1", proxy.port(), TestProxy.USER, TestProxy.PASSWORD);
            ScriptComparison comparison = new ScriptComparison(root, direct, through, dialect == SqlDialect.MYSQL);
            int rounds = Math.max(1, STATEMENTS / STATEMENTS_A_ROUND);
            for (int round = 0; round < rounds && differences.size() < DIFFERENCES_TOLD; round++) {
                List<String> ofRound = comparison.run(SEED + round, STATEMENTS_A_ROUND);
                // What follows the first in a round may only follow from it.
                differences.addAll(ofRound.subList(0, Math.min(DIFFERENCES_OF_A_ROUND, ofRound.size())));
            }
        }
        assertThat(String.join("\n", differences)).isEmpty();
    }

    private static Connection mySql(String user, String password) throws SQLException {
        GivenServers.Address address = MYSQL.addresses().get(0);
        return DriverManager.getConnection(
                "jdbc:mysql://" + address.host() + ":" + address.port()
                        + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                user,
                password);
    }
}
