package io.pinion.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion keyspaces convert}: see {@code CONVERT TABLE}. The proxy works in the background; the command waits. */
@Command(
        name = "convert",
        description = "Make a queue of a table that is there, while clients go on.",
        mixinStandardHelpOptions = true)
final class ConvertTableCommand extends BackgroundCommand {
    @Parameters(paramLabel = "KEYSPACE.TABLE", description = "The table.")
    private String table;

    @Option(
            names = "--as",
            paramLabel = "DECLARATION",
            required = true,
            description = "What it is then: 'object queue=state,updated_at states=NEW:0:24h:120h,OK:1:1h:1h'.")
    private String as;

    @Override
    String statement() throws CliFailure {
        return "CONVERT TABLE " + quotedTable(table) + " AS " + ServerLoginOptions.text(as);
    }
}
