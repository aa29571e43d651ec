package io.pinion.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion keyspaces rekey}: see {@code REKEY TABLE}. The proxy works in the background; the command waits. */
@Command(
        name = "rekey",
        description = "Give rows of a hashed table other keys, and with them other shards, while clients go on.",
        mixinStandardHelpOptions = true)
final class RekeyTableCommand extends BackgroundCommand {
    @Parameters(paramLabel = "KEYSPACE.TABLE", description = "The table.")
    private String table;

    @Option(
            names = "--set",
            paramLabel = "KEY=EXPRESSION",
            required = true,
            description = "The new key, made of the old one: 'username = LOWER(username)'.")
    private String set;

    @Option(names = "--where", paramLabel = "CONDITION", description = "The rows. Default: all.")
    private @Nullable String where;

    @Override
    String statement() throws CliFailure {
        return "REKEY TABLE " + quotedTable(table) + " SET " + set + (where == null ? "" : "\nWHERE " + where);
    }
}
