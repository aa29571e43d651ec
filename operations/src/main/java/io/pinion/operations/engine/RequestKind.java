package io.pinion.operations.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * What is done for the requests of one class. Thread-safe; no call blocks; stages fail with a message for people.
 *
 * @param asked the class of the requests
 * @param runner of the operations that come of them; they are answered on its threads
 * @param not what a refusal begins with, such as "not opened: "; empty for nothing
 * @param doing what is asked for
 * @param planning what {@code doing} would do, after the checks with which it begins
 */
public record RequestKind<R extends AnsweredRequest<A>, A>(
        Class<R> asked,
        OperationRunner<?, ?, ?> runner,
        String not,
        Work<R, A> doing,
        Work<R, List<PlannedAction>> planning) {

    /** Work for a request, which blocks. */
    @FunctionalInterface
    public interface Work<R, V> {
        /** @param user who asks */
        V on(R request, String user) throws Exception;
    }

    /** One of which there is no EXPLAIN. */
    public RequestKind(Class<R> asked, OperationRunner<?, ?, ?> runner, String not, Work<R, A> doing) {
        this(asked, runner, not, doing, (request, user) -> List.of());
    }

    CompletionStage<A> run(AnsweredRequest<A> request, String user) {
        CompletionStage<A> answer = runner.ask(() -> doing.on(asked.cast(request), user));
        return not.isEmpty()
                ? answer
                : answer.exceptionallyCompose(thrown -> CompletableFuture.failedStage(refused(thrown)));
    }

    private OperationRefused refused(Throwable thrown) {
        return thrown instanceof OperationRefused why
                ? why.told(not + why.getMessage())
                : new OperationRefused(not + thrown.getMessage());
    }

    CompletionStage<List<PlannedAction>> explain(AnsweredRequest<?> request, String user) {
        return runner.explained(() -> planning.on(asked.cast(request), user));
    }
}
