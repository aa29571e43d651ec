package io.pinion.server.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementShapeTest {
    private static final SessionView SESSION = new SessionView(
            Optional.empty(),
            SessionView.SqlModeFlags.DEFAULT,
            "utf8mb4",
            "utf8mb4",
            LastInsertId.ON_SERVER,
            "app",
            "localhost",
            1,
            false,
            () -> PreviousDiagnostics.ON_SERVER,
            Rights.EVERYTHING,
            Set.of(),
            SessionView.Connection.LOCAL,
            Optional.empty());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            SELECT data FROM pins WHERE id = 5                  | SELECT data FROM pins WHERE id = ?
            SELECT 4711, 'secret', CONCAT('secret', x'4711')    | SELECT ?, ?, CONCAT(?, ?)
            SELECT data 'secret' FROM pins                      | SELECT data ? FROM pins
            SELECT data AS 'secret' FROM pins                   | SELECT data AS ? FROM pins
            SELECT data->'$.secret' FROM pins ORDER BY 1        | SELECT data->? FROM pins ORDER BY ?
            SELECT 1 FROM pins WHERE id IN (1, 2, 3) AND n = -4 | SELECT ? FROM pins WHERE id IN (?) AND n = -?
            SELECT /* secret */ a/**/FROM t -- secret           | SELECT a FROM t
            SELECT 1 FROM t WHERE a = 'unclosed secret          | SELECT ? FROM t WHERE a = ?…
            INSERT INTO t VALUES (1, 'secret'), (2, NULL)       | INSERT INTO t VALUES (?, ?), (?, NULL)
            """)
    void noLiteralShows(String sql, String shape) {
        assertThat(of(sql)).isEqualTo(shape);
    }

    @Test
    void aTextOfManyLinesIsOne() {
        assertThat(of("SELECT a,\r\n\n\t  b\nFROM `two\nlines`\nWHERE c = 'x\ny'"))
                .isEqualTo("SELECT a, b FROM `two lines` WHERE c = ?");
    }

    @Test
    void aLongTextIsCut() {
        String shape = of("INSERT INTO t VALUES (1, 'secret')" + ",\n(2, 'secret')".repeat(100_000));
        assertThat(shape)
                .startsWith("INSERT INTO t VALUES (?, ?), (?, ?)")
                .doesNotContain("secret")
                .hasSizeLessThan(8200);
        assertThat(of("SELECT 'secret" + " secret".repeat(100_000) + "'")).doesNotContain("secret");
    }

    private static String of(String sql) {
        return StatementShape.of(sql.getBytes(StandardCharsets.UTF_8), SESSION);
    }
}
