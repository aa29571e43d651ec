package io.pinion.cli;

import io.pinion.operations.statement.StatementSpelling;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    @Option(
            names = "--using",
            paramLabel = "USER",
            description = "With --server: a user there who may look at all of it.")
    private @Nullable String user;

    @Option(
            names = "--password-env",
            paramLabel = "VARIABLE",
            defaultValue = "PINION_SERVER_PASSWORD",
            description = "The environment variable with that user's password; without it you are asked."
                    + " Default: ${DEFAULT-VALUE}.")
    private String variable = "";

    @Option(names = "--fix", description = "Do the cures that no client notices.")
    private boolean fix;

    @Mixin
    private ProxyOptions proxy;

    @Override
    public Integer call() throws CliFailure {
        Result findings = ask();
        PrintWriter out = spec.commandLine().getOut();
        out.print(proxy.chosen().map(format -> format.print(findings)).orElseGet(() -> FindingText.of(findings)));
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
        List<String> words = new ArrayList<>(List.of(fix ? "repair" : "check"));
        String password = "";
        if (server == null) {
            if (user != null) {
                throw CliFailure.usage("--using is said with --server only");
            }
            words.add("servers");
            words.addAll(pair == null ? List.of() : List.of("where", "pair", "=", pair));
        } else {
            if (pair != null || fix) {
                throw CliFailure.usage("--server is said without PAIR and --fix: it is a server that no pair has");
            }
            words.addAll(List.of("server", server));
            if (user != null) {
                password = environment().serverPassword(user, variable, "the new servers");
                words.addAll(List.of("using", user, "identified", "by", StatementSpelling.ASKED));
            }
        }
        return StatementLines.builtIn().read(words).spelling().sql(password);
    }
}
