package io.pinion.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs promote}: see {@code PROMOTE PAIR}. */
@Command(
        name = "promote",
        description = "Make the standby of a pair its primary. Clients wait for a moment and get no error.",
        mixinStandardHelpOptions = true)
final class PromoteCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name in the topology.")
    private String pair;

    @Option(names = "--to", paramLabel = "SERVER", description = "Refused if it is the primary already; for scripts.")
    private @Nullable String to;

    @Option(names = "--force", description = "Do without what the primary can't hand over; rows may be lost.")
    private boolean force;

    @Option(names = "--fenced", description = "The primary doesn't answer, and I know that it takes no writes.")
    private boolean fenced;

    @Mixin
    private DryRun dryRun;

    @Override
    String sql() throws CliFailure {
        if (fenced && !force) {
            throw CliFailure.usage("--fenced is said with --force only");
        }
        if (dryRun.wanted && (force || to != null)) {
            throw CliFailure.usage("--dry-run tells of a planned promotion only, without --to and --force");
        }
        return dryRun.sql("PROMOTE PAIR " + quoted(pair) + (to == null ? "" : " TO " + quoted(to))
                + (force ? " FORCE" : "") + (fenced ? " FENCED" : ""));
    }
}
