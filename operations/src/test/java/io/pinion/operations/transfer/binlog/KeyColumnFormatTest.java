package io.pinion.operations.transfer.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import io.pinion.operations.engine.OperationRefused;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The bytes are what MySQL and MariaDB write. */
class KeyColumnFormatTest {
    private static final KeyColumnFormat SIGNED = new KeyColumnFormat("k", 0, false, 0);
    private static final KeyColumnFormat UNSIGNED = new KeyColumnFormat("k", 0, true, 0);

    private static String text(KeyColumnFormat format, ColumnType type, int meta, String hex) throws OperationRefused {
        byte[] value = HexFormat.of().parseHex(hex);
        ColumnImage image = new ColumnImage(type, meta);
        if (image.lengthBytes() == 0) {
            assertThat(image.length()).isEqualTo(value.length);
        }
        return new String(format.decode(image, value), StandardCharsets.ISO_8859_1);
    }

    @Test
    void integersHaveASignOnlyIfTheColumnHas() throws Exception {
        assertThat(text(SIGNED, ColumnType.TINY, 0, "ff")).isEqualTo("-1");
        assertThat(text(UNSIGNED, ColumnType.TINY, 0, "ff")).isEqualTo("255");
        assertThat(text(SIGNED, ColumnType.SHORT, 0, "0080")).isEqualTo("-32768");
        assertThat(text(SIGNED, ColumnType.INT24, 0, "ffff7f")).isEqualTo("8388607");
        assertThat(text(UNSIGNED, ColumnType.INT24, 0, "ffffff")).isEqualTo("16777215");
        assertThat(text(SIGNED, ColumnType.LONG, 0, "feffffff")).isEqualTo("-2");
        assertThat(text(UNSIGNED, ColumnType.LONGLONG, 0, "ffffffffffffffff")).isEqualTo("18446744073709551615");
    }

    @Test
    void datesAreDecodedAlsoWhereTheCalendarHasNone() throws Exception {
        assertThat(text(SIGNED, ColumnType.DATE, 0, "000000")).isEqualTo("0000-00-00");
        assertThat(text(SIGNED, ColumnType.DATE, 0, "5cd00f")).isEqualTo("2024-02-28");
        assertThat(text(SIGNED, ColumnType.YEAR, 0, "00")).isEqualTo("0000");
        assertThat(text(SIGNED, ColumnType.YEAR, 0, "7c")).isEqualTo("2024");
    }

    @Test
    void timesHaveTheFractionsOfTheirColumn() throws Exception {
        assertThat(text(SIGNED, ColumnType.DATETIME_V2, 0, "8000000000")).isEqualTo("0000-00-00 00:00:00");
        assertThat(text(SIGNED, ColumnType.DATETIME_V2, 6, "99b2b8a2cb000001")).isEqualTo("2024-02-28 10:11:11.000001");
        assertThat(text(SIGNED, ColumnType.TIMESTAMP_V2, 3, "000000010462")).isEqualTo("1970-01-01 00:00:01.112");
        assertThat(text(SIGNED, ColumnType.TIMESTAMP_V2, 0, "00000000")).isEqualTo("0000-00-00 00:00:00");
    }

    @Test
    void decimalsHaveAllDigitsOfTheirScale() throws Exception {
        // 1234567890.1234 and its negative: DECIMAL(14,4), from MySQL's manual.
        assertThat(text(SIGNED, ColumnType.NEWDECIMAL, 14 | 4 << 8, "810dfb38d204d2"))
                .isEqualTo("1234567890.1234");
        assertThat(text(SIGNED, ColumnType.NEWDECIMAL, 14 | 4 << 8, "7ef204c72dfb2d"))
                .isEqualTo("-1234567890.1234");
        assertThat(text(SIGNED, ColumnType.NEWDECIMAL, 4 | 2 << 8, "8000")).isEqualTo("0.00");
    }

    @Test
    void textsAndBytesAreAsTheyAre() throws Exception {
        assertThat(text(SIGNED, ColumnType.VARCHAR, 40, "e4f6")).isEqualTo("äö");
        assertThat(text(new KeyColumnFormat("k", 0, false, 4), ColumnType.STRING, 4, "61"))
                .isEqualTo("a\0\0\0");
    }

    @Test
    void aTypeThatIsNoKeysIsRefused() {
        assertThatThrownBy(() -> text(SIGNED, ColumnType.DOUBLE, 8, "0000000000000000"))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("key column k");
    }
}
