package io.pinion.operations.mapping;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.server.ServerConnection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the links of some shards from their standbys, and asks for what each needs. Blocks; for one thread. */
final class LinkReading {
    /** Nearly all changes of both ends by clients are over behind the first, and those of a stalled client behind the second. */
    static final List<Duration> PAUSES = List.of(Duration.ofSeconds(1), Duration.ofSeconds(4));

    private static final int LINKS_AT_ONCE = 2_000;

    /** What looks wrong is held until the primaries are asked. */
    private static final int MOST_SUSPECTS = 2_000;

    private final LinkRules rules;
    private final ServersOfPairs connections;
    private final RunningOperation operation;
    private final LinkPace pace;
    private final FaultTally tally;
    private final FaultFinder onStandbys;
    private final FaultFinder onPrimaries;
    private final LinkRepair repair;
    /** That were read and aren't asked about yet. */
    private final List<PlacedLink> links = new ArrayList<>();

    private final List<LinkFault> suspects = new ArrayList<>();

    LinkReading(
            MappingTask task,
            LinkRules rules,
            ServersOfPairs connections,
            RunningOperation operation,
            LinkPace pace,
            FaultTally tally) {
        this.rules = rules;
        this.connections = connections;
        this.operation = operation;
        this.pace = pace;
        this.tally = tally;
        this.onStandbys = new FaultFinder(rules, new LinkQuestions(rules, connections::standby));
        this.onPrimaries = new FaultFinder(rules, new LinkQuestions(rules, connections::primary));
        this.repair = new LinkRepair(task, rules, connections);
    }

    static String query(LinkRules rules, int shard) {
        LinkSource links = rules.links();
        return "SELECT " + links.ends(shard) + " FROM "
                + rules.table(shard, links.table()).quoted() + links.filter();
    }

    void read(int shard) throws OperationRefused, SQLException {
        ServerConnection server = connections.stream(rules.pairOf(shard));
        boolean whole = false;
        try (Statement statement =
                server.jdbc().createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // Connector/J's value for "row by row".
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery(query(rules, shard))) {
                read(shard, rows);
                whole = true;
            } finally {
                if (!whole) {
                    // The driver would read the rest first.
                    server.jdbc().abort(Runnable::run);
                }
            }
        }
    }

    private void read(int shard, ResultSet rows) throws OperationRefused, SQLException {
        while (rows.next()) {
            links.add(new PlacedLink(shard, LinkQuestions.of(rows)));
            if (links.size() == LINKS_AT_ONCE) {
                ask();
            }
        }
    }

    /** Asks the standbys for what is left to ask: many shards have few links each, and their questions go together. */
    private void ask() throws OperationRefused, SQLException {
        if (links.isEmpty()) {
            return;
        }
        operation.requireMayGoOn();
        tally.look(links.size());
        suspects.addAll(onStandbys.of(links));
        links.clear();
        if (suspects.size() >= MOST_SUSPECTS) {
            settle();
        }
        pace.rest();
    }

    /** Asks for what is left of all shards that were read. */
    void end() throws OperationRefused, SQLException {
        ask();
        settle();
    }

    /** Asks the primaries for what looks wrong, counts what is, and repairs it if it shall be. */
    private void settle() throws OperationRefused, SQLException {
        List<LinkFault> still = onPrimaries.still(suspects);
        suspects.clear();
        for (Duration pause : PAUSES) {
            if (still.isEmpty()) {
                return;
            }
            operation.pause(pause);
            still = onPrimaries.still(still);
        }
        connections.requireStill(rules.keyspace(), shardsOf(still));
        for (LinkFault fault : still) {
            operation.requireMayGoOn();
            Optional<LinkFault> left = repair.isFor(fault) ? repair.repair(fault) : Optional.of(fault);
            tally.add(left.orElse(fault), left.isEmpty());
        }
    }

    /** The shards that have the links, and those that were asked for what they lack. */
    private static Set<Integer> shardsOf(List<LinkFault> faults) {
        Set<Integer> shards = new HashSet<>();
        for (LinkFault fault : faults) {
            shards.add(fault.shard());
            if (fault.kind() == LinkFault.Kind.ONE_WAY || fault.kind() == LinkFault.Kind.DANGLING) {
                shards.add(LinkRules.id(fault.link().from()).shard().number());
                shards.add(LinkRules.id(fault.link().to()).shard().number());
            }
        }
        return shards;
    }
}
