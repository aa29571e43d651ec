package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/cli.md names each command that isn't a statement, which docs/admin.md has. */
class CommandLinePageTest {
    private final List<String> lines = read();
    private final Map<String, CommandLine> commands = CommandLines.all().getSubcommands();

    private static List<String> read() {
        try {
            return Files.readAllLines(Path.of("..", "docs", "cli.md"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachCommandHasItsHeading() {
        String headings = String.join(
                "\n", lines.stream().filter(line -> line.startsWith("## ")).toList());
        assertThat(commands.entrySet().stream()
                        .filter(command ->
                                !(command.getValue().getCommandSpec().userObject() instanceof StatementCommand))
                        .map(Map.Entry::getKey))
                .hasSizeGreaterThan(5)
                .allMatch(name -> headings.contains("pinion " + name));
    }

    /** bin/pinion prints it from there in a checkout that isn't built. */
    @Test
    void thePageBeginsWithTheHelp() {
        int begin = lines.indexOf("$ pinion --help");
        List<String> shown = lines.subList(
                begin + 1, begin + 1 + lines.subList(begin, lines.size()).indexOf("```") - 1);
        assertThat(String.join("\n", shown))
                .isEqualTo(new Cli().run("--help").out().stripTrailing());
    }
}
