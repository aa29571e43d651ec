package io.pinion.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** Runs a command line as a shell would; without a terminal unless one is asked for. */
public final class Cli {
    /** What a shell gets back. */
    public record Outcome(int exitStatus, String out, String err) {}

    private static final Pattern WORD = Pattern.compile("\"\\$\\(cat (\\S+)\\)\"|< (\\S+)|'[^']*'|\"[^\"]*\"|\\S+");

    private String input = "";
    private Map<String, String> environment = Map.of();
    private List<String> options = List.of();
    private Optional<CliEnvironment.Terminal> terminal = Optional.empty();

    /** Against a proxy on this machine. */
    public static Cli at(int port, String user, String password) {
        Cli cli = new Cli().environment(Map.of("PINION_PASSWORD", password));
        cli.options = List.of("--port", Integer.toString(port), "--user", user);
        return cli;
    }

    /** A person sits there. */
    public Cli terminal() {
        return terminal("");
    }

    /** A person sits there who answers each question so. */
    public Cli terminal(String answer) {
        terminal = Optional.of(new CliEnvironment.Terminal() {
            @Override
            public String password(String question) {
                return answer;
            }

            @Override
            public String line(String question) {
                return answer;
            }
        });
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

    /** Runs what a person types behind {@code pinion}; of a shell, quotes, {@code "$(cat FILE)"} and {@code < FILE} are known. */
    public Outcome type(String line, Path directory) throws IOException {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line);
        while (word.find()) {
            if (word.group(1) != null) {
                words.add(Files.readString(directory.resolve(word.group(1))));
            } else if (word.group(2) != null) {
                input(Files.readString(directory.resolve(word.group(2))));
            } else {
                words.add(word.group().replaceAll("^(['\"])(.*)\\1$", "$2"));
            }
        }
        return run(words.toArray(String[]::new));
    }

    public Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CliEnvironment given = new CliEnvironment(
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                environment::get,
                terminal,
                service -> {
                    service.started().run();
                    service.stop().run();
                });
        CommandLine pinion = CommandTree.commandLine(given);
        pinion.setOut(new PrintWriter(out));
        pinion.setErr(new PrintWriter(err));
        pinion.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        List<String> words = new ArrayList<>(List.of(arguments));
        words.addAll(options);
        int exitStatus = pinion.execute(words.toArray(String[]::new));
        return new Outcome(exitStatus, out.toString(), err.toString());
    }
}
