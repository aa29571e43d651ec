package io.pinion.operations.check;

import io.pinion.config.document.Problem.Severity;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.routing.catalog.SystemDatabases;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * What an application uses of its server that it wouldn't have behind Pinion, or that keeps the server from a standby.
 * {@link #ALL} has a row for each.
 *
 * @param sql answers with a name for each use
 * @param problem what stands before the names
 */
record ApplicationQuestion(String check, Severity severity, String sql, String problem, String cure) {
    /** Names that are told of each. */
    private static final int SHOWN = 5;

    private static final String NOT_THE_SERVERS = " NOT IN (" + SqlText.quotedList(SystemDatabases.ALL) + ")";

    private static final String PEOPLE = " AND user NOT IN ('', 'root', 'mysql', 'mysql.sys', 'mysql.session',"
            + " 'mysql.infoschema', 'mariadb.sys') AND user NOT LIKE 'pinion%'";

    private static final String PAIR_OF_ONE = "CREATE PAIR without STANDBY, or make them otherwise";

    static final List<ApplicationQuestion> ALL = List.of(
            new ApplicationQuestion(
                    "authentication plugin",
                    Severity.WARNING,
                    "SELECT CONCAT(user, '@', host, ' (', plugin, ')') FROM mysql.user WHERE plugin NOT IN"
                            + " ('', 'mysql_native_password', 'caching_sha2_password')" + PEOPLE + " ORDER BY 1",
                    "accounts log in by plugins that Pinion doesn't have for clients: ",
                    "a password for each of these users in the topology; pinion user hash makes what it needs"),
            new ApplicationQuestion(
                    "rights on tables",
                    Severity.WARNING,
                    "SELECT DISTINCT CONCAT(grantee, ' on ', table_schema, '.', table_name) FROM"
                            + " information_schema.table_privileges WHERE LOWER(table_schema)" + NOT_THE_SERVERS
                            + " AND grantee NOT LIKE '''pinion%' ORDER BY 1",
                    "accounts have rights on single tables, and Pinion gives rights on keyspaces and the home as a whole: ",
                    "a user that may do more, or an account of its own for that user (\"account\" in the topology)"),
            new ApplicationQuestion(
                    "events",
                    Severity.WARNING,
                    "SELECT CONCAT(event_schema, '.', event_name) FROM information_schema.events ORDER BY 1",
                    "events can't be copied to a standby: ",
                    PAIR_OF_ONE),
            new ApplicationQuestion(
                    "triggers",
                    Severity.WARNING,
                    "SELECT CONCAT(trigger_schema, '.', trigger_name) FROM information_schema.triggers WHERE"
                            + " LOWER(trigger_schema)" + NOT_THE_SERVERS
                            + " AND trigger_name NOT LIKE 'pinion\\_%' ORDER BY 1",
                    "triggers can't be copied to a standby: ",
                    PAIR_OF_ONE),
            new ApplicationQuestion(
                    "routines",
                    Severity.WARNING,
                    "SELECT CONCAT(routine_schema, '.', routine_name) FROM information_schema.routines WHERE"
                            + " LOWER(routine_schema)" + NOT_THE_SERVERS + " ORDER BY 1",
                    "routines can't be copied to a standby: ",
                    PAIR_OF_ONE),
            new ApplicationQuestion(
                    "views",
                    Severity.WARNING,
                    "SELECT CONCAT(table_schema, '.', table_name) FROM information_schema.views WHERE LOWER(table_schema)"
                            + NOT_THE_SERVERS + " ORDER BY 1",
                    "views can't be copied to a standby: ",
                    PAIR_OF_ONE),
            new ApplicationQuestion(
                    "engines",
                    Severity.WARNING,
                    "SELECT CONCAT(table_schema, '.', table_name, ' (', engine, ')') FROM information_schema.tables WHERE"
                            + " table_type = 'BASE TABLE' AND engine <> 'InnoDB' AND LOWER(table_schema)"
                            + NOT_THE_SERVERS
                            + " ORDER BY 1",
                    "tables of other engines can't be copied to a standby at one position: ",
                    "ALTER TABLE … ENGINE=InnoDB, or CREATE PAIR without STANDBY"),
            new ApplicationQuestion(
                    "init_connect",
                    Severity.WARNING,
                    "SELECT @@GLOBAL.init_connect WHERE @@GLOBAL.init_connect <> ''",
                    "init_connect runs for Pinion's connections, which sessions share: ",
                    "SET GLOBAL init_connect=''; what it does is said by the application"),
            new ApplicationQuestion(
                    "database names",
                    Severity.ERROR,
                    "SELECT schema_name FROM information_schema.schemata WHERE LOWER(schema_name) IN ("
                            + SqlText.quotedList(OwnDatabases.ALL) + ") ORDER BY 1",
                    "databases have the names of Pinion's own: ",
                    "other names for them, unless another Pinion has made them"));

    /** Blocks. */
    Optional<Finding> ask(ServerConnection server, String place) throws SQLException {
        List<String> uses = server.firstColumn(sql);
        return uses.isEmpty()
                ? Optional.empty()
                : Optional.of(new Finding("", place, severity, check, problem + shown(uses), new Cure.Words(cure)));
    }

    private static String shown(List<String> uses) {
        String first = String.join(", ", uses.subList(0, Math.min(SHOWN, uses.size())));
        return uses.size() <= SHOWN ? first : first + " and " + (uses.size() - SHOWN) + " more";
    }
}
