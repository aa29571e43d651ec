package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A server's global sql_mode counts for the sessions that have set none, as soon as it is known. */
class ServerModesTest {
    private final ServerModes modes = new ServerModes();
    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(100),
            new FingerprintKey(1, 2),
            SqlDialect.MARIADB,
            110405,
            new SplittableRandom(1),
            modes,
            DemoPlanner.ADMIN_OPENINGS);

    private static final String PLAIN = "SELECT data FROM pins WHERE id = 241294492511762325";
    private static final String QUOTED = PLAIN + " AND data = \"x\"";

    @Test
    void sessionsWithoutAModeOfTheirOwnAreRefused() {
        assertThat(isRefused("of server", QUOTED)).isFalse();

        modes.doubt(new ServerModes.Doubt("ANSI_QUOTES of MySQL001A", true));

        assertThat(isRefused("of server", QUOTED)).isTrue();
        assertThat(isRefused("of server", PLAIN)).isFalse();
        assertThat(isRefused("ANSI_QUOTES", QUOTED)).isFalse();

        modes.doubt(ServerModes.Doubt.NONE);

        assertThat(isRefused("of server", QUOTED)).isFalse();
    }

    @Test
    void ofAnotherGrammarNothingIsCertain() {
        modes.doubt(new ServerModes.Doubt("ORACLE of MySQL001A", false));

        assertThat(isRefused("of server", PLAIN)).isTrue();
        assertThat(isRefused("of server", "SET sql_mode = 'ANSI'")).isFalse();
        assertThat(isRefused("", PLAIN)).isFalse();
    }

    @Test
    void whatPinionAnswersItselfIsAnswered() {
        modes.doubt(new ServerModes.Doubt("ORACLE of MySQL001A", false));

        assertThat(isRefused("of server", "SHOW PAIRS")).isFalse();
        assertThat(isRefused("of server", "SELECT DATABASE()")).isFalse();
    }

    private boolean isRefused(String mode, String text) {
        SessionView session = TestSessions.of(List.of("as: admin", "use: pinterest", "mode: " + mode));
        byte[] sql = text.getBytes(StandardCharsets.UTF_8);
        return planner.plan(DemoCatalog.demo(), session, sql) instanceof RoutePlan.Refused;
    }
}
