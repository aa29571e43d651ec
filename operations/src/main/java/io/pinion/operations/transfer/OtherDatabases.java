package io.pinion.operations.transfer;

import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.transfer.SourceSchema.Outside;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Finds what in the other databases of a server names the imported one. It would go on with the old database: a view
 * would show the rows of the hand-over, and a routine or an event would write there again behind FINISH. What a
 * routine puts together as a text (PREPARE) isn't found.
 */
final class OtherDatabases {
    private OtherDatabases() {}

    /**
     * Also names that only look like the database's: a table or an alias of its name; and what has no text for this
     * account. Blocks.
     *
     * @param others to look at, one by one: MariaDB opens the files of all of them where none is named
     */
    static List<Outside> naming(Connection connection, String database, List<String> others) throws SQLException {
        Pattern name = Pattern.compile("(?i)(?<![\\w$.`\"])([`\"]?)" + Pattern.quote(database) + "\\1\\s*\\.");
        List<Outside> found = new ArrayList<>();
        for (String other : others) {
            for (Map<String, String> row : Answers.rows(connection, texts(SqlText.quote(other)))) {
                String text = row.getOrDefault("text", "");
                if (text.isEmpty() || name.matcher(text).find()) {
                    found.add(outside(row, other));
                }
            }
            for (Map<String, String> row : Answers.rows(connection, foreignKeys(other, database))) {
                found.add(outside(row, other));
            }
        }
        return found;
    }

    private static Outside outside(Map<String, String> row, String database) {
        return new Outside(row.getOrDefault("kind", ""), database + "." + row.getOrDefault("name", ""));
    }

    private static String texts(String database) {
        return "SELECT 'view' AS kind, table_name AS name, view_definition AS text FROM information_schema.views"
                + " WHERE table_schema = " + database
                + " UNION ALL SELECT 'trigger', trigger_name, action_statement FROM information_schema.triggers"
                + " WHERE trigger_schema = " + database
                + " UNION ALL SELECT LOWER(routine_type), routine_name, routine_definition"
                + " FROM information_schema.routines WHERE routine_schema = " + database
                + " UNION ALL SELECT 'event', event_name, event_definition FROM information_schema.events"
                + " WHERE event_schema = " + database + " ORDER BY 1, 2";
    }

    private static String foreignKeys(String database, String imported) {
        return "SELECT 'foreign key' AS kind, constraint_name AS name FROM information_schema.referential_constraints"
                + " WHERE constraint_schema = " + SqlText.quote(database) + " AND unique_constraint_schema = "
                + SqlText.quote(imported) + " ORDER BY 2";
    }
}
