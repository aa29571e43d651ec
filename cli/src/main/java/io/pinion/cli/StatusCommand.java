package io.pinion.cli;

import java.time.Duration;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pinion status}: the whole cluster on one screen. */
@Command(
        name = "status",
        description =
                "The whole cluster on one screen: what is wrong, what would refuse a promotion or a move, and what"
                        + " to type.",
        mixinStandardHelpOptions = true,
        footerHeading =
                "%nThe exit status is 0 when there is nothing to tell, 1 when something is wrong, 6 when nothing is and"
                        + " a promotion or a move would be refused. The password is PINION_PASSWORD from the environment, or asked"
                        + " for. Examples:%n",
        footer = {"  pinion status", "  pinion status --json --host proxy-a || alert"})
final class StatusCommand extends CliCommand {
    private static final Duration ANSWER = Duration.ofSeconds(10);

    /** Longer lines are hard to read. */
    private static final int WIDEST = 120;

    @Mixin
    private ProxyOptions proxy;

    @Option(names = "--all", description = "Also what doesn't fit on one screen.")
    private boolean all;

    @Override
    public Integer call() throws CliFailure {
        Result answer;
        try (ProxyClient client = ProxyClient.connect(proxy, ProxyClient.password(proxy, environment()), ANSWER)) {
            answer = client.ask(ClusterStatus.STATEMENT);
        }
        ClusterStatus status = ClusterStatus.of(answer, new TypedCommands(proxy.reaching())::of);
        print(text(status, answer));
        return status.exitStatus();
    }

    private String text(ClusterStatus status, Result answer) {
        if (proxy.isJson()) {
            return status.json();
        }
        return proxy.chosen().map(format -> format.print(answer)).orElseGet(() -> page().of(status));
    }

    /** A script gets whole lines. */
    private StatusPage page() {
        CommandLine command = spec.commandLine();
        boolean terminal = environment().terminal().isPresent();
        int width = Math.min(WIDEST, Math.max(USUAL_WIDTH, command.getUsageHelpWidth()));
        return new StatusPage(
                terminal ? width : 0,
                terminal && command.getColorScheme().ansi().enabled(),
                all);
    }
}
