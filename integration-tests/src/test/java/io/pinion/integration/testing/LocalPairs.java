package io.pinion.integration.testing;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/** Two pairs of the build's own MariaDB, started for a test, which may kill their servers. */
public record LocalPairs(LocalServers servers, LocalPair first, LocalPair second) {
    /** @param options further ones of all servers, such as {@code --innodb-undo-tablespaces=3} */
    public static LocalPairs start(Path directory, String... options) throws IOException {
        LocalServers servers = LocalServers.open(directory.resolve("servers"));
        return new LocalPairs(
                servers, LocalPair.start(servers, "P1", 1, options), LocalPair.start(servers, "P2", 2, options));
    }

    /** As root: the first of each takes writes. */
    public List<List<ManagedServer>> managed() throws SQLException {
        return List.of(managed(first), managed(second));
    }

    private static List<ManagedServer> managed(LocalPair pair) throws SQLException {
        return List.of(pair.primary().manage(), pair.standby().manage());
    }

    /** The pairs A and B of a cluster, whose end stops them. */
    public MoveCluster cluster(Path directory) throws Exception {
        return new MoveCluster(directory, managed(), servers);
    }
}
