package io.pinion.server.backend;

import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The key of a prepared statement on a server: the statement's bytes, the charset and sql_mode that they are read with,
 * and the current database when names in it aren't qualified.
 */
public final class HandleKey {
    private final byte[] sql;
    private final @Nullable String database;
    private final String charset;
    private final SqlModeFlags sqlMode;
    private final int hash;

    /**
     * @param sql must not be changed any more
     * @param database null when the statement doesn't depend on it
     */
    public HandleKey(byte[] sql, @Nullable String database, String charset, SqlModeFlags sqlMode) {
        this.sql = sql;
        this.database = database;
        this.charset = charset;
        this.sqlMode = sqlMode;
        this.hash = 31 * Arrays.hashCode(sql) + (database == null ? 0 : database.hashCode());
    }

    /**
     * The key of {@code sql} when it is prepared on {@code connection} now.
     *
     * @param reading gives the session's charset and sql_mode
     */
    public static HandleKey of(byte[] sql, BackendConnection connection, SessionView reading) {
        return new HandleKey(sql, connection.currentDatabase(), reading.charset(), reading.sqlMode());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof HandleKey key
                        && hash == key.hash
                        && Arrays.equals(sql, key.sql)
                        && Objects.equals(database, key.database)
                        && charset.equals(key.charset)
                        && sqlMode.equals(key.sqlMode));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
