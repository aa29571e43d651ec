package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code pinion pairs open}: see {@code OPEN PAIR}. */
@Command(
        name = "open",
        description = "Let the primary of a pair take writes that is fenced, as after its restart.",
        mixinStandardHelpOptions = true)
final class OpenPairCommand extends AdminStatementCommand {
    @Parameters(paramLabel = "PAIR", description = "Its name in the topology.")
    private String pair;

    @Override
    String sql() {
        return "OPEN PAIR " + quoted(pair);
    }
}
