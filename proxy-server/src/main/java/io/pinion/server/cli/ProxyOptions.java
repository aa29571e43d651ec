package io.pinion.server.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that speaks to a running proxy. */
final class ProxyOptions {
    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Default: ${DEFAULT-VALUE}.")
    String host = "";

    @Option(names = "--port", defaultValue = "3306", description = "Default: ${DEFAULT-VALUE}.")
    int port;

    @Option(
            names = "--user",
            defaultValue = "admin",
            description = "One with the admin right. Default: ${DEFAULT-VALUE}.")
    String user = "";

    @Option(names = "--format", description = "${COMPLETION-CANDIDATES}. Default: table on a terminal, else tsv.")
    @Nullable
    OutputFormat format;

    /** As it was asked for, else as whoever reads it needs it. */
    OutputFormat format(Surroundings surroundings) {
        if (format != null) {
            return format;
        }
        return surroundings.terminal().isPresent() ? OutputFormat.TABLE : OutputFormat.TSV;
    }
}
