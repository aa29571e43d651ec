package io.pinion.integration.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.RealServer;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.TestProxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What several statements in one text leave for the next one to ask. */
@ExtendWith(LeakWatch.class)
@ParameterizedClass(name = "{0}")
@MethodSource("io.pinion.integration.testing.RealServer#servers")
class SeveralDiagnosticsIT {
    private final RealServer server;

    SeveralDiagnosticsIT(RealServer server) {
        this.server = server;
    }

    /** Its own answer counts no warnings, and it keeps those of the statement before. */
    @ParameterizedTest
    @ValueSource(strings = {"SHOW ERRORS", "SHOW WARNINGS", "GET DIAGNOSTICS @n = NUMBER"})
    void aQuestionBehindAWarningKeepsIt(String question) throws SQLException {
        try (TestProxy proxy = server.proxy().start();
                Connection connection = RealServer.connect(proxy, "&allowMultiQueries=true")) {
            Jdbc.execute(connection, "DROP TABLE IF EXISTS nosuch; " + question);
            assertThat(Jdbc.value(connection, "SHOW WARNINGS")).isEqualTo("Note");
        }
    }
}
