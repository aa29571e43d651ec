package io.pinion.server.faults.cluster;

import io.pinion.demo.GivenServers;
import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.server.MySqlPair;
import io.pinion.server.faults.network.FaultLine;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The servers of a cluster: two pairs of MariaDB that are started here, or the one pair of MySQL 9.7 that somebody lends.
 *
 * @param pairs that follow each other, the first server of each open
 * @param stop ends them
 */
record Servers(List<FaultPair> pairs, AutoCloseable stop) {
    private static final List<String> PAIRS = List.of("p", "q");
    private static final int SHARDS_OF_A_PAIR = 4;

    static Servers start(Path directory) throws IOException, SQLException {
        GivenServers mysql = GivenServers.mysql97();
        // With one pair, whose statements are held, Connector/J can't connect, for it asks a server for its settings.
        return Boolean.getBoolean("pinion.faults.mysql97") && mysql.addresses().size() > 1
                ? given(mysql)
                : local(directory);
    }

    private static Servers local(Path directory) throws IOException {
        LocalServers servers = LocalServers.open(directory);
        try {
            List<FaultPair> pairs = new ArrayList<>();
            for (String name : PAIRS) {
                int number = pairs.size();
                LocalPair pair = servers.startPair(name.toUpperCase(Locale.ROOT), number + 1);
                pairs.add(pair(
                        name,
                        number,
                        server(pair.primary()),
                        server(pair.standby()),
                        pair.primary().rootPassword()));
            }
            return new Servers(pairs, servers);
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    private static FaultServer server(LocalServer local) throws IOException {
        return new FaultServer(local.name(), new FaultLine(local.port()), Optional.of(local), local::manage);
    }

    private static Servers given(GivenServers mysql) throws IOException, SQLException {
        MySqlPair pair = MySqlPair.join(mysql);
        List<FaultServer> two = new ArrayList<>();
        for (int index = 0; index < 2; index++) {
            int number = index;
            int port = mysql.addresses().get(index).port();
            two.add(new FaultServer(
                    List.of("PA", "PB").get(index), new FaultLine(port), Optional.empty(), () -> pair.manage(number)));
        }
        return new Servers(List.of(pair("p", 0, two.get(0), two.get(1), MySqlPair.PASSWORD)), pair);
    }

    private static FaultPair pair(String name, int number, FaultServer first, FaultServer second, String replication) {
        List<Integer> shards = new ArrayList<>();
        for (int shard = 0; shard < SHARDS_OF_A_PAIR; shard++) {
            shards.add(number * SHARDS_OF_A_PAIR + shard);
        }
        return new FaultPair(name, first, second, shards, replication);
    }
}
