package io.pinion.server.execution.single;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImplicitCommitTest {
    private static final String DEFINITION = "/* why */ DROP TABLE t";

    @ParameterizedTest
    @CsvSource({"1050, true", "1227, true", "1064, false", "1235, false"})
    void whatPinionSaysInPlaceOfAServerIsSaidBehindTheCommit(int code, boolean behind) {
        assertThat(isLeftToPinion(new RoutePlan.Refused(code, "42000", ""), DEFINITION))
                .isEqualTo(behind);
    }

    @Test
    void soIsAnAnswer() {
        RoutePlan answer = new RoutePlan.Local(new LocalAnswer.Done());
        assertThat(isLeftToPinion(answer, DEFINITION)).isTrue();
        assertThat(isLeftToPinion(answer, "SELECT 1")).isFalse();
    }

    private static boolean isLeftToPinion(RoutePlan plan, String text) {
        return ImplicitCommit.isLeftToPinion(
                plan, SqlCommand.of(text.getBytes(StandardCharsets.UTF_8)), SqlDialect.MARIADB);
    }
}
