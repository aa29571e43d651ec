package io.pinion.integration.faults.cluster;

import io.pinion.demo.LocalPair;
import io.pinion.demo.LocalServer;
import io.pinion.demo.LocalServers;
import io.pinion.integration.faults.network.FaultLine;
import io.pinion.integration.testing.GivenServers;
import io.pinion.integration.testing.MySqlPair;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The servers of a cluster: two pairs of MariaDB, or of MySQL 9.7 when there is a script that starts those.
 *
 * @param pairs that follow each other, the first server of each open
 * @param stop ends them
 */
record Servers(List<FaultPair> pairs, Dialect dialect, AutoCloseable stop) {
    private static final String SCRIPT = "pinion.faults.mysql97";

    private static final List<String> PAIRS = List.of("p", "q");
    private static final int SHARDS_OF_A_PAIR = 4;

    /** A server is made anew from all that its partner has written ({@link FaultPair#makeAnew}), however long the run was. */
    private static final String KEEP_EVERY_BINLOG = "--loose-max-binlog-total-size=0";

    static Servers start(Path directory) throws IOException, SQLException {
        Optional<Path> script = script();
        return script.isPresent() ? mySql(script.get()) : mariaDb(directory);
    }

    /** Of MySQL; empty for servers of MariaDB. */
    static Optional<Path> script() {
        return Optional.of(System.getProperty(SCRIPT, ""))
                .filter(path -> !path.isEmpty())
                .map(Path::of);
    }

    private static Servers mariaDb(Path directory) throws IOException {
        LocalServers servers = LocalServers.open(directory);
        try {
            List<FaultPair> pairs = new ArrayList<>();
            for (String name : PAIRS) {
                int number = pairs.size();
                LocalPair pair = LocalPair.start(servers, name.toUpperCase(Locale.ROOT), number + 1, KEEP_EVERY_BINLOG);
                pairs.add(pair(
                        name,
                        number,
                        server(pair.primary()),
                        server(pair.standby()),
                        pair.primary().rootPassword()));
            }
            return new Servers(pairs, new MariaDb(), servers);
        } catch (IOException | RuntimeException e) {
            servers.close();
            throw e;
        }
    }

    static FaultServer server(LocalServer local) throws IOException {
        return new FaultServer(local.name(), new FaultLine(local.port()), new MariaDbProcess(local), local::manage);
    }

    private static Servers mySql(Path script) throws IOException, SQLException {
        List<MySqlProcess> started = new ArrayList<>();
        AutoCloseable stop = () -> {
            for (MySqlProcess process : started) {
                process.close();
            }
        };
        try {
            List<FaultPair> pairs = new ArrayList<>();
            for (String name : PAIRS) {
                List<MySqlProcess> two = List.of(new MySqlProcess(script), new MySqlProcess(script));
                started.addAll(two);
                for (MySqlProcess process : two) {
                    process.start();
                }
                pairs.add(mySqlPair(name, pairs.size(), two));
            }
            return new Servers(pairs, new MySql(), stop);
        } catch (IOException | SQLException | RuntimeException e) {
            started.forEach(MySqlProcess::kill9);
            throw e;
        }
    }

    private static FaultPair mySqlPair(String name, int number, List<MySqlProcess> processes)
            throws IOException, SQLException {
        GivenServers given = new GivenServers(
                name, processes.stream().map(MySqlProcess::address).toList());
        MySqlPair joined = MySqlPair.join(given);
        List<FaultServer> servers = new ArrayList<>();
        for (int index = 0; index < processes.size(); index++) {
            servers.add(
                    server(name.toUpperCase(Locale.ROOT) + "AB".charAt(index), index, processes.get(index), joined));
        }
        return pair(name, number, servers.getFirst(), servers.getLast(), MySqlPair.PASSWORD);
    }

    static FaultServer server(String name, int index, MySqlProcess process, MySqlPair joined) throws IOException {
        return new FaultServer(name, new FaultLine(process.address().port()), process, () -> joined.manage(index));
    }

    private static FaultPair pair(String name, int number, FaultServer first, FaultServer second, String replication) {
        List<Integer> shards = new ArrayList<>();
        for (int shard = 0; shard < SHARDS_OF_A_PAIR; shard++) {
            shards.add(number * SHARDS_OF_A_PAIR + shard);
        }
        return new FaultPair(name, first, second, shards, replication);
    }
}
