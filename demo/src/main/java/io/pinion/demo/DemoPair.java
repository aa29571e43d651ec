package io.pinion.demo;

import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import io.pinion.operations.server.Replication;
import io.pinion.operations.server.ServerAccount;
import io.pinion.operations.server.replication.ReplicationLogin;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/**
 * One pair of the demo.
 *
 * @param primary the primary of the first start; a promotion changes the topology, not this record
 * @param standby empty in a cluster without standbys
 * @param shards the cluster's shards that live on this pair
 */
public record DemoPair(String name, LocalServer primary, Optional<LocalServer> standby, NavigableSet<Integer> shards) {

    private static final Duration JOIN_DEADLINE = Duration.ofSeconds(30);

    /** Options for filling. Nothing is made durable: a fill that a crash interrupts begins again. */
    private static final List<String> FILLING = List.of(
            "--read-only=0",
            "--skip-log-bin",
            "--skip-log-slave-updates",
            "--skip-sync-frm",
            "--debug-no-sync",
            "--innodb-flush-log-at-trx-commit=0",
            "--innodb-doublewrite=0",
            "--innodb-stats-persistent=0",
            "--innodb-buffer-pool-size=512M");

    private static final List<String> FILLING_MYSQL = List.of(
            "--super-read-only=0",
            "--read-only=0",
            "--skip-log-bin",
            "--gtid-mode=OFF",
            "--enforce-gtid-consistency=OFF",
            "--innodb-flush-log-at-trx-commit=0",
            "--innodb-doublewrite=0",
            "--innodb-stats-persistent=0",
            "--innodb-buffer-pool-size=512M");

    /**
     * {@link #start} says who follows whom. By itself a server would also follow another pair again of which it had
     * shards before they moved, and have lost the list of these.
     */
    private static List<String> options(Dialect dialect) {
        return switch (dialect) {
            case MariaDb mariaDb -> List.of("--skip-slave-start");
            case MySql mySql -> List.of("--skip-replica-start");
        };
    }

    private static List<String> filling(Dialect dialect) {
        return switch (dialect) {
            case MariaDb mariaDb -> FILLING;
            case MySql mySql -> FILLING_MYSQL;
        };
    }

    static DemoPair prepare(LocalServers servers, DemoSettings settings, int index) throws IOException {
        String name = DemoShape.PAIRS.get(index);
        NavigableSet<Integer> shards = settings.shape().shards().stream()
                .filter(shard -> DemoShape.pairOf(shard) == index)
                .collect(Collectors.toCollection(TreeSet::new));
        LocalServer primary = servers.prepare(spec(servers, settings, name, index, 0));
        Optional<LocalServer> standby = settings.shape().standbys()
                ? Optional.of(servers.prepare(spec(servers, settings, name, index, 1)))
                : Optional.empty();
        return new DemoPair(name, primary, standby, shards);
    }

    private static ServerSpec spec(LocalServers servers, DemoSettings settings, String pair, int index, int side)
            throws IOException {
        int domain = index + 1;
        int usual = DemoCluster.FIRST_SERVER_PORT + 10 * index + side;
        int port = settings.usualPorts() ? FreePorts.nextPreferring(usual) : FreePorts.next();
        return new ServerSpec(
                pair + "AB".charAt(side), domain * 10 + side + 1, domain, port, options(servers.dialect()));
    }

    public List<LocalServer> servers() {
        return standby.map(second -> List.of(primary, second)).orElse(List.of(primary));
    }

    /** Whether this pair has the keyspace {@code legacy} and the databases that no keyspace names. */
    boolean isHome() {
        return name.equals(DemoShape.PAIRS.getFirst());
    }

    /**
     * Makes the primary's databases, rows and accounts, and copies them to the standby. Both servers are stopped
     * afterwards.
     */
    void fill(List<ServerAccount> accounts, IntConsumer made) throws IOException, SQLException {
        primary.start(filling(primary.dialect()));
        try (ManagedServer server = primary.manage()) {
            DemoData data = new DemoData(server);
            data.create(shards, made);
            if (isHome()) {
                data.createLegacy();
            }
            data.insertRows(shards);
            for (ServerAccount account : accounts) {
                server.execute(server.dialect().createAccount(account));
                server.execute(server.dialect().grants(account));
            }
        }
        primary.stop();
        if (standby.isPresent()) {
            DirectoryTree.delete(standby.get().data());
            DirectoryTree.copy(primary.data(), standby.get().data());
            Files.deleteIfExists(standby.get().data().resolve(ServerProgram.IDENTITY));
        }
    }

    /**
     * Starts its servers, fenced, and has them follow each other at the ports of this run; but for one of which shards
     * have moved away, and which doesn't follow its partner as long as they may come back.
     */
    void start(DemoSecrets secrets) throws IOException, SQLException {
        Parallel.run(
                servers().stream().map(server -> (Parallel.Task) server::start).toList());
        if (standby.isPresent()) {
            ReplicationLogin login = new ReplicationLogin(
                    AccountRole.REPLICATION.userName(), secrets.password(AccountRole.REPLICATION), false);
            try (ManagedServer first = primary.manage();
                    ManagedServer second = standby.get().manage()) {
                new Replication(first, second).join(login, JOIN_DEADLINE);
            }
        }
    }
}
