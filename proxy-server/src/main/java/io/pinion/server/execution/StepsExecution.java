package io.pinion.server.execution;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.StatementText;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows are found on several shards, and then changed.
 *
 * <pre>
 *   {@link OwnTransaction}, unless the client's is open ──▶ the query ({@link FoundKeys}) ──▶ the change ({@link HeldCounts})
 *     ──▶ commit ──▶ the client's answer
 * </pre>
 *
 * In the client's transaction the rows stay locked when the change has failed, as they would on one server. Lives on the
 * session's event loop for one statement.
 */
final class StepsExecution implements Execution {
    private final SessionContext session;
    private final PlanExecutor executor;
    private final RoutePlan.ReadThenWrite plan;
    private final Completion completion;
    private final OwnTransaction transaction;
    private final FoundKeys found;

    /** NOW() is the same in both steps. */
    private final Instant moment = Instant.now();

    private @Nullable FanOutExecution step;
    private boolean killed;
    private boolean over;

    StepsExecution(SessionContext session, PlanExecutor executor, RoutePlan.ReadThenWrite plan, Completion completion) {
        this.session = session;
        this.executor = executor;
        this.plan = plan;
        this.completion = completion;
        this.transaction = new OwnTransaction(session, executor);
        this.found = new FoundKeys(plan.write());
    }

    void start() {
        FanOut query = planned(plan.query(), new Merging.Rows(MergePlan.CONCAT, -1));
        if (query == null) {
            return;
        }
        if (!(query.merging() instanceof Merging.Rows rows)) {
            fail(unplanned());
            return;
        }
        transaction.begin();
        MergedRows reply = new MergedRows(rows, query, found);
        run(query, plan.query(), reply, this::change, () -> end(found.failure()));
    }

    private void change() {
        if (killed) {
            end(new ServerError(ErrorCode.QUERY_INTERRUPTED, "Query execution was interrupted"));
            return;
        }
        byte[] sql = found.statement();
        FanOut change = found.rows() == 0 ? null : planned(sql, new Merging.Counts());
        if (change == null) {
            if (!over) {
                answer(AddedCounts.ofNone(session, plan.write().update()));
            }
            return;
        }
        HeldCounts reply = new HeldCounts(new AddedCounts(session, change));
        run(change, sql, reply, () -> answer(reply.counts()), () -> end(reply.failure()));
    }

    private void answer(AddedCounts counts) {
        boolean strange = plan.write().all() ? counts.rowsFound() != found.rows() : counts.rowsFound() > found.rows();
        if (strange) {
            end(new ServerError(
                    ErrorCode.UNKNOWN_ERROR,
                    found.rows() + " rows were found, and " + counts.rowsFound()
                            + " by their keys: a row is on another shard than its key says, or the key isn't unique; nothing"
                            + " was changed by this statement, or the transaction is rolled back"));
            return;
        }
        transaction.end(false, instead -> {
            over = true;
            if (instead.isPresent()) {
                tell(instead.get());
            } else {
                counts.end(plan.warnings());
                completion.succeeded();
            }
        });
    }

    private void run(FanOut what, byte[] sql, FanOutReply reply, Runnable next, Runnable failed) {
        FanOutExecution execution = new FanOutExecution(
                session,
                executor,
                what,
                reply,
                SqlCommand.of(sql),
                new Completion() {
                    @Override
                    public void succeeded() {
                        executor.current(StepsExecution.this);
                        step = null;
                        next.run();
                    }

                    @Override
                    public void failed(int errorCode) {
                        executor.current(StepsExecution.this);
                        step = null;
                        failed.run();
                    }
                },
                moment);
        step = execution;
        execution.start();
    }

    /** Null when the statement has failed over it. */
    private @Nullable FanOut planned(byte[] sql, Merging ofOne) {
        return switch (session.cluster().plan(plan.catalog(), session.state().view(), sql)) {
            case FanOut fanOut -> fanOut;
            case RoutePlan.SingleShard single
            when single.text() instanceof StatementText.Edited text ->
                new FanOut(
                        plan.keyspace(),
                        List.of(single.target()),
                        List.of(new ShardStatement(single.target(), text, single.insertedId())),
                        ofOne,
                        false,
                        false,
                        single.traits(),
                        List.of());
            case RoutePlan.Refused(int code, String sqlState, String reason) -> {
                end(new ServerError(code, sqlState, reason));
                yield null;
            }
            default -> {
                end(unplanned());
                yield null;
            }
        };
    }

    private static ServerError unplanned() {
        return new ServerError(
                ErrorCode.NOT_SUPPORTED_YET,
                "Pinion can't find the first rows of several shards by this order: order by columns, or leave LIMIT out");
    }

    private void end(@Nullable ServerError failure) {
        ServerError told = failure == null ? unplanned() : failure;
        transaction.end(true, instead -> fail(told));
    }

    private void fail(ServerError error) {
        over = true;
        tell(error);
    }

    private void tell(ServerError error) {
        session.sink().error(error);
        completion.failed(error.code());
    }

    // --- what the session tells

    @Override
    public void clientWritable() {}

    @Override
    public void kill() {
        killed = true;
        FanOutExecution running = step;
        if (running != null) {
            running.kill();
        }
    }

    @Override
    public void clientGone() {
        over = true;
        FanOutExecution running = step;
        if (running != null) {
            running.clientGone();
        }
    }
}
