package io.pinion.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion export}: see {@code EXPORT KEYSPACE}. The proxy reads in the background; the command waits for the end. */
@Command(
        name = "export",
        description = "Write the tables of a keyspace into files, read from the standbys, each at one position.",
        mixinStandardHelpOptions = true)
final class ExportCommand extends BackgroundCommand {
    @Parameters(paramLabel = "KEYSPACE", description = "Its name.")
    private String keyspace;

    @Option(
            names = "--to",
            paramLabel = "PLACE",
            required = true,
            description = "A directory below the proxy's exports.directory, or s3://bucket/prefix.")
    private String place;

    @Option(names = "--tables", paramLabel = "TABLE", split = ",", description = "Some of its tables. Default: all.")
    private List<String> tables = List.of();

    @Option(names = "--as", paramLabel = "FORMAT", description = "parquet, json, csv or sql. Default: parquet.")
    private @Nullable String format;

    @Option(names = "--compression", paramLabel = "METHOD", description = "zstd, gzip or none. Default: zstd.")
    private @Nullable String compression;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "Only rows that aren't older than this, such as '2026-11-01 00:00:00', in UTC.")
    private @Nullable String since;

    @Option(
            names = "--since-export",
            paramLabel = "PLACE",
            description = "Only what has changed since an earlier export, by the servers' binary logs.")
    private @Nullable String after;

    @Option(names = "--by", paramLabel = "COLUMN", description = "The column with a row's time. Default: ts.")
    private @Nullable String column;

    @Option(
            names = "--flatten",
            paramLabel = "COLUMN",
            description = "A value inside of JSON as a column, such as 'data.title AS title VARCHAR'; may be repeated.")
    private List<String> flat = List.of();

    @Override
    String statement() throws CliFailure {
        if (after != null && since != null) {
            throw CliFailure.usage("--since and --since-export are two ways to tell what is new: take one");
        }
        if (column != null && since == null) {
            throw CliFailure.usage("--by says of --since which column it means");
        }
        List<String> words = new ArrayList<>();
        words.add(
                tables.isEmpty()
                        ? "EXPORT KEYSPACE"
                        : "EXPORT TABLES "
                                + tables.stream().map(ProxyCommand::quoted).collect(Collectors.joining(", ")) + " IN");
        words.add(quoted(keyspace) + " TO " + ServerLoginOptions.text(place));
        if (format != null) {
            words.add("AS " + quoted(format));
        }
        if (compression != null) {
            words.add("COMPRESSED BY " + quoted(compression));
        }
        if (since != null) {
            words.add("SINCE " + ServerLoginOptions.text(since));
        }
        if (after != null) {
            words.add("SINCE EXPORT " + ServerLoginOptions.text(after));
        }
        if (column != null) {
            words.add("BY " + quoted(column));
        }
        if (!flat.isEmpty()) {
            words.add("FLATTEN (" + String.join(", ", flat) + ")");
        }
        return String.join(" ", words);
    }
}
