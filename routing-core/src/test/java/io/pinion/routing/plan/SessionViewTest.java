package io.pinion.routing.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionViewTest {
    private static final SessionView NOW = in("latin1", new SqlModeFlags(true, true, true, true, true, "", false));

    @ParameterizedTest
    @ValueSource(strings = {"COMMIT", "SET @a = 'x'", "SELECT COUNT(*) FROM t WHERE b IN(1)"})
    void aPlainTextMeansTheSameUnderOtherRules(String sql) {
        assertThat(reads(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT \"x\"", "SELECT '\\\\'", "SELECT 1 || 2", "SELECT COUNT (*)", "SELECT 'ä'"})
    void aTextThatTheRulesConcernMayMeanAnother(String sql) {
        assertThat(reads(sql)).isFalse();
    }

    @Test
    void underTheSameRulesEveryTextMeansTheSame() {
        byte[] sql = "SELECT \"ä\\\\\" || COUNT (*)".getBytes(StandardCharsets.UTF_8);

        assertThat(NOW.readsAsIn(NOW, sql)).isTrue();
    }

    @Test
    void boundValuesAreConvertedToTheCharacterSetOfNow() {
        assertThat(NOW.reading(in("utf8mb4", SqlModeFlags.DEFAULT)).connectionCharset())
                .isEqualTo("latin1");
    }

    private static boolean reads(String sql) {
        return NOW.readsAsIn(in("utf8mb4", SqlModeFlags.DEFAULT), sql.getBytes(StandardCharsets.UTF_8));
    }

    private static SessionView in(String charset, SqlModeFlags mode) {
        return new SessionView(
                Optional.empty(),
                mode,
                charset,
                charset,
                LastInsertId.NONE,
                "user",
                "localhost",
                1,
                false,
                () -> PreviousDiagnostics.ON_SERVER,
                Rights.EVERYTHING,
                Set.of(),
                SessionView.Connection.LOCAL,
                Optional.empty());
    }
}
