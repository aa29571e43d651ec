package io.pinion.integration.testing;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServers;
import io.pinion.demo.ServerSpec;
import io.pinion.operations.server.ManagedServer;
import java.nio.file.Path;
import java.util.List;

/** The products on whose servers tests run. */
public enum ServerProduct {
    /** Servers of the build's own MariaDB, started for each test. */
    MARIADB {
        @Override
        public SchemaCluster openCluster(Path directory) throws Exception {
            return SchemaCluster.ofMariaDb(directory);
        }

        @Override
        public StartedServers startPair(Path directory) throws Exception {
            LocalServers servers = LocalServers.open(directory.resolve("servers"));
            LocalPair pair = LocalPair.start(servers, "P", 7);
            return new StartedServers(
                    List.of(pair.primary().manage(), pair.standby().manage()), servers);
        }

        @Override
        public StartedServers startPairAndOne(Path directory) throws Exception {
            LocalServers servers = LocalServers.open(directory.resolve("servers"));
            LocalPair pair = LocalPair.start(servers, "R", 9);
            ManagedServer third =
                    servers.start(new ServerSpec("RC", 93, 9, 0, List.of())).manage();
            return new StartedServers(
                    List.of(pair.primary().manage(), pair.standby().manage(), third), servers);
        }

        @Override
        public StartedServers startPairs(Path directory, String... options) throws Exception {
            LocalPairs pairs = LocalPairs.start(directory, options);
            return new StartedServers(
                    pairs.managed().stream().flatMap(List::stream).toList(), pairs.servers());
        }
    },
    /** Servers that were given to the tests (see CONTRIBUTING), joined and emptied for each test. */
    MYSQL97 {
        @Override
        public SchemaCluster openCluster(Path directory) throws Exception {
            return SchemaCluster.ofMySql97(directory);
        }

        @Override
        public StartedServers startPair(Path directory) throws Exception {
            MySqlPair pair = MySqlPair.join(GivenServers.mysql97());
            return new StartedServers(List.of(pair.manage(0), pair.manage(1)), pair);
        }

        @Override
        public StartedServers startPairAndOne(Path directory) throws Exception {
            MySqlPair pair = MySqlPair.join(GivenServers.mysql97());
            ManagedServer third = pair.manage(2);
            third.unfence();
            third.execute(List.of("RESET BINARY LOGS AND GTIDS"));
            return new StartedServers(List.of(pair.manage(0), pair.manage(1), third), pair);
        }

        @Override
        public StartedServers startPairs(Path directory, String... options) throws Exception {
            MySqlPairs pairs = MySqlPairs.join(GivenServers.mysql97());
            return new StartedServers(pairs.servers(), pairs);
        }
    };

    /** Two servers, each of which is a pair by itself. */
    public abstract SchemaCluster openCluster(Path directory) throws Exception;

    /** Two servers that follow each other. */
    public abstract StartedServers startPair(Path directory) throws Exception;

    /** A pair, and a server that is empty. */
    public abstract StartedServers startPairAndOne(Path directory) throws Exception;

    /**
     * Two pairs; on MySQL, of one server each where fewer than four are given.
     *
     * @param options further ones of servers that are started here: given ones have theirs
     */
    public abstract StartedServers startPairs(Path directory, String... options) throws Exception;
}
