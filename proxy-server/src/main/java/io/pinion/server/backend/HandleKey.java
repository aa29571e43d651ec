package io.pinion.server.backend;

import io.pinion.protocol.client.BoundParameter;
import io.pinion.server.session.PreparationSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of a prepared statement on a server: the statement's bytes, the settings that it was prepared under, the current
 * database when names in it aren't qualified, and the kinds of the values that its executions bind. A server goes on with
 * what an execution before, which may be another session's, has bound: MySQL 9.7 makes 44 of the text '0044' behind a
 * number, and MariaDB 11.4 reads a value that was sent ahead by the type that the one before had at its place.
 */
public final class HandleKey {
    private static final String NOT_EXECUTED = "";

    private final byte[] sql;
    private final @Nullable String database;
    private final PreparationSettings settings;
    private final String kinds;
    private final int hash;

    /**
     * @param sql must not be changed any more
     * @param database null when the statement doesn't depend on it
     * @param settings those that the connection has when it prepares the statement
     * @param kinds of the values that executions bind, a letter each; none when it has been prepared alone
     */
    private HandleKey(byte[] sql, @Nullable String database, PreparationSettings settings, String kinds) {
        this.sql = sql;
        this.database = database;
        this.settings = settings;
        this.kinds = kinds;
        this.hash = (31 * Arrays.hashCode(sql) + (database == null ? 0 : database.hashCode())) * 31 + kinds.hashCode();
    }

    /** The key of a statement that is only prepared. */
    public HandleKey(byte[] sql, @Nullable String database, PreparationSettings settings) {
        this(sql, database, settings, NOT_EXECUTED);
    }

    /** The key of {@code sql} when it is prepared on {@code connection} as it is now. */
    public static HandleKey of(byte[] sql, BackendConnection connection) {
        return of(sql, connection, connection.applied().preparation());
    }

    /**
     * The key of {@code sql} on {@code connection}.
     *
     * @param settings those that it was prepared under, or is to be
     */
    public static HandleKey of(byte[] sql, BackendConnection connection, PreparationSettings settings) {
        return new HandleKey(sql, connection.currentDatabase(), settings);
    }

    /** The same for executions with values of these kinds. */
    public HandleKey binding(List<BoundParameter> values) {
        StringBuilder all = new StringBuilder(values.size());
        for (int i = 0; i < values.size(); i++) {
            all.append(kind(values.get(i)));
        }
        return new HandleKey(sql, database, settings, all.toString());
    }

    /** The same for a statement that is only prepared. */
    HandleKey notExecuted() {
        return new HandleKey(sql, database, settings);
    }

    /** Clients bind numbers by the smallest type that has room, which makes no difference to servers. */
    private static char kind(BoundParameter value) {
        char sent =
                switch (value.type()) {
                    case TINY, SHORT, LONG, INT24, LONGLONG, YEAR -> value.unsigned() ? 'u' : 'i';
                    case FLOAT, DOUBLE -> 'f';
                    case DECIMAL, NEWDECIMAL -> 'n';
                    case VARCHAR, VAR_STRING, STRING, ENUM, SET -> 's';
                    case TINY_BLOB, MEDIUM_BLOB, LONG_BLOB, BLOB, BIT, GEOMETRY, VECTOR, UNKNOWN -> 'b';
                    case JSON -> 'j';
                    case DATE -> 'd';
                    case TIME -> 't';
                    case DATETIME, TIMESTAMP -> 'p';
                    case NULL -> '0';
                };
        return switch (value) {
            case BoundParameter.Null nothing -> '0';
            case BoundParameter.Sent here -> sent;
            case BoundParameter.SentBefore ahead -> Character.toUpperCase(sent);
        };
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof HandleKey key
                        && hash == key.hash
                        && Arrays.equals(sql, key.sql)
                        && Objects.equals(database, key.database)
                        && settings.equals(key.settings)
                        && kinds.equals(key.kinds));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
