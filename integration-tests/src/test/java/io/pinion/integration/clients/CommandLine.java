package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The same session with a {@code mysql} or {@code mariadb} command line, by a script or by a person at a terminal. */
final class CommandLine {
    /** What {@link #terminal} prints when all is well. */
    static final List<String> TERMINAL_LINES = List.of(
            "completed, and answered",
            "interrupted: error 1317",
            "long before its time: True",
            "the session goes on",
            "ends with 0",
            "the bystander goes on: True",
            "and ends when it is told to");

    /** What {@code status} prints of the connection itself, which is another one. */
    private static final Set<String> CONNECTION_FACTS =
            Set.of("Connection id:", "Current user:", "SSL:", "Server version:", "TCP port:", "Uptime:", "Threads:");

    private CommandLine() {}

    /** Very verbose: every statement, how many rows it touched, and its info text. */
    static List<String> session(InstalledProgram program, int port, String... options) {
        List<String> arguments = new ArrayList<>(List.of("--default-character-set=utf8mb4"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("--table", "--comments", "-vv", "legacy"));
        var outcome = program.run(
                Map.of(),
                Path.of(InstalledProgram.script("cli_session.sql")),
                InstalledProgram.login(port, arguments.toArray(String[]::new)));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output()
                .lines()
                .filter(line -> CONNECTION_FACTS.stream().noneMatch(line::startsWith))
                .toList();
    }

    /** Source, completion by TAB, and Ctrl-C, on a terminal that a script types at. */
    static List<String> terminal(InstalledProgram program, int port) {
        List<String> arguments = new ArrayList<>(List.of(InstalledProgram.script("terminal_session.py")));
        arguments.addAll(program.command());
        arguments.addAll(List.of(InstalledProgram.login(port, "--auto-rehash", "--default-character-set=utf8mb4")));
        InstalledProgram python = InstalledProgram.installed("Python", InstalledProgram.python("pty"));
        var outcome = python.run(Map.of(), arguments.toArray(String[]::new));
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output().lines().toList();
    }
}
