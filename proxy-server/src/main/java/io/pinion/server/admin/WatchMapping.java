package io.pinion.server.admin;

import io.pinion.operations.mapping.MappingWatch;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import java.time.temporal.ChronoUnit;
import java.util.OptionalInt;

/** {@code WATCH MAPPING}: CHECK MAPPING again and again, slowly. */
final class WatchMapping extends BegunCommand {
    WatchMapping() {
        super(
                "WATCH MAPPING " + MappingArguments.SYNTAX + " [EVERY n {MINUTE[S] | HOUR[S] | DAY[S]}]",
                "looks for the same all the time, at all shards once in that time (7 DAY), until CANCEL OPERATION");
    }

    @Override
    public boolean isEndless() {
        return true;
    }

    @Override
    MappingWatch read(StatementArguments arguments, AdminContext context) {
        MappingArguments wanted = MappingArguments.of(arguments, context);
        OptionalInt every = arguments.number("EVERY");
        long minutes = every.isPresent() ? minutes(every.getAsInt(), arguments) : MappingWatch.USUAL_MINUTES;
        return new MappingWatch(wanted.keyspace(), wanted.table(), wanted.opposite(), wanted.objects(), minutes);
    }

    private static long minutes(long number, StatementArguments arguments) {
        ChronoUnit unit = arguments.has("MINUTE")
                ? ChronoUnit.MINUTES
                : arguments.has("HOUR") ? ChronoUnit.HOURS : ChronoUnit.DAYS;
        long minutes = number * unit.getDuration().toMinutes();
        if (minutes < 1 || minutes > MappingWatch.MOST_MINUTES) {
            throw new SyntaxRefused("EVERY takes 1 MINUTE to 366 DAY");
        }
        return minutes;
    }
}
