package io.pinion.operations.keyspace;

import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** One attempt to take an empty keyspace away. Blocks. */
final class DropKeyspaceAttempt implements Attempt<Done> {
    /** How long proxies may take to forget the keyspace, before its databases are dropped all the same. */
    private static final Duration ADOPTION = Duration.ofSeconds(15);

    private final OperationServices services;
    private final DroppedKeyspace task;
    private final RunningOperation operation;
    private final TopologyChange change;
    private final KeyspacePlaces places;
    private long generation;
    private String note = "";

    DropKeyspaceAttempt(OperationServices services, DroppedKeyspace task, RunningOperation operation) {
        this.services = services;
        this.task = task;
        this.operation = operation;
        this.change = TopologyChange.of(services, operation);
        this.places = new KeyspacePlaces(
                new ShardConnections(services.running(), services.access()), task::database, task.ranges());
    }

    /** Refused when users name the keyspace, or it has tables, in the topology or on any server. */
    void check() throws OperationRefused {
        Topology stored = change.stored();
        Keyspace keyspace = stored.keyspaces().get(task.keyspace());
        if (keyspace == null || !DroppedKeyspace.of(keyspace).equals(task)) {
            throw new OperationRefused("keyspace " + task.keyspace() + " has changed: look at it (SHOW KEYSPACES)");
        }
        requireNoUsers(stored);
        if (keyspace instanceof Keyspace.Sharded sharded && !sharded.tables().isEmpty()) {
            throw hasTables(sharded.tables().keySet().iterator().next());
        }
        places.onEach(databases -> {
            Set<String> used = databases.withTables();
            if (!used.isEmpty()) {
                throw hasTables("those of " + used.iterator().next() + " on pair " + databases.pair());
            }
        });
    }

    /** A document without the keyspace isn't valid with users that name it. */
    private void requireNoUsers(Topology stored) throws OperationRefused {
        List<String> cures = stored.users().values().stream()
                .filter(user -> user.keyspaces().contains(task.keyspace()))
                .map(this::cure)
                .sorted()
                .toList();
        if (!cures.isEmpty()) {
            throw new OperationRefused("keyspace " + task.keyspace() + " is not dropped: " + String.join("; ", cures));
        }
    }

    /** What the user keeps is named, where that is something. */
    private String cure(User user) {
        List<String> others = user.keyspaces().stream()
                .filter(name -> !name.equals(task.keyspace()))
                .sorted()
                .toList();
        return "user " + user.name() + " names it: ALTER TOPOLOGY USER " + user.name() + " KEYSPACES "
                + (others.isEmpty() ? "…" : String.join(", ", others)) + " or DROP TOPOLOGY USER " + user.name()
                + " first";
    }

    private OperationRefused hasTables(String which) {
        return new OperationRefused("keyspace " + task.keyspace() + " has tables, such as " + which
                + ": DROP TABLE each of them first; a keyspace is dropped when nothing is in it");
    }

    boolean isForgotten() throws OperationRefused {
        return operation.mayHaveBegun(DropKeyspaceWorkflow.FORGETTING)
                && !change.stored().keyspaces().containsKey(task.keyspace());
    }

    /** Answers once no proxy plans statements for it. */
    void forget() throws OperationRefused {
        Topology now = change.store(
                before -> isEmpty(before) ? before.withoutKeyspace(task.keyspace()) : before,
                after -> !after.keyspaces().containsKey(task.keyspace()),
                "keyspace " + task.keyspace()
                        + " has got tables meanwhile, or has changed: look at it (SHOW KEYSPACES)");
        generation = now.generation();
        operation.tell("waiting until all proxies know that");
        services.proxies().awaitAll(ADOPTION, proxy -> proxy.served() >= generation);
    }

    /** Somebody may have made a table since the check. */
    private boolean isEmpty(Topology before) {
        Keyspace keyspace = before.keyspaces().get(task.keyspace());
        boolean same = keyspace != null && DroppedKeyspace.of(keyspace).equals(task);
        return same
                && !(keyspace instanceof Keyspace.Sharded sharded
                        && !sharded.tables().isEmpty());
    }

    void requireNotForgotten() throws OperationRefused {
        if (isForgotten()) {
            throw new OperationRefused("the topology has forgotten it already: RESUME OPERATION " + operation.number()
                    + " drops its databases");
        }
        change.outdateOlderWriters();
    }

    /** A table that somebody has made meanwhile keeps its database. */
    void drop() throws OperationRefused {
        List<String> kept = places.drop(operation, shard -> true);
        if (!kept.isEmpty()) {
            note = "not dropped, since they have tables by now: " + String.join(", ", kept);
        }
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedForgetting() {
        return List.of(new PlannedAction("topology", "no keyspaces." + task.keyspace(), "clients see it no more"));
    }

    List<PlannedAction> plannedDrop() {
        return places.planned(shard -> "DROP DATABASE " + task.database(shard));
    }

    // --- its end

    @Override
    public Done answer() {
        return Done.of(operation.number(), generation, note);
    }

    @Override
    public String note() {
        return note;
    }
}
