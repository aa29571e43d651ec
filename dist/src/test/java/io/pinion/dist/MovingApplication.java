package io.pinion.dist;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The database {@code shop} of one server, the keyspace that it becomes, and clients that use it all the time. */
interface MovingApplication {
    /** What only the server knows of a row, at the beginning of what is known of it. */
    String OPEN = "?";

    /** Makes the database, with this many rows at least. */
    void fill(Connection root, int rows) throws SQLException;

    /** The statement that makes a keyspace of 16 shards of it. */
    String importing();

    /** The rows that no client changes, a table each. */
    List<Rows> unchanged();

    /** What clients have, as two columns, which are what {@link Client#rows} has: no two rows begin with the same. */
    List<Rows> ofClients();

    /** Makes the rows of another client. */
    Client join(Connection connection, int number) throws SQLException;

    /**
     * Of a table, with <code>{database}</code> for the database.
     *
     * @param home a SELECT of the old database; the integers of a column that is called {@code id_3} become ids of type
     *     3
     * @param shard the SELECT of a shard, with <code>{shard}</code> for its number
     */
    record Rows(String table, String home, String shard) {
        Rows(String table, String everywhere) {
            this(table, everywhere, everywhere);
        }

        String home(String database) {
            return home.replace("{database}", database);
        }

        String shard(String database, int number) {
            return shard.replace("{database}", database)
                    .replace("{shard}", "" + number)
                    .replaceAll(" AS id_\\d+", "");
        }
    }

    /** One client with rows of its own. */
    interface Client {
        /** What the database has of it. */
        SortedMap<String, String> rows(Connection connection) throws SQLException;

        /**
         * Changes something as a whole.
         *
         * @param rows becomes, before the database is asked, what it will have; {@link #OPEN} is replaced behind that
         */
        void change(Connection connection, int turn, SortedMap<String, String> rows) throws SQLException;
    }

    /** The rows of which is known what begins so; what is removed there is removed from all of them. */
    static SortedMap<String, String> beginning(SortedMap<String, String> rows, String beginning) {
        return rows.subMap(beginning, beginning + Character.MAX_VALUE);
    }

    /** One of the words that are known of a row. */
    static String word(@Nullable String row, int place) {
        return String.valueOf(row).split(" ")[place];
    }

    /** Those of one client, by the conditions that tell its rows of each table. */
    default SortedMap<String, String> rows(Connection connection, Map<String, String> conditions) throws SQLException {
        SortedMap<String, String> rows = new TreeMap<>();
        for (Rows some : ofClients()) {
            rows.putAll(JdbcClients.pairs(connection, some.home("shop") + " AND " + conditions.get(some.table())));
        }
        return rows;
    }
}
