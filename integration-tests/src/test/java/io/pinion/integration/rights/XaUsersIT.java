package io.pinion.integration.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.mysql.cj.jdbc.MysqlXADataSource;
import com.mysql.cj.jdbc.MysqlXid;
import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.topology.Secrets;
import io.pinion.config.topology.Verifiers;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.bootstrap.RunningProxy;
import io.pinion.server.testing.Conditions;
import io.pinion.server.testing.Failure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Users see and end their own branches of XA alone, whichever account they share. */
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class XaUsersIT {
    private static final int UNKNOWN_XID = 1397;
    private static final String PASSWORD = "app-password";
    private static final Secrets SECRETS = new Secrets(
            Map.of("DATA", "xa-data-secret", "OTHER", "xa-other-secret", "OPERATOR", "xa-operator-secret")::get);

    /** Two of the same rights, and one whose account is another. */
    private static final String ANN = "ann";

    private static final String BOB = "bob";
    private static final String LIMITED = "limited";
    private static final String ADMIN = "admin";

    private final RealServer server;
    private RunningProxy proxy;

    XaUsersIT(RealServer server) {
        this.server = server;
    }

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        makeTable();
        server.execute(
                "DROP USER IF EXISTS xa_data, xa_other, xa_operator",
                "CREATE USER xa_data IDENTIFIED BY 'xa-data-secret'",
                "GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP ON *.* TO xa_data",
                "CREATE USER xa_other IDENTIFIED BY 'xa-other-secret'",
                "GRANT SELECT, INSERT ON legacy.* TO xa_other",
                "CREATE USER xa_operator IDENTIFIED BY 'xa-operator-secret'",
                "GRANT SELECT ON *.* TO xa_operator");
        if (server.isMySql()) {
            server.execute("GRANT XA_RECOVER_ADMIN ON *.* TO xa_operator");
        }
        proxy = RunningProxy.start(
                Settings.DEFAULT
                        .withDataDirectory(directory)
                        .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                        .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                        .withTopology(TopologySettings.DEFAULT.withFile(
                                Files.writeString(directory.resolve("topology.json"), topology()))),
                SECRETS,
                "test");
    }

    private String topology() {
        Verifiers verifiers = Verifiers.of(PASSWORD);
        String hash = "\"password_hash\": {\"native\": \"%s\", \"sha2\": \"%s\"}"
                .formatted(verifiers.nativeVerifier(), verifiers.sha2Verifier());
        return """
                {"generation": 1, "cluster": "xa",
                 "servers": {"A": "%1$s:%2$d"},
                 "pairs": {"p": {"primary": "A"}},
                 "keyspaces": {"legacy": {"kind": "single", "pair": "p"}},
                 "users": {
                   "ann": {%3$s, "keyspaces": ["*"]},
                   "bob": {%3$s, "keyspaces": ["*"]},
                   "limited": {%3$s, "keyspaces": ["legacy"], "account": "other"},
                   "admin": {%3$s, "keyspaces": ["*"], "admin": true}},
                 "accounts": {"data": {"user": "xa_data", "secret": "env:DATA"},
                              "other": {"user": "xa_other", "secret": "env:OTHER"},
                              "operator": {"user": "xa_operator", "secret": "env:OPERATOR"}}}
                """.formatted(server.host(), server.port(), hash);
    }

    private void makeTable() throws SQLException {
        rollBackAll();
        server.execute("DROP TABLE IF EXISTS legacy.xa_users", "CREATE TABLE legacy.xa_users (id INT PRIMARY KEY)");
    }

    /** A branch that is left would lock the table. */
    private void rollBackAll() throws SQLException {
        try (Connection root = server.root()) {
            for (List<byte[]> name : names(root)) {
                Jdbc.execute(root, "XA ROLLBACK " + quoted(name));
            }
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (proxy != null) {
            proxy.close();
        }
        rollBackAll();
        server.execute("DROP TABLE IF EXISTS legacy.xa_users", "DROP USER xa_data, xa_other, xa_operator");
    }

    @ParameterizedTest
    @ValueSource(strings = {BOB, LIMITED})
    void nobodyElseSeesOrEndsABranch(String stranger) throws SQLException {
        prepare(ANN, "'x','b',7", 1);
        String raw = onServer();
        try (Connection other = connect(stranger)) {
            assertThat(Jdbc.lines(other, "XA RECOVER")).isEmpty();
            for (String name : List.of("'x','b',7", "'x','" + raw.substring(1) + "',7", "'x',0x62,7")) {
                for (String end : List.of("XA COMMIT ", "XA ROLLBACK ")) {
                    assertThat(Failure.of(() -> Jdbc.execute(other, end + name)).code())
                            .isEqualTo(UNKNOWN_XID);
                }
            }
        }
        try (Connection again = connect(ANN)) {
            assertThat(Jdbc.lines(again, "XA RECOVER")).containsExactly("7 | 1 | 1 | xb");
            Jdbc.execute(again, "XA COMMIT 'x','b',7");
            assertThat(Jdbc.column(again, "SELECT id FROM xa_users")).containsExactly("1");
            assertThat(Jdbc.lines(again, "XA RECOVER")).isEmpty();
        }
    }

    @Test
    void usersMayGiveTheSameNames() throws SQLException {
        prepare(ANN, "'same'", 1);
        prepare(BOB, "'same'", 2);
        prepare(LIMITED, "'same'", 3);
        for (String user : List.of(BOB, LIMITED)) {
            try (Connection client = connect(user)) {
                assertThat(Jdbc.lines(client, "XA RECOVER")).containsExactly("1 | 4 | 0 | same");
                Jdbc.execute(client, "XA COMMIT 'same'");
            }
        }
        try (Connection client = connect(ANN)) {
            Jdbc.execute(client, "XA ROLLBACK 'same'");
            assertThat(Jdbc.column(client, "SELECT id FROM xa_users ORDER BY id"))
                    .containsExactly("2", "3");
        }
    }

    @Test
    void operatorsSeeAndEndEverybodys() throws SQLException {
        prepare(ANN, "'x','b'", 1);
        prepare(ADMIN, "'x','b'", 2);
        try (Connection admin = connect(ADMIN)) {
            assertThat(Jdbc.lines(admin, "XA RECOVER"))
                    .containsExactlyInAnyOrder("1 | 1 | 14 | x" + onServer().substring(1), "1 | 1 | 1 | xb");
            Jdbc.execute(admin, "XA ROLLBACK 'x','" + onServer().substring(1) + "'");
            Jdbc.execute(admin, "XA COMMIT 'x','b'");
            assertThat(Jdbc.column(admin, "SELECT id FROM xa_users")).containsExactly("2");
        }
    }

    @Test
    void aTransactionManagerGetsItsNamesBackByteForByte() throws Exception {
        MysqlXADataSource source = new MysqlXADataSource();
        source.setUrl(url(""));
        source.setUser(ANN);
        source.setPassword(PASSWORD);
        byte[] gtrid = HexFormat.of().parseHex("00ff27225c80e282ac7e00");
        byte[] bqual = HexFormat.of().parseHex("c3a9277e616263000001");
        Xid xid = new MysqlXid(gtrid, bqual, 0x1234567);
        XAConnection first = source.getXAConnection();
        first.getXAResource().start(xid, XAResource.TMNOFLAGS);
        Jdbc.execute(first.getConnection(), "INSERT INTO xa_users VALUES (5)");
        first.getXAResource().end(xid, XAResource.TMSUCCESS);
        assertThat(first.getXAResource().prepare(xid)).isEqualTo(XAResource.XA_OK);
        first.close();
        awaitFree();

        XAConnection second = source.getXAConnection();
        Xid[] found = second.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
        assertThat(found).hasSize(1);
        assertThat(found[0].getGlobalTransactionId()).isEqualTo(gtrid);
        assertThat(found[0].getBranchQualifier()).isEqualTo(bqual);
        assertThat(found[0].getFormatId()).isEqualTo(0x1234567);
        second.getXAResource().commit(found[0], false);
        second.close();
        try (Connection client = connect(ANN)) {
            assertThat(Jdbc.column(client, "SELECT id FROM xa_users")).containsExactly("5");
        }
    }

    @Test
    void aQualifierMayHave51Bytes() throws SQLException {
        String longest = "'" + "g".repeat(64) + "','" + "q".repeat(51) + "'";
        prepare(ANN, longest, 1);
        try (Connection client = connect(ANN)) {
            assertThat(Jdbc.lines(client, "XA RECOVER"))
                    .containsExactly("1 | 64 | 51 | " + "g".repeat(64) + "q".repeat(51));
            Jdbc.execute(client, "XA COMMIT " + longest);
            Failure failure = Failure.of(() -> Jdbc.execute(client, "XA START 'g','" + "q".repeat(52) + "'"));
            assertThat(failure.code()).isEqualTo(1398);
            assertThat(failure.message()).contains("51");
        }
    }

    @Test
    void theListIsWrittenAsByTheServer() throws SQLException {
        for (String name : List.of(
                "'p','q',5",
                "'p'",
                "'p','',9",
                "x'01ff','q'",
                "'it''s'",
                "'p','q\\\\'",
                "x'7f'",
                "x'7e','q'",
                "x'80'",
                "x'c3a9','\"'")) {
            theListIsWrittenAsByTheServer(name);
        }
    }

    private void theListIsWrittenAsByTheServer(String name) throws SQLException {
        List<String> questions = server.isMySql()
                ? List.of("XA RECOVER", "XA RECOVER CONVERT XID")
                : List.of("XA RECOVER", "XA RECOVER FORMAT='RAW'", "XA RECOVER FORMAT = 'SQL'");
        prepare(ANN, name, 1);
        try (Connection client = connect(ANN);
                Connection root = server.root()) {
            List<List<String>> ours = rows(client, questions);
            Jdbc.execute(client, "XA ROLLBACK " + name);
            try (Connection direct = server.root()) {
                Jdbc.execute(direct, "XA START " + name);
                Jdbc.execute(direct, "INSERT INTO legacy.xa_users VALUES (1)");
                Jdbc.execute(direct, "XA END " + name);
                Jdbc.execute(direct, "XA PREPARE " + name);
                List<List<String>> servers = rows(root, questions);
                Jdbc.execute(direct, "XA ROLLBACK " + name);
                assertThat(ours).as(name).isEqualTo(servers);
            }
        }
    }

    @Test
    void theListIsAlsoForPreparedStatements() throws SQLException {
        prepare(ANN, "'x','b'", 1);
        try (Connection client = connect(ANN, "&useServerPrepStmts=true");
                PreparedStatement statement = client.prepareStatement("XA RECOVER");
                ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt("bqual_length")).isEqualTo(1);
            assertThat(rows.getString("data")).isEqualTo("xb");
        }
    }

    /** MySQL has no XA in texts that are prepared. */
    @Test
    void namesInPreparedTextsCarryTheUser() throws SQLException {
        assumeFalse(server.isMySql());
        prepare(ANN, "'x'", 1);
        try (Connection bob = connect(BOB)) {
            Jdbc.execute(bob, "PREPARE s FROM 'XA ROLLBACK ''x'''");
            assertThat(Failure.of(() -> Jdbc.execute(bob, "EXECUTE s")).code()).isEqualTo(UNKNOWN_XID);
            assertThat(Failure.of(() -> Jdbc.execute(bob, "EXECUTE IMMEDIATE 'XA ROLLBACK ''x'''"))
                            .code())
                    .isEqualTo(UNKNOWN_XID);
            assertThat(Failure.of(() -> Jdbc.execute(bob, "SET STATEMENT max_statement_time = 5 FOR XA ROLLBACK 'x'"))
                            .code())
                    .isEqualTo(UNKNOWN_XID);
        }
        try (Connection ann = connect(ANN);
                PreparedStatement commit =
                        connect(ANN, "&useServerPrepStmts=true").prepareStatement("XA COMMIT 'x'")) {
            commit.execute();
            commit.getConnection().close();
            assertThat(Jdbc.column(ann, "SELECT id FROM xa_users")).containsExactly("1");
        }
    }

    /** A client prepares a branch and goes; returns when others may end it. */
    private void prepare(String user, String name, int row) throws SQLException {
        try (Connection client = connect(user)) {
            Jdbc.execute(client, "XA START " + name);
            Jdbc.execute(client, "INSERT INTO xa_users VALUES (" + row + ")");
            Jdbc.execute(client, "XA END " + name);
            Jdbc.execute(client, "XA PREPARE " + name);
        }
        awaitFree();
    }

    /** MariaDB knows a branch elsewhere only when the connection that has prepared it is gone. */
    private void awaitFree() throws SQLException {
        try (Connection root = server.root()) {
            Conditions.await(() -> "0"
                    .equals(Jdbc.value(
                            root,
                            "SELECT COUNT(*) FROM information_schema.processlist WHERE user IN ('xa_data', 'xa_other')"
                                    + " AND id IN (SELECT trx_mysql_thread_id FROM information_schema.innodb_trx)")));
        }
    }

    /** The name of the only branch with a mark, as the server has it. */
    private String onServer() throws SQLException {
        try (Connection root = server.root()) {
            return Jdbc.column(root, "XA RECOVER").isEmpty()
                    ? ""
                    : Jdbc.rows(root, "XA RECOVER").stream()
                            .map(List::getLast)
                            .filter(name -> name.contains("~"))
                            .findFirst()
                            .orElseThrow();
        }
    }

    private static List<List<String>> rows(Connection client, List<String> questions) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        for (String question : questions) {
            try (Statement statement = client.createStatement();
                    ResultSet result = statement.executeQuery(question)) {
                while (result.next()) {
                    rows.add(List.of(
                            result.getString(1),
                            result.getString(2),
                            result.getString(3),
                            HexFormat.of().formatHex(result.getBytes(4))));
                }
            }
        }
        return rows;
    }

    private static List<List<byte[]>> names(Connection root) throws SQLException {
        List<List<byte[]>> names = new ArrayList<>();
        try (Statement statement = root.createStatement();
                ResultSet rows = statement.executeQuery("XA RECOVER")) {
            while (rows.next()) {
                byte[] data = rows.getBytes(4);
                int length = rows.getInt(2);
                names.add(List.of(
                        Arrays.copyOf(data, length),
                        Arrays.copyOfRange(data, length, data.length),
                        rows.getString(1).getBytes(StandardCharsets.US_ASCII)));
            }
        }
        return names;
    }

    private static String quoted(List<byte[]> name) {
        HexFormat hex = HexFormat.of();
        return "x'" + hex.formatHex(name.get(0)) + "',x'" + hex.formatHex(name.get(1)) + "',"
                + new String(name.get(2), StandardCharsets.US_ASCII);
    }

    private Connection connect(String user) throws SQLException {
        return connect(user, "");
    }

    private Connection connect(String user, String options) throws SQLException {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", PASSWORD);
        return DriverManager.getConnection(url(options), login);
    }

    private String url(String options) {
        return "jdbc:mysql://127.0.0.1:" + proxy.address().getPort()
                + "/legacy?sslMode=DISABLED&allowPublicKeyRetrieval=true&socketTimeout=60000" + options;
    }
}
