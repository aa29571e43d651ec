package io.pinion.operations.transfer.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import io.pinion.operations.engine.OperationRefused;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowImagesTest {
    /** (what VARCHAR(300), doc JSON, id INT, tag VARCHAR(5)), known by (id, tag). */
    private static final FollowedTable TABLE = new FollowedTable(
            "t", 4, List.of(new KeyColumnFormat("id", 2, true, 0), new KeyColumnFormat("tag", 3, false, 0)), 1);

    private static final List<ColumnImage> TYPES = List.of(
            new ColumnImage(ColumnType.VARCHAR, 300),
            new ColumnImage(ColumnType.JSON, 4),
            new ColumnImage(ColumnType.LONG, 0),
            new ColumnImage(ColumnType.VARCHAR, 5));

    /** The number of the table and flags. */
    private static final String HEAD = "070000000000" + "0100";

    private static List<String> keys(String hex, boolean extended, boolean twice) throws OperationRefused {
        byte[] event = HexFormat.of().parseHex(hex);
        assertThat(RowImages.tableOf(event)).isEqualTo(7);
        return RowImages.keys(TABLE, TYPES, event, extended, twice).stream()
                .map(key -> text(key.get(0)) + " " + text(key.get(1)))
                .toList();
    }

    private static String text(byte @Nullable [] value) {
        return value == null ? "NULL" : new String(value, StandardCharsets.US_ASCII);
    }

    @Test
    void otherColumnsArePassedOver() throws Exception {
        String row = "00" + "0200" + "7878" + "03000000" + "010203" + "09000000" + "0161";
        assertThat(keys(HEAD + "04" + "0f" + row + row, false, false)).containsExactly("9 a", "9 a");
    }

    @Test
    void nullsTakeNoRoom() throws Exception {
        assertThat(keys(HEAD + "04" + "0f" + "03" + "0a000000" + "0162", false, false))
                .containsExactly("10 b");
    }

    @Test
    void anUpdateHasBothRowsAndMayHaveMoreBeforeThem() throws Exception {
        String before = "03" + "01000000" + "0161";
        String after = "03" + "02000000" + "0162";
        assertThat(keys(HEAD + "0300ff" + "04" + "0f" + "0f" + before + after, true, true))
                .containsExactly("1 a", "2 b");
    }

    @Test
    void aColumnThatPlacesARowMayBeNullAndNotLeftOut() throws Exception {
        assertThat(keys(HEAD + "04" + "0f" + "0b" + "0a000000", false, false)).containsExactly("10 NULL");
        assertThatThrownBy(() -> keys(HEAD + "04" + "07" + "03" + "0a000000", false, false))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("has no tag");
    }

    @Test
    void aRowWithoutItsKeyIsRefused() {
        assertThatThrownBy(() -> keys(HEAD + "04" + "0f" + "07" + "0161", false, false))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("has no id");
    }

    @Test
    void rowsOfAnotherFormAreRefused() {
        assertThatThrownBy(() -> keys(HEAD + "04" + "0f" + "03" + "0a000000" + "0962", false, false))
                .isInstanceOf(OperationRefused.class)
                .hasMessageContaining("unknown to Pinion");
        assertThatThrownBy(() -> keys(HEAD + "05" + "1f" + "03" + "0a000000" + "0162", false, false))
                .isInstanceOf(OperationRefused.class);
    }
}
