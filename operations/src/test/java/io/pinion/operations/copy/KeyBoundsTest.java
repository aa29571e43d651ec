package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.sql.TableName;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyBoundsTest {
    private static final Dialect DIALECT = Dialect.ofVersion("9.7.0");

    private static KeyBounds of(ColumnShape... key) {
        return KeyBounds.of(
                new TableShape(
                        new TableName("db00000", "colours"),
                        List.of(key),
                        List.of(key).stream().map(ColumnShape::name).toList(),
                        false,
                        0),
                DIALECT);
    }

    @Test
    void rowsAreNamedByTheirKeys() {
        assertThat(of(new ColumnShape("id", "bigint", "", false)).conditionOf(List.of(List.of("1"), List.of("-7"))))
                .isEqualTo(" WHERE `id` IN (1, -7)");
        assertThat(of(new ColumnShape("id", "int", "", false), new ColumnShape("of", "varbinary", "", false))
                        .conditionOf(List.of(List.of("1", "x'61'"), List.of("2", "x''"))))
                .isEqualTo(" WHERE (`id` = 1 AND `of` = x'61') OR (`id` = 2 AND `of` = x'')");
    }

    @Test
    void aPartIsBehindTheOneBoundAndUpToTheOther() {
        KeyBounds bounds = of(new ColumnShape("id", "int", "", false));

        assertThat(bounds.condition(List.of("1"), List.of("7"))).isEqualTo(" WHERE ((`id` > 1)) AND ((`id` <= 7))");
        assertThat(bounds.condition(List.of(), List.of())).isEmpty();
        assertThat(bounds.aboveZero().condition(List.of(), List.of("7")))
                .isEqualTo(" WHERE `id` > 0 AND ((`id` <= 7))");
        assertThat(bounds.aboveZero().condition(List.of("1"), List.of())).isEqualTo(" WHERE ((`id` > 1))");
    }

    @Test
    void keysWithoutGoodLiteralsHaveNoParts() {
        assertThat(of(new ColumnShape("kind", "enum", "utf8mb4", false)).isEmpty())
                .isTrue();
        assertThat(of(new ColumnShape("share", "float", "", false)).isEmpty()).isTrue();
    }
}
