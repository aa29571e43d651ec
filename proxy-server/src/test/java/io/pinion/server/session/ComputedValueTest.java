package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.ColumnType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComputedValueTest {
    @ParameterizedTest
    @CsvSource({
        "FFFE, utf8mb4",
        "C328, utf8mb3",
        "F09F9880, utf8mb3",
        "F09F9880, utf8mb4",
        "81, gbk",
        "D800, utf16",
        "E4, latin1",
        "FF00, binary"
    })
    void bytesThatAreNoTextHaveNoLiteral(String hex, String charset) {
        boolean text = List.of("E4", "FF00").contains(hex) || (charset.equals("utf8mb4") && hex.startsWith("F09F"));
        assertThat(string(hex, charset).isPresent()).isEqualTo(text);
    }

    @Test
    void textIsWrittenInHexadecimal() {
        assertThat(string("C3A4", "utf8mb4").map(Setting::text)).contains("@`a`=_utf8mb4 X'C3A4' COLLATE utf8mb4_bin");
    }

    /** MariaDB refuses {@code system_versioning_asof='DEFAULT'} (1231). */
    @Test
    void theTextDefaultIsReplayedAsTheKeyword() {
        ComputedValue asOf =
                new ComputedValue.OfSession("system_versioning_asof", "system_versioning_asof", Setting.Group.PLAIN);
        List<ColumnDefinition> definitions = List.of(ColumnDefinition.of("a", ColumnType.VAR_STRING, 255, 0, 0, 0));

        assertThat(asOf.read(definitions, List.of("DEFAULT".getBytes(StandardCharsets.US_ASCII)))
                        .map(Setting::text))
                .contains("@@session.system_versioning_asof=DEFAULT");
    }

    private static Optional<Setting> string(String hex, String charset) {
        return new ComputedValue.OfUser("a")
                .read(
                        List.of(ColumnDefinition.of("a", ColumnType.BLOB, 255, 0, 0, 0)),
                        Stream.of("any", hex, charset, charset + "_bin")
                                .map(cell -> cell.getBytes(StandardCharsets.ISO_8859_1))
                                .toList());
    }
}
