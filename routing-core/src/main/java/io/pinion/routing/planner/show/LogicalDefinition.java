package io.pinion.routing.planner.show;

import io.pinion.routing.catalog.Table;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What {@code SHOW CREATE TABLE} says of a shard's table, as it would be said of the logical one. */
final class LogicalDefinition {
    private static final Pattern LOCAL_ID = Pattern.compile("  `local_id` \\w+(\\(\\d+\\))?(?: unsigned)?");

    /** Column names stand in quotes there, and a comment may follow them. */
    private static final Pattern KEY =
            Pattern.compile("  (?:PRIMARY KEY|(?:UNIQUE |FULLTEXT |SPATIAL )?KEY|CONSTRAINT) .*");

    private static final Pattern NEXT_ID = Pattern.compile("^(\\).*?) AUTO_INCREMENT=\\d+");

    private LogicalDefinition() {}

    /** An object table has global ids; and the next local id is none of the whole table's. */
    static String of(Table table, String physical) {
        return table instanceof Table.ObjectTable
                ? physical.lines().map(LogicalDefinition::line).collect(Collectors.joining("\n"))
                : physical;
    }

    private static String line(String line) {
        Matcher id = LOCAL_ID.matcher(line);
        if (id.lookingAt()) {
            // Only some servers show how wide integers are displayed.
            return "  `id` bigint" + (id.group(1) == null ? "" : "(20)") + line.substring(id.end());
        }
        return KEY.matcher(line).matches()
                ? line.replace("`local_id`", "`id`")
                : NEXT_ID.matcher(line).replaceFirst("$1");
    }
}
