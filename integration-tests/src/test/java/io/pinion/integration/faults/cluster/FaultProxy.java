package io.pinion.integration.faults.cluster;

import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.testing.ProxyProcess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A proxy, and its own line to ZooKeeper.
 *
 * @param password of its user app
 */
public record FaultProxy(String name, ProxyProcess process, FaultLine toZooKeeper, String password) {
    /** To the keyspace pinterest; the caller closes it. */
    public Connection connect(Duration timeout, String options) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mysql://127.0.0.1:" + process.port()
                        + "/pinterest?sslMode=DISABLED&allowPublicKeyRetrieval=true&connectTimeout=2000&socketTimeout="
                        + timeout.toMillis() + options,
                "app",
                password);
    }

    @Override
    public String toString() {
        return name;
    }
}
