package io.pinion.operations.keyspace;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationDefinition;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationRunner;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RequestKind;
import io.pinion.operations.engine.RequestedOperations;
import io.pinion.operations.engine.TopologyChange;
import io.pinion.operations.engine.UnknownName;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import io.pinion.routing.catalog.Keyspace;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Makes keyspaces, and drops empty ones. Thread-safe. */
public final class Keyspaces implements RequestedOperations {
    public static final OperationDefinition DEFINITION =
            new OperationDefinition(KeyspaceStatements.ALL, Keyspaces::new);

    private final OperationServices services;
    private final OperationRunner<NewKeyspace, KeyspaceAttempt, Done> making;
    private final OperationRunner<DroppedKeyspace, DropKeyspaceAttempt, Done> dropping;

    public Keyspaces(OperationServices services) {
        this.services = services;
        this.making = new OperationRunner<>(new KeyspaceWorkflow(services), services);
        this.dropping = new OperationRunner<>(new DropKeyspaceWorkflow(services), services);
    }

    @Override
    public List<RequestKind<?, ?>> kinds() {
        return List.of(
                new RequestKind<>(
                        NewKeyspace.class,
                        making,
                        "",
                        (task, user) -> begun(making, task, task.shape().shards(), user),
                        (task, user) -> making.explain(task, Origin.of(user, Account.OPERATOR))),
                new RequestKind<>(
                        KeyspaceRemoval.class,
                        dropping,
                        "",
                        (removal, user) -> dropped(task(removal.keyspace()), user),
                        (removal, user) ->
                                dropping.explain(task(removal.keyspace()), Origin.of(user, Account.OPERATOR))));
    }

    private Done dropped(DroppedKeyspace task, String user) throws Exception {
        return begun(dropping, task, task.shards(), user);
    }

    /** Makes or drops a keyspace, or goes on with the same that has broken off; clients see it then. */
    private <T extends Task> Done begun(OperationRunner<T, ?, Done> runner, T task, int shards, String user)
            throws OperationRefused, SQLException, StoreUnavailable, VersionConflict {
        try (TaskLock lock = runner.locked(task)) {
            runner.requireNoOther(task);
            Optional<Operation> broken = runner.brokenOff(task::equals);
            if (broken.isPresent()) {
                return runner.goOn(broken.get(), task, lock);
            }
            Origin origin = Origin.of(user, Account.OPERATOR);
            // What is refused leaves no entry in the journal.
            runner.explain(task, origin);
            return runner.begin(task, origin, services.beginning(shards), lock);
        }
    }

    /** An unfinished drop, whose keyspace the topology may have forgotten, goes on. */
    private DroppedKeyspace task(String name) throws OperationRefused, StoreUnavailable {
        Optional<Operation> left = dropping.brokenOff(task -> task.keyspace().equals(name));
        if (left.isPresent() && left.get().task() instanceof DroppedKeyspace task) {
            return task;
        }
        Topology now = stored();
        Keyspace keyspace = now.keyspaces().get(name);
        if (keyspace == null) {
            throw new OperationRefused(UnknownName.keyspace(now, name));
        }
        return DroppedKeyspace.of(keyspace);
    }

    private Topology stored() throws OperationRefused {
        return TopologyChange.reading(services).stored();
    }
}
