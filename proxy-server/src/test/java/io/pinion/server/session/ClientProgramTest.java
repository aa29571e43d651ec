package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClientProgramTest {
    @Test
    void aProgramGoesBeforeItsLibrary() {
        assertThat(ClientProgram.of(Map.of("program_name", "mysqldump", "_client_name", "libmysql"))
                        .name())
                .isEqualTo("mysqldump");
        assertThat(ClientProgram.of(Map.of("program_name", " ", "_client_name", "MySQL Connector/J"))
                        .name())
                .isEqualTo("MySQL Connector/J");
        assertThat(ClientProgram.of(Map.of()).name()).isEmpty();
    }

    @Test
    void whatItSaysIsShortAndPrintable() {
        assertThat(ClientProgram.of(Map.of("program_name", "a\nb\u001b[31m")).name())
                .isEqualTo("ab[31m");
        assertThat(ClientProgram.of(Map.of("program_name", "x".repeat(60_000))).name())
                .hasSize(64);
    }
}
