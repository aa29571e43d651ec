package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** docs/cli.md names each command, and each option of those that have a running proxy do something. */
class CommandLinePageTest {
    private static final List<String> ORDERS = List.of("pairs", "keyspaces", "shards", "users", "operations");

    /** Named once for all commands. */
    private static final List<String> COMMON =
            List.of("--host", "--port", "--user", "--format", "--help", "--version", "--debug");

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
        assertThat(commands.keySet()).allMatch(headings::contains);
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

    @Test
    void eachOrderHasItsRowWithAllOptions() {
        List<String> missing = new ArrayList<>();
        commands.forEach((group, holder) -> {
            if (ORDERS.contains(group)) {
                holder.getSubcommands()
                        .forEach((name, command) -> missing.addAll(missing(group + " " + name, command)));
            }
        });
        assertThat(missing).isEmpty();
    }

    private List<String> missing(String name, CommandLine command) {
        String rows = rows(name);
        return command.getCommandSpec().options().stream()
                .filter(option -> !COMMON.contains(option.longestName()))
                .map(option -> option.names()[0])
                .filter(option -> !rows.contains(option))
                .map(option -> name + " " + option)
                .toList();
    }

    private String rows(String command) {
        List<String> rows = lines.stream()
                .filter(line -> line.startsWith("| `" + command + " "))
                .toList();
        assertThat(rows).as(command).isNotEmpty();
        return String.join("\n", rows);
    }
}
