package io.pinion.routing.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Measured on MySQL 9.7 and MariaDB 11.4: these are stored as they are, and the others are not. */
class IntegerFieldTest {
    @Test
    void blanksAndAPlusAreNoPartOfANumber() {
        assertThat(read("68719477644")).hasValue(68719477644L);
        assertThat(read(" \t68719477644")).hasValue(68719477644L);
        assertThat(read("+7")).hasValue(7);
        assertThat(read("007 \r")).hasValue(7);
        assertThat(read("9223372036854775807")).hasValue(Long.MAX_VALUE);
    }

    @Test
    void whatServersWarnOfIsNone() {
        for (String text :
                new String[] {"", " ", "+", "1 4", "+ 1", "++1", "-1", "1.0", "1e3", "x", "9223372036854775808"}) {
            assertThat(read(text)).as(text).isEmpty();
        }
    }

    private static OptionalLong read(String text) {
        return IntegerField.read(text.getBytes(StandardCharsets.US_ASCII));
    }
}
