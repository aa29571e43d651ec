package io.pinion.operations.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RowLineTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void aLineIsWhatLoadDataReads() {
        assertThat(RowLine.of(new byte[][] {bytes("7"), null, bytes(""), bytes("a\tb\\N\n\0")}))
                .isEqualTo(bytes("7\t\\N\t\ta\\\tb\\\\N\\\n\0\n"));
    }

    @Property
    void aRowIsWhatItWas(@ForAll @Size(min = 1, max = 5) byte[][] values, @ForAll int without) {
        values[Math.floorMod(without, values.length)] = null;
        assertThat(RowLine.values(RowLine.of(values))).isDeepEqualTo(values);
    }

    @Test
    void whatIsEscapedIsNotNull() {
        byte[][] row = {bytes("\\N"), bytes("N"), null, bytes("\\"), bytes("\t"), bytes("\n\\N")};
        assertThat(RowLine.values(RowLine.of(row))).isDeepEqualTo(row);
    }
}
