package io.pinion.server.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.Planners;
import io.pinion.server.testing.RawClient;
import io.pinion.server.testing.ScriptedServer;
import io.pinion.server.testing.TestProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** A command that is read when a server has told its sql_mode, which a statement before may have changed. */
@ExtendWith(LeakWatch.class)
class MalformedBehindQuestionTest {
    private static final int INIT_DB = 2;
    private static final int CHANGE_USER = 17;
    private static final int MALFORMED_PACKET = 1835;
    private static final String QUESTION = "SELECT CAST(@@session.sql_mode";

    private final ScriptedServer server = new ScriptedServer();
    private final TestProxy proxy = TestProxy.inFrontOf(server)
            .planner(() -> Planners.make(new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 101100))
            .start();

    private final Logger logger = (Logger) LoggerFactory.getLogger(BackendConnection.class);
    private final ListAppender<ILoggingEvent> mistakes = new ListAppender<>();

    @BeforeEach
    void listen() {
        mistakes.start();
        logger.addAppender(mistakes);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(mistakes);
        proxy.close();
        server.close();
    }

    @Test
    void aMalformedChangeOfTheUserIsNoFaultOfTheConnection() {
        server.on(QUESTION, MalformedBehindQuestionTest::tellTextRules);
        try (RawClient client = RawClient.loggedIn(proxy)) {
            client.command(INIT_DB, "legacy");
            client.query("BEGIN NOT ATOMIC SET @a = 1; END");
            assertThat(client.command(CHANGE_USER, "a'b").errorCode()).isEqualTo(MALFORMED_PACKET);
            assertThat(client.isClosedByProxy()).isTrue();
        }
        assertThat(server.commands()).anyMatch(command -> command.startsWith(QUESTION));
        assertThat(mistakes.list).isEmpty();
    }

    private static void tellTextRules(ScriptedServer.Reply reply) throws IOException {
        reply.packet(2);
        reply.packet(definition());
        reply.packet(definition());
        reply.packet(0xFE, 0, 0, 0x02, 0);
        ByteArrayOutputStream row = new ByteArrayOutputStream();
        row.write(0);
        row.write("utf8mb4".length());
        row.writeBytes("utf8mb4".getBytes(StandardCharsets.US_ASCII));
        reply.packet(row.toByteArray());
        reply.endRows(0x0002);
    }

    private static byte[] definition() {
        ByteArrayOutputStream definition = new ByteArrayOutputStream();
        for (String name : new String[] {"def", "", "", "", "c", ""}) {
            definition.write(name.length());
            definition.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        }
        definition.writeBytes(new byte[] {0x0C, 45, 0, (byte) 0xFF, 0, 0, 0, (byte) 0xFD, 0, 0, 0, 0, 0});
        return definition.toByteArray();
    }
}
