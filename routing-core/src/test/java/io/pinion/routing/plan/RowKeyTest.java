package io.pinion.routing.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.catalog.Table;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowKeyTest {
    /** A primary key holds the beginning of a TEXT or BLOB: what is unique there is unique as a whole. */
    @Test
    void longTextsAndBytesTellRowsApart() {
        assertThat(RowKey.keysOf(table(key("k", "text")))).containsExactly(new RowKey("k", RowKey.Form.TEXT));
        assertThat(RowKey.keysOf(table(key("k", "mediumblob")))).containsExactly(new RowKey("k", RowKey.Form.BYTES));
    }

    @Test
    void aUuidBesideTheKeyThatPlacesRowsIsWrittenInQuotes() {
        assertThat(RowKey.keysOf(table(key("k", "int"), key("id", "uuid"))))
                .containsExactly(new RowKey("k", RowKey.Form.NUMBER), new RowKey("id", RowKey.Form.QUOTED));
        assertThat(new RowKey("id", RowKey.Form.QUOTED).literal("123e4567".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo("'123e4567'");
    }

    /** As {@code ''} it would be NULL under MariaDB's EMPTY_STRING_IS_NULL, and find no row. */
    @Test
    void anEmptyTextIsNoNull() {
        RowKey key = new RowKey("k", RowKey.Form.TEXT);
        assertThat(key.literal(new byte[0])).isEqualTo("_utf8mb4 x''");
        assertThat(key.literal("it's".getBytes(StandardCharsets.US_ASCII))).isEqualTo("_utf8mb4 x'69742773'");
        assertThat(key.literal("a b".getBytes(StandardCharsets.US_ASCII))).isEqualTo("'a b'");
    }

    @Test
    void anEnumTellsNoRowsApart() {
        assertThat(RowKey.keysOf(table(key("k", "int"), key("e", "enum('a','b')"))))
                .isNull();
    }

    private static Table table(Column... columns) {
        return new Table.HashedTable("t", "k", List.of(columns));
    }

    private static Column key(String name, String type) {
        return new Column(name, type, false, "PRI", Optional.empty(), "");
    }
}
