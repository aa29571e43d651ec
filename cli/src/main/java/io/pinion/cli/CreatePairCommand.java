package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs create}: see {@code CREATE PAIR}. */
@Command(
        name = "create",
        description = "Make two servers a pair: the standby gets all that the primary has.",
        mixinStandardHelpOptions = true)
final class CreatePairCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name.")
    private String pair;

    @Option(
            names = "--primary",
            paramLabel = "[NAME=]HOST:PORT",
            required = true,
            description = "The server that takes writes; it may have data and clients.")
    private String primary;

    @Option(names = "--standby", paramLabel = "[NAME=]HOST:PORT", description = "An empty server.")
    @Nullable
    private String standby;

    @Option(names = "--as-home", description = "It has the databases that no keyspace names.")
    private boolean home;

    @Mixin
    private ServerLoginOptions login;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        List<String> words = new ArrayList<>(List.of("CREATE PAIR", quoted(pair), "PRIMARY", server(primary)));
        Optional.ofNullable(standby).ifPresent(server -> words.addAll(List.of("STANDBY", server(server))));
        if (home) {
            words.add("AS HOME");
        }
        return dryRun.sql(String.join(" ", words) + login.sql(environment()));
    }

    /** {@code name=host:port}, or the address alone. */
    static String server(String written) {
        int end = written.indexOf('=');
        return end < 0
                ? ServerLoginOptions.text(written)
                : quoted(written.substring(0, end)) + " " + ServerLoginOptions.text(written.substring(end + 1));
    }
}
