package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.protocol.auth.AuthMethod;
import io.pinion.protocol.client.ClientCommandDecoder;
import io.pinion.protocol.flags.Capabilities;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/protocol-support.md names everything that Pinion's code knows of the protocol, and a test for each "yes". */
class ProtocolSupportPageTest {
    private static final Path DOCS = Path.of("..", "docs");

    private final List<String> lines = read();

    @Test
    void eachYesNamesItsTest() {
        List<String> unshown = new ArrayList<>();
        for (String line : lines) {
            String[] cells = line.split("\\|", -1);
            // Behind a cell that says yes, and before the next that says something, is one with a test.
            for (int cell = 2; line.startsWith("|") && cell < cells.length; cell++) {
                boolean shown = Arrays.stream(cells, cell + 1, Math.min(cell + 3, cells.length))
                        .anyMatch(behind -> behind.contains("#"));
                if (cells[cell].strip().matches("yes\\b.*") && !shown) {
                    unshown.add(line);
                }
            }
        }

        assertThat(unshown).isEmpty();
    }

    @Test
    void everyCommandHasItsRow() {
        List<String> missing = new ArrayList<>();
        constants(ClientCommandDecoder.class, int.class).forEach(command -> {
            String named = "`0x%02x` %s".formatted(value(command), command.getName());
            if (!isInAFirstCell(named)) {
                missing.add(named);
            }
        });

        assertThat(missing).isEmpty();
    }

    @Test
    void everyCapabilityHasItsRow() {
        List<String> missing = constants(Capabilities.class, long.class)
                .map(Field::getName)
                .filter(name -> !isInAFirstCell(name))
                .toList();

        assertThat(missing).isEmpty();
    }

    @Test
    void everyMethodToLogInHasItsRow() {
        List<String> missing = Stream.of(
                        "mysql_native_password", "caching_sha2_password", "client_ed25519", "mysql_clear_password")
                .filter(plugin -> !isInAFirstCell(plugin))
                .toList();

        assertThat(missing).isEmpty();
        assertThat(AuthMethod.class.getPermittedSubclasses())
                .as("another method needs a row")
                .hasSize(3);
    }

    private boolean isInAFirstCell(String name) {
        Pattern whole = Pattern.compile("(?<![A-Z_])" + Pattern.quote(name) + "(?![A-Z_])");
        return lines.stream()
                .filter(line -> line.startsWith("| "))
                .anyMatch(line -> whole.matcher(line.split("\\|", -1)[1]).find());
    }

    private static Stream<Field> constants(Class<?> of, Class<?> type) {
        return Arrays.stream(of.getDeclaredFields())
                .filter(field -> Modifier.isPublic(field.getModifiers()) && Modifier.isStatic(field.getModifiers()))
                .filter(field -> field.getType() == type);
    }

    private static int value(Field command) {
        try {
            return command.getInt(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> read() {
        try {
            return Files.readAllLines(DOCS.resolve("protocol-support.md"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
