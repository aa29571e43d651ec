package io.pinion.routing.planner.show;

import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.catalog.Table;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Turns the {@code SHOW CREATE TABLE} of a shard's table into that of the logical one. */
final class LogicalDefinition {
    private static final Pattern LOCAL_ID = Pattern.compile("  `local_id` \\w+(\\(\\d+\\))?");

    /** Column names are quoted there, and a comment may follow them. */
    private static final Pattern KEY =
            Pattern.compile("  (?:PRIMARY KEY|(?:UNIQUE |FULLTEXT |SPATIAL )?KEY|CONSTRAINT) .*");

    private static final Pattern NEXT_ID = Pattern.compile("^(\\).*?) AUTO_INCREMENT=\\d+");

    private static final Pattern COMMENT = Pattern.compile(" COMMENT='((?:[^'\\\\]|''|\\\\.)*+)'");

    private LogicalDefinition() {}

    /**
     * An object table has global ids, and AUTO_INCREMENT is dropped, since it is one shard's. The comment declares the
     * kind of rows, so that a dump's definition makes the same table again.
     */
    static String of(Table table, String physical) {
        return physical.lines()
                .map(line -> table instanceof Table.ObjectTable ? line(line) : line)
                .map(line -> line.startsWith(")") ? declared(table, line) : line)
                .collect(Collectors.joining("\n"));
    }

    /** The line behind a table's columns, which holds its options. */
    private static String declared(Table table, String options) {
        Declaration declaration = Declaration.of(table);
        Matcher comment = COMMENT.matcher(options);
        return comment.find()
                ? options.substring(0, comment.start(1))
                        + declaration.statedIn(comment.group(1))
                        + options.substring(comment.end(1))
                : options + " COMMENT='" + declaration.statedIn("").replace("'", "''") + "'";
    }

    private static String line(String line) {
        Matcher id = LOCAL_ID.matcher(line);
        if (id.lookingAt()) {
            // Only some servers show the display width of integers.
            return "  `id` bigint" + (id.group(1) == null ? "" : "(20)") + line.substring(id.end());
        }
        return KEY.matcher(line).matches()
                ? line.replace("`local_id`", "`id`")
                : NEXT_ID.matcher(line).replaceFirst("$1");
    }
}
