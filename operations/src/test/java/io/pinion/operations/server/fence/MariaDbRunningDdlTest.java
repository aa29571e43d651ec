package io.pinion.operations.server.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MariaDbRunningDdlTest {
    /** Any user may run such a text while shards move. */
    @ParameterizedTest
    @ValueSource(strings = {"/**/", "(", " ", "#\n", "-- \n", "/**/ ("})
    void whatStandsInFrontMayBeLong(String before) {
        String front = before.repeat(4_000);

        assertThat(changesTables(front + "ALTER TABLE pins ADD n INT")).isTrue();
        assertThat(changesTables(front + "SELECT SLEEP(2)")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ALTER TABLE pins ADD n INT",
                "/*!50000 ALTER TABLE pins ADD n INT */",
                "/*M! ALTER TABLE pins ADD n INT */",
                "SET STATEMENT max_statement_time = 0 FOR ALTER TABLE pins ADD n INT",
                "# a note\n/* another */ DROP TABLE pins"
            })
    void whatRunsBehindOthersIsSeen(String statement) {
        assertThat(changesTables(statement)).isTrue();
        assertThat(MariaDbRunningDdl.changesTables("other", statement, List.of("db00001")))
                .isFalse();
    }

    private static boolean changesTables(String statement) {
        return MariaDbRunningDdl.changesTables("db00001", statement, List.of("db00001"));
    }
}
