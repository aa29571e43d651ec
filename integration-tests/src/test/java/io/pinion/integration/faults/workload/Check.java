package io.pinion.integration.faults.workload;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultServer;
import io.pinion.integration.faults.history.Losses;
import io.pinion.integration.faults.history.Payments.Booking;
import io.pinion.integration.testing.Jdbc;
import io.pinion.operations.server.ManagedServer;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Compares what is in the tables, on primaries and on standbys, with what clients were told. */
public final class Check {
    private static final int TYPE = 1;
    private static final int MOST_SHOWN = 10;

    private final FaultCluster cluster;
    private final Clients clients;
    private final Losses losses;

    public Check(FaultCluster cluster, Clients clients, Losses losses) {
        this.cluster = cluster;
        this.clients = clients;
        this.losses = losses;
    }

    /** What is in the tables of all shards, as far as clients wrote it. */
    private record Contents(
            Map<String, List<Long>> lists,
            List<Booking> bookings,
            Map<String, Long> balances,
            Map<Long, String> objects) {
        Contents() {
            this(new HashMap<>(), new ArrayList<>(), new HashMap<>(), new HashMap<>());
        }
    }

    /** Before the first write. */
    public void prepare() throws Exception {
        clients.paused(this::empty);
    }

    /** Pauses the clients, and lets them begin with empty lists afterwards. Objects stay. */
    public void run() throws Exception {
        clients.paused(() -> {
            for (FaultPair pair : cluster.pairs()) {
                pair.awaitCaughtUp();
            }
            Contents primaries = contents(true);
            Contents standbys = contents(false);
            List<String> problems = new ArrayList<>();
            problems.addAll(clients.round().appends().problems(primaries.lists(), losses));
            problems.addAll(clients.round().payments().problems(primaries.bookings(), primaries.balances(), losses));
            problems.addAll(clients.creations().problems(primaries.objects(), losses));
            if (!standbys.equals(primaries)) {
                problems.add("the standbys have other rows than the primaries");
            }
            problems.addAll(new Leftovers(cluster).found());
            if (!problems.isEmpty()) {
                throw new AssertionError(problems.size() + " problems: "
                        + String.join("; ", problems.subList(0, Math.min(MOST_SHOWN, problems.size()))));
            }
            empty();
            clients.nextRound();
        });
    }

    private Contents contents(boolean ofPrimary) throws Exception {
        Contents all = new Contents();
        for (FaultPair pair : cluster.pairs()) {
            FaultServer primary = cluster.primary(pair);
            FaultServer asked = ofPrimary ? primary : pair.partnerOf(primary);
            try (ManagedServer root = asked.manage();
                    Connection connection = root.connection()) {
                for (int shard : cluster.shardsOn(pair)) {
                    read(connection, shard, all);
                }
            }
        }
        return all;
    }

    private static void read(Connection from, int shard, Contents into) throws SQLException {
        String database = FaultPair.databaseOf(shard);
        for (List<String> row : Jdbc.rows(from, "SELECT name, items FROM " + database + ".list")) {
            into.lists()
                    .put(
                            shard + "/" + row.get(0),
                            Arrays.stream(row.get(1).split(",", -1))
                                    .filter(text -> !text.isEmpty())
                                    .map(Long::valueOf)
                                    .toList());
        }
        for (List<String> row :
                Jdbc.rows(from, "SELECT id, payer, payee, amount FROM " + database + ".booking ORDER BY line")) {
            into.bookings()
                    .add(new Booking(Long.parseLong(row.get(0)), row.get(1), row.get(2), Integer.parseInt(row.get(3))));
        }
        for (List<String> row : Jdbc.rows(from, "SELECT id, balance FROM " + database + ".account")) {
            into.balances().put(shard + "/" + row.get(0), Long.valueOf(row.get(1)));
        }
        for (List<String> row : Jdbc.rows(from, "SELECT local_id, data FROM " + database + ".pins")) {
            long id = GlobalId.compose(new ShardId(shard), TYPE, Long.parseLong(row.get(0)))
                    .value();
            into.objects().put(id, row.get(1));
        }
    }

    private void empty() throws Exception {
        List<Integer> named = cluster.groups().stream().flatMap(List::stream).toList();
        for (FaultPair pair : cluster.pairs()) {
            try (ManagedServer root = cluster.primary(pair).manage()) {
                for (int shard : cluster.shardsOn(pair)) {
                    if (named.contains(shard)) {
                        root.execute(beginning(FaultPair.databaseOf(shard)));
                    }
                }
            }
        }
    }

    private static List<String> beginning(String database) {
        List<String> statements = new ArrayList<>();
        statements.add("DELETE FROM " + database + ".booking");
        statements.add("DELETE FROM " + database + ".list");
        for (String list : Clients.lists()) {
            statements.add("INSERT INTO " + database + ".list VALUES ('" + list + "', '')");
        }
        statements.add("DELETE FROM " + database + ".account");
        for (int account = 1; account <= BankWriter.ACCOUNTS; account++) {
            statements.add("INSERT INTO " + database + ".account VALUES (" + account + ", " + Round.MONEY + ")");
        }
        return statements;
    }
}
