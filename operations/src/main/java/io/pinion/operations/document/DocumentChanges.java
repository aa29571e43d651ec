package io.pinion.operations.document;

import io.pinion.config.change.Author;
import io.pinion.config.change.HistoryEntry;
import io.pinion.config.change.TopologyPatch;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problem.Severity;
import io.pinion.config.source.TopologyEditor;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.source.TopologyStore;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.work.Workers;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Changes the stored document for people who ask. Thread-safe; no call blocks; stages fail with a message for people. */
public final class DocumentChanges implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int MAX_WAITING = 64;

    private final Supplier<Topology> running;
    private final TopologyStore store;
    private final Workers workers = new Workers("pinion-topology", THREADS, MAX_WAITING);

    /** @param running the topology that this proxy runs with */
    public DocumentChanges(Supplier<Topology> running, TopologyStore store) {
        this.running = running;
        this.store = store;
    }

    /**
     * Stores the document with the edits, whoever else changes it at the same time; nothing is stored when it has errors
     * then.
     *
     * @param author stands in the history
     */
    public CompletionStage<DocumentChange> change(TopologyPatch patch, Author author) {
        return workers.ask(() -> changed(patch, author));
    }

    private DocumentChange changed(TopologyPatch patch, Author author)
            throws OperationRefused, StoreUnavailable, VersionConflict {
        AtomicReference<Topology> last = new AtomicReference<>(running.get());
        Outcome outcome = new TopologyEditor(store, author)
                .edited(
                        before -> {
                            last.set(before);
                            return applied(patch, before);
                        },
                        running.get().generation());
        return switch (outcome) {
            case Outcome.Refused refused -> throw unchanged(refused.problems());
            case Outcome.Written written ->
                DocumentChange.between(Objects.requireNonNull(last.get()), written.topology(), written.warnings());
        };
    }

    /** What {@link #change} would do now, or the reason why it would be refused. */
    public CompletionStage<DocumentChange> explain(TopologyPatch patch) {
        return workers.ask(() -> {
            Topology now = new TopologyEditor(store).current();
            return switch (applied(patch, now)) {
                case Reading.Refused refused -> throw unchanged(refused.problems());
                case Reading.Accepted(Topology after, List<Problem> problems) ->
                    DocumentChange.between(now, after, problems);
            };
        });
    }

    /** Without the last operator only somebody at ZooKeeper itself could say another statement. */
    private static Reading applied(TopologyPatch patch, Topology before) {
        Reading reading = patch.applyTo(before);
        boolean locksOut = reading instanceof Reading.Accepted accepted
                && hasOperator(before)
                && !hasOperator(accepted.topology());
        return locksOut
                ? new Reading.Refused(List.of(new Problem(
                        Severity.ERROR, "users", 0, "no user would have the admin right", "give it to another first")))
                : reading;
    }

    private static boolean hasOperator(Topology topology) {
        return topology.users().values().stream().anyMatch(User::admin);
    }

    private static OperationRefused unchanged(List<Problem> problems) {
        return new OperationRefused("the topology stays as it is: " + new Outcome.Refused(problems).text());
    }

    /** The last changes, in their order; fails where the document's store keeps none. */
    public CompletionStage<List<HistoryEntry>> history() {
        return workers.ask(() -> store.history()
                .orElseThrow(() -> new OperationRefused(
                        "a topology in a file has no history; one in ZooKeeper keeps its last changes")));
    }

    @Override
    public void close() {
        workers.close();
    }
}
