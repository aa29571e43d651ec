package io.pinion.operations.engine;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Origin;
import io.pinion.operations.journal.Task;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * Operations of one kind that go on in the background for as long as they take; the call that begins one is answered at
 * its beginning. Thread-safe.
 *
 * @param <R> what operators ask for
 * @param <T> what that comes to
 */
public abstract class BackgroundOperations<R extends OperationRequest, T extends Task> implements RequestedOperations {
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

    /** The statement that begins one. */
    protected static <R extends OperationRequest> OperationStatement<R, Operation> statement(
            String syntax, String purpose, BiFunction<StatementArguments, StatementContext, R> reading) {
        return OperationStatement.of(syntax, purpose, reading, BackgroundOperations::answer);
    }

    private static StatementAnswer answer(Operation begun) {
        AnswerTable table = AnswerTable.of(number("operation"), text("state"), text("statement"), text("next"));
        table.row(
                begun.number(),
                begun.progress().isInLine() ? "queued" : "running",
                begun.task().statement(),
                "SHOW OPERATIONS tells how far it is; CANCEL OPERATION " + begun.number() + " gives it up");
        return StatementAnswer.now(table);
    }

    @Override
    public final List<RequestKind<?, ?>> kinds() {
        return List.of(new RequestKind<>(
                asked,
                runner,
                "",
                this::begun,
                (request, user) -> planned(decided(request), Origin.of(user, Account.OPERATOR))));
    }

    /** Begins one, after checks. */
    private Operation begun(R request, String user) throws OperationRefused, StoreUnavailable {
        Decided<T> decided = decided(request);
        return runner.beginInBackground(
                decided.task(), user, decided.shards(), not, origin -> planned(decided, origin));
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
}
