package io.pinion.operations.standby;

import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a server has that a copy of a pair's data must not replace. */
public final class DatabasesInUse {
    /** mariadb-install-db makes it. */
    private static final String INSTALLED = "test";

    private DatabasesInUse() {}

    /** All but the product's own, and an empty one that its installation has made. Needs the rights of the operator. */
    public static List<String> of(ServerConnection server) throws SQLException {
        List<String> databases = new ArrayList<>(server.userDatabases());
        if (databases.contains(INSTALLED) && isEmpty(server, SqlText.quote(INSTALLED))) {
            databases.remove(INSTALLED);
        }
        return databases;
    }

    private static boolean isEmpty(ServerConnection server, String database) throws SQLException {
        return server.firstColumn("SELECT 1 FROM information_schema.tables WHERE table_schema = " + database
                        + " UNION ALL SELECT 1 FROM information_schema.routines WHERE routine_schema = " + database
                        + " UNION ALL SELECT 1 FROM information_schema.events WHERE event_schema = " + database)
                .isEmpty();
    }
}
