package io.pinion.server.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/** Runs a command line as a shell would, without a terminal. */
public final class Cli {
    /** What a shell gets back. */
    public record Outcome(int exitStatus, String out, String err) {}

    private String input = "";
    private Map<String, String> environment = Map.of();

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
        Surroundings surroundings = new Surroundings(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                environment::get,
                Optional.empty(),
                Surroundings.Service::stop);
        CommandLine pinion = PinionCommand.commandLine(surroundings, Stores::open);
        pinion.setOut(new PrintWriter(out));
        pinion.setErr(new PrintWriter(err));
        pinion.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int exitStatus = pinion.execute(arguments);
        return new Outcome(exitStatus, out.toString(), err.toString());
    }
}
