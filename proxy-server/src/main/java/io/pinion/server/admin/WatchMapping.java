package io.pinion.server.admin;

import io.pinion.operations.mapping.MappingWatch;
import java.time.temporal.ChronoUnit;

/** {@code WATCH MAPPING}: CHECK MAPPING again and again, slowly. */
final class WatchMapping extends BegunCommand<MappingWatch> {
    WatchMapping() {
        super(
                "WATCH MAPPING",
                "WATCH MAPPING " + MappingArguments.SYNTAX + " [EVERY n {MINUTE | HOUR | DAY}]",
                "looks for the same all the time, at all shards once in that time (7 DAY), until CANCEL OPERATION",
                operations -> operations.mappings().watches());
    }

    @Override
    MappingWatch read(AdminTokens arguments, AdminContext context) {
        MappingArguments wanted = MappingArguments.read(arguments, context);
        long minutes = arguments.take("EVERY") ? minutes(arguments) : MappingWatch.USUAL_MINUTES;
        arguments.end();
        return new MappingWatch(wanted.keyspace(), wanted.table(), wanted.opposite(), wanted.objects(), minutes);
    }

    private static long minutes(AdminTokens arguments) {
        long number = OpenShards.whole(arguments, "a number of minutes, hours or days");
        long minutes = number * unit(arguments).getDuration().toMinutes();
        if (minutes < 1 || minutes > MappingWatch.MOST_MINUTES) {
            throw new AdminSyntaxException("EVERY takes 1 MINUTE to 366 DAY");
        }
        return minutes;
    }

    private static ChronoUnit unit(AdminTokens arguments) {
        if (arguments.take("MINUTE") || arguments.take("MINUTES")) {
            return ChronoUnit.MINUTES;
        }
        if (arguments.take("HOUR") || arguments.take("HOURS")) {
            return ChronoUnit.HOURS;
        }
        if (arguments.take("DAY") || arguments.take("DAYS")) {
            return ChronoUnit.DAYS;
        }
        throw arguments.expected("MINUTE, HOUR or DAY");
    }
}
