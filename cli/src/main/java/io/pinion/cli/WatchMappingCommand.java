package io.pinion.cli;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pinion mappings watch}: see {@code WATCH MAPPING}. The proxies go on with it until it is cancelled. */
@Command(
        name = "watch",
        description = "Look at all links of a mapping again and again, until pinion operations cancel.",
        mixinStandardHelpOptions = true)
final class WatchMappingCommand extends AdminStatementCommand {
    private static final Pattern TIME = Pattern.compile("(?i)[0-9]{1,9} ?(MINUTE|HOUR|DAY)S?");

    @Mixin
    private MappingOptions mapping;

    @Mixin
    private DryRun dryRun;

    @Option(
            names = "--every",
            paramLabel = "TIME",
            description = "The time in which all shards are looked at once, such as '12 HOUR'. Default: 7 DAY.")
    private @Nullable String every;

    @Override
    String sql() throws CliFailure {
        if (every != null && !TIME.matcher(every).matches()) {
            throw CliFailure.usage("--every takes a number of MINUTE, HOUR or DAY, such as '12 HOUR', not " + every);
        }
        return dryRun.sql("WATCH " + mapping.sql() + (every == null ? "" : " EVERY " + every));
    }
}
