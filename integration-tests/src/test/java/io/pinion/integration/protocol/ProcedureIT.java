package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.demo.LocalServer;
import io.pinion.integration.testing.MySql97Proxy;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.integration.testing.RealCluster;
import io.pinion.protocol.frame.Expecting;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A procedure with several results and with IN, OUT and INOUT parameters, as text and prepared: the same packets come from
 * the server and through Pinion, to clients of every kind.
 */
@ExtendWith(LeakWatch.class)
class ProcedureIT {
    private static final int SESSION_TRACK = 1 << 23;
    private static final int MULTI_RESULTS = 1 << 17 | 1 << 18;

    private static final String[] PROCEDURE = {
        "DROP DATABASE IF EXISTS procedures",
        "CREATE DATABASE procedures",
        "CREATE PROCEDURE procedures.p (IN a INT, OUT b INT, INOUT c VARCHAR(10))"
                + " BEGIN SELECT a; SELECT a + 1, c; SET b = a * 2; SET c = CONCAT(c, '!'); END"
    };

    /** a = 5, c = 'hi'; b is NULL. */
    private static final String EXECUTION = "00 01000000 02 01 0300 fd00 fd00 05000000 02 6869";

    @ParameterizedTest
    @ValueSource(ints = {0, RawClient.DEPRECATE_EOF, RawClient.DEPRECATE_EOF | SESSION_TRACK})
    void mariaDbsAnswersAreTheSameThroughPinion(int capabilities) throws SQLException {
        RealCluster cluster = RealCluster.shared();
        LocalServer server = cluster.first();
        server.execute(PROCEDURE);
        int all = RawClient.CLASSIC | MULTI_RESULTS | capabilities;
        try (TestProxy proxy = cluster.proxy().start();
                RawClient direct = new RawClient(server.port());
                RawClient through = new RawClient(proxy.port())) {
            direct.login(RealCluster.ACCOUNT, RealCluster.ACCOUNT_PASSWORD, all, "procedures");
            through.login(TestProxy.USER, TestProxy.PASSWORD, all, "procedures");

            List<String> wanted = answers(direct);
            assertThat(wanted).noneMatch(answer -> answer.contains("[ff"));
            assertThat(answers(through)).isEqualTo(wanted);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, RawClient.DEPRECATE_EOF, RawClient.DEPRECATE_EOF | SESSION_TRACK})
    @NeedsMySql97
    void mySqlsAnswersAreTheSameThroughPinion(int capabilities, @TempDir Path directory) throws Exception {
        for (String statement : PROCEDURE) {
            MySql97Proxy.asRoot(statement);
        }
        int all = RawClient.CLASSIC | MULTI_RESULTS | capabilities;
        try (MySql97Proxy proxy = MySql97Proxy.start(directory);
                RawClient direct = proxy.direct(all, "procedures");
                RawClient through = proxy.loggedIn(all, "procedures")) {
            List<String> wanted = answers(direct);
            assertThat(wanted).noneMatch(answer -> answer.contains("[ff"));
            assertThat(answers(through)).isEqualTo(wanted);
        }
    }

    private static List<String> answers(RawClient client) {
        List<String> answers = new ArrayList<>();
        List<String> prepared = client.exchange(command("16", "CALL p(?, ?, ?)"), Expecting.PREPARED);
        String handle = prepared.getFirst().substring(2, 10);
        // The number is the connection's own.
        answers.add("prepared " + prepared.getFirst().substring(10) + prepared.subList(1, prepared.size()));
        for (int time = 0; time < 2; time++) {
            byte[] execution = command(("17" + handle + EXECUTION).replace(" ", ""), "");
            answers.add("executed " + client.exchange(execution, Expecting.RESULTS));
        }
        for (String sql : List.of("SET @c = 'x'", "CALL p(3, @b, @c)", "SELECT @b, @c", "SELECT 1")) {
            answers.add(sql + " " + client.exchange(command("03", sql), Expecting.RESULTS));
        }
        return answers;
    }

    private static byte[] command(String hex, String text) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(HexFormat.of().parseHex(hex));
        packet.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return packet.toByteArray();
    }
}
