package io.pinion.operations.opening;

import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.copy.CopyBounds;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.OperationJournal;
import io.pinion.operations.journal.OperationJournal.TaskLock;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Progress;
import io.pinion.operations.journal.Progress.State;
import io.pinion.operations.journal.ShardSet;
import io.pinion.operations.journal.Task;
import io.pinion.operations.opening.OpeningOutcome.NotOpened;
import io.pinion.operations.opening.OpeningOutcome.Undone;
import io.pinion.operations.promotion.Proxies;
import io.pinion.operations.schema.ShardConnections;
import io.pinion.operations.server.ServerAccess;
import io.pinion.operations.work.Workers;
import io.pinion.routing.catalog.Keyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Openings that this proxy runs, one at a time for each keyspace of the cluster. Thread-safe; no call blocks. */
public final class Openings implements AutoCloseable {
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);
    private static final int AT_A_TIME = 4;
    private static final int MAX_WAITING = 16;

    /** Of a wish to end that is written while a running opening writes. */
    private static final int MOST_ATTEMPTS = 20;

    private final Supplier<Topology> topology;
    private final TopologyStore store;
    private final OperationJournal journal;
    private final ServerAccess access;
    private final Proxies proxies;
    private final OpeningTimeouts timeouts;
    private final CopyBounds bounds;
    private final Supplier<String> proxy;
    private final ShardConnections connections;
    private final OpeningCheck check;
    private final Workers workers = new Workers("pinion-opening", AT_A_TIME, MAX_WAITING);
    private volatile boolean closed;

    /**
     * @param topology the running one
     * @param bounds of the copies of reference tables
     * @param proxy this proxy's name in the journal
     */
    public Openings(
            Supplier<Topology> topology,
            TopologyStore store,
            OperationJournal journal,
            ServerAccess access,
            Proxies proxies,
            OpeningTimeouts timeouts,
            CopyBounds bounds,
            Supplier<String> proxy) {
        this.topology = topology;
        this.store = store;
        this.journal = journal;
        this.access = access;
        this.proxies = proxies;
        this.timeouts = timeouts;
        this.bounds = bounds;
        this.proxy = proxy;
        this.connections = new ShardConnections(topology, access);
        this.check = new OpeningCheck(journal, connections, access, timeouts);
    }

    /**
     * Opens shards, or goes on with the same opening that has broken off. The stage always completes normally.
     *
     * @param user who asks
     */
    public CompletionStage<OpeningOutcome> open(OpeningRequest request, String user) {
        return outcome(() -> begin(request, user));
    }

    private OpeningOutcome begin(OpeningRequest request, String user)
            throws OpeningRefused, StoreUnavailable, VersionConflict {
        Topology now = stored();
        Task.Opening wanted = task(now, request);
        try (TaskLock lock = locked(wanted)) {
            Optional<Operation> broken = journal.list().stream()
                    .filter(operation -> operation.progress().state().isUnfinished() && operation.touches(wanted))
                    .findFirst();
            if (broken.isPresent()) {
                if (broken.get().task() instanceof Task.Opening left && left.isAs(wanted)) {
                    return run(takenOver(broken.get()), left, lock);
                }
                throw OpeningGuard.unfinished(broken.get());
            }
            ShardSet found = check.run(now, wanted, (keyspace, reference, servers, there) -> there);
            Task.Opening task = wanted.withFound(found);
            Operation operation = journal.create(
                    task,
                    new Origin(user, Account.DATA, ReferenceShard.SETTINGS, Instant.now()),
                    Progress.beginning(task.size(), proxy.get(), Instant.now()));
            return run(new OpeningEntry(journal, operation), task, lock);
        }
    }

    private static Task.Opening task(Topology now, OpeningRequest request) throws OpeningRefused {
        Task.Opening task = request.task();
        Keyspace.Sharded keyspace = new RequestCheck(now, task).keyspace();
        if (request.weight().isPresent()) {
            InsertWeights.requirePossible(request.weight().getAsInt());
            InsertWeights.keyspace(now, keyspace.name());
        }
        return task;
    }

    /** What an opening would do, after the checks with which it begins; fails with a message for people. */
    public CompletionStage<List<OpeningStep>> explain(OpeningRequest request) {
        return workers.ask(() -> {
            try {
                Topology now = stored();
                Task.Opening task = task(now, request);
                return check.run(now, task, (keyspace, reference, servers, found) -> new OpeningPlan(
                                task, keyspace, reference, servers, timeouts)
                        .steps());
            } catch (OpeningRefused e) {
                throw new OpeningRefused("it would be refused: " + e.getMessage());
            }
        });
    }

    /** Goes on with one that has broken off. The stage always completes normally. */
    public CompletionStage<OpeningOutcome> resume(Operation operation, Task.Opening task) {
        return outcome(() -> {
            try (TaskLock lock = locked(task)) {
                return run(takenOver(stillUnfinished(operation)), task, lock);
            }
        });
    }

    /** Gives one up, wherever it runs, before the keyspace has its shards. The stage always completes normally. */
    public CompletionStage<OpeningOutcome> cancel(Operation operation, Task.Opening task) {
        return outcome(() -> {
            Optional<TaskLock> taken = journal.lock(task);
            if (taken.isEmpty()) {
                askToEnd(operation, task);
                return new Undone(0, List.of());
            }
            TaskLock lock = taken.get();
            try {
                OpeningEntry entry = takenOver(stillUnfinished(operation));
                return undo(entry, task, entry.progress().step());
            } finally {
                lock.close();
            }
        });
    }

    /** It runs somewhere, and will see this before its next shards. */
    private void askToEnd(Operation operation, Task.Opening task)
            throws OpeningRefused, StoreUnavailable, VersionConflict {
        journal.askToEnd(() -> {
            Operation seen = stillUnfinished(operation);
            if (seen.progress().step().startsWith(OpeningRun.OPEN)) {
                throw new OpeningRefused(
                        cancelling(new OpeningEntry(journal, seen), task).isOpen());
            }
            return seen;
        });
    }

    /** Read again: somebody may have ended it before the lock was free. */
    private Operation stillUnfinished(Operation operation) throws OpeningRefused, StoreUnavailable {
        return journal.read(operation.number())
                .filter(now -> now.progress().state().isUnfinished())
                .orElseThrow(() -> new OpeningRefused(operation.name() + " has ended meanwhile"));
    }

    /** Whoever ran it before can write nothing of it any more. */
    private OpeningEntry takenOver(Operation operation) throws StoreUnavailable, VersionConflict {
        Progress before = operation.progress();
        String kind = before.step().startsWith(Task.Opening.PUBLISHING)
                ? Task.Opening.PUBLISHING
                : before.step().startsWith(OpeningRun.OPEN) ? OpeningRun.OPEN : "";
        String step = kind + (kind.isEmpty() ? "" : ", ") + "taken over by " + proxy.get();
        return new OpeningEntry(
                journal,
                journal.write(
                        operation, before.resumed(before.total(), proxy.get()).withStep(step)));
    }

    private OpeningOutcome run(OpeningEntry entry, Task.Opening task, TaskLock lock) {
        OpeningGuard guard = new OpeningGuard(task, entry, lock, journal, () -> closed);
        ReferenceCopying copying = new ReferenceCopying(task, entry, guard, access, bounds, timeouts);
        OpeningRun run = new OpeningRun(
                task,
                entry,
                guard,
                journal,
                published(task),
                new DatabaseMaking(task, entry, guard, connections, access, timeouts, copying),
                copying,
                new CopiesHold(entry, published(task), access, proxies, timeouts),
                connections,
                proxies,
                timeouts);
        try {
            OpeningOutcome opened = run.run();
            entry.end(State.DONE, "", "");
            return opened;
        } catch (Cancelled e) {
            return undo(entry, task, run.left());
        } catch (OpeningRefused e) {
            entry.end(State.FAILED, run.left(), e.getMessage());
            boolean open = run.left().startsWith(OpeningRun.OPEN);
            return new NotOpened(e.getMessage() + ". Mend that and RESUME OPERATION " + entry.number()
                    + (open ? "" : ", or CANCEL OPERATION " + entry.number() + " to drop what was made"));
        }
    }

    /** @param left what the journal is to say of the step if it can't be given up */
    private OpeningOutcome undo(OpeningEntry entry, Task.Opening task, String left) {
        try {
            return cancelling(entry, task).run();
        } catch (OpeningRefused e) {
            entry.end(State.FAILED, left, e.getMessage());
            return new NotOpened(e.getMessage());
        }
    }

    private OpeningCancelling cancelling(OpeningEntry entry, Task.Opening task) {
        return new OpeningCancelling(task, entry, published(task), connections, timeouts.store());
    }

    private PublishedOpening published(Task.Opening task) {
        return new PublishedOpening(store, () -> topology.get().generation(), task);
    }

    private Topology stored() throws OpeningRefused {
        try {
            return new TopologyEditor(store).current();
        } catch (StoreUnavailable e) {
            throw new OpeningRefused("the topology can't be read: " + e.getMessage());
        }
    }

    private TaskLock locked(Task.Opening task) throws OpeningRefused, StoreUnavailable {
        Optional<TaskLock> lock = journal.lock(task);
        if (lock.isEmpty()) {
            throw new OpeningRefused(
                    "another operation changes the shards of " + task.keyspace() + " now: " + journal.holderOf(task));
        }
        return lock.get();
    }

    /** Gives shards that are open another share of new objects; fails with a message for people. */
    public CompletionStage<WeightChange> weigh(String keyspace, int first, int last, int weight) {
        return workers.ask(() -> {
            InsertWeights.requirePossible(weight);
            TopologyEditor editor = new TopologyEditor(store);
            for (int attempt = 0; ; attempt++) {
                Topology seen = stored();
                Keyspace.Id before = InsertWeights.keyspace(seen, keyspace);
                WeightedShards change = new WeightedShards(before, first, last, weight);
                if (change.isNothing()) {
                    return change.answer(seen.generation());
                }
                try {
                    return switch (editor.replace(
                            seen,
                            seen.withKeyspace(change.after()),
                            topology.get().generation())) {
                        case Outcome.Written written ->
                            change.answer(written.topology().generation());
                        case Outcome.Refused refused ->
                            throw new OpeningRefused("the topology can't be changed: " + refused.text());
                    };
                } catch (VersionConflict faster) {
                    if (attempt > MOST_ATTEMPTS) {
                        throw faster;
                    }
                }
            }
        });
    }

    private CompletionStage<OpeningOutcome> outcome(Callable<OpeningOutcome> work) {
        return workers.ask(work).exceptionally(thrown -> new NotOpened(String.valueOf(thrown.getMessage())));
    }

    /**
     * Running openings end before their next shards; waits for these for longer than clients may wait for held ones.
     */
    @Override
    public void close() {
        closed = true;
        workers.close(LONGEST_HOLD);
    }
}
