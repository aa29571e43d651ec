package io.pinion.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The shards that a command is for: the range, and the keyspace, since shard 1537 may exist in two. */
final class ShardOptions {
    private static final Pattern RANGE = Pattern.compile("\\d{1,9}(-\\d{1,9})?");

    @Parameters(index = "0", paramLabel = "SHARDS", description = "Such as 4096-8191, both inclusive, or 4096.")
    private String range = "";

    @Option(names = "--keyspace", paramLabel = "NAME", required = true, description = "Whose shards.")
    String keyspace = "";

    /** The range as written; fails when it isn't one. */
    String range() throws CliFailure {
        return checked(range);
    }

    static String checked(String range) throws CliFailure {
        if (!RANGE.matcher(range).matches()) {
            throw CliFailure.usage("'" + range + "' is no range of shards, such as 4096-8191 or 4096");
        }
        return range;
    }
}
