package io.pinion.operations.keyspace;

import io.pinion.config.topology.Topology;
import io.pinion.operations.account.AccountsOfPairs;
import io.pinion.operations.engine.Attempt;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.opening.OpeningServers;
import io.pinion.operations.opening.OpeningTimeouts;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import java.util.List;

/** One attempt to make a keyspace, from wherever an earlier one has ended. Blocks. */
final class KeyspaceAttempt implements Attempt<Done> {
    private final OperationServices services;
    private final KeyspaceShape shape;
    private final RunningOperation operation;
    private final TopologyChange change;
    private long generation;
    private String note = "";

    KeyspaceAttempt(OperationServices services, KeyspaceShape shape, RunningOperation operation) {
        this.services = services;
        this.shape = shape;
        this.operation = operation;
        this.change = TopologyChange.of(services, operation);
    }

    RunningOperation operation() {
        return operation;
    }

    /** Of a shape that has been checked: others have no ranges. */
    private KeyspacePlaces places() {
        return new KeyspacePlaces(
                new ShardConnections(services.running(), services.access()), shape::database, shape.ranges());
    }

    // --- forth

    /** Refused where the topology can't get it, or a server has databases of its names. */
    void check() throws OperationRefused {
        Topology now = change.stored();
        new KeyspaceCheck(now, shape).run();
        for (ShardRange range : shape.ranges()) {
            // Refuses a primary that takes no writes, and a standby that doesn't replicate.
            servers(now, range.pair()).close();
        }
        places().onEach(databases -> {
            databases.requireTexts(shape);
            if (shape.databases().isPresent()) {
                databases.requireNone();
            }
        });
    }

    void hide() throws OperationRefused {
        hiding().hide(List.of(shape.name()));
    }

    /** Users' patterns of shards match those of no other sharded keyspace: such a topology isn't valid. */
    private AccountsOfPairs hiding() {
        return new AccountsOfPairs(services, shape.databases().isPresent() ? List.of() : shape.pairs());
    }

    void make() throws OperationRefused {
        places().onEach(databases -> {
            databases.takeOver(operation.mark());
            databases.make(operation, shape::createDatabase);
        });
    }

    void awaitStandbys() throws OperationRefused {
        Topology now = services.topology();
        for (ShardRange range : shape.ranges()) {
            try (OpeningServers servers = servers(now, range.pair())) {
                servers.awaitStandby(OpeningTimeouts.DEFAULT.standby());
            }
        }
    }

    void publish() throws OperationRefused {
        Topology now = change.store(
                before -> before.keyspaces().containsKey(shape.name()) ? before : before.withKeyspace(shape.entry()),
                this::has,
                "the topology has another keyspace " + shape.name() + " by now (SHOW KEYSPACES): CANCEL OPERATION "
                        + operation.number() + " drops the databases that were made");
        generation = now.generation();
    }

    boolean isPublished() throws OperationRefused {
        if (!operation.mayHaveBegun(KeyspaceWorkflow.PUBLISHING)) {
            return false;
        }
        Topology now = change.stored();
        generation = now.generation();
        return has(now);
    }

    /** Clients may have made tables in it by now. */
    private boolean has(Topology topology) {
        Keyspace there = topology.keyspaces().get(shape.name());
        return there != null && DroppedKeyspace.of(there).equals(DroppedKeyspace.of(shape.entry()));
    }

    private OpeningServers servers(Topology now, String pair) throws OperationRefused {
        return OpeningServers.open(now, OperationServices.pair(now, pair), services.access(), OpeningTimeouts.DEFAULT);
    }

    // --- back

    void requireUnpublished() throws OperationRefused {
        if (isPublished()) {
            throw new OperationRefused("the topology has keyspace " + shape.name() + " already: RESUME OPERATION "
                    + operation.number() + ", and DROP KEYSPACE " + shape.name() + " if nobody needs it");
        }
        change.outdateOlderWriters();
    }

    /** Drops what was made and is empty. A database of a keyspace that isn't sharded may have been there before. */
    void dropMade() throws OperationRefused {
        if (shape.databases().isEmpty()) {
            return;
        }
        ShardSet done = operation.progress().done();
        ShardSet begun = operation.progress().begun();
        List<String> kept = places().drop(operation, shard -> done.has(shard) || begun.has(shard));
        if (!kept.isEmpty()) {
            note = "not dropped, since they have tables: " + String.join(", ", kept);
        }
    }

    // --- what EXPLAIN shows

    List<PlannedAction> plannedHiding() throws OperationRefused {
        return hiding().plannedHiding(List.of(shape.name()));
    }

    List<PlannedAction> plannedMaking() {
        return places().planned(shape::createDatabase);
    }

    List<PlannedAction> plannedPublishing() {
        return List.of(new PlannedAction(
                "topology", "keyspaces." + shape.name(), "clients see it: tables come by CREATE TABLE"));
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
