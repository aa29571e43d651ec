package io.pinion.operations.transfer.form;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import io.pinion.operations.transfer.form.JsonColumn.Kind;
import io.pinion.operations.transfer.form.JsonColumn.Member;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonColumnTest {
    private static final Member NAME = new Member("name", Kind.TEXT);
    private static final Member PREFS = new Member("prefs", Kind.NESTED);
    private static final JsonColumn DATA =
            new JsonColumn("data", List.of(NAME, new Member("turns", Kind.NUMBER), PREFS));

    @Test
    void aRowIsAssembledByItsServer() {
        assertThat(DATA.assembled())
                .isEqualTo(
                        "IF(COALESCE(JSON_VALID(`prefs`), 1), JSON_OBJECT(_utf8mb4'name', CONVERT(`name` USING utf8mb4),"
                                + " _utf8mb4'turns', `turns`, _utf8mb4'prefs', JSON_EXTRACT(`prefs`, '$')), NULL)");
    }

    @Test
    void aRowIsTakenApartByItsServer() {
        assertThat(DATA.taken(NAME, new MySql()))
                .isEqualTo("IF(JSON_TYPE(JSON_EXTRACT(`data`, '$.\"name\"')) = 'NULL', NULL,"
                        + " JSON_UNQUOTE(JSON_EXTRACT(`data`, '$.\"name\"')))");
        assertThat(DATA.taken(NAME, new MariaDb())).endsWith("NULL, JSON_VALUE(`data`, '$.\"name\"'))");
        assertThat(DATA.taken(PREFS, new MySql())).endsWith("NULL, JSON_EXTRACT(`data`, '$.\"prefs\"'))");
        assertThat(DATA.taken(new Member("turns", Kind.NUMBER), new MariaDb()))
                .endsWith("NULL, REGEXP_REPLACE(JSON_VALUE(`data`, '$.\"turns\"'), '[.]0+$', ''))");
        assertThat(JsonColumn.compared(NAME)).isEqualTo("CONVERT(`name` USING utf8mb4)");
    }

    @Test
    void membersWithoutAColumnAreCounted() {
        assertThat(DATA.others())
                .isEqualTo("COALESCE(JSON_LENGTH(JSON_REMOVE(`data`, '$.\"name\"', '$.\"turns\"', '$.\"prefs\"')), 0)"
                        + " + COALESCE(JSON_TYPE(JSON_EXTRACT(`data`, '$.\"name\"')) IN ('ARRAY', 'OBJECT'), 0)"
                        + " + COALESCE(JSON_TYPE(JSON_EXTRACT(`data`, '$.\"turns\"')) IN ('ARRAY', 'OBJECT'), 0)");
    }
}
