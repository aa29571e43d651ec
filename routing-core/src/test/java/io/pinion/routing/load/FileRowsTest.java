package io.pinion.routing.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each file is read whole, and cut at every byte. */
class FileRowsTest {
    private static final FileFormat TABS = format("\t", FileFormat.NONE, '\\', "", "\n", "utf8mb4");
    private static final FileFormat COMMAS = format(",", '"', '\\', "", "\r\n", "utf8mb4");

    @Test
    void aLineIsARow() {
        assertThat(read(TABS, 0, 2, "a\tb\nc\td\n")).containsExactly("a\tb\n: a | b", "c\td\n: c | d");
    }

    @Test
    void theLastLineNeedsNoEnd() {
        assertThat(read(TABS, 0, 2, "a\tb\nc\td")).containsExactly("a\tb\n: a | b", "c\td: c | d");
    }

    @Test
    void anEmptyFileHasNoRows() {
        assertThat(read(TABS, 0, 2, "")).isEmpty();
        assertThat(read(TABS, 3, 2, "a\nb\n")).isEmpty();
    }

    @Test
    void anEmptyLineIsARowOfOneField() {
        assertThat(read(TABS, 0, 2, "\na\tb\n\n")).containsExactly("\n:  | -", "a\tb\n: a | b", "\n:  | -");
    }

    @Test
    void ignoredLinesDontCount() {
        assertThat(read(TABS, 2, 1, "x\\\ny\nz\na\nb")).containsExactly("a\n: a", "b: b");
    }

    @Test
    void escapesTakeOrGiveMeaning() {
        assertThat(read(TABS, 0, 2, "a\\\tb\tc\\\nd\n\\N\t\\Nx\nx\\ty\t\\\\\n"))
                .containsExactly("a\\\tb\tc\\\nd\n: a\tb | c\nd", "\\N\t\\Nx\n: NULL | Nx", "x\\ty\t\\\\\n: x\ty | \\");
    }

    @Test
    void anEscapeMayBeTheLastByte() {
        assertThat(read(TABS, 0, 1, "a\\")).containsExactly("a\\: a\\");
    }

    @Test
    void enclosedFieldsHoldSeparatorsAndDoubledQuotes() {
        assertThat(read(COMMAS, 0, 3, "\"a,\r\nb\",\"c\"\"d\",e\r\n1,\"x\"y\",\"\"\r\n"))
                .containsExactly(
                        "\"a,\r\nb\",\"c\"\"d\",e\r\n: a,\r\nb | c\"d | e", "1,\"x\"y\",\"\"\r\n: 1 | x\"y | ");
    }

    @Test
    void nullIsAWordWhereFieldsMayBeEnclosed() {
        assertThat(read(COMMAS, 0, 3, "NULL,\"NULL\",\\N\r\n"))
                .containsExactly("NULL,\"NULL\",\\N\r\n: NULL | NULL' | NULL");
        assertThat(read(TABS, 0, 1, "NULL\n")).containsExactly("NULL\n: NULL'");
    }

    @Test
    void aQuoteThatNeverClosesIsPartOfItsField() {
        assertThat(read(COMMAS, 0, 1, "\"ab\r\nc")).containsExactly("\"ab\r\nc: \"ab\r\nc");
    }

    @Test
    void anEscapeMayAlsoEnclose() {
        FileFormat doubled = format(",", '"', '"', "", "\n", "latin1");
        assertThat(read(doubled, 0, 2, "\"a\"\"b\",c\nd\"\"e,\"f\"\n"))
                .containsExactly("\"a\"\"b\",c\n: a\"b | c", "d\"\"e,\"f\"\n: d\"e | f");
    }

    @Test
    void whatIsMoreThanTheColumnsIsSkippedByLines() {
        assertThat(read(COMMAS, 0, 1, "a,\"b\r\nc\",d\r\n")).containsExactly("a,\"b\r\n: a", "c\",d\r\n: c\"");
        assertThat(read(TABS, 0, 1, "a\tb\\\nc\nd")).containsExactly("a\tb\\\nc\n: a", "d: d");
    }

    @Test
    void aLineMayBeginBehindItsStart() {
        FileFormat started = format(",", FileFormat.NONE, FileFormat.NONE, ">>", "\n", "ascii");
        assertThat(read(started, 0, 1, "x>>>a\nnothing\n>b>>c\nno more")).containsExactly(">>>a\n: >a", ">>c\n: c");
    }

    @Test
    void separatorsMayBeLongAndBeginAlike() {
        FileFormat pipes = format("||", FileFormat.NONE, FileFormat.NONE, "", "||\n", "ascii");
        assertThat(read(pipes, 0, 2, "a|b||c||\nd|||e||\n"))
                .containsExactly("a|b||c||\n: a|b | c", "d|||e||\n: d | |e");
    }

