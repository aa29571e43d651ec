package io.pinion.server.backend;

import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.SessionView.SqlModeFlags;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What makes a server prepare a statement in the same way: its bytes, what they are read with, and the current database
 * when names in it aren't qualified.
 */
public final class HandleKey {
    private final byte[] sql;
    private final @Nullable String database;
    private final String charset;
    private final SqlModeFlags sqlMode;
    private final int hash;

    /**
     * @param sql must not be changed any more
     * @param database null when it doesn't matter
     */
    public HandleKey(byte[] sql, @Nullable String database, String charset, SqlModeFlags sqlMode) {
        this.sql = sql;
        this.database = database;
        this.charset = charset;
        this.sqlMode = sqlMode;
        this.hash = 31 * Arrays.hashCode(sql) + (database == null ? 0 : database.hashCode());
    }

    /**
     * What {@code sql} would be found by when it is prepared on {@code connection} now.
     *
     * @param reading how the session reads texts
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
