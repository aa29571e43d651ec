package io.pinion.integration.soak;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows that busy clients read, made through Pinion. Every row says which one it is, so that a reply can be checked.
 *
 * @param pinIds ids of pins, on several shards; the data of the n-th holds {@code "serial": n}
 * @param notes how many rows {@code legacy.soak_notes} has, numbered from 0
 */
record SoakData(List<Long> pinIds, int notes) {
    private static final int PINS = 200;
    private static final int NOTES = 500;

    SoakData {
        pinIds = List.copyOf(pinIds);
    }

    /**
     * @param clients how many clients count in a row of their own
     * @param shards the shards of {@code pinterest} that pins are spread over
     */
    static SoakData create(Connection connection, int clients, List<Integer> shards) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE legacy.soak_notes (id INT PRIMARY KEY, note VARCHAR(40))");
            statement.execute("CREATE TABLE legacy.soak_counters (client INT PRIMARY KEY, token VARCHAR(40))");
            var values = new StringBuilder();
            for (int id = 0; id < NOTES; id++) {
                values.append(id == 0 ? "" : ", ").append("(" + id + ", '" + note(id) + "')");
            }
            statement.execute("INSERT INTO legacy.soak_notes VALUES " + values);
            for (int client = 0; client < clients; client++) {
                statement.execute("INSERT INTO legacy.soak_counters VALUES (" + client + ", 'none')");
            }
            return new SoakData(createPins(statement, shards), NOTES);
        }
    }

    /** Removes what {@link #create} made. */
    void delete(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE legacy.soak_notes, legacy.soak_counters");
            for (long id : pinIds) {
                statement.executeUpdate("DELETE FROM pinterest.pins WHERE id = " + id);
            }
        }
    }

    static String note(int id) {
        return "note " + id;
    }

    static String pin(int serial) {
        return "{\"serial\": " + serial + "}";
    }

    private static List<Long> createPins(Statement statement, List<Integer> shards) throws SQLException {
        List<Long> ids = new ArrayList<>();
        for (int serial = 0; serial < PINS; serial++) {
            int shard = shards.get(serial % shards.size());
            statement.executeUpdate(
                    "/* pinion: shard=" + shard + " */ INSERT INTO pinterest.pins (data) VALUES ('" + pin(serial)
                            + "')",
                    Statement.RETURN_GENERATED_KEYS);
            try (var keys = statement.getGeneratedKeys()) {
                keys.next();
                ids.add(keys.getLong(1));
            }
        }
        return ids;
    }
}
