package io.pinion.integration.pair;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.ServerProduct;
import java.nio.file.Path;
import java.sql.Connection;

/** Servers that follow nobody, and the proxies of a cluster that has none of them yet. */
public record PairStage(LooseServers servers, PairlessCluster cluster, Connection operator) {
    /** The end of a statement that makes Pinion's accounts. */
    public static final String LOGIN =
            " USING 'root' IDENTIFIED BY '" + LooseServers.ROOT_PASSWORD + "' FROM '127.0.0.1'";

    public static PairStage start(ServerProduct product, Path directory, PairSettings pairs) throws Exception {
        LooseServers servers = LooseServers.start(product, directory);
        try {
            PairlessCluster cluster = new PairlessCluster(directory, servers.version(), pairs);
            return new PairStage(servers, cluster, cluster.operator(0));
        } catch (Exception e) {
            servers.stop();
            throw e;
        }
    }

    public void stop() throws Exception {
        operator.close();
        cluster.stop();
        servers.stop();
    }
}
