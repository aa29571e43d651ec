package io.pinion.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion doctor}: see {@code CHECK SERVERS}, {@code CHECK SERVER} and {@code REPAIR SERVERS}. */
@Command(
        name = "doctor",
        description =
                "Find what is wrong with the servers, their settings, accounts and replication, and with the proxy.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nThe status is 0 when nothing is wrong (any more), 1 when something is. Examples:%n",
        footer = {
            "  pinion doctor",
            "  pinion doctor MySQL001 --fix",
            "  pinion doctor --json || alert",
            "  pinion doctor --server 10.0.7.1:3306 --using root"
        })
final class DoctorCommand extends CliCommand {
    /** All servers are asked at once; a repair waits for locks, too, and looks twice. */
    private static final Duration ANSWER = Duration.ofMinutes(6);

    @Parameters(arity = "0..1", paramLabel = "PAIR", description = "One pair. Default: all, and the proxy.")
    private @Nullable String pair;

    @Option(
            names = "--server",
            paramLabel = "HOST:PORT",
            description = "A server that no pair has: could it be one, and its application come to Pinion?")
    private @Nullable String server;

    @Mixin
    private ServerLoginOptions login;

    @Option(names = "--fix", description = "Do the cures that no client notices.")
    private boolean fix;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Mixin
    private ProxyOptions proxy;

    @Override
    public Integer call() throws CliFailure {
        Result findings = ask();
        PrintWriter out = spec.commandLine().getOut();
        out.print(format().map(format -> format.print(findings)).orElseGet(() -> FindingText.of(findings)));
        out.flush();
        return FindingText.left(findings) == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private Result ask() throws CliFailure {
        String sql = sql();
        try (ProxyClient client = ProxyClient.connect(proxy, ProxyClient.password(proxy, environment()), ANSWER)) {
            return client.ask(sql);
        }
    }

    private String sql() throws CliFailure {
        String using = login.sql(environment());
        if (server != null) {
            if (pair != null || fix) {
                throw CliFailure.usage("--server is said without PAIR and --fix: it is a server that no pair has");
            }
            return "CHECK SERVER " + ServerLoginOptions.text(server) + using;
        }
        if (!using.isEmpty()) {
            throw CliFailure.usage("--using is said with --server only");
        }
        return (fix ? "REPAIR SERVERS" : "CHECK SERVERS")
                + (pair == null ? "" : " WHERE pair = " + ServerLoginOptions.text(pair));
    }

    /** Empty for a text that people read. */
    private Optional<OutputFormat> format() {
        return json ? Optional.of(OutputFormat.JSON) : Optional.ofNullable(proxy.format);
    }
}
