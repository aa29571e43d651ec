package io.pinion.server.schema;

import io.netty.util.concurrent.EventExecutor;
import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.Failed;
import io.pinion.operations.engine.OperationOutcome.MaintenanceRow;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.definition.SchemaChange.Action;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client's wait for a schema change that it asked for, or for its steps. It lives on the session's event loop; the
 * change itself runs elsewhere, and goes on when the client is gone.
 */
final class SchemaExecution implements Execution {
    /** The longest wait for this loop to adopt the new topology; then the client gets its answer all the same. */
    private static final long ADOPTION_TIMEOUT_MILLIS = 10_000;

    private static final long LOOK_EVERY_MILLIS = 10;

    private final SessionContext session;
    private final SchemaService service;
    private final SchemaChange change;
    private final Consumer<LocalAnswer> answer;
    private final Consumer<ServerError> error;
    private final EventExecutor loop;
    private boolean explains;
    private boolean abandoned;
    private volatile boolean killed;

    /**
     * @param answer gets the client's answer, on the loop
     * @param error gets the client's error, on the loop
     */
    SchemaExecution(
            SessionContext session,
            SchemaService service,
            SchemaChange change,
            Consumer<LocalAnswer> answer,
            Consumer<ServerError> error) {
        this.session = session;
        this.service = service;
        this.change = change;
        this.answer = answer;
        this.error = error;
        this.loop = session.cluster().pools().loop();
    }

    void start() {
        service.operations()
                .start(change, SessionOrigin.of(session), () -> killed)
                .whenComplete((done, failure) -> loop.execute(() -> ended(done, failure)));
    }

    void explain() {
        explains = true;
        service.operations()
                .explain(change, SessionOrigin.of(session))
                .whenComplete((planned, failure) -> loop.execute(() -> explained(planned, failure)));
    }

    private void explained(@Nullable List<PlannedAction> planned, @Nullable Throwable failure) {
        if (!abandoned) {
            abandoned = true;
            if (planned == null) {
                fail(failure);
            } else {
                answer.accept(PlannedRows.of(planned));
            }
        }
    }

    private void fail(@Nullable Throwable failure) {
        Failed why = Failed.of(Objects.requireNonNull(failure));
        error.accept(new ServerError(why.code(), why.sqlState(), why.message()));
    }

    private void ended(@Nullable Done done, @Nullable Throwable failure) {
        if (abandoned) {
            return;
        }
        if (done == null) {
            fail(failure);
            return;
        }
        service.known(done)
                .whenComplete((version, unread) -> loop.execute(() -> {
                    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ADOPTION_TIMEOUT_MILLIS);
                    whenPlannedWith(done, version == null ? 0 : version, until);
                }));
    }

    /** Waits for the new catalog, because the client's next statement may use the changed table. */
    private void whenPlannedWith(Done done, long version, long untilNanos) {
        if (abandoned) {
            return;
        }
        boolean adopted = session.cluster().topology().generation() >= done.generation()
                && session.cluster().catalog().schema().version() >= version;
        if (adopted || System.nanoTime() - untilNanos > 0) {
            answer.accept(change.action() == Action.MAINTAIN ? rows(done) : done(done));
        } else {
            loop.schedule(() -> whenPlannedWith(done, version, untilNanos), LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private static LocalAnswer done(Done done) {
        List<Condition> conditions = new ArrayList<>();
        for (ServerWarning warning : done.warnings()) {
            conditions.add(new Condition(warning.level(), warning.code(), "HY000", warning.message()));
        }
        return LocalAnswer.Done.leaving(conditions);
    }

    private static LocalAnswer rows(Done done) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (MaintenanceRow row : done.rows()) {
            rows.add(List.of(row.table(), row.operation(), row.type(), row.text()));
        }
        return new LocalAnswer.Rows(LocalAnswer.Rows.textColumns("Table", "Op", "Msg_type", "Msg_text"), rows);
    }

    /** A change that has begun goes on. */
    @Override
    public void kill() {
        killed = true;
        if (explains && !abandoned) {
            abandoned = true;
            error.accept(INTERRUPTED);
        }
    }

    @Override
    public void clientGone() {
        abandoned = true;
    }
}
