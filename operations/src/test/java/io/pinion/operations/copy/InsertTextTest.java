package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.server.Dialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class InsertTextTest {
    private static ColumnShape column(String type, String charset) {
        return new ColumnShape("c", type, charset, false);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static InsertText of(ColumnShape... columns) {
        return new InsertText("INSERT INTO t VALUES ", List.of(columns), Dialect.ofVersion("9.7.0"));
    }

    @Test
    void valuesStandInTheStatement() {
        InsertText insert = of(column("bigint", ""), column("varchar", "utf8mb4"), column("datetime", ""));
        insert.add(new byte[][] {bytes("-7"), bytes("it's \\ ok"), bytes("0000-00-00 00:00:00")});
        insert.add(new byte[][] {bytes("007"), bytes("é"), null});

        assertThat(insert.statement())
                .isEqualTo("INSERT INTO t VALUES (-7,'it''s \\\\ ok','0000-00-00 00:00:00'),"
                        + "(007,_binary x'c3a9',NULL)");
        insert.begin(1, 1);
        insert.add(new byte[][] {bytes("1"), bytes(""), null});
        assertThat(insert.statement()).isEqualTo("INSERT INTO t VALUES (1,'',NULL)");
    }

    @Test
    void onlyCharactersLikeAsciiAreQuoted() {
        InsertText insert = of(
                column("varchar", "utf16"),
                column("varchar", "sjis"),
                column("blob", ""),
                column("blob", ""),
                column("bit", ""),
                column("point", ""));
        insert.add(new byte[][] {{0, 'a'}, {'a'}, {'a', '\n'}, {'a', 0}, {'a'}, {'a'}});

        assertThat(insert.statement())
                .isEqualTo("INSERT INTO t VALUES (_binary x'0061',_binary x'61','a\n',_binary x'6100',"
                        + "_binary x'61',_binary x'61')");
    }

    @Test
    void whatStandsAroundAPlaceholderStandsAroundItsValue() {
        InsertText insert = of(column("enum", "latin1"), column("json", ""));
        insert.add(new byte[][] {bytes("0"), bytes("{}")});

        assertThat(insert.statement())
                .isEqualTo("INSERT INTO t VALUES (CAST('0' AS UNSIGNED),CONVERT(_binary x'7b7d' USING utf8mb4))");
    }
}
