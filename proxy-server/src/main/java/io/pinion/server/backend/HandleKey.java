package io.pinion.server.backend;

import io.pinion.server.session.PreparationSettings;
import java.util.Arrays;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key of a prepared statement on a server: the statement's bytes, the settings that it was prepared under, the current
 * database when names in it aren't qualified, and the places of values that are sent ahead of an execution.
 * MariaDB reads a value that was sent ahead by the type that the handle's execution before had at its place (11.4:
 * {@code k = ?} after a number finds no row, {@code SELECT ?} shows an address), so these have handles of their own.
 */
public final class HandleKey {
    private final byte[] sql;
    private final @Nullable String database;
    private final PreparationSettings settings;
    private final Set<Integer> sentAhead;
    private final int hash;

    /**
     * @param sql must not be changed any more
     * @param database null when the statement doesn't depend on it
     * @param settings those that the connection has when it prepares the statement
     * @param sentAhead the places of the values that come by COM_STMT_SEND_LONG_DATA
     */
    public HandleKey(byte[] sql, @Nullable String database, PreparationSettings settings, Set<Integer> sentAhead) {
        this.sql = sql;
        this.database = database;
        this.settings = settings;
        this.sentAhead = sentAhead.isEmpty() ? Set.of() : Set.copyOf(sentAhead);
        this.hash = 31 * Arrays.hashCode(sql) + (database == null ? 0 : database.hashCode());
    }

    /** The key of {@code sql} when it is prepared on {@code connection} as it is now. */
    public static HandleKey of(byte[] sql, BackendConnection connection) {
        return of(sql, connection, connection.applied().preparation(), Set.of());
    }

    /**
     * The key of {@code sql} for an execution on {@code connection}.
     *
     * @param settings those that it was prepared under, or is to be
     */
    public static HandleKey of(
            byte[] sql, BackendConnection connection, PreparationSettings settings, Set<Integer> sentAhead) {
        return new HandleKey(sql, connection.currentDatabase(), settings, sentAhead);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof HandleKey key
                        && hash == key.hash
                        && Arrays.equals(sql, key.sql)
                        && Objects.equals(database, key.database)
                        && settings.equals(key.settings)
                        && sentAhead.equals(key.sentAhead));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
