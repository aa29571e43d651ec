package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionEffects.CommitEffect;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan says of the commit that its statement makes by itself. */
class CommitEffectsTest {
    private final ServerModes modes = new ServerModes();
    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(100),
            new FingerprintKey(1, 2),
            SqlDialect.MARIADB,
            110405,
            new SplittableRandom(1),
            modes,
            AdminOpenings.NONE);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DROP/**/TABLE u | FIRST",
                "/*!40000 DROP TABLE u */ | FIRST",
                "SET STATEMENT max_statement_time = 1 FOR DROP TABLE u | FIRST",
                "UPDATE t SET a = 'b; DROP TABLE u' | NONE",
                "DROP TEMPORARY TABLE u | NONE"
            })
    void ofStatementsThatAreRead(String text, CommitEffect commits) {
        assertThat(commits(text)).isEqualTo(commits);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "DROP TABLE u | FIRST",
                "UPDATE t SET a = 'b; DROP TABLE u' | WITHIN",
                "BEGIN NOT ATOMIC COMMIT; END | WITHIN",
                "UPDATE t SET a = TRUNCATE(b, 1) | NONE"
            })
    void ofTextsThatServersMayReadOtherwise(String text, CommitEffect commits) {
        modes.doubt(new ServerModes.Doubt("ORACLE of MySQL001A", false));
        assertThat(commits(text)).isEqualTo(commits);
    }

    private CommitEffect commits(String text) {
        byte[] sql = text.getBytes(StandardCharsets.UTF_8);
        return planner.plan(
                                DemoCatalog.demo(),
                                TestSessions.of(List.of("as: admin", "use: legacy", "mode: of server")),
                                sql)
                        instanceof RoutePlan.SingleShard single
                ? single.effects().commits()
                : CommitEffect.BY_KEPT_TEXT;
    }
}
