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
    private static final String OWN = "('mysql', 'sys', 'information_schema', 'performance_schema')";

    private OtherDatabases() {}

    /** Also names that only look like the database's: a table or an alias of its name. Blocks. */
    static List<Outside> naming(Connection connection, String database) throws SQLException {
        Pattern name = Pattern.compile("(?i)(?<![\\w$.`\"])([`\"]?)" + Pattern.quote(database) + "\\1\\s*\\.");
        List<Outside> found = new ArrayList<>();
        for (Map<String, String> row : Answers.rows(connection, texts(database))) {
            if (name.matcher(row.getOrDefault("text", "")).find()) {
                found.add(outside(row));
            }
        }
        for (Map<String, String> row : Answers.rows(connection, foreignKeys(database))) {
            found.add(outside(row));
        }
        return found;
    }

    private static Outside outside(Map<String, String> row) {
        return new Outside(
                row.getOrDefault("kind", ""), row.getOrDefault("place", "") + "." + row.getOrDefault("name", ""));
    }

    private static String texts(String database) {
        return "SELECT kind, place, name, text FROM ("
                + "SELECT 'view' AS kind, table_schema AS place, table_name AS name, view_definition AS text"
                + " FROM information_schema.views"
                + " UNION ALL SELECT 'trigger', trigger_schema, trigger_name, action_statement"
                + " FROM information_schema.triggers"
                + " UNION ALL SELECT LOWER(routine_type), routine_schema, routine_name, routine_definition"
                + " FROM information_schema.routines"
                + " UNION ALL SELECT 'event', event_schema, event_name, event_definition"
                + " FROM information_schema.events) AS bodies"
                + " WHERE place <> " + SqlText.quote(database) + " AND place NOT IN " + OWN
                + " AND LOCATE(" + SqlText.quote(database) + ", text) > 0 ORDER BY kind, place, name";
    }

    private static String foreignKeys(String database) {
        return "SELECT 'foreign key' AS kind, constraint_schema AS place, constraint_name AS name"
                + " FROM information_schema.referential_constraints WHERE unique_constraint_schema = "
                + SqlText.quote(database) + " AND constraint_schema <> " + SqlText.quote(database) + " ORDER BY 2, 3";
    }
}
