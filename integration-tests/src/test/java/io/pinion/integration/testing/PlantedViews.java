package io.pinion.integration.testing;

import io.pinion.operations.server.ManagedServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Views whose functions write down who has run them. MariaDB evaluates these functions when it only opens such a view, as for
 * information_schema, SHOW CREATE TABLE and SHOW COLUMNS, with the rights of whoever asks. What they write stays when a transaction is
 * rolled back.
 */
public final class PlantedViews {
    private static final String DATABASE = "planted";

    private static final String FUNCTION = DATABASE + ".take";

    private final ManagedServer server;

    private PlantedViews(ManagedServer server) {
        this.server = server;
    }

    /**
     * Makes them.
     *
     * @param server as root
     * @param views with their databases, which exist, or are {@code planted}
     */
    public static PlantedViews plant(ManagedServer server, List<String> views) throws SQLException {
        PlantedViews planted = new PlantedViews(server);
        planted.execute(
                "DROP DATABASE IF EXISTS " + DATABASE,
                "CREATE DATABASE " + DATABASE,
                "CREATE TABLE " + DATABASE + ".taken (who VARCHAR(200), what VARCHAR(200)) ENGINE=MyISAM",
                "CREATE FUNCTION " + FUNCTION + "(what VARCHAR(200)) RETURNS INT DETERMINISTIC MODIFIES SQL DATA"
                        + " SQL SECURITY INVOKER BEGIN INSERT INTO " + DATABASE
                        + ".taken VALUES (CURRENT_USER(), what); RETURN 2; END");
        for (String view : views) {
            planted.execute("CREATE SQL SECURITY INVOKER VIEW " + view + " AS SELECT ROUND(1.2345, " + FUNCTION + "('"
                    + view + "')) AS x");
        }
        planted.forget();
        return planted;
    }

    /** On this server alone: those that follow it would run the functions, too. */
    private void execute(String... statements) throws SQLException {
        try (Connection root = server.connection()) {
            Jdbc.execute(root, "SET SESSION sql_log_bin = 0");
            for (String sql : statements) {
                Jdbc.execute(root, sql);
            }
        }
    }

    /** Who has run a function since they were made, and of which view. */
    public List<List<String>> taken() throws SQLException {
        try (Connection root = server.connection()) {
            return Jdbc.rows(root, "SELECT DISTINCT who, what FROM " + DATABASE + ".taken");
        }
    }

    /** Without the views in other databases. */
    public void drop() throws SQLException {
        execute("DROP DATABASE " + DATABASE);
    }

    private void forget() throws SQLException {
        execute("DELETE FROM " + DATABASE + ".taken");
    }

    /** Whether this server runs a function of a view that is only opened, as MariaDB does. */
    public boolean runWhenOpened(String view) throws SQLException {
        try (Connection root = server.connection()) {
            Jdbc.rows(root, "SHOW FULL COLUMNS FROM " + view);
        }
        boolean run = !taken().isEmpty();
        forget();
        return run;
    }
}
