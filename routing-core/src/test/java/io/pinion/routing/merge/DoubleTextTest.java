package io.pinion.routing.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DoubleTextTest {
    /** Each as MariaDB 11.4.5 and MySQL 9.7.4 printed it. */
    @ParameterizedTest
    @CsvSource({
        "1e14, 100000000000000",
        "1e15, 1e15",
        "123456789012345e0, 123456789012345",
        "1234567890123456e0, 1.234567890123456e15",
        "12345678901234567e0, 1.2345678901234568e16",
        "1e-5, 0.00001",
        "1.5e-10, 0.00000000015",
        "1e-15, 0.000000000000001",
        "1e-14, 0.00000000000001",
        "1e-16, 1e-16",
        "1.2345678901234567e-5, 0.000012345678901234568",
        "-1.2345678901234567e-14, -0.000000000000012345678901234567",
        "-0e0, -0",
        "0.30000000000000004, 0.30000000000000004",
        "1.7976931348623157e308, 1.7976931348623157e308",
        "-5e-324, -5e-324",
        "1e22, 1e22",
        "123456.7, 123456.7",
        "4208127722210275.5, 4208127722210275.5",
        "-1527332887026808.8, -1527332887026808.8",
        "1527332887026808e0, 1.527332887026808e15",
    })
    void printsAsTheServersDo(double value, String printed) {
        assertThat(text(value, CellType.NOT_FIXED)).isEqualTo(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "0.65, 2, 0.65",
        "0.0078125, 6, 0.007812",
        "0.2166666666666667, 6, 0.216667",
        "-1e20, 2, -100000000000000000000.00"
    })
    void printsFixedDecimals(double value, int decimals, String printed) {
        assertThat(text(value, decimals)).isEqualTo(printed);
    }

    private static String text(double value, int decimals) {
        return new String(DoubleText.of(value, decimals), StandardCharsets.ISO_8859_1);
    }
}
