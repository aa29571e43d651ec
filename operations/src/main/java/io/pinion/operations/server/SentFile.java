package io.pinion.operations.server;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.jdbc.JdbcConnection;
import com.mysql.cj.jdbc.JdbcStatement;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are sent as the file of a LOAD DATA LOCAL. A server may ask for any file of the client's host in the
 * answer to any statement (MySQL's manual, "Security Considerations for LOAD DATA LOCAL"), so the driver may send
 * nothing but what is given here, and only during that statement. Blocks.
 */
public final class SentFile {
    /** The driver offers LOCAL to servers when a directory is named, and sends files of that one alone. */
    private static final String NO_DIRECTORY = "no-file-is-sent-but-by-SentFile";

    private SentFile() {}

    /** What a connection must have been opened with. */
    static void offer(Properties login) {
        login.setProperty(PropertyKey.allowLoadLocalInfileInPath.getKeyName(), NO_DIRECTORY);
    }

    /** Whether the server takes files of clients: MariaDB does by default, MySQL 8 and later don't. */
    public static boolean isTaken(ServerConnection server) throws SQLException {
        return server.firstColumn("SELECT @@GLOBAL.local_infile").contains("1");
    }

    /**
     * What a server has made of the file.
     *
     * @param rows that are new, and those that are gone for them
     * @param warning the first, with the others behind it
     */
    public record Loaded(int rows, @Nullable SQLWarning warning) {}

    /** @param statement a LOAD DATA LOCAL INFILE; the name of the file is no matter */
    public static Loaded load(Connection connection, String statement, InputStream file) throws SQLException {
        RuntimeProperty<Boolean> allowed = connection
                .unwrap(JdbcConnection.class)
                .getPropertySet()
                .getBooleanProperty(PropertyKey.allowLoadLocalInfile);
        try (Statement load = connection.createStatement()) {
            load.setEscapeProcessing(false);
            JdbcStatement sending = load.unwrap(JdbcStatement.class);
            sending.setLocalInfileInputStream(file);
            allowed.setValue(true);
            try {
                return new Loaded(load.executeUpdate(statement), load.getWarnings());
            } finally {
                allowed.setValue(false);
                sending.setLocalInfileInputStream(null);
            }
        }
    }
}
