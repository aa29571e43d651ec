package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Transcript;
import io.pinion.server.admin.AdminCommands;
import io.pinion.server.admin.AdminWire;
import io.pinion.server.admin.FakeProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Golden outputs of admin statements, from a client's connection to the printed table. The manual's page is one of them. */
class AdminPagesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"src/test/resources/admin/errors.txt", "src/test/resources/admin/filters.txt", "../docs/admin.md"
            })
    void answersAsWrittenDown(String file) throws IOException {
        String expected = Files.readString(Path.of(file));
        String actual;
        try (AdminWire wire = new AdminWire(new AdminCommands(), new FakeProxy())) {
            actual = new Transcript(wire::run).replay(expected);
        }
        if (Boolean.getBoolean("cases.update")) {
            Files.writeString(Path.of(file), actual);
        } else {
            assertThat(actual).isEqualTo(expected);
        }
    }
}
