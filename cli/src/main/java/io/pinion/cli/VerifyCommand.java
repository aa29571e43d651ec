package io.pinion.cli;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pinion shards verify}: see {@code VERIFY SHARDS} and {@code VERIFY PAIR}. */
@Command(
        name = "verify",
        description = "Compare the rows of shards on their standby with those on their primary, while clients go on.",
        mixinStandardHelpOptions = true)
final class VerifyCommand extends ProxyCommand {
    @Parameters(
            arity = "0..1",
            paramLabel = "SHARDS",
            description = "Such as 4096-8191, both inclusive, or 4096. Default: all that are open.")
    private @Nullable String range;

    @Option(names = "--keyspace", paramLabel = "NAME", description = "Whose shards.")
    private @Nullable String keyspace;

    @Option(names = "--pair", paramLabel = "PAIR", description = "All shards that live on it.")
    private @Nullable String pair;

    @Override
    Result carryOut(AdminStatement order) throws CliFailure {
        return order.ask(sql());
    }

    private String sql() throws CliFailure {
        if (pair != null) {
            if (range != null || keyspace != null) {
                throw CliFailure.usage("--pair is said without SHARDS and --keyspace: it means all that live there");
            }
            return "VERIFY PAIR " + quoted(pair);
        }
        if (keyspace == null) {
            throw CliFailure.usage("whose shards? --keyspace NAME, or --pair PAIR for all that live on one");
        }
        return "VERIFY SHARDS " + (range == null ? "" : ShardOptions.checked(range) + " ") + "IN " + quoted(keyspace);
    }

    @Override
    void judge(Result printed) throws CliFailure {
        int shards = printed.rows().size();
        long differ = count(printed, "differs");
        long equal = count(printed, "equal");
        if (equal < shards) {
            throw new CliFailure("of " + shards + " shards, " + equal + " are equal, " + differ + " differ, and "
                    + (shards - equal - differ) + " could not be verified");
        }
    }

    private static long count(Result printed, String outcome) {
        return IntStream.range(0, printed.rows().size())
                .filter(row -> printed.cell(row, "outcome").equals(outcome))
                .count();
    }
}