    @Test
    void aSeparatorAtTheEndLeavesAFieldOut() {
        assertThat(read(TABS, 0, 3, "a\tb\t")).containsExactly("a\tb\t: a | b | -");
    }

    @Test
    void textIsCheckedToBeOfItsCharacterSet() {
        assertThat(read(TABS, 0, 1, "\u00e4\u65e5\ud83d\ude00\n"))
                .containsExactly("\u00e4\u65e5\ud83d\ude00\n: \u00e4\u65e5\ud83d\ude00");
        assertThatThrownBy(() -> rows(TABS, 0, 1, new byte[] {'a', '\n', (byte) 0xE4, '\n', 'b'}, 1))
                .isInstanceOf(UnreadableFileException.class)
                .hasMessageContaining("row 2 of the file has bytes that are no character of utf8mb4");
        assertThatThrownBy(() -> rows(
                        format("\t", FileFormat.NONE, '\\', "", "\n", "utf8mb3"),
                        0,
                        1,
                        "\ud83d\ude00\n".getBytes(StandardCharsets.UTF_8),
                        1))
                .isInstanceOf(UnreadableFileException.class);
    }

    @Test
    void aRowThatIsTooLongIsNotHeld() {
        assertThatThrownBy(() ->
                        rows(TABS, 0, 1, "a\n".repeat(3).concat("b".repeat(200)).getBytes(StandardCharsets.UTF_8), 7))
                .hasMessageContaining("row 4 of the file is longer than 100 bytes");
    }

    @Test
    void someFormatsAreNotRead() {
        assertThat(format("", FileFormat.NONE, '\\', "", "\n", "utf8mb4")
                        .problem()
                        .orElseThrow())
                .contains("by the widths of their columns");
        assertThat(format("\n", FileFormat.NONE, '\\', "", "\n", "utf8mb4")
                        .problem()
                        .orElseThrow())
                .contains("counting fields");
        assertThat(format(",", FileFormat.NONE, '\\', "", "", "utf8mb4").problem())
                .isPresent();
        assertThat(format(",", FileFormat.NONE, '\\', "", "\n", "gbk").problem().orElseThrow())
                .contains("convert the file to UTF-8");
        assertThat(format("\u00fe", FileFormat.NONE, '\\', "", "\n", "utf8mb4").problem())
                .isPresent();
        assertThat(format("\u00fe", FileFormat.NONE, '\\', "", "\n", "latin1").problem())
                .isEmpty();
    }

    // --- helpers

    private static FileFormat format(
            String fields, int enclosed, int escaped, String starting, String lines, String charset) {
        return new FileFormat(latin1(fields), enclosed, escaped, latin1(starting), latin1(lines), charset);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Rows as they stand, and their fields; the same for pieces of all sizes. */
    private static List<String> read(FileFormat format, long ignored, int fields, String file) {
        byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
        try {
            List<String> whole = rows(format, ignored, fields, bytes, Math.max(1, bytes.length));
            for (int piece = 1; piece < bytes.length; piece++) {
                assertThat(rows(format, ignored, fields, bytes, piece))
                        .as("pieces of %d", piece)
                        .isEqualTo(whole);
            }
            return whole;
        } catch (UnreadableFileException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> rows(FileFormat format, long ignored, int fields, byte[] file, int piece)
            throws UnreadableFileException {
        int[] wanted = new int[fields];
        for (int field = 0; field < fields; field++) {
            wanted[field] = field;
        }
        FileRows rows = new FileRows(format, ignored, fields, wanted, 100);
        List<String> told = new ArrayList<>();
        for (int at = 0; at < file.length; at += piece) {
            rows.add(file, at, Math.min(piece, file.length - at));
            take(rows, fields, told);
        }
        rows.end();
        take(rows, fields, told);
        return told;
    }

    private static void take(FileRows rows, int fields, List<String> told) throws UnreadableFileException {
        while (rows.next()) {
            StringBuilder row = new StringBuilder(
                    new String(rows.bytes(), rows.start(), rows.stop() - rows.start(), StandardCharsets.UTF_8));
            for (int field = 0; field < fields; field++) {
                row.append(field == 0 ? ": " : " | ").append(shown(rows, field));
            }
            told.add(row.toString());
            assertThat(rows.number()).isEqualTo(told.size());
        }
    }

    private static String shown(FileRows rows, int field) {
        if (!rows.has(field)) {
            return "-";
        }
        byte[] value = rows.value(field);
        String text = value == null ? "NULL" : new String(value, StandardCharsets.UTF_8);
        return value != null && text.equals("NULL") ? "NULL'" : text;
    }
}
