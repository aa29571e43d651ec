package io.pinion.operations.engine;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Operations of one kind that go on in the background for as long as they take; the call that begins one is answered at
 * its beginning. Thread-safe.
 *
 * @param <R> what operators ask for
 * @param <T> what that comes to
 */
public abstract class BackgroundOperations<R extends OperationRequest, T extends Task> implements AutoCloseable {
    protected final OperationServices services;
    private final Class<R> asked;
    private final OperationRunner<T, ?, ?> runner;
    private final String not;

    /**
     * @param asked what begins them
     * @param not what a refusal begins with, such as "not imported"
     */
    protected <P extends Attempt<A>, A extends OperationAnswer> BackgroundOperations(
            Class<R> asked, Workflow<T, P, A> workflow, OperationServices services, String not) {
        this.asked = asked;
        this.services = services;
        this.runner = new OperationRunner<>(workflow, services);
        this.not = not;
    }

    public final OperationRunner<?, ?, ?> runner() {
        return runner;
    }

    /** The class of the requests that begin them. */
    public final Class<R> asked() {
        return asked;
    }

    /**
     * Begins an operation, after checks.
     *
     * @param request of the class that these begin with
     * @param user the user who asks
     * @return the operation, which goes on in the background
     */
    public final CompletionStage<Operation> begin(OperationRequest request, String user) {
        return runner.ask(() -> {
            Decided<T> decided = decided(asked.cast(request));
            return runner.beginInBackground(
                    decided.task(), user, decided.shards(), not, origin -> planned(decided, origin));
        });
    }

    /** The steps of {@link #begin}, after the checks with which it begins. */
    public final CompletionStage<List<PlannedAction>> explain(OperationRequest request, String user) {
        return runner.explained(() -> planned(decided(asked.cast(request)), Origin.of(user, Account.OPERATOR)));
    }

    /**
     * What a request comes to, decided once, at the beginning: each attempt does the same.
     *
     * @param shards the number of shards that it is about; 0 when it isn't counted in shards
     * @param problems that keep it from beginning, besides those that the servers have
     */
    protected record Decided<T>(T task, int shards, List<String> problems) {
        public Decided {
            problems = List.copyOf(problems);
        }

        public Decided(T task, int shards) {
            this(task, shards, List.of());
        }
    }

    /** Blocks. */
    protected abstract Decided<T> decided(R request) throws OperationRefused;

    /** Tells all that is in the way at once: what is wrong with the request, and what the servers say. */
    private List<PlannedAction> planned(Decided<T> decided, Origin origin)
            throws OperationRefused, SQLException, StoreUnavailable {
        if (decided.problems().isEmpty()) {
            return runner.explain(decided.task(), origin);
        }
        List<String> problems = new ArrayList<>(decided.problems());
        try {
            runner.explain(decided.task(), origin);
        } catch (OperationRefused e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        throw new OperationRefused(String.join("; ", problems));
    }

    /** Those that run end soon, and go on elsewhere; this waits for that. */
    @Override
    public void close() {
        runner.close();
    }
}
