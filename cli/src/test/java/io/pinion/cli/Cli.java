package io.pinion.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** Runs a command line as a shell would; without a terminal unless one is asked for. */
public final class Cli {
    /** What a shell gets back. */
    public record Outcome(int exitStatus, String out, String err) {}

    private String input = "";
    private Map<String, String> environment = Map.of();
    private List<String> options = List.of();
    private Optional<CliEnvironment.PasswordPrompt> terminal = Optional.empty();

    /** Against a proxy on this machine. */
    public static Cli at(int port, String user, String password) {
        Cli cli = new Cli().environment(Map.of("PINION_PASSWORD", password));
        cli.options = List.of("--port", Integer.toString(port), "--user", user);
        return cli;
    }

    /** A person sits there. */
    public Cli terminal() {
        terminal = Optional.of(question -> "");
        return this;
    }

    public Cli input(String text) {
        input = text;
        return this;
    }

    public Cli environment(Map<String, String> variables) {
        environment = variables;
        return this;
    }

    public Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CliEnvironment given = new CliEnvironment(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                environment::get,
                terminal,
                service -> {
                    service.started();
                    service.stop();
                });
        CommandLine pinion = PinionCommand.commandLine(given);
        pinion.setOut(new PrintWriter(out));
        pinion.setErr(new PrintWriter(err));
        pinion.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(options);
        int exitStatus = pinion.execute(words.toArray(String[]::new));
        return new Outcome(exitStatus, out.toString(), err.toString());
    }
}
