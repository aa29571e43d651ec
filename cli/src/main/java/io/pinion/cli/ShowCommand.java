package io.pinion.cli;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pinion show}: sends a SHOW statement to a running proxy, for scripts and machines without a MySQL client. */
@Command(
        name = "show",
        description = "Ask a running proxy: pinion show shards, pairs, keyspaces, proxies, pools, sessions, …",
        mixinStandardHelpOptions = true,
        footerHeading = "%nThe password is PINION_PASSWORD from the environment, or asked for. Examples:%n",
        footer = {
            "  pinion show shards",
            "  pinion show pools --host proxy-a --format json",
            "  pinion show shards from lookup where \"pair = 'MySQL001'\"",
            "  pinion show id 241294492511762325 --format vertical"
        })
final class ShowCommand extends CliCommand {
    private static final Duration ANSWER = Duration.ofSeconds(30);

    /** MySQL's ER_PARSE_ERROR. */
    private static final int PARSE_ERROR = 1064;

    @Parameters(
            index = "0",
            paramLabel = "WORD",
            description = "What stands behind SHOW.",
            completionCandidates = ShownWords.First.class)
    private String first;

    @Parameters(
            index = "1..*",
            paramLabel = "MORE",
            description = "The words behind it.",
            completionCandidates = ShownWords.Second.class)
    private List<String> more = List.of();

    @Mixin
    private ProxyOptions proxy;

    @Override
    public Integer call() throws CliFailure {
        String sql = String.join(" ", "SHOW", first, String.join(" ", more)).strip();
        try (ProxyClient client = ProxyClient.connect(proxy, ProxyClient.password(proxy, environment()), ANSWER)) {
            spec.commandLine()
                    .getOut()
                    .print(proxy.format(environment(), OutputFormat.TABLE).print(ask(client, sql)));
            spec.commandLine().getOut().flush();
            return ExitStatus.OK;
        }
    }

    /** A server knows many more SHOW statements, so that only what none of them knows is explained. */
    private static Result ask(ProxyClient client, String sql) throws CliFailure {
        try {
            return client.ask(sql);
        } catch (CliFailure failure) {
            if (failure.getCause() instanceof SQLException cause && cause.getErrorCode() == PARSE_ERROR) {
                ShowStatements known = ShowStatements.of(client.ask("HELP PINION"));
                if (!known.has(sql)) {
                    throw new CliFailure(known.refusal(sql), failure);
                }
            }
            throw failure;
        }
    }
}
