package io.pinion.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command for a running proxy. */
final class ProxyOptions {
    private static final String USUAL_HOST = "127.0.0.1";
    private static final String USUAL_PORT = "3306";
    private static final String USUAL_USER = "admin";

    @Option(names = "--host", defaultValue = USUAL_HOST, description = "Default: ${DEFAULT-VALUE}.")
    String host = "";

    @Option(names = "--port", defaultValue = USUAL_PORT, description = "Default: ${DEFAULT-VALUE}.")
    int port;

    @Option(
            names = "--user",
            defaultValue = USUAL_USER,
            description = "One with the admin right. Default: ${DEFAULT-VALUE}.")
    String user = "";

    @Option(
            names = "--format",
            description = "${COMPLETION-CANDIDATES}. Default: tsv, and what reads best on a terminal.")
    private @Nullable OutputFormat format;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    /** Empty for what reads best. */
    Optional<OutputFormat> chosen() {
        return json ? Optional.of(OutputFormat.JSON) : Optional.ofNullable(format);
    }

    boolean isJson() {
        return chosen().filter(OutputFormat.JSON::equals).isPresent();
    }

    /** The chosen format, or else the given one on a terminal and TSV for a script. */
    OutputFormat format(CliEnvironment environment, OutputFormat onTerminal) {
        return chosen().orElse(environment.terminal().isPresent() ? onTerminal : OutputFormat.TSV);
    }

    /** The options with which another command reaches the same proxy as the same user, each with a blank before it. */
    String reaching() {
        return option("--host", USUAL_HOST, host)
                + option("--port", USUAL_PORT, Integer.toString(port))
                + option("--user", USUAL_USER, user);
    }

    private static String option(String name, String usual, String chosen) {
        return chosen.equals(usual) ? "" : " " + name + " " + chosen;
    }
}
