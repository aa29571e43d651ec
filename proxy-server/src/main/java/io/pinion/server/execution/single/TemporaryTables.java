package io.pinion.server.execution.single;

import io.pinion.routing.plan.SessionEffects.RetainedState;
import io.pinion.routing.plan.SessionObjects;
import io.pinion.routing.plan.SessionObjects.Thing;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The temporary tables that a text makes or drops, where it is simple: {@code DROP TABLE IF EXISTS t}. A table that is only
 * believed to be dropped would be another session's next, so they are told apart by the name of the database that the
 * connection was in, and by upper and lower case. Plans keep neither, so the text is parsed once more.
 */
final class TemporaryTables {
    private static final int LONGEST_CHARACTERS = 10_000;

    private static final String NAME = "(?:[\\w$]++|`[\\w$]++`)";
    private static final String TABLE = NAME + "(?:\\." + NAME + ")?+";

    /** What follows the name can't be a part of it. */
    private static final Pattern MADE =
            Pattern.compile("(?is)\\s*+CREATE\\s++(?:OR\\s++REPLACE\\s++)?+TEMPORARY\\s++TABLE\\s++"
                    + "(?:IF\\s++NOT\\s++EXISTS\\s++)?+(?<table>" + TABLE + ")\\s*+[(a-z][^;]*+;?+\\s*+");

    private static final Pattern DROPPED =
            Pattern.compile("(?i)\\s*+DROP\\s++(?:TEMPORARY\\s++)?+TABLES?+\\s++(?:IF\\s++EXISTS\\s++)?+" + "(?<tables>"
                    + TABLE + "(?:\\s*+,\\s*+" + TABLE + ")*+)\\s*+;?+\\s*+");

    private static final Pattern COMMA = Pattern.compile("\\s*+,\\s*+");

    private TemporaryTables() {}

    /**
     * @param text as the server got it
     * @param database the connection's current one; null when Pinion doesn't know it
     * @return the tables that exist, and that don't exist, once it has succeeded; empty when that isn't certain
     */
    static Optional<SessionObjects> in(String text, @Nullable String database) {
        if (text.length() > LONGEST_CHARACTERS) {
            return Optional.empty();
        }
        Matcher made = MADE.matcher(text);
        if (made.matches()) {
            return Optional.of(new SessionObjects(tables(made.group("table"), database), List.of()));
        }
        Matcher dropped = DROPPED.matcher(text);
        return dropped.matches()
                ? Optional.of(new SessionObjects(List.of(), tables(dropped.group("tables"), database)))
                : Optional.empty();
    }

    private static List<Thing> tables(String names, @Nullable String database) {
        return COMMA.splitAsStream(names.replace("`", ""))
                .filter(name -> database != null || name.indexOf('.') >= 0)
                .map(name -> name.indexOf('.') >= 0 ? name : database + '.' + name)
                .map(name -> new Thing(RetainedState.TEMPORARY_TABLE, name))
                .toList();
    }
}
